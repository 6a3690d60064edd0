package life

import (
	"math"
	"math/rand/v2"
	"testing"

	"delphi/engine/rules"
)

// Turns are played one by one as gethungry has them, where they are not random.
func TestHungerByTurns(t *testing.T) {
	h := rules.Get("3.6.7").Hunger()
	for _, a := range []Appetite{{}, {Halves: 1}, {Halves: 2, Worn: 3}, {SlowRing: true, Worn: 1}, {SlowArmor: true, Worn: 2}} {
		taken := 0
		for move := range 20 * 50 {
			if !a.SlowRing && !a.SlowArmor {
				taken++
			}
			if move%2 == 1 {
				taken += a.Halves // all of them on the same turns: the mean is the same
			}
			for i := range a.Worn {
				if move%20 == 4*(i+1) {
					taken++
				}
			}
		}
		if got, ok := Lasts(h, a.Parts(h), 900, 900-taken); !ok || got != 20*50 {
			t.Errorf("%+v: %d points take %g turns, want 1000", a, taken, got)
		}
	}
}

func TestHungerOfVersions(t *testing.T) {
	old, now := rules.Get("3.4.3").Hunger(), rules.Get("5.0.0").Hunger()
	if got := Starves(old, 16); got != -521 {
		t.Errorf("3.4.3: starved at %d, want -521", got)
	}
	if got := Starves(now, 16); got != -261 {
		t.Errorf("5.0.0: starved at %d, want -261", got)
	}
	mail := Appetite{SlowArmor: true}
	if _, ok := Lasts(old, mail.Parts(old), 900, 150); ok {
		t.Error("3.4.3: white dragon scales alone take nutrition")
	}
	if got, ok := Lasts(now, mail.Parts(now), 900, 150); !ok || got != 15000 {
		t.Errorf("5.0.0: Hungry after %g turns in white dragon scales, want 15000", got)
	}
	if got, ok := Lasts(now, 0, 40, 50); !ok || got != 0 {
		t.Errorf("already there: %g", got)
	}
}

// Fasts are played turn by turn as gethungry, newuhs and the count of turns that one cannot move
// have them.
func TestFaints(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		version          string
		base, extra, con int
	}{{"3.4.3", 20, 0, 16}, {"5.0.0", 20, 0, 16}, {"5.0.0", 20, 11, 3}, {"3.6.7", 0, 1, 8}} {
		h := rules.Get(c.version).Hunger()
		const fasts = 4000
		sum, squares := 0.0, 0.0
		for range fasts {
			turns := float64(fastAlone(h, c.base, c.extra, c.con, random))
			sum += turns
			squares += turns * turns
		}
		mean := sum / fasts
		off := math.Sqrt((squares/fasts - mean*mean) / fasts)
		if got, ok := Faints(h, c.base, c.extra, c.con); !ok || math.Abs(got-mean) > 4*off {
			t.Errorf("%+v: starved after %.1f turns, played %.1f±%.1f", c, got, mean, off)
		}
	}
	if _, ok := Faints(rules.Get("5.0.0").Hunger(), 0, 0, 10); ok {
		t.Error("without hunger one starves")
	}
}

func fastAlone(h *rules.Hunger, base, extra, con int, random *rand.Rand) (turns int) {
	hunger, helpless := 0, -9 // the first faint, and the turn in which it came
	for turns = 1; ; turns++ {
		if random.IntN(20) < base && (helpless == 0 || !h.FaintSleeps || random.IntN(10) == 0) {
			hunger--
		}
		if random.IntN(20) < extra {
			hunger--
		}
		tenths := hunger / 10
		if h.FaintSleeps { // newuhs of 3.6 and later
			tenths = -((-hunger + 5) / 10)
		}
		if random.IntN(20-tenths) >= 19 {
			if helpless == 0 {
				helpless = -(10 - tenths)
			}
		} else if hunger < -(h.StarveBase + h.StarveCon*con) {
			return turns
		}
		if helpless < 0 {
			helpless++
		}
	}
}
