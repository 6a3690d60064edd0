package rules

import "testing"

func TestBUC(t *testing.T) {
	for b, want := range map[BUC]string{BUCNotSaid: "", Blessed: "blessed", Uncursed: "uncursed", Cursed: "cursed"} {
		if b.String() != want {
			t.Errorf("%d is %q, want %q", b, b, want)
		}
	}
}
