package identify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/identify"
	"delphi/engine/price"
	"delphi/engine/rules"
)

type priceCandidate struct {
	Name  string  `json:"name"`
	Base  int     `json:"base"`
	Share float64 `json:"share"`
	Num   int64   `json:"num,omitempty"`
	Den   int64   `json:"den,omitempty"`
}

type priceBase struct {
	Cost    int   `json:"cost"`
	Asked   []int `json:"asked"`
	Offered []int `json:"offered"`
}

type priceAnswer struct {
	Candidates []priceCandidate `json:"candidates"`
	Bases      []priceBase      `json:"bases"`
}

func priceOf() *commands.Command {
	return commands.ToldAsIs(&commands.Command{
		Name:    "price",
		Fillers: fillers,
		Aliases: []string{"priceid"},
		Summary: "Identify an object by what shops ask and offer for it",
		Recall:  recallSucker,
		Params:  commands.Takes(commands.RuleSet, contents, object, class, look, buy, sell, base, cha, sucker, fair, experience, angry, hunger, quantity, enchant, dlvl),

		Examples: []string{
			"price 200 scroll", "price buy 178 wand cha 10 sucker", "price sell 50 ring", "price v3.4.3 buy 266 sell 100 potion", "price v3.4.3 100 spellbook",
			"price bag 100", "price buy 133", "price magic marker", "price tin of newt",
		},
	}, tellPrice)
}

// guessed reports whether a price and a class are said, so that a named thing is only
// the asker's guess: "500 base wand: death?"
func guessed(c *commands.Call) bool {
	return slices.ContainsFunc([]commands.Number{base, buy, sell}, func(n commands.Number) bool {
		_, said := n.In(c)
		return said && class.In(c) != ""
	})
}

// asClass takes the enchantment of a thing for the call's, and reads a thing whose
// name is that of a class as the class where a price is said: a helmet for 10 is any
// helmet, a sack any bag.
func asClass(c *commands.Call) {
	asHeld(c)
	s := object.One(c)
	if s == nil {
		return
	}
	if _, said := enchant.In(c); s.Enchant != 0 && !said {
		*c.Value(enchant.Param) = commands.Value{Said: true, Num: s.Enchant, To: s.Enchant}
	}
	if !priced(c) || class.In(c) != "" {
		return
	}
	kind := classWords[s.Name]
	if slices.Contains(identify.Kinds, s.Name) {
		kind = s.Name
	}
	if kind != "" {
		*c.Value(class.Param) = commands.Value{Said: true, Text: kind}
		*c.Value(object.Param) = commands.Value{}
	}
}

func tellPrice(_ context.Context, c *commands.Call) (*commands.Story, error) {
	asClass(c)
	if o, ok := object.In(c); ok && !guessed(c) {
		r, err := backwards(c, o)
		if err != nil {
			return nil, err
		}
		return &commands.Story{Reply: r, Steps: backwardsSteps(c, o)}, nil
	}
	q, seen, err := priceQuestion(c)
	if err != nil {
		return nil, err
	}
	list, err := identify.Of(q)
	if err != nil {
		return nil, err
	}
	return &commands.Story{Reply: priceReply(c, q, seen, list), Steps: priceSteps(c, q, list)}, nil
}

// priceReply says what costs what was seen in a shop.
func priceReply(c *commands.Call, q *identify.Question, seen string, list []identify.Candidate) commands.Reply {
	r := commands.Reply{Version: c.Rules.Name}
	head := wording.Capital(wording.Article(named(q))) + ", " + seen
	answer := &priceAnswer{Candidates: []priceCandidate{}, Bases: []priceBase{}}
	r.Data = answer
	cites(&r, c.Rules, q)
	if len(list) == 0 {
		r.Summary = head + ": nothing unidentified of that kind costs that. An angry shopkeeper, credit or selling several at once changes prices."
		r.Hints = priceElse(c, q)
		return r
	}
	for _, x := range list {
		p, _ := x.P.Float64()
		e := priceCandidate{Name: x.Object.Name, Base: x.Object.Cost, Share: p}
		if x.P.Num().IsInt64() && x.P.Denom().IsInt64() {
			e.Num, e.Den = x.P.Num().Int64(), x.P.Denom().Int64()
		}
		answer.Candidates = append(answer.Candidates, e)
	}
	answer.Bases = bases(q, costs(list))
	r.Table = table(head+":", list)
	if r.Summary, r.Table.Told = sentence(head, q.Kind, list, commands.LineBudget-90); r.Table.Told > 0 {
		r.Hints = []string{"more"}
	}
	return r
}

// named returns what a question is about, in words.
func named(q *identify.Question) string {
	switch {
	case q.Look != "":
		return thing.Look{Class: q.Kind, Look: q.Look}.Name()
	case q.Kind == "":
		return "thing"
	case q.Kind == "boots" || q.Kind == "gloves":
		return "pair of " + q.Kind
	case q.Kind == "armor":
		return "piece of armor"
	}
	return q.Kind
}

// bases lists what a shop would ask and offer by base cost.
func bases(q *identify.Question, costs []int) []priceBase {
	var out []priceBase
	p, s := q.Rules.Prices(), q.Sightings[0]
	if p == nil {
		for _, cost := range costs {
			out = append(out, priceBase{Cost: cost, Asked: []int{}, Offered: []int{}})
		}
		return out
	}
	pair := func(a, b int) []int {
		if a == b {
			return []int{a}
		}
		return []int{a, b}
	}
	for _, cost := range costs {
		out = append(out, priceBase{
			cost, pair(price.Asked(p, cost, s.Cha, s.Sucker, false), price.Asked(p, cost, s.Cha, s.Sucker, true)),
			pair(price.Offered(p, cost, s.Sucker, false), price.Offered(p, cost, s.Sucker, true)),
		})
	}
	return out
}

// priceQuestion returns what a call saw in a shop, and the same in words. It notes what
// it assumes.
func priceQuestion(c *commands.Call) (q *identify.Question, seen string, err error) {
	q = &identify.Question{Rules: c.Rules}
	q.Kind, q.Look = kindOf(c)
	if q.Kind == "food" {
		return nil, "", &commands.Problem{Text: "You know all food at sight. Name it to see what shops ask and offer for it.", Hints: []string{"price food ration"}}
	}
	if !priced(c) {
		return nil, "", &commands.Problem{Text: "Which price?", Slot: "buy", Hints: []string{"price 200 scroll", "price buy 133 wand cha 10", "price sell 50 ring", "price magic marker"}}
	}
	if n, said := experience.In(c); said && !sucker.In(c) {
		c.Note(commands.Warned, fmt.Sprintf("level %d matters only to a Tourist", n))
	}
	if o, ok := object.In(c); ok && guessed(c) && o.Name == "dunce cap" { // which is worn, not guessed
		c.Value(sucker.Param).Said = true
	}
	seen = strings.Join(add(q, c), ", ")
	_, said := cha.In(c)
	if said && !c.Value(cha.Param).Quiet && q.Sightings[0].Asked < 0 {
		c.Note(commands.Warned, "Charisma changes only what shops ask")
	}
	assume(c, q, said)
	return q, seen, q.Check()
}

// priceElse lists questions with one thing changed that do have an answer, if nothing
// costs what was seen: another Charisma, sucker or not, an angry shopkeeper, another
// version.
func priceElse(c *commands.Call, q *identify.Question) []string {
	var out []string
	try := func(change func(*identify.Question, *identify.Sighting)) {
		other := *q
		other.Sightings = slices.Clone(q.Sightings)
		s := &other.Sightings[0]
		change(&other, s)
		list, err := identify.Of(&other)
		if err != nil || len(list) == 0 || len(out) == 4 {
			return
		}
		line := "price v" + other.Rules.Name
		for _, n := range []struct {
			word string
			n    int
		}{{"base", s.Base}, {"buy", s.Asked}, {"sell", s.Offered}} {
			if n.n >= 0 {
				line += fmt.Sprintf(" %s %d", n.word, n.n)
			}
		}
		if _, said := cha.In(c); s.Asked >= 0 && (said || s.Cha != usualCha) {
			line += fmt.Sprintf(" cha %d", s.Cha)
		}
		if s.Quantity > 1 {
			line += fmt.Sprintf(" quantity %d", s.Quantity)
		}
		if q.Look != "" || q.Kind != "" {
			line += " " + named(q)
		}
		for word, on := range map[string]bool{" sucker": s.Sucker, " angry": s.Angry} {
			if on {
				line += word
			}
		}
		if q.Sightings[0].Sucker && !s.Sucker && c.Character != nil { // the line would recall it
			line += " fair"
		}
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	try(func(_ *identify.Question, s *identify.Sighting) { s.Sucker = !s.Sucker })
	for _, name := range rules.Names() {
		if name != c.Rules.Name {
			try(func(q *identify.Question, _ *identify.Sighting) { q.Rules = rules.Get(name) })
		}
	}
	if q.Sightings[0].Asked >= 0 {
		try(func(_ *identify.Question, s *identify.Sighting) { s.Angry = !s.Angry })
		for _, step := range c.Rules.Prices().Charisma {
			try(func(_ *identify.Question, s *identify.Sighting) { s.Cha = step.Max })
		}
	}
	return out
}
