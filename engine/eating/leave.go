package eating

import (
	"strings"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Remains is what a killed monster may leave.
type Remains struct {
	Corpse string // whose corpse: a zombie leaves that of the living; empty: none
	Old    bool   // the corpse is dated back by rules.Eating.OldBy turns
	Glob   string // what kind of glob; empty: none
	Beside string // what lies beside the corpse, or instead of it
	Once   int    // Beside is left 1 time in Once
	Chance odds.Fraction
}

// undead are the endings of the names of undead whose corpse is that of the
// living.
var undead = []string{" zombie", " mummy"}

// remains is what a fresh monster leaves on an ordinary level (mon.c,
// corpse_chance and make_corpse).
func remains(e *rules.Eating, b *rules.Bestiary, m *rules.Monster) Remains {
	r := Remains{Once: 1, Chance: corpseChance(e, m)}
	for _, ending := range undead {
		if living, ok := strings.CutSuffix(m.Name, ending); ok && b.Named(living) != nil {
			r.Corpse, r.Old = living, true
			return r
		}
	}
	if m.Symbol == "V" && strings.HasPrefix(m.Name, "vampire") {
		r.Corpse, r.Old = "human", true
		return r
	}
	if beside := e.Remains(m); beside != "" {
		r.Beside = beside
		if living, ok := strings.CutPrefix(beside, "old "); ok {
			r.Corpse, r.Old, r.Beside = living, true, ""
			return r
		}
	}
	switch {
	case e.Globs && m.Symbol == "P" && globs[m.Name]:
		r.Glob = "glob of " + m.Name
		return r
	case !has(m.Geno, "NOCORPSE"):
		r.Corpse = m.Name
	}
	switch {
	case r.Beside != "":
	case strings.HasSuffix(m.Name, " unicorn"):
		r.Beside = "unicorn horn"
	case m.Symbol == "D" && strings.HasSuffix(m.Name, " dragon") && m.Size == "gigantic" && r.Corpse != "":
		r.Beside, r.Once = m.Name+" scales", 3
	}
	if r.Corpse == "" && r.Beside == "" {
		r.Chance = odds.Never
	}
	return r
}

// globs are the monsters that leave globs.
var globs = map[string]bool{"gray ooze": true, "brown pudding": true, "green slime": true, "black pudding": true}

// corpseChance is the chance that a fresh monster leaves what it leaves.
func corpseChance(e *rules.Eating, m *rules.Monster) odds.Fraction {
	for _, a := range m.Attacks {
		if a.Type == "BOOM" {
			return odds.Never
		}
	}
	if m.Name == "Vlad the Impaler" || m.Symbol == "L" {
		return odds.Never
	}
	big := m.Size == "large" || m.Size == "huge" || m.Size == "gigantic"
	zombie := m.Symbol == "Z" && e.ZombiesAlways
	if big || zombie || m.Name == "lizard" || m.Symbol == "'" || player(m) || e.Has(m, rules.Fatal) {
		return odds.Always
	}
	n := int64(2)
	if m.Frequency < 2 {
		n++
	}
	if m.Size == "tiny" {
		n++
	}
	return odds.Of(1, n)
}

// player reports whether a monster is a player monster, which has the name of a
// role.
func player(m *rules.Monster) bool {
	return m.Symbol == "@" && m.Is("HUMAN") && m.Is("NOPOLY") && m.Is("COLLECT") && m.Is("STRONG") && !m.Is("MERC") && m.Level == 10 && !has(m.Geno, "UNIQ")
}

// String is what is left, as the game's own tables of it are written:
// "corpse:kobold(old)", "corpse:gray dragon; gray dragon scales 0.333333".
func (r Remains) String() string {
	var parts []string
	switch {
	case r.Glob != "":
		parts = append(parts, r.Glob)
	case r.Corpse != "" && r.Old:
		parts = append(parts, "corpse:"+r.Corpse+"(old)")
	case r.Corpse != "":
		parts = append(parts, "corpse:"+r.Corpse)
	}
	if r.Beside != "" {
		beside := r.Beside
		if r.Once > 1 {
			beside += " " + shortFraction(r.Once)
		}
		parts = append(parts, beside)
	}
	return strings.Join(parts, "; ")
}
