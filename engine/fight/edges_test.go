package fight

import (
	"math"
	"testing"

	"delphi/engine/rules"
)

// What lies right at an edge.

func TestAssaultLimits(t *testing.T) {
	for _, c := range []struct {
		change func(*Assault)
		ok     bool
	}{
		{func(q *Assault) { q.AC = MinAC }, true}, {func(q *Assault) { q.AC = MinAC - 1 }, false}, {func(q *Assault) { q.AC = MaxAC }, true}, {func(q *Assault) { q.AC = MaxAC + 1 }, false},
		{func(q *Assault) { q.MC = MaxMC }, true}, {func(q *Assault) { q.MC = MaxMC + 1 }, false}, {func(q *Assault) { q.MC = -1 }, false},
		{func(q *Assault) { q.Dex = 3 }, true}, {func(q *Assault) { q.Dex = 2 }, false}, {func(q *Assault) { q.Dex = 25 }, true}, {func(q *Assault) { q.Dex = 26 }, false},
		{func(q *Assault) { q.Str = 0 }, true}, {func(q *Assault) { q.Str = 125 }, true}, {func(q *Assault) { q.Str = 126 }, false},
		{func(q *Assault) { q.Level = -1 }, true}, {func(q *Assault) { q.Level = 127 }, true}, {func(q *Assault) { q.Level = 128 }, false},
	} {
		q := assault(t, "5.0.0", "jackal", 10)
		c.change(q)
		if err := q.Check(); (err == nil) != c.ok {
			t.Errorf("AC %d, MC %d, Dex %d, St %d, level %d: %v", q.AC, q.MC, q.Dex, q.Str, q.Level, err)
		}
	}
}

// The chance of a move is that of its first attack that rolls.
func TestFirstAttackIsTold(t *testing.T) {
	q := assault(t, "5.0.0", "jackal", 5)
	if h := q.Hits(); h.P != q.exact(0).P || h.P == 0 {
		t.Errorf("a jackal hits %v, want %v", h.P, q.exact(0))
	}
}

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

// Boots may be pierced, and do not slip.
func TestBootsDoNotSlip(t *testing.T) {
	if q := assault(t, "5.0.0", "xan", 10); q.Slips(rules.Boots) {
		t.Error("a sting slips off boots")
	}
}

// What several ways do is one effect.
func TestSpecialsOfWays(t *testing.T) {
	ways := outcomes{{damage: Exactly(1).Times(0.25), special: []Special{{What: "stuck", P: 1}}}, {damage: Exactly(2).Times(0.75), special: []Special{{What: "stuck", P: 0.5}}}}
	if got := ways.specials(); len(got) != 1 || math.Abs(got[0].P-0.625) > 1e-12 {
		t.Errorf("%+v", got)
	}
}
