package chances

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/bones"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// meetHints are questions that `bones meet` answers.
var meetHints = []string{"bones meet dlvl 4-12 full", "bones meet mines full"}

func tellMeet(c *commands.Call) (*commands.Story, error) {
	for _, p := range commands.Takes(death, hero.Race, items, portal, branch, waiting, hero.Role) {
		if c.Value(p).Said {
			c.Note(commands.Warned, "bones meet doesn't use "+p.Name)
		}
	}
	j, way, err := journey(c)
	if err != nil {
		return nil, err
	}
	a := bones.Meet(j)
	server := "with a file on every level"
	if j.Waits != odds.Always {
		server = "with a file on half of the levels"
	}
	r := commands.Reply{Data: a, Headline: wording.Share(a.P)}
	r.Summary = fmt.Sprintf("%s, %s: %s to meet bones at least once, %s on average.", way, server, wording.Chance(a.P), wording.Amount(a.Expected))
	if not := leftOut(&a); len(not) > 0 {
		r.Fields = append(r.Fields, commands.Field{Name: "left out", Value: strings.Join(not, "; ")})
		switch {
		case len(not) == len(a.Levels):
			r.Summary = fmt.Sprintf("%s: you never meet bones there: %s.", way, a.Levels[len(a.Levels)-1].Reason)
		case len(not) <= 3:
			r.Summary += " Never on Dlvl " + strings.Join(not, ", ") + "."
		default:
			r.Summary += fmt.Sprintf(" %d levels keep none.", len(not))
		}
	}
	if a.Num != nil && a.Den != nil {
		r.Fields = append(r.Fields, commands.Field{Name: "exactly", Value: a.Num.String() + "/" + a.Den.String()})
	}
	if chart.In(c) && len(a.Levels) > 1 {
		r.Chart = meetChart(j, way, a.Levels)
	}
	if len(a.Uncertain) > 0 {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Remarked, Text: "counted as ordinary levels, though they may keep no bones: " + strings.Join(a.Uncertain, ", ")})
	}
	r.Cite(c.Rules, a.Cites...)
	return &commands.Story{Reply: r, Steps: meetSteps(j, &a)}, nil
}

// journey returns the way down that a call describes, and its name.
func journey(c *commands.Call) (j *bones.Journey, way string, err error) {
	j = &bones.Journey{Rules: c.Rules, Waits: odds.Always}
	if l := level.One(c); l != nil {
		j.Level, way = l.Value.(*rules.Level), l.Name
	} else if d := dungeon.One(c); d != nil {
		j.Dungeon, way = d.Value.(*rules.Dungeon), d.Name
	}
	from, to, said := depth.Span(c)
	if n, m, also := number.Span(c); also {
		switch {
		case said:
			return nil, "", &commands.Problem{Text: fmt.Sprintf("I don't know what %d means beside the levels %d to %d.", n, from, to), Hints: meetHints[:1]}
		case j.Dungeon != nil:
			return nil, "", &commands.Problem{Text: "Give the depths in " + way + " with dlvl.", Hints: []string{fmt.Sprintf("bones meet %s dlvl %d-%d full", way, n, m)}}
		}
		from, to, said = n, m, true
	}
	if l := j.Level; said && l != nil && from < l.Min && l.Min <= to && to <= l.Max { // "down to medusa, dlvl 2-21"
		j.Level, way = nil, ""
		c.Note(commands.Assumed, fmt.Sprintf("down to Dlvl %d, where %s can be", to, l.Name))
	}
	switch {
	case said && j.Level != nil:
		return nil, "", &commands.Problem{Text: fmt.Sprintf("Give either the depths or %s, not both.", way), Hints: []string{fmt.Sprintf("bones meet dlvl %d-%d full", min(from, max(1, to-1)), to), "bones meet " + way + " full"}}
	case !said && way == "":
		return nil, "", &commands.Problem{Text: "On which levels do you want to meet bones?", Hints: meetHints}
	case said && from == to && j.Dungeon == nil:
		from = 1
		c.Note(commands.Assumed, "from Dlvl 1 on")
	}
	switch {
	case full.In(c) && half.In(c):
		return nil, "", &commands.Problem{Text: `Pick either "full" or "half".`, Hints: meetHints[:1]}
	case half.In(c):
		j.Waits = odds.Of(1, 2)
	case !full.In(c):
		c.Note(commands.Assumed, "full: a file waits on every level")
	}
	if said {
		j.From, j.To = from, to
		depths := fmt.Sprintf("Dlvl %d to %d", from, to)
		if way != "" {
			depths = way + ", " + depths
		}
		way = depths
	}
	return j, way, j.Check()
}

// leftOut lists the levels that never hold bones, with the reasons.
func leftOut(a *bones.Meeting) (not []string) {
	for _, v := range a.Levels {
		if !v.Eligible {
			not = append(not, fmt.Sprintf("%d (%s)", v.Depth, v.Reason))
		}
	}
	return not
}

// meetChart returns how the chance grows with each level of a journey.
func meetChart(j *bones.Journey, way string, levels []bones.Visit) *commands.Chart {
	from, to := levels[0].Depth, levels[len(levels)-1].Depth
	out := commands.Plot("The chance to meet bones at least once, by how deep you go, "+way+", "+j.Rules.Title, "down to Dlvl", "chance %", 100, commands.Points(from, to, func(depth int) float64 {
		part := *j
		part.From, part.To = from, depth
		return bones.Meet(&part).P * 100
	}))
	out.Kind = commands.Steps
	return out
}
