package fight

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/duel"
	"delphi/engine/fight"
	"delphi/engine/rules"
)

// tellDuel answers duel.
func tellDuel(c *commands.Call) (*commands.Story, error) {
	q, err := duelist(c)
	if err != nil {
		return nil, err
	}
	list := []*duel.Question{q}
	for n, _ := alike.In(c); len(list) < n; {
		more := *q
		list = append(list, &more)
	}
	for _, s := range next.All(c) {
		if len(list) == mostFoes {
			return nil, &commands.Problem{Text: fmt.Sprintf("I follow %d monsters at most.", mostFoes), Hints: []string{c.Command.Examples[4]}}
		}
		more := *q
		if err := following(c, &more, s); err != nil {
			return nil, err
		}
		list = append(list, &more)
	}
	all, each := duel.Series(list)
	out := Duelling{Answer: all}
	if len(each) > 1 {
		out.Fights = each
	}
	s := &commands.Story{Steps: duelSteps(c, q, &all)}
	r := &s.Reply
	r.Headline, r.Tone = commands.Share(all.Win.P), tone(all.Win.P)
	r.Summary, r.Data = duelSummary(q, &all, each), out
	if unarmed(c) {
		r.Summary = fmt.Sprintf("Bare-handed at XL %d, as you named no role, XL or weapon: %s%s", q.Hero.XL, strings.ToLower(r.Summary[:1]), r.Summary[1:])
	}
	duelFields(r, q, &all, each)
	r.EngineNotes(c.Rules, nil, duelNotes(q), all.Cites)
	return s, nil
}

// unarmed reports whether nothing was said about how the hero fights, on which
// everything but the hero's death depends.
func unarmed(c *commands.Call) bool {
	_, role := hero.Role.In(c)
	_, leveled := hero.XL.In(c)
	return !role && !leveled && Weapon.One(c) == nil && skill.In(c) == ""
}

// mostFoes bounds how many monsters are fought one after another.
const mostFoes = 8

// following puts one of the monsters that come after into a question.
func following(c *commands.Call, q *duel.Question, s commands.Said) error {
	m := next.Of(s)
	at := *c
	at.Notes = nil
	a, err := assaultOf(&at, m)
	if err != nil {
		return err
	}
	a.Dex, a.Str, a.Level = q.Hero.Dex, q.Hero.Str, -1
	q.Foe = *a
	q.Hero.Monster, q.Hero.Target.AC, q.Hero.Target.Level = m, m.AC, a.MonsterLevel()
	q.Hero.InWater = inWater.In(c) || m.Symbol == ";"
	q.InWater = q.Hero.InWater
	q.FoeHP = max(1, int(q.Hero.HitPoints().Mean()+0.5))
	c.Note(commands.Assumed, fmt.Sprintf("%s with %d HP", article(m.Name), q.FoeHP))
	return q.Check()
}

func tone(win float64) commands.Tone {
	switch {
	case win >= 0.95:
		return commands.Good
	case win >= 0.6:
		return commands.Fair
	}
	return commands.Bad
}

// little is the chance below which a summary leaves something out.
const little = 0.0005

// duelSummary returns the answer in a sentence or two.
func duelSummary(q *duel.Question, all *duel.Answer, each []duel.Answer) string {
	var b strings.Builder
	var names []string
	for i, n := 0, 1; i < len(each); i, n = i+n, 1 {
		name := each[i].Monster
		for i+n < len(each) && each[i+n].Monster == name {
			n++
		}
		if n == 1 {
			names = append(names, article(name))
		} else {
			names = append(names, commands.Count(n, name)+" one after another")
		}
	}
	foes, _ := commands.List(names, ", then ", 120)
	chance := commands.Capital(commands.Chance(all.Win.P))
	fmt.Fprintf(&b, "%s to beat %s with %d HP at AC %d", chance, foes, q.HP, q.Foe.AC)
	if all.Win.P > little {
		fmt.Fprintf(&b, ", with %s HP left on average", commands.Amount(all.HPLeft.Mean))
	}
	fmt.Fprintf(&b, "; it takes %s turns", commands.Amount(round(all.Turns.Mean)))
	if all.Lose.P > little {
		fmt.Fprintf(&b, ". You die %s of the time%s", commands.Share(all.Lose.P), of(all.Causes))
	}
	if all.Open.P > little {
		fmt.Fprintf(&b, ". %s of the time it goes on after %s", commands.Share(all.Open.P), commands.Count(all.Limit, "turn"))
	}
	for _, d := range all.Doomed {
		if d.P > little {
			fmt.Fprintf(&b, ". In %s you win but are %s: cure it at once", commands.Share(d.P), d.What)
		}
	}
	b.WriteString(".")
	return b.String()
}

// round rounds a figure to one decimal place.
func round(x float64) float64 { return float64(int(x*10+0.5)) / 10 }

// of lists causes of death if there are several, or one other than attacks.
func of(list []duel.Cause) string {
	var parts []string
	for _, c := range list {
		if c.P > little {
			parts = append(parts, fmt.Sprintf("%s %s", c.What, commands.Share(c.P)))
		}
	}
	if len(parts) == 0 || len(parts) == 1 && list[0].What == duel.Attacks {
		return ""
	}
	text, _ := commands.List(parts, ", ", 120)
	return " (" + text + ")"
}

// duelFields adds the figures behind the summary.
func duelFields(r *commands.Reply, q *duel.Question, all *duel.Answer, each []duel.Answer) {
	r.Field("win", "%s", commands.Share(all.Win.P))
	r.Field("die", "%s", commands.Share(all.Lose.P))
	if all.Open.P > little {
		r.Field("still going", "%s after %s", commands.Share(all.Open.P), commands.Count(all.Limit, "turn"))
	}
	if all.Win.P > 0 {
		r.Field("HP left", "%s on average, %d in the middle, 1 win in 20 leaves %d or less", commands.Amount(all.HPLeft.Mean), all.HPLeft.Median, all.HPLeft.Low)
	}
	r.Field("turns", "%s on average", commands.Amount(round(all.Turns.Mean)))
	for _, c := range all.Causes {
		if c.P > little {
			r.Field("death by "+c.What, "%s", commands.Share(c.P))
		}
	}
	if all.Flees.P > little && len(each) == 1 {
		r.Field("it flees", "%s", commands.Share(all.Flees.P))
	}
	for i := range each {
		if len(each) > 1 {
			r.Field(fmt.Sprintf("%d. %s", i+1, each[i].Monster), "%s up to here, %s HP left", commands.Share(each[i].Win.P), commands.Amount(each[i].HPLeft.Mean))
		}
	}
}

// duelNotes returns what the fight leaves out.
func duelNotes(q *duel.Question) (notes []string) {
	notes = append(notes, "side by side in a large lit room, you strike first and neither heal nor leave")
	if q.Hero.Drains() {
		notes = append(notes, "levels that it loses are not followed")
	}
	notes = append(notes, duel.Skipped(q)...)
	return notes
}

// duelSteps returns the steps to the chance to win.
func duelSteps(c *commands.Call, q *duel.Question, all *duel.Answer) *commands.Derivation {
	d := commands.NewDerivation(c.Rules)
	a, h, r := fight.Attack(&q.Hero), q.Foe.Hits(), q.Rules
	hits, does := commands.Share(a.P), commands.Amount(a.Damage.Mean)
	d.Counted("to hit", "you hit", hits, "to hit %s must exceed a d20", numbersOf(a.ToHit.Trim()))
	d.Counted("weapon damage", "a hit does", does, "%s", dealt(&a.Damage))
	var theirs []string
	for _, x := range h.Attacks {
		share := commands.Share(x.Hits.P)
		d.Counted("monster to hit", "its "+x.What, share, "%s, %s", x.Dice, x.Kind)
		theirs = append(theirs, share)
	}
	if len(theirs) == 0 {
		theirs = []string{"no attacks"}
	}
	its := fmt.Sprint(q.Foe.Speed)
	d.Given("monster speed", "its speed", its)
	allowances := map[duel.Pace][]rules.Allowance{duel.Normal: r.Normal, duel.Fast: r.Fast, duel.VeryFast: r.VeryFast}[q.Pace]
	yours := commands.Amount(meanOf(allowances))
	d.Counted("hero movement", "your speed", yours, "%s", movement(allowances))
	flees := fmt.Sprintf("1/%d", r.FleeOnce)
	d.Given("monster regeneration", "it heals 1 HP", healing(q))
	d.Given("fleeing after a hit", "it flees below half of its HP", flees).Of("of your hits")
	d.Counted("", "win", commands.Share(all.Win.P), "all courses of %s: %s for %s at speed %s against %s at speed %s, which heals %s and flees after %s", commands.Count(all.Limit, "turn"), hits, does, yours, strings.Join(theirs, ", "), its, healing(q), flees)
	return d
}

// meanOf returns the mean of movement.
func meanOf(list []rules.Allowance) float64 {
	mean := 0.0
	for _, a := range list {
		mean += float64(a.Movement*a.In3) / 3
	}
	return mean
}

// movement returns what a turn brings: "12 1/3 of turns, 18 2/3".
func movement(list []rules.Allowance) string {
	if len(list) == 1 {
		return fmt.Sprintf("%d each turn", list[0].Movement)
	}
	parts := make([]string, len(list))
	for i, a := range list {
		parts[i] = fmt.Sprintf("%d in %d of 3 turns", a.Movement, a.In3)
	}
	return strings.Join(parts, ", ")
}

// healing returns how often the monster heals a hit point.
func healing(q *duel.Question) string {
	if q.Foe.Is("REGEN") {
		return "each turn"
	}
	return fmt.Sprintf("every %d turns", q.Rules.MonsterHeals)
}
