package plight

import (
	"math"
	"slices"
	"strings"

	"delphi/engine/divine"
	"delphi/engine/dump"
	"delphi/engine/hurt"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// Ward is what an Elbereth in the dust is worth.
type Ward struct {
	P        float64  `json:"p"` // that it is written without a slip
	Respects []string `json:"respects,omitempty"`
	Ignores  []string `json:"ignores,omitempty"`
	Bold     []string `json:"bold"` // the classes and monsters that ignore any
	Erased   bool     `json:"erased_by_attacks"`
	Why      string   `json:"useless,omitempty"` // why none can be written here, or none works
}

// elbereth is how many letters the word has.
const elbereth = len("Elbereth")

// Writes returns the chance that an Elbereth written in the dust has no slip. A letter
// becomes another once in DustOnce, and as often as the hero's state says; the
// sign that it becomes may be the letter itself, large or small.
func Writes(w *rules.Ward, ailments []string) (letter odds.Fraction, whole float64) {
	num, den := int64(w.DustOnce-1), int64(w.DustOnce)
	for _, s := range w.Slips {
		if slices.Contains(ailments, s.State) {
			num, den = num*int64(s.Once-1), den*int64(s.Once)
		}
	}
	signs := int64(w.DustSigns)
	letter = odds.Of(num*signs+2*(den-num), den*signs)
	return letter, math.Pow(letter.P, float64(elbereth))
}

// wardOf returns what an Elbereth does for the hero against some monsters.
func wardOf(h *dump.Hero, troubles []Trouble, foes []*rules.Monster) *Ward {
	w := nearest(h.Set(), func(s *rules.Set) bool { return s.Ward() != nil }).Ward()
	ailments := seq.Map(troubles, func(t Trouble) string { return t.Ailment })
	out := &Ward{Erased: w.Erased, Bold: append(strings.Split(w.Bold+w.BoldElbereth, ""), slices.DeleteFunc(slices.Concat(w.Names, w.NamesElbereth), named)...)}
	_, out.P = Writes(w, ailments)
	for _, k := range kinds(foes) {
		if divine.Scared(w, k.monster, false, h.Gehennom) {
			out.Respects = append(out.Respects, k.monster.Name)
		} else {
			out.Ignores = append(out.Ignores, k.monster.Name)
		}
	}
	switch {
	case slices.Contains(h.Conditions, "Lev"):
		out.Why = "you cannot reach the floor"
	case w.NotInGehennom && h.Gehennom:
		out.Why = "it does nothing in Gehennom"
	case len(foes) > 0 && len(out.Respects) == 0:
		out.Why = "ignored"
	}
	return out
}

// named reports whether a monster has a name of its own, or rarely comes before the
// end, so that there is no need to warn of it.
func named(monster string) bool { return monster != strings.ToLower(monster) }

// Pace is how fast a monster is against the hero.
type Pace struct {
	Monster string `json:"monster"`
	Count   int    `json:"count"`
	Speed   int    `json:"speed"`
	Yours   int    `json:"yours"`
	// Damage is what all of them do to the hero in a turn, on average; nil: the
	// hero's AC is not known, or what an attack does.
	Damage *float64 `json:"damage_per_turn,omitempty"`
}

// What being Fast and Very Fast add to a hero's speed of 12, on average, and the
// parts of it that a load leaves, in eighths (5.0.0 allmain.c:118, u_calc_moveamt;
// 3.4.3 allmain.c:105).
const (
	walking  = 12
	fast     = 4
	veryFast = 8
)

var loads = map[string]int{"Burdened": 6, "Stressed": 4, "Strained": 2, "Overtaxed": 1, "Overloaded": 0}

// Swift says how a hero is faster than others: "fast", "very fast" or not at all, as far as the
// page tells. Where it lists no properties the role and the level count.
func Swift(h *dump.Hero) string {
	very := slices.ContainsFunc(h.Inventory, func(it dump.Item) bool { return it.Worn == "boots" && it.Name == "speed boots" })
	quick := !h.SeesAttributes() && bornFast(h)
	for _, a := range h.Attributes {
		very = very || strings.HasSuffix(a, " very fast")
		quick = quick || strings.HasSuffix(a, " fast")
	}
	switch {
	case very:
		return "very fast"
	case quick:
		return "fast"
	}
	return ""
}

// bornFast reports whether the hero's role is fast at the hero's level.
func bornFast(h *dump.Hero) bool {
	set := nearest(h.Set(), func(s *rules.Set) bool { return s.Properties() != nil })
	return slices.ContainsFunc(set.Properties().Innate, func(x rules.Innate) bool {
		return x.Who == h.Role && x.Has == "speed" && x.Level <= Level(h)
	})
}

// Speed returns how fast the hero is on average, as far as the page tells.
func Speed(h *dump.Hero) int {
	s, m := walking, (&search{h: h, set: h.Set()}).form()
	if m != nil {
		s = m.Speed
	}
	switch Swift(h) {
	case "very fast":
		s += veryFast
	case "fast":
		s += fast
	}
	if left, loaded := loads[h.Burden]; loaded {
		s = s * left / 8
	}
	return s
}

// paces compares the hero with monsters.
func paces(h *dump.Hero, foes []*rules.Monster) []Pace {
	var out []Pace
	for _, k := range kinds(foes) {
		p := Pace{Monster: k.monster.Name, Count: k.count, Speed: k.monster.Speed, Yours: Speed(h)}
		if hurt := Hurts(h, k.monster); hurt != nil && hurt.PerTurn != nil {
			damage := hurt.PerTurn.Mean * float64(k.count)
			p.Damage = &damage
		}
		out = append(out, p)
	}
	return out
}

// kindOf is several monsters of one kind.
type kindOf struct {
	monster *rules.Monster
	count   int
}

// kinds counts monsters by their kind.
func kinds(foes []*rules.Monster) []kindOf {
	var out []kindOf
	for _, m := range foes {
		i := slices.IndexFunc(out, func(k kindOf) bool { return k.monster == m })
		if i < 0 {
			out = append(out, kindOf{m, 1})
			continue
		}
		out[i].count++
	}
	return out
}

// Hurts returns what a monster does to the hero; nil if the page does not show the AC,
// or the rules of the version are not known.
func Hurts(h *dump.Hero, m *rules.Monster) *hurt.Hurt {
	q := assault(h, m)
	if q == nil {
		return nil
	}
	out := q.Hits()
	return &out
}

// assault returns a monster's attack on the hero; nil as for Hurts.
func assault(h *dump.Hero, m *rules.Monster) *hurt.Assault {
	set := nearest(h.Set(), func(s *rules.Set) bool { return s.Hurt() != nil })
	if !h.AC.Known {
		return nil
	}
	str, reads := rules.ReadStrength(h.St)
	if !reads {
		str = 18
	}
	all := strings.Join(h.Attributes, "\n")
	q := &hurt.Assault{Rules: set.Hurt(), Monster: m, Level: -1, AC: h.AC.N, MC: cancels(h), Str: str, Dex: h.Dex.Or(dump.Is(18)).N,
		Immune: strings.Contains(all, "poison resistant"), Cold: strings.Contains(all, "cold resistant"), Fire: strings.Contains(all, "fire resistant"),
		Shock: strings.Contains(all, "shock resistant"), Sleep: strings.Contains(all, "sleep resistant"), Healer: h.Role == "Healer", Antimagic: strings.Contains(all, "magic-protected")}
	if q.Check() != nil {
		return nil
	}
	return q
}

// cancels returns the magic cancellation of the armour that is worn.
func cancels(h *dump.Hero) int {
	mc := 0
	for _, it := range h.Inventory {
		if o := h.Set().Object(it.Name); o != nil && o.Class == "armor" && it.Worn != "" {
			mc = max(mc, o.Oc2)
		}
	}
	return min(mc, hurt.MaxMC)
}
