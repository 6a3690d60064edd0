package spell

import (
	"cmp"
	"fmt"
	"math"

	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// ZapQuestion is one attack spell at one target. Role, Spell, Skill, XL, Int,
// Dex and what is on the head stand in the Question.
type ZapQuestion struct {
	*Question
	AC            int      // the target's
	MR            int      // the target's magic resistance in percent; negative: not said
	Level         int      // the target's; negative: not said, then XL
	Resists       Resisted // of the target
	QuestArtifact bool     // the caster carries the role's quest artifact
	Engulfed      bool     // the target has engulfed the caster
	Nature
}

// Nature is what a target does to rays by what it is.
type Nature struct {
	Reflects bool // a ray that hits it is thrown back
	Fed      bool // a death ray heals it
}

// Limits of a target.
const (
	MinAC, MaxAC = -127, 127
	MaxMR        = 127
	MaxMonster   = 127 // level
)

// ZapAnswer is what the spell does to the target.
type ZapAnswer struct {
	Form rules.Form `json:"form"`
	// Hit is the chance to hit a target in the way; 1 where there is no roll.
	Hit   odds.Fraction `json:"hit"`
	Rolls bool          `json:"rolls"` // there is a to-hit roll
	Bonus *int          `json:"bonus"` // what skill, Dex and XL add to it; nil: nothing does
	// Range is uniform; RangeCost of it goes for each monster hit. Nil: thrown
	// at a spot.
	Range     *rules.Range `json:"range"`
	RangeCost int          `json:"range_cost,omitempty"`
	Damage    *Damage      `json:"damage"`              // nil: none, or not known
	Immune    bool         `json:"immune,omitempty"`    // a hit does nothing to the target
	Reflected bool         `json:"reflected,omitempty"` // since it is thrown back
	Heals     bool         `json:"heals,omitempty"`     // a hit heals the target and raises its maximum
	// Resist is the chance that the target resists, which halves damage and
	// undoes other effects; nil: MR was not said, or does not matter.
	Resist *odds.Fraction `json:"resist"`
	// Expected is the mean damage of a cast that succeeds and reaches the
	// target, misses and resistance counted (none, if MR was not said).
	Expected *float64 `json:"expected,omitempty"`

	Notes []string `json:"-"`
	Cites []string `json:"-"`
}

// Damage is what a hit does. Mean is that of a target that does not resist.
type Damage struct {
	Dice         string       `json:"dice"` // "6d6"; empty: no dice
	Bonus        int          `json:"bonus"`
	Min          int          `json:"min"`
	Max          int          `json:"max"`
	Mean         float64      `json:"mean"`
	MeanResisted float64      `json:"mean_resisted"`
	Doubled      bool         `json:"doubled,omitempty"`    // by the quest artifact, or what explodes at a target that resists the opposite
	Explosions   *rules.Range `json:"explosions,omitempty"` // how many, uniform, each with this damage
}

// Check refuses, with a *problem.Problem, what cannot occur in the game, spells
// that are not aimed, and versions in which it is not known how often rays hit.
func (q *ZapQuestion) Check() error {
	err := cmp.Or(
		within("The target's AC", "vs ac ", q.AC, MinAC, MaxAC),
		within("The target's magic resistance", "vs mr ", max(0, q.MR), 0, MaxMR),
		within("The target's level", "vs level ", max(0, q.Level), 0, MaxMonster),
		q.Question.Check(),
	)
	if err != nil {
		return err
	}
	at := q.Rules.Attack()
	known := func(s *rules.Set) bool { return s.Attack().RayDie != 0 && s.Attack().MeasuredXL == 0 }
	switch form, _ := q.form(at); {
	case form == "":
		return problem.Newf("You do not aim %s at a target. Ask about an attack spell, such as force bolt or magic missile.", q.Spell.Name).
			Try("force bolt", "magic missile")
	case form == rules.Ray && at.RayDie == 0:
		return problem.Newf("I don't know how often rays hit in %s.", q.Rules.Title).Try(elsewhere(known)...)
	case form == rules.Ray && at.MeasuredXL != 0 && q.XL != at.MeasuredXL:
		return problem.Newf("For %s I know how often rays hit only at XL %d.", q.Rules.Title, at.MeasuredXL).
			Try(append([]string{fmt.Sprintf("xl%d", at.MeasuredXL)}, elsewhere(known)...)...)
	}
	return nil
}

// form returns how the spell reaches its target, empty if it has none, and what it
// does, nil if it does no damage or that is not known.
func (q *ZapQuestion) form(at *rules.Attack) (rules.Form, *rules.AttackSpell) {
	s := at.Spell(q.Spell.Name)
	switch {
	case s != nil:
		return s.Form, s
	case q.Spell.Direction == "ray":
		return rules.Ray, nil
	case q.Spell.Direction == "immediate":
		return rules.Beam, nil
	}
	return "", nil
}

// blasts reports whether the spell is thrown as explosions at this skill.
func (q *ZapQuestion) blasts(at *rules.Attack) bool {
	return (q.Spell.Name == "cone of cold" || q.Spell.Name == "fireball") && q.Skill >= at.BlastSkill
}

var (
	rayCites   = []string{"ray to-hit", "ray to-hit bonus", "ray", "zap range", "damage bonus", "resistance"}
	boltCites  = []string{"force bolt and beams on monsters", "zap range", "beam", "damage bonus", "resistance"}
	ballCites  = []string{"ray", "zap range", "damage bonus", "resistance"}
	blastCites = []string{rules.CiteCast, "damage bonus", "resistance"}
	digCites   = []string{"zap range"}
)

// Zap answers a question that passes Check.
func Zap(q *ZapQuestion) ZapAnswer {
	at := q.Rules.Attack()
	form, s := q.form(at)
	a := ZapAnswer{Form: form, Hit: odds.Always}
	blasts := q.blasts(at)
	switch {
	case blasts:
		a.Cites = blastCites
		a.Notes = append(a.Notes, "you throw it at a spot you can see within 10 squares; each explosion may drift by a square")
	case form == rules.Ray:
		b := at.RayBonus(q.Skill, q.Dex, q.XL)
		a.Bonus, a.Rolls = &b, true
		a.Hit = RayHit(at, q.AC, b)
		a.Range, a.RangeCost, a.Cites = &at.RayRange, at.RayCost, rayCites
		if q.Engulfed {
			a.inside()
		}
	case form == rules.Ball:
		a.Range, a.Cites = &at.RayRange, ballCites
		a.Notes = append(a.Notes, "it explodes at the first monster it meets, without a to-hit roll")
	case form == rules.Bolt:
		a.Rolls = !q.Engulfed
		if !q.Engulfed {
			a.Hit = odds.Of(int64(clamp(at.BoltBase-1+q.AC, 0, at.BoltDie)), int64(at.BoltDie))
		}
		a.Range, a.RangeCost, a.Cites = &at.BeamRange, at.BeamCost, boltCites
		a.Notes = append(a.Notes, "force bolt has its own to-hit roll, so skill and Dex do not matter")
	case form == rules.Dig:
		a.Range, a.Cites = &at.DigRange, digCites
		return a
	case form == rules.Chain:
		a.Cites = ballCites
	default:
		a.Range, a.RangeCost, a.Cites = &at.BeamRange, at.BeamCost, boltCites
	}
	if q.MR >= 0 && q.Spell.Name != "finger of death" {
		a.Resist = resisted(at, q.MR, q.XL, q.Level)
	}
	switch {
	case q.Reflects && form == rules.Ray && !blasts && !q.Engulfed:
		a.thrownBack(s != nil && s.Sides > 0)
	case q.Fed && q.Spell.Name == "finger of death":
		a.feeds()
	case s != nil && q.Resists.to(s.Kind):
		a.spare(s != nil && s.Sides > 0)
	case at.DamageUnknown != "":
		a.Notes = append(a.Notes, at.DamageUnknown)
	case q.Spell.Name == "sleep":
		a.Notes = append(a.Notes, fmt.Sprintf("a target that does not resist sleeps for %dd25 turns", q.XL/2+1))
	case q.Spell.Name == "finger of death":
		a.Notes = append(a.Notes, "a hit kills without a saving throw, unless the target is undead, is a demon or has magic resistance of its own")
	case s != nil && s.Sides > 0:
		a.Damage = q.damage(at, s, blasts)
		if q.explodesTwice(at, s, blasts) {
			a.Damage.double()
		}
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
		if d.Explosions != nil {
			e *= float64(d.Explosions.Min+d.Explosions.Max) / 2
		}
		a.Expected = &e
	}
	return a
}

// resisted returns the chance that a target of a magic resistance and a level resists (resist,
// zap.c): against is the level of the attack, which a level below 0 stands for too.
func resisted(at *rules.Attack, mr, against, level int) *odds.Fraction {
	if level < 0 {
		level = against
	}
	of := int64(at.ResistBase + against - clamp(level, 1, at.ResistTop))
	r := odds.Of(min(int64(mr), of), of)
	return &r
}

// spare changes the answer for a target that resists what a hit does.
func (a *ZapAnswer) spare(damage bool) {
	a.without(damage)
	a.Notes = append(a.Notes, "the target resists that, so a hit does nothing to it")
}

// thrownBack changes the answer for a target that throws back what hits it.
func (a *ZapAnswer) thrownBack(damage bool) {
	a.without(damage)
	a.Reflected = true
	a.Notes = append(a.Notes, "the ray goes back the way it came, and may hit whoever sent it")
	a.Cites = append([]string{rules.CiteReflects}, a.Cites...)
}

// feeds changes the answer for a target that a hit heals.
func (a *ZapAnswer) feeds() {
	a.without(false)
	a.Heals = true
	a.Cites = append([]string{rules.CiteResistsDeath}, a.Cites...)
}

// without changes the answer for a target to which a hit does no harm.
func (a *ZapAnswer) without(damage bool) {
	a.Immune, a.Resist = true, nil
	if damage {
		a.Damage = &Damage{Dice: "0"}
	}
}

// vulnerable is the note on damage where it hangs on what is not counted.
const vulnerable = "a vulnerable target takes half as much again, which I don't count"

// inside changes the answer for a caster whom the target has engulfed: it is hit
// for sure, and nothing else is.
func (a *ZapAnswer) inside() {
	a.Hit, a.Rolls, a.Bonus, a.Range, a.RangeCost = odds.Always, false, nil, nil, 0
	a.Notes = append(a.Notes, "from inside, what engulfs you is always hit")
}

// RayHit returns the chance that a ray with that bonus hits a target of that AC.
// Wands and monsters have bonus 0.
func RayHit(at *rules.Attack, ac, bonus int) odds.Fraction {
	// Counted in outcomes of RayDie * RayLucky * spread.
	spread := max(1, -ac)
	hits := clamp(ac+bonus-1, 0, at.RayLucky) * spread
	for roll := 1; roll <= spread; roll++ {
		armour := ac
		if ac < 0 {
			armour = -roll
		}
		// RayBase - c < armour + bonus, for c from 1 to RayDie-1
		hits += clamp(at.RayDie-1-(at.RayBase-armour-bonus), 0, at.RayDie-1) * at.RayLucky
	}
	return odds.Of(int64(hits), int64(at.RayDie*at.RayLucky*spread))
}

// DamageBonus returns what Int and XL make of a roll.
func DamageBonus(at *rules.Attack, intelligence, xl, roll int) int {
	add := bonusStep(at, intelligence, xl)
	if add < 0 && at.BonusLeast > 0 {
		return max(min(roll, at.BonusLeast), roll+add)
	}
	return roll + add
}

func bonusStep(at *rules.Attack, intelligence, xl int) int {
	for _, step := range at.Bonus {
		if intelligence <= step.Int || xl <= step.XL {
			return step.Add
		}
	}
	return at.Bonus[len(at.Bonus)-1].Add
}

// explodesTwice reports whether an explosion does double damage: one of fire to
// what resists cold, and one of cold to what resists fire (explode.c).
func (q *ZapQuestion) explodesTwice(at *rules.Attack, s *rules.AttackSpell, blasts bool) bool {
	weak := s.Kind == "fire" && q.Resists.to("cold") || s.Kind == "cold" && q.Resists.to("fire")
	return at.Opposites && weak && (blasts || s.Form == rules.Ball)
}

// double doubles what was rolled, whole or halved.
func (d *Damage) double() {
	d.Doubled = true
	d.Min, d.Max, d.Mean, d.MeanResisted = 2*d.Min, 2*d.Max, 2*d.Mean, 2*d.MeanResisted
}

// damage works out what a hit does.
func (q *ZapQuestion) damage(at *rules.Attack, s *rules.AttackSpell, blasts bool) *Damage {
	d := &Damage{}
	times := 1
	if q.QuestArtifact && q.Role.Name == at.Doubler && s.Form != rules.Ball && !blasts {
		d.Doubled, times = true, 2
	}
	iq := q.Intelligence()
	if s.Bonus || blasts {
		d.Bonus = bonusStep(at, iq, q.XL)
	}
	if blasts {
		fixed := DamageBonus(at, iq, q.XL, q.XL/2+1)
		d.Min, d.Max, d.Mean, d.MeanResisted = fixed, fixed, float64(fixed), float64((fixed+1)/2)
		d.Explosions = &rules.Range{Min: at.BlastMore + 1, Max: at.BlastMore + at.Blasts}
		return d
	}
	count, sides := s.Count, s.Sides
	if count == 0 {
		count = q.XL/2 + 1
	}
	if s.Name == "drain life" && at.WeakDie > 0 && q.Level == 0 {
		sides = at.WeakDie
	}
	roll := odds.Roll{Terms: []odds.Term{{Count: count, Sides: sides}}}
	if at.Opposites && q.Resists.to("fire") && s.Kind == "cold" {
		roll.Terms = append(roll.Terms, odds.Term{Count: count, Sides: 3})
	}
	d.Dice = roll.String()
	low, high := 0, 0
	for _, t := range roll.Terms {
		low, high = low+t.Count, high+t.Count*t.Sides
	}
	if low+min(0, d.Bonus) >= 1 {
		q.plainDamage(d, at, s, iq, times, roll.Mean(), low, high)
		return d
	}
	// Some rolls are held at a least value: go through all of them.
	sums := roll.Sums()
	d.Min = math.MaxInt
	for v := low; v <= high; v++ {
		full, half := q.hurt(at, s, iq, times, v)
		p := sums.P(v)
		d.Min, d.Max = min(d.Min, full), max(d.Max, full)
		d.Mean += p * float64(full)
		d.MeanResisted += p * float64(half)
	}
	return d
}

// plainDamage fills d in where the bonus is simply added to every roll. Halving
// an odd sum loses or gains half a point, and a sum with an even-sided die in
// it, as all of these have, is odd half of the time.
func (q *ZapQuestion) plainDamage(d *Damage, at *rules.Attack, s *rules.AttackSpell, iq, times int, mean float64, low, high int) {
	d.Min, _ = q.hurt(at, s, iq, times, low)
	d.Max, _ = q.hurt(at, s, iq, times, high)
	bonus := float64(when(s.Bonus, d.Bonus))
	odd := 0.5
	switch s.Form {
	case rules.Ray, rules.Chain:
		if times > 1 {
			odd = 0
		}
		d.Mean = (mean + bonus) * float64(times)
		d.MeanResisted = (d.Mean - odd) / 2
		return
	case rules.Bolt, rules.Beam:
		if times > 1 {
			odd = float64(d.Bonus & 1)
		}
	}
	n := mean*float64(times) + bonus
	d.Mean, d.MeanResisted = n, (n+odd)/2
	if s.Form == rules.Beam {
		d.Mean = 2 * n
	}
}

// hurt returns what a roll of the dice does to a target that does not resist, and
// to one that does.
func (q *ZapQuestion) hurt(at *rules.Attack, s *rules.AttackSpell, iq, times, roll int) (full, half int) {
	with := func(n int) int {
		if s.Bonus {
			return DamageBonus(at, iq, q.XL, n)
		}
		return n
	}
	switch s.Form {
	case rules.Ray, rules.Chain: // doubled after the bonus, never below 0, halved rounding down
		full = max(0, with(roll)*times)
		return full, full / 2
	case rules.Ball:
		return roll, (roll + 1) / 2
	case rules.Beam: // drain life: taken twice where it is not resisted
		n := with(roll * times)
		return 2 * n, (n + 1) / 2
	}
	n := with(roll * times)
	return n, (n + 1) / 2
}
