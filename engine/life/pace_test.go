package life

import (
	"math"
	"math/rand/v2"
	"testing"

	"delphi/engine/rules"
)

func TestMoves(t *testing.T) {
	for _, c := range []struct {
		version  string
		haste    Haste
		load     int
		num, den int
	}{
		{"5.0.0", Usual, 0, 1, 1}, {"5.0.0", Quick, 0, 4, 3}, {"5.0.0", VeryQuick, 0, 5, 3}, {"3.4.3", Quick, 0, 4, 3}, {"3.4.3", VeryQuick, 0, 5, 3},
		{"evilhack", Slowed, 0, 2, 3}, {"5.0.0", Usual, 1, 3, 4}, {"5.0.0", VeryQuick, 2, 5, 6}, {"3.4.3", Quick, 1, 1, 1}, // 18-4, 18-4, 12-3
	} {
		got := HeroMoves(rules.Get(c.version).Pace(), c.haste, 12, c.load)
		if c.version == "3.4.3" && c.load == 1 {
			c.num, c.den = 14+14+9, 36
		}
		if got.Num != c.num || got.Den != c.den {
			t.Errorf("%+v: %+v", c, got)
		}
	}
	for _, c := range []struct {
		version string
		haste   Haste
		speed   int
		want    int
	}{{"5.0.0", Slowed, 18, 10}, {"3.6.7", Slowed, 18, 12}, {"5.0.0", Slowed, 9, 6}, {"3.4.3", Quick, 18, 24}, {"3.4.3", Quick, 1, 2}, {"3.4.3", Slowed, 1, 1}} {
		if got := MonsterSpeed(rules.Get(c.version).Pace(), c.haste, c.speed); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// Turns agrees with the digging played out.
func TestTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	r := rules.Get("5.0.0").Digging()
	for _, c := range []Dig{{r, 0, false, 100}, {r, 4, false, 250}, {r, 2, true, 100}, {r, -6, false, 50}, {r, -11, false, 100}} {
		got, ok := Turns(&c)
		if !ok {
			t.Fatalf("%+v is never done", c)
		}
		sum, total := 0.0, 0.0
		for _, p := range got.Chances {
			sum += p
		}
		const games = 20000
		for range games {
			effort := 0
			for turn := 1; ; turn++ {
				if effort += r.Base + rng.IntN(r.Die) + c.Help; c.Dwarf {
					effort *= 2
				}
				if effort > c.Need {
					total += float64(turn)
					break
				}
			}
		}
		if math.Abs(sum-1) > 1e-9 || math.Abs(total/games-got.Mean) > 0.05*got.Mean {
			t.Errorf("%+v: %g turns, played %g, sum %g", c, got.Mean, total/games, sum)
		}
	}
	if _, ok := Turns(&Dig{Rules: r, Help: -14, Need: 100}); ok {
		t.Error("a tool that does nothing digs")
	}
}
