package fate

import (
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/rules"
)

// The parameters of a priest's protection.
var (
	gold        = commands.NewNumber(commands.Param{Name: "offer", Summary: "Gold that you give", Words: []string{"gold", "donate", "donating", "pay", "give"}, After: []string{"gold", "zm", "zorkmids"}, Bare: true, Leveled: true, Min: 1, Max: divine.MaxGold})
	purse       = commands.NewNumber(commands.Param{Name: "carrying", Summary: "Gold that you carry before you give", Words: []string{"carry", "carry of", "have", "purse"}, Min: 1, Max: divine.MaxGold})
	protection  = commands.NewNumber(commands.Param{Name: "protection", Summary: "Protection that you have from the gods so far", Words: []string{"prot"}, After: []string{"protection", "prot"}, Min: 0, Max: 90})
	cheapskates = commands.NewNumber(commands.Param{Name: "cheapskates", Summary: "How often this priest called you a cheapskate", Words: []string{"cheapskate"}, Min: 0, Max: 100})
)

// protectAnswer is the machine-readable answer of `protect`. P is the chance that
// protection grows.
type protectAnswer struct {
	Outcomes []divine.Outcome `json:"outcomes"`
	P        float64          `json:"p"`
	tries.Answer
}

func protect() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "protect",
		Fillers: "gold to from of temple priest buy buying protection donate donating give giving pay carried so far",
		Aliases: []string{"donate", "priest"},
		Summary: "Show what a temple's priest gives for gold: protection, or nothing",
		Params:  commands.Takes(commands.RuleSet, gold, purse, hero.XL, protection, cheapskates, tries.Number, tries.Sure, chart),

		Examples: []string{
			"protect 600 gold xl1 protection 0", "protect v3.4.3 400 gold xl1", "protect 4000 gold xl8 carrying 5000 protection 3",
		},
	}, tellProtect)
}

func tellProtect(c *commands.Call) (*commands.Story, error) {
	q := &divine.Donation{Rules: c.Rules.Temple()}
	if q.Rules == nil {
		return nil, rules.No[rules.Temple](c.Rules)
	}
	var ok bool
	if q.XL, ok = hero.XL.In(c); !ok {
		return nil, &commands.Problem{Text: "At what experience level?", Slot: "xl", Hints: []string{"xl1", "xl8"}}
	}
	q.Protection, _ = protection.In(c)
	q.Cheapskates, _ = cheapskates.In(c)
	q.Carried, _ = purse.In(c)
	if q.Offer, ok = gold.In(c); !ok {
		q.Offer = q.Best()
		c.Note(commands.Assumed, fmt.Sprintf("%d gold, which has the best chance", q.Offer))
	}
	if q.Carried, ok = purse.In(c); !ok {
		q.Carried = q.Offer
		c.Note(commands.Assumed, "you carry no more gold than you give")
	}
	if _, ok = protection.In(c); !ok {
		c.Note(commands.Assumed, "no protection yet")
	}
	if err := q.Check(); err != nil {
		return nil, err
	}
	list := q.Answer()
	p := 0.0
	for _, o := range list {
		if strings.HasPrefix(o.What, divine.Protected) {
			p += o.P
		}
	}
	p = min(p, 1)
	d := steps.New(c.Rules)
	protectSteps(d, q, list, p)
	answer := protectAnswer{Outcomes: list, P: p}
	share := wording.Share(p)
	r := commands.Reply{Headline: share}
	r.Summary = fmt.Sprintf("%s of protection for %s at XL %d%s.", wording.Capital(wording.Chance(p)), wording.Count(q.Offer, "zorkmid"), q.XL, priestList(list))
	var sentence string
	answer.Answer, sentence = tries.Of(c, d, p, share, "donation")
	r.Summary += sentence
	r.Data = answer
	if chart.In(c) {
		r.Chart = protectChart(c.Rules, q)
	}
	r.Cite(c.Rules, rules.CiteTemple)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// protectSteps adds the steps to the chance that protection grows.
func protectSteps(d *steps.Derivation, q *divine.Donation, list []divine.Outcome, p float64) {
	const rule = rules.CiteTemple
	t := q.Rules
	if t.Rolled {
		low, high := (t.PriceMin+t.PriceMore*q.Cheapskates)*q.XL, (t.PriceMax+t.PriceMore*q.Cheapskates)*q.XL
		d.Work(rule, "least price", strconv.Itoa(low), "(%d + %d*%d)*%d", t.PriceMin, t.PriceMore, q.Cheapskates, q.XL)
		d.Work(rule, "greatest price", strconv.Itoa(high), "(%d + %d*%d)*%d", t.PriceMax, t.PriceMore, q.Cheapskates, q.XL)
		if how := rollTerms(q); how != "" {
			d.Work(rule, "protection", wording.Share(p), "%s", how).Of("of the prices from %d to %d, or from ⌊%d/(3*price)⌋ times as much, two to three buy protection", low, high, q.Carried)
			return
		}
		d.Counted(rule, "protection", wording.Share(p), "prices from %d to %d, times ⌊%d/(3*price)⌋ if that is more; two to three of them buy protection, one point for each two", low, high, q.Carried)
		return
	}
	price := t.Price * q.XL
	d.Work(rule, "price", strconv.Itoa(price), "%d*%d", t.Price, q.XL)
	enough := q.Offer >= 2*price && q.Offer < 3*price
	d.Given(rule, "two to three prices", map[bool]string{true: "yes", false: "no"}[enough]).Of("%d gold is %s prices of %d", q.Offer, wording.Amount(float64(q.Offer)/float64(price)), price)
	switch {
	case !enough:
		d.Work(rule, "protection", wording.Share(p), "0")
	case q.Protection < t.Sure:
		d.Work(rule, "protection", wording.Share(p), "1").Of("sure below %d", t.Sure)
	case q.Protection < t.Most:
		d.Work(rule, "protection", wording.Share(p), "1/%d", q.Protection)
	default:
		d.Work(rule, "protection", wording.Share(p), "0").Of("never from %d on", t.Most)
	}
}

// rollTerms returns the chance of protection as a sum over the rolls of the price, by
// the chance that each gives; empty if these are too many.
func rollTerms(q *divine.Donation) string {
	const most = 6
	var terms []string
	list, of := q.ByRoll()
	for _, r := range list {
		switch {
		case r.Grows == 0:
		case r.Grows > 1-1e-12:
			terms = append(terms, fmt.Sprintf("%d/%d", r.N, of))
		default:
			terms = append(terms, fmt.Sprintf("%d/%d * %s", r.N, of, wording.Trim(r.Grows)))
		}
	}
	switch {
	case len(terms) > most:
		return ""
	case len(terms) == 0:
		return "0"
	}
	return strings.Join(terms, " + ")
}

// priestWords is what a priest does, in a sentence.
var priestWords = map[string]string{
	divine.Cheapskate: "the priest calls you a cheapskate", divine.ThanksOnly: "thanks", divine.Pious: "nothing", divine.Clairvoyance: "clairvoyance", divine.Selfless: "only thanks",
}

// priestList lists what the priest may do with its chances.
func priestList(list []divine.Outcome) string {
	var parts []string
	for _, o := range list {
		what := o.What
		if w := priestWords[what]; w != "" {
			what = w
		}
		parts = append(parts, wording.Share(o.P)+" "+what)
	}
	text, _ := wording.List(parts, ", ", 200)
	return ": " + text
}

// protectChart returns the chance of protection over the gold given.
func protectChart(set *rules.Set, q *divine.Donation) *commands.Chart {
	var points []commands.Point
	step := 20 * q.XL
	for offer := step; offer <= 900*q.XL && offer <= divine.MaxGold; offer += step {
		at := *q
		at.Offer = offer
		at.Carried = max(offer, offer+q.Carried-q.Offer)
		p := 0.0
		for _, o := range at.Answer() {
			if strings.HasPrefix(o.What, divine.Protected) {
				p += o.P
			}
		}
		points = append(points, commands.Point{X: float64(offer), Y: 100 * min(1, p)})
	}
	out := commands.Plot(fmt.Sprintf("The chance of protection from a priest by the gold given, XL%d with %d so far, %s", q.XL, q.Protection, set.Title), "gold given", "chance %", 100, points)
	mark := float64(q.Offer)
	out.Mark = &mark
	return out
}
