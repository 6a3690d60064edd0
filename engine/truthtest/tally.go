package truthtest

import (
	"maps"
	"math"
	"slices"
	"testing"

	"delphi/engine/dist"
)

// Sigmas is how far a count of the game may lie from its chance, in standard
// errors. Of many rows about a third of a per cent lie beyond 3 by chance.
const Sigmas = 4.5

// Tally compares counts of the game with chances, one by one, and judges all of
// them together: no more may lie far off than chance allows.
type Tally struct {
	figures int
	beyond  int // beyond 3 standard errors
	chi2    float64
	worst   float64
	where   string
}

// Count compares k successes in n trials with the chance p. where says what is
// counted.
func (c *Tally) Count(t testing.TB, where string, k, n, p float64) {
	t.Helper()
	c.count(t, where, k, n, p, Sigmas)
}

// Bin is like Count, for a bin of a histogram. There are tens of thousands of them, so
// that one may well lie beyond Sigmas.
func (c *Tally) Bin(t testing.TB, where string, k, n, p float64) {
	t.Helper()
	c.count(t, where, k, n, p, Sigmas+0.5)
}

func (c *Tally) count(t testing.TB, where string, k, n, p, limit float64) {
	t.Helper()
	if !(p >= -1e-12 && p <= 1+1e-9) {
		t.Errorf("%s: a chance of %v", where, p)
		return
	}
	if p < 1e-14 || p > 1-1e-14 {
		if math.Abs(k-n*p) > 0.5 {
			t.Errorf("%s: the game %v of %v, the chance is %v", where, k, n, p)
		}
		return
	}
	sd := math.Sqrt(n * p * (1 - p))
	// A count below ten or so is not normal: give it the room of a Poisson.
	if n*p < 10 || n*(1-p) < 10 {
		if math.Abs(k-n*p) > Sigmas*sd+5 {
			t.Errorf("%s: the game %v of %v, expected %.2f", where, k, n, n*p)
		}
		return
	}
	c.z(t, where, (k-n*p)/sd, k/n, p, limit)
}

// Mean compares a mean of n trials, which has that standard deviation.
func (c *Tally) Mean(t testing.TB, where string, got, sd, n, want float64) {
	t.Helper()
	if math.Abs(got-want) < 2e-6*(1+math.Abs(want)) { // the rows are rounded to six digits
		return
	}
	if sd == 0 {
		t.Errorf("%s: the game %v, here %v", where, got, want)
		return
	}
	c.z(t, where, (got-want)/(sd/math.Sqrt(n)), got, want, Sigmas)
}

func (c *Tally) z(t testing.TB, where string, z, got, want, limit float64) {
	t.Helper()
	c.figures++
	c.chi2 += z * z
	if math.Abs(z) > 3 {
		c.beyond++
	}
	if math.Abs(z) > c.worst {
		c.worst, c.where = math.Abs(z), where
	}
	if math.Abs(z) > limit {
		t.Errorf("%s: the game %.6f, here %.6f: %.2f standard errors", where, got, want, z)
	}
}

// Judge looks at all figures together.
func (c *Tally) Judge(t testing.TB) {
	t.Helper()
	if c.figures == 0 {
		return
	}
	n := float64(c.figures)
	allowed := n*0.0027 + 4*math.Sqrt(n*0.0027) + 3
	t.Logf("%d figures, worst %.2f standard errors (%s), %d beyond 3 (chance allows %.0f), chi-square per figure %.3f", c.figures, c.worst, c.where, c.beyond, allowed, c.chi2/n)
	if float64(c.beyond) > allowed {
		t.Errorf("%d of %d figures are beyond 3 standard errors; chance allows %.0f", c.beyond, c.figures, allowed)
	}
}

// Judge is like Check, for counted rows: check gets a tally, which judges all rows of
// the sample, and all of the complete files, together.
func (tb Table) Judge(t *testing.T, check func(testing.TB, *Tally, Row)) {
	t.Helper()
	tallies := map[string]*Tally{} // by subtest
	tb.Check(t, func(t testing.TB, r Row) {
		if _, ok := t.(*probe); ok {
			check(t, &Tally{}, r)
			return
		}
		c := tallies[t.Name()]
		if c == nil {
			c = &Tally{}
			tallies[t.Name()] = c
		}
		check(t, c, r)
	})
	for _, name := range slices.Sorted(maps.Keys(tallies)) {
		tallies[name].Judge(t)
	}
}

// Deviation returns the standard deviation of a distribution.
func Deviation(d dist.Dist) float64 {
	variance, mean := 0.0, d.Mean()
	for _, v := range d.Values() {
		variance += v.P * math.Pow(float64(v.Value)-mean, 2)
	}
	return math.Sqrt(variance)
}
