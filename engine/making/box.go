package making

import (
	"cmp"
	"math"
	"slices"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Box is what a new container holds.
type Box struct {
	Name    string        `json:"name"`
	Locked  odds.Fraction `json:"locked"`
	Trapped odds.Fraction `json:"trapped"`
	Most    int           `json:"most"` // objects drawn, at most
	// Stacks holds the chances of each number of stacks: equal objects merge. Nil
	// where what merges is not known.
	Stacks []StackCount `json:"stacks,omitempty"`
	Mean   float64      `json:"mean"` // objects drawn, on average
	// Classes holds what one object drawn is; of a container that holds but one
	// class, that class.
	Classes []BoxClass `json:"classes"`
}

// StackCount is a number of stacks and its chance.
type StackCount struct {
	Stacks int     `json:"stacks"`
	P      float64 `json:"p"`
}

// BoxClass is a class of objects in a container.
type BoxClass struct {
	Name string `json:"name"`
	odds.Fraction
	Stacks float64 `json:"stacks,omitempty"` // stacks of it on average, where it is known
	Any    float64 `json:"any"`              // the chance that there is at least one
}

// Contents returns what a new container holds; false for one that is empty when it is
// made. ledger is as in Objects.
func Contents(s *rules.Set, name string, ledger int) (Box, bool) {
	m := s.Making()
	i := slices.IndexFunc(m.Boxes, func(b rules.BoxKind) bool { return b.Name == name })
	if i < 0 {
		return Box{}, false
	}
	kind := m.Boxes[i]
	out := Box{Name: name, Locked: odds.Never, Trapped: odds.Never, Most: max(kind.Most, kind.MostLocked)}
	drawn := spread(kind.Most)
	if kind.Locks {
		out.Locked, out.Trapped = odds.Of(int64(m.LockedDie-1), int64(m.LockedDie)), odds.Of(1, int64(m.TrappedOnce))
		drawn = blend(spread(kind.MostLocked), out.Locked.P, drawn)
	}
	for n, p := range drawn {
		out.Mean += float64(n) * p
	}
	if kind.Corpses {
		out.Classes = []BoxClass{{Name: "food", Fraction: odds.Always, Any: 1 - drawn[0]}}
		return out, true
	}
	out.fill(s, drawn, ledger)
	return out, true
}

// spread returns the chance of each number up to most, all alike.
func spread(most int) []float64 {
	out := make([]float64, most+1)
	for i := range out {
		out[i] = 1 / float64(most+1)
	}
	return out
}

// blend returns a with chance p, else b.
func blend(a []float64, p float64, b []float64) []float64 {
	out := make([]float64, max(len(a), len(b)))
	for i, x := range a {
		out[i] += p * x
	}
	for i, x := range b {
		out[i] += (1 - p) * x
	}
	return out
}

// fill draws objects of the classes of boxes. drawn is the chance of each
// number of objects.
func (b *Box) fill(s *rules.Set, drawn []float64, ledger int) {
	all := newMerge(len(drawn) - 1)
	for _, class := range Classes(s.Making(), "box") {
		merging, apart := kinds(s, class, ledger)
		c := BoxClass{Name: class.Name, Fraction: class.Fraction, Stacks: apart * b.Mean}
		for _, p := range merging {
			all.stack(p)
			for n, q := range drawn {
				c.Stacks += q * (1 - math.Pow(1-p, float64(n)))
			}
		}
		for n, q := range drawn {
			c.Any += q * (1 - math.Pow(1-class.P, float64(n)))
		}
		all.apart(apart)
		b.Classes = append(b.Classes, c)
	}
	slices.SortStableFunc(b.Classes, func(x, y BoxClass) int { return cmp.Compare(y.P, x.P) })
	sum := make([]float64, len(drawn))
	for n, p := range drawn {
		for k, q := range all.counts(n) {
			sum[k] += p * q
		}
	}
	for k, p := range sum {
		b.Stacks = append(b.Stacks, StackCount{k, p})
	}
}

// kinds returns the chances of what merges with its like, and of all that does
// not, in a draw from the classes of boxes.
func kinds(s *rules.Set, class Drawn, ledger int) (merging []float64, apart float64) {
	if class.Name == "coin" {
		return []float64{class.P}, 0
	}
	list := Objects(s, class.Name, ledger)
	rocks, kept := 0.0, 0.0 // a rock is drawn again among the gems and gray stones
	again := func(name string) bool {
		return class.Name == "gem" && name != "rock" && name != "touchstone" && name != "flint"
	}
	for _, d := range list {
		switch {
		case d.Name == "rock":
			rocks = d.P
		case again(d.Name):
			kept += d.P
		}
	}
	for _, d := range list {
		o, p := s.Object(d.Name), d.P
		if d.Name == "rock" {
			continue
		}
		if !o.Merge || d.Name == "egg" || d.Name == "tin" || d.Name == "corpse" {
			apart += class.P * p
			continue
		}
		var by [rules.Cursed + 1]float64
		for _, st := range New(s.Making(), o) {
			by[st.BUC] += p * st.P
		}
		if again(d.Name) && kept > 0 { // as a rock was rolled
			by[rules.Uncursed] += rocks * p / kept
		}
		for _, q := range by {
			if q == 0 {
				continue
			}
			merging = append(merging, class.P*q)
		}
	}
	return merging, apart
}

// merge counts the stacks that up to most draws make. poly[n][k] is the sum,
// over the kinds added so far, of the chances that n given draws are of them
// and make k stacks, divided by n!.
type merge struct{ poly [][]float64 }

func newMerge(most int) *merge {
	m := &merge{make([][]float64, most+1)}
	for i := range m.poly {
		m.poly[i] = make([]float64, most+1)
	}
	m.poly[0][0] = 1
	return m
}

// stack adds what merges with its like, with chance p a draw.
func (m *merge) stack(p float64) { m.add(p, false) }

// apart adds what never merges.
func (m *merge) apart(p float64) { m.add(p, true) }

func (m *merge) add(p float64, apart bool) {
	for n := len(m.poly) - 1; n > 0; n-- {
		term := 1.0 // p^j/j!
		for j := 1; j <= n; j++ {
			term *= p / float64(j)
			stacks := 1
			if apart {
				stacks = j
			}
			for k, x := range m.poly[n-j][:n-j+1] {
				m.poly[n][k+stacks] += x * term
			}
		}
	}
}

// counts returns the chances of each number of stacks after n draws, where all that
// can be drawn has been added.
func (m *merge) counts(n int) []float64 {
	f := 1.0
	for i := 2; i <= n; i++ {
		f *= float64(i)
	}
	out := make([]float64, len(m.poly))
	for k, x := range m.poly[n] {
		out[k] = x * f
	}
	return out
}
