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

// vulnerable notes what the hero would resist by nature, but is taken not to. A line may be about a
// hero who has lost it, so it has to be said.
func vulnerable(c *commands.Call, q *hurt.Assault, passive bool) {
	counts := func(a rules.MonsterAttack) bool {
		return a.Type != "BREA" && a.Type != "SPIT" && (passive || a.Type != "NONE")
	}
	for _, x := range resistible(c, q.Monster, counts) {
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
