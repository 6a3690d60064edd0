package learned_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"delphi/commands/read/learned"
)

// TestHunches: what was learned is written and read again, the chances of all labels add up to
// one, and nothing changes a question where there is none.
func TestHunches(t *testing.T) {
	h := learned.NewHunches([]string{learned.Again, "fail", "pray"})
	h.Learn("safe", []float32{0.5, -1.26, 2})
	h.Learn("# $", []float32{1, 0.01, 0})
	h.Learn("nothing", []float32{0.1, 0, -0.1})
	var text bytes.Buffer
	if err := h.Write(&text); err != nil {
		t.Fatal(err)
	}
	if want := "\n# $\tagain+10\nsafe\tagain+5\tfail-13\tpray+20\n"; !strings.HasSuffix(text.String(), want) {
		t.Errorf("written:\n%s", text.String())
	}
	again, err := learned.ReadHunches(&text)
	if err != nil {
		t.Fatal(err)
	}
	words := []learned.Word{{"safe", 1}, {"# $", 0.5}, {"unheard", 1}}
	for _, follows := range []bool{false, true} {
		p, sum := again.Guess(words, follows), 0.0
		for _, x := range p {
			sum += math.Exp(float64(x))
		}
		if !slices.Equal(p, h.Guess(words, follows)) || math.Abs(sum-1) > 1e-6 || p[2] < p[1] || follows != (p[0] > -50) {
			t.Errorf("follows %t: %v, which add up to %g", follows, p, sum)
		}
	}
	for _, bad := range []string{"#\nfail\nsafe\tpray+3", "#\nfail\nsafe\tfail", "#\nfail\nsafe\tfail+x"} {
		if _, err := learned.ReadHunches(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
