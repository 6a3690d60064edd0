package identify

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/identify"
	"delphi/engine/rules"
)

// usualCha is assumed if the Charisma is not said: 11 to 15 make no difference.
const usualCha = 11

// priced reports whether a call names a price.
func priced(c *commands.Call) bool {
	return slices.ContainsFunc([]commands.Number{base, buy, sell}, func(n commands.Number) bool {
		_, ok := n.In(c)
		return ok
	})
}

// kindOf returns the class or kind that a call names, and the look; both may be empty.
func kindOf(c *commands.Call) (kind, as string) {
	if l, ok := look.In(c); ok {
		return l.Class, l.Look
	}
	return class.In(c), ""
}

// sightingOf returns the shop's prices according to a call, and the same in words; ok
// is false if the call names no price.
func sightingOf(c *commands.Call) (s identify.Sighting, words []string, ok bool) {
	s = identify.Sighting{Base: -1, Asked: -1, Offered: -1, Cha: usualCha, Sucker: isSucker(c), Angry: angry.In(c)}
	take := func(param commands.Number, to *int, format string) {
		if n, said := param.In(c); said {
			*to, ok = n, true
			words = append(words, fmt.Sprintf(format, n))
		}
	}
	take(base, &s.Base, "base %d")
	if n, counted := counting(c); counted {
		s.Base, s.Quantity, words = -1, n, nil
		words = append(words, fmt.Sprintf("%d of them", n))
	}
	take(buy, &s.Asked, "asked %d")
	if n, said := cha.In(c); said {
		s.Cha = n
		if s.Asked >= 0 {
			words = append(words, fmt.Sprintf("at Cha %d", n))
		}
	}
	take(sell, &s.Offered, "offered %d")
	if n, said := quantity.In(c); said {
		s.Quantity = n
		if s.Offered >= 0 {
			words = append(words, fmt.Sprintf("for %d", n))
		}
	}
	if s.Sucker {
		words = append(words, "as a sucker")
	}
	if s.Angry {
		words = append(words, "by an angry shopkeeper")
	}
	if n, said := enchant.In(c); said {
		s.Enchant, s.EnchantKnown = n, true
		words = append(words, fmt.Sprintf("at %+d", n))
	}
	s.Shop, _ = shop.In(c)
	s.Stack, _ = stack.In(c)
	if s.Shop > 0 {
		words = append(words, fmt.Sprintf("in shop %d", s.Shop))
	}
	if s.Stack > 0 {
		words = append(words, fmt.Sprintf("stack %d", s.Stack))
	}
	return s, words, ok
}

// counting reports whether a number without a keyword next to a price is a count: "sell
// 150 3 potions". No base costs are that low where the other price is known.
func counting(c *commands.Call) (n int, ok bool) {
	n, ok = base.In(c)
	_, asked := buy.In(c)
	_, offered := sell.In(c)
	_, said := quantity.In(c)
	return n, ok && (asked || offered) && !said && n > 1 && n <= 20
}

// join lists what was seen: commas separate prices, but not what belongs to one price.
func join(words []string) string {
	out := ""
	for i, w := range words {
		switch {
		case i == 0:
		case strings.HasPrefix(w, "asked") || strings.HasPrefix(w, "offered"):
			out += ", "
		default:
			out += " "
		}
		out += w
	}
	return out
}

// add puts what a call says into a question, and returns it in words.
func add(q *identify.Question, c *commands.Call) []string {
	var seen []string
	if s, words, ok := sightingOf(c); ok {
		q.Sightings = append(q.Sightings, s)
		seen = append(seen, join(words))
	}
	for _, m := range engraved.All(c) {
		q.Engraved = append(q.Engraved, identify.Engraving{Seen: engraved.Of(m), Over: over.In(c)})
		text := "engraved: " + m.Name
		if over.In(c) {
			text += " (over an engraving)"
		}
		seen = append(seen, text)
	}
	if m := sunk.One(c); m != nil {
		q.Sunk = sunk.Of(*m)
		seen = append(seen, "in a sink: "+m.Name)
	}
	if n, ok := weight.In(c); ok {
		q.Weight = n
		seen = append(seen, fmt.Sprintf("weighs %d", n))
	}
	if n, ok := quantity.In(c); stacks.In(c) || ok && n > 1 {
		q.Stacked = true
		if stacks.In(c) {
			seen = append(seen, "stacks")
		}
	}
	if n, ok := dlvl.In(c); ok {
		q.Ledger = n
		seen = append(seen, fmt.Sprintf("from level %d", n))
	}
	return seen
}

// assume notes what a question takes for granted.
func assume(c *commands.Call, q *identify.Question, chaSaid bool) {
	asked, offered, silent := false, false, false
	for _, s := range q.Sightings {
		asked = asked || s.Asked >= 0
		offered = offered || s.Offered >= 0
	}
	for _, e := range q.Engraved {
		silent = silent || e.Seen == "no message" && !e.Over
	}
	if asked && slices.ContainsFunc(q.Sightings, func(s identify.Sighting) bool { return s.Asked >= 0 && s.Quantity > 1 }) {
		c.Note(commands.Assumed, "the price asked is for one")
	}
	if asked && !chaSaid {
		c.Note(commands.Assumed, "Charisma 11 to 15")
	}
	if (asked || offered) && !fair.In(c) && !slices.ContainsFunc(q.Sightings, func(s identify.Sighting) bool { return s.Sucker }) {
		c.Note(commands.Assumed, "not a sucker (low-level Tourist, dunce cap, visible shirt)")
	}
	if silent {
		c.Note(commands.Assumed, "nothing was engraved there before (else say: over)")
	}
	if q.Kind == "gem" && q.Ledger == 0 {
		c.Note(commands.Assumed, "from a level deep enough for every gem (else say: dlvl 5)")
	}
	if q.Kind == "" {
		c.Note(commands.Assumed, "any class, each as often as the game makes it")
	}
}

// cites cites the rules that an answer rests on.
func cites(r *commands.Reply, set *rules.Set, q *identify.Question) {
	if len(q.Sightings) > 0 {
		r.Cite(set, rules.CiteAsked, rules.CiteOffered)
	}
	if len(q.Engraved) > 0 {
		r.Cite(set, rules.CiteEngraving)
	}
	if q.Sunk != "" {
		r.Cite(set, rules.CiteSinkRing)
	}
}

// meatRing is a sink's message for the ring that nobody needs to identify.
const meatRing = "flies buzz"
