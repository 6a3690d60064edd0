package monster

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"delphi/engine/rules"
)

func one(t testing.TB, version, name string) (*rules.Bestiary, *rules.Monster) {
	t.Helper()
	b := rules.BestiaryOf(version)
	i := slices.IndexFunc(b.Monsters, func(m *rules.Monster) bool { return strings.EqualFold(m.Name, name) })
	if i < 0 {
		t.Fatalf("%s has no %s", version, name)
	}
	return b, b.Monsters[i]
}

func TestLine(t *testing.T) {
	for _, x := range []struct{ version, name, want string }{
		{"5.0.0", "soldier ant", "soldier ant (blue a) | Lvl 3 | Diff 7 | Spd 18 | AC 3 | MR 0 | neutral | freq 2, small groups | 2d4 bite, 3d4 sting (Str drain) | res poison | eating: poisonous; 20% poison resistance | tiny | wt 20 | nutr 5 | poisonous, genocidable"},
		{"3.4.3", "stone giant", "stone giant (gray H) | Lvl 6 | Diff 8 | Spd 6 | AC 0 | MR 0 | lawful 2 | freq 1, small groups | 2d10 weapon | eating: safe; 100% strength | huge | wt 2250 | nutr 750 | throws boulders, genocidable"},
		{"3.6.7", "wraith", "wraith (black W) | Lvl 6 | Diff 8 | Spd 12 | AC 4 | MR 15 | chaotic 6 | freq 2 | 1d6 touch (level drain) | res cold, sleep, poison, stoning, level drain | eating: safe; 85.7% raises your level by one | medium | wt 0 | nutr 0 | flies, breathless, undead, follows, unsolid, genocidable"},
		{"evilhack", "killer bee", ""},
		{"fiqhack", "killer bee", ""},
		{"dnethack", "Shoggoth", ""},
	} {
		b, m := one(t, x.version, x.name)
		if got := Line(b, m, 399); x.want != "" && got != x.want {
			t.Errorf("got  %s\nwant %s", got, x.want)
		} else if x.want == "" {
			t.Log(got)
		}
	}
}

func TestEatingThatPetrifies(t *testing.T) {
	for _, x := range []struct{ version, name, want string }{
		{"5.0.0", "cockatrice", "petrifies unless resistant; 16.7% poison resistance, 44.4% stoning resistance (timed)"},
		{"3.4.3", "chickatrice", "petrifies unless resistant; 26.7% poison resistance"},
		{"3.6.7", "Medusa", "petrifies unless resistant, poisonous; 100% poison resistance"},
		{"dnethack", "Medusa", "unknown"},
		{"evilhack", "basilisk", "petrifies unless resistant; +5% poison resistance"},
		{"5.0.0", "Death", "kills at the first bite"},
		{"3.4.3", "green slime", "turns you into slime in 10 turns, poisonous, acidic; cures stoning"},
		{"fiqhack", "newt", "unknown"},
		{"5.0.0", "lich", "no corpse"},
		{"3.6.7", "green slime", "a glob; turns you into slime in 10 turns, poisonous, acidic; cures stoning"},
		{"3.4.3", "ettin zombie", "old ettin corpse; already old: 35% deadly food poisoning; gives nothing"},
		{"5.0.0", "pyrolisk", "safe; 20% fire resistance, 20% poison resistance"},
	} {
		b, m := one(t, x.version, x.name)
		if got := Eating(b, m); got != x.want {
			t.Errorf("%s %s: %s", x.version, x.name, got)
		}
	}
}

// Every monster fits on a line, and nothing of it is a bare code.
func TestEveryLine(t *testing.T) {
	for _, name := range rules.BestiaryNames() {
		b := rules.BestiaryOf(name)
		for _, m := range b.Monsters {
			line := Line(b, m, 400)
			if len(line) > 400 || !strings.Contains(line, "| AC ") || !strings.Contains(line, "| MR ") {
				t.Errorf("%s: %d bytes: %s", name, len(line), line)
			}
			if len(Flags(m)) > 0 && len(line) < 300 && !strings.HasSuffix(line, strings.Join(Flags(m), ", ")) {
				t.Errorf("%s: flags are missing: %s", name, line)
			}
		}
	}
}

func TestQuery(t *testing.T) {
	b := rules.BestiaryOf("5.0.0")
	for text, want := range map[string]string{
		"F yellow":                          "yellow mold",
		"F":                                 "lichen brown mold yellow mold green mold red mold shrieker violet fungus",
		"level 10-12 flies poisonous":       "Death Pestilence Famine", // checked below instead
		"; huge bite":                       "giant eel electric eel kraken",
		"conveys telepathy":                 "floating eye mind flayer master mind flayer",
		"conveys disintegration resistance": "black dragon Chromatic Dragon",
		"conveys sleep resistance, disintegration res": "Chromatic Dragon",
		"conveys cold res and sleep res c":             "",
		"resists shock level<=4 genocidable":           "",
		"c stoning":                                    "chickatrice cockatrice",
		"a 9":                                          "queen bee",
		"conveys energy c":                             "",
		"lvl3 a":                                       "soldier ant fire ant",
		"ac -10..-8":                                   "",
		"speed >= 24, class B":                         "",
		"small flies B":                                "",
		"purple L":                                     "master lich arch-lich",
		"d domestic bright blue":                       "",
	} {
		q, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := ""
		for _, m := range q.Find(b) {
			got += m.Name + " "
		}
		got = strings.TrimSpace(got)
		if strings.HasPrefix(text, "level 10") {
			for _, m := range q.Find(b) {
				if m.Level < 10 || m.Level > 12 || !m.Is("FLY") || !m.Is("POIS") {
					t.Errorf("%s finds %s", text, m.Name)
				}
			}
			if got == "" {
				t.Errorf("%s finds nothing", text)
			}
			continue
		}
		if want != "" && got != want {
			t.Errorf("%s (%s): %s, want %s", text, q, got, want)
		}
	}
	for text, near := range map[string]string{"F yelow": "yellow", "flys?! wobbly": "", "level": "level", "level x": "", "resists": "resists", "poisnous": "poisonous"} {
		_, err := Parse(text)
		var u *Unknown
		if !errors.As(err, &u) || near != "" && strings.Join(u.Nearest, " ") != near && !strings.HasPrefix(strings.Join(u.Nearest, " "), near) {
			t.Errorf("%s: %v %+v", text, err, u)
		}
	}
}

func TestCompare(t *testing.T) {
	b1, m1 := one(t, "3.4.3", "stone giant")
	b2, m2 := one(t, "3.6.7", "stone giant")
	names, values := Compare([]*rules.Bestiary{b1, b2}, []*rules.Monster{m1, m2})
	if len(names) != 1 || names[0] != "eating" || values[0][0] != "safe; 100% strength" || values[0][1] != "safe; 50% strength" {
		t.Errorf("%v %v", names, values)
	}
	names, _ = Compare([]*rules.Bestiary{b1, b1}, []*rules.Monster{m1, m1})
	if len(names) != 0 {
		t.Errorf("a monster differs from itself in %v", names)
	}
}

func FuzzParseQuery(f *testing.F) {
	f.Add("F yellow level 10-12 flies, resists fire attack level drain speed >= 3")
	f.Fuzz(func(t *testing.T, text string) {
		q, err := Parse(text)
		if err == nil {
			q.Find(rules.BestiaryOf("3.4.3"))
			_ = q.String()
		}
	})
}

func BenchmarkLine(b *testing.B) {
	beasts, m := one(b, "5.0.0", "soldier ant")
	for b.Loop() {
		Line(beasts, m, 400)
	}
}

func BenchmarkQuery(b *testing.B) {
	beasts := rules.BestiaryOf("5.0.0")
	for b.Loop() {
		q, _ := Parse("level 10-12 flies poisonous")
		q.Find(beasts)
	}
}

// What is not so and what is so are together all there are.
func TestDenied(t *testing.T) {
	b := rules.BestiaryOf("5.0.0")
	count := func(text string) int {
		t.Helper()
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return len(q.Find(b))
	}
	for _, what := range []string{"resists fire", "flies", "bite", "conveys poison", "D", "level >10"} {
		with, without := count("lawful "+what), count("lawful not "+what)
		if with+without != count("lawful") || with == 0 || without == 0 {
			t.Errorf("%s: %d are, %d are not, of %d", what, with, without, count("lawful"))
		}
	}
	if _, err := Parse("lawful not"); err == nil {
		t.Error("not what?")
	}
}
