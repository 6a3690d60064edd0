package piles

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/polypile"
	"delphi/engine/polypile/layout"
	"delphi/engine/rules"
)

// pileFillers holds words about polypiling that add nothing to a question about it.
const pileFillers = "or any pile piles zap zapping zapped polymorph polymorphing square squares stack stacks into from"

func poly() *commands.Command {
	return commands.ToldAsIs(&commands.Command{
		Name:    "poly",
		Fillers: strings.ReplaceAll(pileFillers, " from", "") + " at least my the these those things stuff items junk everything objects",
		Aliases: []string{"polypile", "polymorph"},
		Summary: "Work out what a polypile yields and what it destroys",
		Params:  commands.Takes(commands.RuleSet, Pile, hero.Luck, after, dlvl, squares, line, down, dip, breaking, compare, golem, both, numbers, justSo, none, atMost, moreOf, fewer, mines, gehennom, unnamed, curve),

		Examples: []string{
			"poly 10x 5 cursed rocks, blessed gray dragon scale mail, 12 elven cloaks luck 10",
			"poly 4 blessed scrolls of light",
			"poly my 7 unihorns for marker luck 0",
			"poly line: 3 elven cloaks / 2 blessed unicorn horns / magic lamp",
			"poly 20 unihorns for 2 markers",
			"poly 5 random rings and 2 random wands",
			"poly compare 7 unihorns for magic marker",
		},

		Unmodelled: rules.LookupPolypile,
	}, tellPoly)
}

func tellPoly(ctx context.Context, c *commands.Call) (*commands.Story, error) {
	if compare.In(c) {
		return tellCompare(ctx, c)
	}
	if n, ok := unnamed.In(c); ok && !namesPile(c) {
		return tellUnnamed(ctx, c, n)
	}
	if each := alternatives(c); len(each) > 1 {
		return tellEither(ctx, c, each)
	}
	return tellPile(ctx, c)
}

// tellPile answers what becomes of one pile.
func tellPile(ctx context.Context, c *commands.Call) (*commands.Story, error) {
	line.In(c) // squares are said by the / between them as well
	q, want, err := polyQuestion(c)
	if err != nil {
		return nil, err
	}
	a, err := polypile.Zap(ctx, q)
	if err != nil {
		return nil, err
	}
	return &commands.Story{Reply: polyReply(c, q, want, a), Steps: polySteps(c, q, want, a)}, nil
}

// thePile returns the pile of a call, what is wanted from it, and the Luck; luckSaid is
// false if the Luck was assumed.
func thePile(c *commands.Call) (piles []polypile.Square, want *sought, lucky int, luckSaid bool, err error) {
	piles, want, err = pileStacks(c)
	if err == nil && len(piles) == 0 {
		err = &commands.Problem{Text: "Which pile? Name its stacks, top first.", Slot: "pile", Hints: []string{"poly 4 blessed unihorns for marker"}}
	}
	lucky, luckSaid = hero.Luck.In(c)
	if !luckSaid {
		c.Note(commands.Assumed, "Luck 0")
	}
	return piles, want, lucky, luckSaid, err
}

// polyQuestion returns the pile that a call describes and how it is polymorphed.
func polyQuestion(c *commands.Call) (*polypile.Question, *sought, error) {
	piles, want, lucky, luckSaid, err := thePile(c)
	if err != nil {
		return nil, nil, err
	}
	q := &polypile.Question{Rules: c.Rules, Squares: piles, Luck: lucky, Level: levelOf(c, hasGems(piles)), Want: want.objects, WantBUC: want.buc, AtLeast: want.atLeast}
	if err := polyWay(c, q); err != nil {
		return nil, nil, err
	}
	q.After, _ = turnsAfter(c)
	if q.Apply == polypile.Dip && luckSaid {
		c.Note(commands.Remarked, "Luck does not matter when dipping")
	}
	return q, want, nil
}

// polyWay takes how the pile is polymorphed and on how many squares it lies.
func polyWay(c *commands.Call, q *polypile.Question) error {
	ways := 0
	for flag, way := range map[commands.Flag]polypile.Apply{down: polypile.Down, dip: polypile.Dip, breaking: polypile.Break} {
		if flag.In(c) {
			q.Apply = way
			ways++
		}
	}
	if ways > 1 {
		return &commands.Problem{Text: "Down, dip and break are three ways to do it; pick one.", Hints: []string{"leave out down", "leave out dip", "leave out break"}}
	}
	if n, ok := squares.In(c); ok {
		if len(q.Squares) > 1 {
			return &commands.Problem{Text: "Show where the piles lie with / or with over, not both.", Hints: []string{"over 7 squares"}}
		}
		q.Squares = layout.Deal(q.Squares[0].Stacks, n)
	}
	switch n := len(q.Squares); {
	case q.Apply == polypile.Down && n > 1:
		return &commands.Problem{Text: "Zapping down reaches only your own square.", Hints: []string{"leave out down"}}
	case q.Apply == polypile.Break && n > 9:
		return &commands.Problem{Text: fmt.Sprintf("A broken wand reaches 9 squares, not %d.", n), Hints: []string{"over 9 squares"}}
	}
	return nil
}

func polyReply(c *commands.Call, q *polypile.Question, want *sought, a *polypile.Answer) commands.Reply {
	r := commands.Reply{Data: a, Version: c.Rules.Name, Hints: []string{"why"}, Headline: wording.Amount(a.Items.ExpectedLeft)}
	switch {
	case a.Want != nil && want.numbers:
		r.Headline = wording.Amount(a.Want.ExpectedItems)
	case a.Want != nil:
		p, _ := want.chance(a.Want)
		r.Headline = wording.Share(p)
	case golem.In(c) != "":
		r.Headline = wording.Share(golemChance(golem.In(c), a))
	}
	r.Summary = polySummary(c, q, want, a)
	r.Aside(piled(q, a))
	r.Table = stackTable(a)
	r.Fields = polyFields(want, a, r.Table)
	turning(c, &r, a.Reverts)
	r.Summary += pileTurnsBack(c, a.Reverts)
	if curve.In(c) {
		r.Chart = pileChart(c, q, a)
	}
	r.EngineNotes(c.Rules, a.Warnings, a.Notes, a.Cites)
	return r
}

// pileChart charts how likely each number of wanted items is, or else of items left;
// nil if that is not known.
func pileChart(c *commands.Call, q *polypile.Question, a *polypile.Answer) *commands.Chart {
	var points []commands.Point
	what := "items left"
	if w := a.Want; w != nil {
		what = "how many of " + strings.Join(w.Names, ", ")
		if len(w.Names) == 1 {
			what = wording.Plural(w.Names[0])
		}
		for _, x := range w.Counts {
			points = append(points, commands.Point{X: float64(x.Items), Y: x.P * 100})
		}
	} else {
		for _, x := range a.Left {
			points = append(points, commands.Point{X: float64(x.Items), Y: x.P * 100})
		}
	}
	if len(points) == 0 {
		return nil
	}
	out := commands.Plot(piled(q, a)+"how likely each number of "+what+" is, "+c.Rules.Title, what, "chance %", 0, points)
	out.Kind = commands.BarChart
	return out
}

// polySummary says what becomes of a pile: first what was wanted, then what is left and
// how likely a golem is.
func polySummary(c *commands.Call, q *polypile.Question, want *sought, a *polypile.Answer) string {
	return piled(q, a) + polyOutcome(golem.In(c), q, want, a)
}

// piled returns what is polymorphed, and how: "7 uncursed unicorn horns, one zap: ".
func piled(q *polypile.Question, a *polypile.Answer) string {
	way := map[polypile.Apply]string{polypile.Dip: "dipped", polypile.Down: "one zap down", polypile.Break: "the wand broken"}[q.Apply]
	if way == "" {
		way = "one zap"
	}
	if q.After > 0 && a.Want != nil {
		way += fmt.Sprintf(" and %s later", wording.Count(q.After, "turn"))
	}
	return fmt.Sprintf("%s, %s: ", wording.Capital(pileName(a)), way)
}

func polyOutcome(kind string, q *polypile.Question, want *sought, a *polypile.Answer) string {
	var b strings.Builder
	left := fmt.Sprintf("about %s of %d remain", wording.Amount(a.Items.ExpectedLeft), a.Items.In)
	switch w := a.Want; {
	case w != nil:
		b.WriteString(want.outcome(w) + ". " + wording.Capital(left) + ".")
	case kind != "":
		b.WriteString(golemOutcome(kind, a) + ". " + wording.Capital(left) + ".")
	default:
		b.WriteString(left)
		if lost := losses(a); len(lost) > 0 {
			b.WriteString(" (" + strings.Join(lost, ", ") + ")")
		}
		b.WriteString(".")
	}
	if kind == "" || a.Want != nil {
		b.WriteString(golemAfter(q, a))
	}
	return b.String()
}

// pileName returns a pile in a few words: its one stack, or how many items it has.
func pileName(a *polypile.Answer) string {
	if len(a.Stacks) != 1 {
		return wording.Count(a.Items.In, "item")
	}
	s := a.Stacks[0]
	name := s.BUC.String() + " " + s.Name
	if n := s.Quantity * s.Count; n != 1 {
		return strconv.Itoa(n) + " " + thing.Plural(name)
	}
	return name
}

// single returns one object as a sentence has it: "a magic marker", "speed boots".
func single(name string) string {
	if one := wording.Article(name); thing.Plural(name) != name || strings.Contains(one, " of "+name) {
		return one
	}
	return name
}

// losses says how many items are lost, and how.
func losses(a *polypile.Answer) (lost []string) {
	for _, l := range []struct {
		what string
		n    float64
	}{{"shudder away", a.Items.LostToShudder}, {"go into a golem", a.Items.LostToGolem}, {"fuse", a.Items.LostToFusing}, {"turn into rocks", a.Items.LostToBackfire}} {
		if l.n > 0 {
			lost = append(lost, wording.Amount(l.n)+" "+l.what)
		}
	}
	return lost
}

// stackTable returns what happens to each stack.
func stackTable(a *polypile.Answer) *commands.Table {
	t := &commands.Table{Columns: []string{"stack", "resist", "shudder", "polymorph", "fuse", "eaten", "left"}}
	for _, s := range a.Stacks {
		name := stackName(&s)
		t.Rows = append(t.Rows, []string{name, wording.Share(s.Resist), wording.Share(s.Shudder), wording.Share(s.Polymorph), wording.Share(s.Fuse), wording.Share(s.Eaten), wording.Amount(s.ExpectedLeft)})
	}
	return t
}

// stackName returns a stack as it was written, "10x 5 cursed rock", with the number of
// its square if there are several.
func stackName(s *polypile.StackAnswer) string {
	name := s.BUC.String() + " " + s.Name
	if s.Quantity != 1 {
		name = strconv.Itoa(s.Quantity) + " " + name
	}
	if s.Count > 1 {
		name = strconv.Itoa(s.Count) + "x " + name
	}
	if s.Square > 0 {
		name = fmt.Sprintf("%d: %s", s.Square, name)
	}
	return name
}

// polyFields adds the steps: the stacks, as far as they fit, and what is left.
func polyFields(want *sought, a *polypile.Answer, stacks *commands.Table) (out []commands.Field) {
	field := func(name, format string, args ...any) {
		out = append(out, commands.Field{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	for i, row := range stacks.Rows {
		if i == 8 && len(stacks.Rows) > 9 {
			field("and", "%d more stacks", len(stacks.Rows)-i)
			break
		}
		field(row[0], "resists %s, shudders %s, polymorphs %s, eaten %s, %s left", row[1], row[2], row[3], row[5], row[6])
	}
	if a.Want != nil && a.Want.AtLeastOne > 0 {
		field("how many", "%s", want.told(a.Want, toldOf(a.Want)))
	}
	if lost := losses(a); len(lost) > 0 {
		field("lost", "%s", strings.Join(lost, ", "))
	}
	if a.Golem.Decided > 0 {
		field("golem", "decided %s, appears %s", wording.Share(a.Golem.Decided), wording.Share(a.Golem.Appears))
	}
	if len(a.Squares) > 0 {
		says := make([]string, len(a.Squares))
		for i, s := range a.Squares {
			says[i] = wording.Share(s.PReached)
		}
		field("reached", "%s", strings.Join(says, ", "))
	}
	says := []string{}
	for _, m := range a.Materials {
		if m.Items >= 0.005 && len(says) < 6 {
			says = append(says, wording.Amount(m.Items)+" "+m.Material)
		}
	}
	if len(says) > 0 {
		field("materials left", "%s", strings.Join(says, ", "))
	}
	if qn := a.Quantiles; qn != nil {
		field("items left", "at most %d 5%% of the time, %d 25%%, %d 50%%, %d 75%%, %d 95%%", qn.P05, qn.P25, qn.P50, qn.P75, qn.P95)
	}
	return out
}
