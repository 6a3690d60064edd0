package fight

import (
	"cmp"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/dist"
	"delphi/engine/fight"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// sayHit answers about one weapon, or one pair.
func sayHit(c *commands.Call, q *fight.Question, a *fight.Answer) commands.Reply {
	r := commands.Reply{Data: attacked(a), Version: c.Rules.Name, Headline: wording.Share(a.P), Hints: []string{"why"}}
	r.Summary = hitSummary(q, a)
	if q.Feet.Own {
		r.Field("reaches it", "%s", wording.Share(a.P))
	} else {
		r.Field("to hit", "%s (%s)", wording.Share(a.P), numbers(a.ToHit))
	}
	r.Field("damage", "%s", dealt(&a.Damage))
	if s := a.Second; s != nil {
		r.Field("second blow", "%s (%s), %s", wording.Share(s.P), numbers(s.ToHit), dealt(&s.Damage))
	}
	if a.Volley != nil {
		r.Field("volley", "%s", flight(a.Volley))
	}
	if len(a.Damage.Histogram) > 0 {
		r.Field("a turn", "%s damage", wording.Amount(a.PerTurn.Mean))
	}
	if a.Breaks > 0 {
		r.Field("breaks", "%s of hits", wording.Share(a.Breaks))
	}
	if a.Jousts > 0 {
		r.Field("jousts", "%s of hits", wording.Share(a.Jousts))
	}
	for _, n := range a.Needed {
		r.Field(fmt.Sprintf("%g%% dead", 100*n.Confidence), "%s", wording.Count(n.Turns, "turn"))
	}
	if a.Return != nil {
		r.Field("returned", "%s", returned(a.Return))
	}
	if charted.In(c) {
		r.Chart = hitChart(c.Rules, q)
	}
	r.EngineNotes(c.Rules, nil, a.Notes, a.Cites)
	return r
}

// Attacked is the machine-readable answer of `hit`. Over is Kill in the form shared by
// all repetitions.
type Attacked struct {
	fight.Answer
	Over *tries.Over `json:"over,omitempty"`
}

func attacked(a *fight.Answer) Attacked {
	out := Attacked{Answer: *a}
	if a.Kill != nil {
		out.Over = &tries.Over{Tries: a.Kill.Turns, P: a.Kill.P}
	}
	return out
}

// hitSummary returns the answer in a sentence or two.
func hitSummary(q *fight.Question, a *fight.Answer) string {
	var b strings.Builder
	chance := wording.Capital(wording.Chance(a.P))
	if a.P == 0 {
		chance = "A 0% chance"
	}
	if q.Feet.Own {
		fmt.Fprintf(&b, "%s that a kick reaches %s", chance, foe.Some(q.Monster))
	} else {
		fmt.Fprintf(&b, "%s to hit %s (AC %d)", chance, foe.Some(q.Monster), a.AC)
	}
	if a.Weapon != "" {
		b.WriteString(" with " + article(a.Weapon))
	}
	instant := len(a.Damage.Histogram) == 0
	if instant {
		b.WriteString("; a hit kills at once")
	} else {
		fmt.Fprintf(&b, "; %s does %s", map[bool]string{true: "it then", false: "a hit"}[q.Feet.Own], dealt(&a.Damage))
	}
	if s := a.Second; s != nil {
		switch {
		case s.Same:
			fmt.Fprintf(&b, "; the second weapon hits with the first, for %s", dealt(&s.Damage))
		case s.Chance < 1:
			fmt.Fprintf(&b, "; a second punch comes %s of the time and hits %s", wording.Share(s.Chance), wording.Share(s.P))
		default:
			fmt.Fprintf(&b, "; the second weapon hits %s for %s", wording.Share(s.P), dealt(&s.Damage))
		}
	}
	if a.Volley != nil {
		fmt.Fprintf(&b, "; %s at once", flight(a.Volley))
	}
	then := ", and"
	if instant {
		then = "; that is"
	} else {
		fmt.Fprintf(&b, ". That is %s damage a turn", wording.Amount(a.PerTurn.Mean))
	}
	b.WriteString(soon(q, a, then))
	b.WriteString(".")
	if a.Return != nil {
		b.WriteString(" " + returned(a.Return))
	}
	return b.String()
}

// returned says what a passive attack does.
func returned(r *fight.Return) string {
	when := "Each " + string(r.When) + ": "
	if r.When == fight.OnDeath {
		when = "When it dies, "
	}
	text := r.What
	switch {
	case r.Takes == nil:
	case r.Turns:
		text += fmt.Sprintf(" for %d to %s", r.Takes.Min, wording.Count(r.Takes.Max, "turn"))
	default:
		text += " for " + hitPoints(r.Takes)
	}
	if r.Also != "" {
		text += " " + r.Also
	}
	if r.P < 1 {
		text = wording.Share(r.P) + " that " + text
	}
	if r.Unless != "" {
		text += ", unless " + r.Unless
	}
	return when + text + "."
}

// hitPoints formats hit points: "120 HP" or "4 to 24 HP".
func hitPoints(r *fight.Range) string {
	if r.Min == r.Max {
		return fmt.Sprintf("%d HP", r.Min)
	}
	return fmt.Sprintf("%d to %d HP", r.Min, r.Max)
}

// soon says, after a word, how likely and how soon the target is dead. It is empty if
// there is nothing to say.
func soon(q *fight.Question, a *fight.Answer, then string) string {
	switch {
	case a.Kill != nil:
		return fmt.Sprintf("%s %s that it is dead within %s (%s)", then, wording.Chance(a.Kill.P), wording.Count(a.Kill.Turns, "turn"), hitPoints(a.HP))
	case q.Confidence > 0 && a.HP != nil && len(a.Needed) == 0:
		return fmt.Sprintf(", and not even %s give %s that it is dead", wording.Count(fight.MaxTurns, "turn"), wording.Chance(q.Confidence))
	case len(a.Needed) > 0:
		n := a.Needed[min(1, len(a.Needed)-1)]
		return fmt.Sprintf("%s %s that it is dead within %s", then, wording.Chance(n.Confidence), wording.Count(n.Turns, "turn"))
	}
	return ""
}

// article returns a name in a sentence: "a soldier ant", "Excalibur".
func article(name string) string {
	if wording.Capital(name) == name {
		return name
	}
	return wording.Article(name)
}

// numbers formats to-hit numbers: "14" or "14 to 18".
func numbers(d dist.Dist) string { return numbersOf(d.Trim()) + " against d20" }

func numbersOf(d dist.Dist) string {
	if d.Max() == d.Min {
		return fmt.Sprint(d.Min)
	}
	return fmt.Sprintf("%d to %d", d.Min, d.Max())
}

// dealt describes damage: "4 to 15 damage, 9.5 on average".
func dealt(d *fight.Damage) string {
	var text string
	switch {
	case len(d.Histogram) == 0:
		return "instant death"
	case d.Min == d.Max:
		text = fmt.Sprintf("%d damage", d.Min)
	default:
		text = fmt.Sprintf("%d to %d damage, %s on average", d.Min, d.Max, wording.Amount(d.Mean))
	}
	if d.Kills > 0 {
		text += fmt.Sprintf(" (%s kill at once)", wording.Share(d.Kills))
	}
	return text
}

// flight returns how many missiles fly: "1 to 3 missiles, 2 on average".
func flight(v []dist.Value) string {
	mean := 0.0
	for _, x := range v {
		mean += float64(x.Value) * x.P
	}
	if len(v) == 1 {
		return wording.Count(v[0].Value, "missile")
	}
	return fmt.Sprintf("%d to %d missiles, %s on average", v[0].Value, v[len(v)-1].Value, wording.Amount(mean))
}

// flightStep adds the step to how many missiles fly at once.
func flightStep(d *steps.Derivation, v dist.Dist) {
	d.Counted("volley", "missiles", wording.Amount(v.Mean()), "%s", flight(v.Values()))
}

// hitSteps adds the steps to the to-hit number, the chance and the damage.
func hitSteps(d *steps.Derivation, q *fight.Question, a *fight.Answer) *steps.Derivation {
	if q.Feet.Own {
		return kickSteps(d, q, a)
	}
	values := make([]int, 0, len(a.Steps))
	rule := "to hit"
	for _, s := range a.Steps {
		d.Given(s.Rule, s.What, fmt.Sprint(s.Value))
		values = append(values, s.Value)
	}
	over, edge := "max(0, min(20, %d - 1))/20", "it must exceed a d20"
	if q.Missile {
		rule, over, edge = "missile to hit", "max(0, min(20, %d))/20", "it must reach a d20"
	}
	if number := a.ToHit.Trim(); number.Max() != number.Min {
		d.Counted(rule, "chance", wording.Share(a.P), "%s against the d20: %s, and what the artifact's die adds", numbersOf(number), steps.Sum(values...))
	} else {
		d.Work(rule, "to hit", fmt.Sprint(number.Min), "%s", steps.Sum(values...))
		d.Work(rule, "chance", wording.Share(a.P), over, number.Min).Of("%s", edge)
	}
	switch {
	case len(a.Damage.Histogram) == 0:
		d.Counted("weapon damage", "a hit", "kills", "%s", dealt(&a.Damage))
	default:
		d.Counted("weapon damage", "damage", wording.Amount(a.Damage.Mean), "%s", dealt(&a.Damage))
	}
	return d
}

// kickSteps returns the steps to what a kick does.
func kickSteps(d *steps.Derivation, q *fight.Question, a *fight.Answer) *steps.Derivation {
	const rule = "kicks"
	how := fmt.Sprintf("up to (%d + %d + %d)/15 by Strength, Dexterity and Constitution", q.KickStrength(), q.Dex, q.Feet.Con)
	switch n := q.KickMost(false); {
	case n == 0:
		how = "a kick itself does not hurt it"
	case q.Feet.Kicking:
		how += " and 5 by the boots"
	}
	d.Counted(rule, "reaches it", wording.Share(a.P), "kicks that nothing spoils, blocks or dodges")
	d.Counted(rule, "damage", wording.Amount(a.Damage.Mean), "%s: %s", how, dealt(&a.Damage))
	return d
}

// hitChart charts the chance to hit over the target's AC.
func hitChart(set *rules.Set, q *fight.Question) *commands.Chart {
	points := commands.Points(-20, 10, func(ac int) float64 {
		at := *q
		at.Target.AC = ac
		at.Turns = 0
		return 100 * at.Chance().P
	})
	who := fmt.Sprintf("%s XL%d", q.Role, q.XL)
	if with := q.Weapon.Title(); with != "" {
		who += ", " + with
	}
	out := commands.Plot(fmt.Sprintf("The chance to hit %s by its AC: %s, %s", foe.Some(q.Monster), who, set.Title), "target's AC", "chance %", 100, points)
	mark := float64(q.Target.AC)
	out.Mark = &mark
	return out
}

// Volley is how many missiles fly if no target is named.
type Volley struct {
	Weapon string       `json:"weapon"`
	Volley []dist.Value `json:"volley"`
	Mean   float64      `json:"mean"`
	Over   *Volleys     `json:"over,omitempty"`
}

// Volleys are several volleys from one stack.
type Volleys struct {
	Tries int     `json:"tries"`
	Mean  float64 `json:"mean"` // missiles in all
}

func sayVolley(c *commands.Call, q *fight.Question) (*commands.Story, error) {
	if q.Confidence > 0 {
		return nil, &commands.Problem{Text: "To work out a chance to kill, I need a monster.", Hints: []string{"volley 12 daggers as Rogue expert vs soldier ant for 90%"}}
	}
	d := q.Volley()
	v := Volley{Weapon: q.Weapon.Title(), Volley: d.Values(), Mean: d.Mean()}
	r := commands.Reply{Data: v, Version: c.Rules.Name, Headline: wording.Amount(v.Mean), Hints: []string{"why"}}
	list, _ := wording.List(seq.Map(v.Volley, func(x dist.Value) string { return fmt.Sprintf("%d %s", x.Value, wording.Share(x.P)) }), ", ", 250)
	r.Summary = fmt.Sprintf("%s at once on average: %s.", wording.Capital(missiles(v.Mean, v.Weapon)), list)
	if q.Turns > 0 {
		v.Over = &Volleys{q.Turns, fight.Thrown(q)}
		r.Data = v
		r.Summary += fmt.Sprintf(" %s: %s on average.", wording.Capital(wording.Count(q.Turns, "volley")), missiles(v.Over.Mean, v.Weapon))
	}
	r.Cite(c.Rules, "volley")
	steps := steps.New(c.Rules)
	flightStep(steps, d)
	return &commands.Story{Reply: r, Steps: steps}, nil
}

// Comparison is what several weapons do to one target, as said.
type Comparison struct {
	fight.Answer
	Compare []fight.Answer `json:"compare"`
}

// attacks returns what each of several weapons does.
func attacks(q *fight.Question, sets []fight.Weapon) []fight.Answer {
	out := make([]fight.Answer, len(sets))
	for i, w := range sets {
		at := *q
		at.Weapon = w
		out[i] = fight.Attack(&at)
		out[i].Weapon = cmp.Or(out[i].Weapon, bareHands)
	}
	return out
}

// compareHits answers about several weapons, the first in full.
func compareHits(c *commands.Call, q *fight.Question, list []fight.Answer) commands.Reply {
	out := Comparison{Answer: list[0], Compare: list}
	table := &commands.Table{Columns: []string{"weapon", "to hit", "damage", "a turn", "90% dead"}}
	best := 0
	for i := range list {
		a := &list[i]
		if better(a, &list[best]) {
			best = i
		}
		soon := "-"
		for _, n := range a.Needed {
			if n.Confidence == 0.9 {
				soon = wording.Count(n.Turns, "turn")
			}
		}
		table.Rows = append(table.Rows, []string{a.Weapon, wording.Share(a.P), dealt(&a.Damage), wording.Amount(a.PerTurn.Mean), soon})
	}
	r := commands.Reply{Data: out, Version: c.Rules.Name, Table: table, Headline: out.Compare[best].Weapon, Hints: []string{"why"}}
	var parts []string
	for i := range out.Compare {
		a := &out.Compare[i]
		if len(a.Damage.Histogram) == 0 {
			parts = append(parts, fmt.Sprintf("%s kills %s", a.Weapon, wording.Share(a.P)))
			continue
		}
		parts = append(parts, fmt.Sprintf("%s hits %s for %s a turn", a.Weapon, wording.Share(a.P), wording.Amount(a.PerTurn.Mean)))
	}
	text, told := wording.List(parts, "; ", 250)
	table.Told = told
	r.Summary = fmt.Sprintf("%s does the most damage to %s (AC %d): %s.", wording.Capital(out.Compare[best].Weapon), foe.Some(q.Monster), q.Target.AC, text)
	r.EngineNotes(c.Rules, nil, out.Notes, out.Cites)
	return r
}

// better reports whether a weapon does more damage a turn than another, or kills sooner
// if a hit with one of them may kill at once.
func better(a, than *fight.Answer) bool {
	if len(a.Damage.Histogram) > 0 && len(than.Damage.Histogram) > 0 {
		return a.PerTurn.Mean > than.PerTurn.Mean
	}
	soon := func(a *fight.Answer) int {
		if len(a.Needed) == 0 {
			return fight.MaxTurns
		}
		return a.Needed[min(1, len(a.Needed)-1)].Turns
	}
	return soon(a) < soon(than)
}

// missiles returns an amount of a missile: "1 dagger", "2.5 daggers".
func missiles(mean float64, name string) string {
	if mean != 1 {
		name = wording.Plural(name)
	}
	return wording.Amount(mean) + " " + name
}
