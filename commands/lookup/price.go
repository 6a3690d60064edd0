package lookup

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/engine/price"
	"delphi/engine/rules"
)

type priceCandidate struct {
	Name  string  `json:"name"`
	Base  int     `json:"base"`
	Share float64 `json:"share"`
	Num   int64   `json:"num"`
	Den   int64   `json:"den"`
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

// priceClasses are the classes that prices identify.
var priceClasses = []string{"scroll", "potion", "wand", "ring", "amulet", "spellbook", "armor", "weapon", "tool", "gem", "food"}

// classWords are things that tell a class.
var classWords = map[string]string{
	"armour": "armor", "boots": "armor", "cloak": "armor", "helmet": "armor", "helm": "armor", "hat": "armor", "gloves": "armor", "gauntlets": "armor", "shield": "armor", "shirt": "armor",
	"book": "spellbook", "pot": "potion", "sword": "weapon", "necklace": "amulet", "stone": "gem", "lamp": "tool", "bag": "tool", "horn": "tool", "flute": "tool", "harp": "tool", "drum": "tool", "candle": "tool",
}

// priceWords are what players say about what a shop asks or offers.
const priceWords = "wants|want|shopkeeper|shk|shop|unidd|unid|unidentified|zm|gold|base|offered|offers|offer|offering|sell|sells|selling|sold|buy|bought|buying|asking|asks|asked|" +
	"price|priceid|priced|cost|costs|costing|worth|price id"

const maxPrice = 1_000_000

func priceCommand() *commands.Command {
	return &commands.Command{
		Name:    "price",
		Aliases: []string{"priceid"},
		Summary: "Identify an object by what shops ask and offer for it",
		Params:  commands.Takes(commands.RuleSet, class, buy, sell, basePrice, cha, sucker),
		Fillers: "zm gold price costs cost unidentified unknown id him he she they it",
		Examples: []string{
			"price 200 scroll", "price buy 178 wand cha 10 sucker", "price sell 50 ring", "price v3.4.3 buy 266 sell 100 potion", "price v3.4.3 100 spellbook",
		},
		Lasting: true,
		Cues: []commands.Cue{
			{Words: priceWords, Names: commands.Takes(class), Shape: commands.NumberShape, Weight: 12},
			{Words: priceWords, Names: commands.Takes(class), Weight: 4},
			{Words: "price|priceid|cost|costs|price of", Names: commands.Takes(class), Without: commands.Takes(itemName), Weight: 7},
			{Words: "shopkeeper|shk|shop|shopkeep|keeper", Shape: commands.NumberShape, Weight: 5},
			{Words: "offered|offers|offer|offering|asking|asks|wants|charges|charging|sell|sells|selling", Shape: commands.NumberShape, Weight: 6},
			{Shape: commands.PriceShape, Weight: 10},
		},
		Run: runPrice,
		Why: priceWhy,
	}
}

func runPrice(_ context.Context, c *commands.Call) (commands.Reply, error) {
	q, seen, err := priceQuestion(c)
	if err != nil {
		return commands.Reply{}, err
	}
	a, err := price.Of(&q)
	if err != nil {
		problem := &commands.Problem{Text: err.Error(), Err: err}
		var unknown *rules.NoTable
		if errors.As(err, &unknown) {
			problem.Hints = []string{"price v" + unknown.Nearest[0] + " " + q.Class}
		}
		return commands.Reply{}, problem
	}
	r := commands.Reply{Version: c.Rules.Name}
	head := commands.Capital(commands.Article(q.Class)) + ", " + strings.Join(seen, ", ")
	answer := &priceAnswer{Candidates: []priceCandidate{}, Bases: []priceBase{}}
	r.Data = answer
	r.Cite(c.Rules, rules.CiteAsked, rules.CiteOffered)
	if len(a.Candidates) == 0 {
		r.Summary = head + ": nothing costs that. An angry shopkeeper, credit, several at once or an enchantment give other prices."
		r.Hints = priceElse(c, q)
		return r, nil
	}
	for _, b := range a.Bases {
		answer.Bases = append(answer.Bases, priceBase{b.Cost, b.Asked, b.Offered})
	}
	listCandidates(&r, answer, &q, a, head)
	return r, nil
}

// priceQuestion is what a call saw in a shop, and the same in words. What is
// assumed is noted.
func priceQuestion(c *commands.Call) (q price.Question, seen []string, err error) {
	q = price.Question{Rules: c.Rules, Class: class.In(c), Base: -1, Asked: -1, Offered: -1, Cha: 11, Sucker: sucker.In(c)}
	take := func(param commands.Number, to *int, words string) {
		if n, ok := param.In(c); ok {
			*to = n
			seen = append(seen, fmt.Sprintf(words, n))
		}
	}
	take(basePrice, &q.Base, "base %d")
	take(buy, &q.Asked, "asked %d")
	take(sell, &q.Offered, "offered %d")
	if len(seen) == 0 {
		return q, nil, &commands.Problem{Text: "Which price?", Hints: []string{"price 200 scroll", "price buy 133 wand cha 10", "price sell 50 ring"}}
	}
	if n, ok := cha.In(c); ok {
		q.Cha = n
		if q.Asked < 0 {
			c.Note(commands.Warned, "Charisma changes only what shops ask")
		}
	} else if q.Asked >= 0 {
		c.Note(commands.Assumed, "Charisma 11 to 15")
	}
	if q.Class == "" {
		return q, nil, &commands.Problem{Text: "A price of what? Say its class: " + strings.Join(priceClasses, ", ") + ".", Hints: []string{"price 200 scroll", "price buy 133 wand cha 10"}}
	}
	if (q.Asked >= 0 || q.Offered >= 0) && !q.Sucker {
		c.Note(commands.Assumed, "no sucker (low Tourist, dunce cap, visible shirt)")
	}
	if q.Class == "armor" || q.Class == "weapon" {
		c.Note(commands.Assumed, "no enchantment")
	}
	return q, seen, nil
}

// listCandidates names what the object may be, the likeliest first.
func listCandidates(r *commands.Reply, answer *priceAnswer, q *price.Question, a *price.Answer, head string) {
	r.Table = &commands.Table{Title: head + ":", Columns: []string{"object", "base", "share"}}
	r.Summary = head + ": "
	full := false
	for i, x := range a.Candidates {
		p, _ := x.Share.Float64()
		answer.Candidates = append(answer.Candidates, priceCandidate{x.Object.Name, x.Object.Cost, p, x.Share.Num().Int64(), x.Share.Denom().Int64()})
		share := commands.Share(p)
		r.Table.Rows = append(r.Table.Rows, []string{x.Object.Name, fmt.Sprint(x.Object.Cost), share})
		if full {
			continue
		}
		name := strings.TrimPrefix(x.Object.Name, q.Class+" of ")
		part := name + " " + share
		if len(a.Bases) > 1 {
			part = fmt.Sprintf("%s (%d) %s", name, x.Object.Cost, share)
		}
		if i > 0 {
			part = ", " + part
		}
		if len(r.Summary)+len(part) > commands.LineBudget-90 && i > 0 {
			r.Summary += fmt.Sprintf(" and %d more", len(a.Candidates)-i)
			r.Hints, r.Table.Told = []string{"more"}, i
			full = true
			continue
		}
		r.Summary += part
	}
	r.Summary += "."
}

// priceElse lists questions with one thing changed that have an answer, where
// nothing costs what was seen: another Charisma, sucker or not, another
// version.
func priceElse(c *commands.Call, q price.Question) []string {
	var out []string
	try := func(q price.Question) {
		a, err := price.Of(&q)
		if err != nil || len(a.Candidates) == 0 || len(out) == 4 {
			return
		}
		line := "price v" + q.Rules.Name
		if q.Base >= 0 {
			line += fmt.Sprintf(" base %d", q.Base)
		}
		if q.Asked >= 0 {
			line += fmt.Sprintf(" buy %d cha %d", q.Asked, q.Cha)
		}
		if q.Offered >= 0 {
			line += fmt.Sprintf(" sell %d", q.Offered)
		}
		line += " " + q.Class
		if q.Sucker {
			line += " sucker"
		}
		out = append(out, line)
	}
	other := q
	other.Sucker = !q.Sucker
	try(other)
	for _, name := range rules.Names() {
		if other = q; name != c.Rules.Name {
			other.Rules = rules.Get(name)
			try(other)
		}
	}
	if q.Asked >= 0 {
		for _, step := range c.Rules.Prices().Charisma {
			if other = q; other.Cha != step.Max {
				other.Cha = step.Max
				try(other)
			}
		}
	}
	return out
}
