package life

import "delphi/engine/rules"

// Stack returns what several equal things weigh, each by itself so much. Of what weighs
// nothing by itself two weigh 1.
func Stack(each, n int) int {
	if each == 0 {
		return (n + 1) >> 1
	}
	return each * n
}

// Gold returns what gold pieces in the open inventory weigh.
func Gold(b *rules.Burden, n int) int { return (n + b.PerGold/2) / b.PerGold }

// InBag returns what contents weigh inside a bag of holding, without the bag.
func InBag(b *rules.Burden, contents int, buc rules.BUC) int {
	in := b.Uncursed
	switch buc {
	case rules.Cursed:
		return contents * b.CursedTimes
	case rules.Blessed:
		in = b.Blessed
	}
	if b.RoundsUp {
		return (contents + in - 1) / in
	}
	return contents/in + 1
}

// Points returns what Strength counts as for weight, 3 to 25: 18/01 is 19 or more.
func Points(str int) int {
	switch {
	case str <= 18:
		return str
	case str <= 121:
		return 19 + str/50
	}
	return str - 100
}

// Capacity returns the most that a hero with that Strength, Constitution and number of
// wounded legs carries without being burdened.
func Capacity(b *rules.Burden, str, con, legs int) int {
	return max(0, min(b.Most, b.PerPoint*(Points(str)+con)+b.Spare)-legs*b.Leg)
}

// Overloaded is the load above all others: nothing can be done with it.
const Overloaded = 5

// Load returns how far what a hero carries encumbers him: 0 not at all, 1 burdened, to
// Overloaded.
func Load(weight, capacity int) int {
	switch over := weight - capacity; {
	case over <= 0:
		return 0
	case capacity <= 1:
		return Overloaded
	default:
		return min(over*2/capacity+1, Overloaded)
	}
}

// Begins returns the least weight of a load.
func Begins(load, capacity int) int {
	if load <= 1 || capacity <= 1 {
		return capacity + 1
	}
	return max(capacity+1, capacity+((load-1)*capacity+1)/2)
}
