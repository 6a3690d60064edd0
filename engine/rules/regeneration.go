package rules

import "slices"

// Regeneration says how power comes back by itself. The tag cite names the rule of
// data/all/cites in which a number stands.
//
// Where Levels is not 0, power comes back on every turn whose number divides by
// (Levels - XL) * Part / IntervalPart, and then 1 to (Wis + Int)/StatPart + 1 of
// it. Otherwise each turn brings, in parts of Whole, PerLevel for each level,
// PerWis for each point of Wisdom, and Wizard.
type Regeneration struct {
	Levels       int      `cite:"power regeneration"`
	Part         int      `cite:"power regeneration"`
	QuickPart    int      `cite:"power regeneration"` // instead of Part, for the QuickRoles
	QuickRoles   []string `cite:"power regeneration"`
	IntervalPart int      `cite:"power regeneration"`
	StatPart     int      `cite:"power regeneration"`
	// Breathing is how much more comes at most with magical breathing that
	// something worn gives.
	Breathing int `cite:"power regeneration"`

	Whole    int `cite:"power regeneration"`
	PerLevel int `cite:"power regeneration"`
	PerWis   int `cite:"power regeneration"`
	Wizard   int `cite:"power regeneration"`
	// Quick is the parts of Whole that energy regeneration adds; 0: power then
	// comes back on every turn.
	Quick int `cite:"power regeneration"`
	// Uneven lists the roles for whom something they carry changes it, which is not
	// counted here.
	Uneven []string `cite:"power regeneration"`
	// Stops names the encumbrance at which it stops.
	Stops string `cite:"power regeneration"`
	// Idle: at that encumbrance it only stops for a hero who moves.
	Idle bool `cite:"power regeneration"`
}

// CiteRegeneration is the rule of data/all/cites that power comes back by.
const CiteRegeneration = "power regeneration"

var regeneration = register(topic[Regeneration]{name: "Regeneration", what: "rates at which power comes back", own: true, changes: map[string]func(*Regeneration){
	"3.4.3": func(e *Regeneration) {
		e.Levels, e.Part, e.QuickPart, e.IntervalPart, e.StatPart = 38, 4, 3, 6, 15
		e.QuickRoles = []string{"Wizard"}
		e.Stops = "stressed"
	},
	"3.6.7":   func(*Regeneration) {},
	"5.0.0":   func(e *Regeneration) { e.Breathing = 2 },
	"slashem": func(e *Regeneration) { e.Levels, e.Idle = 45, true },
	"xnethack": func(e *Regeneration) {
		*e = Regeneration{Whole: 300, PerLevel: 9, PerWis: 9, Wizard: 100, Quick: 300, Stops: e.Stops}
	},
	"evilhack": func(e *Regeneration) {
		e.Breathing = 0
		e.QuickRoles = []string{"Wizard", "Infidel"}
		e.Uneven = []string{"Druid"}
	},
}})

// Regeneration returns how power comes back in the version; nil if it is not known.
func (s *Set) Regeneration() *Regeneration { return regeneration.of(s.Name) }

// Interval returns how many turns lie between two gains of power, where Levels is not 0.
func (r *Regeneration) Interval(role string, xl int) int {
	part := r.Part
	if slices.Contains(r.QuickRoles, role) {
		part = r.QuickPart
	}
	return max(1, (r.Levels-xl)*part/r.IntervalPart)
}

// Parts returns what a turn brings in parts of Whole, where Levels is 0.
func (r *Regeneration) Parts(role string, xl, wis int, quick bool) int {
	n := r.PerLevel*xl + r.PerWis*wis
	if role == "Wizard" {
		n += r.Wizard
	}
	if quick {
		n += r.Quick
	}
	return n
}
