package lookup

import (
	"context"
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/engine/price"
	"delphi/engine/rules"
)

// whyBases is of how many base costs the steps are listed.
const whyBases = 3

// priceWhy lists the steps from base costs to the prices seen, and to how likely
// the first object is.
func priceWhy(_ context.Context, c *commands.Call) (*commands.Derivation, error) {
	q, _, err := priceQuestion(c)
	if err != nil {
		return nil, err
	}
	a, err := price.Of(&q)
	if err != nil {
		return nil, err
	}
	d, p := commands.NewDerivation(c.Rules), c.Rules.Prices()
	if len(a.Candidates) == 0 {
		d.Counted(rules.CiteAsked, "base costs that give the price", "none", "every base cost of the class")
		return d, nil
	}
	for i, b := range a.Bases {
		if i == whyBases {
			break
		}
		base := fmt.Sprintf("base %d", b.Cost)
		if q.Asked >= 0 {
			surcharge := price.Asked(p, b.Cost, q.Cha, q.Sucker, false) != q.Asked
			of := fmt.Sprintf("Charisma %d", q.Cha)
			if surcharge {
				of += fmt.Sprintf(", the surcharge of 1 object in %d", p.SurchargeOnce)
			}
			d.Work(rules.CiteAsked, base+" asked", strconv.Itoa(q.Asked), "%s", askedFormula(p, b.Cost, q.Cha, q.Sucker, surcharge)).Of("%s", of)
		}
		if q.Offered >= 0 {
			low := price.Offered(p, b.Cost, q.Sucker, false) != q.Offered
			st := d.Work(rules.CiteOffered, base+" offered", strconv.Itoa(q.Offered), "%s", offeredFormula(p, b.Cost, q.Sucker, low))
			if low {
				st.Of("the low offer, 1 in %d", p.LowOnce)
			}
		}
	}
	first := a.Candidates[0]
	share, _ := first.Share.Float64()
	if len(a.Bases) > 1 {
		d.Counted("", first.Object.Name, commands.Share(share), "how often each object is made and has that price")
		return d, nil
	}
	sum := 0
	for _, x := range a.Candidates {
		sum += x.Object.Prob1
	}
	d.Work("", first.Object.Name, commands.Share(share), "%d/%d", first.Object.Prob1, sum).
		Of("%d in 1000 are made, of %d with that base cost", first.Object.Prob1, sum)
	d.Steps[len(d.Steps)-1].At = "objects.c"
	return d, nil
}

// charisma is by what a Charisma multiplies prices.
func charisma(p *rules.Prices, cha int) rules.CharismaStep {
	for _, s := range p.Charisma {
		if cha <= s.Max {
			return s
		}
	}
	return p.Charisma[len(p.Charisma)-1]
}

// askedFormula is price.Asked with the numbers put in.
func askedFormula(p *rules.Prices, cost, cha int, sucker, surcharge bool) string {
	if cost == 0 {
		cost = 5
	}
	step := charisma(p, cha)
	out := strconv.Itoa(cost)
	if !p.Stepwise {
		for _, more := range []bool{surcharge, sucker} {
			if more {
				out += "*4/3"
			}
		}
		return fmt.Sprintf("max(1, ⌊(⌊%s*%d/%d*10⌋ + 5)/10⌋)", out, step.Num, step.Den)
	}
	for _, more := range []bool{surcharge, sucker} {
		if more {
			out = fmt.Sprintf("(%s + ⌊%s/3⌋)", out, out)
		}
	}
	switch {
	case step.Num == 1 && step.Den > 1:
		out = fmt.Sprintf("⌊%s/%d⌋", out, step.Den)
	case step.Num < step.Den:
		out = fmt.Sprintf("%s - ⌊%s*%d/%d⌋", out, out, step.Den-step.Num, step.Den)
	case step.Num > step.Den:
		out = fmt.Sprintf("%s + ⌊%s*%d/%d⌋", out, out, step.Num-step.Den, step.Den)
	}
	return fmt.Sprintf("max(1, %s)", out)
}

// offeredFormula is price.Offered with the numbers put in.
func offeredFormula(p *rules.Prices, cost int, sucker, low bool) string {
	part := 2
	if sucker {
		part = 3
	}
	switch {
	case p.Stepwise && low && cost/part > 1:
		return fmt.Sprintf("⌊%d/%d⌋ - ⌊⌊%d/%d⌋/4⌋", cost, part, cost, part)
	case p.Stepwise, cost < 1:
		return fmt.Sprintf("⌊%d/%d⌋", cost, part)
	case low && cost > 1:
		return fmt.Sprintf("max(1, ⌊(⌊%d*3/%d*10⌋ + 5)/10⌋)", cost, 4*part)
	}
	return fmt.Sprintf("max(1, ⌊(⌊%d/%d*10⌋ + 5)/10⌋)", cost, part)
}
