package price

import (
	"cmp"
	"math/big"
	"slices"

	"delphi/engine/rules"
)

// Question is what was seen in a shop. At least one of Base, Asked and Offered
// is set, and an object must fit all that are.
type Question struct {
	Rules   *rules.Set
	Class   string // of the object table: "scroll"
	Base    int    // the base cost, if it is known; -1: it is not
	Asked   int    // what the shop asks for one; -1: not seen
	Offered int    // what the shop offers for one; -1: not seen
	Cha     int    // 3 to 25; read with Asked only
	Sucker  bool   // a low Tourist, a dunce cap or a shirt that shows
}

// Candidate is a kind of object that the prices allow.
type Candidate struct {
	Object *rules.Object
	Share  *big.Rat // the chance that it is this one; all of them sum to 1
}

// Bases is a base cost with what the shop would ask and offer for it.
type Bases struct {
	Cost    int
	Asked   []int // the usual price, and with the surcharge if it differs
	Offered []int // the usual offer, and the low one if it differs
}

// Answer lists the candidates, the likeliest first, and the base costs that
// the prices allow, cheapest first.
type Answer struct {
	Candidates []Candidate
	Bases      []Bases
}

// Asked returns what a shop asks for one unidentified object of a base cost. One
// in p.SurchargeOnce objects costs the surcharge.
func Asked(p *rules.Prices, cost, cha int, sucker, surcharge bool) int {
	if cost == 0 {
		cost = 5
	}
	step := p.Charisma[len(p.Charisma)-1]
	for _, s := range p.Charisma {
		if cha <= s.Max {
			step = s
			break
		}
	}
	if p.Stepwise {
		if surcharge {
			cost += cost / 3
		}
		if sucker {
			cost += cost / 3
		}
		// By the difference, cut: 18 takes off a third, 8 adds one.
		switch {
		case step.Num == 1 && step.Den > 1:
			cost /= step.Den
		case step.Num < step.Den:
			cost -= cost * (step.Den - step.Num) / step.Den
		default:
			cost += cost * (step.Num - step.Den) / step.Den
		}
		return max(1, cost)
	}
	num, den := step.Num, step.Den
	if surcharge {
		num, den = num*4, den*3
	}
	if sucker {
		num, den = num*4, den*3
	}
	return max(1, (cost*num*10/den+5)/10)
}

// Offered returns what a shop offers for one unidentified object of a base cost:
// the usual offer, or the low one.
func Offered(p *rules.Prices, cost int, sucker, low bool) int {
	den := 2
	if sucker {
		den = 3
	}
	if p.Stepwise {
		cost /= den
		if low && cost > 1 {
			cost -= cost / 4
		}
		return cost
	}
	if cost < 1 {
		return 0
	}
	num := 1
	if low && cost > 1 {
		num, den = 3, den*4
	}
	return max(1, (cost*num*10/den+5)/10)
}

// Of answers a question. Its error is a *rules.NoTable where the version's
// shop prices are not known.
func Of(q *Question) (*Answer, error) {
	p := q.Rules.Prices()
	if p == nil {
		return nil, q.Rules.NoPrices()
	}
	out := &Answer{}
	total := new(big.Rat)
	seen := map[int]*big.Rat{} // base cost -> how likely it gives what was seen
	for _, o := range q.Rules.Objects() {
		if o.Class != q.Class || o.Prob1 == 0 {
			continue
		}
		fit, ok := seen[o.Cost]
		if !ok {
			fit = q.fits(p, o.Cost)
			seen[o.Cost] = fit
			if fit.Sign() > 0 {
				out.Bases = append(out.Bases, q.base(p, o.Cost))
			}
		}
		if fit.Sign() == 0 {
			continue
		}
		share := new(big.Rat).Mul(fit, big.NewRat(int64(o.Prob1), 1))
		total.Add(total, share)
		out.Candidates = append(out.Candidates, Candidate{o, share})
	}
	for _, c := range out.Candidates {
		c.Share.Quo(c.Share, total)
	}
	slices.SortStableFunc(out.Candidates, func(a, b Candidate) int { return b.Share.Cmp(a.Share) })
	slices.SortFunc(out.Bases, func(a, b Bases) int { return cmp.Compare(a.Cost, b.Cost) })
	return out, nil
}

// fits returns the chance that an object of a base cost has the prices seen.
func (q *Question) fits(p *rules.Prices, cost int) *big.Rat {
	out := big.NewRat(1, 1)
	once := func(seen, usual, other, n int) {
		chance := new(big.Rat)
		if usual == seen {
			chance.Add(chance, big.NewRat(int64(n-1), int64(n)))
		}
		if other == seen {
			chance.Add(chance, big.NewRat(1, int64(n)))
		}
		out.Mul(out, chance)
	}
	if q.Base >= 0 && cost != q.Base {
		return new(big.Rat)
	}
	if q.Asked >= 0 {
		once(q.Asked, Asked(p, cost, q.Cha, q.Sucker, false), Asked(p, cost, q.Cha, q.Sucker, true), p.SurchargeOnce)
	}
	if q.Offered >= 0 {
		once(q.Offered, Offered(p, cost, q.Sucker, false), Offered(p, cost, q.Sucker, true), p.LowOnce)
	}
	return out
}

func (q *Question) base(p *rules.Prices, cost int) Bases {
	pair := func(a, b int) []int {
		if a == b {
			return []int{a}
		}
		return []int{a, b}
	}
	return Bases{
		Cost:    cost,
		Asked:   pair(Asked(p, cost, q.Cha, q.Sucker, false), Asked(p, cost, q.Cha, q.Sucker, true)),
		Offered: pair(Offered(p, cost, q.Sucker, false), Offered(p, cost, q.Sucker, true)),
	}
}
