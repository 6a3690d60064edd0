package draw

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestOrder(t *testing.T) {
	items := []string{"ann", "bob", "cid", "dan"}
	first, err := Order("seed", items)
	if err != nil {
		t.Fatal(err)
	}
	// Worked out by hand from the description with another language's sha256.
	if want := handDrawn; !slices.Equal(first, want) {
		t.Errorf("seed gives %q, want %q", first, want)
	}
	if Commitment("seed", items) == Commitment("seed2", items) || Commitment("seed", items) == Commitment("seed", items[:3]) {
		t.Error("commitments of different draws are the same")
	}
	count := map[string]int{}
	for i := range 6000 {
		out, err := Order(fmt.Sprint(i), items[:3])
		if err != nil {
			t.Fatal(err)
		}
		count[strings.Join(out, " ")]++
	}
	for order, n := range count {
		if n < 850 || n > 1150 { // 1000 expected, five sigma are 144
			t.Errorf("%s came %d times of 6000", order, n)
		}
	}
	if len(count) != 6 {
		t.Errorf("%d orders of 6", len(count))
	}
	for _, bad := range [][]string{nil, {"a"}, {"a", "a"}, {"a", ""}, {"a\nb", "c"}} {
		if _, err := Order("s", bad); !errors.Is(err, ErrItems) {
			t.Errorf("Order(%q): %v", bad, err)
		}
	}
}

var handDrawn = []string{"ann", "cid", "bob", "dan"}
