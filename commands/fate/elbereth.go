package fate

import (
	"fmt"

	"delphi/commands"
	"delphi/engine/divine"
	"delphi/engine/rules"
)

// The parameters of what scares monsters.
var (
	warded = corpse.With(func(p *commands.Param) {
		p.Name, p.Summary, p.Ahead = "monster", "The monster", ""
	})
	scroll = commands.NewFlag(commands.Param{Name: "scroll", Summary: "A scroll of scare monster under you instead", Words: []string{"scare monster", "scroll of scare monster", "scare monster scroll"}})
)

// wardAnswer is what `elbereth` tells a machine: the chance that the monster is
// scared of each, on the hero's square.
type wardAnswer struct {
	P        float64 `json:"p"`
	Elbereth bool    `json:"elbereth"`
	Scroll   bool    `json:"scare_monster_scroll"`
	Gehennom bool    `json:"elbereth_in_gehennom"`
}

func elbereth() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "elbereth",
		Aliases: []string{"scares"},
		Summary: "Show whether a monster respects Elbereth, or a scroll of scare monster",
		Params:  commands.Takes(commands.RuleSet, warded, scroll, gehennom),
		Fillers: "respect respects ignore ignores scare scares scared does do will work works against elbereth engraving engraved by under me",
		Examples: []string{
			"elbereth minotaur", "elbereth v3.4.3 soldier ant", "elbereth scroll minotaur", "elbereth soldier ant gehennom",
		},
		Cues: []commands.Cue{
			{Words: "elbereth", Names: commands.Takes(warded), Weight: 26},
			{Words: "scare monster|scare monsters|respect|respects", Names: commands.Takes(warded), Weight: 26},
		},
	}, tellElbereth)
}

func tellElbereth(c *commands.Call) (*commands.Story, error) {
	w := c.Rules.Ward()
	if w == nil {
		return nil, c.Rules.NoWard()
	}
	m, ok := warded.In(c)
	if !ok {
		return nil, &commands.Problem{Text: "Which monster?", Hints: []string{"elbereth minotaur", "elbereth soldier ant"}}
	}
	a := wardAnswer{Elbereth: divine.Scared(w, m, false, false), Scroll: divine.Scared(w, m, true, false), Gehennom: divine.Scared(w, m, false, true)}
	what, does := "Elbereth", divine.Scared(w, m, scroll.In(c), gehennom.In(c))
	switch {
	case scroll.In(c):
		what = "a scroll of scare monster"
	case gehennom.In(c):
		what = "Elbereth in Gehennom"
	}
	verb := "ignores"
	if does {
		verb, a.P = "respects", 1
	}
	d := commands.NewDerivation(c.Rules)
	for _, s := range []struct {
		what string
		yes  bool
	}{{"Elbereth", a.Elbereth}, {"a scroll of scare monster", a.Scroll}, {"Elbereth in Gehennom", a.Gehennom}} {
		d.Given(rules.CiteWard, s.what, map[bool]string{true: "respected", false: "ignored"}[s.yes])
	}
	c.Note(commands.Assumed, "a hostile one that can see, and you on the square")
	r := commands.Reply{Headline: verb, Summary: fmt.Sprintf("%s %s %s%s.", commands.Capital(commands.Article(m.Name)), verb, what, wardRest(&a, scroll.In(c))), Data: a}
	r.Cite(c.Rules, rules.CiteWard)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// wardRest says what the other one does, where that differs.
func wardRest(a *wardAnswer, scroll bool) string {
	switch {
	case a.Elbereth == a.Scroll:
		return ""
	case scroll:
		return ", but ignores Elbereth"
	}
	return ", but respects a scroll of scare monster"
}
