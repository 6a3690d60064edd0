package eating

import (
	"math"
	"strings"
	"testing"

	"delphi/engine/rules"
)

// Of any corpse of any age no more than one thing goes wrong, and what is not
// there to be eaten gives nothing.
func TestEveryCorpse(t *testing.T) {
	versions := 0
	for _, version := range rules.BestiaryNames() {
		b, e := rules.BestiaryOf(version), rules.EatingOf(version)
		if e == nil {
			continue
		}
		versions++
		for _, m := range b.Monsters {
			for _, buc := range []rules.BUC{rules.Blessed, rules.Uncursed, rules.Cursed} {
				for _, age := range []int{0, 50, 130, 250} {
					a := Of(&Question{Bestiary: b, Rules: e, Monster: m, BUC: buc, Age: age})
					p := a.Poisoning
					if sum := p.Deadly + p.Mild + p.Acid + p.Poison + p.Rotten; sum < 0 || sum > 1+1e-9 {
						t.Errorf("%s %s at %d: %+v", version, m.Name, age, p)
					}
					if a.Eaten == nil && (len(a.Gains) > 0 || a.Poisonous || a.Safe != No) {
						t.Errorf("%s %s leaves nothing and gives %+v", version, m.Name, a)
					}
					if line := a.Line(); len(line) > 330 || line == "" || strings.Contains(line, "%!") {
						t.Errorf("%s %s: %d bytes: %s", version, m.Name, len(line), line)
					}
				}
			}
		}
	}
	if versions < 7 {
		t.Errorf("only %d versions have rules of eating", versions)
	}
}

func TestEaters(t *testing.T) {
	ask := func(version, monster, race, role string) *Answer {
		b := rules.BestiaryOf(version)
		return Of(&Question{Bestiary: b, Rules: rules.EatingOf(version), Monster: b.Named(monster), Race: race, Role: role})
	}
	for _, x := range []struct {
		version, monster, race, role string
		safe                         Safe
	}{
		{"5.0.0", "dwarf", "dwarf", "Valkyrie", Depends},
		{"5.0.0", "dwarf", "human", "Valkyrie", Yes},
		{"5.0.0", "dwarf", "dwarf", "Caveman", Yes},
		{"5.0.0", "dog", "elf", "", Depends},
		{"5.0.0", "dog", "orc", "", Yes},
		{"slashem", "dog", "vampire", "", Yes},
		{"unnethack", "dog", "lycanthrope", "", Depends},
		{"5.0.0", "killer bee", "", "Healer", Yes},
		{"5.0.0", "killer bee", "", "Wizard", Depends},
		{"5.0.0", "cockatrice", "orc", "Caveman", No},
	} {
		if a := ask(x.version, x.monster, x.race, x.role); a.Safe != x.safe {
			t.Errorf("%s %s as %s %s: %s, want %s: %s", x.version, x.monster, x.race, x.role, a.Safe, x.safe, a.Line())
		}
	}
}

// What single branches of the versions say.
func TestBranches(t *testing.T) {
	for _, x := range []struct{ version, monster, line string }{
		{"slashem", "basilisk", "petrifies unless resistant; 53.3% poison resistance"},
		{"slashem", "genetic engineer", "poisonous; polymorphs you"},
		{"slashem", "wight", "old wight corpse; already old: 35% deadly food poisoning; gives nothing"},
		{"slashem", "Vecna", "no corpse (leaves Hand of Vecna)"},
		{"slashem", "Cthulhu", "no corpse"},
		{"5.0.0", "lizard", "safe; 88.9% stoning resistance (timed), cuts stun and confusion to 2 turns, cures stoning"},
		{"xnethack", "lizard", "safe; 88.9% stoning resistance (timed), cuts stun and confusion to 2 turns, cures stoning"},
		{"evilhack", "lizard", "safe; cuts stun and confusion to 2 turns, cures stoning"},
		{"evilhack", "illithid", "cannibalism for illithids; 50% intelligence, 50% telepathy, at maximal Int the roll for telepathy is always made"},
		{"evilhack", "magical eye", "safe; changes your Luck by -1 to +2"},
		{"3.6.7", "wood golem", "no corpse (leaves quarterstaff (2 to 8))"},
		{"5.0.0", "leather golem", "no corpse (leaves 2 to 8 things, each 75% leather armor, 16.7% leather cloak, 8.33% saddle)"},
		{"5.0.0", "rope golem", "no corpse (leaves 0 to 2 things, each 50% leash, 33.3% bullwhip, 16.7% grappling hook)"},
	} {
		b := rules.BestiaryOf(x.version)
		m := b.Named(x.monster)
		if m == nil {
			t.Errorf("%s has no %s", x.version, x.monster)
			continue
		}
		if got := Of(&Question{Bestiary: b, Rules: rules.EatingOf(x.version), Monster: m}).Line(); got != x.line {
			t.Errorf("%s %s: %s", x.version, x.monster, got)
		}
	}
}

// Globs go bad like corpses in 3.6.7 (eat.c:1616), where age comes before acid,
// and not at all since.
func TestGlobsAge(t *testing.T) {
	for _, x := range []struct {
		version string
		age     int
		deadly  float64
	}{{"3.6.7", 59, 0}, {"3.6.7", 90, 0.3}, {"3.6.7", 174, 1}, {"5.0.0", 174, 0}, {"evilhack", 174, 1}, {"xnethack", 174, 0}} {
		b := rules.BestiaryOf(x.version)
		a := Of(&Question{Bestiary: b, Rules: rules.EatingOf(x.version), Monster: b.Named("gray ooze"), Age: x.age})
		if math.Abs(a.Poisoning.Deadly-x.deadly) > 1e-9 {
			t.Errorf("%s: a glob of gray ooze %d turns old kills %v, want %v", x.version, x.age, a.Poisoning.Deadly, x.deadly)
		}
	}
}

func TestTins(t *testing.T) {
	for _, x := range []struct {
		version, monster string
		buc              rules.BUC
		rotten, explodes string
	}{
		{"3.4.3", "newt", rules.Uncursed, "1/15", "0/1"},
		{"3.4.3", "newt", rules.Cursed, "7/8", "1/8"},
		{"5.0.0", "newt", rules.Uncursed, "8/105", "0/1"},
		{"5.0.0", "newt", rules.Blessed, "1/15", "0/1"},
		{"3.4.3", "lichen", rules.Cursed, "0/1", "1/8"},
		{"5.0.0", "lizard", rules.Cursed, "0/1", "0/1"},
		{"5.0.0", "lizard", rules.Uncursed, "0/1", "0/1"},
		{"5.0.0", "acid blob", rules.Cursed, "0/1", "0/1"},
		{"3.6.7", "lichen", rules.Uncursed, "0/1", "0/1"},
		{"slashem", "newt", rules.Uncursed, "1/23", "0/1"},
		{"xnethack", "newt", rules.Uncursed, "8/119", "0/1"},
		{"evilhack", "newt", rules.Uncursed, "8/105", "0/1"},
		{"3.6.7", "acid blob", rules.Cursed, "7/8", "1/8"},
	} {
		b := rules.BestiaryOf(x.version)
		a := Of(&Question{Bestiary: b, Rules: rules.EatingOf(x.version), Monster: b.Named(x.monster), BUC: x.buc, Tin: true, Age: 200})
		if a.Tin.Rotten.String() != x.rotten || a.Tin.Explodes.String() != x.explodes || a.Poisoning != (Poisoning{}) {
			t.Errorf("%s %s: %+v, %+v", x.version, x.monster, a.Tin, a.Poisoning)
		}
	}
}

// Of a version whose tins nobody looked up, nothing is said.
func TestTinsUnknown(t *testing.T) {
	for _, version := range []string{"unnethack"} {
		b := rules.BestiaryOf(version)
		a := Of(&Question{Bestiary: b, Rules: rules.EatingOf(version), Monster: b.Named("newt"), Tin: true})
		if !a.Tin.Unknown || a.Tin.Rotten.P != 0 {
			t.Errorf("%s: %+v", version, a.Tin)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	beasts := rules.BestiaryOf("5.0.0")
	q := &Question{Bestiary: beasts, Rules: rules.EatingOf("5.0.0"), Monster: beasts.Named("Chromatic Dragon"), Age: 60}
	for b.Loop() {
		Of(q)
	}
}

// A corpse without nutrition rots away where it is rotten (5.0.0 eat.c:1887), and gives nothing.
func TestRotsAway(t *testing.T) {
	for _, x := range []struct {
		version string
		q       Question
		want    string
	}{
		{"5.0.0", Question{}, "6/7"},
		{"5.0.0", Question{BUC: rules.Blessed}, "6/7"},
		{"5.0.0", Question{Race: "orc"}, "6/7"},
		{"5.0.0", Question{Age: 250}, "0/1"},
		{"5.0.0", Question{Age: 250, Resists: Resists{Sickness: true}}, "0/1"},
		{"5.0.0", Question{Tin: true}, "1/1"},
		{"3.6.7", Question{}, "6/7"},
	} {
		q := x.q
		q.Bestiary, q.Rules = rules.BestiaryOf(x.version), rules.EatingOf(x.version)
		q.Monster = q.Bestiary.Named("wraith")
		if got := Of(&q).Others[0].String(); got != x.want {
			t.Errorf("%s %+v: a level %s, want %s", x.version, x.q, got, x.want)
		}
	}
}

// What an eater resists does no harm, and keeps no later harm away (5.0.0 eat.c:1855).
func TestResisted(t *testing.T) {
	for _, x := range []struct {
		monster string
		age     int
		resists Resists
		safe    Safe
		want    Poisoning
	}{
		{"cobra", 0, Resists{Poison: true}, Yes, Poisoning{Rotten: 1. / 35}},
		{"acid blob", 0, Resists{Acid: true}, Yes, Poisoning{Rotten: 1. / 7}},
		{"cockatrice", 0, Resists{Stoning: true}, Yes, Poisoning{Rotten: 1. / 7}},
		{"cockatrice", 250, Resists{Stoning: true}, No, Poisoning{Deadly: 1, Gone: 1}},
		{"newt", 250, Resists{Sickness: true}, Yes, Poisoning{Gone: 1}},
		{"newt", 59, Resists{Sickness: true}, Yes, Poisoning{Rotten: 1. / 7}},
	} {
		b := rules.BestiaryOf("5.0.0")
		a := Of(&Question{Bestiary: b, Rules: rules.EatingOf("5.0.0"), Monster: b.Named(x.monster), Age: x.age, Resists: x.resists})
		p := a.Poisoning
		for _, d := range []float64{p.Deadly - x.want.Deadly, p.Mild - x.want.Mild, p.Acid - x.want.Acid, p.Poison - x.want.Poison, p.Rotten - x.want.Rotten, p.Gone - x.want.Gone} {
			if math.Abs(d) > 1e-9 {
				t.Errorf("%s %d %+v: %+v, want %+v", x.monster, x.age, x.resists, p, x.want)
			}
		}
		if a.Safe != x.safe {
			t.Errorf("%s %d %+v: %s, want %s", x.monster, x.age, x.resists, a.Safe, x.safe)
		}
	}
}
