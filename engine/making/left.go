package making

import (
	"slices"
	"strings"

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
	// Always is what it leaves besides, each with its chance.
	Always []Drawn  `json:"also,omitempty"`
	Notes  []string `json:"-"`
	Cites  []string `json:"-"`
}

// Kill is what a monster leaves that was made at random and killed for the
// first time.
func Kill(r *rules.Making, m *rules.Monster) Left {
	l := Left{Monster: m.Name, Corpse: odds.Never, Drop: odds.Of(1, int64(r.TreasureOnce)), Food: true, Cites: []string{"corpse left", "treasure"}}
	none := slices.Contains(m.Geno, "NOCORPSE")
	if !none {
		l.Corpse = CorpseChance(r, m)
	} else {
		l.Drop = odds.Never
	}
	if m.Symbol == "K" && strings.HasPrefix(m.Class, "Keystone") || strings.Contains(m.Name, "Kop") {
		l.Drop = odds.Never
	}
	l.Small = m.Size == "tiny" || m.Size == "small"
	if r.FoodOfCollectors && l.Small && !m.Is("COLLECT") {
		l.Food = false
	}
	switch {
	case m.Symbol == "D" && !strings.HasPrefix(m.Name, "baby ") && slices.Contains(dragons, m.Name):
		l.Always = append(l.Always, Drawn{strings.TrimSuffix(m.Name, " dragon") + " dragon scales", odds.Of(1, int64(r.ScalesOnce))})
	case strings.HasSuffix(m.Name, " unicorn"):
		l.Always = append(l.Always, Drawn{"unicorn horn", odds.Always})
	case m.Name == "long worm":
		l.Always = append(l.Always, Drawn{"worm tooth", odds.Always})
	}
	if m.Name == "shopkeeper" && r.OfficeCorpse {
		l.Notes = append(l.Notes, "a shopkeeper in office always leaves a corpse")
	}
	return l
}

// dragons are those that leave scales.
var dragons = []string{"gray dragon", "gold dragon", "silver dragon", "red dragon", "white dragon", "orange dragon", "black dragon", "blue dragon", "green dragon", "yellow dragon"}

// CorpseChance is the game's own chance of a corpse, which does not ask whether
// the monster has one (corpse_chance, mon.c).
func CorpseChance(r *rules.Making, m *rules.Monster) odds.Fraction {
	switch {
	case m.Symbol == "L" || m.Name == "Vlad the Impaler": // they crumble
		return odds.Never
	case m.Name == "gas spore": // it explodes
		return odds.Never
	}
	large := m.Size == "large" || m.Size == "huge" || m.Size == "gigantic"
	if large || m.Name == "lizard" || strings.HasSuffix(m.Name, " golem") || player(m) || m.Name == "Death" || m.Name == "Famine" || m.Name == "Pestilence" {
		return odds.Always
	}
	n := r.CorpseOnce
	if m.Frequency < 2 {
		n++
	}
	if m.Size == "tiny" {
		n++
	}
	return odds.Of(1, int64(n))
}

// player reports the monsters that stand for players: those with the name of a
// role.
func player(m *rules.Monster) bool {
	return slices.Contains([]string{
		"archeologist", "barbarian", "caveman", "cavewoman", "healer", "knight", "monk", "priest", "priestess", "cleric", "ranger", "rogue", "samurai", "tourist", "valkyrie", "wizard", "cave dweller",
	}, m.Name)
}
