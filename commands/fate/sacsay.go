package fate

import (
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// tellGift tells of a sacrifice for which a god may give something: the artifact that the
// call asks for, if any.
func tellGift(c *commands.Call, d *steps.Derivation, q *divine.Sacrifice, answer *sacAnswer, r *commands.Reply) {
	wanted, _ := wantedOf(c)
	asked := q.Gift
	asked.Value = answer.Value
	giftSteps(d, q, answer.Gift)
	r.Headline = wording.Share(answer.Gift.P)
	r.Summary = giftSummary(q, answer)
	switch {
	case wanted == nil:
	case q.Alignment == "":
		r.Headline = ""
		var same bool
		if r.Summary, same = byAlignment(asked, wanted.Name); !same {
			r.Summary += " Say your alignment to see which artifacts may come."
		}
	default:
		answer.Wanted = wantSteps(d, answer, wanted.Name)
		r.Headline = wording.Share(answer.Wanted.P)
		r.Summary = fmt.Sprintf("%s of %s per sacrifice. %s%s", wording.Capital(wording.Chance(answer.Wanted.P)), wanted.Name, r.Summary, later(d, asked, answer, wanted.Name))
	}
}

// giftSteps adds the steps to the chance of a gift.
func giftSteps(d *steps.Derivation, q *divine.Sacrifice, p odds.Fraction) {
	switch {
	case q.XL < q.Rules.GiftXL:
		d.Work(rules.CiteGift, "gift", "0%", "0").Of("only from XL %d on", q.Rules.GiftXL)
	case q.Luck < 0:
		d.Work(rules.CiteGift, "gift", "0%", "0").Of("never with bad Luck")
	case p.Num == 0:
		d.Work(rules.CiteWhichGift, "gift", "0%", "0").Of("no artifact is left that a sacrifice of that value may bring")
	default:
		d.Work(rules.CiteGift, "gift", wording.Share(p.P), "1/(%d + 2*%d*%d)", q.Rules.GiftOneIn, q.Gifts, q.Artifacts).Of("%s, %s in the game", wording.Count(q.Gifts, "gift"), wording.Count(q.Artifacts, "artifact"))
	}
}

// giftSummary leads with the chance of a gift, then says which.
func giftSummary(q *divine.Sacrifice, a *sacAnswer) string {
	out := wording.Capital(wording.Chance(a.Gift.P)) + " of a gift per sacrifice"
	if a.Gift.Num > 0 {
		out += fmt.Sprintf(" (%s)", a.Gift)
	}
	switch {
	case q.XL < q.Rules.GiftXL:
		out += fmt.Sprintf(": it takes XL %d", q.Rules.GiftXL)
	case q.Luck < 0:
		out += ": your Luck is bad"
	case q.Alignment == "":
		out += "; say your alignment to see which artifact"
	case a.Gift.Num > 0:
		list, _ := wording.List(seq.Map(a.Artifacts, func(g divine.Given) string { return wording.Share(g.P) + " " + g.Name }), ", ", 150)
		out += "; if one comes: " + list
	}
	out += "."
	if gain := a.Luck - q.Luck; gain != 0 && q.Corpse != nil {
		out += fmt.Sprintf(" Otherwise Luck becomes %d.", a.Luck)
	}
	return out
}

// byAlignment says how often an artifact is given to each alignment, if the asker's is
// not known; same means equally often to all.
func byAlignment(g divine.Gift, name string) (says string, same bool) {
	var chances []string
	whose := map[string][]string{}
	for _, alignment := range rules.Alignments {
		g.Alignment = alignment
		list, p := g.Which(), 0.0
		for _, given := range list {
			if given.Name == name {
				p = g.Chance(list).P * given.P
			}
		}
		text := wording.Chance(p)
		if whose[text] == nil {
			chances = append(chances, text)
		}
		whose[text] = append(whose[text], alignment)
	}
	if len(chances) == 1 {
		return fmt.Sprintf("%s of %s per sacrifice, whatever your alignment.", wording.Capital(chances[0]), name), true
	}
	for i, text := range chances {
		chances[i] = text + " if you are " + strings.Join(whose[text], " or ")
	}
	return fmt.Sprintf("%s per sacrifice: %s.", name, strings.Join(chances, "; ")), false
}

// gehennomMatters reports whether it would make a difference to an offering if the
// altar were in Gehennom.
func gehennomMatters(q *divine.Sacrifice) bool {
	there := *q
	there.Gehennom = true
	return there.Answer().Outcomes[0].What != q.Answer().Outcomes[0].What
}

// wantSteps adds the chance of one artifact.
func wantSteps(d *steps.Derivation, a *sacAnswer, name string) *wantedGift {
	share := a.share(name)
	out := &wantedGift{name, a.Gift.P * share}
	if a.Gift.P == 0 {
		return out
	}
	given := wording.Share(share)
	d.Counted(rules.CiteWhichGift, "given a gift, "+name, given, "every artifact that may be kept")
	d.Work("", name, wording.Share(out.P), "%s * %s", a.Gift, given)
	return out
}

// convertSummary says how likely an altar is converted, and a minion comes, and
// adds the steps.
func convertSummary(c *commands.Call, d *steps.Derivation, q *divine.Sacrifice, a *sacAnswer) string {
	d.Work(rules.CiteSacrifice, "the altar is converted", wording.Share(a.Converts.P), "(%d + %d)/(%d + %d)", q.Rules.ConvertDie-q.Rules.ConvertOver-1, q.XL, q.Rules.ConvertDie, q.XL)
	whose := "another god's altar"
	if q.Altar == divine.Moloch {
		whose = "an altar of Moloch"
	}
	out := fmt.Sprintf("%s to convert %s at XL %d (%s): Luck +1 if it works, Luck -1 if not.", wording.Capital(wording.Chance(a.Converts.P)), whose, q.XL, a.Converts)
	_, turned := now.In(c)
	if _, recorded := record.In(c); !turned || !recorded {
		return out + " Say your alignment record and the turn to see how often a minion comes."
	}
	a.Minions = &minions{Success: q.Minion(true), Failure: q.Minion(false)}
	a.Minions.P = a.Converts.P*a.Minions.Success + (1-a.Converts.P)*a.Minions.Failure
	d.Work(rules.CiteSacrifice, "a minion", wording.Share(a.Minions.P), "%s*%s + (1 - %s)*%s", a.Converts, wording.Trim(a.Minions.Success), a.Converts, wording.Trim(a.Minions.Failure))
	return out + fmt.Sprintf(" A minion of its god comes %s of the time.", wording.Share(a.Minions.P))
}

// sacEffects says what happens at one end of a sacrifice, without what stays as it is.
func sacEffects(q *divine.Sacrifice, what string) string {
	for _, same := range []string{"; luck +0", "; record +0", "; anger +0", "; timeout +0"} {
		what = strings.Replace(what, same, "", 1)
	}
	what = strings.TrimSuffix(what, "; altar "+q.Altar)
	return strings.Replace(strings.Replace(what, "; luck", "; Luck", 1), "; ", ", ", -1)
}

// petSummary says what comes of offering a former pet: all ends are alike, but that Wisdom is
// lost at some. The value makes no difference.
func petSummary(q *divine.Sacrifice, a *divine.Offered) string {
	const upset, wis = "pet: god upset, ", ", Wis lost"
	effects, lost := "", 0.0
	for _, o := range a.Outcomes {
		text := sacEffects(q, o.What)
		if strings.HasSuffix(text, wis) {
			lost += o.P
		}
		effects = strings.TrimSuffix(strings.TrimPrefix(text, upset), wis)
	}
	out := "The god is upset, and you aggravate monsters for good: " + effects
	switch {
	case lost >= 1:
		out += wis
	case lost > 0:
		out += fmt.Sprintf("; Wis is lost too %s of the time", wording.Share(lost))
	}
	return out + "."
}

// sacSummary lists the effects of a sacrifice without a gift.
func sacSummary(q *divine.Sacrifice, a *divine.Offered) string {
	if a.Aggravates {
		return petSummary(q, a)
	}
	var parts []string
	for _, o := range a.Outcomes {
		what := sacEffects(q, o.What)
		switch {
		case what == "accepted":
			what = "accepted, which makes no difference"
		case a.Value == 0 && q.Corpse != nil && what == "nothing happens":
			what = "nothing happens: the corpse is too old"
		}
		if left := a.Timeout; left >= 0 && q.Timeout > left && len(a.Outcomes) == 1 {
			what += ", which leaves " + strconv.Itoa(left) + " of " + strconv.Itoa(q.Timeout)
		}
		if o.P < 1 {
			what = wording.Share(o.P) + " " + what
		}
		parts = append(parts, what)
	}
	return wording.Capital(strings.Join(parts, "; ")) + " (value " + strconv.Itoa(a.Value) + ")."
}

// giftChart returns the chance of a gift over the number of sacrifices.
func giftChart(set *rules.Set, q *divine.Sacrifice, what string, p float64) *commands.Chart {
	who := wording.Count(q.Gifts, "gift") + " so far"
	if q.Role != "" {
		who = q.Role + ", " + who
	}
	return commands.Plot(fmt.Sprintf("The chance of %s by the number of sacrifices: %s, %s", what, who, set.Title), "sacrifices", "chance %", 100, commands.Points(1, 40, func(n int) float64 { return 100 * odds.AtLeast(n, 1, p) }))
}
