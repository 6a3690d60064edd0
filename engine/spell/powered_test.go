package spell

import (
	"math"
	"testing"
)

// With 15 power a cast of 15 is tried once, for what it leaves after a failure is too
// little; with 30 a failed first cast leaves 23, enough for a second, and then 16 for a third.
func TestPowered(t *testing.T) {
	const fail = 0.12
	for _, x := range []struct {
		power, wanted, limit int
		p                    float64
		most                 int
	}{
		{15, 1, 2, 1 - fail, 1},
		{14, 1, 2, 0, 0},
		{30, 1, 100, 1 - fail*fail*fail, 3},
		{30, 1, 2, 1 - fail*fail, 2},
		{30, 2, 100, (1 - fail) * (1 - fail), 3},
	} {
		if p, most := Powered(15, 7, x.power, x.wanted, x.limit, fail); math.Abs(p-x.p) > 1e-12 || most != x.most {
			t.Errorf("%+v: %g of up to %d", x, p, most)
		}
	}
}
