package eating

import (
	"slices"

	"delphi/engine/rules"
)

// Poisoning is what can go wrong with a corpse by its age and by what it is
// made of (eat.c, eatcorpse): at most one of them happens.
type Poisoning struct {
	Deadly float64 `json:"p"`      // food poisoning
	Mild   float64 `json:"mild"`   // d8 damage
	Acid   float64 `json:"acid"`   // d15 damage
	Poison float64 `json:"poison"` // d4 Str and d15 damage, or nothing to the resistant
	Rotten float64 `json:"rotten"` // confused, blind or helpless for some turns, or nothing but little nutrition
	// Gone is how often nothing of it is eaten: it is tainted, whether that sickens or not, or
	// is rotten and has no nutrition to lose.
	Gone float64 `json:"gone"`
}

// divisors is how many values the divisor of an age has: 10 + rn2(divisors).
const (
	divisors     = 20
	leastDivisor = 10
	parts        = 5 * 5 * 7 // of each divisor
)

// lasts reports whether a monster's flesh does not rot.
func lasts(e *rules.Eating, m *rules.Monster) bool {
	return m.Name == "lizard" || m.Name == "lichen" || e.BlobsAgeless && m.Name == "acid blob"
}

// Ages reports whether the age of the corpse makes a difference.
func (q *Question) Ages() bool { return !q.Tin && !lasts(q.Rules, q.Monster) }

// poisoning returns what age and flesh do to an eater.
// m is whose corpse it is, age its own, with what the game dated it back by.
func poisoning(q *Question, m *rules.Monster, age int) Poisoning {
	e := q.Rules
	ageless := lasts(e, m) || e.FreshRiders && e.Has(m, rules.Fatal)
	mayKill := m.Name != "acid blob" && (!e.Has(m, rules.Petrify) || q.Resists.Stoning || slices.Contains(e.Tainted, m.Name)) && !(e.FreshSlime && e.Has(m, rules.Slime))
	var tainted, mild, acid, poison, rotten int64 // in divisors * parts
	for k := range divisors {
		rotted := 0
		if !ageless {
			rotted = age / (leastDivisor + k)
			switch q.BUC {
			case rules.Cursed:
				rotted += 2
			case rules.Blessed:
				rotted -= 2
			}
		}
		left := int64(parts)
		switch {
		case rotted > 5 && mayKill:
			tainted += parts
			continue
		case m.Is("ACID") && !q.Resists.Acid:
			acid += parts
			continue
		}
		if m.Is("POIS") {
			poison += left * 4 / 5
			left /= 5
		}
		switch {
		case q.Resists.Sickness:
		case rotted > 5:
			mild, left = mild+left, 0
		case rotted > 3:
			mild += left * 4 / 5
			left /= 5
		}
		if m.Name != "lizard" && m.Name != "lichen" {
			rotten += left / 7
		}
	}
	if q.immune() {
		poison = 0
	}
	deadly, gone := tainted, tainted
	if q.Resists.Sickness {
		deadly = 0
	}
	if m.Nutrition == 0 {
		gone += rotten
	}
	p := func(n int64) float64 { return float64(n) / (divisors * parts) }
	return Poisoning{Deadly: p(deadly), Mild: p(mild), Acid: p(acid), Poison: p(poison), Rotten: p(rotten), Gone: p(gone)}
}
