package divine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Donation asks what a temple priest does for gold.
type Donation struct {
	Rules       *rules.Temple
	XL          int // the highest level reached
	Offer       int
	Carried     int // gold carried before the offer is paid; at least Offer
	Protection  int // so far, of this kind
	Cheapskates int // how often the priest has called the hero one
}

// MaxGold bounds the gold of a question.
const MaxGold = 1_000_000

// What a priest may do.
const (
	Cheapskate   = "cheapskate +0"
	ThanksOnly   = "thanks only +0"
	Pious        = "pious: nothing +0"
	Clairvoyance = "clairvoyance +0"
	Selfless     = "selfless: no protection +0"
)

// Protected is what begins what a priest does where protection grows.
const Protected = "protection +"

// Best returns the offer that makes the chance of more protection greatest, the least
// of those that are as good, in steps of 10 a level. Carried 0: no more is carried
// than is given.
func (q Donation) Best() int {
	best, most, carried := 0, 0.0, q.Carried
	for offer := 10 * q.XL; offer <= 1000*q.XL && offer <= MaxGold && (carried == 0 || offer <= carried); offer += 10 * q.XL {
		q.Offer, q.Carried = offer, max(offer, carried)
		p := 0.0
		for _, o := range q.Answer() {
			if strings.HasPrefix(o.What, Protected) {
				p += o.P
			}
		}
		if p > most+1e-12 {
			best, most = offer, p
		}
	}
	return best
}

// Check refuses what is out of range. Its errors are a *problem.Problem.
func (q *Donation) Check() error {
	switch {
	case q.Offer < 1 || q.Carried > MaxGold:
		return problem.Newf("Offer between 1 and %d gold.", MaxGold).Try("protect 600 gold xl1")
	case q.Carried < q.Offer:
		return problem.Newf("You cannot offer %d gold if you carry %d.", q.Offer, q.Carried).Try("protect 600 gold xl1 carrying 1000")
	}
	return nil
}

// Answer lists what the priest may do, likeliest first.
func (q *Donation) Answer() []Outcome {
	var s sums
	grown := q.start()
	clear(grown)
	if !q.Rules.Rolled {
		q.at(&s, grown, 1, q.Rules.Price*q.XL, nil)
		return q.ends(&s, grown)
	}
	low, high := q.Rules.PriceMin, q.Rules.PriceMax
	after := q.growth()
	for roll := low; roll <= high; roll++ {
		price := (roll + q.Rules.PriceMore*q.Cheapskates) * q.XL
		q.at(&s, grown, 1/float64(high-low+1), price, after)
	}
	return q.ends(&s, grown)
}

// Rolls holds those of a price that give the same chance of protection.
type Rolls struct {
	N     int
	Grows float64 // the chance that protection grows
}

// ByRoll lists how many rolls of the price, out of how many, give each chance of
// protection. It is empty if the price is not rolled.
func (q *Donation) ByRoll() (list []Rolls, of int) {
	if !q.Rules.Rolled {
		return nil, 0
	}
	after := q.growth()
	for roll := q.Rules.PriceMin; roll <= q.Rules.PriceMax; roll++ {
		var s sums
		grown := q.start()
		clear(grown)
		q.at(&s, grown, 1, (roll+q.Rules.PriceMore*q.Cheapskates)*q.XL, after)
		p := 0.0
		for n, x := range grown {
			if n != q.Protection {
				p += x
			}
		}
		of++
		if i := slices.IndexFunc(list, func(r Rolls) bool { return math.Abs(r.Grows-p) < 1e-12 }); i >= 0 {
			list[i].N++
		} else {
			list = append(list, Rolls{1, p})
		}
	}
	return list, of
}

// ends lists what the priest may do: what s has, and what protection comes to.
func (q *Donation) ends(s *sums, grown []float64) []Outcome {
	for n, p := range grown {
		if n == q.Protection {
			s.add(p, Selfless)
		} else {
			s.add(p, fmt.Sprintf(Protected+"%d", n-q.Protection))
		}
	}
	return s.list()
}

// Times returns the factor for a price.
func (q *Donation) Times(price int) int {
	if !q.Rules.Rolled {
		return 1
	}
	return max(1, q.Carried/(3*price))
}

// at adds what the priest does at a price; what protection comes to is added to
// grown.
func (q *Donation) at(s *sums, grown []float64, p float64, price int, after [][]float64) {
	left, unit := q.Carried-q.Offer, price*q.Times(price)
	switch {
	case q.Offer < unit && left > 2*q.Offer:
		s.add(p, Cheapskate)
	case q.Offer < unit:
		s.add(p, ThanksOnly)
	case q.Offer < 2*unit && !q.Rules.Rolled && left >= 2*q.Offer:
		s.add(p, Pious)
	case q.Offer < 2*unit:
		s.add(p, Clairvoyance)
	case q.Offer >= 3*unit:
		s.add(p, Selfless)
	case !q.Rules.Rolled:
		after = [][]float64{q.step(q.start())}
		fallthrough
	default:
		for n, x := range after[min(q.Offer/(2*price), len(after)-1)] {
			grown[n] += p * x
		}
	}
}

// start returns the protection so far as a distribution.
func (q *Donation) start() []float64 {
	out := make([]float64, max(q.Protection, q.Rules.Most)+q.Rules.FirstMax+1)
	out[q.Protection] = 1
	return out
}

// step returns the distribution of protection after one more point.
func (q *Donation) step(by []float64) []float64 {
	out := make([]float64, len(by))
	for n, x := range by {
		switch {
		case x == 0:
		case n == 0:
			for first := q.Rules.FirstMin; first <= q.Rules.FirstMax; first++ {
				out[first] += x / float64(q.Rules.FirstMax-q.Rules.FirstMin+1)
			}
		case n >= q.Rules.Most:
			out[n] += x
		case n < q.Rules.Sure:
			out[n+1] += x
		default:
			out[n+1] += x / float64(n)
			out[n] += x * (1 - 1/float64(n))
		}
	}
	return out
}

// growth returns the distribution of protection for each number of points that the donation
// may buy.
func (q *Donation) growth() [][]float64 {
	out := [][]float64{q.start()}
	for range q.Offer / (2 * q.Rules.PriceMin * q.XL) {
		out = append(out, q.step(out[len(out)-1]))
	}
	return out
}
