package lock

import (
	"math"
	"testing"

	"delphi/engine/dice"
	"delphi/engine/rules"
)

// byTurns forces a lock turn by turn.
func byTurns(q *Force, turns int) (forced, broken float64) {
	going := 1.0
	for range min(turns, q.Rules.MaxTurns) {
		broken += going * q.Break().P
		going *= 1 - q.Break().P
		forced += going * float64(q.Percent()) / 100
		going *= 1 - float64(q.Percent())/100
	}
	return forced, broken
}

func TestForce(t *testing.T) {
	l := rules.Get("5.0.0").Locks()
	for _, c := range []struct {
		q      Force
		breaks float64 // a turn
	}{
		{Force{Rules: l, LargeDie: 3, Blade: true}, 0.007},
		{Force{Rules: l, LargeDie: 12, Blade: true, Enchant: 3}, 4.0 / 997},
		{Force{Rules: l, LargeDie: 12, Blade: true, Enchant: 7}, 0},
		{Force{Rules: l, LargeDie: 12, Blade: true, Enchant: -2}, 9.0 / 1002},
		{Force{Rules: l, LargeDie: 4, Blade: true, Erosion: 2}, 0.027},
		{Force{Rules: l, LargeDie: 4, Blade: true, Artifact: true}, 0.00007},
		{Force{Rules: l, LargeDie: 4, Blade: true, Cursed: true}, 0},
		{Force{Rules: l, LargeDie: 6}, 0},
	} {
		c.q.Rules = l
		if got := c.q.Break().P; math.Abs(got-c.breaks) > 1e-12 {
			t.Errorf("%+v breaks %g, want %g", c.q, got, c.breaks)
		}
		for _, turns := range []int{1, 7, 50, 90} {
			forced, broken := c.q.Within(turns)
			wantForced, wantBroken := byTurns(&c.q, turns)
			if math.Abs(forced-wantForced) > 1e-12 || math.Abs(broken-wantBroken) > 1e-12 {
				t.Errorf("%+v in %d turns: %g and %g, turn by turn %g and %g", c.q, turns, forced, broken, wantForced, wantBroken)
			}
			addsUp(t, c.q.Ends(turns))
		}
	}
	// As many blades outlast 50 turns as the game's source says, but for one face
	// of the die.
	never := Force{Rules: l, Blade: true}
	if _, broken := never.Within(50); math.Abs(1-broken-math.Pow(0.993, 50)) > 1e-12 {
		t.Errorf("%g outlast 50 turns", 1-broken)
	}
}

func addsUp(t *testing.T, ends []dice.Case[string]) {
	t.Helper()
	sum := 0.0
	for _, e := range ends {
		sum += e.P
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("%v adds up to %g", ends, sum)
	}
}

func TestDoors(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		s := rules.Get(version)
		door := func(str, dex, con int) *Door {
			return &Door{Rules: s.Locks(), Die: s.Luck(), Str: str, Dex: dex, Con: con}
		}
		for _, c := range []struct {
			door *Door
			fit  int
			kick float64
			pull float64
		}{
			{door(18, 14, 16), 16, 16.0 / 35, 0.8},
			{door(3, 3, 3), 3, 3.0 / 35, 0.15},
			{door(19, 18, 18), 18, 18.0 / 35, 0.9},   // 18/01 counts as 19
			{door(68, 18, 18), 18, 18.0 / 35, 0.9},   // 18/50 as 20
			{door(118, 18, 18), 19, 19.0 / 35, 0.95}, // 18/** as 21
			{door(125, 25, 25), 25, 25.0 / 35, 1},
		} {
			q := c.door
			if q.Fitness() != c.fit || math.Abs(q.Kick().P-c.kick) > 1e-12 || math.Abs(q.Pull().P-c.pull) > 1e-12 {
				t.Errorf("%s %+v: fitness %d, kick %g, pull %g", version, c, q.Fitness(), q.Kick().P, q.Pull().P)
			}
			q.Martial = true
			if got, want := q.Kick().P, min(1, float64(c.fit+q.Dex)/35); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s %+v, martial: %g", version, c, got)
			}
			q.Boots = true
			if got := q.Kick().P; got != 1 {
				t.Errorf("%s %+v, in kicking boots: %g", version, c, got)
			}
			addsUp(t, q.KickDoor())
			addsUp(t, q.PullDoor())
		}
		for _, c := range []struct {
			martial, locked bool
			p               float64
		}{{false, true, 0.2}, {true, true, 0.6}, {false, false, 1.0 / 3}, {true, false, 2.0 / 3}} {
			q := &Door{Rules: s.Locks(), Martial: c.martial}
			ends := q.KickBox(c.locked)
			addsUp(t, ends)
			got := ends[0].P
			if ends[0].What == Thud {
				got = ends[1].P
			}
			if math.Abs(got-c.p) > 1e-12 {
				t.Errorf("%s %+v: %v", version, c, ends)
			}
		}
	}
}

func BenchmarkPick(b *testing.B) {
	q := &Lock{Rules: rules.Get("5.0.0").Locks(), Dex: 14}
	q.Tool = q.Rules.Tools[1]
	for b.Loop() {
		Pick(q)
	}
}

func BenchmarkUntrap(b *testing.B) {
	q := &Trap{Rules: rules.Get("5.0.0").Locks(), Bear: true, Rogue: true, XL: 5}
	for b.Loop() {
		Untrap(q)
	}
}

func BenchmarkSearch(b *testing.B) {
	s := rules.Get("5.0.0")
	q := &Hidden{Rules: s.Locks(), Luck: s.Luck(), At: 5, Lens: true}
	for b.Loop() {
		Search(q)
	}
}

func BenchmarkForce(b *testing.B) {
	q := &Force{Rules: rules.Get("5.0.0").Locks(), LargeDie: 3, Blade: true}
	for b.Loop() {
		q.Ends(50)
	}
}

func BenchmarkKick(b *testing.B) {
	s := rules.Get("5.0.0")
	q := &Door{Rules: s.Locks(), Die: s.Luck(), Str: 68, Dex: 14, Con: 16, Luck: 3}
	for b.Loop() {
		q.KickDoor()
	}
}
