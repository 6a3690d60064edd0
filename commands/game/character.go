package game

import (
	"fmt"
	"slices"
	"strings"

	"delphi/engine/dump"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// Character returns the hero as a line of the me command; empty if the page does not
// tell the role.
func Character(h *dump.Hero) string {
	set := h.Set()
	role := set.Role(h.Role)
	if role == nil {
		return ""
	}
	words := []string{"v" + set.Name, role.Name}
	if slices.Contains(rules.Races, h.Race) {
		words = append(words, h.Race)
	}
	number := func(name string, n dump.Num, low, high int) {
		if n.Known && n.N >= low && n.N <= high {
			words = append(words, fmt.Sprintf("%s%d", name, n.N))
		}
	}
	if slices.Contains(rules.Alignments, h.Alignment) {
		words = append(words, h.Alignment)
	}
	number("xl", h.XL, spell.MinXL, spell.MaxXL)
	if h.St != "" {
		words = append(words, "st "+h.St)
	}
	number("dex", h.Dex, spell.MinStat, spell.MaxStat)
	number("con", h.Con, spell.MinStat, spell.MaxStat)
	minds, things := gear(h, set)
	for _, a := range []struct {
		name string
		n    dump.Num
	}{{"int", h.Int}, {"wis", h.Wis}} {
		if a.n.Known {
			// The line adds the helm's enchantment once more.
			a.n.N = max(spell.MinStat, min(spell.MaxStat, a.n.N-minds))
		}
		number(a.name, a.n, spell.MinStat, spell.MaxStat)
	}
	if h.Luck != nil && h.Luck.Min == h.Luck.Max {
		words = append(words, fmt.Sprintf("luck %d", h.Luck.Min))
	}
	if h.AC.Known {
		words = append(words, fmt.Sprintf("ac %d", h.AC.N))
	}
	line := strings.Join(words, " ")
	for _, t := range append(things, trained(h, set)...) {
		line += " " + t + ","
	}
	return strings.TrimSuffix(line, ",")
}

// gear lists what is worn and wielded as the me command names it, and which of it is
// already included in the attributes shown.
func gear(h *dump.Hero, set *rules.Set) (minds int, things []string) {
	twoHanded, shield := "", false
	for _, it := range h.Inventory {
		if it.Worn == "wielded" {
			if held := set.HeldNamed(it.Name); held != nil {
				if held.TwoHanded {
					twoHanded = held.Name
				} else {
					things = append(things, held.Name)
				}
			}
			continue
		}
		w := set.WornNamed(it.Name)
		if it.Worn == "" || w == nil {
			continue
		}
		name := w.Name
		if it.Enchant.Known && it.Enchant.N != 0 {
			top := h.Int.N >= spell.MaxStat || h.Wis.N >= spell.MaxStat || h.Int.N <= spell.MinStat || h.Wis.N <= spell.MinStat
			if !w.Mind || !top {
				name = fmt.Sprintf("%+d %s", it.Enchant.N, name)
			}
			if w.Mind && !top {
				minds = it.Enchant.N
			}
		}
		if set.Role(h.Role).Curses && (it.BUC == "blessed" || it.BUC == "cursed") {
			name = it.BUC + " " + name
		}
		shield = shield || w.Slot == rules.Shield
		things = append(things, name)
	}
	if twoHanded != "" && !shield {
		things = append(things, twoHanded)
	}
	return minds, things
}

// trained lists the skills in schools of magic that the page shows, other than
// those that a hero begins with.
func trained(h *dump.Hero, set *rules.Set) []string {
	var out []string
	role := set.Role(h.Role)
	schools := map[rules.School]bool{}
	for _, sp := range set.Spells {
		school := set.School(role, sp)
		if schools[school] {
			continue
		}
		schools[school] = true
		level, ok := h.Skill(string(school) + " spells")
		skill, known := rules.SkillNamed(level)
		if !ok || !known || skill == role.StartSkill(school) {
			continue
		}
		out = append(out, fmt.Sprintf("%s %s spells", skill, school))
	}
	slices.Sort(out)
	return out
}
