package explore

import (
	"fmt"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

func iceboxCommand() *commands.Command {
	return foe.InEachForm(commands.Told(&commands.Command{
		Name:    "icebox",
		Fillers: "does do will can a an the corpse corpses rot keep in what put stay fresh rise",
		Aliases: []string{"fridge"},
		Summary: "Show what an ice box does to corpses, and what goes into it",
		Params:  commands.Takes(commands.RuleSet, monster),

		Examples: []string{"icebox", "icebox troll", "icebox ice troll", "icebox v3.4.3 troll", "icebox newt"},
	}, commands.By(tellIcebox)), monster)
}

// iceboxAnswer is the machine-readable answer of `icebox`.
type iceboxAnswer struct {
	Monster string `json:"monster,omitempty"`
	Rots    bool   `json:"rots"`
	Rises   *bool  `json:"rises,omitempty"` // once it is taken out
}

func tellIcebox(c *commands.Call, rule *rules.IceBox) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	a := iceboxAnswer{Rots: !rule.Stops}
	r.Cite(c.Rules, rules.CiteIceBoxIn, rules.CiteIceBoxOut)
	d.Given(rules.CiteIceBoxIn, "ages in an ice box", "no")
	r.Headline = "Does not age"
	what := "A corpse"
	m, named := monster.In(c)
	if named {
		a.Monster = m.Name
		what = wording.Capital(wording.Article(m.Name + " corpse"))
	}
	r.Summary = fmt.Sprintf("%s does not age or rot in an ice box. Taken out, it is as old as when you put it in, and rots on from there.", what)
	if named && (m.Name == "lizard" || m.Name == "lichen") {
		r.Summary = fmt.Sprintf("%s never rots, in an ice box or out of it.", what)
	}
	if named && m.Symbol == "T" {
		rises := !rule.IceTrolls || m.Name == "ice troll"
		a.Rises = &rises
		if rises {
			r.Summary += " It does not rise inside; taken out it may, from then on, unless it was to stay dead."
			if rule.IceTrolls {
				r.Summary += " Other trolls do not."
			}
			r.Hints = []string{"revive " + m.Name}
		} else {
			r.Summary += " It never rises again, not even once it is taken out; of trolls only ice trolls do."
		}
		d.Given(rules.CiteIceBoxOut, "rises once it is out", map[bool]string{true: "perhaps", false: "no"}[rises])
	}
	if !named {
		r.Cite(c.Rules, rules.CiteIceBoxFits, rules.CiteIceBoxBars)
		r.Aside(fmt.Sprintf(" An ice box takes everything but %s; %s; what you wear, a leash in use and cursed loadstones.", wording.And(rule.Fits), wording.And(rule.Bars)))
		r.Summary += r.Asides[0]
	}
	r.Data = a
	return s, nil
}
