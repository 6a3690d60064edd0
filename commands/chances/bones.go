package chances

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/bones"
	"delphi/engine/names"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

func levelTerms(s *rules.Set) []commands.Term {
	return commands.Terms(s.Bones().Levels, func(l *rules.Level) commands.Term {
		return commands.Term{Name: l.Name, Aliases: slices.Concat(l.Aliases, shorthand.Of(s).Also(shorthand.Place, l.Name)), Value: l}
	})
}

func dungeonTerms(s *rules.Set) []commands.Term {
	return commands.Terms(s.Bones().Dungeons, func(d *rules.Dungeon) commands.Term {
		return commands.Term{Name: d.Name, Aliases: slices.Concat(d.Aliases, shorthand.Of(s).Also(shorthand.Place, d.Name)), Value: d}
	})
}

func deathTerms(s *rules.Set) []commands.Term {
	out := commands.Terms(s.Bones().Deaths, func(d *rules.Death) commands.Term { return commands.Term{Name: d.Name, Aliases: d.Aliases, Value: d} })
	// Any other monster leaves an ordinary death.
	special := map[string]bool{}
	for _, t := range out {
		for _, a := range append(t.Aliases, t.Name) {
			special[strings.Join(names.Words(a), "")] = true
		}
	}
	var plain []string
	for _, m := range append(corpses(s), "falling", "a fall", "a trap", "magic missile", "a wand", "fire", "cold", "lightning", "sleeping", "an arrow trap") {
		if key := strings.Join(names.Words(m), ""); !special[key] {
			special[key] = true
			plain = append(plain, m)
		}
	}
	out[0].Aliases = append(slices.Clone(out[0].Aliases), plain...)
	return out
}

func bonesCommand() *commands.Command {
	return &commands.Command{
		Name:    "bones",
		Summary: "whether bones are left on a level and found again, and what is in them",
		Params: commands.Takes(
			commands.RuleSet, meet, level, dungeon, number, depth, race, death, items, portal, branch, waiting, full, half, hero.Role, chart,
		),
		Fillers: "levels by from with died dying killed server to file floor",
		Examples: []string{
			"bones 12", "bones minetown", "bones quest home", "bones mines 3 dlvl 5",
			"bones big room with quest portal", "bones 20 killed by a vampire human 30 items", "bones meet dlvl 4-12 full", "bones 12 chart",
		},
		Lasting: true,
		Cues: []commands.Cue{
			{Words: "bones|bones file|bonesfile|ghost", Names: commands.Takes(level), Weight: 16},
			{Words: "bones|bones file|bonesfile|ghost", Names: commands.Takes(dungeon), Weight: 16},
			{Words: "bones|bones file|bonesfile|ghost", Numbers: []string{"dlvl"}, Weight: 16},
			{Words: "rise as|come back as|come back", Numbers: []string{"dlvl"}, Weight: 16},
			{Words: "die on|died on|dying on|die at|died at|killed on", Numbers: []string{"dlvl"}, Weight: 12},
			{Words: "die on|died on|dying on|die at|died at|died to", Names: commands.Takes(level), Weight: 12},
			{Words: "levels have bones|bones waiting|graph of bones", Weight: 12},
		},
		Run: runBones,
	}
}

func runBones(_ context.Context, c *commands.Call) (commands.Reply, error) {
	if meet.In(c) {
		return bonesMeet(c)
	}
	q := bones.Question{Rules: c.Rules, Branch: branch.In(c), Portal: portal.In(c), Waiting: waiting.In(c), Race: race.In(c)}
	if l := level.One(c); l != nil {
		q.Level = l.Value.(*rules.Level)
	}
	if d := dungeon.One(c); d != nil && q.Level == nil {
		q.Dungeon = d.Value.(*rules.Dungeon)
	}
	n, to, said := number.Span(c)
	deep, deepTo, deepSaid := depth.Span(c)
	if said && n != to || deepSaid && deep != deepTo {
		return commands.Reply{}, &commands.Problem{Text: "a range of levels is for meet", Hints: []string{fmt.Sprintf("bones meet dlvl %d-%d full", max(n, deep), max(to, deepTo))}}
	}
	switch {
	case said && q.Dungeon != nil:
		q.Number = n
	case said && deepSaid:
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("%d of which dungeon?", n), Hints: []string{fmt.Sprintf("bones mines %d dlvl %d", n, deep)}}
	case said:
		q.Depth = n
	}
	if deepSaid {
		q.Depth = deep
	}
	if q.Level == nil && q.Dungeon == nil && q.Depth == 0 {
		return commands.Reply{}, &commands.Problem{Text: "which level?", Hints: []string{"bones 12", "bones minetown", "bones mines 3"}}
	}
	q.Items, _ = items.In(c)
	deaths := slices.DeleteFunc(slices.Clone(death.All(c)), func(s commands.Said) bool {
		return len(death.All(c)) > 1 && s.Name == c.Rules.Bones().Deaths[0].Name // "killed" beside what killed
	})
	switch len(deaths) {
	case 0:
	case 1:
		q.Death = deaths[0].Value.(*rules.Death)
	default:
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("two deaths: %s and %s; one is enough", deaths[0].Name, deaths[1].Name), Hints: []string{"leave one out"}}
	}
	for _, server := range []commands.Flag{full, half} {
		if server.In(c) {
			c.Note(commands.Warned, server.Name+" is for meet alone")
		}
	}
	if err := q.Check(); err != nil {
		return commands.Reply{}, err
	}
	a := bones.At(&q)
	r := commands.Reply{Data: a, Version: c.Rules.Name, Headline: commands.Share(a.Leave.P), Hints: []string{"why"}}
	place := a.Level
	if a.Depth.Min != a.Depth.Max {
		place += fmt.Sprintf(" (Dlvl %d to %d)", a.Depth.Min, a.Depth.Max)
	} else if a.Depth.Min > 0 && !strings.Contains(place, fmt.Sprint(a.Depth.Min)) {
		place += fmt.Sprintf(" (Dlvl %d)", a.Depth.Min)
	}
	if !a.Eligible {
		r.Summary = fmt.Sprintf("%s: no bones can be left: %s.", place, a.Reason)
		r.Headline = "no bones"
	} else {
		r.Summary = fmt.Sprintf("%s: left with %s, found by the next visitor with %s, both %s. You rise as %s.",
			place, span2(a.Leave), commands.Fraction(a.Find), span2(a.LeftAndFound), commands.Article(a.RisesAs))
		if a.Reason != "" {
			r.Summary = fmt.Sprintf("%s: %s.", place, a.Reason)
		}
		if len(deaths) == 0 {
			c.Note(commands.Assumed, "killed by a monster")
		}
		if a.FoundBy != "" {
			r.Fields = append(r.Fields, commands.Field{Name: "found by", Value: a.FoundBy})
		}
		if role := hero.Role.One(c); role != nil {
			c.Note(commands.Assumed, commands.Article(role.Name)+"; found by "+a.FoundBy)
		}
		if a.Cursed != nil {
			r.Summary += fmt.Sprintf(" Of %d things %s become cursed on average, nearly always %d to %d.", a.Cursed.N, commands.Amount(a.Cursed.Mean), a.Cursed.Low, a.Cursed.High)
		}
		ghost := "no ghost"
		if a.Ghost {
			ghost = "a ghost"
		}
		corpse := "no corpse"
		if a.Corpse {
			corpse = "a corpse where one can be"
		}
		r.Fields = append([]commands.Field{
			{Name: "leave", Value: "1 - 1/(1 + depth/4) = " + span2(a.Leave)}, {Name: "find", Value: commands.Fraction(a.Find)}, {Name: "both", Value: span2(a.LeftAndFound)},
			{Name: "you rise as", Value: a.RisesAs + ", " + ghost + ", " + corpse},
		}, r.Fields...)
		for _, k := range a.Keepsakes {
			r.Fields = append(r.Fields, commands.Field{Name: k.Item, Value: "-> " + k.Becomes})
		}
	}
	if len(a.MayBe) > 0 && a.Eligible {
		var may []string
		for _, l := range a.MayBe {
			may = append(may, l.Name)
		}
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Assumed, Text: "an ordinary level without a branch, not " + strings.Join(may, ", ")})
	}
	if chart.In(c) {
		r.Chart = bonesChart(c.Rules)
	}
	r.EngineNotes(c.Rules, a.Notes, nil, a.Cites)
	return r, nil
}

// bonesChart is the chance to leave bones on an ordinary level over its depth.
func bonesChart(set *rules.Set) *commands.Chart {
	b := set.Bones()
	return commands.Plot("bones left by depth", "Dlvl", "left %", 100, commands.Points(1, b.Deepest(), func(depth int) float64 { return bones.Leave(b, depth).P * 100 }))
}

// span2 shows a chance that depends on the depth: "1/2 (50%) to 66.7%".
func span2(ch bones.Chance) string {
	out := commands.Fraction(ch.Fraction)
	if ch.PMax != nil && *ch.PMax != ch.P {
		out += " to " + commands.Share(*ch.PMax)
	}
	return out
}

func bonesMeet(c *commands.Call) (commands.Reply, error) {
	for _, s := range []*commands.Said{level.One(c), dungeon.One(c)} {
		if s != nil {
			return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("meet goes down the Dungeons and Gehennom by depth; %s cannot be said with it", s.Name), Hints: []string{"bones meet dlvl 4-12 full", "bones " + s.Name}}
		}
	}
	from, to, ok := depth.Span(c)
	if n, _, said := number.Span(c); said {
		if ok {
			return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("%d beside the range %d-%d says nothing", n, from, to), Hints: []string{"bones meet dlvl 4-12 full"}}
		}
		from, to, ok = number.Span(c)
	}
	for _, p := range commands.Takes(death, race, items, portal, branch, waiting, hero.Role) {
		if c.Value(p).Said {
			c.Note(commands.Warned, p.Name+" is not used by meet")
		}
	}
	if !ok {
		return commands.Reply{}, &commands.Problem{Text: "meet bones on which levels?", Hints: []string{"bones meet dlvl 4-12 full"}}
	}
	if from == to {
		from = 1
		c.Note(commands.Assumed, "from Dlvl 1 on")
	}
	j := bones.Journey{Rules: c.Rules, From: from, To: to, Waits: odds.Always}
	server := "a file waits on every level"
	switch {
	case full.In(c) && half.In(c):
		return commands.Reply{}, &commands.Problem{Text: "full and half are two servers; say one", Hints: []string{fmt.Sprintf("bones meet dlvl %d-%d full", from, to)}}
	case half.In(c):
		j.Waits = odds.Of(1, 2)
		server = "a file waits on each level with 1/2"
	case !full.In(c):
		c.Note(commands.Assumed, "full: a file waits on every level")
	}
	if err := j.Check(); err != nil {
		return commands.Reply{}, err
	}
	a := bones.Meet(&j)
	r := commands.Reply{Data: a, Version: c.Rules.Name, Headline: commands.Share(a.P), Hints: []string{"why"}}
	var not []string
	for _, v := range a.Levels {
		if !v.Eligible {
			not = append(not, fmt.Sprintf("%d (%s)", v.Depth, v.Reason))
		}
	}
	r.Summary = fmt.Sprintf("bones at least once on Dlvl %d to %d: %s, %s on average (%s).", from, to, commands.Share(a.P), commands.Amount(a.Expected), server)
	if len(not) > 0 {
		r.Fields = append(r.Fields, commands.Field{Name: "left out", Value: strings.Join(not, ", ")})
		if len(not) <= 3 {
			r.Summary += " Left out: " + strings.Join(not, ", ") + "."
		} else {
			r.Summary += fmt.Sprintf(" %d levels keep none.", len(not))
		}
	}
	if a.Num != nil && a.Den != nil {
		r.Fields = append(r.Fields, commands.Field{Name: "exactly", Value: a.Num.String() + "/" + a.Den.String()})
	}
	if chart.In(c) { // how it grows with each level
		r.Chart = commands.Plot("bones met at least once", "down to Dlvl", "chance %", 100, commands.Points(from, to, func(depth int) float64 {
			part := j
			part.To = depth
			return bones.Meet(&part).P * 100
		}))
	}
	if len(a.Uncertain) > 0 {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Assumed, Text: "counted as ordinary though they may keep none: " + strings.Join(a.Uncertain, ", ")})
	}
	r.Cite(c.Rules, a.Cites...)
	return r, nil
}
