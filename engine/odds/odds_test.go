package odds

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/problem"
)

func chance(t testing.TB, text string) *big.Rat {
	t.Helper()
	r, err := ParseChance(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// mendable reports whether an error says what to ask instead.
func mendable(err error) bool {
	var p *problem.Problem
	return errors.As(err, &p) && len(p.Hints) > 0
}

func roll(t testing.TB, text string) *Roll {
	t.Helper()
	r, err := ParseRoll(text)
	if err != nil {
		t.Fatal(err)
	}
	return &r
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Max(math.Abs(a), math.Abs(b)) }

func TestParseChance(t *testing.T) {
	for text, want := range map[string]string{
		"1/12": "1/12", "3%": "3/100", "2.5%": "1/40", "0.03": "3/100", "100%": "1/1", "0": "0/1", "1": "1/1", " 2 / 4 ": "1/2", ".5": "1/2",
	} {
		if got, err := ParseChance(text); err != nil || got.RatString() != mustRat(want).RatString() {
			t.Errorf("%q is %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "1/0", "1/00", "1/2/3", "3%%", "1/2%", "1.5", "101%", "7", "1.2.3", "1/1.5", "-1/2", "1e-3", "%", "/", ".", "1/", strings.Repeat("1", 30)} {
		if got, err := ParseChance(text); !mendable(err) {
			t.Errorf("%q was read as %v, %v", text, got, err)
		}
	}
}

func mustRat(s string) *big.Rat {
	r, _ := new(big.Rat).SetString(s)
	return r
}

func TestFraction(t *testing.T) {
	if f := Of(6, 20); f.Num != 3 || f.Den != 10 || f.P != 0.3 || f.String() != "3/10" || f.Not() != Of(7, 10) || f.Times(Of(1, 3)) != Of(1, 10) {
		t.Errorf("%+v", f)
	}
	if Of(0, 7) != Never || Of(7, 7) != Always {
		t.Error("0 and 1 are not in lowest terms")
	}
	text, _ := json.Marshal(Of(3, 4))
	if string(text) != `{"p":0.75,"num":3,"den":4}` {
		t.Errorf("%s", text)
	}
}

func TestParseRoll(t *testing.T) {
	for text, want := range map[string]string{
		"d20": "1d20", "3d6+2 >= 14": "3d6+2 >= 14", "3D6 + 2>=14": "3d6+2 >= 14", "d%": "1d100", "d% < 5": "1d100 < 5",
		"2d6-1d4-1": "2d6-1d4-1", "5+d6+5": "1d6+10", "-d6+10": "-1d6+10", "d6 ≥ 4": "1d6 >= 4", "d6 == 4": "1d6 = 4",
		"d6 <> 4": "1d6 != 4", "d6-10 = -4": "1d6-10 = -4", "2 d 6": "2d6",
	} {
		r, err := ParseRoll(text)
		if err != nil || r.String() != want {
			t.Errorf("%q is %q, %v; want %q", text, r, err, want)
		}
	}
	for text, says := range map[string]string{
		"": "ends too soon", "3": "no dice", "d": "number of sides", "3d": "number of sides", "d0": "not 0.", "0d6": "not 0.", "101d6": "not 101.",
		"d1001": "not 1001.", "60d6+60d6": "not 120.", "100d1000": "too much", "d6 >": "one number", "d6 > d4": "one number", "d6 > 3 4": "one number",
		"d6 x 3": "stuck", "fireball": "stuck", "d6+": "ends too soon", "99999999999999999999d6": "too large", "d6+1000000+1": "at most",
		strings.Repeat("d1+", 25) + "d1": "kinds of dice",
	} {
		if _, err := ParseRoll(text); !mendable(err) || !strings.Contains(err.Error(), says) {
			t.Errorf("%q gave %v, want something with %q", text, err, says)
		}
	}
}

// Every expression that is read has one way to be written, which reads the same.
func FuzzParseRoll(f *testing.F) {
	for _, s := range []string{"3d6+2 >= 14", "d20", "d%", "-d6+2d4-7 != -3", "5", "d", "1d6≤3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRoll(text)
		if err != nil {
			if !mendable(err) {
				t.Fatalf("%q: %v cannot be mended", text, err)
			}
			return
		}
		again, err := ParseRoll(r.String())
		if err != nil || again.String() != r.String() {
			t.Fatalf("%q is %q, which reads as %q, %v", text, r, again, err)
		}
	})
}

func FuzzParseChance(f *testing.F) {
	for _, s := range []string{"1/12", "3%", "0.5", "1/0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseChance(text)
		if err == nil && (r.Sign() < 0 || r.Cmp(one) > 0) || err != nil && !mendable(err) {
			t.Fatalf("%q is %v, %v", text, r, err)
		}
	})
}

func anyRoll(t *rapid.T) Roll {
	var r Roll
	for range rapid.IntRange(1, 3).Draw(t, "terms") {
		r.Terms = append(r.Terms, Term{rapid.IntRange(1, 3).Draw(t, "count"), rapid.IntRange(1, 7).Draw(t, "sides"), rapid.Bool().Draw(t, "minus")})
	}
	r.Plus = rapid.IntRange(-9, 9).Draw(t, "plus")
	r.Op = Op(rapid.IntRange(1, 6).Draw(t, "op"))
	r.Than = rapid.IntRange(-30, 70).Draw(t, "than")
	return r
}

// each calls f with every outcome of the dice.
func each(terms []Term, sum int, f func(int)) {
	if len(terms) == 0 {
		f(sum)
		return
	}
	t := terms[0]
	rest := terms[1:]
	if t.Count > 1 {
		rest = append([]Term{{t.Count - 1, t.Sides, t.Minus}}, rest...)
	}
	for v := 1; v <= t.Sides; v++ {
		if t.Minus {
			each(rest, sum-v, f)
		} else {
			each(rest, sum+v, f)
		}
	}
}

// The distribution is what counting every outcome gives.
func TestSumsByCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRoll(t)
		for outcomes, i := 1, 0; i < len(r.Terms); i++ {
			if outcomes *= int(math.Pow(float64(r.Terms[i].Sides), float64(r.Terms[i].Count))); outcomes > 20000 {
				r.Terms = r.Terms[:i]
			}
		}
		counts, all, hits := map[int]int64{}, int64(0), int64(0)
		each(r.Terms, r.Plus, func(v int) {
			counts[v]++
			all++
			if map[Op]bool{AtLeastOp: v >= r.Than, MoreOp: v > r.Than, AtMostOp: v <= r.Than, LessOp: v < r.Than, EqualOp: v == r.Than, UnequalOp: v != r.Than}[r.Op] {
				hits++
			}
		})
		s := r.Sums()
		if got, want := s.Chance(r.Op, r.Than), big.NewRat(hits, all); got.Cmp(want) != 0 {
			t.Fatalf("%s is %s, counting gives %s", r, got, want)
		}
		mean, square := 0.0, 0.0
		for v := s.Min - 1; v <= s.Max+1; v++ {
			if want := float64(counts[v]) / float64(all); !near(s.P(v), want) {
				t.Fatalf("%s = %d: %g, counting gives %g", r, v, s.P(v), want)
			}
			mean += s.P(v) * float64(v)
			square += s.P(v) * float64(v) * float64(v)
		}
		if math.Abs(mean-r.Mean()) > 1e-9 || math.Abs(math.Sqrt(max(0, square-mean*mean))-r.Deviation()) > 1e-5 {
			t.Fatalf("%s: mean %g, deviation %g; the distribution's mean is %g", r, r.Mean(), r.Deviation(), mean)
		}
	})
}

// Large dice keep every digit: sums that are mirror images are equally likely
// and everything adds up to 1.
func TestLargeDice(t *testing.T) {
	for _, text := range []string{"70d20", "10d1000", "50d40-7d3", "100d6"} {
		r := roll(t, text)
		s := r.Sums()
		if got := s.Chance(AtLeastOp, s.Min); got.Cmp(one) != 0 {
			t.Errorf("%s: all outcomes make %s", text, got.FloatString(20))
		}
		if got, want := s.Chance(AtMostOp, s.Min+7), s.Chance(AtLeastOp, s.Max-7); got.Cmp(want) != 0 {
			t.Errorf("%s: the tails differ", text)
		}
	}
	if got, want := roll(t, "100d6").Sums().P(600), math.Pow(6, -100); !near(got, want) {
		t.Errorf("100d6 = 600: %g, want %g", got, want)
	}
}

// exactTail adds the binomial terms as fractions.
func exactTail(n, k int, p *big.Rat) *big.Rat {
	q := new(big.Rat).Sub(one, p)
	sum := new(big.Rat)
	for i := k; i <= n; i++ {
		term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(i)))
		for range i {
			term.Mul(term, p)
		}
		for range n - i {
			term.Mul(term, q)
		}
		sum.Add(sum, term)
	}
	return sum
}

func TestAtLeastAgainstFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		k := rapid.IntRange(0, n+1).Draw(t, "k")
		den := rapid.Int64Range(1, 40).Draw(t, "den")
		p := big.NewRat(rapid.Int64Range(0, den).Draw(t, "num"), den)
		f, _ := p.Float64()
		want, _ := exactTail(n, k, p).Float64()
		if got := AtLeast(n, k, f); math.Abs(got-want) > 1e-12*want {
			t.Fatalf("at least %d of %d at %s: %g, want %g", k, n, p, got, want)
		}
		if exact := exactly(n, max(1, k), p); exact != nil && exact.Cmp(exactTail(n, max(1, k), p)) != 0 {
			t.Fatalf("exactly %d of %d at %s: %s", k, n, p, exact)
		}
	})
}

// Large counts: the normal approximation is near, and the tail falls with k.
func TestAtLeastLarge(t *testing.T) {
	n, p := 100_000_000, 0.3
	sd := math.Sqrt(float64(n) * p * (1 - p))
	for _, z := range []float64{-3, -1, 0, 1, 3} {
		want := math.Erfc(z/math.Sqrt2) / 2
		if got := AtLeast(n, int(float64(n)*p+z*sd), p); math.Abs(got-want) > 1e-4 {
			t.Errorf("z %g: %g, want about %g", z, got, want)
		}
	}
	if got := AtLeast(1_000_000, 900_000, 0.5); got != 0 {
		t.Errorf("an event below any float64 has chance %g", got)
	}
}

func TestAsk(t *testing.T) {
	a := Ask(&Question{Chance: chance(t, "1/12"), Trials: 20})
	if want := 1 - math.Pow(11.0/12, 20); !near(a.AtLeast[0].P, want) || a.AtLeast[0].K != 1 || !near(*a.Expected, 20.0/12) || len(a.Needed) != 0 {
		t.Errorf("1/12 20 tries: %+v", a)
	}
	a = Ask(&Question{Chance: chance(t, "1/2"), Trials: 3, Wanted: 2})
	if s := a.AtLeast[0]; s.P != 0.5 || s.Num.Int64() != 1 || s.Den.Int64() != 2 {
		t.Errorf("2 of 3 at 1/2: %+v", s)
	}
	a = Ask(&Question{Chance: chance(t, "1%"), Confidence: []*big.Rat{chance(t, "95%")}})
	if *a.Needed[0].Trials != 299 {
		t.Errorf("1%% for 95%%: %d, want 299", *a.Needed[0].Trials)
	}
	// 10% twice misses with exactly 81%: rounding must not ask for a third.
	a = Ask(&Question{Chance: chance(t, "10%"), Confidence: []*big.Rat{chance(t, "19%"), chance(t, "19.0000001%")}})
	if *a.Needed[0].Trials != 2 || *a.Needed[1].Trials != 3 {
		t.Errorf("10%% for 19%%: %d and %d, want 2 and 3", *a.Needed[0].Trials, *a.Needed[1].Trials)
	}
	a = Ask(&Question{Roll: roll(t, "3d6+2 >= 14")})
	if a.Num.Int64() != 3 || a.Den.Int64() != 8 || a.Dice.Min != 5 || a.Dice.Max != 20 || len(a.Needed) != 5 {
		t.Errorf("3d6+2 >= 14: %+v", a)
	}
	a = Ask(&Question{Roll: roll(t, "d20")})
	if a.P != nil || a.Dice.Mean != 10.5 || len(a.Dice.Outcomes) != 20 || a.Dice.Outcomes[4] != (Outcome{5, 0.05}) {
		t.Errorf("d20: %+v", a.Dice)
	}
	for text, trials := range map[string]*int{"0": nil, "1": new(int)} {
		if trials != nil {
			*trials = 1
		}
		got := Ask(&Question{Chance: chance(t, text)}).Needed[4].Trials
		if (got == nil) != (trials == nil) || got != nil && *got != *trials {
			t.Errorf("chance %s needs %v", text, got)
		}
	}
	if got := Ask(&Question{Chance: chance(t, "0.0000000001")}).Needed[4].Trials; got != nil {
		t.Errorf("more than the limit is answered with %d", *got)
	}
	text, err := json.Marshal(Ask(&Question{Chance: chance(t, "1/12"), Trials: 2}))
	if want := `{"p":0.08333333333333333,"num":1,"den":12,"trials":2,"at_least":[{"k":1,"p":0.1597222222222222,"num":23,"den":144}],"expected":0.16666666666666666}`; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}

func TestCheckRefuses(t *testing.T) {
	half, zero := big.NewRat(1, 2), new(big.Rat)
	for name, q := range map[string]Question{
		"nothing":       {},
		"both":          {Chance: half, Roll: roll(t, "d6 > 3")},
		"above 1":       {Chance: big.NewRat(3, 2)},
		"trials":        {Chance: half, Trials: MaxTrials + 1},
		"below 0":       {Chance: half, Trials: -1},
		"wanted":        {Chance: half, Wanted: MaxAsked + 1},
		"confidence 1":  {Chance: half, Confidence: []*big.Rat{one}},
		"confidence 0":  {Chance: half, Confidence: []*big.Rat{zero}},
		"bare dice":     {Roll: roll(t, "d20"), Trials: 3},
		"too many dice": {Roll: &Roll{Terms: []Term{{101, 6, false}}}},
	} {
		if err := q.Check(); !mendable(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (&Question{Roll: roll(t, "d20 > 3"), Trials: 3}).Check(); err != nil {
		t.Error(err)
	}
}

// The number of trials needed is the least that is enough.
func TestNeededIsLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := big.NewRat(rapid.Int64Range(1, 99).Draw(t, "p"), 100)
		k := rapid.IntRange(1, 12).Draw(t, "k")
		c := big.NewRat(rapid.Int64Range(1, 99).Draw(t, "confidence"), 100)
		n, ok := trialsFor(p, k, c)
		f, _ := p.Float64()
		want, _ := c.Float64()
		if !ok || AtLeast(n, k, f) < want-1e-12 || n > k && AtLeast(n-1, k, f) >= want+1e-12 {
			t.Fatalf("%d of chance %s for %s: %d trials, %g; one fewer %g", k, p, c, n, AtLeast(n, k, f), AtLeast(n-1, k, f))
		}
	})
}

func TestQuantile(t *testing.T) {
	for q, want := range map[float64]int{0.05: 13, 0.5: 16, 0.95: 19} {
		if got := Quantile(20, 0.8, q); got != want {
			t.Errorf("%g of 20 at 80%%: %d, want %d", q, got, want)
		}
	}
	if Quantile(7, 0, 0.5) != 0 || Quantile(7, 1, 0.5) != 7 || Quantile(0, 0.5, 0.5) != 0 {
		t.Error("the quantiles of what is certain")
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 500).Draw(t, "n")
		p := float64(rapid.IntRange(1, 99).Draw(t, "p")) / 100
		q := float64(rapid.IntRange(1, 99).Draw(t, "q"))/100 + 0.001
		k := Quantile(n, p, q)
		if most := 1 - AtLeast(n, k+1, p); most < q-1e-12 {
			t.Fatalf("at most %d of %d at %g has chance %g, below %g", k, n, p, most, q)
		}
		if fewer := 1 - AtLeast(n, k, p); k > 0 && fewer >= q+1e-12 {
			t.Fatalf("at most %d of %d at %g has chance %g, enough for %g", k-1, n, p, fewer, q)
		}
	})
}

func BenchmarkAsk(b *testing.B) {
	for name, q := range map[string]*Question{
		"tries":   {Chance: big.NewRat(1, 12), Trials: 20},
		"dice":    {Roll: roll(b, "3d6+2 >= 14"), Trials: 2},
		"needed":  {Chance: big.NewRat(1, 100)},
		"atleast": {Chance: big.NewRat(3, 100), Trials: 50, Wanted: 2},
		"70d20":   {Roll: roll(b, "70d20 >= 800"), Trials: 1},
		"million": {Chance: big.NewRat(1, 2), Trials: 1_000_000, Wanted: 500_000},
		"billion": {Chance: big.NewRat(1, 2), Trials: MaxTrials, Wanted: MaxAsked},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Ask(q)
			}
		})
	}
}

func BenchmarkParseRoll(b *testing.B) {
	for b.Loop() {
		if _, err := ParseRoll("3d6+2 >= 14"); err != nil {
			b.Fatal(err)
		}
	}
}
