package dist

import "encoding/json"

// Dist is a distribution of whole numbers: P[i] is the chance of Min+i. The
// chances sum to 1, or to less where the rest is told apart.
type Dist struct {
	Min int
	P   []float64
}

// Value is one value of a distribution and its chance.
type Value struct {
	Value int     `json:"value"`
	P     float64 `json:"p"`
}

// Exactly returns the number n for certain.
func Exactly(n int) Dist { return Dist{n, []float64{1}} }

// Die returns a uniform number from 1 to sides; 0 for no sides.
func Die(sides int) Dist {
	if sides < 1 {
		return Exactly(0)
	}
	d := Dist{1, make([]float64, sides)}
	for i := range d.P {
		d.P[i] = 1 / float64(sides)
	}
	return d
}

// Dice returns the sum of count dice.
func Dice(count, sides int) Dist {
	d := Exactly(0)
	for range count {
		d = d.Plus(Die(sides))
	}
	return d
}

// Plus returns the distribution of the sum of two independent numbers.
func (d Dist) Plus(e Dist) Dist {
	out := Dist{d.Min + e.Min, make([]float64, len(d.P)+len(e.P)-1)}
	for i, p := range d.P {
		if p == 0 {
			continue
		}
		for k, q := range e.P {
			out.P[i+k] += p * q
		}
	}
	return out
}

// Add shifts every value by n.
func (d Dist) Add(n int) Dist { return Dist{d.Min + n, d.P} }

// Map applies f to every value.
func (d Dist) Map(f func(int) int) Dist {
	if len(d.P) == 0 {
		return d
	}
	low, high := f(d.Min), f(d.Min)
	for i := range d.P {
		v := f(d.Min + i)
		low, high = min(low, v), max(high, v)
	}
	out := Dist{low, make([]float64, high-low+1)}
	for i, p := range d.P {
		out.P[f(d.Min+i)-low] += p
	}
	return out
}

// Times scales every chance.
func (d Dist) Times(p float64) Dist {
	out := Dist{d.Min, make([]float64, len(d.P))}
	for i := range d.P {
		out.P[i] = d.P[i] * p
	}
	return out
}

// Or adds the chances of two parts of one distribution.
func (d Dist) Or(e Dist) Dist {
	switch {
	case len(d.P) == 0:
		return e
	case len(e.P) == 0:
		return d
	}
	low, high := min(d.Min, e.Min), max(d.Min+len(d.P), e.Min+len(e.P))
	out := Dist{low, make([]float64, high-low)}
	for i, p := range d.P {
		out.P[d.Min+i-low] += p
	}
	for i, p := range e.P {
		out.P[e.Min+i-low] += p
	}
	return out
}

// Split returns the distribution of f(v) + g(v), where g is random and depends on
// the value.
func (d Dist) Split(g func(int) Dist) Dist {
	var out Dist
	for i, p := range d.P {
		if p > 0 {
			out = out.Or(g(d.Min + i).Times(p))
		}
	}
	return out
}

// Total returns the sum of the chances.
func (d Dist) Total() (sum float64) {
	for _, p := range d.P {
		sum += p
	}
	return sum
}

// Mean returns the mean value, given one of them.
func (d Dist) Mean() float64 {
	if t := d.Total(); t > 0 {
		return d.Sum() / t
	}
	return 0
}

// Trim takes impossible values off both ends.
func (d Dist) Trim() Dist {
	for len(d.P) > 0 && d.P[len(d.P)-1] == 0 {
		d.P = d.P[:len(d.P)-1]
	}
	for len(d.P) > 0 && d.P[0] == 0 {
		d.Min, d.P = d.Min+1, d.P[1:]
	}
	return d
}

// Max returns the highest value.
func (d Dist) Max() int { return d.Min + len(d.P) - 1 }

// At returns the chance of one value.
func (d Dist) At(v int) float64 {
	if v < d.Min || v > d.Max() {
		return 0
	}
	return d.P[v-d.Min]
}

// AtLeast returns the chance of v or more.
func (d Dist) AtLeast(v int) (sum float64) {
	for i := max(0, v-d.Min); i < len(d.P); i++ {
		sum += d.P[i]
	}
	return sum
}

// Values lists the possible values.
func (d Dist) Values() []Value {
	out := []Value{}
	for i, p := range d.P {
		if p > 0 {
			out = append(out, Value{d.Min + i, p})
		}
	}
	return out
}

// MarshalJSON returns a certain number alone, or a list of values.
func (d Dist) MarshalJSON() ([]byte, error) {
	if v := d.Values(); len(v) != 1 {
		return json.Marshal(v)
	}
	return json.Marshal(d.Trim().Min)
}

// Sum returns the sum of the values times their chances: the mean where the chances sum to 1,
// and what is left out counting as nothing.
func (d Dist) Sum() (sum float64) {
	for i, p := range d.P {
		sum += p * float64(d.Min+i)
	}
	return sum
}
