package fight

import (
	"math"
	"testing"
)

// A kick of the hero's own feet: how often it reaches its target, and what it does
// then.
func TestKicks(t *testing.T) {
	for _, x := range []struct {
		what, version, monster string
		change                 func(*Question)
		p                      float64
		min, max               int
		mean                   float64
	}{
		{"one in four is dodged", "5.0.0", "jackal", nil, 0.75, 1, 2, 1.5},
		{"not by the slow", "5.0.0", "newt", nil, 1, 1, 2, 1.5},
		{"or by what sleeps", "5.0.0", "jackal", func(q *Question) { q.Asleep = true }, 1, 1, 2, 1.5},
		{"or by the large", "5.0.0", "warhorse", nil, 1, 1, 2, 1.5},
		{"or by what has no eyes", "5.0.0", "purple worm", nil, 1, 1, 2, 1.5},
		{"or by eels", "5.0.0", "shark", nil, 1, 0, 0, 0},
		{"thick hides feel nothing", "3.4.3", "red dragon", nil, 1, 0, 0, 0},
		{"clumsy ones are dodged more", "5.0.0", "jackal", func(q *Question) { q.Fumbling = true }, 2.0 / 3, 1, 1, 1},
		{"by the large too", "5.0.0", "warhorse", func(q *Question) { q.Fumbling = true }, 2.0 / 3, 1, 1, 1},
		{"a bulky suit makes them so by Dexterity", "5.0.0", "newt", func(q *Question) { q.Feet.BulkySuit = true }, 1, 1, 2, 1.5 - 0.5*15/25},
		{"a load spoils half", "5.0.0", "newt", func(q *Question) { q.Load = 1 }, 0.5, 1, 1, 1},
		{"martial artists save half of those", "3.6.7", "newt", func(q *Question) { q.Load, q.Role = 1, "Monk" }, 0.75, 1, 7, (0.25*1.5+0.5*1)/0.75 + 2.5},
		{"or all", "5.0.0", "newt", func(q *Question) { q.Load, q.Role = 1, "Samurai" }, 1, 1, 7, 1.25 + 2.5},
		{"martial arts add by Dexterity", "5.0.0", "newt", func(q *Question) { q.Role = "Monk" }, 1, 1, 7, 1.5 + 2.5},
		{"kicking boots are as good", "5.0.0", "newt", func(q *Question) { q.Feet.Kicking = true }, 1, 1, 12, 4 + 2.5},
		{"boots and rings add", "5.0.0", "newt", func(q *Question) { q.Feet.Enchant, q.Harder = 2, 1 }, 1, 4, 5, 4.5},
		{"or take away, down to nothing", "5.0.0", "newt", func(q *Question) { q.Feet.Enchant = -1 }, 1, 0, 1, 0.5},
		{"blessed ones hurt the undead", "5.0.0", "kobold zombie", func(q *Question) { q.Feet.Blessed = true }, 1, 2, 6, 4},
		{"and shades", "5.0.0", "shade", func(q *Question) { q.Feet.Blessed = true }, 1, 1, 4, 2.5},
		{"whom nothing else hurts", "5.0.0", "shade", func(q *Question) { q.Feet.Enchant = 3 }, 1, 0, 0, 0},
		{"Strength 18/50 counts 20", "5.0.0", "newt", func(q *Question) { q.Str, q.Dex, q.Feet.Con = 68, 15, 10 }, 1, 1, 3, 2},
		{"18/** counts 21", "5.0.0", "newt", func(q *Question) { q.Str, q.Dex, q.Feet.Con = 118, 14, 10 }, 1, 1, 3, 2},
		{"and 25 is 25", "5.0.0", "newt", func(q *Question) { q.Str, q.Dex, q.Feet.Con = 125, 10, 9 }, 1, 1, 2, 1.5},
	} {
		q := asked(t, x.version, x.monster, "", "")
		q.Kick, q.Feet.Own, q.Feet.Con = true, true, 10
		if x.change != nil {
			x.change(q)
		}
		a := Attack(q)
		if math.Abs(a.P-x.p) > 1e-9 || a.Damage.Min != x.min || a.Damage.Max != x.max || math.Abs(a.Damage.Mean-x.mean) > 1e-9 || math.Abs(a.PerTurn.Mean-x.p*x.mean) > 1e-9 {
			t.Errorf("%s %s, %s: %g for %d to %d, %g; want %g for %d to %d, %g", x.version, x.monster, x.what, a.P, a.Damage.Min, a.Damage.Max, a.Damage.Mean, x.p, x.min, x.max, x.mean)
		}
	}
}
