package polypile

import (
	"math"
	"testing"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

// What is wanted turns back, and what was wanted and changed comes back.
func TestWantedLater(t *testing.T) {
	set := rules.Get("slashem")
	later := func(turns int, want string) *Wanted {
		t.Helper()
		horns := polymorph.Stack{Object: set.Object("unicorn horn"), Quantity: 1, Count: 6}
		a, err := Zap(t.Context(), &Question{Rules: set, Squares: []Square{{Stacks: []polymorph.Stack{horns}}}, Want: []*rules.Object{set.Object(want)}, After: turns})
		if err != nil {
			t.Fatal(err)
		}
		if a.Reverts == nil || a.Reverts.To != "unicorn horn" {
			t.Fatalf("%+v", a.Reverts)
		}
		return a.Want
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	now := later(0, "magic marker")
	near("nothing has turned back", later(499, "magic marker").ExpectedItems, now.ExpectedItems)
	near("after 700 turns", later(700, "magic marker").ExpectedItems, 0.598*now.ExpectedItems)
	near("in the end", later(999, "magic marker").AtLeastOne, 0)
	// A magic lamp that was drawn is an oil lamp for good.
	lamps, inTheEnd := later(0, "oil lamp").ExpectedItems, later(999, "oil lamp").ExpectedItems
	if inTheEnd <= 0.2*lamps || inTheEnd >= 0.8*lamps {
		t.Errorf("of %v oil lamps %v are for good", lamps, inTheEnd)
	}
	// The horns that resisted are there at once; those that changed are in the end, but for the lamps.
	all := later(0, "unicorn horn").ExpectedItems
	if back := later(999, "unicorn horn").ExpectedItems; back < 10*all {
		t.Errorf("%v horns come back, %v never changed", back, all)
	}
}

// A pile that cannot change says nothing of turning back, nor does one of a
// game where nothing does.
func TestNothingTurnsBack(t *testing.T) {
	for version, name := range map[string]string{"3.4.3": "unicorn horn", "slashem": "rock"} {
		set := rules.Polypiling(version)
		stack := polymorph.Stack{Object: set.Object(name), Quantity: 1, Count: 3}
		if version == "slashem" {
			stack.Quantity, stack.BUC = 5, rules.Cursed // always shudder unless they resist
		}
		a, err := Zap(t.Context(), &Question{Rules: set, Squares: []Square{{Stacks: []polymorph.Stack{stack}}}, After: 700})
		if err != nil || a.Reverts != nil {
			t.Errorf("%s: %+v, %v", version, a, err)
		}
	}
}
