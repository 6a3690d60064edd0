package enchant

import (
	"fmt"

	"delphi/engine/dice"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// DriedOut is the result of a marker that will never write again.
const DriedOut = "permanently dried out"

// What is charged.
type What uint8

const (
	Aimed   What = iota // a wand that is aimed
	Unaimed             // a wand that is not
	Wishing
	Ring
	Tool
)

// ChargeQuestion is a scroll of charging read over one thing.
type ChargeQuestion struct {
	Rules  *rules.Charging
	What   What
	Tool   rules.ToolKind // of a Tool
	Marker bool           // the tool is a magic marker
	Spe    int            // its charges, or a ring's enchantment
	Before int            // how often it was charged before
	Scroll rules.BUC      // not said: uncursed
	Holy   bool           // the thing is blessed, and a cursed scroll does nothing to it
}

// Check refuses what nothing has. Its errors are a *problem.Problem.
func (q *ChargeQuestion) Check() error {
	switch {
	case q.Spe < -9 || q.Spe > 127:
		return problem.Newf("Nothing has %d charges: they go from -1 to 127, and a ring's enchantment from -9 up.", q.Spe).Try("charge wishing 0:0 blessed")
	case q.Before < 0 || q.Before > 7:
		return problem.Newf("The game counts 0 to 7 earlier charges, not %d.", q.Before).Try("charge death 1:3 blessed")
	}
	return nil
}

// Charge returns a scroll of charging. The question must pass Check.
func Charge(q *ChargeQuestion) Results {
	return dice.Cases(func(d *dice.Dice) string {
		switch q.What {
		case Ring:
			return q.ring(d)
		case Tool:
			return q.tool(d)
		}
		return q.wand(d)
	})
}

func charges(n int) string { return fmt.Sprintf("spe %d", n) }

// stripped returns what a cursed scroll leaves of charges.
func (q *ChargeQuestion) stripped(spe int) string {
	if q.Holy {
		return charges(spe)
	}
	return charges(min(spe, 0))
}

func (q *ChargeQuestion) wand(d *dice.Dice) string {
	r, n := q.Rules, q.Before
	spe := max(q.Spe, 0) // a cancelled wand is no longer so
	if n > 0 && (q.What == Wishing || d.Chance(n*n*n, r.Explodes)) {
		return Explodes
	}
	if q.Scroll == rules.Cursed {
		return q.stripped(spe)
	}
	var most int
	switch q.What {
	case Wishing:
		most = r.Wishing
	case Aimed:
		most = d.Rn1(r.Spread, r.Aimed+1-r.Spread)
	default:
		most = d.Rn1(r.Spread, r.Unaimed+1-r.Spread)
	}
	if q.Scroll != rules.Blessed {
		most = d.Rnd(most)
	}
	spe = max(most, spe+1)
	if q.What == Wishing && spe > r.WishesMax {
		return Explodes
	}
	return charges(spe)
}

func (q *ChargeQuestion) ring(d *dice.Dice) string {
	r := q.Rules
	if q.Spe <= r.RingLeast || q.Spe > d.Rn2(r.RingDie) {
		return Explodes
	}
	switch q.Scroll {
	case rules.Blessed:
		return charges(q.Spe + d.Rnd(r.RingBlessed))
	case rules.Cursed:
		return charges(q.Spe - d.Rnd(r.RingCursed))
	}
	return charges(q.Spe + 1)
}

// within rolls a range.
func within(d *dice.Dice, r rules.Range) int { return d.Rn1(r.Max-r.Min+1, r.Min) }

func (q *ChargeQuestion) tool(d *dice.Dice) string {
	r, spe := q.Rules, q.Spe
	blessed, cursed := q.Scroll == rules.Blessed, q.Scroll == rules.Cursed
	if q.Tool == rules.BallKind && r.BallWakes {
		spe = max(spe, 0)
	}
	switch {
	case q.Tool == rules.NoKind:
		return charges(spe)
	case cursed:
		return q.stripped(spe)
	}
	switch q.Tool {
	case rules.MarkerKind:
		return q.marker(d, blessed)
	case rules.BallKind:
		switch {
		case blessed:
			spe = r.BallBlessed
		case spe < r.BallMost:
			spe = min(spe+d.Rnd(r.BallUncursed), max(r.BallMost, spe+1))
		}
	case rules.HornKind:
		add := r.HornUncursed
		switch {
		case blessed && spe <= r.HornFew:
			add = r.HornBlessed
		case blessed:
			add = r.HornMany
		}
		spe = min(spe+within(d, add), r.HornTop)
	case rules.MusicKind:
		if blessed {
			spe += d.D(2, r.MusicDie)
		} else {
			spe += d.Rnd(r.MusicDie)
		}
		spe = min(spe, r.MusicTop)
	case rules.BellKind:
		if blessed {
			spe += d.Rnd(r.BellDie)
		} else {
			spe++
		}
		spe = min(spe, r.BellTop)
	case rules.LampKind:
		spe = 1
	}
	return charges(spe)
}

// marker returns a marker, camera or tinning kit.
func (q *ChargeQuestion) marker(d *dice.Dice, blessed bool) string {
	r := q.Rules
	if q.Marker && q.Before > 0 {
		if q.Spe < r.MarkerDry {
			return DriedOut
		}
		return charges(q.Spe)
	}
	add, steps := r.MarkerUncursed, r.MarkerSteps[:1]
	if blessed {
		add, steps = r.MarkerBlessed, r.MarkerSteps
	}
	spe := q.Spe + within(d, add)
	for _, step := range steps {
		if spe <= step {
			return charges(step)
		}
	}
	return charges(min(spe, r.MarkerTop))
}
