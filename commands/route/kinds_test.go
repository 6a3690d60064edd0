package route_test

import (
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// kinds is a question of each kind of odds. What can be tried again says how
// often it is tried: "10 dips", "for 90%"; what has a curve draws it.
var kinds = []struct {
	line         string
	again, chart bool
}{
	{"pray timeout 200 luck 0 trouble major", false, false}, // without repetition: a prayer changes the timeout
	{"pray 950 turns since trouble none", true, true},
	{"sac jackal as Priest human lawful xl12 luck 4 gifts 1 artifacts 2", true, true},
	{"sac convert xl8", true, false},
	{"crown Wizard human neutral luck 10", true, false},
	{"smite anger 1 luck -3", false, false},
	{"fountain quaff depth 5 luck 0", true, true},
	{"fountain dip", true, true},
	{"excalibur xl5 Knight", true, true},
	{"throne luck 3", true, true},
	{"sink kick", true, true},
	{"sink quaff", true, true},
	{"lamp blessed rub", true, true},
	{"smoky", true, true},
	{"wrest", true, true},
	{"engrave wand", true, true},
	{"write genocide as Wizard luck 0", true, true},
	{"horn blessed 3 troubles", true, false},
	{"removecurse confused uncursed scroll on uncursed item", true, true},
	{"search luck 0 lenses secret door", true, true},
	{"pick lock pick Rogue dex 14 door", true, true},
	{"untrap bear trap Rogue xl5", true, true},
	{"force dagger", true, true},
	{"kick door st 18 dex 14 con 16 luck 0", true, true},
	{"kick chest", true, true},
	{"open door st 18 dex 14 con 16 luck 0", true, true},
	{"box chest amulet", true, false},
	{"rnl 7 luck 3", true, false},
	{"rnz 350", false, true},
	{"wish as Valkyrie luck 0 artifacts 2: 2 blessed scrolls of genocide", true, false},
	{"enchant armor +4 plate mail with blessed scroll", true, false},
	{"charge wishing 0:0 blessed", true, false},
	{"mix healing into water", true, false},
	{"mix speed into healing", true, true},
	{"enchant weapon +6 with uncursed scroll", true, false},
	{"charge wand of death 0:4 blessed", true, true},
	{"bag cancellation depth 3", true, true},
	{"bag cancellation depth 0", true, false},
	{"luck timeout 600 turns luckstone blessed luck 5", false, false},
	{"protect 600 gold xl1 protection 0", true, false},
	{"elbereth minotaur", false, false},
	{"elbereth engraved", true, false},
	{"spawn soldier ant depth 10 xl 8", true, false},
	{"make magic marker", true, false},
	{"write 3 scrolls of genocide known ink 70", false, false},
	{"hit soldier ant as Samurai human xl10 st 18/50 dex14 luck 0, wielding blessed +2 long sword skilled", true, true},
	{"volley 12 daggers as Rogue expert", false, false},
	{"hurt soldier ant ac 4", true, true},
	{"spawn depth 10 xl 8", true, false},
	{"drop soldier ant", true, false},
	{"make potion", true, false},
}

// Every kind of odds has its steps, figures for a machine and options with
// words for each, in every version that has its rules; and answers how often
// and for how sure.
func TestEveryKindOfOdds(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	data := func(line string) map[string]any {
		t.Helper()
		a := commandstest.Ask(t, r, line)
		if a.Failed || a.Data == nil {
			t.Errorf("%s: %s", line, a.Summary)
			return nil
		}
		return commandstest.Data(t, &a)
	}
	byName := map[string]*commands.Command{}
	for _, c := range r.Commands() {
		byName[c.Name] = c
	}
	for _, k := range kinds {
		name, rest, _ := strings.Cut(k.line, " ")
		cmd := byName[name]
		for _, p := range cmd.Params {
			if p.Summary == "" || p.Name == "" || p.Name != strings.ToLower(p.Name) {
				t.Errorf("%s: option %q has no words", name, p.Name)
			}
		}
		for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
			line := strings.TrimSpace(name + " v" + version + " " + rest)
			if data(line) == nil {
				continue
			}
			call, err := r.Read(line)
			if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			if d, err := cmd.Why(t.Context(), call); err != nil || len(d.Steps) == 0 {
				t.Errorf("%s: no steps: %v", line, err)
			}
			if k.again {
				if a := data(line + " 10 tries"); a != nil && a["over"] == nil {
					t.Errorf("%s 10 tries: %v", line, a)
				}
				a := data(line + " for 90%")
				if list, _ := a["needed"].([]any); a != nil && len(list) != 1 {
					t.Errorf("%s for 90%%: %v", line, a["needed"])
				}
			}
			if k.chart {
				if a := commandstest.Ask(t, r, line+" chart"); a.Chart == nil {
					t.Errorf("%s chart: none", line)
				}
			}
		}
	}
}

func BenchmarkKinds(b *testing.B) {
	r := commandstest.New(b, commandstest.Uncached)
	for _, k := range kinds {
		b.Run(strings.ReplaceAll(k.line, " ", "_"), func(b *testing.B) {
			for b.Loop() {
				commandstest.Ask(b, r, k.line)
			}
		})
	}
}
