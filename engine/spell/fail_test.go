package spell

import (
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/rules"
)

// wizard returns the hero of the examples: XL 8, Int 16, Basic, force bolt.
func wizard(version string) *Question {
	set := rules.Get(version)
	return &Question{Rules: set, Role: set.Role("Wizard"), Spell: set.Spell("force bolt"), Skill: rules.Basic, XL: 8, Int: 16, Wis: 10, Dex: 12}
}

func wear(q *Question, names ...string) *Question {
	for _, n := range names {
		w := q.Rules.WornNamed(n)
		q.Worn[w.Slot] = Piece{Worn: w}
	}
	return q
}

func TestKnownFigures(t *testing.T) {
	plate := wear(wizard("5.0.0"), "plate mail")
	if got := Fail(plate).Fail; got != 47 {
		t.Errorf("plate mail: %d%%, want 47%%", got)
	}
	if got := Fail(wear(plate, "robe")).Fail; got != 6 {
		t.Errorf("plate mail under a robe: %d%%, want 6%%", got)
	}
	if got := Fail(wizard("5.0.0")).Fail; got != 0 {
		t.Errorf("nothing worn: %d%%, want 0%%", got)
	}

	helm := wizard("5.0.0")
	helm.Int = 10
	wear(helm, "helm of brilliance")
	helm.Worn[rules.Helmet].Enchant = 6
	if got := helm.Stat(); got != 16 {
		t.Errorf("Int 10 under a +6 helm of brilliance is %d, want 16", got)
	}
	helm.Worn[rules.Helmet].Enchant = 20
	if got := helm.Stat(); got != 25 {
		t.Errorf("Int under a +20 helm is %d, want the cap 25", got)
	}
	if got := wear(wizard("5.0.0"), "dunce cap").Stat(); got != 6 {
		t.Errorf("Int under a dunce cap is %d, want 6", got)
	}

	mazed := wizard("3.4.3")
	mazed.Confused = true
	if got := Fail(mazed).Fail; got != 100 {
		t.Errorf("confused: %d%%, want 100%%", got)
	}

	// The rules that no measured row covers: an Infidel's blessings.
	set := rules.Get("evilhack")
	infidel := &Question{Rules: set, Role: set.Role("Infidel"), Spell: set.Spell("dig"), XL: 10, Int: 10, Wis: 14, Dex: 12}
	wear(infidel, "robe", "low boots", "gloves")
	plain := Fail(infidel).Penalty
	for _, slot := range []rules.Slot{rules.Boots, rules.Gloves} {
		infidel.Worn[slot].BUC = rules.Blessed
	}
	infidel.Worn[rules.Cloak].BUC = rules.Cursed
	if got := Fail(infidel).Penalty - plain; got != 3 {
		t.Errorf("two blessed and one cursed piece add %d to an Infidel's penalty, want 3", got)
	}
	for i := range infidel.Worn {
		infidel.Worn[i].BUC = rules.Cursed
	}
	if got := Fail(infidel).Penalty - plain; got != 0 {
		t.Errorf("cursed pieces alone change an Infidel's penalty by %d, want 0", got)
	}
}

// FIQHack's rules were read, not measured: figures worked by hand.
func TestFIQHackByHand(t *testing.T) {
	set := rules.Get("fiqhack")
	q := &Question{Rules: set, Role: set.Role("Wizard"), Spell: set.Spell("fireball"), Skill: rules.Skilled, XL: 8, Int: 16, Wis: 10, Dex: 12}
	// 50 + 5*8 + 5*16 - 25*4 = 70, under the cap of 80; 5*4*100/70 = 28
	if a := Fail(q); a.Success != 70 || a.Cost != 28 {
		t.Errorf("bare: success %d cost %d, want 70 and 28", a.Success, a.Cost)
	}
	// Int 16 reads as 20 with a quarterstaff: 90, capped at 80; 2000/80 = 25
	q.Held = set.HeldNamed("quarterstaff")
	if a := Fail(q); a.Success != 80 || a.Cost != 25 {
		t.Errorf("with a quarterstaff: success %d cost %d, want 80 and 25", a.Success, a.Cost)
	}
	q.Amulet = true
	if a := Fail(q); a.Cost != 50 {
		t.Errorf("carrying the Amulet: cost %d, want 50", a.Cost)
	}
	q.Held, q.Amulet, q.XL = nil, false, 1
	wear(q, "plate mail", "large shield")
	// 50 + 5 + 80 - 100 - (50 + 15+15+15) = -60: success 0, cost doubled
	if a := Fail(q); a.Success != 0 || a.Cost != 40 {
		t.Errorf("in plate with a large shield: success %d cost %d, want 0 and 40", a.Success, a.Cost)
	}
}

// anyQuestion draws any hero that Check accepts.
func anyQuestion(t *rapid.T) *Question {
	set := rules.Get(rapid.SampledFrom(rules.Names()).Draw(t, "version"))
	q := &Question{
		Rules: set,
		Role:  rapid.SampledFrom(set.Roles).Draw(t, "role"),
		Spell: rapid.SampledFrom(set.Spells).Draw(t, "spell"),
		Skill: rules.Skill(rapid.IntRange(0, 4).Draw(t, "skill")),
		XL:    rapid.IntRange(1, 30).Draw(t, "xl"),
		Int:   rapid.IntRange(3, 25).Draw(t, "int"),
		Wis:   rapid.IntRange(3, 25).Draw(t, "wis"),
		Dex:   rapid.IntRange(3, 25).Draw(t, "dex"),
	}
	for _, w := range rapid.SliceOfN(rapid.SampledFrom(set.Worn), 0, 7).Draw(t, "worn") {
		q.Worn[w.Slot] = Piece{Worn: w, Enchant: rapid.IntRange(-5, 5).Draw(t, "enchant"), BUC: rules.BUC(rapid.IntRange(0, 3).Draw(t, "buc"))}
	}
	if rapid.Bool().Draw(t, "armed") {
		q.Held = rapid.SampledFrom(set.Held).Draw(t, "held")
	}
	q.Confused = rapid.Bool().Draw(t, "confused")
	if q.Check() != nil {
		q.Held = nil
	}
	return q
}

// The named steps are the whole computation: they add up to the figures.
func TestStepsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := anyQuestion(t)
		a := Fail(q)
		if a.Fail < 0 || a.Fail > 100 || a.Fail+a.Success != 100 {
			t.Fatalf("fail %d success %d", a.Fail, a.Success)
		}
		if q.Rules.Casting.Formula != rules.Percent {
			return
		}
		var sum [3]int
		for _, s := range a.Steps.All() {
			switch s.What {
			case Inborn, NoMetal, Confusion:
			default:
				sum[s.What.Group()] += s.Value
			}
		}
		if p := sum[ToPenalty]; a.Penalty != p && a.Penalty != q.Rules.Casting.MaxPenalty && a.Penalty != q.Rules.Casting.MinPenalty {
			t.Fatalf("steps add up to penalty %d, not %d: %+v", p, a.Penalty, a.Steps.All())
		}
		success := clamp(a.Chance*(20-a.Penalty)/15-a.Penalty+sum[ToSuccess], 0, 100)
		if !q.Confused && !(q.Role.NoMetal && q.anyMetal()) && success != a.Success {
			t.Fatalf("steps give success %d, not %d: %+v", success, a.Success, a.Steps.All())
		}
	})
}

// More experience or a better stat never makes a cast of these formulas fail
// more: the way back searches on that.
func TestFailFallsWithXLAndStat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := anyQuestion(t)
		if q.XL == 30 || q.Int == 25 || q.Wis == 25 {
			return
		}
		before := Fail(q).Fail
		up := *q
		up.XL++
		if after := Fail(&up).Fail; after > before {
			t.Fatalf("XL %d fails %d%%, XL %d %d%%", q.XL, before, up.XL, after)
		}
		up = *q
		up.Int++
		up.Wis++
		if after := Fail(&up).Fail; after > before {
			t.Fatalf("one more Int and Wis: %d%% to %d%%", before, after)
		}
	})
}

func TestCheck(t *testing.T) {
	for name, bend := range map[string]func(*Question){
		"XL 99":   func(q *Question) { q.XL = 99 },
		"XL 0":    func(q *Question) { q.XL = 0 },
		"Int 40":  func(q *Question) { q.Int = 40 },
		"Wis 2":   func(q *Question) { q.Wis = 2 },
		"Dex 26":  func(q *Question) { q.Dex = 26 },
		"2 hands": func(q *Question) { wear(q, "small shield"); q.Held = q.Rules.HeldNamed("quarterstaff") },
	} {
		q := wizard("5.0.0")
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		bend(q)
		if q.Check() == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestIsqrt(t *testing.T) {
	for n := range 40000 {
		if r := isqrt(n); r*r > n || (r+1)*(r+1) <= n {
			t.Fatalf("isqrt(%d) = %d", n, r)
		}
	}
}

func BenchmarkFail(b *testing.B) {
	for _, v := range []string{"5.0.0", "evilhack", "xnethack"} {
		q := wear(wizard(v), "plate mail", "robe", "helmet", "small shield")
		b.Run(v, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Fail(q)
			}
		})
	}
}

// An inborn spell never fails, but while confused.
func TestInborn(t *testing.T) {
	s := rules.Get("evilhack")
	for _, x := range []struct {
		race, spell string
		confused    bool
		fail        int
	}{
		{"illithid", "psionic wave", false, 0},
		{"", "psionic wave", false, 6},
		{"illithid", "force bolt", false, 6},
		{"illithid", "psionic wave", true, 100},
	} {
		q := &Question{Rules: s, Role: s.Role("Wizard"), Spell: s.Spell(x.spell), Skill: rules.Basic, XL: 5, Int: 10, Wis: 10, Dex: 12, Race: x.race, Confused: x.confused}
		if got := Fail(q).Fail; got != x.fail {
			t.Errorf("%+v: %d%% fail", x, got)
		}
	}
}
