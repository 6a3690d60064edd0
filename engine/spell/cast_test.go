package spell

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// caster returns a hero of the version about whom only what a row says matters.
func caster(version, role string) *Question {
	set := rules.Get(version)
	return &Question{Rules: set, Role: set.Role(role), Spell: set.Spell("force bolt"), Skill: rules.Basic, XL: 1, Int: 10, Wis: 10, Dex: 10}
}

func TestCast(t *testing.T) {
	q := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 60}
	q.Int, q.XL, q.Spell, q.Skill = 17, 14, q.Rules.Spell("finger of death"), rules.Expert
	q.Amulet = true
	rate := odds.Of(1, 10)
	q.FailRate = &rate
	a := Cast(q)
	// 35 Pw; rnd(70) goes first, of which 1 to 25 leave enough.
	if *a.Pw != 35 || a.FailedPw != 17 || a.Nutrition != 0 || *a.Casts != 1 || a.Amulet.Min != 1 || a.Amulet.Max != 70 || a.Amulet.Mean != 35.5 {
		t.Errorf("%+v, %+v", a, a.Amulet)
	}
	if *a.Amulet.Goes != odds.Of(25, 70) || math.Abs(a.AtLeastOne.P-0.9*25/70) > 1e-15 {
		t.Errorf("goes %v, at least one %g", a.Amulet.Goes, a.AtLeastOne.P)
	}
	// A second try needs 1 + 17 gone and 36 left: 60-17-d >= 36 for d <= 7,
	// where d2 of 70 may be 1..8-d.
	second := 0.0
	for d := 1; d <= 7; d++ {
		second += float64(8-d) / 70 / 70
	}
	if want := 0.9*25/70 + 0.1*0.9*second; math.Abs(*a.AtLeastOne.UntilEmpty-want) > 1e-15 {
		t.Errorf("until empty %g, want %g", *a.AtLeastOne.UntilEmpty, want)
	}

	more := *q
	more.Pw = 70 // two casts would need 72
	if b := Cast(&more); *b.Casts != 1 {
		t.Errorf("%d casts on 70 Pw with the Amulet, want 1", *b.Casts)
	}

	old := *q
	old.Question = caster("3.4.3", "Archeologist")
	old.Spell, old.Amulet = old.Rules.Spell("finger of death"), true
	b := Cast(&old)
	if b.Nutrition != 72 || *b.NutritionMax != 210 {
		t.Errorf("3.4.3: nutrition %d to %d, want 72 to 210", b.Nutrition, *b.NutritionMax)
	}
	// too dear a try is free, so the cast goes off; a failure leaves 60 - (35+d)/2
	// energy, of which another cast of at least 36 may come.
	want := 0.0
	for d := 1; d <= 25; d++ {
		if left := 60 - (35+d)/2; left >= 36 {
			want += 0.1 * 0.9 / 25
		}
		want += 0.9 / 25
	}
	two := run{pw: 60, cost: 35, failed: 17, drain: 70, adds: true, fail: 0.1}.atLeastOne(2)
	if math.Abs(two-want) > 1e-15 || b.AtLeastOne.P != 0.9 {
		t.Errorf("3.4.3: two tries %g, want %g; one %g", two, want, b.AtLeastOne.P)
	}

	plain := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 12}
	half := odds.Of(1, 2)
	plain.FailRate = &half
	c := Cast(plain) // 5 Pw, 2 of a failure: 2 casts; tries at 12, 10, 8, 6
	if *c.Casts != 2 || c.AtLeastOne.P != 0.75 || *c.AtLeastOne.UntilEmpty != 15.0/16 {
		t.Errorf("%+v %+v", c, c.AtLeastOne)
	}
	plain.Tries = 50
	if c = Cast(plain); c.AtLeastOne.P != 15.0/16 {
		t.Errorf("50 tries on 12 Pw: %g, want 15/16", c.AtLeastOne.P)
	}
	plain.Pw = -1
	if c = Cast(plain); c.Casts != nil || c.AtLeastOne.P != 1-math.Pow(0.5, 50) || c.AtLeastOne.UntilEmpty != nil {
		t.Errorf("50 tries on unsaid Pw: %+v", c)
	}
	plain.Pw, plain.Tries = 4, 0
	if c = Cast(plain); *c.Casts != 0 || c.AtLeastOne.P != 0 {
		t.Errorf("on 4 Pw: %+v", c.AtLeastOne)
	}
}

func TestScaledCasts(t *testing.T) {
	x := &CastQuestion{Question: caster("xnethack", "Wizard"), Pw: 100}
	x.Int = 18
	a := Cast(x)
	if f := Fail(x.Question); *a.Pw != f.Cost || a.Fail != 0 || a.AtLeastOne.P != 1 {
		t.Errorf("xNetHack: %+v", a)
	}
	x.Confused = true
	if a = Cast(x); a.Fail != 1 || a.AtLeastOne.P != 0 {
		t.Errorf("xNetHack, confused: %+v", a)
	}
	x.Confused, x.Nutrition = false, 5
	if a = Cast(x); len(a.Refusals) != 0 {
		t.Errorf("a clever Wizard of xNetHack is never too hungry: %v", a.Refusals)
	}
	x.Spell, x.Skill, x.Int = x.Rules.Spell("finger of death"), rules.Restricted, 3
	if a = Cast(x); a.Pw != nil || len(a.Refusals) != 2 {
		t.Errorf("what cannot be cast: %+v", a)
	}
	f := &CastQuestion{Question: caster("fiqhack", "Wizard"), Pw: 100}
	f.Int = 18
	once := *Cast(f).Pw
	f.Amulet = true
	if b := Cast(f); *b.Pw != 2*once || b.Amulet != nil {
		t.Errorf("FIQHack with the Amulet: %+v, without %d", b, once)
	}
	e := &CastQuestion{Question: caster("evilhack", "Infidel"), Pw: -1}
	if Cast(e).Note == "" {
		t.Error("nothing says that an Infidel pays hit points")
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		version string
		bend    func(*CastQuestion)
		refused bool
	}{
		{"5.0.0", func(q *CastQuestion) {}, false},
		{"5.0.0", func(q *CastQuestion) { q.Nutrition = 10 }, true},
		{"5.0.0", func(q *CastQuestion) { q.Nutrition = 11 }, false},
		{"5.0.0", func(q *CastQuestion) { q.Nutrition = 10; q.Spell = q.Rules.Spell("detect food") }, false},
		{"5.0.0", func(q *CastQuestion) { q.Str = 3 }, true},
		{"5.0.0", func(q *CastQuestion) { q.Str = 3; q.Spell = q.Rules.Spell("restore ability") }, false},
		{"3.4.3", func(q *CastQuestion) { q.Str = 3; q.Spell = q.Rules.Spell("restore ability") }, true},
		{"5.0.0", func(q *CastQuestion) { q.Stunned = true }, true},
		{"3.4.3", func(q *CastQuestion) { q.Stunned = true }, false},
		{"3.6.7", func(q *CastQuestion) { q.Mute = true }, true},
		{"slashem", func(q *CastQuestion) { q.Mute = true }, false},
		{"3.4.3", func(q *CastQuestion) { q.NoHands = true }, true},
		{"5.0.0", func(q *CastQuestion) { q.NoHands = true; q.Held = q.Rules.HeldNamed("quarterstaff") }, false},
		{"3.6.7", func(q *CastQuestion) { q.NoHands = true; q.Held = q.Rules.HeldNamed("quarterstaff") }, true},
		{"5.0.0", func(q *CastQuestion) { q.Overtaxed = true }, true},
	} {
		q := &CastQuestion{Question: caster(c.version, "Wizard"), Pw: -1}
		c.bend(q)
		if got := Cast(q).Refusals; (len(got) > 0) != c.refused {
			t.Errorf("%s %+v: %v", c.version, q, got)
		}
	}
}

func TestForgotten(t *testing.T) {
	q := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: -1, Forgotten: true}
	a := Cast(q)
	sum := 0.0
	for _, d := range a.Forgotten {
		sum += d.P
	}
	if len(a.Forgotten) != 4 || math.Abs(sum-1) > 1e-15 || *a.Drained != (rules.Range{Min: 1, Max: 5}) || a.Note == "" {
		t.Errorf("%+v", a)
	}
	q.Question = caster("3.6.7", "Wizard")
	if a = Cast(q); a.Drained != nil || a.Note != "" {
		t.Errorf("3.6.7: %+v", a)
	}
}

func TestRemembering(t *testing.T) {
	for version, want := range map[string]Memory{
		"3.4.3": {Turns: 20000, RefreshAt: 1000, Readings: 4}, "slashem": {Turns: 10000, RefreshAt: 60000, Readings: 31, CastAdds: 500},
		"3.6.7": {Turns: 20001, RefreshAt: 2000, Readings: 4}, "evilhack": {Turns: 20001, RefreshAt: 2000, Readings: 4},
		"5.0.0": {Turns: 20001, RefreshAt: 2000, Asks: true, Readings: 4},
	} {
		got := Remembering(rules.Get(version))
		if (got.Note != "") != (want.RefreshAt == 2000) {
			t.Errorf("%s: note %q", version, got.Note)
		}
		got.Note, got.Cites = "", nil
		if got.Turns != want.Turns || got.RefreshAt != want.RefreshAt || got.Asks != want.Asks || got.Readings != want.Readings || got.CastAdds != want.CastAdds {
			t.Errorf("%s: %+v, want %+v", version, got, want)
		}
	}
}

func TestCastRefuses(t *testing.T) {
	for name, bend := range map[string]func(*CastQuestion){
		"Pw":        func(q *CastQuestion) { q.Pw = MaxPw + 1 },
		"tries":     func(q *CastQuestion) { q.Tries = MaxTries + 1 },
		"Str":       func(q *CastQuestion) { q.Str = 2 },
		"nutrition": func(q *CastQuestion) { q.Nutrition = -1 },
		"stun":      func(q *CastQuestion) { q.Stun = -1 },
		"XL":        func(q *CastQuestion) { q.XL = 31 },
	} {
		q := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 10}
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		bend(q)
		if q.Check() == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// More energy or more tries never make a success less likely, and the chance
// is what following every drain of the Amulet gives.
func TestTriesWithAmulet(t *testing.T) {
	var follow func(r run, n, wanted int) float64
	follow = func(r run, n, wanted int) float64 {
		if wanted == 0 {
			return 1
		}
		if n == 0 || r.pw < r.cost {
			return 0
		}
		sum, all := 0.0, 0.0
		for d := 1; d <= r.drain; d++ {
			goes := r.pw-d >= r.cost
			if goes || !r.adds {
				all++
			}
			if !goes {
				continue
			}
			after := r
			if after.pw -= d + r.failed; r.adds {
				after.pw = r.pw - (r.cost+d)/2
			}
			succeeded := r
			succeeded.pw -= r.cost + d
			sum += (1-r.fail)*follow(succeeded, n-1, wanted-1) + r.fail*follow(after, n-1, wanted)
		}
		if all == 0 {
			return 0
		}
		return sum / all
	}
	rapid.Check(t, func(t *rapid.T) {
		level := rapid.IntRange(1, 2).Draw(t, "level")
		r := run{pw: rapid.IntRange(0, 60).Draw(t, "pw"), cost: 5 * level, failed: 5 * level / 2, drain: 10 * level, adds: rapid.Bool().Draw(t, "adds"), fail: float64(rapid.IntRange(0, 100).Draw(t, "fail")) / 100}
		n := rapid.IntRange(0, 4).Draw(t, "tries")
		got := r.atLeastOne(n)
		if want := follow(r, n, 1); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%+v, %d tries: %g, want %g", r, n, got, want)
		}
		if two, want := r.atLeast(n, 2), follow(r, n, 2); math.Abs(two-want) > 1e-12 {
			t.Fatalf("%+v, two of %d tries: %g, want %g", r, n, two, want)
		}
		more := r
		more.pw += 5
		if r.atLeastOne(n+1) < got-1e-12 || more.atLeastOne(n) < got-1e-12 {
			t.Fatalf("%+v: more tries or energy help less", r)
		}
	})
}

// With the power for two casts at most two of three succeed, and a failed one takes half.
func TestSeveralOnPower(t *testing.T) {
	const ok, fail = 0.7, 0.3
	r := run{pw: 30, cost: 15, failed: 7, fail: fail}
	for _, x := range []struct {
		pw, tries, wanted int
		p                 float64
	}{
		{30, 3, 3, 0}, {30, 2, 2, ok * ok}, {22, 2, 2, 0}, {37, 3, 2, ok*ok + 2*fail*ok*ok}, {30, 3, 2, ok * ok},
	} {
		if r.pw = x.pw; math.Abs(r.atLeast(x.tries, x.wanted)-x.p) > 1e-12 {
			t.Errorf("%d Pw, %d of %d: %g, want %g", x.pw, x.wanted, x.tries, r.atLeast(x.tries, x.wanted), x.p)
		}
	}
}

// Without the Amulet a run goes on until a cast is too dear, each failure having
// taken half of what a cast costs, in every version.
func TestTriesWithoutAmulet(t *testing.T) {
	for _, version := range rules.Names() {
		q := &CastQuestion{Question: caster(version, "Wizard"), FailRate: &odds.Fraction{P: 0.5}}
		for _, s := range q.Rules.Spells {
			q.Spell = s
			for q.Pw = range 150 {
				a := Cast(q)
				if a.Pw == nil || q.Rules.Casting.Formula == rules.Power {
					continue
				}
				tries := 0
				for left := q.Pw; left >= *a.Pw; left -= a.FailedPw {
					tries++
				}
				if want := 1 - math.Pow(0.5, float64(tries)); *a.AtLeastOne.UntilEmpty != want {
					t.Fatalf("%s: %s on %d Pw: %g, want %g, which is %d tries at %d or %d Pw", version, s.Name, q.Pw, *a.AtLeastOne.UntilEmpty, want, tries, *a.Pw, a.FailedPw)
				}
			}
		}
	}
}

// halves is the sum that it says.
func TestHalves(t *testing.T) {
	const n = 12
	chance, sum := make([]float64, n), make([]float64, n+1)
	for i := range chance {
		chance[i] = 1 / float64(i+3)
		sum[i+1] = sum[i] + chance[i]
	}
	for p := range n {
		for low := 1; low < 2*n; low++ {
			for high := low; high < 2*n+4; high++ {
				want := 0.0
				for x := low; x <= high; x++ {
					if i := p - x/2; i >= 0 {
						want += chance[i]
					}
				}
				if got := halves(chance, sum, p, low, high); math.Abs(got-want) > 1e-9 {
					t.Fatalf("p %d, %d to %d: %g, want %g", p, low, high, got, want)
				}
			}
		}
	}
}

func TestReadings(t *testing.T) {
	for _, c := range []struct {
		version string
		polys   int
		known   bool
		want    int
	}{
		{"5.0.0", 0, false, 4}, {"5.0.0", 0, true, 4}, {"5.0.0", 1, false, 3}, {"5.0.0", 2, false, 2}, {"5.0.0", 3, false, 0}, {"5.0.0", 3, true, 1},
		{"3.4.3", 3, false, 1}, {"3.4.3", 9, false, 1}, {"3.4.3", 9, true, 0}, {"slashem", 0, false, 31},
	} {
		if got := Readings(rules.Get(c.version), c.polys, c.known); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// spellretention (spell.c:2295) shows a range: its ends, as it computes them from the turns left.
func TestRetained(t *testing.T) {
	set := rules.Get("5.0.0")
	widths := map[rules.Skill]int{rules.Unskilled: 25, rules.Basic: 10, rules.Skilled: 5, rules.Expert: 2}
	for skill, width := range widths {
		for left := 1; left < 20000; left += 7 {
			percent := (left-1)/200 + 1
			high := width * ((percent-1)/width + 1)
			for _, shown := range []int{high - width + 1, high} {
				if least, most, ok := Retained(set, shown, skill); !ok || left < least || left > most || most-least+1 != 200*width {
					t.Fatalf("%v, %d turns left are shown as %d%%, which is read as %d to %d turns", skill, left, shown, least, most)
				}
			}
		}
	}
	for percent, want := range map[int]rules.Skill{12: rules.Expert, 25: rules.Unskilled, 30: rules.Basic, 35: rules.Skilled, 11: rules.Basic, 26: rules.Unskilled} {
		if got := ShowsRetention(set, percent); got != want {
			t.Errorf("%d%% is shown from %v on, want %v", percent, got, want)
		}
	}
	if _, _, ok := Retained(rules.Get("3.4.3"), 12, rules.Basic); ok {
		t.Error("3.4.3 shows no retention")
	}
}
