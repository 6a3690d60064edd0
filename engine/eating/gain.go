package eating

import (
	"slices"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Gain is something that eating a corpse may give for good, or Timed for a
// while.
type Gain struct {
	What    string // as the game's enlightenment: "poison resistance", "telepathy"
	Timed   bool
	Special bool // by a case of its own, which stands among the Others
	odds.Fraction
	Percent int // EvilHack: by how many per cent the resistance grows; 0: it is whole
}

// conveyed lists the resistances by the codes of the tables, in the order in
// which the game counts them.
var conveyed = []struct{ code, what string }{
	{"fire", "fire resistance"}, {"cold", "cold resistance"}, {"sleep", "sleep resistance"}, {"disint", "disintegration resistance"},
	{"elec", "shock resistance"}, {"poison", "poison resistance"}, {"acid", "acid resistance"}, {"stone", "stoning resistance"},
}

// Strength is what giants give.
const Strength = "strength"

// gains lists what the flesh of a monster conveys (eat.c, cpostfx and givit).
func gains(e *rules.Eating, m *rules.Monster) []Gain {
	candidates := Conveyed(e, m)
	share := odds.Always
	if e.Pick && len(candidates) > 0 {
		share = odds.Of(1, int64(len(candidates)))
	}
	mind := e.Has(m, rules.Mind)
	if mind {
		share = share.Times(odds.Of(1, 2)) // the other half raises Int and does nothing else
	}
	var out []Gain
	if e.GiantOnce > 0 && m.Is("GIANT") {
		out = append(out, Gain{What: Strength, Fraction: odds.Of(1, int64(e.GiantOnce))})
	}
	if mind {
		out = append(out, Gain{What: "intelligence", Fraction: odds.Of(1, 2)})
	}
	for _, what := range candidates {
		g := Gain{What: what, Fraction: share}
		switch {
		case what == energy: // what that does stands among the special cases
			continue
		case what == Strength:
			if len(candidates) == 1 {
				g.Fraction = odds.Of(1, 2)
			}
		default:
			g.Fraction = share.Times(roll(e, m, what))
			g.Timed = timed(e, what)
			if e.PercentPer > 0 && resistance(what) {
				g.Percent = max(e.PercentLeast, m.Weight/e.PercentPer)
			}
		}
		if g.Num > 0 {
			out = append(out, g)
		}
	}
	return out
}

// Conveyed lists what the flesh of a monster could convey: all that the game picks from.
func Conveyed(e *rules.Eating, m *rules.Monster) []string {
	var out []string
	for _, c := range conveyed {
		if slices.Contains(m.Conveys, c.code) && (c.code != "acid" && c.code != "stone" || timed(e, c.what)) {
			out = append(out, c.what)
		}
	}
	if m.Is("TPORT") {
		out = append(out, "teleportitis")
	}
	if m.Is("TPORT_CNTRL") {
		out = append(out, "teleport control")
	}
	if e.Has(m, rules.Telepathy) || e.Has(m, rules.Mental) || e.Has(m, rules.Mind) {
		out = append(out, "telepathy")
	}
	if e.GiantPick && m.Is("GIANT") {
		out = append(out, Strength)
	}
	if e.Casters == rules.CastersPicked && casts(m) {
		out = append(out, energy)
	}
	return out
}

// energy stands for what newts give.
const energy = "energy"

// casts reports whether a monster attacks with spells.
func casts(m *rules.Monster) bool {
	return slices.ContainsFunc(m.Attacks, func(a rules.MonsterAttack) bool { return a.Type == "MAGC" })
}

// roll returns the chance that a property is gained once it was picked.
func roll(e *rules.Eating, m *rules.Monster, what string) odds.Fraction {
	if e.PercentPer > 0 { // EvilHack: no roll against the level
		if n := e.HardOf(what); n > 0 {
			return odds.Of(1, int64(n))
		}
		return odds.Always
	}
	hard := e.HardOf(what)
	if what == "telepathy" && !e.Has(m, rules.Mental) {
		hard = 1
	}
	p := exceeds(m.Level, hard)
	switch {
	case what == "poison resistance" && e.Has(m, rules.Sting):
		return odds.Of(3*p.Num*1+p.Den*exceeds(m.Level, 1).Num, 4*p.Den)
	case timed(e, what):
		for _, t := range e.Timed {
			if t.What == what { // either roll is enough
				return p.Not().Times(exceeds(m.Level, t.Of).Not()).Not()
			}
		}
	}
	return p
}

// exceeds returns the chance that a level exceeds rn2(n).
func exceeds(level, n int) odds.Fraction { return odds.Of(int64(min(level, n)), int64(n)) }

func timed(e *rules.Eating, what string) bool {
	return slices.ContainsFunc(e.Timed, func(t rules.Hardness) bool { return t.What == what })
}

func resistance(what string) bool {
	for _, c := range conveyed {
		if c.what == what {
			return true
		}
	}
	return false
}
