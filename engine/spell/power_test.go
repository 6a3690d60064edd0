package spell

import (
	"math"
	"math/rand/v2"
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

func TestRegenerate(t *testing.T) {
	for _, c := range []struct {
		version, role string
		xl, in, wis   int
		quick         bool
		want          Regen
	}{
		// (38 - 14) * 4 / 6 = 16; (16 + 18) / 15 + 1 = 3
		{"5.0.0", "Priest", 14, 16, 18, false, Regen{Every: 16, Least: 1, Most: 3, PerTurn: 1. / 8}},
		{"3.4.3", "Wizard", 1, 18, 11, false, Regen{Every: 18, Least: 1, Most: 2, PerTurn: 1. / 12}},
		{"3.6.7", "Wizard", 30, 25, 25, false, Regen{Every: 4, Least: 1, Most: 4, PerTurn: 5. / 8}},
		{"slashem", "Wizard", 1, 18, 11, false, Regen{Every: 22, Least: 1, Most: 2, PerTurn: 3. / 44}},
		{"evilhack", "Infidel", 1, 18, 12, true, Regen{Every: 1, Least: 1, Most: 3, PerTurn: 2}},
	} {
		set := rules.Get(c.version)
		q := &RegenQuestion{Rules: set, Role: set.Role(c.role), XL: c.xl, Int: c.in, Wis: c.wis, Quick: c.quick}
		if got := Regenerate(q); got != c.want {
			t.Errorf("%s %s: %+v, want %+v", c.version, c.role, got, c.want)
		}
	}
	x := rules.Get("xnethack") // 9*10 + 9*16 + 100 = 334 in 300
	got := Regenerate(&RegenQuestion{Rules: x, Role: x.Role("Wizard"), XL: 10, Int: 18, Wis: 16})
	if got.Least != 1 || got.Most != 2 || *got.More != odds.Of(34, 300) || got.PerTurn != 334./300 {
		t.Errorf("%+v", got)
	}
}

// Power over turns and the turns for power are two sides of one thing, whether the next
// gain is known or not.
func TestWaits(t *testing.T) {
	for _, first := range []int{0, 1, 7, 16} {
		g := &Regen{Every: 16, Least: 1, Most: 3, First: first}
		for power := 1; power < 12; power++ {
			w := g.Waits(power)
			mean, sure := 0.0, -1
			for n := 0; n <= 16*(power+1); n++ {
				least, chances := g.After(n)
				short := 0.0
				for i, p := range chances {
					if least+i < power {
						short += p
					}
				}
				mean += short
				if sure < 0 && short <= 0.1+1e-12 {
					sure = n
				}
			}
			if math.Abs(mean-w.Mean) > 1e-9 || sure != w.Sure {
				t.Errorf("first %d, %d power: %+v, want %g and %d", first, power, w, mean, sure)
			}
		}
	}
}

// A power that takes a thousand gains is waited for as long as the gains take one by one: the
// chances that are too small to count are missed nowhere.
func TestWaitsLong(t *testing.T) {
	for _, c := range []struct{ power, in int64 }{{1, 300}, {1000, 100}, {35_000, 2}} {
		more := odds.Of(1, c.in)
		g := &Regen{Every: 1, Most: 1, More: &more}
		if w, want := g.Waits(int(c.power)), float64(c.power*c.in); math.Abs(w.Mean-want) > 1e-7*want {
			t.Errorf("%d power, one in %d turns: %g turns, want %g", c.power, c.in, w.Mean, want)
		}
	}
}

func BenchmarkWaits(b *testing.B) {
	more := odds.Of(9, 25)
	g := &Regen{Every: 1, Most: 1, More: &more}
	for b.Loop() {
		g.Waits(14_550)
	}
}

// From an unknown turn a part of an interval brings that part of a gain, and from a known
// one what falls on turns that the interval divides.
func TestAt(t *testing.T) {
	g := Regen{Every: 18, Least: 1, Most: 2}
	if few, more := g.Times(17); few != 0 || more != 17./18 {
		t.Errorf("%d times and %g in 17 turns", few, more)
	}
	if w := g.Waits(2); w.Mean != 18.5 {
		t.Errorf("%g turns for 2 power, want 9.5 and half of 18", w.Mean)
	}
	for _, c := range []struct{ turn, turns, times int }{{9090, 17, 0}, {9090, 18, 1}, {9107, 1, 1}, {9107, 18, 1}, {9107, 19, 2}, {9100, 900, 50}, {1, 16, 0}, {1, 17, 1}} {
		at := g.At(c.turn)
		if few, more := at.Times(c.turns); few != c.times || more != 0 {
			t.Errorf("turn %d, %d turns: %d times and %g, want %d", c.turn, c.turns, few, more, c.times)
		}
	}
}

// OverTurns agrees with the casts played one by one.
func TestOverTurns(t *testing.T) {
	set := rules.Get("5.0.0")
	seed := uint64(5)
	rng := rand.New(rand.NewPCG(seed, 1))
	for _, c := range []struct{ pw, fail, level, turns, every, most, first int }{{60, 0, 1, 100, 16, 3, 0}, {12, 40, 2, 60, 5, 2, 0}, {0, 25, 1, 40, 1, 4, 0}, {4, 100, 1, 50, 3, 2, 0}, {13, 0, 3, 90, 18, 2, 8}} {
		rate := odds.Of(int64(c.fail), 100)
		q := &CastQuestion{Question: &Question{Rules: set, Role: set.Role("Priest"), Spell: &rules.Spell{Level: c.level}, XL: 1, Int: 10, Wis: 10, Dex: 10}, Pw: c.pw, FailRate: &rate}
		cost, failed := 5*c.level, 5*c.level/2
		a := &CastAnswer{Pw: &cost, FailedPw: failed, Fail: rate.P}
		g := &Regen{Every: c.every, Least: 1, Most: c.most, First: c.first}
		got := OverTurns(q, a, g, c.turns)
		sum := 0.0
		for _, p := range got.Chances {
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("%+v: the chances sum to %g", c, sum)
		}
		const games = 40000
		total, square := 0.0, 0.0
		for range games {
			pw, n, first := c.pw, 0, c.first
			if first == 0 {
				first = 1 + rng.IntN(c.every)
			}
			for turn := 1; turn <= c.turns; turn++ {
				if pw >= cost {
					if rng.IntN(100) < c.fail {
						pw -= failed
					} else {
						pw, n = pw-cost, n+1
					}
				}
				if turn >= first && (turn-first)%c.every == 0 {
					pw += 1 + rng.IntN(c.most)
				}
			}
			total += float64(n)
			square += float64(n * n)
		}
		mean := total / games
		if sd := math.Sqrt(math.Max(square/games-mean*mean, 1e-12) / games); math.Abs(mean-got.Mean) > 4.5*sd+1e-9 {
			t.Errorf("%+v: mean %g, played %g", c, got.Mean, mean)
		}
		if got.Least > got.Most || got.AtLeast(0) < 1-1e-9 || got.AtLeast(got.Most+1) > 0.01+1e-9 {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

func BenchmarkOverTurns(b *testing.B) {
	set := rules.Get("5.0.0")
	rate := odds.Of(30, 100)
	q := &CastQuestion{Question: &Question{Rules: set, Role: set.Role("Priest"), Spell: set.Spell("force bolt"), XL: 1, Int: 10, Wis: 10, Dex: 10}, Pw: MaxPw, FailRate: &rate}
	a := Cast(q)
	for b.Loop() {
		OverTurns(q, &a, &Regen{Every: 1, Least: 1, Most: 4}, MaxTurns)
	}
}

func TestAdvances(t *testing.T) {
	three := Advances(rules.Get("5.0.0"), rules.Unskilled, rules.Expert, 1, 0, true)
	want := []Advance{{"unskilled", "basic", 20, 20, 20, 1}, {"basic", "skilled", 60, 80, 60, 1}, {"skilled", "expert", 100, 180, 100, 2}}
	for i, w := range want {
		if three[i] != w {
			t.Errorf("%+v, want %+v", three[i], w)
		}
	}
	if got := Advances(rules.Get("5.0.0"), rules.Basic, rules.Expert, 1, 47, false); got[0].Times != 33 || got[1].Times != 100 {
		t.Errorf("of 47 points: %+v", got)
	}
	if got := Advances(rules.Get("slashem"), rules.Skilled, rules.Expert, 7, 0, true); len(got) != 1 || got[0].Slots != 3 || got[0].Times != 15 {
		t.Errorf("%+v", got)
	}
	if got := Advances(rules.Get("3.4.3"), rules.Basic, rules.Skilled, 1, 0, false); got[0].Slots != 2 {
		t.Errorf("%+v", got)
	}
}
