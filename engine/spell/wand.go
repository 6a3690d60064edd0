package spell

import (
	"cmp"
	"fmt"
	"slices"

	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// WandQuestion is one zap of a wand at one target. Skill, Dexterity and
// intelligence do not matter to wands.
type WandQuestion struct {
	Rules    *rules.Set
	Wand     *rules.AttackWand
	AC       int      // the target's
	MR       int      // the target's magic resistance in percent; negative: not said
	Level    int      // the target's; negative: not said, then that of a wand
	Resists  Resisted // of the target
	Engulfed bool     // the target has engulfed the hero
	Nature
}

// Check refuses, with a *problem.Problem, what cannot occur in the game, and
// versions in which it is not known how often rays hit.
func (q *WandQuestion) Check() error {
	at := q.Rules.Attack()
	err := cmp.Or(
		within("The target's AC", "vs ac ", q.AC, MinAC, MaxAC),
		within("The target's magic resistance", "vs mr ", max(0, q.MR), 0, MaxMR),
		within("The target's level", "vs level ", max(0, q.Level), 0, MaxMonster),
	)
	if err == nil && q.Wand.Form == rules.Ray && at.RayDie == 0 {
		return problem.Newf("I don't know how often rays hit in %s.", q.Rules.Title).Try(elsewhere(func(s *rules.Set) bool { return s.Attack().RayDie != 0 })...)
	}
	return err
}

// Resisted holds the kinds of damage that do nothing to a target: "fire". Its
// opposite does more to it.
type Resisted []string

func (r Resisted) to(kind string) bool { return kind != "" && slices.Contains(r, kind) }

// sleepDice holds the dice of a wand of sleep, of 25 sides each.
const sleepDice = 6

// ZapWand answers a question that passes Check.
func ZapWand(q *WandQuestion) ZapAnswer {
	at := q.Rules.Attack()
	a := ZapAnswer{Form: q.Wand.Form, Hit: odds.Always, Range: &at.BeamRange, RangeCost: at.BeamCost, Cites: boltCites}
	switch q.Wand.Form {
	case rules.Ray:
		none := 0
		a.Bonus, a.Rolls, a.Hit = &none, true, RayHit(at, q.AC, 0)
		a.Range, a.RangeCost, a.Cites = &at.RayRange, at.RayCost, rayCites
	case rules.Bolt:
		a.Rolls = true
		a.Hit = odds.Of(int64(clamp(at.BoltBase-1+q.AC, 0, at.BoltDie)), int64(at.BoltDie))
	case rules.Dig:
		a.Range, a.RangeCost, a.Cites = &at.DigRange, 0, digCites
		return a
	}
	if q.Engulfed {
		a.inside()
	}
	if q.MR >= 0 && q.Wand.Kind != "death" {
		a.Resist = resisted(at, q.MR, at.WandLevel, q.Level)
	}
	switch {
	case q.Reflects && q.Wand.Form == rules.Ray && !q.Engulfed:
		a.thrownBack(q.Wand.Sides > 0)
	case q.Fed && q.Wand.Kind == "death":
		a.feeds()
	case q.Resists.to(q.Wand.Kind):
		a.spare(q.Wand.Sides > 0)
	case q.Wand.Kind == "sleep":
		a.Notes = append(a.Notes, fmt.Sprintf("a target that does not resist sleeps for %dd25 turns", sleepDice))
	case q.Wand.Kind == "death":
		a.Notes = append(a.Notes, "a hit kills without a saving throw, unless the target is undead, is a demon or has magic resistance of its own")
	case at.DamageUnknown != "":
		a.Notes = append(a.Notes, at.DamageUnknown)
	case q.Wand.Sides > 0:
		a.Damage = q.damage(at)
		if !at.Opposites {
			a.Notes = append(a.Notes, vulnerable)
		}
	}
	if d := a.Damage; d != nil {
		resist := 0.0
		if a.Resist != nil {
			resist = a.Resist.P
		}
		e := a.Hit.P * (d.Mean*(1-resist) + d.MeanResisted*resist)
		a.Expected = &e
	}
	return a
}

// damage returns what a hit does: cold does more to what resists fire, and fire to what
// resists cold. A ray that is resisted does half, rounded down, a blow half,
// rounded up; the dice have even sides, so that half of the sums are odd.
func (q *WandQuestion) damage(at *rules.Attack) *Damage {
	roll := odds.Roll{Terms: []odds.Term{{Count: q.Wand.Count, Sides: q.Wand.Sides}}}
	d := &Damage{}
	switch {
	case !at.Opposites:
	case q.Wand.Kind == "cold" && q.Resists.to("fire"):
		roll.Terms = append(roll.Terms, odds.Term{Count: q.Wand.Count, Sides: 3})
	case q.Wand.Kind == "fire" && q.Resists.to("cold"):
		d.Bonus = 7
	}
	d.Dice = roll.String()
	for _, t := range roll.Terms {
		d.Min, d.Max = d.Min+t.Count, d.Max+t.Count*t.Sides
	}
	d.Min, d.Max = d.Min+d.Bonus, d.Max+d.Bonus
	d.Mean = roll.Mean() + float64(d.Bonus)
	d.MeanResisted = (d.Mean - 0.5) / 2
	if q.Wand.Form == rules.Bolt {
		d.MeanResisted = (d.Mean + 0.5) / 2
	}
	return d
}
