package plight

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"delphi/engine/dump"
	"delphi/engine/rules"
)

// What holds the hero or has swallowed them, how that kills, and what is done about it first.
func TestGrips(t *testing.T) {
	const status = "Dlvl:5 $:0 HP:30(60) Pw:1(1) AC:3 Xp:5/200 T:900\n"
	for _, c := range []struct {
		name, version, foe, carried string
		grip                        Grip
		least, turns                int
		drowns                      bool
		first                       string // of what is done; empty: nothing
	}{
		{"a worm digests", "3.4.3", "purple worm", "a - a wand of digging (0:3)", Inside, 7, 12, false, "zap the wand of digging (a)"},
		{"by its level and Con", "5.0.0", "purple worm", "a - a ring of slow digestion", Inside, 3, 5, false, "put on the ring of slow digestion (a)"},
		{"not who digests slowly", "3.4.3", "purple worm", "a - a ring of slow digestion (on left hand)", Inside, 0, 0, false, ""},
		{"an empty wand comes behind", "3.4.3", "purple worm", "a - a wand of digging (0:0)\nb - a scroll of teleportation", Inside, 7, 12, false, "read the scroll of teleportation (b)"},
		{"a vortex has no walls", "3.4.3", "dust vortex", "a - a wand of digging (0:3)", Inside, 0, 0, false, ""},
		{"an eel drowns", "3.4.3", "giant eel", "a - an amulet of magical breathing", Holding, 0, 0, true, "put on the amulet of magical breathing (a)"},
		{"not who needs no air", "3.4.3", "giant eel", "a - an amulet of magical breathing (being worn)", Holding, 0, 0, false, ""},
		{"nobody who is held falls", "3.4.3", "owlbear", "a - a wand of digging (0:3)", Holding, 0, 0, false, ""},
	} {
		set := rules.Get(c.version)
		h, err := dump.Read(status+c.carried, dump.Options{Version: set, Said: true})
		if err != nil {
			t.Fatal(err)
		}
		a := Plan(&Question{Hero: h, Grip: c.grip, Foes: []*rules.Monster{set.Bestiary().Named(c.foe)}})
		i := slices.IndexFunc(a.Troubles, func(x Helped) bool { return x.Name == Held || x.Name == Engulfed })
		if i < 0 {
			t.Errorf("%s: no trouble", c.name)
			continue
		}
		x, first := a.Troubles[i], ""
		if len(x.Remedies) > 0 {
			first = x.Remedies[0].Do
		}
		if x.Least != c.least || x.Turns != c.turns || x.Drowns > 0 != c.drowns || !strings.HasPrefix(first, c.first) || c.first == "" && first != "" {
			t.Errorf("%s: within %d to %d, drowns %g, %q", c.name, x.Least, x.Turns, x.Drowns, first)
		}
	}
}

// What a wand without charges does, and one that is cancelled.
func TestCharges(t *testing.T) {
	set := rules.Get("3.4.3")
	for charges, want := range map[string]string{"0:3": "96%", "0:0": "0.793%", "0:-1": "nothing"} {
		h, err := dump.Read("Dlvl:5 $:0 HP:5(60) Pw:1(1) AC:3 Xp:5/200 T:900\na - a wand of sleep ("+charges+")", dump.Options{Version: set, Said: true})
		if err != nil {
			t.Fatal(err)
		}
		a := Plan(&Question{Hero: h, Foes: []*rules.Monster{set.Bestiary().Named("soldier ant")}})
		got := "nothing"
		for _, r := range a.Troubles[0].Remedies {
			if r.P != nil && strings.Contains(r.Do, "sleep") {
				got = fmt.Sprintf("%.3g%%", 100**r.P)
			}
		}
		if got != want {
			t.Errorf("(%s): %s, want %s", charges, got, want)
		}
	}
}
