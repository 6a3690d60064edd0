package chances

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
	"delphi/engine/theft"
)

func thiefTerms(s *rules.Set) []commands.Term {
	return commands.Terms(s.Theft().Thieves, func(t rules.Thief) commands.Term { return commands.Term{Name: t.Name, Aliases: t.Aliases, Value: t} })
}

// pilferers returns the monsters that players wrongly expect to steal what only the
// Wizard and the nemeses take: they steal in other ways, or only covet it.
func pilferers(s *rules.Set) []commands.Term {
	b := s.Bestiary()
	if b == nil {
		return nil
	}
	var out []commands.Term
	families := map[string]int{}
	for _, m := range b.Monsters {
		if slices.ContainsFunc(m.Attacks, func(a rules.MonsterAttack) bool { return a.Damage == "SAMU" }) || !steals(m) && !m.Is("WANTSCAND") {
			continue
		}
		out = append(out, commands.Term{Name: m.Name, Aliases: slices.Concat(m.Names[1:], shorthand.Of(s).Also(shorthand.Monster, m.Name)), Value: m})
		if words := strings.Fields(m.Name); len(words) > 1 {
			family := words[len(words)-1]
			if families[family]++; families[family] == 2 && b.Named(family) == nil { // "nymph"
				out = append(out, commands.Term{Name: family, Value: m})
			}
		}
	}
	return out
}

// steals reports whether an attack of a monster takes things.
func steals(m *rules.Monster) bool {
	return slices.ContainsFunc(m.Attacks, func(a rules.MonsterAttack) bool {
		return slices.Contains([]string{"SITM", "SEDU", "SSEX", "SGLD"}, a.Damage)
	})
}

// otherThief returns the error for a question about a monster whose odds are not known,
// or nil.
func otherThief(c *commands.Call) error {
	t := pilferer.One(c)
	if t == nil {
		return nil
	}
	text := fmt.Sprintf("I do not know the odds of what %s steals.", wording.Article(t.Name))
	switch m := pilferer.Of(*t); {
	case !steals(m):
		text = m.Name + " has no attack that steals."
	case m.Is("PNAME"):
		text = fmt.Sprintf("I do not know the odds of what %s steals.", m.Name)
	}
	return problem.New(text+" What I work out is what the Wizard of Yendor and quest nemeses take.", "theft wizard", "theft nemesis")
}

func lootTerms(s *rules.Set) []commands.Term {
	var out []commands.Term
	known := map[string]bool{}
	for _, l := range s.Theft().Loot {
		t := commands.Term{Name: l.Name, Aliases: l.Aliases, Value: l}
		switch l.Kind { // who is asked about the "bell" that is stolen means the one that can be
		case rules.Bell:
			t.Aliases = append(slices.Clone(t.Aliases), "bell")
		case rules.PlainBell:
			t.Name, t.Aliases = "ordinary bell", []string{"plain bell", "tool bell"}
		}
		out = append(out, t)
		for _, n := range append(l.Aliases, l.Name) {
			known[strings.Join(names.Words(n), "")] = true
		}
	}
	// Everything else is safe, and may be named all the same.
	for _, t := range thing.Objects(s) {
		if key := strings.Join(names.Words(t.Name), ""); !known[key] {
			known[key] = true
			out = append(out, commands.Term{Name: t.Name, Aliases: nil, Value: &rules.Loot{Name: t.Name, Kind: rules.Safe}})
		}
	}
	return out
}

func theftCommand() *commands.Command {
	return commands.ToldAsIs(&commands.Command{
		Name:    "theft",
		Fillers: "pack backpack inventory inv person carrying carry having after at one in steal steals stolen touch touches touched real first order my me get gets then next also go goes going prefer prefers",
		Aliases: []string{"steal"},
		Summary: "Show what the Wizard of Yendor and quest nemeses steal, per hit and over many",
		Params:  commands.Takes(commands.RuleSet, thief, pilferer, carrying, hits, contained, wanted, sure, chart),

		Variant: func(word string) (string, bool) {
			if t := rules.TheftVariant(word); t != nil {
				return t.Version, true
			}
			return "", false
		},
		Examples: []string{
			"theft", "theft 10 hits amulet 2 fakes quest artifact", "theft wizard", "theft v3.4.3 amulet, 2 imitations", "theft dnethack nemesis",
		},
	}, tellTheft)
}

func tellTheft(_ context.Context, c *commands.Call) (*commands.Story, error) {
	q, err := theftQuestion(c)
	if err != nil {
		return nil, err
	}
	if k, ok := wanted.In(c); ok && k > 1 {
		return nil, &commands.Problem{Text: "I know only the chance of at least one theft; each item's own chance is in the answer.", Hints: []string{"theft 20 tries", "theft for 95%"}}
	}
	a := theft.Over(q)
	r := commands.Reply{Data: a, Version: q.Rules.Version, Headline: wording.Share(a.Any.P), Hints: []string{"why"}}
	losses := lossesOf(&a)
	r.Fields = make([]commands.Field, 0, len(losses)+4) // and the order, what helps and what does not, the escape
	for _, l := range losses {
		r.Fields = append(r.Fields, commands.Field{Name: l.name, Value: l.value(q.Hits)})
	}
	for i, link := range a.Order { // equal things are named once
		if list := strings.Split(link, " or "); len(list) > 1 {
			slices.Sort(list)
			a.Order[i] = strings.Join(slices.Compact(list), " or ")
		}
	}
	r.Summary = theftSummary(q, &a, losses)
	if q.Hits > 1 && a.Any.P > 0 {
		r.Aside(theftHits(q))
	}
	if len(a.Order) > 0 {
		r.Fields = append(r.Fields, commands.Field{Name: "order", Value: strings.Join(a.Order, ", then ")})
	}
	if n, ok := sure.In(c); ok {
		text := "never"
		if hits := odds.TriesFor(a.AnyPerHit.P, n); hits > 0 {
			text = wording.Count(hits, "hit")
			r.Summary += fmt.Sprintf(" It takes %s for %s of losing something.", text, wording.Chance(float64(n)/100))
		} else {
			r.Summary += fmt.Sprintf(" No number of hits makes for %s of losing something.", wording.Chance(float64(n)/100))
		}
		r.Fields = append(r.Fields, commands.Field{Name: fmt.Sprintf("hits for %d%%", n), Value: text})
	}
	r.Fields = append(r.Fields, commands.Field{Name: "helps", Value: strings.Join(a.Helps, ", ")}, commands.Field{Name: "does not help", Value: strings.Join(a.Not, ", ")}, commands.Field{Name: "escape", Value: a.Escape})
	if chart.In(c) && a.Any.P > 0 {
		title := c.Rules.Title
		if c.Variant != "" {
			title = q.Rules.Version
		}
		r.Chart = theftChart(q, title)
	}
	r.EngineNotes(c.Rules, a.Notes, nil, nil)
	if c.Variant == "" {
		r.Cite(c.Rules, a.Cites...)
	}
	return &commands.Story{Reply: r, Steps: theftSteps(c, q, &a)}, nil
}

// theftQuestion returns the thief, the hits and the items carried that a call
// describes, and notes what it assumes.
func theftQuestion(c *commands.Call) (*theft.Question, error) {
	if err := otherThief(c); err != nil {
		return nil, err
	}
	q := &theft.Question{Rules: c.Rules.Theft(), Hits: 1}
	if c.Variant != "" {
		q.Rules = rules.TheftVariant(c.Variant)
	}
	if t := thief.One(c); t != nil {
		q.Wizard = t.Value.(rules.Thief).Wizard
	} else {
		c.Note(commands.Assumed, "a quest nemesis")
	}
	n, said := hits.In(c)
	if said {
		q.Hits = n
	}
	var carried []string
	for _, s := range carrying.All(c) {
		loot, n := s.Value.(*rules.Loot), 1
		if s.TimesSaid && only(loot.Kind) { // there is one: "5x bell" are hits
			if !said {
				q.Hits, said = s.Times, true
			}
			s.Times, s.TimesSaid = 0, false
		}
		if s.Counted {
			n = s.Quantity
		}
		for range min(n, theft.MaxItems+1) {
			q.Items = append(q.Items, theft.Item{Name: loot.Name, Kind: loot.Kind})
		}
		if n > 1 {
			carried = append(carried, fmt.Sprintf("%d %s", n, thing.Plural(s.Name)))
		} else {
			carried = append(carried, s.Describe())
		}
		if loot.Kind == rules.PlainBell {
			c.Note(commands.Assumed, "an ordinary bell, not the Bell of Opening")
		}
	}
	if !said {
		c.Note(commands.Assumed, "one hit")
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
		c.Note(commands.Assumed, "carrying all five targets in the open")
	}
	if contained.In(c) {
		for i := range q.Items {
			q.Items[i].Kind = rules.Safe
		}
	}
	return q, q.Check()
}

// only reports whether a hero can have no more than one item of a kind.
func only(kind rules.LootKind) bool {
	return slices.Contains([]rules.LootKind{rules.Amulet, rules.Bell, rules.Book, rules.Candelabrum, rules.OwnArtifact}, kind)
}

// loss is the chance to lose a thing, or one of several equal ones.
type loss struct {
	name string
	n    int     // how many of them are carried
	hit  float64 // that a hit takes one
	over float64 // that all the hits take a given one
}

// lossesOf groups equal items by name, because only together do they have one chance.
func lossesOf(a *theft.Answer) (out []loss) {
	out = make([]loss, 0, len(a.PerHit))
	for _, l := range a.PerHit {
		if slices.ContainsFunc(out, func(seen loss) bool { return seen.name == l.Item }) {
			continue
		}
		sum := loss{name: l.Item}
		for k := range a.PerHit {
			if a.PerHit[k].Item == l.Item {
				sum.hit += a.PerHit[k].P
				sum.over = max(sum.over, a.OverHits[k].P)
				sum.n++
			}
		}
		out = append(out, sum)
	}
	return out
}

// value returns the chances as shown in a field.
func (l loss) value(hits int) string {
	out := wording.Share(l.hit) + " a hit"
	if hits > 1 {
		out += ", " + wording.Share(l.over) + " over " + strconv.Itoa(hits)
	}
	if l.n > 1 {
		out += fmt.Sprintf(", one of %d", l.n)
	}
	return out
}

// what returns the item as it appears in a sentence: "the Amulet of Yendor", "your
// quest artifact", "each of 2 bells".
func (l loss) what() string {
	switch {
	case l.n > 1:
		return fmt.Sprintf("each of %d %s", l.n, thing.Plural(l.name))
	case strings.HasPrefix(l.name, "own "):
		return "your " + strings.TrimPrefix(l.name, "own ")
	case strings.HasPrefix(l.name, "The "):
		return "the " + strings.TrimPrefix(l.name, "The ")
	case wording.Capital(l.name) == l.name:
		return "the " + l.name
	}
	return wording.Article(l.name)
}

// thiefOf returns the thief as it appears in a sentence.
func thiefOf(q *theft.Question) string {
	if q.Wizard {
		return "the Wizard of Yendor"
	}
	return "a quest nemesis"
}

// theftHits restates the question about several hits.
func theftHits(q *theft.Question) string {
	return strconv.Itoa(q.Hits) + " hits of " + thiefOf(q) + ": "
}

// nothingTaken returns the answer where no item can be stolen.
func nothingTaken(q *theft.Question) string {
	return wording.Capital(thiefOf(q)) + " can't steal any of that."
}

// theftSummary says how likely it is that something is lost, and then what.
func theftSummary(q *theft.Question, a *theft.Answer, losses []loss) string {
	thief := thiefOf(q)
	if q.Hits == 1 {
		if a.AnyPerHit.P == 0 {
			return nothingTaken(q)
		}
		var taken, shares []string
		for _, l := range losses {
			if l.hit > 0 {
				what := strings.Replace(l.what(), "each of", "one of", 1)
				taken, shares = append(taken, what), append(shares, wording.Share(l.hit)+" "+what)
			}
		}
		out := fmt.Sprintf("Each hit of %s: %s (%s) to lose ", thief, wording.Chance(a.AnyPerHit.P), a.AnyPerHit)
		if len(taken) > 1 {
			list, _ := wording.List(shares, ", ", 200)
			return out + "something: " + list + "."
		}
		return out + wording.Or(taken) + "."
	}
	list := slices.Clone(losses)
	slices.SortStableFunc(list, func(x, y loss) int { return cmp.Compare(y.over, x.over) })
	var says []string
	for _, l := range list {
		if l.over > 0 {
			says = append(says, wording.Share(l.over)+" lose "+l.what())
		}
	}
	if len(says) == 0 {
		return nothingTaken(q)
	}
	for i := 1; i < len(says); i++ {
		says[i] = strings.Replace(says[i], " lose ", " also ", 1)
	}
	text, _ := wording.List(says, ", ", 200)
	return theftHits(q) + text + "."
}

// theftChart charts the chance of losing each item over the number of hits, likeliest
// first.
func theftChart(q *theft.Question, title string) *commands.Chart {
	const most = 4 // things
	out := &commands.Chart{Title: "The chance of losing each thing to " + thiefOf(q) + ", by the number of hits, " + title, X: "hits", Y: "chance %", YMax: 100}
	at := *q
	at.Hits = max(50, q.Hits)
	last := theft.Over(&at)
	list := lossesOf(&last)
	slices.SortStableFunc(list, func(x, y loss) int { return cmp.Compare(y.over, x.over) })
	for _, l := range list[:min(most, len(list))] {
		if l.over > 0 {
			out.Series = append(out.Series, commands.Series{Name: l.what()})
		}
	}
	for n := 1; n <= at.Hits; n += max(1, at.Hits/50) {
		step := at
		step.Hits = n
		a := theft.Over(&step)
		for _, l := range lossesOf(&a) {
			for i := range out.Series {
				if s := &out.Series[i]; s.Name == l.what() {
					s.Points = append(s.Points, commands.Point{X: float64(n), Y: l.over * 100})
				}
			}
		}
	}
	if q.Hits > 1 {
		at := float64(q.Hits)
		out.Mark = &at
	}
	return out
}
