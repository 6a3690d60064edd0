package fight

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

// As many volleys as empty the hands throw all there is, and one throws what
// Volley says.
func TestThrown(t *testing.T) {
	set := rules.Get("5.0.0")
	q := &Question{Rules: set.Fight(), Hero: Hero{Role: "Rogue", Race: "human", XL: 1, Str: 10, Dex: 12}, Quantity: 5, Turns: 1}
	q.Weapon = Weapon{Object: set.Object("dagger"), Skill: rules.Expert}
	if got, want := Thrown(q), q.Volley().Mean(); math.Abs(got-want) > 1e-12 {
		t.Errorf("one volley: %v, not %v", got, want)
	}
	q.Turns = 5
	if got := Thrown(q); math.Abs(got-5) > 1e-12 {
		t.Errorf("five volleys of five daggers: %v", got)
	}
}
