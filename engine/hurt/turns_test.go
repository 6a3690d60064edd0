package hurt

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// A soldier ant of speed 18 moves once or twice a turn, as likely, where speed is
// rounded, and three times in two turns where it adds up.
func TestWithin(t *testing.T) {
	const p, not = 0.25, 0.75
	rounded := 1 - math.Pow(0.5*not+0.5*not*not, 2)
	for version, want := range map[string]float64{"3.4.3": 1 - not*not*not, "3.6.7": rounded, "5.0.0": rounded} {
		set := rules.Get(version)
		q := &Assault{Rules: set.Hurt(), Monster: set.Bestiary().Named("soldier ant")}
		if got := q.Within(p, 2); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, not %v", version, got, want)
		}
		if got := q.Within(0, 9); got != 0 {
			t.Errorf("%s: what never happens, %v", version, got)
		}
	}
}

// How long a hero lasts is the sum of the chances to be alive after each turn.
func TestLasts(t *testing.T) {
	for _, version := range []string{"3.4.3", "5.0.0"} {
		set := rules.Get(version)
		q := &Assault{Rules: set.Hurt(), Monster: set.Bestiary().Named("jackal"), Level: -1, AC: 6, HP: 9} // a move a turn
		want := 0.0
		for n := range 400 {
			want += 1 - q.Dead(n)
		}
		if got, ok := q.Lasts(); !ok || math.Abs(got-want) > 1e-6 || want < 4 {
			t.Errorf("%s: %v, not %v", version, got, want)
		}
	}
	set := rules.Get("5.0.0")
	for name, hp := range map[string]int{"soldier ant": 0, "acid blob": 20, "shrieker": 20} {
		q := &Assault{Rules: set.Hurt(), Monster: set.Bestiary().Named(name), Level: -1, AC: 6, HP: hp}
		if got, ok := q.Lasts(); ok {
			t.Errorf("%s does not kill a hero with %d HP in %v turns", name, hp, got)
		}
	}
}

// What a soldier ant does in a turn is one move or two, as likely: with so many hit
// points the hero is dead after one that takes them, or after two that do together.
func TestDead(t *testing.T) {
	set := rules.Get("5.0.0")
	q := &Assault{Rules: set.Hurt(), Monster: set.Bestiary().Named("soldier ant"), Level: -1, AC: 4, HP: 15}
	once := q.moves(q.blows()).total
	want := 0.5*once.AtLeast(q.HP) + 0.5*once.Plus(once).AtLeast(q.HP)
	if got := q.Dead(1); math.Abs(got-want) > 1e-12 || want < 0.01 {
		t.Errorf("%v, not %v", got, want)
	}
	if got := q.Dead(q.Follows()); math.Abs(got-1) > 1e-9 {
		t.Errorf("after %d turns: %v", q.Follows(), got)
	}
	if q.HP = 9999; q.Follows() > 10_000 {
		t.Errorf("with %d HP it follows %d turns", q.HP, q.Follows())
	}
}
