package casting

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// exampleSteps lists the steps to a spell's failure where the answer is about several
// spells, or several values of the stat: it takes one of them.
func exampleSteps(c *commands.Call, q *spell.Question, statSaid bool) *steps.Derivation {
	d := steps.New(c.Rules)
	if Spell.One(c) == nil {
		d.Given("", "for example", q.Spell.Name)
	}
	if !statSaid {
		q = withStat(q, tableStat)
		d.Given("", "for example with", fmt.Sprintf("%s %d", q.Role.Stat, tableStat))
	}
	a := spell.Fail(q)
	failSteps(d, q, &a)
	return d
}

// easiest returns a question about the spell that fails least among those that answered
// a call without a spell, or about any spell if there were none.
func easiest(c *commands.Call, q *spell.Question, rows []spellRow) *spell.Question {
	out := *q
	if len(rows) > 0 {
		out.Spell, out.Skill = rows[0].spell, rows[0].skill
		return &out
	}
	out.Spell = c.Rules.Spells[0]
	if Skill.In(c) == "" {
		out.Skill = bestSkill(c.Rules, q.Role, out.Spell)
	}
	return &out
}

// failSteps adds the steps that lead to the figure of a cast: those that add
// something, and the sums between.
func failSteps(d *steps.Derivation, q *spell.Question, a *spell.Answer) {
	if a.Fails {
		percentSteps(d, q, a)
	} else {
		powerSteps(d, q, a)
	}
}

// added adds the nonzero steps of a group and returns their values.
func added(d *steps.Derivation, q *spell.Question, a *spell.Answer, group spell.Group, skip ...spell.What) (values []int) {
steps:
	for _, s := range a.Steps.All() {
		for _, w := range skip {
			if s.What == w {
				continue steps
			}
		}
		if s.What.Group() != group || s.Value == 0 && s.What != spell.Base {
			continue
		}
		values = append(values, s.Value)
		rule := rules.CiteFailure
		switch s.What {
		case spell.Base, spell.EmergencySpell, spell.Suit, spell.Robe, spell.ShieldWorn, spell.SpecialSpell:
			if a.Fails {
				rule = rules.CiteRole
			}
		}
		step := d.Given(rule, s.What.String(), strconv.Itoa(s.Value))
		if of := ofWhat(q, s.What); of != step.What {
			step.Remark = of
		}
	}
	return values
}

// valueOf returns the value of a step of an answer, or 0 if there is none.
func valueOf(a *spell.Answer, w spell.What) int {
	for _, s := range a.Steps.All() {
		if s.What == w {
			return s.Value
		}
	}
	return 0
}

// percentSteps adds the steps of the Percent formula.
func percentSteps(d *steps.Derivation, q *spell.Question, a *spell.Answer) {
	c := &q.Rules.Casting
	work := func(what string, value int, how string, args ...any) *steps.Step {
		return d.Work(rules.CiteFailure, what, strconv.Itoa(value), how, args...)
	}
	parts := added(d, q, a, spell.ToPenalty)
	sum := 0
	for _, p := range parts {
		sum += p
	}
	how := steps.Sum(parts...)
	switch {
	case sum > a.Penalty:
		how = fmt.Sprintf("min(%d, %s)", c.MaxPenalty, how)
	case sum < a.Penalty:
		how = fmt.Sprintf("max(%d, %s)", c.MinPenalty, how)
	}
	if len(parts) > 1 || sum != a.Penalty {
		work("penalty", a.Penalty, "%s", how)
	}

	stat, ease := valueOf(a, spell.StatStep), valueOf(a, spell.DifficultyStep)
	work("from "+string(q.Role.Stat), stat, "⌊11*%d/2⌋", a.StatValue)
	work("difficulty", a.Difficulty, "(%d - 1)*4 - (%d*6 + ⌊%d/3⌋ + 1)", q.Spell.Level, q.Skill.Steps(), q.XL).
		Of("level %d, %s counts %d, XL %d", q.Spell.Level, titled(q.Skill), q.Skill.Steps(), q.XL)
	if a.Difficulty > 0 {
		work("too hard", ease, "-⌊sqrt(900*%d + 2000)⌋", a.Difficulty)
	} else {
		work("easy", ease, "min(20, ⌊15*%d/%d⌋)", -a.Difficulty, q.Spell.Level)
	}
	chance := max(0, min(120, stat+ease))
	how = steps.Sum(stat, ease)
	if chance != stat+ease {
		how = fmt.Sprintf("max(0, min(120, %s))", how)
	}
	work("chance", chance, "%s", how)
	if big := q.Worn[rules.Shield]; big.Worn != nil && big.Big {
		part := c.BigShield
		if q.Role.Special == q.Spell.Name {
			part = c.BigShieldSpecial
		}
		work("with a big shield", a.Chance, "⌊%d/%d⌋", chance, part).Of("%s", big.Name)
	}
	success := a.Chance*(20-a.Penalty)/15 - a.Penalty
	work("success", success, "⌊%d*(%s)/15⌋%s", a.Chance, steps.Sum(20, -a.Penalty), steps.Plus(-a.Penalty))
	more := added(d, q, a, spell.ToSuccess, spell.Inborn, spell.NoMetal, spell.Confusion)
	total := 0
	for _, v := range append(more, success) {
		total += v
	}
	capped := max(0, min(100, total))
	if len(more) > 0 || capped != success {
		work("in all", capped, "max(0, min(100, %s))", steps.Sum(append([]int{success}, more...)...))
	}
	if v := valueOf(a, spell.Inborn); v != 0 {
		work("inborn", 100, "%d + %d", capped, v).Of("%s", q.Race)
		capped = 100
	}
	for _, w := range []spell.What{spell.NoMetal, spell.Confusion} { // which leave nothing
		if v := valueOf(a, w); v != 0 {
			work(w.String(), capped+v, "%d - %d", capped, -v)
			capped += v
		}
	}
	d.Work(rules.CiteFailure, "fail", wording.Percentage(a.Fail), "(100 - %d)/100", a.Success)
}

// powerSteps adds the steps of the Power formula, in which the success scales the cost.
func powerSteps(d *steps.Derivation, q *spell.Question, a *spell.Answer) {
	n := &q.Rules.Casting.Power
	work := func(rule, what string, value int, how string, args ...any) *steps.Step {
		return d.Work(rule, what, strconv.Itoa(value), how, args...)
	}
	hampers := added(d, q, a, spell.ToPenalty, spell.Base)
	base := valueOf(a, spell.Base)
	d.Given(rules.CiteRole, "base", strconv.Itoa(base)).Of("%s", q.Role.Name)
	parts := []int{base}
	for _, s := range a.Steps.All() {
		if s.What.Group() != spell.ToSuccess || s.What == spell.SkillCap || s.Value == 0 {
			continue
		}
		parts = append(parts, s.Value)
		switch s.What {
		case spell.PowerStat:
			work(rules.CiteFailure, "from "+string(q.Role.Stat), s.Value, "%d*%d", n.Stat, a.StatValue)
		case spell.PowerXL:
			work(rules.CiteFailure, "from XL", s.Value, "%d*%d", n.XL, q.XL)
		case spell.PowerLevel:
			work(rules.CiteFailure, "the spell's level", s.Value, "-%d*%d", n.Level, q.Spell.Level)
		default:
			d.Given(rules.CiteFailure, s.What.String(), strconv.Itoa(s.Value)).Remark = ofWhat(q, s.What)
		}
	}
	if len(hampers) > 1 {
		work(rules.CiteFailure, "hampered", a.Penalty, "%s", steps.Sum(hampers...))
	}
	if a.Penalty != 0 {
		parts = append(parts, -a.Penalty)
	}
	work(rules.CiteFailure, "success", a.Chance, "%s", steps.Sum(parts...))
	if a.Success != a.Chance {
		work(rules.CiteFailure, "as far as the skill goes", a.Success, "max(0, min(%d, %d))", min(100, n.Cap[q.Skill]), a.Chance).Of("%s", titled(q.Skill))
	}
	costSteps(d, q, a)
}

// costSteps adds the steps from the success to the power that a cast takes.
func costSteps(d *steps.Derivation, q *spell.Question, a *spell.Answer) {
	n, level := &q.Rules.Casting.Power, q.Spell.Level
	power := func(n int) string { return strconv.Itoa(n) + " Pw" }
	cost := 0
	switch {
	case a.Success > 0:
		cost = 5 * level * 100 / a.Success
		d.Work(rules.CiteCost, "power", power(cost), "⌊5*%d*100/%d⌋", level, a.Success)
	case n.AtZero > 0:
		cost = 5 * level * n.AtZero / 100
		d.Work(rules.CiteCost, "power", power(cost), "⌊5*%d*%d/100⌋", level, n.AtZero).Of("at a success of 0")
	default:
		d.Given(rules.CiteCost, "power", "cannot be cast").Of("at a success of 0")
		return
	}
	if n.BookHalves && q.Held != nil && q.Held.Book == q.Spell.Name {
		half := max((cost+1)/2, 5*level)
		d.Work(rules.CiteCost, "book in hand", power(half), "max(⌊(%d + 1)/2⌋, 5*%d)", cost, level)
		cost = half
	}
	if n.AmuletMultiples > 0 && q.Amulet {
		d.Work(rules.CiteCost, "with the Amulet", power(cost*n.AmuletMultiples), "%d*%d", cost, n.AmuletMultiples)
	}
}

// ofWhat names the thing behind a step.
func ofWhat(q *spell.Question, w spell.What) string {
	switch w {
	case spell.Base:
		return q.Role.Name
	case spell.Robe:
		if c := q.Worn[rules.Cloak]; c.Worn != nil {
			return c.Name
		}
	case spell.QuarterstaffHeld, spell.StaffHeld, spell.PowerWand:
		return q.Held.Name
	}
	slot, ok := map[spell.What]rules.Slot{
		spell.Suit: rules.Body, spell.ShieldWorn: rules.Shield, spell.HelmetWorn: rules.Helmet,
		spell.GlovesWorn: rules.Gloves, spell.BootsWorn: rules.Boots, spell.BigShield: rules.Shield, spell.BodyArmour: rules.Body,
	}[w]
	if ok && q.Worn[slot].Worn != nil {
		return q.Worn[slot].Name
	}
	return ""
}
