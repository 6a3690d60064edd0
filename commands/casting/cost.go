package casting

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// A cast costs the same for every hero unless the cost is divided by the success. So a
// question about nobody in particular is answered for everybody.

// heroless reports whether a call asks about casts without saying whose.
func heroless(c *commands.Call) bool {
	said := func(numbers ...commands.Number) bool {
		return slices.ContainsFunc(numbers, func(n commands.Number) bool { _, ok := n.In(c); return ok })
	}
	if hero.Role.One(c) != nil || c.Rules.Casting.Formula != rules.Percent || Amulet.In(c) || forgotten.In(c) || said(overTurns) {
		return false
	}
	if !said(hero.Failing) && (said(hero.Int, hero.Wis, hero.XL, casts, wanted, sure) || Skill.In(c) != "" || len(hero.Worn.All(c)) > 0) {
		return false
	}
	return Spell.One(c) != nil || said(tier, pw)
}

// costAnswer is the machine-readable answer of `cast` without a hero.
type costAnswer struct {
	Spell    string   `json:"spell,omitempty"`
	Level    int      `json:"level,omitempty"`
	Pw       int      `json:"pw,omitempty"`
	FailedPw int      `json:"pw_if_failed,omitempty"`
	Casts    *int     `json:"casts,omitempty"` // that the power allows
	Fail     *float64 `json:"fail,omitempty"`
	AtLeast  *someOf  `json:"at_least,omitempty"`
}

func tellCost(c *commands.Call) (*commands.Story, error) {
	d := steps.New(c.Rules)
	s := &commands.Story{Steps: d}
	a := costAnswer{}
	a.Level, _ = tier.In(c)
	what := fmt.Sprintf("A level %d spell", a.Level)
	if said := Spell.One(c); said != nil {
		sp := said.Value.(*rules.Spell)
		a.Spell, a.Level = sp.Name, sp.Level
		what = fmt.Sprintf("%s (level %d)", wording.Capital(sp.Name), sp.Level)
	}
	power, powered := pw.In(c)
	if a.Level == 0 {
		return tellCosts(c, s, power), nil
	}
	r, casts := &s.Reply, c.Rules.Casts()
	a.Pw = pwPerLevel * a.Level
	a.FailedPw = a.Pw / casts.FailedPart
	d.Work(rules.CiteEnergy, "power", pwShown(a.Pw), "%d*%d", pwPerLevel, a.Level).Of("level %d", a.Level)
	d.Work(rules.CiteCast, "power if it fails", pwShown(a.FailedPw), "⌊%d/%d⌋", a.Pw, casts.FailedPart)
	d.Work(rules.CiteEnergy, "nutrition", strconv.Itoa(a.Pw*casts.Hunger), "%d*%d", casts.Hunger, a.Pw)
	r.Headline = pwShown(a.Pw)
	says := fmt.Sprintf("a cast takes %d Pw, or %d if it fails, and %d nutrition (less for a Wizard with Int over 14)", a.Pw, a.FailedPw, a.Pw*casts.Hunger)
	if powered {
		n := power / a.Pw
		a.Casts = &n
		says += fmt.Sprintf("; %d Pw is enough for %s", power, wording.Count(n, "cast"))
		d.Work("", "casts", strconv.Itoa(n), "⌊%d/%d⌋", power, a.Pw)
	}
	if n, ok := hero.Failing.In(c); ok {
		says = failed100(c, d, r, &a, n) + "; " + says
	} else {
		r.Hints = nil
	}
	r.Summary = what + ": " + says + "."
	r.Data = a
	r.Cite(c.Rules, rules.CiteEnergy, rules.CiteCast)
	return s, nil
}

// pwPerLevel is the power that each level of a spell costs (spell.c, spelleffects). It
// is the same in every version in which the cost is not divided by the success.
const pwPerLevel = 5

// failed100 describes casts of which n in 100 fail.
func failed100(c *commands.Call, d *steps.Derivation, r *commands.Reply, a *costAnswer, n int) string {
	fail := float64(n) / 100
	a.Fail = &fail
	tries, _ := casts.In(c)
	least, said := wanted.In(c)
	if tries = max(tries, least, 1); allWork.In(c) {
		least = tries
	} else if !said {
		least = 1
	}
	of := &someOf{K: least, N: tries, P: odds.AtLeast(tries, least, 1-fail)}
	if has, powered := pw.In(c); powered && !noneWork.In(c) {
		return failedPowered(c, d, r, a, of, has, n)
	}
	if noneWork.In(c) {
		of.K, of.P = 0, math.Pow(fail, float64(tries))
	}
	a.AtLeast = of
	r.Headline = wording.Share(of.P)
	switch {
	case of.K == 0:
		d.Work("", of.String(), wording.Share(of.P), "%d%%^%d", n, tries)
	default:
		d.Work("", of.String(), wording.Share(of.P), "1 - sum(i = 0..%d, C(%d, i)*(1 - %d%%)^i*%d%%^(%d - i))", of.K-1, tries, n, n, tries)
	}
	text := wording.Chance(of.P) + " that " + of.String()
	if p, ok := sure.In(c); ok {
		text += fmt.Sprintf("; for %d%% it takes %s", p, wording.Count(odds.TriesFor(1-fail, p), "cast"))
	}
	return text
}

// failedPowered describes casts of which n in 100 fail, as long as some power is enough. A
// failed cast takes less of it, so what was cast before decides how many more there are.
func failedPowered(c *commands.Call, d *steps.Derivation, r *commands.Reply, a *costAnswer, of *someOf, has, n int) string {
	limit := math.MaxInt // casts that are tried
	if k, said := casts.In(c); said {
		limit = k
	}
	of.P, of.N = spell.Powered(a.Pw, a.FailedPw, has, of.K, limit, *a.Fail)
	a.AtLeast = of
	r.Headline = wording.Share(of.P)
	if p, asked := sure.In(c); asked {
		c.Note(commands.Remarked, fmt.Sprintf("for %d%% it takes %s, if there is power for them", p, wording.Count(odds.TriesFor(1-*a.Fail, p), "cast")))
	}
	what := "a cast succeeds"
	if of.K > 1 {
		what = fmt.Sprintf("%d casts succeed", of.K)
	}
	d.Counted(rules.CiteCast, what, wording.Share(of.P), "the casts that %d Pw allows, %d Pw each or %d if it fails (%d%%)", has, a.Pw, a.FailedPw, n)
	if of.N == 0 {
		return fmt.Sprintf("no chance: %d Pw is not enough", has)
	}
	return fmt.Sprintf("%s that %s before %d Pw is too little, of up to %s", wording.Chance(of.P), what, has, wording.Count(of.N, "cast"))
}

// tellCosts says how many casts of each level some power is enough for.
func tellCosts(c *commands.Call, s *commands.Story, power int) *commands.Story {
	r := &s.Reply
	r.Table = &commands.Table{Columns: []string{"spell level", "Pw", "casts"}}
	var says []string
	for level := 1; level <= mostSpellLevel; level++ {
		cost := pwPerLevel * level
		n := power / cost
		r.Table.Rows = append(r.Table.Rows, []string{strconv.Itoa(level), strconv.Itoa(cost), strconv.Itoa(n)})
		says = append(says, fmt.Sprintf("%d of level %d", n, level))
		s.Steps.Work(rules.CiteEnergy, fmt.Sprintf("casts of level %d", level), strconv.Itoa(n), "⌊%d/(%d*%d)⌋", power, pwPerLevel, level)
	}
	r.Headline = wording.Count(power/pwPerLevel, "cast")
	r.Summary = fmt.Sprintf("%d Pw is enough for these casts, if none fails: %s.", power, wording.And(says))
	r.Data = costAnswer{Pw: power}
	r.Cite(c.Rules, rules.CiteEnergy)
	return s
}
