package identify

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/price"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// backwardsAnswer is what shops ask and offer for a thing.
type backwardsAnswer struct {
	Name    string     `json:"name"`
	Base    int        `json:"base"`
	Asked   []int      `json:"asked"`   // for one that is known; then while it is not, if that differs
	Offered []int      `json:"offered"` // likewise
	ByCha   []chaAsked `json:"by_cha"`
	Known   bool       `json:"known_at_sight"`
	Like    []string   `json:"like,omitempty"` // others that look so unidentified, with their base costs
}

// chaAsked is what a shop asks for at each Charisma.
type chaAsked struct {
	From   int   `json:"from"`
	To     int   `json:"to"`
	Asked  []int `json:"asked"`
	Sucker []int `json:"sucker"`
}

// backwards answers what a shop asks and offers for a thing that is named.
func backwards(c *commands.Call, o *rules.Object) (commands.Reply, error) {
	p := c.Rules.Prices()
	if p == nil {
		return commands.Reply{}, rules.No[rules.Prices](c.Rules)
	}
	_, of := contents.In(c)
	for _, n := range []commands.Number{base, buy, sell} {
		if _, said := n.In(c); said {
			if !of && holds(c.Rules, o) {
				return within(c, o), nil
			}
			return commands.Reply{}, &commands.Problem{Text: "Give a price or the thing's own name, not both.", Hints: []string{"price " + o.Name, "price 100 " + o.Class}}
		}
	}
	who, st := customer(c), backwardsStack(c, o)
	asked := func(who price.Customer) []int { return askedFor(p, st, who, angry.In(c), c.Rules) }
	answer := &backwardsAnswer{Name: stackName(c, &st), Base: st.Base(p), Asked: asked(who), Offered: offeredFor(p, st, who), Known: o.PreKnown}
	r := commands.Reply{Data: answer, Version: c.Rules.Name, Table: &commands.Table{Columns: []string{"Charisma", "asked", "of a sucker"}}}
	from := 3
	for _, step := range p.Charisma {
		row := chaAsked{from, step.Max, asked(price.Customer{Cha: step.Max, Hunger: who.Hunger}), asked(price.Customer{Cha: step.Max, Sucker: true, Hunger: who.Hunger})}
		answer.ByCha = append(answer.ByCha, row)
		span := fmt.Sprint(row.To)
		if row.From < row.To {
			span = fmt.Sprintf("%d to %d", row.From, row.To)
		}
		r.Table.Rows = append(r.Table.Rows, []string{span, orOf(row.Asked), orOf(row.Sucker)})
		from = step.Max + 1
	}
	at := fmt.Sprintf("at Charisma %d", who.Cha)
	if _, said := cha.In(c); !said {
		at = "at Charisma 11 to 15"
	}
	r.Summary = fmt.Sprintf("%s, base %d: shops ask %s %s and offer %s", wording.Capital(wording.Article(answer.Name)), answer.Base, orOf(answer.Asked), at, orOf(answer.Offered))
	if st.Quantity > 1 {
		r.Summary += fmt.Sprintf(" for %d", st.Quantity)
	}
	if who.Sucker {
		r.Summary += " (a sucker)"
	}
	r.Summary += "."
	if o.PreKnown {
		c.Note(commands.Remarked, "you know it at sight, so its prices never vary")
	} else if len(answer.Asked)+len(answer.Offered) > 2 {
		c.Note(commands.Remarked, "the first price is for one you have identified; the others are for one you have not")
	}
	if object.One(c).BUC != rules.BUCNotSaid && o.Name != price.Water {
		c.Note(commands.Remarked, "only the price of water depends on whether it is blessed or cursed")
	}
	if (o.Class == "armor" || o.Class == "weapon") && st.Enchant <= 0 {
		c.Note(commands.Assumed, "no enchantment above +0")
	}
	if answer.Like = alike(c.Rules, o); len(answer.Like) > 0 && !o.PreKnown {
		r.Summary += " Unidentified, it could also be " + wording.Article(wording.Or(answer.Like)) + "."
	}
	if slices.Contains(price.Holders, o.Name) {
		r.Summary += fleshSays(c, o, of)
	}
	if hunger.In(c) != "" && o.Class != "food" {
		c.Note(commands.Warned, "hunger changes only what shops ask for food")
	}
	r.Cite(c.Rules, rules.CiteAsked)
	if holds(c.Rules, o) {
		r.Cite(c.Rules, rules.CiteFlesh)
	}
	r.Cite(c.Rules, rules.CiteOffered)
	return r, nil
}

// stackName returns the name of a thing whose price depends on more than its type: for
// water, whether it is holy.
func stackName(c *commands.Call, s *price.Stack) string {
	if f, ok := contents.In(c); ok {
		return fleshName(f)
	}
	if s.Sacred && s.Name == price.Water {
		return s.Name + " that is blessed or cursed"
	}
	return s.Name
}

// alike returns the other things that an unidentified one may be, with their base
// costs, if they are few enough to name.
func alike(set *rules.Set, o *rules.Object) []string {
	const most = 6 // in a group of looks
	var out []string
	for _, g := range set.Looks().Groups {
		if !slices.Contains(g.Objects, o.Name) || len(g.Objects) > most {
			continue
		}
		for _, name := range g.Objects {
			if other := set.Object(name); other != nil && name != o.Name {
				out = append(out, fmt.Sprintf("%s (%d)", name, other.Cost))
			}
		}
	}
	return out
}

// customer returns the hero of a call.
func customer(c *commands.Call) price.Customer {
	who := price.Customer{Cha: usualCha, Sucker: isSucker(c)}
	who.Cha = cha.Else(c, who.Cha, "")
	if i := slices.Index(hungers, hunger.In(c)); i >= 0 {
		who.Hunger = i + 2
	}
	return who
}

// backwardsStack returns the stack that a call names.
func backwardsStack(c *commands.Call, o *rules.Object) price.Stack {
	st := price.Stack{Object: o}
	st.Quantity, _ = quantity.In(c)
	st.Enchant, _ = enchant.In(c)
	said := object.One(c)
	if f, ok := contents.In(c); ok {
		st.Flesh = price.OfFlesh(c.Rules, o, f.Monster).Sum()
	}
	st.Sacred = said.BUC == rules.Blessed || said.BUC == rules.Cursed
	return st
}

// askedFor returns the price asked for an identified thing, and then what else may be
// asked while it is unidentified.
func askedFor(p *rules.Prices, st price.Stack, who price.Customer, angry bool, set *rules.Set) []int {
	st.Known = true
	out := []int{st.Asked(p, who, angry, set.Object)}
	if st.PreKnown {
		return out
	}
	st.Known = false
	for _, extra := range []bool{false, true} {
		for _, usual := range []bool{true, false} {
			st.Surcharge, st.Usual = extra, usual
			out = with(out, st.Asked(p, who, angry, set.Object))
		}
	}
	return out
}

// offeredFor does the same for what is offered for a stack.
func offeredFor(p *rules.Prices, st price.Stack, who price.Customer) []int {
	st.Known = true
	out := []int{st.Offered(p, who, 1, false)}
	if st.PreKnown {
		return out
	}
	st.Known = false
	for keeper := range 3 {
		for _, low := range []bool{false, true} {
			out = with(out, st.Offered(p, who, keeper, low))
		}
	}
	return out
}

func with(list []int, n int) []int {
	for _, x := range list {
		if x == n {
			return list
		}
	}
	return append(list, n)
}

// orOf joins prices: "50, or 67".
func orOf(list []int) string {
	words := seq.Map(list, func(n int) string { return fmt.Sprint(n) })
	if len(words) == 1 {
		return words[0]
	}
	return words[0] + ", or " + strings.Join(words[1:], " or ")
}
