package rules

// Rules of data/all/cites for spinach and for Strength gained at once.
const (
	CiteSpinach  = "spinach"
	CiteStronger = "gaining strength"
)

// Spinach is what a tin of it does to whoever eats it. The tag cite names the rule of
// data/all/cites in which a number stands.
type Spinach struct {
	// The nutrition is rn2 of Die, and Least more.
	Blessed  Rolled `cite:"spinach"`
	Uncursed Rolled `cite:"spinach"`
	Cursed   Rolled `cite:"spinach"`
	// Strength below Plain rises by 1 to PlainDie one time in PlainOnce, and else by 1. From
	// there to below High it rises by 1 to Die, and then by 1, but never beyond Most. A cursed
	// tin takes as much.
	Plain     int `cite:"gaining strength"`
	PlainOnce int `cite:"gaining strength"`
	PlainDie  int `cite:"gaining strength"`
	High      int `cite:"gaining strength"`
	Die       int `cite:"gaining strength"`
	Least     int `cite:"gaining strength"`
	Most      int `cite:"gaining strength"`
}

var _ = register(topic[Spinach]{name: "Spinach", what: "rules of spinach", own: true, changes: map[string]func(*Spinach){
	"3.4.3": func(s *Spinach) {
		all := Rolled{1, 600}
		*s = Spinach{Blessed: all, Uncursed: all, Cursed: all, Plain: 18, PlainOnce: 4, PlainDie: 6, High: 103, Die: 10, Least: 3, Most: 118}
	},
	"3.6.7": func(s *Spinach) { s.Uncursed, s.Cursed = Rolled{200, 401}, Rolled{400, 201} },
	"5.0.0": func(*Spinach) {},
}})
