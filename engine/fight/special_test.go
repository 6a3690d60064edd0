package fight

import (
	"testing"

	"delphi/engine/rules"
)

// asked returns a question of special cases: an XL 10 human of no role with St 10.
func asked(t *testing.T, version, mon, arm, art string) *Question {
	t.Helper()
	m := monster(t, version, mon)
	q := &Question{Rules: rules.Get(version).Fight(), Set: rules.Get(version), Hero: Hero{Race: "human", XL: 10, Str: 10, Dex: 10}, Target: Target{Monster: m, AC: m.AC, Level: -1}}
	if arm != "" || art != "" {
		q.Weapon = weapon(t, version, arm, art)
		q.Weapon.Skill = rules.Basic
	}
	return q
}

// What throwing counts for things made to be thrown, which pierce (dothrow.c,
// throwing_weapon).
func TestMadeToBeThrown(t *testing.T) {
	for name, want := range map[string]bool{
		"dagger": true, "athame": false, "knife": true, "stiletto": true, "scalpel": false, "crysknife": true, "worm tooth": false,
		"spear": true, "trident": false, "dart": true, "boomerang": true, "war hammer": true, "aklys": true, "mace": false, "axe": false,
	} {
		for _, version := range versions {
			w := weapon(t, version, name, "")
			if got := throwing(rules.Get(version).Fight(), &w); got != want {
				t.Errorf("%s %s is made to be thrown: %t", version, name, got)
			}
		}
	}
}

// Damage that depends on one symbol of the game's source.
func TestSpecialDamage(t *testing.T) {
	type change func(q *Question)
	fires := func(q *Question) { q.Missile = true }
	blessed := func(q *Question) { q.Weapon.BUC = rules.Blessed }
	rogue := func(q *Question) { q.Role, q.Fleeing = "Rogue", true }
	ring := func(q *Question) { q.SilverRing, q.Bare = true, rules.Basic }
	for _, x := range []struct {
		what, version, monster, weapon, art string
		change                              []change
		min, max                            int
	}{
		{"a blessed stone hurts the undead more", "5.0.0", "ghoul", "flint", "", []change{fires, blessed}, 2, 10},
		{"it does nothing to what walks through rock", "5.0.0", "xorn", "flint", "", []change{fires}, 0, 0},
		{"but did", "3.6.7", "xorn", "flint", "", []change{fires}, 1, 6},
		{"and does to ghosts", "5.0.0", "ghost", "flint", "", []change{fires}, 1, 6},
		{"an iron chain stabs no back", "3.4.3", "hill orc", "iron chain", "", []change{rogue}, 2, 5},
		{"Cleaver did", "3.4.3", "hill orc", "", "Cleaver", []change{rogue}, 4, 28},
		{"Cleaver does not", "3.6.7", "hill orc", "", "Cleaver", []change{rogue}, 3, 18},
		{"a fire elemental has a back", "5.0.0", "fire elemental", "dagger", "", []change{rogue}, 1, 13},
		{"an air elemental has none", "5.0.0", "air elemental", "dagger", "", []change{rogue}, 1, 3},
		{"a silver ring sears", "5.0.0", "vampire", "", "", []change{ring}, 3, 23},
		{"not under gloves", "5.0.0", "vampire", "", "", []change{ring, func(q *Question) { q.Gloved = true }}, 2, 3},
		{"not on the other hand", "5.0.0", "vampire", "", "", []change{ring, func(q *Question) { q.Punch = 2 }}, 2, 3},
		{"poison needs a missile", "3.4.3", "newt", "dagger", "", []change{func(q *Question) { q.Missile, q.Weapon.Poisoned = true, true }}, 1, 4},
		{"a worm tooth was of no material", "3.6.7", "xorn", "worm tooth", "", nil, 1, 1},
		{"and is of bone", "5.0.0", "xorn", "worm tooth", "", nil, 1, 2},
		{"a bad weapon does 1", "5.0.0", "newt", "dagger", "", []change{func(q *Question) { q.Weapon.Enchant = -9 }}, 1, 1},
		{"but not to a shade", "5.0.0", "shade", "dagger", "", []change{func(q *Question) { q.Weapon.Enchant = -9 }}, 0, 0},
		{"a cockatrice corpse is soft in itself", "5.0.0", "xorn", "corpse", "", []change{func(q *Question) { q.Weapon.Stones = true }}, 1, 1},
		{"golems become stone", "5.0.0", "iron golem", "corpse", "", []change{func(q *Question) { q.Weapon.Stones = true }}, 0, 0},
		{"shades feel nothing", "5.0.0", "shade", "corpse", "", []change{func(q *Question) { q.Weapon.Stones = true }}, 0, 0},
	} {
		q := asked(t, x.version, x.monster, x.weapon, x.art)
		for _, c := range x.change {
			c(q)
		}
		if q.Weapon.Object != nil && q.Weapon.Class == "gem" {
			q.Second = weapon(t, x.version, "sling", "")
		}
		if b := q.Damage(&q.Weapon, false); b.Kills != 0 || b.Dist.Min != x.min || b.Max() != x.max {
			t.Errorf("%s, %s: %d to %d, %g kill; want %d to %d", x.version, x.what, b.Dist.Min, b.Max(), b.Kills, x.min, x.max)
		}
	}
	q := asked(t, "5.0.0", "soldier ant", "corpse", "")
	q.Weapon.Stones = true
	if b := q.Damage(&q.Weapon, false); b.Kills != 1 || len(b.P) > 0 {
		t.Errorf("a cockatrice corpse does %v to a soldier ant, %g kill", b.Values(), b.Kills)
	}
}

// Own arrows from one's own bow do 1 more, even where their dice gave nothing
// (uhitm.c, hmon_hitmon).
func TestOwnArrows(t *testing.T) {
	for _, x := range []struct {
		role, race, arrow, bow string
		enchant, min, max      int
	}{
		{"Samurai", "human", "ya", "yumi", 0, 2, 8},
		{"Samurai", "human", "ya", "yumi", -9, 1, 1},
		{"Samurai", "human", "ya", "bow", 0, 1, 7},
		{"Samurai", "human", "arrow", "yumi", 0, 1, 6},
		{"Ranger", "human", "ya", "yumi", 0, 1, 7},
		{"Ranger", "elf", "elven arrow", "elven bow", 0, 2, 8},
		{"Ranger", "elf", "elven arrow", "bow", 0, 1, 7},
		{"Ranger", "elf", "arrow", "elven bow", 0, 1, 6},
		{"Ranger", "human", "elven arrow", "elven bow", 0, 1, 7},
	} {
		q := asked(t, "5.0.0", "newt", x.arrow, "")
		q.Missile, q.Role, q.Race, q.Second = true, x.role, x.race, weapon(t, "5.0.0", x.bow, "")
		q.Weapon.Enchant = x.enchant
		if d := q.Damage(&q.Weapon, false).Dist; d.Min != x.min || d.Max() != x.max {
			t.Errorf("%s %s, %+d %s from a %s: %d to %d, want %d to %d", x.race, x.role, x.enchant, x.arrow, x.bow, d.Min, d.Max(), x.min, x.max)
		}
	}
}

// Missiles that never fly at the target are refused (dothrow.c, throw_obj and
// thitmonst).
func TestFlies(t *testing.T) {
	for _, x := range []struct {
		version, monster, weapon, art string
		str                           int
		sling, want                   bool
	}{
		{"3.4.3", "gray unicorn", "rock", "", 10, true, false},
		{"5.0.0", "gray unicorn", "ruby", "", 10, true, true},
		{"5.0.0", "gray unicorn", "ruby", "", 10, false, false},
		{"5.0.0", "gray unicorn", "rock", "", 10, false, true},
		{"5.0.0", "pony", "ruby", "", 10, false, true},
		{"5.0.0", "pony", "", "Mjollnir", 124, false, false},
		{"5.0.0", "pony", "", "Mjollnir", 125, false, true},
	} {
		q := asked(t, x.version, x.monster, x.weapon, x.art)
		q.Missile, q.Str = true, x.str
		if x.sling {
			q.Second = weapon(t, x.version, "sling", "")
		}
		if err := q.Check(); (err == nil) != x.want {
			t.Errorf("%s: %s%s at a %s with St %d, sling %t: %v", x.version, x.weapon, x.art, x.monster, x.str, x.sling, err)
		}
	}
}

// A lance needs room, and steady hands (uhitm.c, joust).
func TestJoustNeedsRoom(t *testing.T) {
	for _, x := range []struct {
		change func(q *Question)
		want   float64
	}{{func(*Question) {}, 0.4}, {func(q *Question) { q.Trapped = true }, 0}, {func(q *Question) { q.Fumbling = true }, 0}} {
		q := asked(t, "5.0.0", "pony", "lance", "")
		q.Riding = true
		x.change(q)
		if p := q.Jousts(&q.Weapon); p != x.want {
			t.Errorf("trapped %t, fumbling %t: jousts %g, want %g", q.Trapped, q.Fumbling, p, x.want)
		}
	}
}

// Luck saves blessed missiles (dothrow.c, should_mulch_missile and thitmonst).
func TestLuckSavesMissiles(t *testing.T) {
	broken := func(luck int) float64 {
		q := asked(t, "5.0.0", "newt", "dart", "")
		q.Missile, q.Luck, q.Weapon.BUC = true, luck, rules.Blessed
		return q.Breaks()
	}
	if none, good := broken(0), broken(10); none != 0.5 || good >= none {
		t.Errorf("a blessed dart breaks %g of the time, %g with Luck 10", none, good)
	}
}
