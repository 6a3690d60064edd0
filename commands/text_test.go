package commands

import (
	"testing"
)

func TestOneLineKeepsItsBudget(t *testing.T) {
	r := Reply{Summary: "Yes.", Notes: []Note{{Warned, "a warning"}, {Assumed, "nothing worn"}, {Assumed, "XL 1"}, {Assumed, "Luck 0"}}}
	for budget, want := range map[int]string{
		400: "Yes. (a warning) Assumed: nothing worn; XL 1; Luck 0.",
		52:  "Yes. (a warning) Assumed: nothing worn and 2 more.",
		20:  "Yes. (a warning)",
		10:  "Yes. (a warning)", // a warning must be said
	} {
		if got := r.OneLine(budget, "!"); got != want {
			t.Errorf("%d: %q, want %q", budget, got, want)
		}
	}
}

// A terse line keeps how the question was read, and names one place in the
// source or at least the version.
func TestTerseOneLine(t *testing.T) {
	r := Reply{
		Summary: "Yes.", Version: "5.0.0", Hints: []string{"why"}, Terse: true,
		Notes: []Note{{Warned, "a warning"}, {Assumed, "5.0.0 (the default)"}, {Remarked, "\"robr\" read as robe"}, {Cited, "5.0.0 spell.c:1"}, {Cited, "5.0.0 spell.c:2"}},
	}
	check := func(want string) {
		t.Helper()
		if got := r.OneLine(LineBudget, "!"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	check("Yes. (a warning) Assumed: \"robr\" read as robe. [5.0.0 spell.c:1]")
	r.Notes = r.Notes[1:2]
	check("Yes. [5.0.0]")
	r.Hints = []string{"more"}
	check("Yes. [5.0.0] !more for the rest")
}
