package spell

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

func zap(version, role, spell string) *ZapQuestion {
	q := &ZapQuestion{Question: caster(version, role), AC: 5, MR: 0, Level: 10}
	q.Spell, q.XL, q.Int, q.Dex = q.Rules.Spell(spell), 10, 18, 16
	return q
}

func TestZap(t *testing.T) {
	q := zap("5.0.0", "Wizard", "magic missile")
	q.AC, q.Skill, q.MR = -3, rules.Skilled, 30
	a := Zap(q)
	// 6d6+1; halved rounding down, an odd or even sum being equally likely
	if d := a.Damage; d.Dice != "6d6" || d.Bonus != 1 || d.Min != 7 || d.Max != 37 || math.Abs(d.Mean-22) > 1e-12 || math.Abs(d.MeanResisted-10.75) > 1e-12 {
		t.Errorf("%+v", d)
	}
	if *a.Bonus != 4 || *a.Range != (rules.Range{Min: 7, Max: 13}) || a.RangeCost != 2 || *a.Resist != odds.Of(3, 10) {
		t.Errorf("%+v", a)
	}
	// c = 0: rnd(10) < 1 never; else 3-c < -rnd(3)+4: c > r-1, that is 19, 18, 17 of 19
	if want := odds.Of(19+18+17, 60); a.Hit != want {
		t.Errorf("hits %s, want %s", a.Hit, want)
	}
	if want := a.Hit.P * (0.7*22 + 0.3*10.75); math.Abs(*a.Expected-want) > 1e-12 {
		t.Errorf("expected %g, want %g", *a.Expected, want)
	}

	bolt := zap("5.0.0", "Knight", "force bolt")
	if a = Zap(bolt); a.Hit != odds.Of(14, 20) || a.Bonus != nil || a.Damage.Dice != "2d12" || math.Abs(a.Damage.Mean-14) > 1e-12 || math.Abs(a.Damage.MeanResisted-7.25) > 1e-12 {
		t.Errorf("force bolt: %+v %+v", a, a.Damage)
	}
	bolt.QuestArtifact = true
	if a = Zap(bolt); a.Damage.Mean != 27 || !a.Damage.Doubled || a.Damage.Bonus != 1 {
		t.Errorf("a Knight's force bolt: %+v", a.Damage)
	}
	bolt.Engulfed = true
	if a = Zap(bolt); a.Hit != odds.Always || a.Rolls {
		t.Errorf("against an engulfer: %+v", a)
	}
	for ac, want := range map[int]odds.Fraction{-9: odds.Never, -20: odds.Never, 11: odds.Always, 10: odds.Of(19, 20)} {
		bolt.Engulfed, bolt.AC = false, ac
		if got := Zap(bolt).Hit; got != want {
			t.Errorf("force bolt at AC %d: %s, want %s", ac, got, want)
		}
	}

	cone := zap("5.0.0", "Wizard", "cone of cold")
	if a = Zap(cone); a.Damage.Dice != "6d6" || a.Form != rules.Ray {
		t.Errorf("cone of cold: %+v", a.Damage)
	}
	cone.Resists = Resisted{"fire"}
	if a = Zap(cone); a.Damage.Dice != "6d6+6d3" || math.Abs(a.Damage.Mean-34) > 1e-12 {
		t.Errorf("cone of cold, fire resistant: %+v", a.Damage)
	}
	cone.Skill = rules.Skilled
	if a = Zap(cone); *a.Damage.Explosions != (rules.Range{Min: 2, Max: 9}) || a.Damage.Mean != 14 || a.Damage.MeanResisted != 8 || a.Range != nil || a.Rolls || math.Abs(*a.Expected-77) > 1e-12 { // explode.c:549: twice what it does to others
		t.Errorf("skilled cone of cold: %+v %+v", a, a.Damage)
	}
	ball := zap("3.6.7", "Wizard", "fireball")
	if a = Zap(ball); a.Damage.Dice != "12d6" || a.Damage.Bonus != 0 || math.Abs(a.Damage.Mean-42) > 1e-12 || a.Hit != odds.Always {
		t.Errorf("fireball: %+v", a.Damage)
	}
	drain := zap("5.0.0", "Wizard", "drain life")
	if a = Zap(drain); a.Damage.Dice != "1d8" || math.Abs(a.Damage.Mean-11) > 1e-12 || math.Abs(a.Damage.MeanResisted-3) > 1e-12 {
		t.Errorf("drain life: %+v", a.Damage) // (2+..+9)/8 = 5.5, twice; halves 1,2,2,3,3,4,4,5
	}
	drain.Level = 0
	if a = Zap(drain); a.Damage.Dice != "1d4" {
		t.Errorf("drain life at level 0: %+v", a.Damage)
	}
	weak := zap("3.4.3", "Wizard", "magic missile")
	weak.XL, weak.Int = 1, 9 // 1d6-3, never below 0: 0 0 0 1 2 3
	if a = Zap(weak); math.Abs(a.Damage.Mean-1) > 1e-12 || a.Damage.Min != 0 {
		t.Errorf("3.4.3, Int 9: %+v", a.Damage)
	}
	now := zap("5.0.0", "Wizard", "magic missile")
	now.XL, now.Int = 1, 9 // 1 1 1 1 2 3
	if a = Zap(now); math.Abs(a.Damage.Mean-1.5) > 1e-12 || a.Damage.Min != 1 {
		t.Errorf("5.0.0, Int 9: %+v", a.Damage)
	}
	for _, spell := range []string{"sleep", "finger of death"} {
		if a = Zap(zap("5.0.0", "Wizard", spell)); a.Damage != nil || a.Bonus == nil || len(a.Notes) == 0 || (a.Resist == nil) != (spell == "finger of death") {
			t.Errorf("%s: %+v", spell, a)
		}
	}
	slow := zap("5.0.0", "Wizard", "slow monster")
	slow.MR, slow.Level, slow.XL = 90, 40, 1 // 90 of 61
	if a = Zap(slow); *a.Resist != odds.Always {
		t.Errorf("MR 90: %+v", a)
	}
	slow.MR, slow.Level = 40, 60 // the level counts as 50
	if a = Zap(slow); a.Hit != odds.Always || *a.Resist != odds.Of(40, 51) || a.Form != rules.Beam || *a.Range != (rules.Range{Min: 6, Max: 13}) {
		t.Errorf("slow monster: %+v", a)
	}
	if a = Zap(zap("5.0.0", "Wizard", "dig")); *a.Range != (rules.Range{Min: 8, Max: 25}) || a.Resist != nil {
		t.Errorf("dig: %+v", a)
	}
	if a = Zap(zap("slashem", "Wizard", "magic missile")); a.Damage != nil || a.Bonus == nil || len(a.Notes) == 0 {
		t.Errorf("SLASH'EM: %+v", a)
	}
	if a = Zap(zap("5.0.0", "Wizard", "chain lightning")); a.Damage.Dice != "2d6" || a.Rolls {
		t.Errorf("chain lightning: %+v", a)
	}
}

// The short way to the mean damage is what going through every roll gives.
func TestDamageByRolling(t *testing.T) {
	for _, version := range []string{"3.4.3", "5.0.0", "evilhack"} {
		set := rules.Get(version)
		at := set.Attack()
		for _, s := range at.Spells {
			for i := range 8 * 8 * 23 * 2 {
				q := &ZapQuestion{Question: caster(version, []string{"Wizard", "Knight"}[i&1]), MR: -1, Level: i >> 1 & 1}
				q.QuestArtifact, q.XL = i>>2&1 == 0, 1+i>>4&7
				if i>>3&1 == 0 && s.Kind == "cold" {
					q.Resists = Resisted{"fire"}
				}
				q.Int = 3 + i>>7
				if q.Spell = set.Spell(s.Name); s.Sides > 0 && q.Spell != nil {
					damageByRolling(t, q, at, s)
				}
			}
		}
	}
}

func damageByRolling(t *testing.T, q *ZapQuestion, at *rules.Attack, s *rules.AttackSpell) {
	t.Helper()
	d := q.damage(at, s, false)
	r, err := odds.ParseRoll(d.Dice)
	if err != nil {
		t.Fatal(err)
	}
	times := 1
	if d.Doubled {
		times = 2
	}
	sums := r.Sums()
	mean, resisted := 0.0, 0.0
	for v := sums.Min; v <= sums.Max; v++ {
		full, half := q.hurt(at, s, q.Int, times, v)
		if full < d.Min || full > d.Max {
			t.Fatalf("%d is not between %d and %d", full, d.Min, d.Max)
		}
		mean += sums.P(v) * float64(full)
		resisted += sums.P(v) * float64(half)
	}
	if math.Abs(mean-d.Mean) > 1e-9 || math.Abs(resisted-d.MeanResisted) > 1e-9 {
		t.Fatalf("%s, %s, XL %d, Int %d: %+v, rolling gives %g and %g", q.Rules.Name, s.Name, q.XL, q.Int, d, mean, resisted)
	}
}

func TestZapRefuses(t *testing.T) {
	check := func(q *ZapQuestion, hint string) {
		t.Helper()
		var bad *problem.Problem
		if err := q.Check(); !errors.As(err, &bad) || !slices.Contains(bad.Hints, hint) {
			t.Errorf("%s %s: %v, want the hint %q", q.Rules.Name, q.Spell.Name, bad, hint)
		}
	}
	check(zap("5.0.0", "Wizard", "light"), "force bolt")
	check(zap("fiqhack", "Wizard", "magic missile"), "v3.4.3")
	check(zap("evilhack", "Wizard", "magic missile"), "xl1")
	far := zap("5.0.0", "Wizard", "magic missile")
	far.AC = -128
	check(far, "vs ac -127")
	low := zap("evilhack", "Wizard", "magic missile")
	low.XL = 1
	if err := low.Check(); err != nil {
		t.Error(err)
	}
}

// A ray hits as often as playing every roll says.
func TestRayHitByRolling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rules.Get(rapid.SampledFrom([]string{"3.4.3", "5.0.0", "evilhack"}).Draw(t, "version")).Attack()
		ac, b := rapid.IntRange(-40, 25).Draw(t, "ac"), rapid.IntRange(-7, 20).Draw(t, "bonus")
		hits, all := int64(0), int64(0)
		for c := range at.RayDie {
			for lucky := 1; lucky <= at.RayLucky; lucky++ {
				for roll := 1; roll <= max(1, -ac); roll++ {
					armour := ac
					if ac < 0 {
						armour = -roll
					}
					all++
					if c == 0 && lucky < ac+b || c > 0 && at.RayBase-c < armour+b {
						hits++
					}
				}
			}
		}
		if got, want := RayHit(at, ac, b), odds.Of(hits, all); got != want {
			t.Fatalf("AC %d, bonus %d: %s, rolling gives %s", ac, b, got, want)
		}
	})
}

// An explosion does double to what resists the opposite, and nothing is done to
// what resists the attack itself.
func TestZapResisted(t *testing.T) {
	ball := zap("3.4.3", "Wizard", "fireball")
	plain := *Zap(ball).Damage
	ball.Resists = Resisted{"cold"}
	if d := Zap(ball).Damage; !d.Doubled || d.Min != 2*plain.Min || d.Max != 2*plain.Max || d.Mean != 2*plain.Mean {
		t.Errorf("fireball at what resists cold: %+v, at others %+v", d, plain)
	}
	ball = zap("evilhack", "Wizard", "fireball")
	ball.Resists = Resisted{"cold"}
	if a := Zap(ball); a.Damage.Doubled || !slices.Contains(a.Notes, vulnerable) {
		t.Errorf("EvilHack's fireball at what resists cold: %+v %v", a.Damage, a.Notes)
	}
	missile := zap("5.0.0", "Wizard", "magic missile")
	missile.Resists = Resisted{"cold", "fire"}
	if Zap(missile).Damage.Doubled {
		t.Error("magic missile is doubled")
	}
	missile.Resists = Resisted{"magic"}
	if a := Zap(missile); !a.Immune || a.Resist != nil || a.Damage.Mean != 0 || *a.Expected != 0 {
		t.Errorf("magic missile at what resists it: %+v", a)
	}
}
