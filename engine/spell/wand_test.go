package spell

import (
	"math"
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// rayHits holds the chances of rays without a bonus, as wands and monsters have
// them.
var rayHits = truthtest.Table{Name: "rayhits", Files: "truth/fight/ray_hit.tsv", Whole: true, Columns: []string{"ac", "p_hit"}}

// zapping returns a zap of a wand at something of AC 5.
func zapping(t testing.TB, version, name string) *WandQuestion {
	t.Helper()
	q := &WandQuestion{Rules: rules.Get(version), AC: 5, Level: 10}
	for _, w := range q.Rules.Attack().Wands {
		if w.Name == name {
			q.Wand = w
		}
	}
	if q.Wand == nil {
		t.Fatalf("%s has no %s", version, name)
	}
	return q
}

func TestRayHits(t *testing.T) {
	rayHits.Check(t, func(t testing.TB, r truthtest.Row) {
		for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
			q := zapping(t, version, "wand of sleep")
			q.AC = r.Int(t, "ac")
			if got := ZapWand(q).Hit.P; math.Abs(got-r.Float(t, "p_hit")) > 1e-9 {
				t.Errorf("%s: %g: %v", version, got, r)
			}
		}
	})
}

func TestZapWand(t *testing.T) {
	q := zapping(t, "5.0.0", "wand of fire")
	q.MR = 30
	a := ZapWand(q)
	if d := a.Damage; d.Dice != "6d6" || d.Mean != 21 || d.MeanResisted != 10.25 || *a.Resist != odds.Of(30, 102) {
		t.Errorf("%+v, %+v", d, a)
	}
	q.Resists = []string{"cold"}
	if d := ZapWand(q).Damage; d.Mean != 28 || d.Min != 13 || d.Max != 43 {
		t.Errorf("what resists cold burns: %+v", d)
	}
	q.Resists = []string{"fire"}
	if a := ZapWand(q); a.Damage.Mean != 0 || *a.Expected != 0 {
		t.Errorf("what resists fire: %+v", a)
	}
	cold := zapping(t, "3.4.3", "wand of cold")
	cold.Resists = []string{"fire"}
	if d := ZapWand(cold).Damage; d.Dice != "6d6+6d3" || d.Mean != 33 {
		t.Errorf("%+v", d)
	}
	strike := zapping(t, "3.6.7", "wand of striking")
	if a := ZapWand(strike); a.Hit != odds.Of(14, 20) || a.Damage.Mean != 13 || a.Damage.MeanResisted != 6.75 {
		t.Errorf("%+v", a)
	}
	strike.Engulfed = true
	if a := ZapWand(strike); a.Hit != odds.Always || a.Range != nil {
		t.Errorf("from inside: %+v", a)
	}
	death := zapping(t, "5.0.0", "wand of death")
	death.MR = 50
	if a := ZapWand(death); a.Resist != nil || a.Damage != nil {
		t.Errorf("%+v", a)
	}
}

// A target of level 0 is no target whose level is not known; a sleep ray that does
// nothing has no damage to lose.
func TestEdgesOfZaps(t *testing.T) {
	q := zap("5.0.0", "Wizard", "magic missile")
	q.MR, q.XL, q.Level = 30, 14, 0
	lowest := *Zap(q).Resist
	if q.Level = 1; *Zap(q).Resist != lowest {
		t.Errorf("level 0 resists %s, level 1 %s", lowest, *Zap(q).Resist)
	}
	if q.Level = -1; *Zap(q).Resist == lowest {
		t.Errorf("of a level that is not known: %s, too", lowest)
	}
	sleep := zapping(t, "5.0.0", "wand of sleep")
	sleep.Resists = []string{"sleep"}
	if a := ZapWand(sleep); a.Damage != nil {
		t.Errorf("a sleep ray at what resists: %+v", a.Damage)
	}
	ray := zap("5.0.0", "Wizard", "sleep")
	ray.Resists = []string{"sleep"}
	if a := Zap(ray); a.Damage != nil {
		t.Errorf("the spell at what resists: %+v", a.Damage)
	}
}

// A ray is refused exactly where it is not known how often rays hit.
func TestRaysKnown(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		if err := zapping(t, version, "wand of sleep").Check(); err != nil {
			t.Errorf("%s: %v", version, err)
		}
	}
}
