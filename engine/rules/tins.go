package rules

// CiteTinOpening is the rule of data/all/cites for how long a tin takes to open.
const CiteTinOpening = "opening a tin"

// CiteRandomTin is the rule of data/all/cites for what random tins hold.
const CiteRandomTin = "random tin"

// Tins is how long a tin takes to open, in moves after the one that begins it. The
// tag cite names the rule of data/all/cites in which a number stands.
type Tins struct {
	// Of each way to open one the turns are rn2 of Die, and Least more.
	Blessed       Rolled `cite:"opening a tin"` // a blessed tin, whatever is wielded but a blessed opener
	OpenerBlessed Rolled `cite:"opening a tin"`
	Opener        Rolled `cite:"opening a tin"` // an uncursed tin opener
	OpenerCursed  Rolled `cite:"opening a tin"`
	Dagger        Rolled `cite:"opening a tin"`
	Axe           Rolled `cite:"opening a tin"` // or a pick-axe
	// Knives open one as daggers do.
	Knives bool `cite:"opening a tin"`
	// With anything else it is Least of Bare and rn2(1 + Hands/(Dex + Str)).
	Bare  Rolled `cite:"opening a tin"`
	Hands int    `cite:"opening a tin"`
	// GivesUp is how many turns one tries.
	GivesUp int `cite:"opening a tin"`
	// A random tin is spinach once in Spinach, and else holds a random monster's flesh; 0:
	// not known.
	Spinach int `cite:"random tin"`
}

// Rolled is a number of turns: rn2(Die) + Least.
type Rolled struct{ Die, Least int }

var _ = register(topic[Tins]{name: "Tins", what: "rules of tins", own: true, changes: map[string]func(*Tins){
	"3.4.3": func(t *Tins) {
		one := Rolled{1, 1}
		*t = Tins{Blessed: one, OpenerBlessed: one, Opener: one, OpenerCursed: one, Dagger: Rolled{1, 3}, Axe: Rolled{1, 6}, Bare: Rolled{1, 10}, Hands: 500, GivesUp: 50, Spinach: 6}
	},
	"3.6.7": func(t *Tins) {
		t.Blessed, t.OpenerBlessed, t.Opener, t.OpenerCursed = Rolled{2, 0}, Rolled{1, 0}, Rolled{2, 0}, Rolled{3, 0}
		t.Knives = true
	},
	"5.0.0":    func(*Tins) {},
	"slashem":  func(t *Tins) { t.Spinach = 0 },
	"xnethack": func(t *Tins) { t.Spinach = 0 },
	"evilhack": func(t *Tins) { t.Spinach = 0 },
}})
