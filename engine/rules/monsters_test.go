package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// named lists the monsters of that name, in any case, those whose first name it
// is before others.
func named(b *Bestiary, name string) (out []*Monster) {
	for _, first := range []bool{true, false} {
		for _, m := range b.Monsters {
			if i := slices.IndexFunc(m.Names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 && first == (i == 0) {
				out = append(out, m)
			}
		}
	}
	return out
}

func TestMonster(t *testing.T) {
	ant := named(Get("5.0.0").Bestiary(), "Soldier Ant")[0]
	if ant.Symbol != "a" || ant.Level != 3 || ant.Speed != 18 || ant.AC != 3 || ant.Color != "blue" || ant.Size != "tiny" || !ant.Is("POIS") || ant.Is("FLY") {
		t.Errorf("%+v", ant)
	}
	if len(ant.Attacks) != 2 || ant.Attacks[1].Type != "STNG" || ant.Attacks[1].Damage != "DRST" || ant.Attacks[1].Dice != "3d4" {
		t.Errorf("attacks %+v", ant.Attacks)
	}
	if len(ant.Eating) != 1 || ant.Eating[0] != (Conveyed{What: "poison", Chance: 0.2}) {
		t.Errorf("eating %+v", ant.Eating)
	}
	leader := named(Get("5.0.0").Bestiary(), "gnome lady")
	if len(leader) != 1 || leader[0].Name != "gnome leader" || !slices.Contains(leader[0].Names, "gnome lord") {
		t.Errorf("gnome lady: %+v", leader)
	}
	if two := named(Get("3.4.3").Bestiary(), "werejackal"); len(two) != 2 || two[0].Symbol == two[1].Symbol {
		t.Errorf("%d werejackals", len(two))
	}
	for _, x := range []struct {
		version, name string
		want          Conveyed
	}{
		{"3.4.3", "stone giant", Conveyed{What: "strength", Chance: 1}},
		{"3.6.7", "stone giant", Conveyed{What: "strength", Chance: 0.5}},
		{"5.0.0", "acid blob", Conveyed{What: "acid", Chance: 0.3778, Temporary: true}},
		{"evilhack", "killer bee", Conveyed{What: "poison", Chance: 1, Percent: 5}},
	} {
		got := named(BestiaryOf(x.version), x.name)[0].Eating
		if len(got) == 0 || got[0].What != x.want.What || got[0].Percent != x.want.Percent || got[0].Temporary != x.want.Temporary || got[0].Chance <= 0 || got[0].Chance > 1 ||
			x.want.Chance == 1 && got[0].Chance != 1 || x.want.Chance == 0.5 && got[0].Chance != 0.5 {
			t.Errorf("%s %s: %+v, want %+v", x.version, x.name, got, x.want)
		}
	}
}

// No cell of any monster is left unread.
func TestBestiariesAreWhole(t *testing.T) {
	for _, name := range BestiaryNames() {
		b := BestiaryOf(name)
		if b.Title == "" {
			t.Errorf("%s has no title", name)
		}
		for _, m := range b.Monsters {
			if m.Name == "" || len([]rune(m.Symbol)) != 1 || m.Color == "" || m.Size == "" || m.Names[0] != m.Name {
				t.Errorf("%s: %+v", name, m)
			}
			for _, e := range m.Eating {
				if e.What == "" || e.Chance < 0 || e.Chance > 1 || strings.ContainsAny(e.What, "0123456789+%()") {
					t.Errorf("%s %s conveys %+v", name, m.Name, e)
				}
			}
		}
	}
	readTable([]string{"3.4.3", "3.6.7", "5.0.0"}, "eating").each(func(r row) {
		if m := named(BestiaryOf("5.0.0"), r.str("name")); len(m) != 1 || m[0].Effect == "" {
			t.Errorf("what eating %q does is told of %d monsters", r.str("name"), len(m))
		}
	})
}

func TestLookupBestiary(t *testing.T) {
	for word, want := range map[string]string{"v3.4.3": "3.4.3", "dnethack": "dnethack", "dnh": "dnethack", "unnethack": "unnethack", "3.7": "5.0.0", "xnh": "xnethack"} {
		if b, _, looks, err := LookupBestiary(word); !looks || err != nil || b.Name != want {
			t.Errorf("%s: %v, %v", word, b, err)
		}
	}
	var no *NoTable
	if _, _, looks, err := LookupBestiary("slashem"); !looks || !errors.As(err, &no) || no.Nearest[0] != "3.4.3" || !strings.Contains(err.Error(), "3.4.3") {
		t.Errorf("slashem: %v", err)
	}
	if _, _, looks, err := LookupBestiary("ant"); looks || err != nil {
		t.Errorf("ant looks like a version: %v", err)
	}
}

func TestArmor(t *testing.T) {
	for _, name := range []string{"slashem", "xnethack", "evilhack"} {
		list := Get(name).Armor()
		if len(list) < 60 {
			t.Errorf("%s: %d pieces", name, len(list))
		}
		for _, a := range list {
			if a.Name == "" || a.Slot == "" || a.Material == "" {
				t.Errorf("%s: %+v", name, a)
			}
		}
	}
	if Get("5.0.0").Armor() != nil {
		t.Error("5.0.0 has an object table")
	}
}
