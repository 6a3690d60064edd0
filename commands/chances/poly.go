package chances

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/polypile"
)

// pileFillers are the words of polypiling that mean nothing beside it.
const pileFillers = "or any pile piles zap zapping zapped polymorph polymorphing square squares stack stacks into from"

func poly() *commands.Command {
	return &commands.Command{
		Name:    "poly",
		Aliases: []string{"polypile"},
		Summary: "what a polypile yields and what it destroys",
		Params:  commands.Takes(commands.RuleSet, Pile, luck, dlvl, squares, line, down, dip, breaking, compare, mines, gehennom, chart),
		Fillers: strings.ReplaceAll(pileFillers, " from", ""),
		Examples: []string{
			"poly 10x 5 cursed rocks, blessed gray dragon scale mail, 12 elven cloaks luck 10",
			"poly 4 blessed scrolls of light",
			"poly my 7 unihorns for marker luck 0",
			"poly line: 3 elven cloaks / 2 blessed unicorn horns / magic lamp",
			"poly compare 7 unihorns for magic marker",
		},
		Lasting: true,
		Cues: []commands.Cue{
			{Names: commands.Takes(Pile), Shape: commands.CountShape, Words: polyWords, Weight: 14},
			{Names: commands.Takes(Pile), Shape: commands.SourceShape, Words: "golem|polypile|pile", Weight: 12},
			{Names: commands.Takes(Pile), Shape: commands.WantedShape, Weight: 4},
			{Names: commands.Takes(Pile), Shape: commands.CountShape, Weight: 7},
			{Names: commands.Takes(Pile), Words: "dip|dipping|dipped|down|zapping down", Weight: 10},
			{Names: commands.Takes(Pile), Words: "arrange|spread out|one pile|best results|best plan|best way", Weight: 12},
		},
		Unruled: reverts,
		Run:     runPoly,
	}
}

func runPoly(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	piles, want, err := pileStacks(c, Pile, "for")
	if err != nil {
		return commands.Reply{}, err
	}
	if len(piles) == 0 {
		return commands.Reply{}, &commands.Problem{Text: "which pile? Name its stacks, top first", Hints: []string{"poly 4 blessed unihorns for marker"}}
	}
	lucky, luckSaid := luck.In(c)
	if !luckSaid {
		c.Note(commands.Assumed, "Luck 0")
	}
	if compare.In(c) {
		return polyCompare(ctx, c, piles, want, lucky)
	}
	q := polypile.Question{Rules: c.Rules, Squares: piles, Luck: lucky, Level: levelOf(c, hasGems(piles)), Want: want}
	ways := 0
	for flag, way := range map[commands.Flag]polypile.Apply{down: polypile.Down, dip: polypile.Dip, breaking: polypile.Break} {
		if flag.In(c) {
			q.Apply = way
			ways++
		}
	}
	if ways > 1 {
		return commands.Reply{}, &commands.Problem{Text: "down, dip and break are three ways; say one", Hints: []string{"leave out all but one"}}
	}
	if n, ok := squares.In(c); ok {
		if len(piles) > 1 {
			return commands.Reply{}, &commands.Problem{Text: "say where the piles lie by / or by over, not both", Hints: []string{"over 7 squares"}}
		}
		q.Squares = polypile.Deal(piles[0].Stacks, n)
	}
	switch n := len(q.Squares); {
	case q.Apply == polypile.Down && n > 1:
		return commands.Reply{}, &commands.Problem{Text: "zapping down reaches your own square alone", Hints: []string{"leave out down"}}
	case q.Apply == polypile.Break && n > 9:
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("a broken wand reaches 9 squares, not %d", n), Hints: []string{"over 9 squares"}}
	case q.Apply == polypile.Dip && luckSaid:
		c.Note(commands.Assumed, "Luck does not matter to dipping")
	}
	a, err := polypile.Zap(ctx, &q)
	if err != nil {
		return commands.Reply{}, err
	}
	return polyReply(c, &q, a), nil
}

func polyReply(c *commands.Call, q *polypile.Question, a *polypile.Answer) commands.Reply {
	r := commands.Reply{Data: a, Version: c.Rules.Name, Hints: []string{"why"}}
	var b strings.Builder
	if q.Apply == polypile.Dip {
		b.WriteString("dipped: ")
	}
	fmt.Fprintf(&b, "%s of %d items left", commands.Amount(a.Items.ExpectedLeft), a.Items.In)
	var lost []string
	for _, l := range []struct {
		what string
		n    float64
	}{{"shuddering", a.Items.LostToShudder}, {"a golem", a.Items.LostToGolem}, {"fusing", a.Items.LostToFusing}, {"turning into rocks", a.Items.LostToBackfire}} {
		if l.n > 0 {
			lost = append(lost, commands.Amount(l.n)+" lost to "+l.what)
		}
	}
	if len(lost) > 0 {
		b.WriteString(" (" + strings.Join(lost, ", ") + ")")
	}
	r.Headline = commands.Amount(a.Items.ExpectedLeft)
	switch {
	case q.Apply == polypile.Dip:
	case a.Golem.Decided == 0:
		b.WriteString("; no golem")
	default:
		fmt.Fprintf(&b, "; golem %s", commands.Share(a.Golem.Appears))
		if a.Golem.Appears != a.Golem.Decided {
			fmt.Fprintf(&b, " (decided %s)", commands.Share(a.Golem.Decided))
		}
		if kinds := golemKinds(a.Golem.Kinds, 3); kinds != "" {
			b.WriteString(": " + kinds)
		}
	}
	if w := a.Want; w != nil {
		fmt.Fprintf(&b, "; %s %s", strings.Join(w.Names, " or "), commands.Share(w.AtLeastOne))
		if len(w.Names) > 1 {
			b.WriteString(" for any")
		}
		fmt.Fprintf(&b, " (%s on average)", commands.Amount(w.ExpectedItems))
		r.Headline = commands.Share(w.AtLeastOne)
	}
	r.Summary = b.String() + "."

	r.Table = &commands.Table{Columns: []string{"stack", "resist", "shudder", "polymorph", "fuse", "eaten", "left"}}
	for _, s := range a.Stacks {
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
		r.Table.Rows = append(r.Table.Rows, []string{name, commands.Share(s.Resist), commands.Share(s.Shudder), commands.Share(s.Polymorph), commands.Share(s.Fuse), commands.Share(s.Eaten), commands.Amount(s.ExpectedLeft)})
	}
	for i, row := range r.Table.Rows {
		if i == 8 && len(r.Table.Rows) > 9 {
			r.Fields = append(r.Fields, commands.Field{Name: "and", Value: fmt.Sprintf("%d more stacks", len(r.Table.Rows)-i)})
			break
		}
		r.Fields = append(r.Fields, commands.Field{Name: row[0], Value: fmt.Sprintf("resists %s, shudders %s, polymorphs %s, eaten %s, %s left", row[1], row[2], row[3], row[5], row[6])})
	}
	if len(a.Squares) > 0 {
		says := make([]string, len(a.Squares))
		for i, s := range a.Squares {
			says[i] = commands.Share(s.PReached)
		}
		r.Fields = append(r.Fields, commands.Field{Name: "reached", Value: strings.Join(says, ", ")})
	}
	if len(a.Materials) > 0 {
		says := []string{}
		for _, m := range a.Materials {
			if m.Items >= 0.005 && len(says) < 6 {
				says = append(says, commands.Amount(m.Items)+" "+m.Material)
			}
		}
		if len(says) > 0 {
			r.Fields = append(r.Fields, commands.Field{Name: "materials left", Value: strings.Join(says, ", ")})
		}
	}
	if qn := a.Quantiles; qn != nil {
		r.Fields = append(r.Fields, commands.Field{Name: "items left", Value: fmt.Sprintf("at most %d with 5%%, %d with 25%%, %d with 50%%, %d with 75%%, %d with 95%%", qn.P05, qn.P25, qn.P50, qn.P75, qn.P95)})
	}
	if chart.In(c) && len(a.Left) > 1 {
		var points []commands.Point
		for _, x := range a.Left {
			points = append(points, commands.Point{X: float64(x.Items), Y: x.P * 100})
		}
		r.Chart = commands.Plot("items left", "items", "chance %", 0, points)
	}
	r.EngineNotes(c.Rules, a.Warnings, a.Notes, a.Cites)
	return r
}

// golemKinds lists the likeliest kinds, at most so many.
func golemKinds(kinds map[string]float64, most int) string {
	type kind struct {
		name string
		p    float64
	}
	var list []kind
	for name, p := range kinds {
		if p > 1e-9 {
			list = append(list, kind{name, p})
		}
	}
	slices.SortFunc(list, func(a, b kind) int {
		if a.p != b.p {
			if a.p > b.p {
				return -1
			}
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	var says []string
	for i, k := range list {
		if i == most {
			says = append(says, fmt.Sprintf("%d more", len(list)-i))
			break
		}
		says = append(says, strings.TrimSuffix(k.name, " golem")+" "+commands.Share(k.p))
	}
	return strings.Join(says, ", ")
}
