package random

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/making"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// dropper is the monster, which may also be named by its scales: in "red dragon
// scales", "red dragon" is the monster.
var dropper = foe.Monster.With(func(p *commands.Param) {
	p.Vocabulary = func(s *rules.Set) []commands.Term {
		out := foe.Terms(s)
		for i, t := range out {
			if m := t.Value.(*rules.Monster); m.Symbol == "D" {
				out[i].Aliases = append(out[i].Aliases, m.Name+" scales")
			}
		}
		return out
	}
})

func drop() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "drop",
		Fillers: "rate rates chances item items random killing what does do drop drops dropped leave leaves leaving corpse corpses death treasure chance when killed how often will from by per kill",
		Aliases: []string{"drops", "deathdrop"},
		Summary: "Show what a killed monster leaves: corpse, treasure, scales",
		Params:  commands.Takes(commands.RuleSet, dropper, tries.Number, tries.Sure),

		Examples: []string{
			"drop soldier ant", "drop v3.4.3 black dragon, 3 kills", "drop cockatrice for 90%",
		},
	}, tellDrop)
}

// Dropped is what a monster leaves. Over is the chance of a corpse over several kills,
// and OverDrop that of an object.
type Dropped struct {
	making.Left
	// Objects holds the chances of an object of each class.
	Objects []Part `json:"objects"`
	tries.Answer
	OverDrop *tries.Over `json:"over_drop,omitempty"`
}

// Part is a class and its chance.
type Part struct {
	Name string  `json:"name"`
	P    float64 `json:"p"`
}

func tellDrop(c *commands.Call) (*commands.Story, error) {
	m, ok := dropper.In(c)
	switch {
	case c.Rules.Making() == nil:
		return nil, rules.No[rules.Making](c.Rules)
	case !ok:
		return nil, &commands.Problem{Text: "Which monster?", Slot: "monster", Hints: []string{"drop soldier ant"}}
	}
	a := Dropped{Left: making.Kill(c.Rules, m), Objects: []Part{}}
	if a.Drop.P > 0 {
		for _, d := range making.Remains(c.Rules, a.Small, a.Food, a.Drop.P) {
			if d.P > 0 {
				a.Objects = append(a.Objects, Part{d.Name, d.P})
			}
		}
	}
	d := steps.New(c.Rules)
	drawn(d, "corpse left", "corpse", a.Corpse, fmt.Sprintf("%s, frequency %d", m.Size, m.Frequency))
	a.steps(d, c.Rules)
	s := &commands.Story{Steps: d}
	r := &s.Reply
	trial := tries.Alike(a.Corpse.P, a.Corpse.String(), "kill")
	trial.Told = true
	var again string
	a.Answer, again = trial.Of(c, d)
	r.Headline, r.Summary = wording.Share(a.Corpse.P), dropSummary(&a, foe.Some(m))
	for _, x := range a.Always {
		drawn(d, "treasure", x.Name, x.Fraction, "of one not revived")
	}
	if n, ok := tries.Number.In(c); ok {
		a.OverDrop = &tries.Over{Tries: n, P: odds.AtLeast(n, 1, a.kept())}
		if n > 1 && a.Drop.P > 0 {
			d.Work("", "an object over "+wording.Count(n, "kill"), wording.Share(a.OverDrop.P), "1 - (1 - %s)^%d", wording.Share(a.kept()), n)
		}
		r.Summary += fmt.Sprintf(" At least one corpse in %s: %s; an object: %s.", wording.Count(n, "kill"), wording.Share(a.Over.P), wording.Share(a.OverDrop.P))
	}
	r.Summary += again
	r.Data = a
	r.EngineNotes(c.Rules, nil, a.Notes, a.Cites)
	return s, nil
}

// kept returns the chance of an object that is not too large for the monster that left
// it.
func (a *Dropped) kept() (p float64) {
	for _, x := range a.Objects {
		p += x.P
	}
	return min(p, 1)
}

// steps adds the steps to the chance of an object.
func (a *Dropped) steps(d *steps.Derivation, set *rules.Set) {
	kept := wording.Share(a.kept())
	if a.Drop.P > 0 && !a.Small && !a.Food {
		food := odds.Never
		for _, c := range making.Classes(set.Making(), "ordinary") {
			if c.Name == "food" {
				food = c.Fraction
			}
		}
		d.Work("treasure", "an object", kept, "%s*(1 - %s)", a.Drop, food).Of("all classes but food")
		return
	}
	drawn(d, "treasure", "an object", a.Drop, "of any class and size")
	switch {
	case a.Drop.P == 0 || !a.Small:
	case a.Food:
		d.Counted("treasure", "left", kept, "all objects but those that are too large for it")
	default:
		d.Counted("treasure", "left", kept, "all objects but food and those that are too large for it")
	}
}

// dropSummary returns the answer about one kill of a monster that a name calls in a sentence or two.
func dropSummary(a *Dropped, name string) (text string) {
	parts := seq.Map(a.Objects, func(p Part) string { return fmt.Sprintf("%s %s", p.Name, wording.Share(p.P)) })
	name = wording.Capital(name)
	corpse := "a corpse"
	switch {
	case a.Old:
		corpse = "an old " + a.Whose + " corpse"
	case a.Whose != "":
		corpse = wording.Article(a.Whose + " corpse")
	}
	switch {
	case a.Corpse.P == 0:
		text = name + " never leaves a corpse (0%)"
	case a.Corpse.P == 1:
		text = name + " always leaves " + corpse + " (100%)"
	default:
		text = fmt.Sprintf("%s leaves %s %s of the time (%s)", name, corpse, wording.Share(a.Corpse.P), a.Corpse)
	}
	if a.Glob != "" {
		text += fmt.Sprintf(", but %s %s of the time", wording.Article(a.Glob), wording.Share(a.Remains.P))
	}
	joint := ", "
	if a.Corpse.P == 0 {
		joint = ", but "
	}
	switch {
	case a.Things.None():
	case len(a.Always) > 0:
		for _, x := range a.Always {
			text += fmt.Sprintf("%s%s %s of the time", joint, some(x.Name), wording.Share(x.P))
		}
	default:
		text += joint + a.Things.String()
	}
	switch {
	case a.Drop.P == 0 && (a.Glob != "" || !a.Things.None()):
		text += "; no treasure (0%)."
	case a.Drop.P == 0:
		text += " and no treasure (0%)."
	default:
		if a.Small {
			text += fmt.Sprintf("; a monster that small leaves an object %s of the time (%s before its size is considered)", wording.Share(a.kept()), wording.Share(a.Drop.P))
		} else {
			text += fmt.Sprintf("; an object comes %s of the time", wording.Share(a.kept()))
		}
		list, _ := wording.List(parts, ", ", 110)
		text += ": " + list + "."
	}
	return text
}

// drawn adds the step for a chance that the game rolls, or for what always or never
// happens.
func drawn(d *steps.Derivation, rule, what string, f odds.Fraction, of string) {
	if f.P == 0 || f.P == 1 {
		d.Counted(rule, what, wording.Share(f.P), "%s", of)
		return
	}
	d.Work(rule, what, wording.Share(f.P), "%s", f).Of("%s", of)
}

// some returns a thing in a sentence: "a unicorn horn", "red dragon scales".
func some(name string) string {
	if strings.HasSuffix(name, " scales") || name == "gold" {
		return name
	}
	return wording.Article(name)
}
