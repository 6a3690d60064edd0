package rnd

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// near reports whether two chances are equal to as many digits as the game's
// rows have.
func near(got, want float64) bool { return math.Abs(got-want) < 6e-9 }

// rnl is every outcome of the game's own function.
var rnl = truthtest.Table{
	Name: "rnl", Files: "truth/divine/rnl.tsv", Whole: true, OneIn: 4,
	Columns: []string{"version", "x", "luck", "P_0", "P_1", "P_le_2", "mean", "all_P_semicolon_list"},
}

func TestRnl(t *testing.T) {
	rnl.Check(t, func(t testing.TB, r truthtest.Row) {
		l, x, luck := rules.Get(r["version"]).Luck(), r.Int(t, "x"), r.Int(t, "luck")
		got, mean := Rnl(l, x, luck), 0.0
		for v, f := range got {
			mean += float64(v) * f.P
			if at := RnlAtMost(l, x, luck, v); v == 0 && at != f || at.P > 1 {
				t.Errorf("at most %d: %s: %v", v, at, r)
			}
		}
		if !near(RnlZero(l, x, luck).P, r.Float(t, "P_0")) || math.Abs(mean-r.Float(t, "mean")) > 6e-7 {
			t.Errorf("0 shows with %g, the mean is %g: %v", got[0].P, mean, r)
		}
		if !near(RnlAtMost(l, x, luck, 1).P-got[0].P, r.Float(t, "P_1")) || !near(RnlAtMost(l, x, luck, 2).P, r.Float(t, "P_le_2")) {
			t.Errorf("at most 1, 2: %g, %g: %v", RnlAtMost(l, x, luck, 1).P, RnlAtMost(l, x, luck, 2).P, r)
		}
		if list := r["all_P_semicolon_list"]; list != "-" && list != "" {
			for v, cell := range strings.Split(list, ";") {
				if want, err := strconv.ParseFloat(cell, 64); err != nil || math.Abs(got[v].P-want) > 6e-7 {
					t.Errorf("%d shows with %g, want %s: %v", v, got[v].P, cell, r)
				}
			}
		}
	})
}

func TestRnlAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := rules.Get(rapid.SampledFrom([]string{"3.4.3", "3.6.7", "5.0.0"}).Draw(t, "version")).Luck()
		x, luck := rapid.IntRange(1, 200).Draw(t, "x"), rapid.IntRange(rules.MinLuck, rules.MaxLuck).Draw(t, "luck")
		sum := 0.0
		for v, f := range Rnl(l, x, luck) {
			sum += f.P
			if at := RnlAtMost(l, x, luck, v).P; math.Abs(at-sum) > 1e-12 {
				t.Fatalf("at most %d: %g, and the chances add up to %g", v, at, sum)
			}
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Fatalf("all chances add up to %g", sum)
		}
	})
}

// rnz is the cumulative distribution of the game's own function.
var rnzRows = truthtest.Table{
	Name: "rnz", Files: "truth/divine/rnz_cdf.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike}, OneIn: 25,
	Columns: []string{"version", "i", "xl", "x", "P_le_x"},
}

func TestRnz(t *testing.T) {
	rnzRows.Check(t, func(t testing.TB, r truthtest.Row) {
		got := Rnz{r.Int(t, "i"), r.Int(t, "xl")}.AtMost(r.Int(t, "x"))
		if !near(got.P, r.Float(t, "P_le_x")) {
			t.Errorf("%s = %.9f: %v", got, got.P, r)
		}
	})
}

var quantiles = truthtest.Table{
	Name: "quantiles", Files: "truth/divine/rnz_quantiles.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike}, OneIn: 4,
	Columns: []string{"version", "i", "xl", "mean", "max", "q0.001", "q0.01", "q0.05", "q0.1", "q0.2", "q0.25", "q0.3", "q0.4", "q0.5", "q0.6", "q0.7", "q0.75", "q0.8", "q0.9", "q0.95", "q0.99", "q0.999"},
}

func TestQuantiles(t *testing.T) {
	quantiles.Check(t, func(t testing.TB, r truthtest.Row) {
		z := Rnz{r.Int(t, "i"), r.Int(t, "xl")}
		if z.Max() != r.Int(t, "max") || math.Abs(z.Mean()-r.Float(t, "mean")) > 1e-6 {
			t.Errorf("at most %d, mean %g: %v", z.Max(), z.Mean(), r)
		}
		for column, cell := range r {
			q, ok := strings.CutPrefix(column, "q")
			if !ok {
				continue
			}
			p, err := strconv.ParseFloat(q, 64)
			if want, wrong := strconv.Atoi(cell); err != nil || wrong != nil || z.Quantile(p) != want {
				t.Errorf("quantile %s is %d, want %s: %v", q, z.Quantile(p), cell, r)
			}
		}
	})
}

// TestRnzByRolling counts every outcome as the game rolls it.
func TestRnzByRolling(t *testing.T) {
	for _, z := range []Rnz{{350, 1}, {10, 18}, {1, 14}, {1000, 30}} {
		counts := make([]int64, z.Max()+1)
		weights, _ := rneWeights(rneLimit(z.XL))
		for k, w := range weights {
			for tmp := 1000; tmp < 2000; tmp++ {
				counts[z.I*tmp*(k+1)/1000] += w
				counts[z.I*1000/(tmp*(k+1))] += w
			}
		}
		sum := int64(0)
		for x, n := range counts {
			if sum += n; sum != z.Count(x) {
				t.Fatalf("%+v shows at most %d in %d outcomes, rolling gives %d", z, x, z.Count(x), sum)
			}
		}
		if sum != z.Den() {
			t.Errorf("%+v has %d outcomes, rolling gives %d", z, z.Den(), sum)
		}
	}
}

// TestStretched adds the two dice up outcome by outcome.
func TestStretched(t *testing.T) {
	for _, s := range []Stretched{{20, 1, 30, 1}, {7, 2, 11, 27}, {350, 0, 1000, 30}} {
		base, kick := Rnz{s.Base, s.XL}, Rnz{s.KickBase, s.XL}
		for _, x := range []int{0, 1, 19, 50, 77, 200, s.Max()} {
			want := 0.0
			for y := range kick.Max() + 1 {
				if p := kick.AtMost(y).P - kick.AtMost(y-1).P; s.Kick > 0 {
					want += p * base.AtMost(x-s.Kick*y).P
				}
			}
			if s.Kick == 0 {
				want = base.AtMost(x).P
			}
			if got := s.AtMost(x).P; math.Abs(got-want) > 1e-12 {
				t.Errorf("%+v is at most %d with %g, want %g", s, x, got, want)
			}
		}
		if s.AtMost(s.Max()) != odds.Always || s.AtMost(-1) != odds.Never || s.AtMost(s.Max()-1).P >= 1 {
			t.Errorf("%+v does not end at %d", s, s.Max())
		}
	}
	if q := (Stretched{350, 0, 1000, 1}).Quantile(0.95); q != 1229 {
		t.Errorf("95%% of prayer timeouts are at most %d, want 1229", q)
	}
}

func BenchmarkRnl(b *testing.B) {
	l := rules.Get("5.0.0").Luck()
	for b.Loop() {
		RnlZero(l, 7, 3)
	}
}

func BenchmarkRnz(b *testing.B) {
	for b.Loop() {
		Rnz{350, 1}.AtMost(950)
	}
}

func BenchmarkStretched(b *testing.B) {
	for b.Loop() {
		Stretched{350, 2, 1000, 30}.AtMost(5000)
	}
}
