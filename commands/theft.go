package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/theft"
)

func thiefTerms(s *rules.Set) []Term {
	return terms(s.Theft().Thieves, func(t rules.Thief) Term { return Term{t.Name, t.Aliases, t} })
}

func lootTerms(s *rules.Set) []Term {
	var out []Term
	known := map[string]bool{}
	for _, l := range s.Theft().Loot {
		out = append(out, Term{l.Name, l.Aliases, l})
		for _, n := range append(l.Aliases, l.Name) {
			known[strings.Join(names.Words(n), "")] = true
		}
	}
	// Everything else is safe, and may be named all the same.
	for _, t := range objectTerms(s) {
		if key := strings.Join(names.Words(t.Name), ""); !known[key] {
			known[key] = true
			out = append(out, Term{t.Name, nil, &rules.Loot{Name: t.Name, Kind: rules.Safe}})
		}
	}
	return out
}

func theftCommand() *Command {
	return &Command{
		Name:    "theft",
		Aliases: []string{"steal"},
		Summary: "what the Wizard of Yendor and quest nemeses steal, a hit and over many",
		Params: []Param{
			versionParam,
			{Name: "thief", Kind: Name, Noun: "a thief", Summary: "wizard (of Yendor) or a nemesis", Vocabulary: thiefTerms},
			{Name: "carrying", Kind: Name, Many: true, Pile: true, Noun: "a thing that is stolen", Summary: "in inventory order: amulet, 2 fakes, quest artifact", Vocabulary: lootTerms},
			{Name: "hits", Kind: Number, Summary: "so many hits", After: []string{"hits", "hit", "tries", "times"}, Words: []string{"over"}, Min: 1, Max: theft.MaxHits},
			{Name: "contained", Kind: Flag, Summary: "all of it in a container", Words: []string{
				"in a bag", "in bag", "in a sack", "in sack", "in a box", "in a chest", "in a container", "in container", "in containers", "bagged",
				"in bag of holding", "in a bag of holding", "in an ice box", "in a large box",
			}},
			{Name: "wanted", Kind: Number, Summary: "at least so many thefts", Words: []string{"least"}, Min: 1, Max: 50},
			{Name: "sure", Kind: Number, Summary: "how many hits lose something with so many percent: for 95%", Words: []string{"for"}, Min: 1, Max: 99},
			{Name: "chart", Kind: Flag, Summary: "show the curve over hits"},
		},
		Fillers: "carrying carry having after at one in steal steals stolen real",
		Variant: func(word string) (string, bool) {
			if t := rules.TheftVariant(word); t != nil {
				return t.Version, true
			}
			return "", false
		},
		Examples: []string{
			"theft", "theft 10 hits amulet 2 fakes quest artifact", "theft wizard", "theft v3.4.3 amulet, 2 imitations", "theft dnethack nemesis",
		},
		Lasting: true,
		Run:     runTheft,
	}
}

func runTheft(_ context.Context, c *Call) (Reply, error) {
	q := theft.Question{Rules: c.Rules.Theft(), Hits: 1}
	if c.Variant != "" {
		q.Rules = rules.TheftVariant(c.Variant)
	}
	version := q.Rules.Version
	if t := c.one("thief"); t != nil {
		q.Wizard = t.Value.(rules.Thief).Wizard
	} else {
		c.Note(Assumed, "a quest nemesis")
	}
	if n, ok := c.Num("hits"); ok {
		q.Hits = n
	} else {
		c.Note(Assumed, "one hit")
	}
	for _, s := range c.Names("carrying") {
		loot := s.Value.(*rules.Loot)
		n := 1
		if s.Counted {
			n = s.Quantity
		}
		for range min(n, theft.MaxItems+1) {
			q.Items = append(q.Items, theft.Item{Name: loot.Name, Kind: loot.Kind})
		}
	}
	var carried []string
	for _, s := range c.Names("carrying") {
		carried = append(carried, s.describe())
		if s.Value.(*rules.Loot).Kind == rules.PlainBell {
			c.Note(Assumed, "an ordinary bell, not the Bell of Opening")
		}
	}
	if where := ", in the open"; len(carried) > 0 {
		if c.Flag("contained") {
			where = ", in a container, where nothing is stolen"
		}
		c.Note(Assumed, "carrying "+strings.Join(carried, ", ")+where)
	}
	if len(q.Items) == 0 {
		for _, name := range []string{"Amulet of Yendor", "own quest artifact", "Bell of Opening", "Book of the Dead", "Candelabrum of Invocation"} {
			if l := q.Rules.LootNamed(name); l != nil {
				q.Items = append(q.Items, theft.Item{Name: l.Name, Kind: l.Kind})
			}
		}
		c.Note(Assumed, "carrying the Amulet, your quest artifact, Bell, Book and Candelabrum in the open")
	}
	if c.Flag("contained") {
		for i := range q.Items {
			q.Items[i].Kind = rules.Safe
		}
	}
	if err := q.Check(); err != nil {
		var impossible *problem.Problem
		if errors.As(err, &impossible) {
			return Reply{}, &Problem{Text: impossible.Text, Hints: impossible.Hints, Err: err}
		}
		return Reply{}, err
	}
	a := theft.Over(&q)
	thief := "a quest nemesis"
	if q.Wizard {
		thief = "the Wizard of Yendor"
	}
	r := Reply{Data: a, Version: version, Headline: share(a.Any.P), Hints: []string{"why"}}
	// Equal things have equal chances only together: they are summed up by name.
	var says []string
	seen := map[string]bool{}
	for _, l := range a.PerHit {
		if seen[l.Item] {
			continue
		}
		seen[l.Item] = true
		hit, over, n := 0.0, 0.0, 0
		for k := range a.PerHit {
			if a.PerHit[k].Item == l.Item {
				hit += a.PerHit[k].P
				over = max(over, a.OverHits[k].P)
				n++
			}
		}
		name := l.Item
		if n > 1 {
			name = fmt.Sprintf("one of %d %s", n, name)
		}
		text := share(hit)
		if n == 1 && l.P > 0 {
			text = fraction(l.Fraction)
		}
		if q.Hits > 1 {
			each := ""
			if n > 1 {
				each = "each "
			}
			text += ", " + each + share(over) + " over " + fmt.Sprint(q.Hits)
		}
		r.Fields = append(r.Fields, Field{name, text})
		if hit > 0 || over > 0 {
			says = append(says, name+" "+text)
		}
	}
	if len(says) == 0 {
		r.Summary = fmt.Sprintf("%s takes nothing of that.", thief)
	} else if q.Hits > 1 {
		r.Summary = fmt.Sprintf("%s, %d hits: something is lost with %s. A hit: %s.", thief, q.Hits, share(a.Any.P), strings.Join(says, "; "))
	} else {
		r.Summary = fmt.Sprintf("%s, each hit: something is lost with %s. %s.", thief, fraction(a.AnyPerHit), strings.Join(says, "; "))
	}
	for i, link := range a.Order { // equal things are named once
		list := strings.Split(link, " or ")
		slices.Sort(list)
		a.Order[i] = strings.Join(slices.Compact(list), " or ")
	}
	if len(a.Order) > 0 {
		r.Summary += " Order: " + strings.Join(a.Order, ", then ") + "."
		r.Fields = append(r.Fields, Field{"order", strings.Join(a.Order, ", then ")})
	}
	if k, ok := c.Num("wanted"); ok {
		if k > 1 {
			return Reply{}, &Problem{Text: "only the chance of at least one theft is known exactly; each thing's own chance is in the answer", Hints: []string{"theft 20 tries", "theft for 95%"}}
		}
	}
	if n, ok := c.Num("sure"); ok {
		text := "never"
		if hits := tries(a.AnyPerHit.P, n); hits > 0 {
			text = count(hits, "hit")
		}
		r.Summary += fmt.Sprintf(" %d%% is reached after %s.", n, text)
		r.Fields = append(r.Fields, Field{fmt.Sprintf("hits for %d%%", n), text})
	}
	r.Fields = append(r.Fields, Field{"helps", strings.Join(a.Helps, ", ")}, Field{"does not help", strings.Join(a.Not, ", ")}, Field{"escape", a.Escape})
	if c.Flag("chart") {
		ch := &Chart{Title: "something is lost", X: "hits", Y: "chance %", YMax: 100}
		var s Series
		for _, n := range []int{1, 2, 3, 5, 10, 15, 20, 30, 40, 50} {
			at := q
			at.Hits = n
			s.Points = append(s.Points, Point{X: float64(n), Y: theft.Over(&at).Any.P * 100})
		}
		ch.Series = []Series{s}
		r.Chart = ch
	}
	r.engineNotes(c, a.Notes, nil, nil)
	if c.Variant == "" {
		r.cite(c.Rules, a.Cites...)
	}
	return r, nil
}
