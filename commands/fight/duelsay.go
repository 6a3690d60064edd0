package fight

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/duel"
	"delphi/engine/fight"
	"delphi/engine/rules"
)

// duels returns the fights that a call asks about, one after the other. It notes what it assumes.
func duels(c *commands.Call) ([]*duel.Question, error) {
	q, err := duelist(c)
	if err != nil {
		return nil, err
	}
	list := []*duel.Question{q}
	for n := alike.Else(c, fought.One(c).Quantity, ""); len(list) < min(n, mostFoes+1); {
		more := *q
		list = append(list, &more)
	}
	for _, s := range next.All(c) {
		for range min(max(1, s.Quantity), mostFoes) {
			more := *q
			if err := following(c, &more, s); err != nil {
				return nil, err
			}
			list = append(list, &more)
		}
	}
	if len(list) > mostFoes {
		return nil, &commands.Problem{Text: fmt.Sprintf("I follow %d monsters at most.", mostFoes), Hints: []string{c.Command.Examples[4]}}
	}
	return list, nil
}

// tellDuel answers duel.
func tellDuel(c *commands.Call) (*commands.Story, error) {
	list, err := duels(c)
	if err != nil {
		return nil, err
	}
	all, each := duel.Series(list)
	out := Duelling{Answer: all}
	if len(each) > 1 {
		out.Fights = each
	} else {
		out.Dangers, out.Better = dangers(list[0]), helps(list[0], &all)
	}
	s := &commands.Story{Steps: duelSteps(c, list[0], &all)}
	r := &s.Reply
	asked := verdictOf(c, &all)
	asked.step(s.Steps)
	r.Headline, r.Tone = asked.headline, tone(all.Win.P)
	r.Summary = duelSummary(c, asked, list, &all)
	if bare := unarmed(c); bare != "" {
		r.Summary = fmt.Sprintf("%s: %s%s", bare, strings.ToLower(r.Summary[:1]), r.Summary[1:])
	}
	duelFields(r, list, &all, each)
	r.Summary += more(r, list, out.Better)
	r.Data = out
	disarmed(c, list)
	r.EngineNotes(c.Rules, nil, append(moot(c, &all), duelNotes(list)...), all.Cites)
	citeArmour(c, r)
	return s, nil
}

// more adds what the foes do besides damage, and of a single one says it, and what would help most.
func more(r *commands.Reply, list []*duel.Question, best *Better) (text string) {
	for i, q := range list {
		if i > 0 && q.Foe.Monster == list[i-1].Foe.Monster {
			continue
		}
		if d := dangerous(q); d != "" {
			r.Field(q.Foe.Name, "%s", strings.ToLower(d[:1])+d[1:])
			text = " " + d + "."
		}
	}
	if len(list) > 1 {
		return ""
	}
	if best != nil {
		r.Field("better", "%s: %s", best.Change, wording.Share(best.Win))
		text += fmt.Sprintf(" What helps most: %s, you win %s.", best.Change, wording.Share(best.Win))
	}
	return text
}

// unarmed warns, where nothing was said about what the hero fights with, on which everything
// but the hero's death depends.
func unarmed(c *commands.Call) string {
	_, role := hero.Role.In(c)
	switch _, leveled := hero.XL.In(c); {
	case role || Weapon.One(c) != nil || skill.In(c) != "":
		return ""
	case leveled:
		return "Bare-handed, as you named no role or weapon"
	}
	return "Bare-handed at XL 1, as you named no role, XL or weapon"
}

// mostFoes bounds how many monsters are fought one after another.
const mostFoes = 8

// following puts one of the monsters that come after into a question.
func following(c *commands.Call, q *duel.Question, s commands.Said) error {
	m := next.Of(s)
	if err := against(c, q, m, true); err != nil {
		return err
	}
	q.Hero.InWater = inWater.In(c) || m.Symbol == ";"
	q.InWater = q.Hero.InWater
	ofMean(c, q, m)
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

// duelSummary returns the answer in a sentence or two: what was asked first, then the rest.
func duelSummary(c *commands.Call, asked verdict, list []*duel.Question, all *duel.Answer) string {
	q := list[0]
	foes := fmt.Sprintf("%s with %d HP at AC %d%s", foesOf(list), q.HP, q.Foe.AC, map[string]string{"chase": " if you chase it when it flees", "wait": " if you wait when it flees"}[meanwhile.In(c)])
	then := ". "
	if meanwhile.In(c) != "" { // what is compared with the other is one sentence
		then = "; "
	}
	takes := "; it takes " + wording.AmountOf(round(all.Turns.Mean), "turn")
	dies, left, wins := "", "", ""
	if all.Win.P > little {
		left = fmt.Sprintf(", with %s HP left on average", wording.Amount(all.HPLeft.Mean))
		wins = fmt.Sprintf("%syou win %s of the time%s", then, wording.Share(all.Win.P), left)
	}
	if all.Lose.P > little {
		dies = fmt.Sprintf("you die %s of the time%s", wording.Share(all.Lose.P), of(all.Causes))
	}
	var b strings.Builder
	switch asked.what {
	case toDie:
		fmt.Fprintf(&b, "%s to die against %s%s%s%s", wording.Capital(wording.Chance(all.Lose.P)), foes, of(all.Causes), takes, wins)
	case toLast:
		fmt.Fprintf(&b, "You last %s turns on average against %s before you die, as you do %s of the time%s%s", asked.headline, foes, wording.Share(all.Lose.P), of(all.Causes), wins)
	case toFlee:
		fmt.Fprintf(&b, "In %s of fights with %s it flees, %s. It comes back then%s", asked.headline, foes, flightOf(q.Rules), wins)
	default:
		fmt.Fprintf(&b, "%s to beat %s%s%s", wording.Capital(wording.Chance(all.Win.P)), foes, left, takes)
		if dies != "" {
			b.WriteString(then + dies)
		}
	}
	if all.Open.P > little {
		fmt.Fprintf(&b, "%s%s of the time it is still going on after %s", then, wording.Share(all.Open.P), wording.Count(all.Limit, "turn"))
	}
	for _, d := range all.Doomed {
		if d.P > little {
			fmt.Fprintf(&b, ". In %s of fights you win but are %s: cure it at once", wording.Share(d.P), strings.Replace(d.What, "illness", "fatally ill", 1))
		}
	}
	b.WriteString(".")
	return sentences(b.String())
}

// sentences begins each sentence of a text with a capital letter.
func sentences(text string) string {
	parts := strings.Split(text, ". ")
	for i := range parts {
		parts[i] = wording.Capital(parts[i])
	}
	return strings.Join(parts, ". ")
}

// foesOf names the foes of the fights, one after another.
func foesOf(list []*duel.Question) string {
	var names []string
	for i, n := 0, 1; i < len(list); i, n = i+n, 1 {
		m := list[i].Foe.Monster
		for i+n < len(list) && list[i+n].Foe.Monster == m {
			n++
		}
		switch a := &list[i].Foe; {
		case n == 1:
			names = append(names, withArm(a))
		case a.Arm != nil:
			names = append(names, wording.Count(n, m.Name)+", each wielding "+wording.Article(a.Arm.Name)+", one after another")
		default:
			names = append(names, wording.Count(n, m.Name)+" one after another")
		}
	}
	foes, _ := wording.List(names, ", then ", 120)
	return foes
}

// round rounds a figure to one decimal place.
func round(x float64) float64 { return float64(int(x*10+0.5)) / 10 }

// of lists causes of death if there are several, or one other than attacks.
func of(list []duel.Cause) string {
	var parts []string
	for _, c := range list {
		if c.P > little {
			parts = append(parts, fmt.Sprintf("%s %s", c.What, wording.Share(c.P)))
		}
	}
	if len(parts) == 0 || len(parts) == 1 && list[0].What == duel.Attacks {
		return ""
	}
	text, _ := wording.List(parts, ", ", 120)
	return " (" + text + ")"
}

// duelFields adds the figures behind the summary.
func duelFields(r *commands.Reply, list []*duel.Question, all *duel.Answer, each []duel.Answer) {
	r.Field("win", "%s", wording.Share(all.Win.P))
	r.Field("die", "%s", wording.Share(all.Lose.P))
	if all.Open.P > little {
		r.Field("still going", "%s after %s", wording.Share(all.Open.P), wording.Count(all.Limit, "turn"))
	}
	if all.Win.P > 0 {
		r.Field("HP left", "%s on average, %d in the middle, 1 win in 20 leaves %d or less", wording.Amount(all.HPLeft.Mean), all.HPLeft.Median, all.HPLeft.Low)
	}
	r.Field("turns", "%s on average", wording.Amount(round(all.Turns.Mean)))
	for i := range each {
		number := ""
		if len(each) > 1 {
			number = fmt.Sprintf("%d. ", i+1)
			r.Field(number+each[i].Monster, "%s up to here, %s HP left", wording.Share(each[i].Win.P), wording.Amount(each[i].HPLeft.Mean))
		}
		if each[i].Flees.P > little {
			r.Field(number+"it flees", "%s, %s", wording.Share(each[i].Flees.P), flightOf(list[i].Rules))
		}
	}
}

// flightOf says when a foe flees and comes back.
func flightOf(r *rules.Duel) string {
	return fmt.Sprintf("after 1 in %d of your hits below half of its HP; 1 in %d times for 1 to %d turns, else until it is unhurt", r.FleeOnce, r.FleeTimed, r.FleeTurns)
}

// disarmed notes of foes that may come with a weapon that they have none.
func disarmed(c *commands.Call, list []*duel.Question) {
	for _, q := range list {
		if q.Foe.Arm == nil && fightsArmed(q.Foe.Monster) {
			foremost(c, fmt.Sprintf("%s wields no weapon: armed it does more damage", foe.Some(q.Foe.Monster)))
		}
	}
}

// duelNotes returns what the fights leave out.
func duelNotes(list []*duel.Question) (notes []string) {
	notes = append(notes, "side by side in a large lit room, you neither heal nor leave")
	for _, q := range list {
		more := duel.Skipped(q)
		if q.Hero.Drains() {
			more = append([]string{"levels that it loses are not followed"}, more...)
		}
		for _, n := range more {
			if !slices.Contains(notes, n) {
				notes = append(notes, n)
			}
		}
	}
	return notes
}

// duelSteps returns the steps to the chance to win.
func duelSteps(c *commands.Call, q *duel.Question, all *duel.Answer) *steps.Derivation {
	d := steps.New(c.Rules)
	a, h, r := fight.Attack(&q.Hero), q.Foe.Hits(), q.Rules
	hits, does := wording.Share(a.P), wording.Amount(a.Damage.Mean)
	d.Counted("to hit", "you hit", hits, "to hit %s must exceed a d20", numbersOf(a.ToHit.Trim()))
	d.Counted("weapon damage", "a hit does", does, "%s", dealt(&a.Damage))
	var theirs []string
	for _, x := range h.Attacks {
		share := wording.Share(x.Hits.P)
		d.Counted("monster to hit", "its "+x.What, share, "%s, %s", x.Dice, x.Kind)
		theirs = append(theirs, share)
	}
	if len(theirs) == 0 {
		theirs = []string{"no attacks"}
	}
	its := fmt.Sprint(q.Foe.Speed)
	d.Given("monster speed", "its speed", its)
	if q.FoeFirst {
		d.Counted("monster speed", "it strikes first", its, "the moves of a turn before your first blow")
	}
	allowances := map[duel.Pace][]rules.Allowance{duel.Normal: r.Normal, duel.Fast: r.Fast, duel.VeryFast: r.VeryFast}[q.Pace]
	yours := wording.Amount(meanOf(allowances))
	d.Counted("hero movement", "your speed", yours, "%s", movement(allowances))
	flees := fmt.Sprintf("1/%d", r.FleeOnce)
	d.Given("monster regeneration", "it heals 1 HP", healing(q))
	d.Given("fleeing after a hit", "it flees below half of its HP", flees).Of("of your hits")
	d.Counted("", "win", wording.Share(all.Win.P), "all courses of %s: %s for %s at speed %s against %s at speed %s, which heals %s and flees after %s", wording.Count(all.Limit, "turn"), hits, does, yours, strings.Join(theirs, ", "), its, healing(q), flees)
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
