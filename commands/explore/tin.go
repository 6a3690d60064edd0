package explore

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/life"
	"delphi/engine/rules"
)

// The parameters of tins.
var (
	openedWith = commands.NewChoice(commands.Param{
		Name: "with", Summary: "What you wield: tin opener, dagger, knife, axe (or pick-axe) or nothing", Choices: []string{"tin opener", "dagger", "knife", "axe", "nothing"},
		Also: map[string]string{"opener": "tin opener", "athame": "dagger", "crysknife": "dagger", "stiletto": "knife", "elven dagger": "dagger", "pick-axe": "axe", "pickaxe": "axe", "pick axe": "axe", "bare hands": "nothing", "hands": "nothing", "other": "nothing"},
	})
	openerBUC = commands.NewChoice(commands.Param{Name: "buc", Summary: "The tin opener: blessed, uncursed or cursed", Choices: []string{"blessed", "uncursed", "cursed"},
		Also: map[string]string{"blessed tin opener": "blessed", "uncursed tin opener": "uncursed", "cursed tin opener": "cursed"}}) // or "blessed tin" would have two of the words
	blessedTin = commands.NewFlag(commands.Param{Name: "tin-blessed", Summary: "The tin itself is blessed", Words: []string{"tin is blessed", "blessed tin", "a blessed tin", "the blessed tin", "tin blessed"}})
)

func openTin() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "opentin",
		Fillers: "open opening a the tin tins how long turns take takes does it to",
		Aliases: []string{"open-tin", "tinopening"},
		Recall:  hero.Strong(recallOpener),
		Summary: "Show how many turns it takes to open a tin",
		Params:  commands.Takes(commands.RuleSet, openedWith, openerBUC, blessedTin, hero.St, hero.Dex),

		Examples: []string{"opentin with nothing st18 dex14", "opentin dagger", "opentin cursed tin opener", "opentin tin is blessed"},
	}, commands.By(tellTin))
}

// openers holds the weapons that open tins, by the choices of openedWith. A knife does so in some versions
// only, which the answer knows.
var openers = map[string]string{
	"dagger": "dagger", "silver dagger": "dagger", "elven dagger": "dagger", "orcish dagger": "dagger", "athame": "dagger", "crysknife": "dagger",
	"knife": "knife", "stiletto": "knife",
	"axe": "axe", "pick-axe": "axe",
}

// recallOpener opens tins with what a character wields, if that is something to open them with
// and the line says nothing of it.
func recallOpener(c, character *commands.Call) []string {
	v := c.Value(openedWith.Param)
	held, kind := hero.Wields(character)
	if held == nil || openers[kind] == "" || v.Said || openerBUC.In(c) != "" {
		return nil
	}
	v.Said, v.Text, v.Quiet = true, openers[kind], true
	return []string{held.Describe()}
}

// tinAnswer is the machine-readable answer of `opentin`.
type tinAnswer struct {
	With    string  `json:"with"`
	Min     int     `json:"min"`
	Max     int     `json:"max"`
	Mean    float64 `json:"mean"`
	GivesUp float64 `json:"gives_up,omitempty"`
}

func tellTin(c *commands.Call, t *rules.Tins) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	with := openedWith.In(c)
	buc := openerBUC.In(c)
	if with == "" && buc != "" {
		with = "tin opener"
	}
	by, named := t.Bare, "without a tool"
	switch {
	case blessedTin.In(c) && !(with == "tin opener" && buc == "blessed"):
		by, named = t.Blessed, "that is itself blessed"
	case with == "tin opener":
		by, named = map[string]rules.Rolled{"blessed": t.OpenerBlessed, "cursed": t.OpenerCursed}[buc], "with a "+buc+" tin opener"
		if buc != "blessed" && buc != "cursed" {
			by, named = t.Opener, "with an uncursed tin opener"
		}
	case with == "dagger", with == "knife" && t.Knives:
		by, named = t.Dagger, "with a dagger"
		if t.Knives {
			named = "with a dagger, knife or stiletto"
		}
	case with == "axe":
		by, named = t.Axe, "with an axe or pick-axe"
	default:
		bare(c, d, t, &by)
	}
	got := life.Tin(by, t.GivesUp)
	if by.Die > 1 {
		d.Work(rules.CiteTinOpening, "at most", strconv.Itoa(got.Max), "%d + %d - 1", by.Least, by.Die)
		d.Work(rules.CiteTinOpening, "on average", wording.Amount(got.Mean), "(%d + %d)/2", got.Min, got.Max).Of("each equally likely")
	} else {
		d.Work(rules.CiteTinOpening, "turns", strconv.Itoa(got.Min), "%d", by.Least)
	}
	how := wording.Count(got.Min, "turn")
	r.Headline = strconv.Itoa(got.Min)
	if got.Min != got.Max {
		how = fmt.Sprintf("%d to %d turns, %s on average,", got.Min, got.Max, wording.Amount(got.Mean))
		r.Headline = wording.Amount(got.Mean)
	}
	r.Summary = fmt.Sprintf("Opening a tin %s takes %s after the move that begins it.", named, how)
	if got.GivesUp > 0 {
		r.Summary += fmt.Sprintf(" You give up after %d, which happens %s of the time.", t.GivesUp, wording.Share(got.GivesUp))
		d.Work(rules.CiteTinOpening, "gives up", wording.Share(got.GivesUp), "(%d - %d)/%d", got.Max, t.GivesUp, by.Die)
	}
	if t.Spinach > 0 {
		holds := fmt.Sprintf("spinach 1 time in %d, and otherwise a random monster", t.Spinach)
		r.Fact("a random tin", holds)
		if !blessedTin.In(c) {
			r.Summary += " A random tin is " + holds + "."
			r.Cite(c.Rules, rules.CiteRandomTin)
		}
	}
	if with == "nothing" && !blessedTin.In(c) {
		r.Summary += fmt.Sprintf(" A tin opener takes %s turns, a dagger %s, an axe or pick-axe %s.", rolledTurns(t.Opener), rolledTurns(t.Dagger), rolledTurns(t.Axe))
	}
	r.Data = tinAnswer{named, got.Min, got.Max, got.Mean, got.GivesUp}
	r.Cite(c.Rules, rules.CiteTinOpening)
	return s, nil
}

// rolledTurns says how many turns a tool takes.
func rolledTurns(by rules.Rolled) string {
	if by.Die == 2 {
		return fmt.Sprintf("%d or %d", by.Least, by.Least+1)
	}
	if by.Die > 1 {
		return fmt.Sprintf("%d to %d", by.Least, by.Least+by.Die-1)
	}
	return strconv.Itoa(by.Least)
}

// bare adds the roll for a hero who wields nothing that opens a tin.
func bare(c *commands.Call, d *steps.Derivation, t *rules.Tins, by *rules.Rolled) {
	if openedWith.In(c) == "" {
		c.Note(commands.Assumed, "no tin opener, dagger, axe or pick-axe in hand")
	}
	str, dex := life.Points(hero.St.Else(c, 16, "St 16")), hero.Dex.Else(c, 12, "Dex 12")
	by.Die = 1 + t.Hands/(dex+str)
	d.Work(rules.CiteTinOpening, "ways it can go", strconv.Itoa(by.Die), "1 + ⌊%d/(%d + %d)⌋", t.Hands, dex, str)
}
