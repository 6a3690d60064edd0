package life

import "delphi/engine/rules"

// Stack returns the weight of several equal things by the weight of one. Two things that
// weigh nothing each weigh 1 together.
func Stack(each, n int) int {
	if each == 0 {
		return (n + 1) >> 1
	}
	return each * n
}

// Gold returns the weight of gold pieces in the open inventory.
func Gold(b *rules.Burden, n int) int { return (n + b.PerGold/2) / b.PerGold }

// InBag returns the weight of contents inside a bag of holding, without the bag.
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

// Points converts Strength to the scale from 3 to 25 that weight uses, on which 18/01 is
// 19 or more.
func Points(str int) int {
	switch {
	case str <= 18:
		return str
	case str <= 121:
		return 19 + str/50
	}
	return str - 100
}

// Capacity returns the most that a hero can carry unburdened, by Strength, Constitution
// and the number of wounded legs.
func Capacity(b *rules.Burden, str, con, legs int) int {
	return max(0, min(b.Most, b.PerPoint*(Points(str)+con)+b.Spare)-legs*b.Leg)
}

// Overloaded is the heaviest load, with which a hero can do nothing.
const Overloaded = 5

// Load returns a hero's encumbrance: from 0 for none and 1 for Burdened to Overloaded.
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

// Begins returns the lowest weight at which a load begins.
func Begins(load, capacity int) int {
	if load <= 1 || capacity <= 1 {
		return capacity + 1
	}
	return max(capacity+1, capacity+((load-1)*capacity+1)/2)
}
