package fate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/rules"
)

// usualConfidence holds the default confidences, in percent, for which turns are
// counted.
var usualConfidence = []int{50, 90, 95, 99}

func tellPray(c *commands.Call) (*commands.Story, error) {
	q, err := prayerOf(c)
	if err != nil {
		return nil, err
	}
	answer := &prayAnswer{Trouble: q.Trouble().String(), LowHP: q.lowHP}
	r := commands.Reply{Data: answer}
	confidence := usualConfidence
	percent, asked := tries.Sure.In(c)
	if asked {
		confidence = []int{percent}
	}
	for _, n := range confidence {
		if asked || !q.known {
			answer.Needed = append(answer.Needed, prayNeeded{float64(n) / 100, q.wait(float64(n) / 100)})
		}
	}
	if n, many := prayers.In(c); many && n > 1 && q.Timeout.Since < 0 {
		return nil, everyTurns(n)
	}
	if !q.known {
		prayUnknown(q, answer, &r)
	} else {
		prayKnown(q, answer, &r)
		prayAgain(c, q, answer, &r)
		if len(answer.Needed) > 0 {
			r.Summary += fmt.Sprintf(" It takes %d turns after a prayer for %s.", answer.Needed[0].Turns, wording.Chance(answer.Needed[0].Confidence))
		}
	}
	if back := luckBack(c.Rules, q, answer); back != "" {
		r.Summary += back
		r.Cite(c.Rules, rules.CiteLuckTimeout)
	}
	if q.lowAt != "" {
		r.Summary += " " + q.lowAt
		r.Cite(c.Rules, rules.CiteLowHP)
	}
	if chart.In(c) {
		r.Chart = prayChart(c.Rules, q)
	}
	r.Cite(c.Rules, rules.CitePrayerClass)
	if answer.After != nil && q.late > 0 {
		r.Cite(c.Rules, rules.CitePrayerSuccess)
	}
	return &commands.Story{Reply: r, Steps: praySteps(c, q)}, nil
}

// luckBack says when bad Luck, which alone keeps a prayer from working, is over: it moves one step
// each time that the turn is divisible by a number.
func luckBack(set *rules.Set, q *praying, answer *prayAnswer) string {
	l := set.Luck()
	if l == nil || q.Luck >= 0 || answer.Refused || answer.Safe.P > 0 {
		return ""
	}
	class := answer.Class
	if class == nil {
		class = &answer.Classes[0].Class
	}
	if unsafeWords(q, *class) != badLuck {
		return ""
	}
	f := &divine.Fading{Rules: l, Luck: q.Luck, Fast: q.Anger > 0}
	return fmt.Sprintf(" Without a luckstone Luck is back at 0 in at most %d turns.", f.Over().Settle)
}

// badLuck is why a prayer does not work with Luck below 0.
const badLuck = "your Luck is bad"

// everyTurns returns the error for several prayers without a time between them.
func everyTurns(n int) error {
	return &commands.Problem{Text: fmt.Sprintf("How many turns are there between the %d prayers? Each prayer resets the timeout.", n), Hints: []string{fmt.Sprintf("pray 1000 turns since %d times", n)}}
}

// prayAgain adds how likely it is that all of several prayers are safe, each following
// the one before after the same time as the first.
func prayAgain(c *commands.Call, q *praying, answer *prayAnswer, r *commands.Reply) {
	n, many := prayers.In(c)
	if !many || answer.Refused {
		return
	}
	answer.Over = &tries.Over{Tries: n, P: math.Pow(answer.Safe.P, float64(n))}
	if n == 1 || answer.Safe.P == 0 { // that none is safe is said already
		return
	}
	r.Headline = wording.Share(answer.Over.P)
	r.Summary = fmt.Sprintf("%s that %s in a row are all safe, each %s after the one before. Each: %s", wording.Capital(wording.Chance(answer.Over.P)), wording.Count(n, "prayer"), wording.Count(q.Timeout.Since, "turn"), r.Summary)
}

// inTime returns q with the highest possible timeout.
func (q *praying) inTime() *praying {
	out := *q
	out.Timeout = divine.KnownTimeout(q.limit())
	return &out
}

// prayUnknown answers if nothing is known about the timeout: from which turn a prayer
// is safe, if ever.
func prayUnknown(q *praying, answer *prayAnswer, r *commands.Reply) {
	ready := q.inTime()
	if a := ready.Answer(); a.Safe.P < 1 {
		prayKnown(ready, answer, r)
		r.Summary = strings.Replace(r.Summary, timeoutWords(ready), "", 1)
		return
	}
	from := q.Rules.Start - q.limit() + 1
	answer.From = &from
	var turns []string
	for _, n := range answer.Needed {
		when := fmt.Sprintf("%d turns", n.Turns)
		if q.last != nil {
			when = fmt.Sprintf("from turn %d on", *q.last+n.Turns)
		}
		turns = append(turns, when+" for "+wording.Chance(n.Confidence))
	}
	if q.last != nil {
		r.Summary = fmt.Sprintf("With %s, after a successful prayer on turn %d, pray again %s: the timeout must be at most %d.", troubleWords(q.Trouble()), *q.last, wording.Or(turns), q.limit())
		return
	}
	r.Summary = fmt.Sprintf("With %s a prayer is safe while the timeout is at most %d: from turn %d on if you never prayed; after a successful prayer wait %s.", troubleWords(q.Trouble()), q.limit(), from, wording.Or(turns))
	if q.Trouble() == rules.NoTrouble && q.lowHP == nil && q.lowAt == "" {
		r.Summary += " Give your HP, the turn and when you last prayed."
	}
}

// troubleWords returns a trouble in a sentence.
func troubleWords(t rules.Trouble) string {
	if t == rules.NoTrouble {
		return "no trouble"
	}
	return t.String() + " trouble"
}

// prayKnown answers if the timeout, or the time since the last prayer, is known.
func prayKnown(q *praying, answer *prayAnswer, r *commands.Reply) {
	a := q.Answer()
	answer.Refused, answer.Outcomes, answer.Fixed, answer.Safe = a.Refused, a.Outcomes, a.Fixed, &a.Safe
	if a.Smiting != nil {
		answer.Smite = a.Smiting.Sides
	}
	if len(a.Classes) == 1 {
		answer.Class = &a.Classes[0].Class
	} else {
		answer.Classes = a.Classes
	}
	if a.Safe.P > 0 {
		answer.After = &timeoutAfter{Mean: q.after().Mean() + float64(q.late), Median: q.after().Quantile(0.5) + q.late, P95: q.after().Quantile(0.95) + q.late}
	}
	r.Tone = safeTone(a.Safe.P)
	switch {
	case a.Refused:
		r.Headline, r.Summary = "refused", fmt.Sprintf("In the form of a demon you cannot pray to a %s god: the game refuses.", q.God())
		return
	case a.Safe.P == 1:
		r.Headline = "safe"
		r.Summary = fmt.Sprintf("Safe to pray%s with %s. ", timeoutWords(q), troubleWords(q.Trouble())) + outcomeList(a.Outcomes)
	case a.Safe.P == 0:
		r.Headline = "not safe"
		r.Summary = fmt.Sprintf("Not safe to pray%s: %s. ", timeoutWords(q), unsafeWords(q, a.Classes[0].Class)) + outcomeList(a.Outcomes)
	default:
		r.Headline = wording.Share(a.Safe.P)
		r.Summary = fmt.Sprintf("%s safe to pray with %s%s; otherwise %s.", wording.Share(a.Safe.P), troubleWords(q.Trouble()), timeoutWords(q), unsafeWords(q, otherClass(a.Classes)))
	}
	if answer.After != nil && len(r.Summary) < 260 {
		late := ""
		if q.late > 0 {
			late = fmt.Sprintf(", %d of it for the late turn", q.late)
		}
		next := fmt.Sprintf(" A success sets the timeout to about %d (95%%: at most %d)%s.", answer.After.Median, answer.After.P95, late)
		r.Summary += next
		r.Aside(next)
	}
}

// otherClass returns the likeliest class that does not work.
func otherClass(list []divine.Class) int {
	for _, c := range list {
		if c.Class != divine.Answered {
			return c.Class
		}
	}
	return divine.Answered
}

// timeoutWords returns what is known about the timeout, in brackets.
func timeoutWords(q *praying) string {
	if q.Timeout.Since < 0 {
		return fmt.Sprintf(" (timeout %d)", q.Timeout.Known)
	}
	return fmt.Sprintf(" %s after a successful prayer", wording.Count(q.Timeout.Since, "turn"))
}

// unsafeWords says why a prayer of a class does not work.
func unsafeWords(q *praying, class int) string {
	switch {
	case class == divine.IntoUndead:
		return fmt.Sprintf("a %s god does not hear the undead", q.God())
	case class == divine.ToMoloch:
		return "the altar is Moloch's"
	case q.Gehennom:
		return "no god helps in Gehennom"
	case class == divine.NotYours:
		return "the altar is another god's"
	case class == divine.TooSoon:
		return fmt.Sprintf("it is too soon (the timeout is above %d), which costs %d Luck and angers your god", q.limit(), -q.Rules.SoonLuck)
	case q.Luck < 0:
		return badLuck
	case q.Anger > 0:
		return "your god is angry"
	}
	if q.Record >= 0 {
		return "your alignment counts as negative on that altar"
	}
	return "your alignment is negative"
}

// said describes a possible outcome of a prayer in words.
var said = map[string]string{
	divine.PatNothing: "you feel that your god is well-pleased, and nothing else", divine.PatWeapon: "your weapon is fixed or blessed", divine.PatGlow: "a golden glow heals you",
	divine.PatTune: "a hint at the castle's tune", divine.PatUncurse: "all items are uncursed", divine.PatGift: "an intrinsic or protection", divine.PatBook: "a spellbook or spell", divine.PatCrowning: "you are crowned",
	rules.SmiteDispleased: "your god is displeased, no more", rules.SmiteLevel: "you lose a level and Wis", rules.SmiteCurse: "items are cursed",
	rules.SmiteGlow: "items are cursed or an intrinsic is lost", rules.SmitePunish: "you are punished", rules.SmiteMinion: "a minion attacks", rules.SmiteBolt: "lightning and disintegration",
}

// outcomeList lists the possible outcomes of a prayer with their chances, as a
// sentence.
func outcomeList(list []divine.Outcome) string {
	var parts []string
	for _, o := range list {
		what := o.What
		for machine, people := range said {
			if what == machine || strings.HasSuffix(what, ", then "+machine) {
				what = strings.TrimSuffix(what, machine) + people
				break
			}
		}
		if o.P == 1 {
			return wording.Capital(what) + "."
		}
		parts = append(parts, wording.Share(o.P)+" "+what)
	}
	if len(parts) == 0 {
		return ""
	}
	text, _ := wording.List(parts, "; ", 220)
	return "Then: " + text + "."
}

// safeTone: a prayer that fails more than once in twenty is a risk.
func safeTone(p float64) commands.Tone {
	switch {
	case p >= 0.95:
		return commands.Good
	case p >= 0.5:
		return commands.Fair
	}
	return commands.Bad
}

// prayChart charts how safe a prayer is over the turns since the last one, for each
// trouble.
func prayChart(set *rules.Set, q *praying) *commands.Chart {
	after := q.after()
	late := q.lateLast()
	last := ((after.Quantile(0.97)+late)/100 + 1) * 100
	out := &commands.Chart{Title: fmt.Sprintf("How often a prayer is safe, by the turns since the last, Luck %d, %s", q.Luck, set.Title), X: "turns since the last", Y: "chance %", YMax: 100}
	for t := rules.MajorTrouble; t >= rules.NoTrouble; t-- {
		s := commands.Series{Name: troubleWords(t)}
		for i := range 31 {
			turns := last * i / 30
			s.Points = append(s.Points, commands.Point{X: float64(turns), Y: 100 * after.AtMost(turns+q.Rules.Limit[t]-late).P})
		}
		if t == q.Trouble() { // the asker's own comes first: it is what a mark is about
			out.Series = slices.Insert(out.Series, 0, s)
		} else {
			out.Series = append(out.Series, s)
		}
	}
	if q.Timeout.Since >= 0 && q.Timeout.Since <= last {
		mark := float64(q.Timeout.Since)
		out.Mark = &mark
	}
	return out
}
