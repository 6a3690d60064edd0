package rules

// Spawn says which monsters a version makes at random, and how often. The tag
// cite names the rule of data/all/cites in which a number stands.
type Spawn struct {
	// A monster may come if its difficulty lies between Difficulty/Weakest and
	// (Difficulty + XL)/2.
	Weakest int `cite:"random monster"`
	// CountsUp: on branches that are built upward each level above the entry
	// counts as one below it.
	CountsUp bool `cite:"random monster"`
	// Aggravated n doubles the difficulty for heroes who aggravate monsters, up
	// to n; 0: it does not matter.
	Aggravated int `cite:"random monster"`
	// AlignWeight divides what a monster's alignment adds where the place has
	// one; by twice of it in lawful and chaotic places.
	AlignWeight int `cite:"random monster"`
	// Heat is what a monster that stands a level's heat or cold weighs more.
	Heat int `cite:"random monster"`
	// QuestOwn in QuestOf monsters of the Quest are the role's own.
	QuestOwn int `cite:"random monster"`
	QuestOf  int `cite:"random monster"`

	// A monster comes once in Once turns, below the Castle in OnceDeep, after
	// the invocation or the Wizard's death in OnceLate.
	Once     int `cite:"monsters per turn"`
	OnceDeep int `cite:"monsters per turn"`
	OnceLate int `cite:"monsters per turn"`

	Places []*Place `table:"dungeon.def"`
}

// Place is a part of the dungeon whose monsters differ.
type Place struct {
	Name    string
	Align   string // "lawful", "neutral" or "chaotic": who comes more often; empty: none
	Hell    bool   // Gehennom's monsters
	Up      int    // the level on which a branch that is built upward is entered; 0: it is not
	Quest   bool
	Letters bool // only monsters with capital letters
	Aliases []string
}

var spawn = register(topic[Spawn]{name: "Spawn", what: "rules of random monsters", own: true, tables: []string{"places"}, fill: func(s *Spawn, lineage []string) {
	readTable(lineage, "places").each(func(r row) {
		s.Places = append(s.Places, &Place{
			Name: r.str("place"), Align: r.str("align"), Hell: r.yes("hell"), Up: r.num("up"), Quest: r.yes("quest"), Letters: r.yes("letters"), Aliases: r.list("also"),
		})
	})
}, changes: map[string]func(*Spawn){
	"3.4.3": func(s *Spawn) {
		s.Weakest, s.AlignWeight = 6, 4
		s.QuestOwn, s.QuestOf = 6, 7
		s.Once, s.OnceDeep, s.OnceLate = 70, 50, 25
	},
	"3.6.7": func(s *Spawn) { s.CountsUp = true },
	"5.0.0": func(s *Spawn) { s.Heat, s.Aggravated = 3, 50 },
}})

// Spawn returns the version's rules of random monsters; nil if they are not known.
func (s *Set) Spawn() *Spawn { return spawn.of(s.Name) }

// Place finds a place by its name; nil if the version has none.
func (s *Spawn) Place(name string) *Place {
	return find(s.Places, name, func(p *Place) string { return p.Name })
}
