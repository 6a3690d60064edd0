package rules

import (
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
	if !slices.Equal(ant.Conveys, []string{"poison"}) {
		t.Errorf("conveys %v", ant.Conveys)
	}
	leader := named(Get("5.0.0").Bestiary(), "gnome lady")
	if len(leader) != 1 || leader[0].Name != "gnome leader" || !slices.Contains(leader[0].Names, "gnome lord") {
		t.Errorf("gnome lady: %+v", leader)
	}
	if two := named(Get("3.4.3").Bestiary(), "werejackal"); len(two) != 2 || two[0].Symbol == two[1].Symbol {
		t.Errorf("%d werejackals", len(two))
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
		}
	}
}

// Every special case of eating is of a monster that some version has.
func TestEatenMonstersExist(t *testing.T) {
	for _, version := range BestiaryNames() {
		e := EatingOf(version)
		if e == nil {
			continue
		}
		for _, table := range []string{"eating", "remains"} {
			readTable([]string{version}, table).each(func(r row) {
				if BestiaryOf(version).Named(r.str("name")) == nil {
					t.Errorf("%s: there is no %s", version, r.str("name"))
				}
			})
		}
	}
}

func TestLookupBestiary(t *testing.T) {
	for word, want := range map[string]string{"v3.4.3": "3.4.3", "dnethack": "dnethack", "dnh": "dnethack", "unnethack": "unnethack", "slashem": "slashem", "grunthack": "grunthack", "3.7": "5.0.0", "xnh": "xnethack"} {
		if b, _, looks, err := LookupBestiary(word); !looks || err != nil || b.Name != want {
			t.Errorf("%s: %v, %v", word, b, err)
		}
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
