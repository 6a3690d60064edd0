package dice

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
)

// Chance is a chance of a case. Num and Den are its fraction in lowest terms,
// where they fit 63 bits; otherwise both are 0.
type Chance struct {
	P   float64 `json:"p"`
	Num int64   `json:"num,omitempty"`
	Den int64   `json:"den,omitempty"`
}

// Times returns the chance of the case and of something else that does not depend on
// it and has a chance of num in den.
func (c Chance) Times(num, den int64) Chance {
	if num == den {
		return c
	}
	out := Chance{P: c.P * float64(num) / float64(den)}
	if c.Den == 0 {
		return out
	}
	g, h := int64(gcd(uint64(c.Num), uint64(den))), int64(gcd(uint64(num), uint64(c.Den)))
	high, n := bits.Mul64(uint64(c.Num/g), uint64(num/h))
	high2, d := bits.Mul64(uint64(c.Den/h), uint64(den/g))
	if high == 0 && high2 == 0 && d < 1<<62 {
		out.Num, out.Den = int64(n), int64(d)
	}
	return out
}

// Case is one result of a function and its chance, which is above 0.
type Case[K comparable] struct {
	What K `json:"what"`
	Chance
}

// Cases plays a function to all its ends and returns its results, the likeliest
// first; of equally likely ones the one that came first. The chances sum to 1.
// play must depend on nothing but its dice.
func Cases[K comparable](play func(*Dice) K) []Case[K] {
	var (
		d     Dice
		order []K
		sums  = map[K]*sum{}
	)
	for {
		d.at = 0
		what := play(&d)
		d.path = d.path[:d.at]
		s := sums[what]
		if s == nil {
			s = &sum{}
			sums[what], order = s, append(order, what)
		}
		s.add(d.path)
		if !d.next() {
			break
		}
	}
	return sorted(order, sums)
}

// next turns the last roll that has another way to its next one; false if
// all ways were gone.
func (d *Dice) next() bool {
	for i := len(d.path) - 1; i >= 0; i-- {
		f := &d.path[i]
		f.way++
		if f.skip(); f.way < f.ways {
			d.path = d.path[:i+1]
			return true
		}
	}
	return false
}

// sum adds up the chances of plays: parts[i].num of parts[i].den, and rest for
// those whose denominator does not fit.
type sum struct {
	parts []part
	rest  float64
	loose bool // rest holds something
}

type part struct{ num, den uint64 }

func (s *sum) add(path []fork) {
	num, den, p := uint64(1), uint64(1), 1.0
	loose := false
	for i := range path {
		f := &path[i]
		w := int64(1)
		if f.weights != nil {
			w = f.weights[f.way]
		}
		p *= float64(w) / float64(f.total)
		g := gcd(uint64(w), uint64(f.total))
		var high, high2 uint64
		high, num = bits.Mul64(num, uint64(w)/g)
		high2, den = bits.Mul64(den, uint64(f.total)/g)
		loose = loose || high != 0 || high2 != 0 || den >= 1<<62
	}
	if loose {
		s.rest += p
		s.loose = true
		return
	}
	s.put(Chance{Num: int64(num), Den: int64(den)}) // all of them together are at most den
}

func (s *sum) chance() Chance {
	total := new(big.Rat)
	for _, x := range s.parts {
		total.Add(total, big.NewRat(int64(x.num), int64(x.den)))
	}
	p, _ := total.Float64()
	if s.loose || !total.Num().IsInt64() || !total.Denom().IsInt64() {
		return Chance{P: p + s.rest}
	}
	return Chance{P: p, Num: total.Num().Int64(), Den: total.Denom().Int64()}
}

// P returns the chance that a result of the cases passes a test.
func P[K comparable](cases []Case[K], passes func(K) bool) float64 {
	p := 0.0
	for _, c := range cases {
		if passes(c.What) {
			p += c.P
		}
	}
	return min(p, 1)
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Merge joins the cases that of maps to one thing, the likeliest first.
func Merge[K, L comparable](cases []Case[K], of func(K) L) []Case[L] {
	var order []L
	sums := map[L]*sum{}
	for _, c := range cases {
		what := of(c.What)
		s := sums[what]
		if s == nil {
			s = &sum{}
			sums[what], order = s, append(order, what)
		}
		s.put(c.Chance)
	}
	return sorted(order, sums)
}

// put adds one chance.
func (s *sum) put(c Chance) {
	if c.Den == 0 {
		s.rest += c.P
		s.loose = true
		return
	}
	for i := range s.parts {
		if s.parts[i].den == uint64(c.Den) {
			s.parts[i].num += uint64(c.Num)
			return
		}
	}
	s.parts = append(s.parts, part{uint64(c.Num), uint64(c.Den)})
}

// sorted returns the sums as cases, the likeliest first.
func sorted[K comparable](order []K, sums map[K]*sum) []Case[K] {
	out := make([]Case[K], len(order))
	for i, what := range order {
		out[i] = Case[K]{what, sums[what].chance()}
	}
	slices.SortStableFunc(out, func(a, b Case[K]) int { return cmp.Compare(b.P, a.P) })
	return out
}

// Then plays on from each result of the cases: next are the cases that may
// follow it.
func Then[K, L comparable](cases []Case[K], next func(K) []Case[L]) []Case[L] {
	var order []L
	sums := map[L]*sum{}
	for _, c := range cases {
		for _, n := range next(c.What) {
			s := sums[n.What]
			if s == nil {
				s = &sum{}
				sums[n.What], order = s, append(order, n.What)
			}
			s.put(c.and(n.Chance))
		}
	}
	return sorted(order, sums)
}

// and returns the chance of two things that do not depend on each other.
func (c Chance) and(other Chance) Chance {
	if other.Den == 0 {
		return Chance{P: c.P * other.P}
	}
	return c.Times(other.Num, other.Den)
}
