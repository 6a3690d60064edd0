package price

import "delphi/engine/rules"

// Stack is what a shop judges: some of one kind of object.
type Stack struct {
	*rules.Object
	Quantity  int  // 0 counts as 1
	Known     bool // the hero knows what it is, and has seen it
	Enchant   int
	Sacred    bool // water that is blessed or cursed
	Cancelled bool // a wand
	Used      bool // a candle
	Flesh     int  // what the monster of a tin, an egg or a corpse adds (OfFlesh)
	// Surcharge: while it is not known the game asks more for it, by its own
	// number (o_id).
	Surcharge bool
	// Usual: this game takes glass for the usual one of its two gems.
	Usual bool
}

// Customer is the hero in a shop.
type Customer struct {
	Cha    int // 3 to 25
	Sucker bool
	// Hunger multiplies what food costs: 2 hungry, 3 weak, 4 fainting; 0 and 1:
	// not hungry.
	Hunger int
}

// disguised reports a gem or a piece of glass that the hero does not know. A
// gray stone is none.
func (s *Stack) disguised(p *rules.Prices) *rules.Gem {
	if s.Known {
		return nil
	}
	return p.Gem(s.Name)
}

// Water is the potion that is worth nothing unless it is blessed or cursed.
const Water = "potion of water"

// Base returns the base cost of one of a stack, without what its enchantment adds.
func (s *Stack) Base(p *rules.Prices) int {
	plain := *s
	plain.Enchant = 0
	return plain.worth(p)
}

// worth returns the base cost as the stack is (getprice).
func (s *Stack) worth(p *rules.Prices) int {
	cost := s.Cost + s.Flesh
	switch {
	case s.Name == Water && !s.Sacred, s.Cancelled && s.Class == "wand":
		return 0
	case s.Class == "weapon" || s.Class == "armor":
		if s.Enchant > 0 {
			cost += p.PerEnchant * s.Enchant
		}
	case s.Used:
		cost /= 2
	}
	return cost
}

// Asked returns what a shop asks for one of a stack (get_cost). find is the object of
// a name, for glass that passes for a gem.
func (s *Stack) Asked(p *rules.Prices, c Customer, angry bool, find func(string) *rules.Object) int {
	cost, surcharge := s.worth(p), s.Surcharge && !s.Known
	if s.Class == "food" {
		cost *= max(1, c.Hunger)
	}
	if g := s.disguised(p); g != nil && g.Usual != "" {
		name := g.Other
		if s.Usual {
			name = g.Usual
		}
		cost, surcharge = find(name).Cost, false
	}
	out := Asked(p, cost, c.Cha, c.Sucker, surcharge)
	if angry {
		out += (out + p.AngryOnce - 1) / p.AngryOnce
	}
	return out
}

// Offered returns what a shop offers for the whole stack (set_cost). keeper is the
// shopkeeper's number, 0 to 11, and low that this is one of the offers that are
// lower; it says nothing about gems, and about nothing that is known.
func (s *Stack) Offered(p *rules.Prices, c Customer, keeper int, low bool) int {
	n := max(1, s.Quantity)
	if g := s.disguised(p); g != nil {
		number := g.Number
		if p.GemsFromFirst {
			number -= p.Gems[0].Number
		}
		offer := (number%(6-keeper%3) + 3) * n
		if p.GemsHalved {
			return Offered(p, offer, c.Sucker, false)
		}
		return offer
	}
	return Offered(p, s.worth(p)*n, c.Sucker, low && !s.Known && s.Class != "gem")
}

// LowKeeper reports whether a shopkeeper makes the lower offers, where each shopkeeper
// always does or never.
func LowKeeper(p *rules.Prices, keeper int) bool { return p.LowByKeeper && keeper%p.LowOnce == 0 }
