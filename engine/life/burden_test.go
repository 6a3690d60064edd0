package life

import (
	"testing"

	"delphi/engine/rules"
)

// Every load begins at its least weight, and the one before ends there.
func TestLoads(t *testing.T) {
	for capacity := 2; capacity <= 1000; capacity++ {
		for load := 1; load <= Overloaded; load++ {
			if at := Begins(load, capacity); Load(at, capacity) < load || Load(at-1, capacity) >= load {
				t.Fatalf("capacity %d: load %d begins at %d, where it is %d, before %d", capacity, load, at, Load(at, capacity), Load(at-1, capacity))
			}
		}
	}
	if Load(2, 1) != Overloaded || Load(0, 0) != 0 {
		t.Error("of no capacity all is too much")
	}
}

func TestCapacity(t *testing.T) {
	b := rules.Get("5.0.0").Burden()
	for _, x := range []struct{ str, con, legs, want int }{
		{18, 18, 0, 950}, {16, 16, 0, 850}, {18 + 50, 18, 0, 1000}, {118, 18, 0, 1000}, {10, 10, 1, 450}, {3, 3, 2, 0}, {125, 25, 1, 900}, {19, 10, 0, 25*29 + 50},
	} {
		if got := Capacity(b, x.str, x.con, x.legs); got != x.want {
			t.Errorf("%+v: %d", x, got)
		}
	}
	for str, want := range map[int]int{18: 18, 19: 19, 49: 19, 50: 20, 99: 20, 100: 21, 118: 21, 121: 21, 122: 22, 125: 25} {
		if got := Points(str); got != want {
			t.Errorf("Strength %d: %d, want %d", str, got, want)
		}
	}
}

// A bag of holding's contents weigh as the version divides them.
func TestInBag(t *testing.T) {
	for _, x := range []struct {
		version  string
		contents int
		buc      rules.BUC
		want     int
	}{
		{"3.4.3", 100, rules.Blessed, 26}, {"3.4.3", 0, rules.Uncursed, 1}, {"3.4.3", 101, rules.Uncursed, 51}, {"3.4.3", 7, rules.Cursed, 14},
		{"3.6.7", 101, rules.Blessed, 26}, {"5.0.0", 101, rules.Uncursed, 51}, {"slashem", 0, rules.Uncursed, 0}, {"evilhack", 100, rules.Blessed, 25},
	} {
		if got := InBag(rules.Get(x.version).Burden(), x.contents, x.buc); got != x.want {
			t.Errorf("%+v: %d", x, got)
		}
	}
	if Stack(0, 3) != 2 || Stack(10, 3) != 30 || Gold(rules.Get("5.0.0").Burden(), 149) != 1 || Gold(rules.Get("5.0.0").Burden(), 150) != 2 {
		t.Error("stacks or gold")
	}
}
