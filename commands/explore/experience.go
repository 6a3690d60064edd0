package explore

import (
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/life"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// The parameters of experience.
var (
	ofLevel = commands.NewNumber(commands.Param{Name: "monster-level", Summary: "The monster's level, instead of its kind's: level 12", Words: []string{"level", "lvl"}, Min: 0, Max: 50})
	points  = commands.NewNumber(commands.Param{Name: "points", Summary: "Experience points you have: 1200 points", Words: []string{"exp", "xp"}, After: []string{"points", "exp", "xp", "experience"}, Min: 0, Max: 100_000_000})
	reached = commands.NewNumber(commands.Param{Name: "reach", Summary: "The experience level to reach: to 11", Words: []string{"to", "to level", "to lvl", "to xl"}, Min: 2, Max: 30})
	died    = commands.NewNumber(commands.Param{Name: "died", Summary: "How many of its kind died before a revived or cloned one: 60 died", After: []string{"died", "dead"}, Min: 0, Max: 255})
	killed  = commands.NewNumber(commands.Param{Name: "kills", Summary: "How many of them you kill: 4 kills", After: []string{"kills", "kill"}, Min: 1, Max: 1000})
	airless = commands.NewFlag(commands.Param{Name: "breathless", Summary: "You need no air, so eels cannot drown you", Words: []string{"magical breathing", "amphibious"}})
)

func experience() *commands.Command {
	return foe.InEachForm(commands.Told(&commands.Command{
		Name:    "exp",
		Fillers: "for kill killing killed a an the points experience from of",
		Aliases: []string{"xp", "experience"},
		Summary: "Show the experience for killing a monster, and whether it raises your level",
		Params:  commands.Takes(commands.RuleSet, monster, ofLevel, hero.XL, points, reached, killed, died, airless),

		Examples: []string{"exp soldier ant", "exp minotaur xl8 2000 points", "exp v3.4.3 giant eel", "exp xl10", "exp troll xl9 3100 points to 11", "exp soldier ant xl3 4 kills"},
	}, commands.By(tellExperience)), monster)
}

// experienceAnswer is the machine-readable answer of `exp`.
type experienceAnswer struct {
	Monster string `json:"monster,omitempty"`
	Level   int    `json:"level,omitempty"`
	life.Kill
	Gain  *life.Gain `json:"gain,omitempty"`
	Kills int        `json:"kills,omitempty"` // to the level that is asked for
	Spree *spree     `json:"spree,omitempty"`
}

// spree is what several kills bring. XL and After are 0 if it is not known where they begin.
type spree struct {
	Kills  int `json:"kills"`
	Points int `json:"points"` // of all of them
	XL     int `json:"xl,omitempty"`
	After  int `json:"after,omitempty"` // the hero's points
}

func tellExperience(c *commands.Call, g *rules.Growth) (*commands.Story, error) {
	m, ok := monster.In(c)
	if !ok {
		return tellLevel(c, g)
	}
	level, said := ofLevel.In(c)
	if !said {
		level = m.Level
		c.Note(commands.Assumed, fmt.Sprintf("it is at its base level, %d", level))
	}
	a := experienceAnswer{Monster: m.Name, Level: level, Kill: life.Experience(g, m, level, airless.In(c))}
	d := steps.New(c.Rules)
	s := &commands.Story{Steps: d}
	r := &s.Reply
	var terms []string
	for _, p := range a.Parts {
		if p.How == "" {
			d.Given(p.Rule, p.What, strconv.Itoa(p.Value))
		} else {
			d.Work(p.Rule, p.What, strconv.Itoa(p.Value), "%s", p.How)
		}
		terms = append(terms, strconv.Itoa(p.Value))
		r.Fact(p.What, strconv.Itoa(p.Value))
	}
	d.Work(rules.CiteExperience, "experience", strconv.Itoa(a.Points), "%s", strings.Join(terms, " + "))
	if n, ok := died.In(c); ok {
		if g.FewerFrom == 0 {
			c.Note(commands.Warned, "revived and cloned monsters give as much experience in "+c.Rules.Title)
		} else {
			full := a.Points
			a.Points = life.Again(g, full, n)
			c.Note(commands.Remarked, fmt.Sprintf("it was revived or cloned, and %d of its kind died before: a first one gives %d points", n, full))
			d.Counted(rules.CiteRevived, "revived or cloned", strconv.Itoa(a.Points), "%d, halved and rounded up for each %d, %d, %d, %d ... that died before", full, g.FewerFrom, g.FewerFrom, 2*g.FewerFrom, 2*g.FewerFrom)
			r.Cite(c.Rules, rules.CiteRevived)
		}
	}
	name := foe.Called(c.Rules, m)
	r.Headline = strconv.Itoa(a.Points)
	r.Summary = fmt.Sprintf("%s of level %d is worth %s: %s.", wording.Capital(wording.Article(name)), level, wording.Count(a.Points, "point"), partsText(a.Parts))
	xl, ok := hero.XL.In(c)
	target, aims := reached.In(c)
	if ok && aims && target <= xl {
		return nil, &commands.Problem{Text: fmt.Sprintf("You are XL %d already.", xl), Hints: []string{fmt.Sprintf("exp %s xl%d to %d", m.Name, xl, min(xl+2, len(g.Cutoffs)+1))}}
	}
	if have, counted := points.In(c); counted && !ok {
		xl, ok = life.LevelAt(g, have), true
	} else if aims && !ok {
		xl, ok = 1, true
		c.Note(commands.Assumed, "XL 1")
	}
	if ok && aims && a.Points > 0 {
		r.Headline = wording.Count(toLevel(c, d, g, &a, xl, target), "kill")
		r.Summary = fmt.Sprintf("%s to reach XL %d from XL %d. ", r.Headline, target, xl) + r.Summary
	}
	n, several := killed.In(c)
	if several {
		a.Spree = &spree{Kills: n, Points: n * a.Points}
		d.Work("", "in all", strconv.Itoa(a.Spree.Points), "%d*%d", n, a.Points)
		r.Headline = strconv.Itoa(a.Spree.Points)
		r.Summary = fmt.Sprintf("%s: %s in all. ", wording.Count(n, "kill"), wording.Count(a.Spree.Points, "point")) + r.Summary
	}
	switch {
	case ok && several:
		before := startsAt(c, g, xl)
		a.Spree.XL, a.Spree.After = life.Spree(g, xl, before, a.Points, n)
		r.Summary += fmt.Sprintf(" From %d points at XL %d they take you to %d points at XL %d.", before, xl, a.Spree.After, a.Spree.XL)
		d.Counted(rules.CiteGainsLevel, fmt.Sprintf("after %s", wording.Count(n, "kill")), fmt.Sprintf("XL %d", a.Spree.XL), "one kill raises the level by at most one")
	case ok:
		r.Summary += gained(c, d, g, &a, xl)
	}
	if ok {
		r.Cite(c.Rules, rules.CiteLevels)
	}
	r.Data = a
	r.Cite(c.Rules, rules.CiteExperience, rules.CiteDamageCounts)
	return s, nil
}

// partsText lists what the points are for.
func partsText(parts []life.Part) string {
	text, _ := wording.List(seq.Map(parts, func(p life.Part) string { return fmt.Sprintf("%d for %s", p.Value, p.What) }), ", ", 200)
	return text
}

// gained says what a kill does to a hero's level.
func gained(c *commands.Call, d *steps.Derivation, g *rules.Growth, a *experienceAnswer, xl int) string {
	before := startsAt(c, g, xl)
	gain := life.Gains(g, xl, before, a.Points)
	a.Gain = &gain
	if gain.Next == 0 {
		return fmt.Sprintf(" XL %d is the highest level.", xl)
	}
	d.Given(rules.CiteLevels, fmt.Sprintf("XL %d begins at", xl+1), strconv.Itoa(gain.Next))
	if gain.XL > xl {
		d.Work(rules.CiteGainsLevel, "points after it", strconv.Itoa(gain.After), "%d + %d - %d", before, a.Points, before+a.Points-gain.After)
		return fmt.Sprintf(" From %d points it takes you to XL %d, which begins at %d; you then have %d.", before, gain.XL, gain.Next, gain.After)
	}
	d.Work("", "kills", strconv.Itoa(gain.Kills), "⌈(%d - %d)/%d⌉", gain.Next, before, a.Points)
	return fmt.Sprintf(" From %d points it leaves you at XL %d: XL %d begins at %d, after %s.", before, xl, xl+1, gain.Next, wording.Count(gain.Kills, "such kill"))
}

// startsAt returns the experience of the hero of a call, and notes it where it is assumed.
func startsAt(c *commands.Call, g *rules.Growth, xl int) int {
	n, said := pointsAt(c, g, xl)
	if !said {
		c.Note(commands.Assumed, fmt.Sprintf("the %d points that XL %d begins with", n, xl))
	}
	return n
}

// pointsAt returns the experience of the hero of a call: said, or what the level begins with.
func pointsAt(c *commands.Call, g *rules.Growth, xl int) (n int, said bool) {
	if n, said = points.In(c); !said {
		n = life.LeastAt(g, xl)
	}
	return n, said
}

// toLevel returns how many kills take a hero to a level.
func toLevel(c *commands.Call, d *steps.Derivation, g *rules.Growth, a *experienceAnswer, xl, target int) int {
	before, _ := pointsAt(c, g, xl)
	a.Kills = life.Kills(g, xl, before, a.Points, target)
	d.Counted(rules.CiteGainsLevel, fmt.Sprintf("kills to XL %d", target), strconv.Itoa(a.Kills), "kills of %d points from %d on; none raises the level by more than one", a.Points, before)
	return a.Kills
}

// tellLevel says what the levels take.
func tellLevel(c *commands.Call, g *rules.Growth) (*commands.Story, error) {
	d := steps.New(c.Rules)
	s := &commands.Story{Steps: d}
	r := &s.Reply
	r.Table = &commands.Table{Columns: []string{"XL", "points", "more"}}
	for i, n := range g.Cutoffs {
		r.Table.Rows = append(r.Table.Rows, []string{strconv.Itoa(i + 2), strconv.Itoa(n), strconv.Itoa(n - life.LeastAt(g, i+1))})
	}
	xl, said := hero.XL.In(c)
	have, counted := points.In(c)
	if !said && counted {
		xl, said = life.LevelAt(g, have), true
	}
	if target, aims := reached.In(c); aims && !said {
		at := life.LeastAt(g, target)
		r.Headline = strconv.Itoa(at)
		r.Summary = fmt.Sprintf("XL %d begins at %s: %d more than XL %d.", target, wording.Count(at, "point"), at-life.LeastAt(g, target-1), target-1)
		d.Given(rules.CiteLevels, fmt.Sprintf("XL %d", target), strconv.Itoa(at))
		d.Work(rules.CiteLevels, fmt.Sprintf("more than XL %d", target-1), strconv.Itoa(at-life.LeastAt(g, target-1)), "%d - %d", at, life.LeastAt(g, target-1))
		r.Data = experienceAnswer{Gain: &life.Gain{XL: target, Before: at, Next: nextOf(g, target)}}
		r.Cite(c.Rules, rules.CiteLevels)
		return s, nil
	}
	if !said {
		return nil, &commands.Problem{Text: "Which monster do you kill, or which level do you ask about?", Slot: "monster", Hints: []string{"exp soldier ant", "exp xl8"}}
	}
	least := life.LeastAt(g, xl)
	r.Headline = fmt.Sprintf("XL %d", xl)
	r.Summary = fmt.Sprintf("XL %d begins at %s.", xl, wording.Count(least, "point"))
	d.Given(rules.CiteLevels, fmt.Sprintf("XL %d", xl), strconv.Itoa(least))
	if xl-1 < len(g.Cutoffs) {
		next := g.Cutoffs[xl-1]
		have = max(have, least)
		r.Headline = strconv.Itoa(next - have)
		r.Summary += fmt.Sprintf(" XL %d begins at %d: %d more", xl+1, next, next-have)
		if counted {
			r.Summary += fmt.Sprintf(" than %d", have)
		}
		r.Summary += "."
		d.Work(rules.CiteLevels, "more for the next", strconv.Itoa(next-have), "%d - %d", next, have)
	}
	if target, aims := reached.In(c); aims {
		if target <= xl {
			return nil, &commands.Problem{Text: fmt.Sprintf("You are XL %d already.", xl), Hints: []string{fmt.Sprintf("exp xl%d to %d", xl, min(xl+2, len(g.Cutoffs)+1))}}
		}
		at := life.LeastAt(g, target)
		have = max(have, least)
		r.Headline = strconv.Itoa(at - have)
		r.Summary = fmt.Sprintf("XL %d begins at %d points: %d more than %d. ", target, at, at-have, have) + r.Summary
		d.Given(rules.CiteLevels, fmt.Sprintf("XL %d begins at", target), strconv.Itoa(at))
		d.Work(rules.CiteLevels, fmt.Sprintf("more to XL %d", target), strconv.Itoa(at-have), "%d - %d", at, have)
	}
	r.Data = experienceAnswer{Gain: &life.Gain{Before: have, XL: xl, Next: nextOf(g, xl)}}
	r.Cite(c.Rules, rules.CiteLevels)
	return s, nil
}

func nextOf(g *rules.Growth, xl int) int {
	if xl-1 < len(g.Cutoffs) {
		return g.Cutoffs[xl-1]
	}
	return 0
}
