package duel

import (
	"math"
	"testing"

	"delphi/engine/truthtest"
)

// The limits on the work change no chance by more than the package says: the same
// fights with everything told apart.
func TestLimits(t *testing.T) {
	const joined = 0.003
	for _, x := range []struct {
		version, name string
		hp, foeHP     int
		waits         bool
	}{
		{"3.6.7", "blue jelly", 70, 30, false}, // whose cold heals it
		{"3.6.7", "fire vortex", 50, 30, false},
		{"5.0.0", "red dragon", 90, 90, true}, // which knocks back
		{"3.6.7", "gelatinous cube", 60, 70, true},
		{"3.6.7", "golden naga", 40, 40, false},
		{"3.4.3", "lich", 45, 50, false},
		{"3.6.7", "white unicorn", 60, 60, false},
	} {
		q := samurai(t, x.version, x.name, x.hp)
		q.FoeHP, q.Waits, q.Turns = x.foeHP, x.waits, 30
		f := newField(q)
		f.limits = limits{parts: math.MaxInt}
		f.run()
		f.ended.share(1)
		a := Fight(q)
		for _, c := range []struct {
			what     string
			got, all float64
		}{{"win", a.Win.P, f.ended.win}, {"lose", a.Lose.P, f.ended.lose}, {"open", a.Open.P, f.ended.open}} {
			if math.Abs(c.got-c.all) > joined {
				t.Errorf("%s %s: %s %.5f, with everything told apart %.5f", x.version, x.name, c.what, c.got, c.all)
			}
		}
	}
}

// The same for monsters whose fights have too many states for that, beside limits a good
// deal wider.
func TestWiderLimits(t *testing.T) {
	const joined, wider = 0.003, 5
	wide := limits{
		many: wider * usual.many, rare: usual.rare / (wider * wider), small: usual.small / 100,
		parts: wider * usual.parts,
	}
	for i, x := range []struct {
		version, name string
		hp            int // of both; 0: 70 of the hero, and the foe's mean
	}{
		{"3.6.7", "Juiblex", 0}, {"3.6.7", "titan", 0}, {"3.4.3", "air elemental", 0}, {"5.0.0", "fire vortex", 0}, {"3.4.3", "ki-rin", 0}, {"3.4.3", "queen bee", 0},
		{"3.6.7", "Juiblex", 200}, {"3.4.3", "guardian naga", 200}, {"3.4.3", "blue jelly", 200}, {"3.6.7", "green slime", 200}, {"5.0.0", "ettin", 200},
		{"5.0.0", "titan", 200}, {"3.4.3", "vampire lord", 200}, {"3.4.3", "Nazgul", 200}, {"5.0.0", "guardian naga", 200}, {"5.0.0", "barrow wight", 128}, {"3.4.3", "golden naga", 128},
	} {
		if !truthtest.Nightly() && i%3 != 0 {
			continue
		}
		q := samurai(t, x.version, x.name, 70)
		if x.hp > 0 {
			q.HP, q.MaxHP, q.FoeHP = x.hp, x.hp, x.hp
		}
		f := newField(q)
		f.limits = wide
		f.run()
		f.ended.share(1)
		a := Fight(q)
		for _, c := range []struct {
			what     string
			got, all float64
		}{{"win", a.Win.P, f.ended.win}, {"lose", a.Lose.P, f.ended.lose}, {"open", a.Open.P, f.ended.open}} {
			if math.Abs(c.got-c.all) > joined {
				t.Errorf("%s %s, %d HP: %s %.5f, with wider limits %.5f", x.version, x.name, q.HP, c.what, c.got, c.all)
			}
		}
		if more := a.Turns.Mean/f.ended.turns - 1; math.Abs(more) > 0.05 {
			t.Errorf("%s %s, %d HP: %.3f turns, with wider limits %.3f", x.version, x.name, q.HP, a.Turns.Mean, f.ended.turns)
		}
	}
}
