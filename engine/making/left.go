package making

import (
	"slices"
	"strings"

	"delphi/engine/eating"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Left is what a killed monster leaves.
type Left struct {
	Monster string        `json:"monster"`
	Corpse  odds.Fraction `json:"corpse"`
	Drop    odds.Fraction `json:"drop"` // a random object, before what is too large is taken away
	// Small: only small things are left of Drop.
	Small bool `json:"small"`
	// Food: Drop may be food.
	Food bool `json:"food"`
	// Whose corpse it is, where it is not its own, and whether the game dates it
	// back; Glob is left where there is not a corpse.
	Whose string `json:"whose,omitempty"`
	Old   bool   `json:"old,omitempty"`
	Glob  string `json:"glob,omitempty"`
	// Things holds what it is made of or carries on it, Remains the chance that it
	// leaves a corpse, a glob or those.
	Things  eating.Things `json:"-"`
	Remains odds.Fraction `json:"-"`
	// Always is what it leaves besides, each with its chance, where it is one.
	Always []Drawn  `json:"also,omitempty"`
	Notes  []string `json:"-"`
	Cites  []string `json:"-"`
}

// Kill returns what a monster of the set leaves that was made at random and killed
// for the first time. The set's making and eating must be known.
func Kill(s *rules.Set, m *rules.Monster) Left {
	r, b := s.Making(), s.Bestiary()
	dead := eating.DeadForm(b, m)
	l := Left{Monster: m.Name, Corpse: odds.Never, Drop: odds.Of(1, int64(r.TreasureOnce)), Food: true, Cites: []string{"corpse left", "treasure"}}
	remains := eating.Left(rules.EatingOf(s.Name), b, dead)
	if remains.Corpse != "" {
		l.Corpse = remains.Chance
	}
	if remains.Old || remains.Corpse != "" && remains.Corpse != m.Name {
		l.Whose = remains.Corpse
	}
	l.Old, l.Glob, l.Things, l.Remains = remains.Old, remains.Glob, remains.Things, remains.Chance
	for _, k := range l.Things.Leaving.Things {
		if p := l.Things.Share(k); l.Things.Dice == "1" {
			l.Always = append(l.Always, Drawn{k.Name, p.Times(odds.Of(1, int64(l.Things.Once)))})
		}
	}
	if slices.Contains(dead.Geno, "NOCORPSE") || m.Symbol == "K" && strings.HasPrefix(m.Class, "Keystone") || strings.Contains(m.Name, "Kop") {
		l.Drop = odds.Never
	}
	l.Small = dead.Size == "tiny" || dead.Size == "small"
	if r.FoodOfCollectors && !dead.Is("COLLECT") {
		l.Food = false
	}
	if m.Name == "shopkeeper" && r.OfficeCorpse {
		l.Notes = append(l.Notes, "a shopkeeper in office always leaves a corpse")
	}
	if dead != m {
		l.Notes = append(l.Notes, "a lycanthrope in animal form turns back as it dies, so the corpse is human")
	}
	return l
}
