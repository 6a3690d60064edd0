package craft

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/ends"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/enchant"
	"delphi/engine/rules"
)

// The parameters of remove curse.
var (
	curseScroll = commands.NewName[*rules.Object](commands.Param{
		Name: "scroll", Noun: "a scroll", Summary: "The scroll of remove curse",
		Vocabulary: func(s *rules.Set) []commands.Term {
			return objectTerms(s, func(o *rules.Object) bool { return strings.HasSuffix(o.Name, " of remove curse") }, "scroll")
		},
	})
	// scrollBUC is buc without "holy", which is what the water becomes.
	scrollBUC = commands.NewChoice(commands.Param{Name: "buc", Summary: "Whether the scroll is blessed, uncursed or cursed", Choices: []string{"blessed", "uncursed", "cursed"}})
	thingBUC  = commands.NewChoice(commands.Param{
		Name: "item", Summary: "What the thing is: an uncursed, a blessed or a cursed item", Choices: []string{"uncursed item", "blessed item", "cursed item"}, Also: curseables(),
	})
)

// curseables returns other words for an item of each BUC.
func curseables() map[string]string {
	out := map[string]string{}
	for _, state := range []string{"uncursed", "blessed", "cursed"} {
		for _, noun := range []string{"items", "thing", "things", "potion", "potions", "water", "potion of water", "potions of water", "stack", "stuff", "inventory"} {
			out[state+" "+noun] = state + " item"
		}
	}
	return out
}

func uncurseCommand() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "removecurse",
		Fillers: "scroll scrolls of remove curse a read reading spell an item items thing things potion potions water making make holy unholy bless blessing curse cursing with while get to", Aliases: []string{"uncurse"},
		Summary: "Show what a scroll of remove curse does when you read it while confused",
		Params:  commands.Takes(commands.RuleSet, curseScroll, thingBUC, scrollBUC, conf, tries.Number, tries.Sure, ends.Chart),

		Examples: []string{"removecurse confused blessed scroll on uncursed item", "removecurse confused 10 potions", "removecurse confused cursed scroll", "removecurse confused for 90%"},
	}, commands.By(tellUncurse))
}

func tellUncurse(c *commands.Call, r *rules.Enchanting) (*commands.Story, error) {
	if !conf.In(c) {
		c.Note(commands.Assumed, "read while confused")
	}
	thing := bucSaid(c, strings.TrimSuffix(thingBUC.In(c), " item"), "thing")
	scroll := bucSaid(c, scrollBUC.In(c), "scroll")
	if scroll == rules.Uncursed {
		c.Note(commands.Remarked, "an uncursed scroll reaches only what is worn or wielded")
	}
	e := &ends.Ends{
		Subject: fmt.Sprintf("A confused %s scroll of remove curse on %s thing", scroll, wording.Article(thing.String())), Cases: enchant.Confused(r, scroll, thing),
		Wanted: "to bless it", Once: "thing", Is: func(what string) bool { return what == rules.Blessed.String() }, Rule: rules.CiteConfusedCurse, How: fmt.Sprintf("1/%d * 1/2", r.ConfusedOnce),
	}
	if scroll == rules.Cursed || thing != rules.Uncursed {
		e.Wanted, e.Once, e.How = "to change it", "", "0"
		e.Is = func(what string) bool { return what != thing.String() }
	}
	return e.Tell(c), nil
}
