package fate

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/rules"
)

// The parameters of what scares monsters.
var (
	warded = corpse.With(func(p *commands.Param) {
		p.Name, p.Summary, p.Ahead = "monster", "The monster", ""
	})
	ignoring = commands.NewFlag(commands.Param{Name: "ignored", Summary: "List the monsters that ignore it", Words: []string{"ignored by", "who ignores", "list"}})
	scroll   = commands.NewFlag(commands.Param{Name: "scroll", Summary: "A scroll of scare monster under you instead", Words: []string{"scare monster", "scroll of scare monster", "scare monster scroll"}})
)

// The parameters of how an engraving is rubbed out.
var (
	writing = commands.NewChoice(commands.Param{
		Name: "written", Summary: "How it is written: dust, engraved, burned, graffiti, blood", Choices: divine.Writings,
		Also: map[string]string{"engrave": divine.Engraved, "permanent": divine.Engraved, "burn": divine.Burned, "burnt": divine.Burned, "marker": divine.Graffiti, "dusty": divine.Dust},
	})
	rubbed = commands.NewNumber(commands.Param{Name: "chars", Summary: "How many characters are rubbed: 3 when you attack", After: []string{"characters", "character", "chars", "char"}, Min: 1, Max: 100})
)

// wipedAnswer is the machine-readable answer of `elbereth` of how long one lasts: P is
// the chance that it is whole after one rub, Over after several, and Needed is how many
// make it likely that it is not.
type wipedAnswer struct {
	P     float64 `json:"p"`
	Num   int64   `json:"num"`
	Den   int64   `json:"den"`
	Chars int     `json:"chars"`
	tries.Answer
}

// wardAnswer is the machine-readable answer of `elbereth`: the chance that the monster
// is scared of each, on the hero's square.
type wardAnswer struct {
	P        float64 `json:"p"`
	Elbereth bool    `json:"elbereth"`
	Scroll   bool    `json:"scare_monster_scroll"`
	Gehennom bool    `json:"elbereth_in_gehennom"`
	// Home is where the monster is not scared even by what scares it elsewhere: "shop".
	Home string `json:"home,omitempty"`
}

func elbereth() *commands.Command {
	return foe.InEachForm(commands.Told(&commands.Command{
		Name:    "elbereth",
		Fillers: "respect respects ignore ignores scare scares scared does do will work works against elbereth engraving by under me in the how long does last survive survives my",
		Aliases: []string{"scares"},
		Summary: "Show whether a monster respects Elbereth, or a scroll of scare monster",
		Params:  commands.Takes(commands.RuleSet, warded, ignoring, scroll, gehennom, writing, rubbed, tries.Number, tries.Sure),

		Examples: []string{
			"elbereth minotaur", "elbereth v3.4.3 soldier ant", "elbereth scroll minotaur", "elbereth soldier ant gehennom", "elbereth ignored", "elbereth v3.4.3 engraved 5 attacks", "elbereth v3.4.3 engraved for 50%",
		},
	}, commands.By(tellElbereth)), warded)
}

func tellElbereth(c *commands.Call, w *rules.Ward) (*commands.Story, error) {
	m, ok := warded.In(c)
	switch list := ignoring.In(c); {
	case !ok && writing.In(c) != "" && !list:
		return tellWiped(c, w)
	case !ok:
		return tellIgnoring(c, w)
	}
	a := wardAnswer{Elbereth: divine.Scared(w, m, false, false), Scroll: divine.Scared(w, m, true, false), Gehennom: divine.Scared(w, m, false, true)}
	what, does := wardOf(c), divine.Scared(w, m, scroll.In(c), gehennom.In(c))
	verb := "ignores"
	if does {
		verb, a.P = "respects", 1
	}
	d := steps.New(c.Rules)
	for _, s := range []struct {
		what string
		yes  bool
	}{{"Elbereth", a.Elbereth}, {"a scroll of scare monster", a.Scroll}, {"Elbereth in Gehennom", a.Gehennom}} {
		d.Given(rules.CiteWard, s.what, map[bool]string{true: "respected", false: "ignored"}[s.yes])
	}
	c.Note(commands.Assumed, "a hostile one that can see, and you on the square")
	if a.Scroll || a.Elbereth {
		a.Home = w.Homes[m.Name]
	}
	if a.Home != "" {
		d.Given(rules.CiteWard, "either, in its own "+a.Home, "ignored")
		c.Note(commands.Assumed, "not in its own "+a.Home+", where it ignores both")
	}
	r := commands.Reply{Headline: verb, Summary: fmt.Sprintf("%s %s %s%s.", wording.Capital(foe.SomeCalled(c.Rules, m)), verb, what, wardRest(&a, scroll.In(c))), Data: a}
	r.Cite(c.Rules, rules.CiteWard)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// wardOf names what a call asks of.
func wardOf(c *commands.Call) string {
	switch {
	case scroll.In(c):
		return "a scroll of scare monster"
	case gehennom.In(c):
		return "Elbereth in Gehennom"
	}
	return "Elbereth"
}

// ignoringAnswer is the machine-readable answer of `elbereth ignored`.
type ignoringAnswer struct {
	Classes  []string `json:"classes"` // all of whose monsters ignore it
	Monsters []string `json:"monsters"`
}

// tellIgnoring lists the monsters that ignore Elbereth, or the scroll.
func tellIgnoring(c *commands.Call, w *rules.Ward) (*commands.Story, error) {
	b := c.Rules.Bestiary()
	if b == nil {
		return nil, rules.No[rules.Bestiary](c.Rules)
	}
	what := wardOf(c)
	bold, all := map[string]int{}, map[string]int{}
	for _, m := range b.Monsters {
		if all[m.Class]++; !divine.Scared(w, m, scroll.In(c), gehennom.In(c)) {
			bold[m.Class]++
		}
	}
	a := ignoringAnswer{Classes: []string{}, Monsters: []string{}}
	var says []string
	for _, m := range b.Monsters {
		switch {
		case divine.Scared(w, m, scroll.In(c), gehennom.In(c)), m.Symbol == "~": // a worm's tail is no monster by itself
		case bold[m.Class] < all[m.Class]:
			a.Monsters = append(a.Monsters, m.Name)
		case !slices.Contains(a.Classes, m.Class):
			a.Classes = append(a.Classes, m.Class)
			says = append(says, fmt.Sprintf("every %s (%s)", m.Class, m.Symbol))
		}
	}
	says = append(says, a.Monsters...)
	d := steps.New(c.Rules)
	d.Counted(rules.CiteWard, "ignored by", strconv.Itoa(len(says)), "all monsters, one by one")
	list, _ := wording.List(says, ", ", 300)
	total := 0
	for _, n := range bold {
		total += n
	}
	if total == len(b.Monsters) {
		r := commands.Reply{Headline: "all kinds", Summary: wording.Capital(what) + " is ignored by all monsters.", Data: a}
		r.Cite(c.Rules, rules.CiteWard)
		return &commands.Story{Reply: r, Steps: d}, nil
	}
	r := commands.Reply{Headline: wording.Count(len(says), "kind"), Summary: fmt.Sprintf("%s is ignored by %s. All others respect it, unless they are peaceful or cannot see.", wording.Capital(what), list), Data: a}
	r.Cite(c.Rules, rules.CiteWard)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// tellWiped answers how long an Elbereth lasts.
func tellWiped(c *commands.Call, w *rules.Ward) (*commands.Story, error) {
	how := writing.In(c)
	chars, said := rubbed.In(c)
	if !said {
		chars = w.HandChars
	}
	p := divine.Survives(w, how, chars)
	d := steps.New(c.Rules)
	if p.Num > 0 && p.Num < p.Den {
		once := divine.WipeOnce(w, chars)
		d.Work(rules.CiteWipe, "smudged once in", fmt.Sprint(once), "1 + ⌊%d/(%d + 1)⌋", w.WipeDie, chars)
		d.Work(rules.CiteWipe, "intact after being rubbed", wording.Share(p.P), "1 - 1/%d", once)
	} else {
		d.Counted(rules.CiteWipe, "intact after being rubbed", wording.Share(p.P), "what is %s", map[bool]string{true: "burned is never smudged", false: "in dust or blood always is"}[p.Num > 0])
	}
	a := wipedAnswer{P: p.P, Num: p.Num, Den: p.Den, Chars: chars}
	name := "a burned Elbereth"
	switch how {
	case divine.Dust, divine.Blood:
		name = "an Elbereth in " + how
	case divine.Engraved:
		name = "an engraved Elbereth"
	case divine.Graffiti:
		name = "an Elbereth in marker"
	}
	rub := fmt.Sprintf("rubbing %s", wording.Count(chars, "character"))
	if !said && !w.Erased {
		rub = fmt.Sprintf("you attack once, which rubs %s", wording.Count(chars, "character"))
	}
	r := commands.Reply{Headline: wording.Share(p.P)}
	r.Summary = fmt.Sprintf("%s that %s is still intact after %s.", wording.Capital(wording.Chance(p.P)), name, rub)
	spoilt := p.Not()
	trial := tries.Alike(spoilt.P, spoilt.String(), "attack")
	trial.Told, trial.Formula, trial.What = true, func(int) string { return "" }, "its being smudged"
	var again string
	a.Answer, again = trial.Of(c, d)
	if o := a.Over; o != nil {
		o.P = math.Pow(p.P, float64(o.Tries))
		r.Summary += fmt.Sprintf(" After %d: %s.", o.Tries, wording.Share(o.P))
		if p.Num > 0 && p.Num < p.Den {
			d.Work("", fmt.Sprintf("after %d", o.Tries), wording.Share(o.P), "(%s)^%d", p, o.Tries)
		}
	}
	r.Summary += again
	if w.Erased {
		r.Summary += " But if you attack while you stand on it, it is erased, however it is written."
		r.Cite(c.Rules, rules.CiteErase)
	}
	r.Data = a
	r.Cite(c.Rules, rules.CiteWipe)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// wardRest says what the other ward does, if that differs.
func wardRest(a *wardAnswer, scroll bool) string {
	switch {
	case a.Elbereth == a.Scroll:
		return ""
	case scroll:
		return ", but ignores Elbereth"
	}
	return ", but respects a scroll of scare monster"
}
