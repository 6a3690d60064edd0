package price

import (
	"testing"

	"delphi/engine/rules"
)

// The prices of the source's arithmetic, by hand.
func TestAsked(t *testing.T) {
	for _, x := range []struct {
		version        string
		cost, cha      int
		sucker, higher bool
		want           int
	}{
		{"3.4.3", 100, 11, false, false, 100}, {"3.4.3", 100, 11, false, true, 133}, {"5.0.0", 100, 11, false, true, 133},
		{"3.4.3", 80, 12, false, true, 106}, {"3.6.7", 80, 12, false, true, 107},
		{"3.4.3", 20, 12, false, true, 26}, {"3.6.7", 20, 12, false, true, 27},
		{"3.4.3", 50, 15, false, true, 66}, {"5.0.0", 50, 15, false, true, 67},
		{"3.4.3", 100, 10, false, false, 133}, {"3.4.3", 100, 10, true, false, 177}, {"5.0.0", 100, 10, true, false, 178},
		{"3.4.3", 100, 18, false, false, 67}, {"5.0.0", 100, 18, false, false, 67}, {"3.4.3", 100, 17, false, false, 75},
		{"3.4.3", 101, 19, false, false, 50}, {"5.0.0", 101, 25, false, false, 51}, {"3.4.3", 100, 3, false, false, 200},
		{"3.4.3", 100, 6, false, false, 150}, {"5.0.0", 100, 7, true, true, 267}, {"3.4.3", 0, 11, false, false, 5},
		{"5.0.0", 1, 25, false, false, 1}, {"3.4.3", 1, 25, false, false, 1},
	} {
		if got := Asked(rules.Get(x.version).Prices(), x.cost, x.cha, x.sucker, x.higher); got != x.want {
			t.Errorf("%+v: %d", x, got)
		}
	}
}

func TestOffered(t *testing.T) {
	for _, x := range []struct {
		version     string
		cost        int
		sucker, low bool
		want        int
	}{
		{"3.4.3", 100, false, false, 50}, {"3.4.3", 100, false, true, 38}, {"5.0.0", 100, false, true, 38},
		{"3.4.3", 100, true, false, 33}, {"3.4.3", 100, true, true, 25}, {"5.0.0", 200, true, false, 67}, {"5.0.0", 200, true, true, 50},
		{"3.4.3", 20, false, true, 8}, {"5.0.0", 20, false, true, 8}, {"5.0.0", 1, false, false, 1},
	} {
		if got := Offered(rules.Get(x.version).Prices(), x.cost, x.sucker, x.low); got != x.want {
			t.Errorf("%+v: %d", x, got)
		}
	}
}
