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

// zapSteps lists the steps to how often an attack spell hits and what it does.
func zapSteps(c *commands.Call, zq *spell.ZapQuestion, a *spell.ZapAnswer) *steps.Derivation {
	d, at := steps.New(c.Rules), c.Rules.Attack()
	if a.Bonus != nil {
		raySteps(d, zq, a)
	} else {
		boltStep(d, at, zq.AC, a)
	}
	resistSteps(d, at, fmt.Sprintf("XL %d", zq.XL), zq.XL, zq.Level, zq.MR, a)
	if x := a.Damage; x != nil && (x.Dice != "" || x.Explosions != nil) {
		damageSteps(d, zq, x)
		expectedStep(d, a)
	}
	return d
}

// wandSteps lists the steps to how often a wand hits and what it does.
func wandSteps(c *commands.Call, q *spell.WandQuestion, a *spell.ZapAnswer) *steps.Derivation {
	d, at := steps.New(c.Rules), c.Rules.Attack()
	if a.Bonus != nil {
		d.Given("ray to-hit bonus", "bonus", "0").Of("a wand's")
		rayStep(d, at, q.AC, a)
	} else {
		boltStep(d, at, q.AC, a)
	}
	resistSteps(d, at, fmt.Sprintf("a wand counts as level %d", at.WandLevel), at.WandLevel, q.Level, q.MR, a)
	if x := a.Damage; x != nil {
		d.Counted("ray", "damage on average", wording.Amount(x.Mean), "all rolls of %s%s", x.Dice, map[bool]string{true: steps.Plus(x.Bonus)}[x.Bonus != 0])
		if x.MeanResisted != x.Mean {
			d.Counted("resistance", "damage if resisted", wording.Amount(x.MeanResisted), "half of each roll, rounded")
		}
		expectedStep(d, a)
	}
	return d
}

// boltStep adds the step to the chance that something other than a ray hits.
func boltStep(d *steps.Derivation, at *rules.Attack, targetAC int, a *spell.ZapAnswer) {
	hit := wording.Fraction(a.Hit)
	if !a.Rolls {
		d.Counted(a.Cites[0], "to hit", hit, "there is no roll")
		return
	}
	d.Work(a.Cites[0], "to hit", hit, "max(0, min(%d, %s))/%d", at.BoltDie, steps.Sum(at.BoltBase, -1, targetAC), at.BoltDie).Of("AC %d", targetAC)
}

// resistSteps adds the steps to the chance that the target resists, if it may. level is
// the level of what is zapped, which of describes; foe is the target's level, or less
// than 0.
func resistSteps(d *steps.Derivation, at *rules.Attack, of string, level, foe, mr int, a *spell.ZapAnswer) {
	if a.Resist == nil || a.Resist.P == 0 {
		return
	}
	if foe < 0 {
		foe = level
	}
	up := at.ResistBase + level - max(1, min(at.ResistTop, foe))
	d.Work("resistance", "the roll against resistance is up to", strconv.Itoa(up), "%d + %d - max(1, min(%d, %d))", at.ResistBase, level, at.ResistTop, foe).
		Of("%s, target's level %d", of, foe)
	d.Work("resistance", "resists", wording.Share(a.Resist.P), "min(%d, %d)/%d", mr, up, up).Of("MR %d", mr)
}

// raySteps adds the steps to a ray's chance to hit.
func raySteps(d *steps.Derivation, q *spell.ZapQuestion, a *spell.ZapAnswer) {
	at := q.Rules.Attack()
	skill, xl := at.SkillHit[q.Skill], min(q.XL, at.XLHit)
	d.Work("ray to-hit bonus", "bonus", strconv.Itoa(*a.Bonus), "%s", steps.Sum(skill, xl, *a.Bonus-skill-xl)).
		Of("%s %+d, XL %+d, Dex %d %+d", titled(q.Skill), skill, xl, q.Dex, *a.Bonus-skill-xl)
	rayStep(d, at, q.AC, a)
}

// rayStep adds the step to the chance that a ray with its bonus hits.
func rayStep(d *steps.Derivation, at *rules.Attack, ac int, a *spell.ZapAnswer) {
	lucky := fmt.Sprintf("max(0, min(%d, %s))/%d", at.RayLucky, steps.Sum(ac, *a.Bonus, -1), at.RayLucky)
	most := at.RayDie - 1
	usual := fmt.Sprintf("max(0, min(%d, %s))", most, steps.Sum(most, -at.RayBase, ac, *a.Bonus))
	of := fmt.Sprintf("AC %d", ac)
	if ac < 0 {
		usual = fmt.Sprintf("sum(r = 1..%d, max(0, min(%d, %s - r)))/%d", -ac, most, steps.Sum(most, -at.RayBase, *a.Bonus), -ac)
		of += fmt.Sprintf(" counts as -1 to %d", ac)
	}
	d.Work("ray to-hit", "to hit", wording.Fraction(a.Hit), "(%s + %s)/%d", usual, lucky, at.RayDie).Of("%s", of)
}

// damageSteps adds the steps to the damage of a hit.
func damageSteps(d *steps.Derivation, q *spell.ZapQuestion, x *spell.Damage) {
	mean := wording.Amount(x.Mean)
	n, sides := 0, 0
	fmt.Sscanf(x.Dice, "%dd%d", &n, &sides)
	plain := fmt.Sprintf("%d*(%d + 1)/2", n, sides)
	roll := float64(n*(sides+1)) / 2
	switch bonus := float64(x.Bonus); x.Mean {
	case roll:
		d.Work("damage bonus", "damage on average", mean, "%s", plain).Of("%s", x.Dice)
	case roll + bonus:
		d.Work("damage bonus", "damage on average", mean, "%s%s", plain, steps.Plus(x.Bonus)).Of("%s, Int %d, XL %d", x.Dice, q.Intelligence(), q.XL)
	case 2 * (roll + bonus):
		d.Work("damage bonus", "damage on average", mean, "2*(%s%s)", plain, steps.Plus(x.Bonus)).Of("%s, Int %d, XL %d", x.Dice, q.Intelligence(), q.XL)
	default:
		of := "all rolls of " + x.Dice + fmt.Sprintf(" with the bonus of Int %d and XL %d", q.Intelligence(), q.XL)
		if x.Dice == "" {
			of = fmt.Sprintf("half of XL %d, and 1, with the bonus of Int %d", q.XL, q.Intelligence())
		}
		d.Counted("damage bonus", "damage on average", mean, "%s", of)
	}
	if x.MeanResisted != x.Mean {
		d.Counted("resistance", "damage if resisted", wording.Amount(x.MeanResisted), "half of each roll, rounded")
	}
}

// expectedStep adds the step to the damage with misses counted.
func expectedStep(d *steps.Derivation, a *spell.ZapAnswer) {
	x := a.Damage
	each := wording.Amount(x.Mean)
	if a.Resist != nil && a.Resist.P > 0 && x.MeanResisted != x.Mean {
		resist := wording.Share(a.Resist.P)
		each = fmt.Sprintf("(%s*(1 - %s) + %s*%s)", each, resist, wording.Amount(x.MeanResisted), resist)
	}
	if e := x.Explosions; e != nil {
		each += fmt.Sprintf("*(%d + %d)/2", e.Min, e.Max)
	}
	d.Work("", "misses counted", wording.Amount(*a.Expected), "%s*%s", a.Hit, each)
}

// spellsSteps lists the steps to what a caster can rely on.
func spellsSteps(set *rules.Set, a *spell.Plan) *steps.Derivation {
	d := steps.New(set)
	for _, x := range a.Reliable {
		of := fmt.Sprintf("up to level %d none fails more than %d%%", x.Level, spell.MostFail)
		if x.Level == 0 {
			of = "level 1 fails as often"
		}
		d.Counted(rules.CiteFailure, "fail at "+x.Skill, fmt.Sprintf("%d%%", x.Fail), "%s", of)
	}
	for i, m := range leastFailures(a) {
		of := "at the best chance, 120"
		if i > 0 {
			of = ""
		}
		d.Work(rules.CiteFailure, fmt.Sprintf("least failure at penalty %d", m.Penalty), wording.Percentage(m.Plain), "(100 - max(0, min(100, ⌊120*(20 - %d)/15⌋ - %d)))/100", m.Penalty, m.Penalty).
			Remark = of
	}
	return d
}
