package plight

import (
	"math"
	"testing"

	"delphi/engine/dump"
	"delphi/engine/rules"
)

// near answers about a hero of some hit points beside monsters.
func near(t testing.TB, version string, hp, maxHP, xl, ac int, things []string, foes ...string) Answer {
	t.Helper()
	h := dump.Told(rules.Get(version))
	h.HP, h.MaxHP, h.XL, h.AC = dump.Is(hp), dump.Is(maxHP), dump.Is(xl), dump.Is(ac)
	for _, x := range things {
		h.Inventory = append(h.Inventory, dump.Named(h.Set(), x))
	}
	q := &Question{Hero: h}
	for _, f := range foes {
		q.Foes = append(q.Foes, h.Set().Bestiary().Named(f))
	}
	return Plan(q)
}

// What the monsters near do is the chance of a move or more, whether hit points are low or not.
func TestThreat(t *testing.T) {
	one := near(t, "5.0.0", 35, 40, 5, 4, nil, "minotaur")
	if len(one.Troubles) != 0 || one.Threat == nil || one.Threat.Turn < 0.8 || one.Threat.Turn >= one.Threat.Two {
		t.Errorf("a minotaur: %+v", one.Threat)
	}
	q := assault(mustHero(t), rules.Get("5.0.0").Bestiary().Named("minotaur"))
	q.HP = 35
	if want := q.Dead(1); math.Abs(one.Threat.Turn-want) > 1e-12 {
		t.Errorf("a minotaur kills with %g, want %g", one.Threat.Turn, want)
	}
	// A monster that does nothing changes nothing, before or behind the other.
	for _, foes := range [][]string{{"minotaur", "lichen"}, {"lichen", "minotaur"}} {
		if two := near(t, "5.0.0", 35, 40, 5, 4, nil, foes...); math.Abs(two.Threat.Turn-one.Threat.Turn) > 0.05 || two.Threat.Turn < one.Threat.Turn-1e-9 {
			t.Errorf("%v: %g, a minotaur alone %g", foes, two.Threat.Turn, one.Threat.Turn)
		}
	}
	if a := near(t, "5.0.0", 35, 40, 5, 4, nil, "soldier ant", "soldier ant"); a.Threat.Turn <= near(t, "5.0.0", 35, 40, 5, 4, nil, "soldier ant").Threat.Turn || len(a.Paces) != 1 || a.Paces[0].Count != 2 {
		t.Errorf("two ants: %+v %+v", a.Threat, a.Paces)
	}
	if a := near(t, "5.0.0", 9, 40, 5, 4, nil, "cockatrice"); len(a.Threat.Special) != 1 {
		t.Errorf("a cockatrice: %+v", a.Threat)
	}
}

// mustHero is the hero of TestThreat.
func mustHero(t testing.TB) *dump.Hero {
	t.Helper()
	h := dump.Told(rules.Get("5.0.0"))
	h.HP, h.MaxHP, h.XL, h.AC = dump.Is(35), dump.Is(40), dump.Is(5), dump.Is(4)
	return h
}

// Nothing is used against what resists it, and a god does not help whose hit points are not low.
func TestWaysOut(t *testing.T) {
	things := []string{"a wand of sleep", "a wand of death", "a wand of death (0:0)", "a scroll of scare monster", "2 potions of healing"}
	for _, c := range []struct {
		foe  string
		want string
	}{
		{"soldier ant", "zap the wand of sleep at what attacks you; zap the wand of death at what attacks you; drop the scroll of scare monster and stay on it; drink one of the 2 potions of healing"},
		{"skeleton", "drop the scroll of scare monster and stay on it; drink one of the 2 potions of healing"},
		{"Angel", "drink one of the 2 potions of healing"},
	} {
		if got := does(near(t, "3.6.7", 30, 40, 5, 4, things, c.foe).Threat.Ways); got != c.want {
			t.Errorf("%s: %s, want %s", c.foe, got, c.want)
		}
	}
}

// Hit points may be low up to a level that the page does not show.
func TestLowUpTo(t *testing.T) {
	for _, c := range []struct{ hp, most, want int }{{12, 60, 5}, {10, 60, 13}, {6, 60, 0}, {5, 60, 0}} {
		h := dump.Told(rules.Get("5.0.0"))
		h.HP, h.MaxHP = dump.Is(c.hp), dump.Is(c.most)
		if all := Of(h); len(all) != 1 || all[0].UpTo != c.want {
			t.Errorf("%d(%d): %+v, want up to XL %d", c.hp, c.most, all, c.want)
		}
	}
}

// Ends that take no hit points tell what averts them, and what of it was carried.
func TestAverted(t *testing.T) {
	page := "Dlvl:9 $:0 HP:0(40) Pw:7(7) AC:4 Xp:5/0 T:300\n\nInventory:\n Tools\n  d - a can of grease (0:4)\n\nYou were level 5 with a maximum of 40 hit points when you "
	h := read(t, "5.0.0", page+"drowned.\nKiller: moat by a giant eel\n")
	if e := After(h, Past{}); does(e.Helpful) != "apply the can of grease (d)" || len(e.Would) == 0 {
		t.Errorf("drowned: %+v", e)
	}
	h = read(t, "5.0.0", page+"choked.\nKiller: tripe ration\n")
	if e := After(h, Past{}); len(e.Helpful) != 0 || len(e.Would) == 0 || e.Against != "choked" {
		t.Errorf("choked: %+v", e)
	}
}
