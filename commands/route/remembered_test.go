package route_test

import (
	"slices"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// whole is a character of which everything is said that one can be.
const whole = "me val human neutral xl9 st 18/50 dex 17 con 15 int 8 wis 9 luck 3 ac -2 +2 long sword, elven mithril-coat, kicking boots, gauntlets of fumbling, alchemy smock"

// remembered are questions that leave the hero out, and what of the character
// they take.
var remembered = []struct {
	line string
	take []string
}{
	{"pray 950 turns since", []string{"Valkyrie", "neutral", "XL 9", "Luck 3"}},
	{"sac jackal", []string{"Valkyrie", "human", "neutral", "XL 9", "Luck 3"}},
	{"crown", []string{"Valkyrie", "human", "neutral", "Luck 3", "+2 long sword"}},
	{"smite anger 1", []string{"Luck 3"}},
	{"fountain quaff", []string{"Luck 3"}},
	{"excalibur", []string{"Valkyrie", "XL 9", "neutral"}},
	{"throne", []string{"Luck 3"}},
	{"wish Frost Brand", []string{"Valkyrie", "Luck 3"}},
	{"enchant armor +4 plate mail", []string{"Valkyrie"}},
	{"write genocide", []string{"Valkyrie", "Luck 3"}},
	{"mix speed into healing", []string{"alchemy smock"}},
	{"luck 600 turns", []string{"Luck 3"}},
	{"search", []string{"Luck 3"}},
	{"pick door", []string{"Valkyrie", "Dex 17"}},
	{"untrap web", []string{"Valkyrie", "XL 9", "gauntlets of fumbling"}},
	{"kick door", []string{"Valkyrie", "St 18/50", "Dex 17", "Con 15", "Luck 3", "kicking boots"}},
	{"open door", []string{"St 18/50", "Dex 17", "Con 15", "Luck 3"}},
	{"force", []string{"+2 long sword"}},
	{"protect 6000 gold", []string{"XL 9"}},
	{"hit hill orc", []string{"Valkyrie", "human", "XL 9", "St 18/50", "Dex 17", "Luck 3", "+2 long sword", "elven mithril-coat"}},
	{"volley 12 daggers", []string{"Valkyrie", "human", "XL 9", "St 18/50", "Dex 17", "Luck 3"}},
	{"hurt soldier ant", []string{"AC -2", "XL 9", "St 18/50", "Dex 17", "elven mithril-coat"}},
	{"spawn depth 10", []string{"XL 9"}},
	{"rnl 7", []string{"Luck 3"}},
	{"rnz 350", []string{"XL 9"}},
	{"zap fire at soldier ant", []string{"Valkyrie", "XL 9"}},
}

// What a question about the hero leaves out is the saved character's, and the
// reply says what it took.
func TestRemembered(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		r := commandstest.New(t)
		if a := commandstest.Ask(t, r, whole); a.Failed {
			t.Fatal(a.Summary)
		}
		for _, q := range remembered {
			name, rest, _ := strings.Cut(q.line, " ")
			line := strings.TrimSpace(name + " v" + version + " " + rest)
			a := commandstest.Ask(t, r, line)
			if a.Failed {
				t.Errorf("%s: %s", line, a.Summary)
				continue
			}
			var took []string
			for _, n := range a.Notes {
				if text, ok := strings.CutPrefix(n.Text, "your character: "); ok {
					took = strings.Split(text, ", ")
				}
			}
			for _, want := range q.take {
				if !slices.Contains(took, want) {
					t.Errorf("%s: the character's %s was not taken, only %q", line, want, took)
				}
			}
		}
	}
}

// A parameter that is called like something of the character is the
// character's, so that it is filled in, or its command recalls it.
func TestCharactersParameters(t *testing.T) {
	r := commandstest.New(t)
	all := r.Commands()
	me := all[slices.IndexFunc(all, func(c *commands.Command) bool { return c.Name == "me" })]
	for _, cmd := range all {
		for _, p := range cmd.Params {
			same := func(q *commands.Param) bool { return q.Name == p.Name }
			if p.Target || me.Has(p) || !slices.ContainsFunc(me.Params, same) || cmd.Recall != nil || !cmd.Cacheable {
				continue
			}
			t.Errorf("%s: %q is not the character's", cmd.Path(), p.Name)
		}
	}
}
