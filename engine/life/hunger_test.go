package life

import (
	"testing"

	"delphi/engine/rules"
)

// Turns are played one by one as gethungry has them, where they are not random.
func TestHungerByTurns(t *testing.T) {
	h := rules.Get("3.6.7").Hunger()
	for _, a := range []Appetite{{}, {Halves: 1}, {Halves: 2, Worn: 3}, {SlowRing: true, Worn: 1}, {SlowArmor: true, Worn: 2}} {
		taken := 0
		for move := range 20 * 50 {
			if !a.SlowRing && !a.SlowArmor {
				taken++
			}
			if move%2 == 1 {
				taken += a.Halves // all of them on the same turns: the mean is the same
			}
			for i := range a.Worn {
				if move%20 == 4*(i+1) {
					taken++
				}
			}
		}
		if got, ok := Lasts(h, a.Parts(h), 900, 900-taken); !ok || got != 20*50 {
			t.Errorf("%+v: %d points take %g turns, want 1000", a, taken, got)
		}
	}
}

func TestHungerOfVersions(t *testing.T) {
	old, now := rules.Get("3.4.3").Hunger(), rules.Get("5.0.0").Hunger()
	if got := Starves(old, 16); got != -521 {
		t.Errorf("3.4.3: starved at %d, want -521", got)
	}
	if got := Starves(now, 16); got != -261 {
		t.Errorf("5.0.0: starved at %d, want -261", got)
	}
	mail := Appetite{SlowArmor: true}
	if _, ok := Lasts(old, mail.Parts(old), 900, 150); ok {
		t.Error("3.4.3: white dragon scales alone take nutrition")
	}
	if got, ok := Lasts(now, mail.Parts(now), 900, 150); !ok || got != 15000 {
		t.Errorf("5.0.0: Hungry after %g turns in white dragon scales, want 15000", got)
	}
	if got, ok := Lasts(now, 0, 40, 50); !ok || got != 0 {
		t.Errorf("already there: %g", got)
	}
}
