package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/bones"
	"delphi/engine/names"
	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

func levelTerms(s *rules.Set) []Term {
	return terms(s.Bones().Levels, func(l *rules.Level) Term { return Term{l.Name, l.Aliases, l} })
}

func dungeonTerms(s *rules.Set) []Term {
	return terms(s.Bones().Dungeons, func(d *rules.Dungeon) Term { return Term{d.Name, d.Aliases, d} })
}

func deathTerms(s *rules.Set) []Term {
	out := terms(s.Bones().Deaths, func(d *rules.Death) Term { return Term{d.Name, d.Aliases, d} })
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

func bonesCommand() *Command {
	return &Command{
		Name:    "bones",
		Summary: "whether bones are left on a level and found again, and what is in them",
		Params: []Param{
			versionParam,
			{Name: "meet", Kind: Flag, Summary: "the odds of meeting bones on the way down: meet dlvl 4-12 full"},
			{Name: "level", Kind: Name, Noun: "a level", Summary: "a special level: minetown, medusa, quest home", Vocabulary: levelTerms},
			{Name: "dungeon", Kind: Name, Noun: "a dungeon", Summary: "a dungeon: mines, quest, gehennom", Vocabulary: dungeonTerms},
			{Name: "number", Kind: Number, Bare: true, Range: true, Summary: "the level's number in its dungeon; alone, its depth", Min: -5, Max: bones.MaxDepth},
			{Name: "dlvl", Kind: Number, Range: true, Summary: "the depth; for meet a range, 4-12", Words: []string{"depth", "level", "lvl"}, Min: -5, Max: bones.MaxDepth},
			{Name: "race", Kind: Choice, Summary: "your race", Choices: rules.Races},
			{Name: "death", Kind: Name, Many: true, Noun: "a death", Summary: "what killed you: killed by a vampire, stoned, slimed", Vocabulary: deathTerms},
			{Name: "items", Kind: Number, Summary: "so many things in the main inventory", Words: []string{"things"}, After: []string{"items", "things"}, Min: 1, Max: bones.MaxItems},
			{Name: "portal", Kind: Flag, Summary: "with a magic portal", Words: []string{"magic portal", "with portal", "with magic portal"}},
			{Name: "branch", Kind: Flag, Summary: "another dungeon branches off here", Words: []string{"with branch", "branch level", "with branch staircase", "with quest portal", "with the quest portal", "with ludios portal"}},
			{Name: "waiting", Kind: Flag, Summary: "a file for this level waits already", Words: []string{"file waits", "bones waiting"}},
			{Name: "full", Kind: Flag, Summary: "meet: a file waits on every level", Words: []string{"full server"}},
			{Name: "half", Kind: Flag, Summary: "meet: a file waits on each level with chance 1/2", Words: []string{"half full"}},
			roleParam, chartParam,
		},
		Fillers: "levels by from with died dying killed server to file floor",
		Examples: []string{
			"bones 12", "bones minetown", "bones quest home", "bones mines 3 dlvl 5",
			"bones big room with quest portal", "bones 20 killed by a vampire human 30 items", "bones meet dlvl 4-12 full", "bones 12 chart",
		},
		Lasting: true,
		Run:     runBones,
	}
}

func bonesProblem(err error) error {
	var impossible *problem.Problem
	if errors.As(err, &impossible) {
		return &Problem{Text: impossible.Text, Hints: impossible.Hints, Err: err}
	}
	return err
}

func runBones(_ context.Context, c *Call) (Reply, error) {
	if c.Flag("meet") {
		return bonesMeet(c)
	}
	q := bones.Question{Rules: c.Rules, Branch: c.Flag("branch"), Portal: c.Flag("portal"), Waiting: c.Flag("waiting"), Race: c.Choice("race")}
	if l := c.one("level"); l != nil {
		q.Level = l.Value.(*rules.Level)
	}
	if d := c.one("dungeon"); d != nil && q.Level == nil {
		q.Dungeon = d.Value.(*rules.Dungeon)
	}
	n, to, said := c.Range("number")
	depth, depthTo, depthSaid := c.Range("dlvl")
	if said && n != to || depthSaid && depth != depthTo {
		return Reply{}, &Problem{Text: "a range of levels is for meet", Hints: []string{fmt.Sprintf("bones meet dlvl %d-%d full", max(n, depth), max(to, depthTo))}}
	}
	switch {
	case said && q.Dungeon != nil:
		q.Number = n
	case said && depthSaid:
		return Reply{}, &Problem{Text: fmt.Sprintf("%d of which dungeon?", n), Hints: []string{fmt.Sprintf("bones mines %d dlvl %d", n, depth)}}
	case said:
		q.Depth = n
	}
	if depthSaid {
		q.Depth = depth
	}
	if q.Level == nil && q.Dungeon == nil && q.Depth == 0 {
		return Reply{}, &Problem{Text: "which level?", Hints: []string{"bones 12", "bones minetown", "bones mines 3"}}
	}
	q.Items, _ = c.Num("items")
	deaths := slices.DeleteFunc(slices.Clone(c.Names("death")), func(s Said) bool {
		return len(c.Names("death")) > 1 && s.Name == c.Rules.Bones().Deaths[0].Name // "killed" beside what killed
	})
	switch len(deaths) {
	case 0:
	case 1:
		q.Death = deaths[0].Value.(*rules.Death)
	default:
		return Reply{}, &Problem{Text: fmt.Sprintf("two deaths: %s and %s; one is enough", deaths[0].Name, deaths[1].Name), Hints: []string{"leave one out"}}
	}
	for _, name := range []string{"full", "half"} {
		if c.Flag(name) {
			c.Note(Warned, name+" is for meet alone")
		}
	}
	if err := q.Check(); err != nil {
		return Reply{}, bonesProblem(err)
	}
	a := bones.At(&q)
	r := Reply{Data: a, Version: c.Rules.Name, Headline: share(a.Leave.P), Hints: []string{"why"}}
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
			place, span2(a.Leave), fraction(a.Find), span2(a.LeftAndFound), article(a.RisesAs))
		if a.Reason != "" {
			r.Summary = fmt.Sprintf("%s: %s.", place, a.Reason)
		}
		if len(deaths) == 0 {
			c.Note(Assumed, "killed by a monster")
		}
		if a.FoundBy != "" {
			r.Fields = append(r.Fields, Field{"found by", a.FoundBy})
		}
		if role := c.one("role"); role != nil {
			c.Note(Assumed, article(role.Name)+"; found by "+a.FoundBy)
		}
		if a.Cursed != nil {
			r.Summary += fmt.Sprintf(" Of %d things %s become cursed on average, nearly always %d to %d.", a.Cursed.N, amount(a.Cursed.Mean), a.Cursed.Low, a.Cursed.High)
		}
		ghost := "no ghost"
		if a.Ghost {
			ghost = "a ghost"
		}
		corpse := "no corpse"
		if a.Corpse {
			corpse = "a corpse where one can be"
		}
		r.Fields = append([]Field{
			{"leave", "1 - 1/(1 + depth/4) = " + span2(a.Leave)}, {"find", fraction(a.Find)}, {"both", span2(a.LeftAndFound)},
			{"you rise as", a.RisesAs + ", " + ghost + ", " + corpse},
		}, r.Fields...)
		for _, k := range a.Keepsakes {
			r.Fields = append(r.Fields, Field{k.Item, "-> " + k.Becomes})
		}
	}
	if len(a.MayBe) > 0 && a.Eligible {
		var may []string
		for _, l := range a.MayBe {
			may = append(may, l.Name)
		}
		r.Notes = append(r.Notes, Note{Assumed, "an ordinary level without a branch, not " + strings.Join(may, ", ")})
	}
	if c.Flag("chart") {
		r.Chart = bonesChart(c.Rules)
	}
	r.engineNotes(c, a.Notes, nil, a.Cites)
	return r, nil
}

// bonesChart is the chance to leave bones on an ordinary level over its depth.
func bonesChart(set *rules.Set) *Chart {
	b := set.Bones()
	ch := &Chart{Title: "bones left by depth", X: "Dlvl", Y: "left %", YMax: 100}
	var s Series
	for depth := 1; depth <= b.Deepest(); depth++ {
		s.Points = append(s.Points, Point{X: float64(depth), Y: bones.Leave(b, depth).P * 100})
	}
	ch.Series = []Series{s}
	return ch
}

// fraction shows an exact chance: "1/3 (33.3%)".
func fraction(f odds.Fraction) string {
	if f.P == 0 || f.P == 1 {
		return share(f.P)
	}
	return fmt.Sprintf("%s (%s)", f, share(f.P))
}

// span2 shows a chance that depends on the depth: "1/2 (50%) to 66.7%".
func span2(ch bones.Chance) string {
	out := fraction(ch.Fraction)
	if ch.PMax != nil && *ch.PMax != ch.P {
		out += " to " + share(*ch.PMax)
	}
	return out
}

// article puts "a" or "an" before a name.
func article(name string) string {
	if name == "" {
		return "nothing"
	}
	if strings.ContainsRune("aeiouAEIOU", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

func bonesMeet(c *Call) (Reply, error) {
	for _, name := range []string{"level", "dungeon"} {
		if s := c.one(name); s != nil {
			return Reply{}, &Problem{Text: fmt.Sprintf("meet goes down the Dungeons and Gehennom by depth; %s cannot be said with it", s.Name), Hints: []string{"bones meet dlvl 4-12 full", "bones " + s.Name}}
		}
	}
	from, to, ok := c.Range("dlvl")
	if n, _, said := c.Range("number"); said {
		if ok {
			return Reply{}, &Problem{Text: fmt.Sprintf("%d beside the range %d-%d says nothing", n, from, to), Hints: []string{"bones meet dlvl 4-12 full"}}
		}
		from, to, ok = c.Range("number")
	}
	for _, name := range []string{"death", "race", "items", "portal", "branch", "waiting", "role"} {
		if c.value(name).said {
			c.Note(Warned, name+" is not used by meet")
		}
	}
	if !ok {
		return Reply{}, &Problem{Text: "meet bones on which levels?", Hints: []string{"bones meet dlvl 4-12 full"}}
	}
	if from == to {
		from = 1
		c.Note(Assumed, "from Dlvl 1 on")
	}
	j := bones.Journey{Rules: c.Rules, From: from, To: to, Waits: odds.Always}
	server := "a file waits on every level"
	switch full, half := c.Flag("full"), c.Flag("half"); {
	case full && half:
		return Reply{}, &Problem{Text: "full and half are two servers; say one", Hints: []string{fmt.Sprintf("bones meet dlvl %d-%d full", from, to)}}
	case half:
		j.Waits = odds.Of(1, 2)
		server = "a file waits on each level with 1/2"
	case !full:
		c.Note(Assumed, "full: a file waits on every level")
	}
	if err := j.Check(); err != nil {
		return Reply{}, bonesProblem(err)
	}
	a := bones.Meet(&j)
	r := Reply{Data: a, Version: c.Rules.Name, Headline: share(a.P), Hints: []string{"why"}}
	var not []string
	for _, v := range a.Levels {
		if !v.Eligible {
			not = append(not, fmt.Sprintf("%d (%s)", v.Depth, v.Reason))
		}
	}
	r.Summary = fmt.Sprintf("bones at least once on Dlvl %d to %d: %s, %s on average (%s).", from, to, share(a.P), amount(a.Expected), server)
	if len(not) > 0 {
		r.Fields = append(r.Fields, Field{"left out", strings.Join(not, ", ")})
		if len(not) <= 3 {
			r.Summary += " Left out: " + strings.Join(not, ", ") + "."
		} else {
			r.Summary += fmt.Sprintf(" %d levels keep none.", len(not))
		}
	}
	if a.Num != nil && a.Den != nil {
		r.Fields = append(r.Fields, Field{"exactly", a.Num.String() + "/" + a.Den.String()})
	}
	if c.Flag("chart") { // how it grows with each level
		ch := &Chart{Title: "bones met at least once", X: "down to Dlvl", Y: "chance %", YMax: 100}
		var s Series
		for depth := from; depth <= to; depth++ {
			part := j
			part.To = depth
			s.Points = append(s.Points, Point{X: float64(depth), Y: bones.Meet(&part).P * 100})
		}
		ch.Series = []Series{s}
		r.Chart = ch
	}
	if len(a.Uncertain) > 0 {
		r.Notes = append(r.Notes, Note{Assumed, "counted as ordinary though they may keep none: " + strings.Join(a.Uncertain, ", ")})
	}
	r.cite(c.Rules, a.Cites...)
	return r, nil
}
