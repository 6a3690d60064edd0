package fight

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/hurt"
	"delphi/engine/rules"
)

// innateTo holds what roles and races may resist by nature, with the damage that it holds off.
var innateTo = []struct {
	property string
	kinds    []string
}{
	{"cold resistance", []string{"COLD"}}, {"fire resistance", []string{"FIRE"}}, {"shock resistance", []string{"ELEC"}}, {"sleep resistance", []string{"SLEE"}}, {"poison resistance", []string{"DRST", "DRDX", "DRCO"}},
}

// born returns who of the hero's role and race has a property by nature at its level, "" if
// neither does.
func born(c *commands.Call, property string) string { return hero.Born(c.Rules, c, property) }

// resistible returns the properties that hold off attacks of a monster of which counts says that
// they do, and which the hero has by nature, each with who has it.
func resistible(c *commands.Call, m *rules.Monster, counts func(rules.MonsterAttack) bool) (out [][2]string) {
	for _, x := range innateTo {
		comes := slices.ContainsFunc(m.Attacks, func(a rules.MonsterAttack) bool { return slices.Contains(x.kinds, a.Damage) && counts(a) })
		if !comes {
			continue
		}
		if who := born(c, x.property); who != "" {
			out = append(out, [2]string{x.property, who})
		}
	}
	return out
}

// native returns a Command.Recall that fills in what a character resists by nature of the monster's
// attacks, unless it was saved without, and then does what another Recall does; nil: nothing more.
func native(passive bool, then func(c, character *commands.Call) []string) func(c, character *commands.Call) []string {
	return func(c, character *commands.Call) (took []string) {
		m, ok := Target.In(c)
		if !ok {
			m, ok = fought.In(c)
		}
		if ok {
			for _, x := range resistible(c, m, reaches(passive)) {
				what, _ := strings.CutSuffix(x[0], " resistance")
				name := what + "-resistant"
				saved := slices.ContainsFunc(hero.Has.All(character), func(s commands.Said) bool { return s.Name == name })
				if v := c.Value(stateFlag(name).Param); !saved && !v.Said {
					v.Said, v.Quiet = true, true
					took = append(took, name+" as "+wording.Article(x[1]))
				}
			}
		}
		if then != nil {
			took = append(took, then(c, character)...)
		}
		return took
	}
}

// reaches returns which attacks of a monster beside the hero count, passive ones if they do.
func reaches(passive bool) func(rules.MonsterAttack) bool {
	return func(a rules.MonsterAttack) bool {
		return a.Type != "BREA" && a.Type != "SPIT" && (passive || a.Type != "NONE")
	}
}

// vulnerable notes what the hero would resist by nature, but is taken not to. A line may be about a
// hero who has lost it, so it has to be said.
func vulnerable(c *commands.Call, q *hurt.Assault, passive bool) {
	for _, x := range resistible(c, q.Monster, reaches(passive)) {
		what, _ := strings.CutSuffix(x[0], " resistance")
		if *stateNamed(what + "-resistant").of(q) {
			continue
		}
		foremost(c, fmt.Sprintf("no %s, though %s has it: add %s resistant", x[0], wording.Article(x[1]), what))
	}
}

// foremost notes an assumption before all others, as it is likely to be wrong.
func foremost(c *commands.Call, text string) {
	n := commands.Note{Kind: commands.Assumed, Text: text}
	if !slices.Contains(c.Notes, n) {
		c.Notes = slices.Insert(slices.Clone(c.Notes), 0, n)
	}
}

// immune notes that the hero resists by nature what a foe answers its blows with.
func immune(c *commands.Call, m *rules.Monster) {
	for _, x := range resistible(c, m, func(a rules.MonsterAttack) bool { return a.Type == "NONE" }) {
		what, _ := strings.CutSuffix(x[0], " resistance")
		c.Note(commands.Remarked, fmt.Sprintf("%s resists %s", wording.Article(x[1]), what))
	}
}
