package making

import (
	"cmp"
	"slices"
	"strings"

	"delphi/engine/dice"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// Fresh is the state of a new object.
type Fresh struct {
	BUC      rules.BUC `json:"buc"`
	Enchant  int       `json:"enchant"` // or charges
	Quantity int       `json:"quantity"`
}

// State is one state of a new object and its chance.
type State struct {
	Fresh
	dice.Chance
}

// New returns the states of a new object that is not an artifact, as mksobj rolls them,
// the likeliest first; nil if the game rolls more than is known here.
func New(r *rules.Making, o *rules.Object) []State {
	play := roller(r, o)
	if play == nil {
		return nil
	}
	return seq.Map(dice.Cases(play), func(c dice.Case[Fresh]) State { return State{c.What, c.Chance} })
}

// NewOf returns the states of a new object of a class, whichever it is, the likeliest
// first; nil where how one of them is rolled is not known. ledger is as in
// Objects.
func NewOf(s *rules.Set, class string, ledger int) []State {
	sums := map[Fresh]float64{}
	for _, d := range Objects(s, class, ledger) {
		states := New(s.Making(), s.Object(d.Name))
		if states == nil {
			return nil
		}
		for _, st := range states {
			sums[st.Fresh] += d.P * st.P
		}
	}
	var out []State
	for f, p := range sums {
		out = append(out, State{f, dice.Chance{P: p}})
	}
	slices.SortFunc(out, func(a, b State) int {
		return cmp.Or(cmp.Compare(b.P, a.P), cmp.Compare(a.BUC, b.BUC), cmp.Compare(a.Enchant, b.Enchant), cmp.Compare(a.Quantity, b.Quantity))
	})
	return out
}

// coin returns a fair choice of two.
func coin(d *dice.Dice) rules.BUC {
	if d.Rn2(2) == 1 {
		return rules.Blessed
	}
	return rules.Cursed
}

// either blesses or curses one in n (blessorcurse).
func either(d *dice.Dice, n int) rules.BUC {
	if !d.OneIn(n) {
		return rules.Uncursed
	}
	return coin(d)
}

// lowXL is a level at which rne is capped at 5, as it is below 15.
const lowXL = 8

// wand rolls a wand's charges.
func wand(d *dice.Dice, r *rules.Making, o *rules.Object) Fresh {
	charges := 0
	switch own, ok := r.Charges[o.Name]; {
	case ok:
		charges = d.Rn1(own.Max-own.Min+1, own.Min)
	case o.Name == "wand of wishing":
		charges = r.Wishes
		if charges == 0 {
			charges = d.Rnd(3)
		}
	case o.Dir == undirected, slices.Contains(r.OftenAimed, o.Name) && d.OneIn(2):
		charges = d.Rn1(5, 11)
	default:
		charges = d.Rn1(5, 4)
	}
	return Fresh{either(d, 17), charges, 1}
}

// roller returns how the game rolls a new object; nil if it is not known.
func roller(r *rules.Making, o *rules.Object) func(*dice.Dice) Fresh {
	name := o.Name
	is := func(list ...string) bool { return slices.Contains(list, name) }
	buc := func(n int) func(*dice.Dice) Fresh {
		return func(d *dice.Dice) Fresh { return Fresh{either(d, n), 0, 1} }
	}
	switch o.Class {
	case "weapon":
		return func(d *dice.Dice) Fresh { return weapon(d, o) }
	case "armor":
		risky := is("fumble boots", "fumbling boots", "levitation boots", "helm of opposite alignment", "gauntlets of fumbling")
		return func(d *dice.Dice) Fresh { return armour(d, risky) }
	case "ring":
		if o.Charged {
			return chargedRing
		}
		risky := is("ring of teleportation", "ring of polymorph", "ring of aggravate monster", "ring of hunger")
		return func(d *dice.Dice) Fresh {
			if d.Rn2(10) != 0 && (risky || d.Rn2(9) == 0) {
				return Fresh{rules.Cursed, 0, 1}
			}
			return Fresh{rules.Uncursed, 0, 1}
		}
	case "amulet":
		if is("amulet of strangulation", "amulet of change", "amulet of restful sleep") {
			return func(d *dice.Dice) Fresh {
				if d.Rn2(10) != 0 {
					return Fresh{rules.Cursed, 0, 1}
				}
				return Fresh{either(d, 10), 0, 1}
			}
		}
		return buc(10)
	case "potion", "scroll":
		return buc(4)
	case "spellbook":
		return buc(17)
	case "wand":
		return func(d *dice.Dice) Fresh { return wand(d, r, o) }
	case "gem":
		switch {
		case name == "loadstone":
			return func(d *dice.Dice) Fresh { return Fresh{rules.Cursed, 0, 1} }
		case name == "rock":
			return func(d *dice.Dice) Fresh { return Fresh{rules.Uncursed, 0, d.Rn1(6, 6)} }
		case name == "luckstone":
			return func(d *dice.Dice) Fresh { return Fresh{rules.Uncursed, 0, 1} }
		}
		return pairs
	case "food":
		switch {
		case name == "kelp frond":
			return func(d *dice.Dice) Fresh { return Fresh{rules.Uncursed, 0, d.Rnd(2)} }
		case name == "tin":
			return func(d *dice.Dice) Fresh {
				out := pairs(d)
				out.BUC = either(d, 10)
				return out
			}
		case name == "corpse" || name == "meat ring":
			return func(*dice.Dice) Fresh { return Fresh{rules.Uncursed, 0, 1} }
		}
		return pairs
	case "tool":
		return tool(r, name)
	case "rock", "ball", "chain":
		return nil
	}
	return nil
}

// undirected is how wands that are not aimed are marked.
const undirected = 1

func pairs(d *dice.Dice) Fresh {
	if d.OneIn(6) {
		return Fresh{rules.Uncursed, 0, 2}
	}
	return Fresh{rules.Uncursed, 0, 1}
}

// weapon returns a new weapon.
func weapon(d *dice.Dice, o *rules.Object) Fresh {
	out := Fresh{rules.Uncursed, 0, 1}
	if multiple(o) {
		out.Quantity = d.Rn1(6, 6)
	}
	switch {
	case d.OneIn(11):
		out.Enchant = d.Rne(3, lowXL)
		if d.Rn2(2) == 1 {
			out.BUC = rules.Blessed
		}
	case d.OneIn(10):
		out.BUC, out.Enchant = rules.Cursed, -d.Rne(3, lowXL)
	default:
		out.BUC = either(d, 10)
	}
	return out
}

// multiple reports weapons that come in numbers (is_multigen): ammunition and
// missiles, but boomerangs.
func multiple(o *rules.Object) bool {
	return o.Sub < 0 && o.Name != "boomerang"
}

// armour returns a new piece of armour.
func armour(d *dice.Dice, risky bool) Fresh {
	out := Fresh{rules.Uncursed, 0, 1}
	switch {
	case d.Rn2(10) != 0 && (risky || d.Rn2(11) == 0):
		out.BUC, out.Enchant = rules.Cursed, -d.Rne(3, lowXL)
	case d.OneIn(10):
		if d.Rn2(2) == 1 {
			out.BUC = rules.Blessed
		}
		out.Enchant = d.Rne(3, lowXL)
	default:
		out.BUC = either(d, 10)
	}
	return out
}

// chargedRing returns a new ring with an enchantment.
func chargedRing(d *dice.Dice) Fresh {
	out := Fresh{either(d, 3), 0, 1}
	sign := map[rules.BUC]int{rules.Blessed: 1, rules.Cursed: -1}[out.BUC]
	if d.Rn2(10) != 0 {
		switch {
		case d.Rn2(10) != 0 && sign != 0:
			out.Enchant = sign * d.Rne(3, lowXL)
		case d.Rn2(2) == 1:
			out.Enchant = d.Rne(3, lowXL)
		default:
			out.Enchant = -d.Rne(3, lowXL)
		}
	}
	if out.Enchant == 0 {
		out.Enchant = d.Rn2(4) - d.Rn2(3)
	}
	if out.Enchant < 0 && d.Rn2(5) != 0 {
		out.BUC = rules.Cursed
	}
	return out
}

// tool returns how a new tool is rolled; nil if it is not known.
func tool(r *rules.Making, name string) func(*dice.Dice) Fresh {
	if strings.HasSuffix(name, " candle") {
		return func(d *dice.Dice) Fresh {
			out := Fresh{rules.Uncursed, 1, 1} // it shines
			if d.Rn2(2) == 1 {
				out.Quantity += d.Rn2(7)
			}
			out.BUC = either(d, 5)
			return out
		}
	}
	charges, charged := r.Charges[name]
	once := map[string]int{"brass lantern": 5, "oil lamp": 5, "magic lamp": 2, "can of grease": 10, "crystal ball": 2, "figurine": 4}[name]
	return func(d *dice.Dice) Fresh {
		out := Fresh{rules.Uncursed, 0, 1}
		if charged {
			out.Enchant = d.Rn1(charges.Max-charges.Min+1, charges.Min)
		}
		if once > 0 {
			out.BUC = either(d, once)
		}
		return out
	}
}
