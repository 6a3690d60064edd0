package craft

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/ends"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/dice"
	"delphi/engine/fixture"
	"delphi/engine/making"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// The parameters of wands.
var (
	charges = commands.NewNumber(commands.Param{Name: "charges", Summary: "Charges left, or (recharged:charges) as in 0:4", Before: "recharged", Bare: true, Words: []string{"charge"}, After: []string{"charges", "charge"}, Min: -9, Max: 127})
	before  = commands.NewNumber(commands.Param{Name: "recharged", Aside: true, Summary: "How often it has been recharged", Words: []string{"recharges"}, After: []string{"recharges"}, Min: 0, Max: 7})
	wand    = commands.NewName[*rules.Object](commands.Param{
		Name: "wand", Aside: true, Noun: "a wand", Summary: "The wand; without one, any",
		Vocabulary: func(s *rules.Set) []commands.Term { return objectTerms(s, nil, "wand") },
	})
	anyWand = commands.NewFlag(commands.Param{Name: "unknown", Aside: true, Summary: "An unidentified wand", Words: []string{"wand", "wands", "unknown wand", "unidentified wand", "random wand"}})
)

func wandCommands() []*commands.Command {
	return []*commands.Command{
		commands.Told(&commands.Command{
			Name:    "wrest",
			Fillers: "wand last one more charge from zap zapping a wish empty until till before it is gone", Aliases: []string{"wresting"},
			Summary: "Show how many zaps it takes to wrest a last charge from a wand",
			Params:  commands.Takes(commands.RuleSet, wand, charges, before, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"wrest", "wrest for 90%", "wrest 100 zaps", "wrest wishing 0:0 for 95%", "wrest 0:3"},
		}, commands.By(tellWrest)),
		commands.Told(&commands.Command{
			Name:    "engrave",
			Fillers: "engraving with id identify test testing message", Aliases: []string{"engraveid"},
			Summary: "Show what engraving with a wand tells you about it, and its charges",
			Params:  commands.Takes(commands.RuleSet, wand, anyWand, charges, before, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"engrave wand", "engrave fire", "engrave wishing 0:0"},
		}, commands.By(tellEngrave)),
	}
}

func tellWrest(c *commands.Call, f *rules.Fixtures) (*commands.Story, error) {
	n := charges.Else(c, 0, "a wand without charges (x:0)")
	before.In(c) // recharging does not change how it is wrested
	what := "wand"
	if o, ok := wand.In(c); ok {
		what = o.Name
	}
	p := fixture.Wrest(f, n)
	e := &ends.Ends{Subject: fmt.Sprintf("%s (x:%d)", wording.Capital(wording.Article(what)), n), Wanted: "to work", Once: "zap", Is: has("works"), Rule: rules.CiteWrest, How: p.String()}
	if n == 0 {
		e.Subject, e.Wanted = fmt.Sprintf("Wresting %s (x:0)", wording.Article(what)), "its last charge"
	}
	e.Cases = dice.Cases(func(d *dice.Dice) string {
		if d.Chance(int(p.Num), int(p.Den)) {
			return "works"
		}
		return "nothing happens"
	})
	s := e.Tell(c)
	if n > 0 {
		last := fixture.Wrest(f, 0)
		even, good := odds.TriesFor(last.P, 50), odds.TriesFor(last.P, 90)
		s.Reply.Summary += fmt.Sprintf(" Once its %s gone, wresting the last takes %d more zaps for 50%%, %d for 90%% (%s a zap).", map[bool]string{true: "charge is", false: strconv.Itoa(n) + " charges are"}[n == 1], even, good, last)
	}
	return s, nil
}

// chargesOf says how many charges a new wand has: as new ones are made, where the
// version's ways to make things are known.
func chargesOf(s *rules.Set, o *rules.Object) string {
	const unaimed = 1 // oc_dir NODIR
	least, most := 4, 8
	switch {
	case s.Making() != nil:
		if slices.Contains(s.Making().OftenAimed, o.Name) {
			return "4 to 8 charges in half of all games, 11 to 15 in the others"
		}
		least, most = math.MaxInt, 0
		for _, x := range making.New(s.Making(), o) {
			least, most = min(least, x.Enchant), max(most, x.Enchant)
		}
	case o.Name == "wand of wishing":
		least, most = 1, 3
	case o.Dir == unaimed:
		least, most = 11, 15
	}
	if least == most {
		return wording.Count(most, "charge")
	}
	return fmt.Sprintf("%d to %d charges", least, most)
}

func tellEngrave(c *commands.Call, f *rules.Fixtures) (*commands.Story, error) {
	anyWand.In(c) // without a name any wand is meant
	seen := map[string]rules.Engraving{}
	for _, x := range f.Engravings {
		seen[x.Wand] = x
	}
	if o, ok := wand.In(c); ok {
		return tellEngraveWith(c, f, o, seen[strings.TrimPrefix(o.Name, "wand of ")])
	}
	// An unknown wand is of each type in proportion to how often the game makes it.
	var kinds []*rules.Object
	var weights []int64
	for _, o := range c.Rules.Objects() {
		if o.Class == "wand" && o.Prob > 0 {
			kinds, weights = append(kinds, o), append(weights, int64(o.Prob))
		}
	}
	what := func(o *rules.Object) rules.Engraving { return seen[strings.TrimPrefix(o.Name, "wand of ")] }
	itself := map[string]bool{}
	e := &ends.Ends{Subject: "Engraving with an unknown wand", Wanted: "to identify itself", Rule: rules.CiteEngraving, Cases: dice.Cases(func(d *dice.Dice) string {
		x := what(kinds[d.Weighted(weights...)])
		if strings.HasPrefix(x.Itself, "yes") {
			itself[x.Seen] = true
		}
		return x.Seen
	})}
	e.Is = func(seen string) bool { return itself[seen] }
	s := e.Tell(c)
	t := &commands.Table{Columns: []string{"message", "wand", "new"}}
	for _, o := range kinds {
		t.Rows = append(t.Rows, []string{what(o).Seen, strings.TrimPrefix(o.Name, "wand of "), chargesOf(c.Rules, o)})
	}
	s.Reply.Table = t
	c.Note(commands.Assumed, "the wand has charges, there is an engraving on the square, and you can see")
	return s, nil
}

func tellEngraveWith(c *commands.Call, f *rules.Fixtures, o *rules.Object, x rules.Engraving) (*commands.Story, error) {
	n, said := charges.In(c)
	if !said {
		n = 1
	}
	p := fixture.Wrest(f, n)
	e := &ends.Ends{Subject: wording.Capital("engraving with a " + o.Name), Wanted: "an effect", Is: has("works"), Rule: rules.CiteWrest, Also: []string{rules.CiteEngraving}, How: p.String()}
	e.Cases = dice.Cases(func(d *dice.Dice) string {
		if d.Chance(int(p.Num), int(p.Den)) {
			return "works"
		}
		return "plain engraving"
	})
	if said && n == 0 {
		e.Once = "try"
		e.Wanted = "a last effect, which turns the wand to dust,"
	}
	s := e.Tell(c)
	s.Reply.Summary += " It shows: " + x.Seen + "."
	if strings.HasPrefix(x.Itself, "yes") {
		s.Reply.Summary += " It identifies itself."
	}
	s.Reply.Summary += fmt.Sprintf(" New ones have %s.", chargesOf(c.Rules, o))
	if x.Needs != "" {
		c.Note(commands.Assumed, "there is an engraving on the square")
	}
	return s, nil
}
