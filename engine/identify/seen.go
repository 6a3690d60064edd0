package identify

import (
	"math/big"
	"slices"
	"strings"
	"sync"

	"delphi/engine/making"
	"delphi/engine/price"
	"delphi/engine/rules"
)

var one = big.NewRat(1, 1)

// drawn is a number that the game has drawn, and its chance.
type drawn struct {
	n int
	p *big.Rat
}

// likelihood returns how likely an object is to show all that was seen.
func (q *Question) likelihood(o *rules.Object) *big.Rat {
	for _, e := range q.Engraved {
		if !q.engraves(o, e) {
			return new(big.Rat)
		}
	}
	if q.Sunk != "" && !slices.ContainsFunc(q.Rules.Fixtures().Rings, func(r rules.SinkRing) bool { return r.Ring == o.Name && r.Seen == q.Sunk }) {
		return new(big.Rat)
	}
	return q.priced(o)
}

// noMessage is what the table says of wands that show nothing.
const noMessage = "no message"

// engraves reports whether engraving with an object may show what was seen.
// Some wands show something only if there is something to show.
func (q *Question) engraves(o *rules.Object, seen Engraving) bool {
	name, wand := strings.CutPrefix(o.Name, "wand of ")
	if !wand {
		return false
	}
	list := q.Rules.Fixtures().Engravings
	short := func(text string) string {
		i := slices.IndexFunc(list, func(e rules.Engraving) bool { return e.Seen == text })
		if i < 0 {
			return text
		}
		return list[i].Short[0]
	}
	for _, e := range list {
		if e.Wand != name {
			continue
		}
		if seen.Seen != noMessage {
			return short(e.Seen) == short(seen.Seen)
		}
		needs := strings.HasPrefix(e.Needs, "yes") && !seen.Over
		return e.Seen == noMessage || needs || strings.HasPrefix(e.Itself, "yes if ")
	}
	return false
}

// priced returns how likely shops are to have said all that they said, over what the
// hero does not see: for which gem glass passes in this game, the numbers of
// shopkeepers, and of each stack its surcharge and its enchantment.
func (q *Question) priced(o *rules.Object) *big.Rat {
	if len(q.Sightings) == 0 {
		return one
	}
	p := q.Rules.Prices()
	if p == nil { // only base costs were said
		if slices.ContainsFunc(q.Sightings, func(s Sighting) bool { return s.Base != o.Cost }) {
			return new(big.Rat)
		}
		return one
	}
	games := []drawn{{0, one}}
	if g := p.Gem(o.Name); g != nil && g.Usual != "" {
		// Of the remainders 0 to Number-1, those of Number/2 and more.
		usual := big.NewRat(int64(g.Number-g.Number/2), int64(g.Number))
		games = []drawn{{1, usual}, {0, new(big.Rat).Sub(one, usual)}}
	}
	var shops []int
	stacks := map[int][]*Sighting{}
	var order []int
	for i := range q.Sightings {
		s := &q.Sightings[i]
		if s.Shop > 0 && s.Offered >= 0 && !slices.Contains(shops, s.Shop) {
			shops = append(shops, s.Shop)
		}
		key := s.Stack
		if key == 0 {
			key = -1 - i
		}
		if stacks[key] == nil {
			order = append(order, key)
		}
		stacks[key] = append(stacks[key], s)
	}
	total := new(big.Rat)
	for _, game := range games {
		total.Add(total, q.overShops(o, shops, map[int]int{}, game.p, func(keeper map[int]int, p *big.Rat) *big.Rat {
			for _, key := range order {
				if p.Sign() == 0 {
					break
				}
				p = new(big.Rat).Mul(p, q.stack(o, stacks[key], game.n == 1, keeper))
			}
			return p
		}))
	}
	return total
}

// overShops sums then over the numbers of the shopkeepers of shops.
func (q *Question) overShops(o *rules.Object, shops []int, keeper map[int]int, p *big.Rat, then func(map[int]int, *big.Rat) *big.Rat) *big.Rat {
	if len(shops) == 0 {
		return then(keeper, p)
	}
	total := new(big.Rat)
	for _, k := range keepers(q.Rules.Prices(), o) {
		keeper[shops[0]] = k.n
		total.Add(total, q.overShops(o, shops[1:], keeper, new(big.Rat).Mul(p, k.p), then))
	}
	return total
}

// keepers returns shopkeepers grouped by how their numbers matter: modulo 3 for gems,
// modulo LowOnce for the rest.
func keepers(p *rules.Prices, o *rules.Object) []drawn {
	switch {
	case p.Gem(o.Name) != nil:
		third := big.NewRat(1, 3)
		return []drawn{{0, third}, {1, third}, {2, third}}
	case p.LowByKeeper:
		low := big.NewRat(1, int64(p.LowOnce))
		return []drawn{{0, low}, {1, new(big.Rat).Sub(one, low)}}
	}
	return []drawn{{0, one}}
}

// stack returns how likely the sightings of one stack are.
func (q *Question) stack(o *rules.Object, seen []*Sighting, usual bool, keeper map[int]int) *big.Rat {
	p := q.Rules.Prices()
	extra := big.NewRat(1, int64(p.SurchargeOnce))
	total := new(big.Rat)
	for _, state := range q.states(o, seen) {
		for _, surcharge := range []drawn{{1, extra}, {0, new(big.Rat).Sub(one, extra)}} {
			chance := new(big.Rat).Mul(state.p, surcharge.p)
			for _, s := range seen {
				if chance.Sign() == 0 {
					break
				}
				st := price.Stack{Object: o, Quantity: s.Quantity, Enchant: state.n, Sacred: state.n == 1, Surcharge: surcharge.n == 1, Usual: usual}
				chance.Mul(chance, q.sighting(&st, s, keeper))
			}
			total.Add(total, chance)
		}
	}
	return total
}

// states returns what matters to the price of a new object of a kind: how much it is
// enchanted, or 1 for water that is blessed or cursed.
func (q *Question) states(o *rules.Object, seen []*Sighting) []drawn {
	enchanted := o.Class == "weapon" || o.Class == "armor"
	if !enchanted && o.Name != "potion of water" {
		return []drawn{{0, one}}
	}
	if i := slices.IndexFunc(seen, func(s *Sighting) bool { return s.EnchantKnown }); i >= 0 && enchanted {
		return []drawn{{seen[i].Enchant, one}}
	}
	if known, ok := fresh.Load(o); ok {
		return known.([]drawn)
	}
	var out []drawn
	for _, st := range making.New(q.Rules.Making(), o) {
		n := max(0, st.Enchant)
		if !enchanted {
			n = 0
			if st.BUC != rules.Uncursed {
				n = 1
			}
		}
		i := slices.IndexFunc(out, func(d drawn) bool { return d.n == n })
		if i < 0 {
			i = len(out)
			out = append(out, drawn{n, new(big.Rat)})
		}
		out[i].p.Add(out[i].p, big.NewRat(st.Num, st.Den))
	}
	fresh.Store(o, out)
	return out
}

// fresh keeps the states of new objects, by *rules.Object, of which each version
// has its own: they take long to work out.
var fresh sync.Map

// sighting returns how likely a stack is to have had the prices of one sighting.
func (q *Question) sighting(st *price.Stack, s *Sighting, keeper map[int]int) *big.Rat {
	p := q.Rules.Prices()
	who := price.Customer{Cha: s.Cha, Sucker: s.Sucker}
	if s.Base >= 0 && st.Cost != s.Base || s.Asked >= 0 && st.Asked(p, who, s.Angry, q.Rules.Object) != s.Asked {
		return new(big.Rat)
	}
	if s.Offered < 0 {
		return one
	}
	numbers := keepers(p, st.Object)
	if n, shared := keeper[s.Shop]; shared {
		numbers = []drawn{{n, one}}
	}
	total := new(big.Rat)
	for _, k := range numbers {
		total.Add(total, new(big.Rat).Mul(k.p, offers(p, st, who, k.n, s.Offered)))
	}
	return total
}

// offers returns how likely a shopkeeper is to offer a price.
func offers(p *rules.Prices, st *price.Stack, who price.Customer, keeper, offered int) *big.Rat {
	if p.LowByKeeper {
		if st.Offered(p, who, keeper, price.LowKeeper(p, keeper)) == offered {
			return one
		}
		return new(big.Rat)
	}
	low, total := big.NewRat(1, int64(p.LowOnce)), new(big.Rat)
	if st.Offered(p, who, keeper, true) == offered {
		total.Add(total, low)
	}
	if st.Offered(p, who, keeper, false) == offered {
		total.Add(total, new(big.Rat).Sub(one, low))
	}
	return total
}
