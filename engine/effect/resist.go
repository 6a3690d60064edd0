package effect

import (
	"slices"

	"delphi/engine/monster"
	"delphi/engine/rules"
)

// Resisters holds the monsters that resist an attack.
type Resisters struct {
	Monsters []*rules.Monster // all of them: classes first, then kinds, then the others
	Classes  []Group          // of which every monster resists it
	Kinds    []Group          // likewise, of what is in none of these classes
	Others   []*rules.Monster
}

// Group is several monsters under one name.
type Group struct {
	Name     string // of a class as the table has it, or of a kind in the plural
	Symbol   string // of a class; empty for a kind
	Monsters []*rules.Monster
}

// kinds are flags of monsters that make a Group.
var kinds = []struct{ flag, name string }{{"DEMON", "demons"}, {"WERE", "lycanthropes"}}

// fewest is how many monsters are worth a Group.
const fewest = 2

// Resisting lists the monsters that resist an attack by what they are, with
// nothing worn or carried. The code is one of monster.Resistances.
func Resisting(b *rules.Bestiary, code string) *Resisters {
	does := map[*rules.Monster]bool{}
	var left []*rules.Monster
	for _, m := range b.Monsters {
		if slices.Contains(monster.Resistances(b, m), code) {
			does[m] = true
			left = append(left, m)
		}
	}
	out := &Resisters{}
	// take groups the monsters for which is holds, if all of the version's resist.
	take := func(list *[]Group, name, symbol string, is func(*rules.Monster) bool) {
		g := Group{Name: name, Symbol: symbol}
		for _, m := range b.Monsters {
			if is(m) && !does[m] {
				return
			}
		}
		for _, m := range left {
			if is(m) {
				g.Monsters = append(g.Monsters, m)
			}
		}
		if len(g.Monsters) < fewest {
			return
		}
		*list, out.Monsters = append(*list, g), append(out.Monsters, g.Monsters...)
		left = slices.DeleteFunc(left, is)
	}
	for _, m := range slices.Clone(left) {
		if slices.Contains(left, m) {
			take(&out.Classes, m.Class, m.Symbol, func(o *rules.Monster) bool { return o.Symbol == m.Symbol })
		}
	}
	for _, k := range kinds {
		take(&out.Kinds, k.name, "", func(m *rules.Monster) bool { return m.Is(k.flag) })
	}
	out.Others, out.Monsters = left, append(out.Monsters, left...)
	return out
}
