package fate

import (
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// The parameters of an angry god.
var (
	otherGod = commands.NewFlag(commands.Param{Name: "other", Summary: "It is another god, the one of the altar under you", Words: []string{"other god", "another god", "other gods"}})
	punished = commands.NewFlag(commands.Param{Name: "punished", Summary: "You are punished already", Words: []string{"already punished", "ball and chain", "chained"}})
	heard    = commands.NewFlag(commands.Param{Name: "displeased", Summary: "You were told no more than that your god is displeased", Words: []string{"only displeased", "just displeased"}})
	rolled   = commands.NewNumber(commands.Param{Name: "roll", Summary: "What the die of the god's anger shows, from 0 on", Words: []string{"rolled", "face"}, Min: 0, Max: 14})
)

func smite() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "smite",
		Fillers: "what does do will my god gods god's angry anger smites smiting smited your is if to me how", Aliases: []string{"angrygod", "smiting"},
		Summary: "Show what an angry god does to you",
		Params:  commands.Takes(commands.RuleSet, anger, hero.Luck, record, otherGod, punished, heard, rolled),

		Examples: []string{"smite anger 1 luck -3 record 10", "smite v3.4.3 anger 2 luck 0 record 0 punished", "smite other god record 10 luck -3", "smite roll 6 punished", "smite displeased"},
	}, tellSmite)
}

// smiteAnswer is the machine-readable answer of `smite`.
type smiteAnswer struct {
	Die      int              `json:"smite_die,omitempty"` // faces 0 to Die-1; none where the roll was said
	Safe     odds.Fraction    `json:"safe"`                // displeased, no more
	Outcomes []divine.Outcome `json:"outcomes"`
}

func tellSmite(c *commands.Call) (*commands.Story, error) {
	q := &divine.Prayer{Rules: c.Rules.Prayer(), Die: c.Rules.Luck(), Altar: divine.NoAltar, Form: divine.Ordinary, Alignment: rules.Alignments[0], Punished: punished.In(c)}
	if q.Rules == nil {
		return nil, rules.No[rules.Prayer](c.Rules)
	}
	if otherGod.In(c) {
		q.Altar = rules.Alignments[1]
	}
	d := steps.New(c.Rules)
	if heard.In(c) {
		return tellDispleased(c, q, d)
	}
	if n, ok := rolled.In(c); ok {
		what := q.Face(n)
		d.Given(rules.CiteSmite, fmt.Sprintf("face %d", n), what)
		r := commands.Reply{Headline: what, Summary: fmt.Sprintf("A roll of %d: %s.", n, saidOf(what))}
		a := smiteAnswer{Safe: odds.Never, Outcomes: []divine.Outcome{certainly(what)}}
		if what == rules.SmiteDispleased {
			a.Safe = odds.Always
		}
		r.Data = a
		r.Cite(c.Rules, rules.CiteSmite)
		return &commands.Story{Reply: r, Steps: d}, nil
	}
	luck := hero.Luck.Else(c, 0, "Luck 0")
	wrath, ok := anger.In(c)
	if !ok && !otherGod.In(c) {
		wrath = 1
		c.Note(commands.Assumed, "anger 1")
	}
	if q.Record, ok = record.In(c); !ok {
		q.Record = 10
		c.Note(commands.Assumed, "alignment record 10")
	}
	die, list := q.Smites(luck, wrath)
	a := smiteAnswer{Die: die.Sides, Outcomes: list, Safe: odds.Never}
	for _, o := range list {
		if o.What == rules.SmiteDispleased {
			a.Safe = odds.Fraction{P: o.P, Num: o.Num, Den: o.Den}
		}
	}
	d.Work(rules.CiteSmite, "sides of the die", strconv.Itoa(die.Sides), "min(%d, max(1, %s))", q.Rules.SmiteMost, steps.Sum(die.Wrath, die.Fortune)).Of("%d from the god, %d from Luck %d", die.Wrath, die.Fortune, luck)
	d.Work(rules.CiteSmite, "displeased, no more", wording.Share(a.Safe.P), "min(2, %d)/%d", die.Sides, die.Sides)
	r := commands.Reply{Data: a, Headline: wording.Share(a.Safe.P), Summary: strings.TrimPrefix(strings.TrimSpace(outcomeList(list)), "Then: ")}
	r.Cite(c.Rules, rules.CiteSmite)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// tellDispleased says what "You feel that Tyr is displeased." means for who prayed.
func tellDispleased(c *commands.Call, q *divine.Prayer, d *steps.Derivation) (*commands.Story, error) {
	d.Given(rules.CiteSmite, "that your god is displeased", "faces 0 and 1 of the die of anger")
	d.Given(rules.CitePrayerClass, "a prayer too soon", fmt.Sprintf("Luck %d, anger %+d", q.Rules.SoonLuck, q.Rules.SoonAnger))
	r := commands.Reply{Headline: "displeased"}
	r.Summary = "The mildest answer to a prayer that fails: no curse and no lost level, but protection by gods or priests is gone."
	if otherGod.In(c) {
		r.Summary += " Another god's anger does not make your own god angry."
	} else {
		r.Summary += fmt.Sprintf(" If you prayed too soon, Luck is down by %d and your god is angry: no prayer works until sacrifices mend that. If not, Luck or alignment was below 0, the god was angry already or you were in Gehennom.", -q.Rules.SoonLuck)
	}
	r.Data = smiteAnswer{Safe: odds.Always, Outcomes: []divine.Outcome{certainly(rules.SmiteDispleased)}}
	r.Hints = []string{"sac anger 1 luck -3"}
	r.Cite(c.Rules, rules.CiteSmite, rules.CitePrayerClass)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// saidOf describes an outcome in words.
func saidOf(what string) string {
	if people, ok := said[what]; ok {
		return people
	}
	return what
}

// certainly returns an outcome that is certain.
func certainly(what string) divine.Outcome {
	out := divine.Outcome{What: what}
	out.P, out.Num, out.Den = 1, 1, 1
	return out
}
