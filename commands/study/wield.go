package study

import (
	"fmt"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// mayWield asks whether a role can use a weapon, and how well.
var mayWield = commands.NewFlag(commands.Param{Name: "may", Summary: "Whether the role can use the weapon, and how well: may wield", Words: []string{"may wield", "may use"}})

// wieldAnswer is the machine-readable answer of `practice ... may wield`.
type wieldAnswer struct {
	Weapon string `json:"weapon"`
	Skill  string `json:"skill"`
	Role   string `json:"role"`
	From   string `json:"from"`
	Best   string `json:"best"`
}

// tellWielding tells that a hero may wield a weapon, as any may, and how far the role's skill in
// it gets.
func tellWielding(c *commands.Call) (*commands.Story, error) {
	caps := c.Rules.SkillCaps()
	if caps == nil {
		return nil, rules.No[rules.SkillCaps](c.Rules)
	}
	role, known := hero.Role.In(c)
	weapon := arms.One(c)
	if !known || weapon == nil || weapon.Name == anyWeapon {
		return nil, &commands.Problem{Text: "Which role, and which weapon?", Hints: []string{"practice Priest mace may wield"}}
	}
	skill, from, best := caps.Of(role.Name, arms.Of(*weapon))
	s := &commands.Story{Steps: steps.New(c.Rules)}
	r, who := &s.Reply, wording.Capital(wording.Article(role.Name))
	s.Steps.Given(rules.CiteSkillCaps, "best skill", best.String())
	r.Headline = "Yes"
	r.Summary = fmt.Sprintf("Yes: any role may. %s begins at %s in %s and can reach %s.", who, wording.Capital(from.String()), skill, wording.Capital(best.String()))
	if best == rules.Restricted {
		r.Summary = fmt.Sprintf("Yes: any role may. But %s is restricted in %s, and never gets better with it.", wording.Article(role.Name), skill)
	} else {
		r.Hints = []string{"practice " + role.Name + " " + skill}
	}
	r.Data = wieldAnswer{Weapon: weapon.Name, Skill: skill, Role: role.Name, From: from.String(), Best: best.String()}
	r.Cite(c.Rules, rules.CiteSkillCaps)
	return s, nil
}
