package casting

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// overAnswer says how casts go over turns in which power regenerates.
type overAnswer struct {
	spell.Casting
	Regen   spell.Regen `json:"regen"`
	AtLeast *someOf     `json:"at_least,omitempty"`
}

// overTurnsOf returns how the casts of a call go over its turns.
func overTurnsOf(c *commands.Call, cq *spell.CastQuestion, a *spell.CastAnswer, turns int) (*overAnswer, *spell.RegenQuestion, error) {
	switch {
	case a.Pw == nil:
		return nil, nil, &commands.Problem{Text: "It cannot be cast, however long you wait.", Hints: []string{"why"}}
	case cq.Amulet:
		return nil, nil, &commands.Problem{Text: "I can't follow casts over turns with the Amulet, whose drain is random.", Hints: []string{"cast wiz xl10 int18 wis12 force bolt pw 60 100 turns"}}
	}
	rq, err := regenOf(c)
	if err != nil {
		return nil, nil, err
	}
	if cq.Pw < 0 {
		cq.Pw = 0
		c.Note(commands.Assumed, "no power to begin with")
	}
	g := gainsOf(c, rq)
	out := &overAnswer{Casting: spell.OverTurns(cq, a, &g, turns), Regen: g}
	if allWork.In(c) || noneWork.In(c) {
		c.Note(commands.Remarked, "how many casts there are depends on the power that comes back: ask for at least so many of them instead of all or none")
	}
	if k, ok := wanted.In(c); ok {
		out.AtLeast = &someOf{K: k, N: turns, P: out.Casting.AtLeast(k)}
	}
	c.Note(commands.Assumed, "a cast each turn that the power allows, at normal speed")
	return out, rq, nil
}

// castOver says how casts that take cost go over several turns, with the power of has to begin with.
func castOver(over *overAnswer, turns, cost, has int) string {
	text := fmt.Sprintf("%s casts succeed in %d turns on average", wording.Amount(over.Mean), turns)
	switch over.Most {
	case over.Least:
		text = fmt.Sprintf("%s succeed in %d turns", wording.Count(over.Most, "cast"), turns)
	case over.Least + 1:
		text += fmt.Sprintf(" (%d or %d)", over.Least, over.Most)
	default:
		text += fmt.Sprintf(" (%d to %d)", over.Least, over.Most)
	}
	if has < cost && over.Regen.Most > 0 {
		text += fmt.Sprintf(", the first with %d Pw, after about %.0f turns", cost, over.Regen.Waits(cost-has).Mean)
	}
	if over.Regen.Most > 0 {
		text += ", as power comes back: " + gains(&over.Regen)
	} else {
		text += ", as no power comes back"
	}
	if of := over.AtLeast; of != nil {
		text += fmt.Sprintf("; %s that %d do", wording.Chance(of.P), of.K)
	}
	return text
}

// overSteps adds the steps to casts over turns.
func overSteps(d *steps.Derivation, over *overAnswer, rq *spell.RegenQuestion, a *spell.CastAnswer, turns int) {
	regenSteps(d, rq, &over.Regen)
	d.Counted(rules.CiteRegeneration, fmt.Sprintf("casts in %d turns", turns), wording.Amount(over.Mean), "all sequences of casts and gains: %s, %s Pw a cast, %s if it fails", gainsInParts(rq, &over.Regen), strconv.Itoa(*a.Pw), strconv.Itoa(a.FailedPw))
	if of := over.AtLeast; of != nil {
		d.Counted("", fmt.Sprintf("%d casts or more", of.K), wording.Share(of.P), "the sequences with that many")
	}
}

// gainsInParts returns gains together with the parts that they come from, if any.
func gainsInParts(q *spell.RegenQuestion, g *spell.Regen) string {
	if r := q.Rules.Regeneration(); r.Levels == 0 {
		return fmt.Sprintf("%d/%d Pw a turn", r.Parts(q.Role.Name, q.XL, q.Wis, q.Quick), r.Whole)
	}
	return gains(g)
}
