package said

import "testing"

func TestChanged(t *testing.T) {
	for _, c := range []struct {
		alts []string
		text string
		want string // empty: nothing that it refers to was said
	}{
		{[]string{"xl12"}, "^+2", "xl14"},
		{[]string{"xl12"}, "^-2", "xl10"},
		{[]string{"ac-3"}, "^+1", "ac-2"},
		{[]string{"luck+3"}, "^+1", "luck+4"},
		{[]string{"20 tries"}, "^+5", "25 tries"},
		{[]string{"since950"}, "^*2", "since1900"},
		{[]string{"since950"}, "^*0", ""},
		{[]string{"2 in 10"}, "^+5", ""},
		{[]string{"sleep"}, "^+5", ""},
		{[]string{"prayed5210"}, "^5210=5610", "prayed5610"},
		{[]string{"prayed5210"}, "^521=5610", ""},
		{[]string{"luck+3"}, "^3=5", "luck5"},
		{[]string{"4 pick-axe"}, "^pick-axe=tin opener", "4 tin opener"},
		{[]string{"pick-axe"}, "^pick-axe=tin opener", "tin opener"},
		{[]string{"blessed +1 long sword expert"}, "^blessed=uncursed", "uncursed +1 long sword expert"},
		{[]string{"greased fireproof"}, "^greased=-", "fireproof"},
		{[]string{"unblessed dagger"}, "^blessed=uncursed", ""},
		{[]string{"dwarvish pick-axe"}, "^axe=tin opener", ""},
		{[]string{"wand of digging"}, "^wand of *=wand of sleep", "wand of sleep"},
		{[]string{"2 wand of digging"}, "^wand of *=wand of sleep", "2 wand of sleep"},
		{[]string{"wand of digging"}, "^wand of *=spellbook of sleep", ""},
		{[]string{"wand of digging"}, "^ring of *=ring of conflict", ""},
		{[]string{"wand of *"}, "^wand of=ring of", "ring of *"},
		{[]string{"xl12"}, "^", ""},
		{[]string{"xl12"}, "xl13", ""},
		{nil, "^+2", ""},
	} {
		got, ok := changed(c.alts, c.text)
		if ok != (c.want != "") || ok && got[0] != c.want {
			t.Errorf("%q of %q: %q, %v, want %q", c.text, c.alts, got, ok, c.want)
		}
	}
}

func TestMoreOf(t *testing.T) {
	for _, c := range []struct {
		value, name string
		want        bool
	}{
		{"+1 katana", "katana", true},
		{"blessed +3 long sword skilled", "long sword", true},
		{"baby red dragon", "red dragon", false},
		{"katana", "katana", true},
		{"12 unicorn horn", "unicorn horn", false},
		{"elven shield", "shield", false},
		{"master lich", "lich", false},
		{"long sword master", "long sword", true},
		{"robe", "", false},
	} {
		if got := moreOf(c.value, c.name); got != c.want {
			t.Errorf("%q of %q: %v", c.name, c.value, got)
		}
	}
}
