package polypile

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
)

// truth is where the rows of the real game lie beside the project.
const truth = "../../../shared/truth/"

// sigmas is how far a count of the game may lie from its chance, in standard errors.
const sigmas = 4.5

// tally compares counts with chances and keeps what it needs to judge all of
// them together.
type tally struct {
	t      *testing.T
	n      int
	beyond int // beyond 3 standard errors
	chi2   float64
	worst  float64
	where  string
}

// count compares k successes of n trials with the chance p.
func (c *tally) count(where string, k, n, p float64) {
	c.t.Helper()
	if p < -1e-12 || p > 1+1e-9 || math.IsNaN(p) {
		c.t.Errorf("%s: a chance of %v", where, p)
		return
	}
	if p < 1e-14 || p > 1-1e-14 {
		if math.Abs(k-n*p) > 0.5 {
			c.t.Errorf("%s: the game %v of %v, chance %v", where, k, n, p)
		}
		return
	}
	sd := math.Sqrt(n * p * (1 - p))
	// A count below ten or so is not normal: give it the room of a Poisson.
	if n*p < 10 || n*(1-p) < 10 {
		if math.Abs(k-n*p) > sigmas*sd+5 {
			c.t.Errorf("%s: the game %v of %v, expected %.2f", where, k, n, n*p)
		}
		return
	}
	c.z(where, (k-n*p)/sd, k/n, p)
}

// mean compares a mean of n trials with its standard deviation.
func (c *tally) mean(where string, got, sd, n, want float64) {
	c.t.Helper()
	if math.Abs(got-want) < 2e-6*(1+math.Abs(want)) { // the rows are rounded to six digits
		return
	}
	if sd == 0 {
		c.t.Errorf("%s: the game %v, here %v", where, got, want)
		return
	}
	c.z(where, (got-want)/(sd/math.Sqrt(n)), got, want)
}

func (c *tally) z(where string, z, got, want float64) {
	c.t.Helper()
	c.n++
	c.chi2 += z * z
	if math.Abs(z) > 3 {
		c.beyond++
	}
	if math.Abs(z) > c.worst {
		c.worst, c.where = math.Abs(z), where
	}
	if math.Abs(z) > sigmas {
		c.t.Errorf("%s: the game %.6f, here %.6f: %.2f standard errors", where, got, want, z)
	}
}

// judge looks at all figures together: no more beyond 3 than chance allows.
func (c *tally) judge() {
	c.t.Helper()
	if c.n == 0 {
		return
	}
	allowed := float64(c.n)*0.0027 + 4*math.Sqrt(float64(c.n)*0.0027) + 3
	c.t.Logf("%d figures, worst %.2f standard errors (%s), %d beyond 3 (chance allows %.0f), chi-square per figure %.3f", c.n, c.worst, c.where, c.beyond, allowed, c.chi2/float64(c.n))
	if float64(c.beyond) > allowed {
		c.t.Errorf("%d of %d figures are beyond 3 standard errors, chance allows %.0f", c.beyond, c.n, allowed)
	}
}

func files(t *testing.T, pattern string) []string {
	t.Helper()
	paths, _ := filepath.Glob(truth + pattern)
	if len(paths) == 0 {
		t.Skip("no ../shared/truth beside the project: only the sample in testdata was compared")
	}
	return paths
}

// lines calls f with each line of a file.
func lines(t *testing.T, path string, f func(line string)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sc := bufio.NewScanner(file)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		f(sc.Text())
	}
	if sc.Err() != nil {
		t.Fatal(sc.Err())
	}
}

func decode[T any](t *testing.T, line string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(line), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// object finds an object by the name that the rows use.
func object(t testing.TB, set *rules.Set, name string) *rules.Object {
	t.Helper()
	o := set.Object(name)
	if o == nil {
		// The rows and the table may differ in case.
		for _, o := range set.Objects() {
			if strings.EqualFold(o.Name, name) {
				return o
			}
		}
		t.Fatalf("%s has no %q", set.Name, name)
	}
	return o
}

func checkTypes(t *testing.T, path string) {
	type key struct{ from, dnum, dlevel, quan string }
	type row struct {
		to       string
		count, n float64
	}
	groups := map[key][]row{}
	var set *rules.Set
	first := true
	lines(t, path, func(line string) {
		c := strings.Split(line, "\t")
		if first {
			first = false
			return
		}
		set = rules.Get(c[0])
		count, _ := strconv.ParseFloat(c[3], 64)
		n, _ := strconv.ParseFloat(c[4], 64)
		k := key{c[1], c[5], c[6], c[7]}
		groups[k] = append(groups[k], row{c[2], count, n})
	})
	all := &tally{t: t}
	for k, rows := range groups {
		name := k.from
		s := Stack{}
		if i := strings.Index(name, " ("); i > 0 {
			s.Laid = strings.Contains(name, "laid by hero")
			s.Degraded = strings.Contains(name, "degraded")
			name = name[:i]
		}
		if i := strings.Index(name, " x"); i > 0 {
			name = name[:i]
		}
		s.Object = object(t, set, name)
		s.Quantity, _ = strconv.Atoi(k.quan)
		level := Level{Other: k.dnum != "0"}
		level.Depth, _ = strconv.Atoi(k.dlevel)
		a, err := From(t.Context(), set, s, level)
		if err != nil {
			t.Fatal(err)
		}
		p := map[*rules.Object]float64{}
		for _, o := range a.To {
			p[o.To] = o.P
		}
		for _, r := range rows {
			to := object(t, set, r.to)
			all.count(set.Name+" "+k.from+" to "+r.to, r.count, r.n, p[to])
			delete(p, to)
		}
		for o, left := range p { // never seen
			all.count(set.Name+" "+k.from+" to "+o.Name, 0, rows[0].n, left)
		}
	}
	all.judge()
}

func TestAllTypes(t *testing.T) {
	for _, p := range files(t, "polytype_*.tsv") {
		t.Run(filepath.Base(p), func(t *testing.T) { checkTypes(t, p) })
	}
}
