package game

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/commands/hero"
	"delphi/engine/dump"
	"delphi/engine/plight"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// Character returns the hero as a line of the me command; empty if the page tells neither the
// role nor hit points.
func Character(h *dump.Hero) string {
	set := h.Set()
	role := set.Role(h.Role)
	words := []string{"v" + set.Name}
	switch {
	case role != nil:
		words = append(words, role.Name)
	case !h.HP.Known || !h.MaxHP.Known || h.HD.Known || h.Died != nil:
		return ""
	}
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
	number("cha", h.Cha, spell.MinStat, spell.MaxStat)
	if h.Luck != nil && h.Luck.Min == h.Luck.Max {
		words = append(words, fmt.Sprintf("luck %d", h.Luck.Min))
	}
	if h.AC.Known {
		words = append(words, fmt.Sprintf("ac %d", h.AC.N))
	}
	if h.HP.Known && h.HP.N > 0 && !h.HD.Known && h.Died == nil {
		number("hp", h.HP, 1, hero.HP.Max)
		number("maxhp", h.MaxHP, h.HP.N, hero.MaxHP.Max)
	}
	if swift := swiftness(h); swift != "" {
		words = append(words, swift)
	}
	line := strings.Join(words, " ")
	things = append(things, properties(h)...)
	if role != nil {
		things = append(things, trained(h, set)...)
	}
	for _, t := range things {
		line += " " + t + ","
	}
	return strings.TrimSuffix(line, ",")
}

// swiftness returns how fast the page says the hero is; empty if it does not.
func swiftness(h *dump.Hero) string {
	role := *h
	role.Role = "" // what a role is by itself whoever asks knows too
	return plight.Swift(&role)
}

// ornaments holds where rings and amulets are worn. What armour gives is not listed with the
// properties: the armour itself is.
var ornaments = []string{"ring_left", "ring_right", "amulet"}

// properties lists the hero's properties that a character keeps, as the attributes of the page
// tell them and as rings and amulets give them.
func properties(h *dump.Hero) []string {
	var out, lent []string
	for _, it := range h.Inventory {
		if slices.Contains(ornaments, it.Worn) {
			lent = append(lent, hero.Lent(h.Set(), it.Name)...)
		}
	}
	all := strings.ToLower(strings.Join(h.Attributes, "\n"))
	for _, t := range hero.Has.Terms(h.Set()) {
		words := append([]string{strings.ReplaceAll(t.Name, "-", " ")}, t.Aliases...)
		if slices.Contains(lent, t.Name) || slices.ContainsFunc(words, func(w string) bool { return strings.Contains(all, w) }) {
			out = append(out, t.Name)
		}
	}
	return out
}

// gear lists what is worn and wielded as the me command names it, and which of it is
// already included in the attributes shown.
func gear(h *dump.Hero, set *rules.Set) (minds int, things []string) {
	twoHanded, shield := "", false
	for _, it := range h.Inventory {
		if it.Worn == "wielded" {
			if held := set.HeldNamed(it.Name); held != nil {
				name := cmp.Or(strings.TrimPrefix(it.Artifact, "The "), held.Name)
				if held.TwoHanded {
					twoHanded = enchanted(name, &it)
				} else {
					things = append(things, enchanted(name, &it))
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
		if role := set.Role(h.Role); role != nil && role.Curses && (it.BUC == "blessed" || it.BUC == "cursed") {
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

// enchanted returns a weapon's name with its enchantment, if the page tells one.
func enchanted(name string, it *dump.Item) string {
	if it.Enchant.Known && it.Enchant.N != 0 {
		return fmt.Sprintf("%+d %s", it.Enchant.N, name)
	}
	return name
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
