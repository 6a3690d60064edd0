package life

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// By hand from use_saddle and mount_steed.
func TestSteeds(t *testing.T) {
	s, old := rules.Get("5.0.0").Steeds(), rules.Get("3.4.3").Steeds()
	for _, x := range []struct {
		who     Rider
		saddle  int64 // in 100
		mount   int64 // in 20
		refuses bool
	}{
		{Rider{Role: "Knight", XL: 1, Dex: 10, Cha: 17, Skill: rules.Basic, Tame: 10}, 10 + 8 + 20 + 20 + 20, 11, false},
		{Rider{XL: 1, Dex: 12, Cha: 10, Skill: rules.Unskilled, Tame: 10}, 12 + 5 + 20 + 20 - 20, 10, false},
		{Rider{XL: 1, Dex: 12, Cha: 10, Skill: rules.Unskilled, Tame: 10, Impaired: true, Riding: true}, 12 + 5 + 20 + 20 - 20 - 20, 0, false},
		{Rider{XL: 2, Dex: 12, Cha: 11, Skill: rules.Skilled, Tame: 3, Riding: true, Cursed: true}, 12 + 5 + 6 + 40 + 15 + 10 - 50, 0, false},
		{Rider{XL: 12, Dex: 12, Cha: 11, Skill: rules.Expert, Tame: 20}, 100, 20, false},
		{Rider{XL: 10, Dex: 16, Cha: 8, Skill: rules.Basic, Level: 4}, 16 + 4 + 50 - 40, 0, true},
		{Rider{XL: 3, Dex: 3, Cha: 3, Skill: rules.Restricted, Level: 7}, 0, 0, true},
		{Rider{XL: 3, Dex: 10, Cha: 10, Skill: rules.Basic, Tame: 1}, 10 + 5 + 2 + 60, 0, true},
		{Rider{XL: 3, Dex: 10, Cha: 10, Skill: rules.Basic, Tame: 9, Greased: true}, 10 + 5 + 18 + 60, 0, false},
	} {
		if _, got := Saddling(s, &x.who); math.Abs(got.P*100-float64(x.saddle)) > 1e-9 {
			t.Errorf("%+v: saddle %v", x.who, got)
		}
		if got, refuses := Mounting(s, &x.who); math.Abs(got.P*20-float64(x.mount)) > 1e-9 || refuses != x.refuses {
			t.Errorf("%+v: mount %v, refuses %v", x.who, got, refuses)
		}
	}
	if got, _ := Mounting(old, &Rider{XL: 3, Tame: 9, Greased: true}); got.P != 11.0/20 {
		t.Errorf("a greased saddle in 3.4.3: %v", got)
	}
	b := rules.Get("5.0.0").Bestiary()
	for name, want := range map[string][2]bool{"pony": {true, true}, "forest centaur": {false, true}, "newt": {false, false}, "lamb": {false, false}, "baby red dragon": {true, true}, "ki-rin": {true, true}, "Archon": {false, false}} {
		m := b.Named(name)
		if m == nil {
			continue
		}
		if got := [2]bool{TakesSaddle(old, m), TakesSaddle(s, m)}; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A troll rolls 49 times; a Rider has risen by the last turn.
func TestRises(t *testing.T) {
	r, b := rules.Get("5.0.0").Revival(), rules.Get("5.0.0").Bestiary()
	x, ok := Rises(r, b.Named("ice troll"))
	if all := 1 - math.Pow(36.0/37, 49); !ok || math.Abs(x.By(0, 1000)-all) > 1e-12 {
		t.Errorf("a troll: %v, want %v", x.By(0, 1000), all)
	}
	if x.By(0, 1) != 0 || math.Abs(x.By(0, 2)-1.0/37) > 1e-12 || x.By(50, 10) != 0 {
		t.Errorf("a troll by turn: %v %v %v", x.By(0, 1), x.By(0, 2), x.By(50, 10))
	}
	// What has not risen by one turn, and then does, is what is left.
	if both := x.By(0, 20) + (1-x.By(0, 20))*x.By(20, 30); math.Abs(both-x.By(0, 50)) > 1e-12 {
		t.Errorf("20 turns and 30 more: %v", both)
	}
	death, _ := Rises(r, b.Named("Death"))
	if death.By(0, 5) != 0 || math.Abs(death.By(0, 6)-1.0/3) > 1e-12 || death.By(0, 67) != 1 || death.By(0, 66) == 1 {
		t.Errorf("Death: %v %v %v", death.By(0, 5), death.By(0, 6), death.By(0, 66))
	}
	if _, ok := Rises(r, b.Named("newt")); ok {
		t.Error("a newt rises")
	}
}
