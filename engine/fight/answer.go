package fight

import (
	"delphi/engine/dist"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Answer is how often a hero hits a target, and what the hits do.
type Answer struct {
	Monster string `json:"monster"`
	AC      int    `json:"ac"`
	Weapon  string `json:"weapon,omitempty"`

	// ToHit is the game's number before rnd(20): an integer, or values with
	// their chances where an artifact's bonus is rolled. The chance is that the
	// first swing, or a missile, hits.
	ToHit dist.Dist `json:"to_hit"`
	odds.Fraction
	Damage Damage `json:"damage"` // of one that hits
	// Second is the other weapon's swing, or the second punch, or nil if there is none.
	Second *Second `json:"second,omitempty"`
	// Volley is how many missiles fly at once, nil for a swing.
	Volley  []dist.Value `json:"volley,omitempty"`
	PerTurn Mean         `json:"per_turn"` // misses counted, one attack a turn
	Breaks  float64      `json:"breaks,omitempty"`
	Jousts  float64      `json:"jousts,omitempty"`

	// HP is the target's hit points by its hit dice, nil if it has them from elsewhere.
	HP     *Range  `json:"hp,omitempty"`
	Kill   *Kill   `json:"kill,omitempty"`   // within the turns asked
	Needed []Turns `json:"needed,omitempty"` // turns for a chance to have killed it
	Return *Return `json:"return,omitempty"` // what its passive attack does

	Steps       []Step   `json:"steps"` // of ToHit
	SecondSteps []Step   `json:"-"`     // of the second swing
	Notes       []string `json:"-"`
	Cites       []string `json:"-"`
}

// Mean is a mean without its distribution.
type Mean struct {
	Mean float64 `json:"mean"`
}

// Damage is the damage of blows that hit.
type Damage struct {
	Min       int          `json:"min"`
	Max       int          `json:"max"`
	Mean      float64      `json:"mean"`
	Histogram []dist.Value `json:"histogram"` // given that it does not kill at once
	Kills     float64      `json:"kills,omitempty"`
}

// Second is a second blow in the same turn.
type Second struct {
	ToHit dist.Dist `json:"to_hit"`
	odds.Fraction
	// Chance is the chance that it is tried at all, which is below 1 for a second punch.
	Chance float64 `json:"chance"`
	// Same means that it hits if and only if the first does.
	Same   bool   `json:"same_roll"`
	Damage Damage `json:"damage"`
}

// Range holds a minimum, a maximum and a mean.
type Range struct {
	Min  int     `json:"min"`
	Max  int     `json:"max"`
	Mean float64 `json:"mean"`
}

// Kill is the chance to have killed the target.
type Kill struct {
	Turns int     `json:"turns"`
	P     float64 `json:"p"`
}

// Turns is how many turns it takes for a kill to be as likely as Confidence.
type Turns struct {
	Confidence float64 `json:"confidence"`
	Turns      int     `json:"turns"`
}

// DamageOf returns the damage of a blow.
func DamageOf(b Blow) Damage {
	d := Damage{Mean: b.Mean(), Kills: b.Kills, Histogram: []dist.Value{}}
	if total := b.Total(); total > 0 {
		d.Min, d.Max = b.Dist.Min, b.Dist.Max()
		d.Histogram = b.Times(1 / total).Values()
	}
	return d
}

// Attack answers a question that passes Check.
func Attack(q *Question) Answer {
	if q.Missile {
		return q.shoot()
	}
	if q.Feet.Own {
		return q.kick()
	}
	first := q.melee(&q.Weapon, false)
	a := Answer{
		Monster: q.Monster.Name, AC: q.Target.AC, Weapon: q.Weapon.Title(), ToHit: first.dist(), Fraction: first.chance(1),
		Damage: DamageOf(q.Damage(&q.Weapon, false)), Steps: first.steps,
		Jousts: q.Jousts(&q.Weapon), Cites: []string{"to hit", "weapon damage"},
	}
	second := q.second()
	if second != nil {
		a.Second = &Second{ToHit: second.roll.dist(), Fraction: second.roll.chance(1), Chance: second.chance, Same: second.same, Damage: DamageOf(second.q.Damage(second.w, true))}
		a.SecondSteps = second.roll.steps
		a.Cites = append(a.Cites, "two-weapon attack")
	}
	turn := q.turn(first, second)
	a.PerTurn.Mean = turn.Sum()
	later := *q
	later.Asleep = false
	next := turn
	if q.Asleep {
		next = later.turn(later.melee(&q.Weapon, false), later.second())
		a.Notes = append(a.Notes, "it sleeps only until the first blow")
	}
	if second == nil && q.drains(&q.Weapon) {
		q.killing(&a, q.sapped(first.chance(1).P, later.melee(&q.Weapon, false).chance(1).P))
	} else {
		q.killing(&a, wounded(turn, next))
	}
	a.Notes = append(a.Notes, q.remarks()...)
	if a.Return = q.Returns(); a.Return != nil {
		a.Cites = append(a.Cites, "passive attacks")
	}
	return a
}

// remarks lists what a melee with the target involves and the answer does not count.
func (q *Question) remarks() (notes []string) {
	m, w := q.Monster, &q.Weapon
	if q.Kick {
		return []string{"what kicks of another form do is not worked out"}
	}
	if m.Symbol == "l" && !q.Asleep && !q.Helpless {
		notes = append(notes, "it never dodges, which it may before one blow in 7")
	}
	if q.divides(w) || q.TwoWeapon && q.Rules.MetalDivides && q.divides(&q.Second) {
		notes = append(notes, "it does not divide, as it does at each hit that leaves it 2 HP")
	}
	switch {
	case w.Artifact == magicbane && m.Name == "clay golem":
		notes = append(notes, "it is not cancelled, which leaves it 1 HP")
	case w.Stones && golem(m) && !resistsStone(m):
		notes = append(notes, "it becomes a stone golem")
	case w.Stones && !resistsStone(m):
		notes = append(notes, "it carries nothing that cures stoning")
	case q.drains(w) && q.TwoWeapon:
		notes = append(notes, "levels that it loses are not followed")
	case q.drains(w) && q.Rules.DrainStops:
		notes = append(notes, "the damage is that while it has HP to spare: a lost level takes fewer of the last")
	case q.Rules.Anatomy && q.Role == "Healer" && !w.None() && w.Class == "weapon" && q.Rules.WeaponSkill(w.Object) == "knife":
		notes = append(notes, "under 6 of its kind killed (+1 damage at 6, 12 and 18)")
	}
	return notes
}

// Title returns the name of the weapon in answers, empty for bare hands.
func (w *Weapon) Title() string {
	switch {
	case w.Artifact != "":
		return w.Artifact
	case w.None():
		return ""
	case w.Stones:
		return "cockatrice corpse"
	}
	return w.Name
}

// other is the second blow of a turn.
type other struct {
	q      *Question
	w      *Weapon
	roll   *roll
	chance float64 // that it is tried
	same   bool    // it shares the first one's roll
}

// second returns the second blow, or nil if there is none.
func (q *Question) second() *other {
	switch {
	case q.Kick:
		return nil
	case q.TwoWeapon:
		return &other{q, &q.Second, q.secondRoll(), 1, q.Rules.OneRoll}
	case q.Weapon.None() && q.Rules.PunchTwice && !q.Shield && q.Bare > rules.Basic:
		punch := *q
		punch.Punch = 2
		return &other{&punch, &q.Weapon, q.melee(&q.Weapon, true), float64(q.Bare-rules.Basic) / 5, false}
	}
	return nil
}

// secondRoll returns the number of the other hand's swing.
func (q *Question) secondRoll() *roll {
	if q.Rules.OneRoll {
		return q.melee(&q.Weapon, false)
	}
	return q.melee(&q.Second, true)
}

// turn returns the damage of a turn, counting misses as 0. Instant kills are not in the
// distribution.
func (q *Question) turn(first *roll, second *other) dist.Dist {
	swing := q.swing(first, &q.Weapon, false)
	switch {
	case second == nil:
		return swing
	case second.same:
		return q.over(first, 1, func(die int) dist.Dist {
			return q.blow(&q.Weapon, false, die).Plus(q.blow(&q.Second, true, die).Dist)
		})
	}
	lead := *q
	if !q.TwoWeapon { // Strength counts less for each punch of two
		lead.Punch = 1
	}
	both := lead.swing(first, &q.Weapon, false).Plus(second.q.swing(second.roll, second.w, true))
	return both.Times(second.chance).Or(swing.Times(1 - second.chance))
}

// swing returns the damage of one swing, 0 if it misses.
func (q *Question) swing(r *roll, w *Weapon, second bool) dist.Dist {
	return q.over(r, 1, func(die int) dist.Dist { return q.blow(w, second, die).Dist })
}

// over sums blow over the rolls of the d20 that hit at the number less edge; the other
// rolls miss.
func (q *Question) over(r *roll, edge int, blow func(die int) dist.Dist) dist.Dist {
	const decisive = 8 // beyond it nothing depends on the roll
	var out, last dist.Dist
	number := r.dist()
	for die := 1; die <= 20; die++ {
		p := number.AtLeast(die+edge) / 20
		if p == 0 {
			break
		}
		if die <= decisive+1 {
			last = blow(die)
		}
		out = out.Or(last.Times(p))
	}
	if miss := 1 - r.chance(edge).P; miss > 0 {
		out = out.Or(dist.Exactly(0).Times(miss))
	}
	return out
}

// shoot answers a question about missiles.
func (q *Question) shoot() Answer {
	r := q.missile()
	a := Answer{
		Monster: q.Monster.Name, AC: q.Target.AC, Weapon: q.Weapon.Title(), ToHit: r.dist(), Fraction: r.chance(0),
		Damage: DamageOf(q.Damage(&q.Weapon, false)), Steps: r.steps, Breaks: q.Breaks(),
		Cites: []string{"missile to hit", "weapon damage", "volley"},
	}
	volley := q.Volley()
	a.Volley = volley.Values()
	one := q.over(r, 0, func(die int) dist.Dist { return q.blow(&q.Weapon, false, die).Dist })
	var turn dist.Dist
	for _, v := range a.Volley {
		sum := dist.Exactly(0)
		for range v.Value {
			sum = sum.Plus(one)
		}
		turn = turn.Or(sum.Times(v.P))
	}
	a.PerTurn.Mean = turn.Sum()
	if w := &q.Weapon; w.BUC == rules.Cursed && (q.launched() || throwing(q.Rules, w)) {
		a.Notes = append(a.Notes, "it does not slip, as 1 in 7 cursed missiles do")
	}
	if q.Weapon.Name == "boulder" {
		a.Notes = append(a.Notes, "you have the form of a giant: others cannot throw it")
	}
	if q.harmless(&q.Weapon) {
		a.Notes = append(a.Notes, "stones do it no harm")
	}
	q.killing(&a, wounded(turn, turn))
	return a
}

// Chance returns the chance that the first swing, or a missile, hits.
func (q *Question) Chance() odds.Fraction {
	switch {
	case q.Missile:
		return q.missile().chance(0)
	case q.Feet.Own:
		k := q.kicks()
		return k.reaches()
	}
	return q.melee(&q.Weapon, false).chance(1)
}
