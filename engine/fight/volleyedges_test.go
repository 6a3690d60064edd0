package fight

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

func TestClumsyVolley(t *testing.T) {
	for dex, most := range map[int]int{6: 2, 7: 3} {
		set := rules.Get("3.6.7")
		q := &Question{Set: set, Rules: set.Fight(), Hero: Hero{Role: "Samurai", Race: "human", Dex: dex, Str: 18}, Missile: true, Quantity: 20}
		q.Weapon = weapon(t, "3.6.7", "dagger", "")
		q.Weapon.Skill = rules.Expert
		if d := q.Volley(); d.Max() != most {
			t.Errorf("Dex %d: at most %d daggers, want %d", dex, d.Max(), most)
		}
	}
}

// Two punches or one: the damage of a turn adds up to 1.
func TestPunchesAddUp(t *testing.T) {
	set := rules.Get("5.0.0")
	q := &Question{Set: set, Rules: set.Fight(), Hero: Hero{Role: "Monk", Race: "human", XL: 10, Str: 18, Dex: 18, Bare: rules.Expert}, Target: Target{Monster: monster(t, "5.0.0", "ogre"), AC: 5, Level: -1}}
	if turn := q.turn(q.melee(&q.Weapon, false), q.second()); math.Abs(turn.Total()-1) > 1e-9 {
		t.Errorf("%g", turn.Total())
	}
}

// A blow that takes one hit point kills in time.
func TestOnePointKills(t *testing.T) {
	set := rules.Get("3.4.3")
	q := &Question{Set: set, Rules: set.Fight(), Hero: Hero{XL: 14, Str: 3, Dex: 10}, Target: Target{Monster: monster(t, "3.4.3", "ogre"), AC: 8, Level: -1}, Weapon: weapon(t, "3.4.3", "bow", "")}
	q.Weapon.Enchant = -5
	if d := q.Damage(&q.Weapon, false); d.Max() != 1 {
		t.Fatalf("at most %d damage", d.Max())
	}
	if a := Attack(q); len(a.Needed) != len(confidences) {
		t.Errorf("%+v", a.Needed)
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
