package chances

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/theft"
)

func thiefTerms(s *rules.Set) []commands.Term {
	return commands.Terms(s.Theft().Thieves, func(t rules.Thief) commands.Term { return commands.Term{Name: t.Name, Aliases: t.Aliases, Value: t} })
}

func lootTerms(s *rules.Set) []commands.Term {
	var out []commands.Term
	known := map[string]bool{}
	for _, l := range s.Theft().Loot {
		out = append(out, commands.Term{Name: l.Name, Aliases: l.Aliases, Value: l})
		for _, n := range append(l.Aliases, l.Name) {
			known[strings.Join(names.Words(n), "")] = true
		}
	}
	// Everything else is safe, and may be named all the same.
	for _, t := range Objects(s) {
		if key := strings.Join(names.Words(t.Name), ""); !known[key] {
			known[key] = true
			out = append(out, commands.Term{Name: t.Name, Aliases: nil, Value: &rules.Loot{Name: t.Name, Kind: rules.Safe}})
		}
	}
	return out
}

func theftCommand() *commands.Command {
	return &commands.Command{
		Name:    "theft",
		Aliases: []string{"steal"},
		Summary: "what the Wizard of Yendor and quest nemeses steal, a hit and over many",
		Params:  commands.Takes(commands.RuleSet, thief, carrying, hits, contained, wanted, sure, chart),
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
		Cues: []commands.Cue{
			{Words: "steal|steals|stealing|stole|stolen|theft|thief|thieves", Names: commands.Takes(carrying), Weight: 15},
			{Words: "steal|steals|stealing|stole|stolen|theft", Names: commands.Takes(thief), Weight: 15},
		},
		Run: runTheft,
	}
}

func runTheft(_ context.Context, c *commands.Call) (commands.Reply, error) {
	q := theft.Question{Rules: c.Rules.Theft(), Hits: 1}
	if c.Variant != "" {
		q.Rules = rules.TheftVariant(c.Variant)
	}
	version := q.Rules.Version
	if t := thief.One(c); t != nil {
		q.Wizard = t.Value.(rules.Thief).Wizard
	} else {
		c.Note(commands.Assumed, "a quest nemesis")
	}
	if n, ok := hits.In(c); ok {
		q.Hits = n
	} else {
		c.Note(commands.Assumed, "one hit")
	}
	for _, s := range carrying.All(c) {
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
	for _, s := range carrying.All(c) {
		carried = append(carried, s.Describe())
		if s.Value.(*rules.Loot).Kind == rules.PlainBell {
			c.Note(commands.Assumed, "an ordinary bell, not the Bell of Opening")
		}
	}
	if where := ", in the open"; len(carried) > 0 {
		if contained.In(c) {
			where = ", in a container, where nothing is stolen"
		}
		c.Note(commands.Assumed, "carrying "+strings.Join(carried, ", ")+where)
	}
	if len(q.Items) == 0 {
		for _, name := range []string{"Amulet of Yendor", "own quest artifact", "Bell of Opening", "Book of the Dead", "Candelabrum of Invocation"} {
			if l := q.Rules.LootNamed(name); l != nil {
				q.Items = append(q.Items, theft.Item{Name: l.Name, Kind: l.Kind})
			}
		}
		c.Note(commands.Assumed, "carrying the Amulet, your quest artifact, Bell, Book and Candelabrum in the open")
	}
	if contained.In(c) {
		for i := range q.Items {
			q.Items[i].Kind = rules.Safe
		}
	}
	if err := q.Check(); err != nil {
		return commands.Reply{}, err
	}
	a := theft.Over(&q)
	thief := "a quest nemesis"
	if q.Wizard {
		thief = "the Wizard of Yendor"
	}
	r := commands.Reply{Data: a, Version: version, Headline: commands.Share(a.Any.P), Hints: []string{"why"}}
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
		text := commands.Share(hit)
		if n == 1 && l.P > 0 {
			text = commands.Fraction(l.Fraction)
		}
		if q.Hits > 1 {
			each := ""
			if n > 1 {
				each = "each "
			}
			text += ", " + each + commands.Share(over) + " over " + fmt.Sprint(q.Hits)
		}
		r.Fields = append(r.Fields, commands.Field{Name: name, Value: text})
		if hit > 0 || over > 0 {
			says = append(says, name+" "+text)
		}
	}
	if len(says) == 0 {
		r.Summary = fmt.Sprintf("%s takes nothing of that.", thief)
	} else if q.Hits > 1 {
		r.Summary = fmt.Sprintf("%s, %d hits: something is lost with %s. A hit: %s.", thief, q.Hits, commands.Share(a.Any.P), strings.Join(says, "; "))
	} else {
		r.Summary = fmt.Sprintf("%s, each hit: something is lost with %s. %s.", thief, commands.Fraction(a.AnyPerHit), strings.Join(says, "; "))
	}
	for i, link := range a.Order { // equal things are named once
		list := strings.Split(link, " or ")
		slices.Sort(list)
		a.Order[i] = strings.Join(slices.Compact(list), " or ")
	}
	if len(a.Order) > 0 {
		r.Summary += " Order: " + strings.Join(a.Order, ", then ") + "."
		r.Fields = append(r.Fields, commands.Field{Name: "order", Value: strings.Join(a.Order, ", then ")})
	}
	if k, ok := wanted.In(c); ok {
		if k > 1 {
			return commands.Reply{}, &commands.Problem{Text: "only the chance of at least one theft is known exactly; each thing's own chance is in the answer", Hints: []string{"theft 20 tries", "theft for 95%"}}
		}
	}
	if n, ok := sure.In(c); ok {
		text := "never"
		if hits := odds.TriesFor(a.AnyPerHit.P, n); hits > 0 {
			text = commands.Count(hits, "hit")
		}
		r.Summary += fmt.Sprintf(" %d%% is reached after %s.", n, text)
		r.Fields = append(r.Fields, commands.Field{Name: fmt.Sprintf("hits for %d%%", n), Value: text})
	}
	r.Fields = append(r.Fields, commands.Field{Name: "helps", Value: strings.Join(a.Helps, ", ")}, commands.Field{Name: "does not help", Value: strings.Join(a.Not, ", ")}, commands.Field{Name: "escape", Value: a.Escape})
	if chart.In(c) {
		var points []commands.Point
		for _, n := range []int{1, 2, 3, 5, 10, 15, 20, 30, 40, 50} {
			at := q
			at.Hits = n
			points = append(points, commands.Point{X: float64(n), Y: theft.Over(&at).Any.P * 100})
		}
		r.Chart = commands.Plot("something is lost", "hits", "chance %", 100, points)
	}
	r.EngineNotes(c.Rules, a.Notes, nil, nil)
	if c.Variant == "" {
		r.Cite(c.Rules, a.Cites...)
	}
	return r, nil
}
