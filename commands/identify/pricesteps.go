package identify

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/eating"
	"delphi/engine/identify"
	"delphi/engine/price"
	"delphi/engine/rules"
)

// whyBases is how many base costs get their steps listed.
const whyBases = 3

// priceSteps lists the steps from base costs to the prices seen, and to how likely
// the first object is.
func priceSteps(c *commands.Call, q *identify.Question, list []identify.Candidate) *steps.Derivation {
	d, p, s := steps.New(c.Rules), c.Rules.Prices(), &q.Sightings[0]
	if len(list) == 0 {
		d.Counted(rules.CiteAsked, "base costs that give the price", "none", "every base cost of the class")
		return d
	}
	plain := !s.Angry && !s.EnchantKnown
	for i, cost := range costs(list) {
		if i == whyBases || p == nil {
			break
		}
		name := fmt.Sprintf("base %d", cost)
		usual, dear := price.Asked(p, cost, s.Cha, s.Sucker, false), price.Asked(p, cost, s.Cha, s.Sucker, true)
		if plain && (s.Asked == usual || s.Asked == dear) {
			of := fmt.Sprintf("Charisma %d", s.Cha)
			if s.Asked != usual {
				of += fmt.Sprintf(", the surcharge of 1 object in %d", p.SurchargeOnce)
			}
			d.Work(rules.CiteAsked, name+" asked", strconv.Itoa(s.Asked), "%s", askedFormula(p, cost, s.Cha, s.Sucker, s.Asked != usual)).Of("%s", of)
		} else if s.Asked >= 0 {
			d.Counted(rules.CiteAsked, name+" asked", strconv.Itoa(s.Asked), "what shops ask for it, over enchantments and the surcharge")
		}
		cost *= max(1, s.Quantity)
		usual, low := price.Offered(p, cost, s.Sucker, false), price.Offered(p, cost, s.Sucker, true)
		if plain && (s.Offered == usual || s.Offered == low) {
			st := d.Work(rules.CiteOffered, name+" offered", strconv.Itoa(s.Offered), "%s", offeredFormula(p, cost, s.Sucker, s.Offered != usual))
			if s.Offered != usual {
				st.Of("the low offer, 1 in %d", p.LowOnce)
			}
		} else if s.Offered >= 0 {
			d.Counted(rules.CiteOffered, name+" offered", strconv.Itoa(s.Offered), "what shops offer for it, over enchantments and shopkeepers")
		}
	}
	first := list[0]
	share, _ := first.P.Float64()
	sum, one := 0, true
	for _, x := range list {
		sum += x.Object.Prob1
		one = one && x.Object.Class == first.Object.Class && x.Object.Cost == first.Object.Cost
	}
	if !one || first.Object.Class == "gem" || first.Object.Class == "weapon" || first.Object.Class == "armor" {
		d.Counted("", first.Object.Name, wording.Share(share), "how often each object is made and has that price")
		return d
	}
	d.Work("", first.Object.Name, wording.Share(share), "%d/%d", first.Object.Prob1, sum).
		Of("%d in 1000 are made, of %d with that base cost", first.Object.Prob1, sum)
	d.Steps[len(d.Steps)-1].At = "objects.c"
	return d
}

// backwardsSteps lists the steps to what shops ask and offer for a known thing.
func backwardsSteps(c *commands.Call, o *rules.Object) *steps.Derivation {
	p := c.Rules.Prices()
	d, st := steps.New(c.Rules), backwardsStack(c, o)
	who := customer(c)
	ask, offer := askedFor(p, st, who, angry.In(c), c.Rules)[0], offeredFor(p, st, who)[0]
	cost := o.Cost
	if o.Class == "weapon" || o.Class == "armor" {
		cost += p.PerEnchant * max(0, st.Enchant)
	}
	if f, ok := contents.In(c); ok && st.Flesh > 0 {
		fleshSteps(c, d, f)
		cost += st.Flesh
		d.Work(rules.CiteFlesh, "base", strconv.Itoa(cost), "%d + %d", o.Cost, st.Flesh)
	}
	if price.Asked(p, cost, who.Cha, who.Sucker, false) == ask && !angry.In(c) {
		d.Work(rules.CiteAsked, "asked", strconv.Itoa(ask), "%s", askedFormula(p, cost, who.Cha, who.Sucker, false)).Of("base %d, Charisma %d", cost, who.Cha)
	} else {
		d.Counted(rules.CiteAsked, "asked", strconv.Itoa(ask), "base %d, Charisma %d, and what an angry shopkeeper adds", cost, who.Cha)
	}
	total := cost * max(1, st.Quantity)
	if price.Offered(p, total, who.Sucker, false) == offer {
		d.Work(rules.CiteOffered, "offered", strconv.Itoa(offer), "%s", offeredFormula(p, total, who.Sucker, false)).Of("base %d", total)
	} else {
		d.Counted(rules.CiteOffered, "offered", strconv.Itoa(offer), "base %d", total)
	}
	return d
}

// charisma returns the price multiplier of a Charisma.
func charisma(p *rules.Prices, cha int) rules.CharismaStep {
	for _, s := range p.Charisma {
		if cha <= s.Max {
			return s
		}
	}
	return p.Charisma[len(p.Charisma)-1]
}

// askedFormula returns price.Asked with the numbers filled in.
func askedFormula(p *rules.Prices, cost, cha int, sucker, surcharge bool) string {
	cost = cmp.Or(cost, 5)
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

// offeredFormula returns price.Offered with the numbers filled in.
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

// fleshSteps adds the steps to what the monster of a thing adds to its price.
func fleshSteps(c *commands.Call, d *steps.Derivation, f fleshly) {
	r, m, cost := c.Rules.Prices().Flesh, f.Monster, price.OfFlesh(c.Rules, f.Object, f.Monster)
	d.Work(rules.CiteFlesh, "for its level", strconv.Itoa(cost.By), "max(1, (%d - 1)*%d)", m.Level, r.PerLevel)
	sum := strconv.Itoa(cost.By)
	if cost.Nourishing > 0 {
		d.Work(rules.CiteFlesh, "for its nutrition", strconv.Itoa(cost.Nourishing), "max(1, ⌊%d/%d⌋)", m.Nutrition, r.NutritionPer)
		sum = fmt.Sprintf("(%d + %d)", cost.By, cost.Nourishing)
	}
	var terms, of []string
	conveyed := eating.Conveyed(rules.EatingOf(c.Rules.Name), m)
	for _, p := range r.Powers {
		if slices.Contains(conveyed, p.What) {
			terms, of = append(terms, strconv.Itoa(p.Points)), append(of, p.What)
		}
	}
	if slices.Contains(m.Geno, "UNIQ") {
		terms, of = append(terms, strconv.Itoa(r.Unique)), append(of, "being unique")
	}
	if len(terms) > 0 {
		d.Work(rules.CiteFlesh, "times", strconv.Itoa(cost.Times), "1 + %s", strings.Join(terms, " + ")).Of("%s", strings.Join(of, ", "))
	}
	d.Work(rules.CiteFlesh, "added", strconv.Itoa(cost.Sum()), "%s*%d", sum, cost.Times)
}
