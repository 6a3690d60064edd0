package price

import (
	"cmp"

	"delphi/engine/rules"
)

// Asked returns what a shop asks for one unidentified object of a base cost. One
// in p.SurchargeOnce objects costs the surcharge.
func Asked(p *rules.Prices, cost, cha int, sucker, surcharge bool) int {
	cost = cmp.Or(cost, 5)
	step := p.Charisma[len(p.Charisma)-1]
	for _, s := range p.Charisma {
		if cha <= s.Max {
			step = s
			break
		}
	}
	if p.Stepwise {
		if surcharge {
			cost += cost / 3
		}
		if sucker {
			cost += cost / 3
		}
		// By the difference, cut: 18 takes off a third, 8 adds one.
		switch {
		case step.Num == 1 && step.Den > 1:
			cost /= step.Den
		case step.Num < step.Den:
			cost -= cost * (step.Den - step.Num) / step.Den
		default:
			cost += cost * (step.Num - step.Den) / step.Den
		}
		return max(1, cost)
	}
	num, den := step.Num, step.Den
	if surcharge {
		num, den = num*4, den*3
	}
	if sucker {
		num, den = num*4, den*3
	}
	return max(1, (cost*num*10/den+5)/10)
}

// Offered returns what a shop offers for one unidentified object of a base cost:
// the usual offer, or the low one.
func Offered(p *rules.Prices, cost int, sucker, low bool) int {
	den := 2
	if sucker {
		den = 3
	}
	if p.Stepwise {
		cost /= den
		if low && cost > 1 {
			cost -= cost / 4
		}
		return cost
	}
	if cost < 1 {
		return 0
	}
	num := 1
	if low && cost > 1 {
		num, den = 3, den*4
	}
	return max(1, (cost*num*10/den+5)/10)
}
