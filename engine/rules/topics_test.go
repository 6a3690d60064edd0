package rules

import (
	"slices"
	"strings"
	"testing"
)

func TestTopicDeltas(t *testing.T) {
	vlad := func(version string) bool { return Get(version).Bones().Level("Vlad's Tower middle").Bones }
	if !vlad("3.4.3") || !vlad("slashem") || vlad("3.6.7") || vlad("5.0.0") || vlad("evilhack") {
		t.Error("only 3.4.3 and what follows it leave bones in the middle of Vlad's Tower")
	}
	for version, want := range map[string]bool{"3.4.3": false, "3.6.7": false, "5.0.0": true, "xnethack": true, "evilhack": false, "fiqhack": false} {
		b := Get(version).Bones()
		if got := b.Death("killed by a zombie") != nil; got != want {
			t.Errorf("%s: rising as a zombie is %t", version, got)
		}
		if got := b.Level("Tutorial, first level") != nil; got != want {
			t.Errorf("%s: a tutorial is %t", version, got)
		}
		if got := b.OfferOnce != 0; got != want {
			t.Errorf("%s: offering things to monsters is %t", version, got)
		}
		if got := Get(version).Casts().BackfireDrain; got != want {
			t.Errorf("%s: a forgotten spell draining energy is %t", version, got)
		}
	}
	if got := Get("5.0.0").Bones().Deepest(); got != 53 {
		t.Errorf("the deepest level is %d, want 53", got)
	}
	if a := Get("evilhack").Attack(); a.Spell("chain lightning") != nil || a.RayBase != 0 {
		t.Errorf("EvilHack's attack spells: %+v", a)
	}
	if TheftVariant("dnethack").NemesisOnce != 10 || TheftVariant("5.0.0") != nil || Get("3.4.3").Theft().NemesisOnce != 20 {
		t.Error("only dNetHack's nemeses steal twice as often")
	}
	// A delta on a copy must not reach the parent's lists.
	if slices.Contains(Get("3.6.7").Casts().Hungerless, "psionic wave") || slices.Contains(Get("3.4.3").Bones().Removed, "the Oracle off her level") {
		t.Error("a version changed its parent's list")
	}
}

// A level lies where its dungeon's numbers say, and its depths agree with them.
func TestLevelsLieInTheirDungeons(t *testing.T) {
	for _, name := range Names() {
		b := Get(name).Bones()
		for _, l := range b.Levels {
			d := l.Dungeon
			first, last := d.MinStart+d.Step*(l.First-1), d.MaxStart+d.Step*(l.Last-1)
			if d.Step < 0 {
				first, last = d.MinStart+d.Step*(l.Last-1), d.MaxStart+d.Step*(l.First-1)
			}
			if l.First < 1 || l.Last > d.MaxLevels || l.First > l.Last || l.Min != first || l.Max != last {
				t.Errorf("%s: %s is level %d to %d of %s, depth %d to %d, want %d to %d", name, l.Name, l.First, l.Last, d.Name, l.Min, l.Max, first, last)
			}
			if able := l.Bones && !l.Portal; able == (l.Why != "") {
				t.Errorf("%s: %s keeps bones (%t) and gives the reason %q", name, l.Name, able, l.Why)
			}
		}
		for _, d := range b.Deaths {
			if d.Bones == (d.Why != "") || d.Bones == (d.Rises == "") {
				t.Errorf("%s: %+v", name, d)
			}
		}
	}
}

func TestDeathAs(t *testing.T) {
	b := Get("5.0.0").Bones()
	for _, c := range []struct{ death, race, as string }{
		{"killed by a wraith", "elf", "wraith"},
		{"killed by a mummy", "elf", "elf mummy"},
		{"killed by a mummy", "", "mummy of your race"},
		{"killed by a lich", "orc", "orc zombie"},
		{"killed by a vampire", "human", "vampire"},
		{"killed by a vampire", "gnome", "ghost"},
		{"killed by a vampire", "", "vampire if human, else ghost"},
		{"turned to stone", "human", "statue"},
		{"burned", "human", "ghost"},
	} {
		if got, _, _ := b.Death(c.death).As(c.race); got != c.as {
			t.Errorf("%s, %s: %q, want %q", c.death, c.race, got, c.as)
		}
	}
	if _, ghost, corpse := b.Death("killed by a vampire").As("elf"); !ghost || !corpse {
		t.Error("an elf killed by a vampire leaves a ghost and a corpse")
	}
	if _, _, corpse := b.Death("dissolved").As(""); corpse || !Get("3.4.3").Bones().Death("dissolved").Corpse {
		t.Error("being dissolved leaves a corpse in 3.4.3 only")
	}
}

func TestLootKinds(t *testing.T) {
	th := Get("3.6.7").Theft()
	orb := th.LootNamed("The Orb of Detection")
	if orb.Role != "Archeologist" || orb.Kind != OtherArtifact {
		t.Error("the Orb of Detection is an Archeologist's own")
	}
	kinds := map[LootKind]int{}
	for _, l := range th.Loot {
		kinds[l.Kind]++
		if l.Role != "" && Get("3.6.7").Role(l.Role) == nil {
			t.Errorf("%s belongs to no role: %q", l.Name, l.Role)
		}
		if strings.ToLower(l.Name) == l.Name && len(l.Aliases) == 0 && l.Kind == OtherArtifact {
			t.Errorf("%s has no short name", l.Name)
		}
	}
	for _, k := range []LootKind{Amulet, Imitation, Bell, PlainBell, Book, Candelabrum, OwnArtifact, OtherArtifact} {
		if kinds[k] == 0 {
			t.Errorf("nothing is %q", k)
		}
	}
	if len(th.Thieves) != 15 {
		t.Errorf("%d thieves", len(th.Thieves))
	}
}
