package spell

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/rules"
)

func TestBest(t *testing.T) {
	best, ok := Advise(wear(wizard("5.0.0"), "plate mail")).Best()
	if !ok || best.String() != "plate mail off" || best.Fail != 0 {
		t.Errorf("best change out of plate mail: %q to %d%%, %v", best, best.Fail, ok)
	}
	if best, ok := Advise(wizard("5.0.0")).Best(); ok {
		t.Errorf("at 0%% nothing can help, but: %q", best)
	}
	book := wizard("xnethack")
	book.Skill, book.Int, book.XL = rules.Unskilled, 6, 1 // success 40: 12 Pw
	if best, ok := Advise(book).Best(); !ok || best.Fail >= Fail(book).Fail && best.Cost >= Fail(book).Cost {
		t.Errorf("xNetHack: %q, %v", best, ok)
	}
}

func TestReach(t *testing.T) {
	got := map[string]int{}
	for _, c := range Reach(wear(wizard("5.0.0"), "plate mail"), 19) {
		got[c.String()] = c.Fail
	}
	want := map[string]int{"plate mail off": 0, "robe on": 6}
	for what, fail := range want {
		if f, ok := got[what]; !ok || f != fail {
			t.Errorf("%q: %d%%, %v; want %d%%", what, f, ok, fail)
		}
	}
}

// Each change that Reach names reaches; one less of XL, stat or skill would
// not; and Best is never beaten by a single piece of gear.
func TestReachIsLowest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := anyQuestion(t)
		limit := rapid.IntRange(0, 99).Draw(t, "limit")
		for _, c := range Reach(q, limit) {
			if c.Fail > limit {
				t.Fatalf("%q gives %d%%, over %d%%", c, c.Fail, limit)
			}
			less := *q
			switch c.Kind {
			case GainLevel:
				less.XL = c.Value - 1
			case GainStat:
				less = q.withStat(c.Value - 1)
			case Train:
				if less.Skill = c.Skill - 1; less.Skill == rules.Unskilled {
					continue // nobody advances to Unskilled, even where Restricted is worse, as in xNetHack
				}
			default:
				continue
			}
			if f := Fail(&less).Fail; f <= limit {
				t.Fatalf("%q is not the lowest: one less gives %d%%, limit %d%%", c, f, limit)
			}
		}
		best, _ := Advise(q).Best()
		for _, o := range q.gear() {
			to := *q
			o.change(&to)
			if f := Fail(&to).Fail; f < best.Fail {
				t.Fatalf("%q gives %d%%, the best change %q %d%%", o.of(q), f, best, best.Fail)
			}
		}
	})
}

func TestWays(t *testing.T) {
	says := func(q *Question) (out []string) {
		for _, w := range Advise(q).Ways() {
			out = append(out, fmt.Sprintf("%s -> %d%%", w, w.Fail))
		}
		return out
	}
	fod := wizard("5.0.0")
	fod.Spell = fod.Rules.Spell("finger of death")
	fod.XL, fod.Int, fod.Skill = 14, 18, rules.Basic
	plate := wear(wizard("5.0.0"), "plate mail", "dwarvish iron helm", "large shield")
	clad := wear(wizard("5.0.0"), "plate mail", "dwarvish iron helm", "gauntlets of power", "kicking boots", "large shield")
	clad.Spell = clad.Rules.Spell("sleep")
	helm := wear(wizard("5.0.0"), "dwarvish iron helm", "robe")
	helm.Spell, helm.Skill, helm.Role = helm.Rules.Spell("finger of death"), rules.Expert, helm.Rules.Role("Wizard")
	for name, c := range map[string]struct {
		q    *Question
		want []string
	}{
		"expert":     {fod, []string{"robe on -> 91%", "robe on and quarterstaff in hand -> 88%", "advance to Expert -> 43%", "robe on and advance to Expert -> 3%", "robe on, quarterstaff in hand and advance to Expert -> 0%"}},
		"two things": {plate, []string{"large shield off -> 79%", "plate mail off (or gray dragon scale mail instead) and large shield off -> 0%"}},
		"all slots":  {clad, []string{"plate mail off (or gray dragon scale mail instead), dwarvish iron helm off (or helm of brilliance instead), gauntlets of power off (or gauntlets of dexterity instead) and large shield off -> 0%"}},
		"a helm":     {helm, []string{"dwarvish iron helm off (or helm of brilliance instead) -> 53%", "dwarvish iron helm off and quarterstaff in hand -> 46%", "+3 helm of brilliance on instead of dwarvish iron helm -> 22%", "quarterstaff in hand and +3 helm of brilliance on instead of dwarvish iron helm -> 12%"}},
		"nothing":    {wizard("5.0.0"), nil},
	} {
		if got := says(c.q); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Each way is what its changes come to, better than the one before, and no
// single thing to change at once beats the first.
func TestWaysAreWhatTheySay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := anyQuestion(t)
		last := Fail(q).Figures
		for _, w := range Advise(q).Ways() {
			a := Figures{Fails: last.Fails, Fail: w.Fail, Cost: w.Cost}
			if !a.outcome().better(last.outcome()) {
				t.Fatalf("%s gives %d%% at %d, no better than %d%% at %d before it", w, w.Fail, w.Cost, last.Fail, last.Cost)
			}
			last = a
		}
		best, ok := Advise(q).Best()
		if a := (Figures{Fails: last.Fails, Fail: best.Fail, Cost: best.Cost}); ok && a.outcome().better(last.outcome()) && best.Kind <= Train {
			t.Fatalf("%s gives %d%%, better than every way, %d%%", best, best.Fail, last.Fail)
		}
	})
}

func BenchmarkWays(b *testing.B) {
	q := wear(wizard("5.0.0"), "plate mail", "helmet", "small shield")
	b.ReportAllocs()
	for b.Loop() {
		Advise(q).Ways()
	}
}

func BenchmarkBest(b *testing.B) {
	q := wear(wizard("5.0.0"), "plate mail", "helmet", "small shield")
	b.ReportAllocs()
	for b.Loop() {
		Advise(q).Best()
	}
}
