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

// A slowed hero's movement never falls below 0, so even where it falls on average there
// is a move now and then: as in moveloop, played out.
func TestFlooredMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	p := rules.Get("evilhack").Pace()
	for _, c := range []struct{ base, load int }{{1, 0}, {2, 0}, {3, 0}, {3, 1}, {4, 0}, {5, 0}, {5, 2}, {6, 0}, {9, 1}} {
		got := HeroMoves(p, Slowed, c.base, c.load)
		movement, moves := 0, 0
		const turns = 3_000_000
		for range turns {
			change := c.base
			if rng.IntN(3) != 0 {
				change -= 6
			}
			switch c.load {
			case 1:
				change -= change / 4
			case 2:
				change -= change / 2
			}
			movement = max(0, movement+change)
			moves += movement / 12
			movement %= 12
		}
		if played := float64(moves) / turns; math.Abs(got.P-played) > 0.03*played+3e-5 {
			t.Errorf("%+v: %g moves a turn, played %g", c, got.P, played)
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
