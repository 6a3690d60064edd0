package fight

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/engine/making"
	"delphi/engine/odds"
)

var dropTurns = commands.NewNumber(commands.Param{Name: "kills", Summary: "Over so many kills: 10 kills", After: []string{"kill", "kills", "deaths", "tries"}, Min: 1, Max: 1_000_000})

func drop() *commands.Command {
	return &commands.Command{
		Name:    "drop",
		Aliases: []string{"drops", "deathdrop"},
		Summary: "Show what a killed monster leaves: corpse, treasure, scales",
		Params:  commands.Takes(commands.RuleSet, Target, dropTurns),
		Fillers: "scales item items random killing what does do drop drops dropped leave leaves leaving corpse corpses death treasure chance when killed how often will from by per kill",
		Examples: []string{
			"drop soldier ant", "drop v3.4.3 black dragon, 3 kills",
		},
		Lasting: true,
		Cues: []commands.Cue{
			{Names: commands.Takes(Target), Words: "drop|drops|leave a corpse|leaves a corpse|corpse chance|death drop|deathdrop|leave|leaves", Weight: 24},
			{Names: commands.Takes(Target), Words: "leave a corpse|leaves a corpse|corpse chance|chance of a corpse", Weight: 24},
			{Names: commands.Takes(Target), Words: "scales from|from killing|item from|items from|random item|random items", Weight: 26},
		},
		Run: runDrop,
		Why: whyDrop,
	}
}

// Dropped is what a monster leaves, over kills where they are asked.
type Dropped struct {
	making.Left
	// Objects are the chances of an object of each class.
	Objects []Part `json:"objects"`
	Over    *Over  `json:"over,omitempty"`
}

// Part is a class and its chance.
type Part struct {
	Name string  `json:"name"`
	P    float64 `json:"p"`
}

// Over is the chance of at least one of each over so many kills.
type Over struct {
	Kills  int     `json:"kills"`
	Corpse float64 `json:"corpse"`
	Drop   float64 `json:"drop"`
}

func dropped(c *commands.Call) (*Dropped, error) {
	m, ok := Target.In(c)
	switch {
	case c.Rules.Making() == nil:
		return nil, c.Rules.NoMaking()
	case !ok:
		return nil, &commands.Problem{Text: "Which monster?", Hints: []string{"drop soldier ant"}}
	}
	out := &Dropped{Left: making.Kill(c.Rules.Making(), m), Objects: []Part{}}
	if out.Drop.P > 0 {
		for _, d := range making.Remains(c.Rules, out.Small, out.Food, out.Drop.P) {
			if d.P > 0 {
				out.Objects = append(out.Objects, Part{d.Name, d.P})
			}
		}
	}
	if n, ok := dropTurns.In(c); ok {
		out.Over = &Over{n, odds.AtLeast(n, 1, out.Corpse.P), odds.AtLeast(n, 1, out.Drop.P)}
	}
	return out, nil
}

func runDrop(_ context.Context, c *commands.Call) (commands.Reply, error) {
	a, err := dropped(c)
	if err != nil {
		return commands.Reply{}, err
	}
	r := commands.Reply{Data: a, Version: c.Rules.Name, Headline: commands.Share(a.Corpse.P), Hints: []string{"why"}}
	kept := 0.0
	var parts []string
	for _, p := range a.Objects {
		kept += p.P
		parts = append(parts, fmt.Sprintf("%s %s", p.Name, commands.Share(p.P)))
	}
	name := commands.Capital(article(a.Monster))
	switch {
	case a.Corpse.P == 0:
		r.Summary = name + " never leaves a corpse (0%)"
	case a.Corpse.P == 1:
		r.Summary = name + " always leaves a corpse (100%)"
	default:
		r.Summary = fmt.Sprintf("%s leaves a corpse %s of the time (%s)", name, commands.Share(a.Corpse.P), a.Corpse)
	}
	if a.Drop.P == 0 {
		r.Summary += " and no treasure (0%)."
	} else {
		if a.Small {
			r.Summary += fmt.Sprintf("; an object that so small a monster leaves comes %s of the time (%s before its size counts)", commands.Share(kept), commands.Share(a.Drop.P))
		} else {
			r.Summary += fmt.Sprintf("; an object comes %s of the time", commands.Share(a.Drop.P))
		}
		list, _ := commands.List(parts, ", ", 110)
		r.Summary += ": " + list + "."
	}
	for _, d := range a.Always {
		r.Summary += fmt.Sprintf(" It leaves %s %s of the time.", some(d.Name), commands.Share(d.P))
	}
	if o := a.Over; o != nil {
		r.Summary += fmt.Sprintf(" At least one corpse in %s: %s; an object: %s.", commands.Count(o.Kills, "kill"), commands.Share(o.Corpse), commands.Share(o.Drop))
	}
	r.EngineNotes(c.Rules, nil, a.Notes, a.Cites)
	return r, nil
}

func whyDrop(_ context.Context, c *commands.Call) (*commands.Derivation, error) {
	a, err := dropped(c)
	if err != nil {
		return nil, err
	}
	m, _ := Target.In(c)
	d := commands.NewDerivation(c.Rules)
	drawn(d, "corpse left", "corpse", a.Corpse, fmt.Sprintf("%s, frequency %d", m.Size, m.Frequency))
	drawn(d, "treasure", "an object", a.Drop, "before its size counts")
	return d, nil
}

// drawn adds the step of a chance that the game draws, or of what always or
// never happens.
func drawn(d *commands.Derivation, rule, what string, f odds.Fraction, of string) {
	if f.P == 0 || f.P == 1 {
		d.Counted(rule, what, commands.Share(f.P), "%s", of)
		return
	}
	d.Work(rule, what, commands.Share(f.P), "%s", f).Of("%s", of)
}

// some is a thing in a sentence: "a unicorn horn", "red dragon scales".
func some(name string) string {
	if strings.HasSuffix(name, " scales") {
		return name
	}
	return article(name)
}
