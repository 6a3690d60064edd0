package identify

import (
	"slices"

	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Question is what was seen of one kind of thing.
type Question struct {
	Rules *rules.Set
	Kind  string // a class of the object table, or one of Kinds; empty: anything
	Look  string // how it looks, as rules.Looks has it; empty: not said. Its class is Kind

	Known []string // full names of what it is not: the hero knows them by another look
	// Ledger is the number of the level that gems come from, in the order of a
	// saved game; 0 is a level where all of them are.
	Ledger  int
	Weight  int  // of one; 0: not said
	Stacked bool // several of it make one stack

	Engraved []Engraving
	Sunk     string // what showed when it was dropped into a sink, as rules.SinkRing.Seen; empty: not done

	Sightings []Sighting
}

// Engraving is what showed when a wand was engraved with.
type Engraving struct {
	Seen string // as rules.Engraving.Seen, or another of those with the same Short words
	Over bool   // something was engraved there already
}

// Sighting is what a shop said. Base, Asked and Offered are -1 where they were
// not seen; Asked is for one, Offered for the whole stack.
type Sighting struct {
	Base    int
	Asked   int
	Offered int

	Cha      int // 3 to 25; read with Asked only
	Sucker   bool
	Angry    bool
	Quantity int // of the stack; 0 counts as 1
	// Enchant is that of a weapon or of armour where EnchantKnown; otherwise it
	// may be any that the game makes.
	Enchant      int
	EnchantKnown bool

	// Stack and Shop number what the hero tells apart: sightings with the same
	// number are of the same stack, or in the same shop. 0: one of its own.
	Stack, Shop int
}

// Limits of a question.
const (
	MaxSightings = 20
	MaxShops     = 4 // that several sightings may share
	MaxQuantity  = 1000
	MaxPrice     = 1_000_000
)

// Check refuses what is too much. Its errors are a *problem.Problem.
func (q *Question) Check() error {
	if len(q.Sightings) > MaxSightings {
		return problem.Newf("That is %d prices; I compare at most %d.", len(q.Sightings), MaxSightings)
	}
	var shops []int
	for i := range q.Sightings {
		s := &q.Sightings[i]
		for _, r := range []struct {
			what        string
			n, from, to int
		}{
			{"A price", s.Base, -1, MaxPrice}, {"A price", s.Asked, -1, MaxPrice}, {"A price", s.Offered, -1, MaxPrice},
			{"Charisma", s.Cha, 0, 25}, {"A quantity", s.Quantity, 0, MaxQuantity}, {"An enchantment", s.Enchant, -99, 99},
		} {
			if r.n < r.from || r.n > r.to {
				return problem.Newf("%s goes up to %d, not %d.", r.what, r.to, r.n)
			}
		}
		if s.Shop > 0 && !slices.Contains(shops, s.Shop) {
			shops = append(shops, s.Shop)
		}
	}
	if len(shops) > MaxShops {
		return problem.Newf("I can tell at most %d shops apart.", MaxShops)
	}
	return nil
}
