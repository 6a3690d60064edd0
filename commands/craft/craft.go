package craft

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// Commands lists the commands of this room. kept stores what people played at the
// castle's drawbridge.
func Commands(kept Kept) []*commands.Command {
	return slices.Concat(fixtureCommands(), wandCommands(), scrollCommands(), toolCommands(), lockCommands(), doorCommands(), []*commands.Command{wishCommand(), uncurseCommand(), erosionCommand(), zapSelf(), tuner{kept}.command()})
}

// The parameters that several commands take. Those of a hero are in package hero.
var (
	buc  = commands.NewChoice(commands.Param{Name: "buc", Summary: "Blessed, uncursed or cursed", Choices: []string{"blessed", "uncursed", "cursed"}, Also: map[string]string{"holy": "blessed", "unholy": "cursed"}})
	dlvl = commands.NewNumber(commands.Param{Name: "dlvl", Summary: "Depth of the level", Words: []string{"depth"}, Min: 1, Max: 60})

	conf    = commands.NewFlag(commands.Param{Name: "confused", Summary: "While confused or hallucinating", Words: []string{"conf", "hallucinating", "hallu"}})
	stunned = commands.NewFlag(commands.Param{Name: "stunned", Summary: "While stunned", Words: []string{"stun"}})
	blind   = commands.NewFlag(commands.Param{Name: "blind", Summary: "While blind", Words: []string{"blinded"}})
)

// bucOf returns the BUC that a call says. If it does not say one, the assumption is
// noted.
func bucOf(c *commands.Call, what string) rules.BUC { return bucSaid(c, buc.In(c), what) }

// bucSaid returns the BUC that a call's word for a thing means, if any.
func bucSaid(c *commands.Call, word, what string) rules.BUC {
	switch word {
	case "blessed":
		return rules.Blessed
	case "cursed":
		return rules.Cursed
	case "":
		c.Note(commands.Assumed, "an uncursed "+what)
	}
	return rules.Uncursed
}

// luckOf returns the Luck that a call says.
func luckOf(c *commands.Call) int { return hero.Luck.Else(c, 0, "Luck 0") }

// roleIs reports whether a call names a given role.
func roleIs(c *commands.Call, names ...string) bool {
	r, ok := hero.Role.In(c)
	return ok && slices.Contains(names, r.Name)
}

// roleName returns the name of the role that a call says; empty if it says none.
func roleName(c *commands.Call) string {
	if r, ok := hero.Role.In(c); ok {
		return r.Name
	}
	return ""
}

// objectTerms returns the objects of some classes, by their full names and by what
// follows "of". If two short names are equal, the first class wins.
func objectTerms(s *rules.Set, keep func(*rules.Object) bool, classes ...string) []commands.Term {
	for s.Objects() == nil && s.Parent != "" {
		s = rules.Get(s.Parent)
	}
	also, taken := shorthand.Of(s), map[string]bool{}
	var out []commands.Term
	for _, class := range classes {
		for _, o := range s.Objects() {
			if o.Class != class || keep != nil && !keep(o) {
				continue
			}
			t := commands.Term{Name: o.Name, Aliases: slices.Concat(o.Aliases, also.Also(shorthand.Object, o.Name)), Value: o}
			if short, ok := strings.CutPrefix(o.Name, class+" of "); ok && !taken[short] {
				taken[short] = true
				t.Aliases = append(t.Aliases, short)
			}
			out = append(out, t)
		}
	}
	return out
}
