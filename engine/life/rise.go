package life

import (
	"math"

	"delphi/engine/rules"
)

// Rising is how a corpse comes back to life by itself: with the chance 1/Once in each turn
// from From to Last and, if Surely is set, certainly in the last.
type Rising struct {
	From, Last, Once int
	Surely           bool
}

// riders are the monsters whose corpses always rise.
var riders = map[string]bool{"Death": true, "Famine": true, "Pestilence": true}

// Rises returns how a monster's corpse rises, or false if it never does.
func Rises(r *rules.Revival, m *rules.Monster) (Rising, bool) {
	switch {
	case riders[m.Name]:
		x := Rising{r.RiderFrom, r.RiderLast, r.RiderOnce, true}
		if m.Name == "Death" {
			x.From = r.DeathFrom
		}
		return x, true
	case m.Symbol == "T":
		return Rising{r.TrollFrom, r.TrollLast, r.TrollOnce, false}, true
	}
	return Rising{}, false
}

// Rolls returns the number of turns up to an age in which it could have risen.
func (x Rising) Rolls(age int) int { return max(0, min(age, x.Last)-x.From+1) }

// By returns the chance that a corpse of the given age rises within the next turns.
func (x Rising) By(age, turns int) float64 {
	if x.Surely && age < x.Last && age+turns >= x.Last {
		return 1
	}
	return 1 - math.Pow(1-1/float64(x.Once), float64(x.Rolls(age+turns)-x.Rolls(age)))
}
