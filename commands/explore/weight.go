package explore

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/life"
	"delphi/engine/rules"
)

// The parameters of weight.
var (
	things = commands.NewName[weighed](commands.Param{
		Name: "things", Many: true, Gear: true, Counts: true, Noun: "a thing", Summary: "What you weigh: 3 daggers, plate mail, 12 potions", Vocabulary: weighable,
	})
	coins  = commands.NewNumber(commands.Param{Name: "gold", Summary: "Gold pieces: 2000 gold", After: []string{"gold", "zm", "gold pieces", "gp"}, Units: []string{"zm"}, Min: 0, Max: 100_000_000})
	others = commands.NewNumber(commands.Param{Name: "carrying", Summary: "The weight of everything else you carry: carrying 300", Words: []string{"carry", "already"}, Min: 0, Max: 100_000})
	bagged = commands.NewChoice(commands.Param{
		Name: "inside", Summary: "All of it is in a bag of holding: in a blessed bag", Choices: []string{"blessed bag", "uncursed bag", "cursed bag"},
		Also: map[string]string{"blessed boh": "blessed bag", "uncursed boh": "uncursed bag", "cursed boh": "cursed bag", "in bag": "uncursed bag", "in boh": "uncursed bag", "in bag of holding": "uncursed bag", "in a bag of holding": "uncursed bag", "in my bag of holding": "uncursed bag", "bag of holding with": "uncursed bag", "boh with": "uncursed bag", "bag of holding holding": "uncursed bag", "blessed bag of holding": "blessed bag", "uncursed bag of holding": "uncursed bag", "cursed bag of holding": "cursed bag"},
	})
	legs = commands.NewChoice(commands.Param{
		Name: "legs", Summary: "Wounded: one leg or both legs", Choices: []string{"one leg", "both legs"},
		Also: map[string]string{"wounded leg": "one leg", "a wounded leg": "one leg", "one wounded leg": "one leg", "wounded": "one leg", "one leg wounded": "one leg", "both legs wounded": "both legs", "both wounded legs": "both legs", "two wounded legs": "both legs"},
	})
)

// weighed is a kind of thing and what one of it weighs.
type weighed struct {
	name string
	each int
	coin bool
}

// weighable returns the things with a fixed weight: objects, corpses, and classes whose
// random items all weigh the same; a novel is in the class of spellbooks, but nobody calls it one.
func weighable(s *rules.Set) []commands.Term {
	for s.Objects() == nil && s.Parent != "" {
		s = rules.Get(s.Parent)
	}
	var out []commands.Term
	taken, alike := map[string]bool{}, map[string][]int{}
	for _, o := range s.Objects() {
		if o.Prob > 0 && o.Name != "novel" && !slices.Contains(alike[o.Class], o.Weight) {
			alike[o.Class] = append(alike[o.Class], o.Weight)
		}
		if o.Name != "corpse" && o.Name != "statue" {
			taken[o.Name] = true
			out = append(out, commands.Term{Name: o.Name, Aliases: thing.Aliases(s, o), Value: weighed{o.Name, o.Weight, o.Class == "coin"}})
		}
	}
	for class, weights := range alike {
		if len(weights) == 1 && !taken[class] && class != "coin" && class != "ball" && class != "chain" {
			out = append(out, commands.Term{Name: class, Value: weighed{name: class, each: weights[0]}})
		}
	}
	for s.Bestiary() == nil && s.Parent != "" {
		s = rules.Get(s.Parent)
	}
	for _, m := range s.Bestiary().Monsters {
		for _, name := range m.Names {
			of := "corpse of " + name
			if name += " corpse"; !taken[name] {
				taken[name] = true
				out = append(out, commands.Term{Name: name, Aliases: []string{of}, Value: weighed{name: name, each: m.Weight}})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b commands.Term) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func weigh() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "weight",
		Fillers: "how much do does a an the and weigh weighs of total all what is can i carry",
		Aliases: []string{"weigh", "weights", "burden", "capacity"},
		Recall:  hero.Strong(nil),
		Summary: "Show what things weigh, and whether you can carry them",
		Params:  commands.Takes(commands.RuleSet, things, coins, hero.St, hero.Con, others, bagged, legs),

		Examples: []string{"weight 3 daggers, plate mail, 12 potions", "weight plate mail, long sword st18 con18", "weight v3.4.3 20 scrolls, 5 wands in blessed bag", "weight st16 con14"},
	}, commands.By(tellWeight))
}

// weightAnswer is the machine-readable answer of `weight`.
type weightAnswer struct {
	Weight   int    `json:"weight"`
	Capacity *int   `json:"capacity,omitempty"`
	Load     string `json:"load,omitempty"`
}

func tellWeight(c *commands.Call, b *rules.Burden) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	r := &s.Reply
	a := weightAnswer{}
	_, strong := hero.St.In(c)
	_, tough := hero.Con.In(c)
	listed := len(things.All(c)) > 0
	if _, ok := coins.In(c); ok {
		listed = true
	}
	strong = strong || legs.In(c) != ""
	if !listed && !strong && !tough {
		return nil, &commands.Problem{Text: "What do you want to weigh? Or give your St and Con.", Slot: "things", Hints: []string{"weight 3 daggers, plate mail, 12 potions", "weight st18 con18"}}
	}
	if listed {
		a.Weight = weighList(c, s, b)
		r.Headline = strconv.Itoa(a.Weight)
	}
	if strong || tough {
		carried(c, s, b, &a, listed)
	} else if n, ok := others.In(c); ok {
		s.Steps.Work("", "with the rest", strconv.Itoa(a.Weight+n), "%d + %d", a.Weight, n)
		r.Summary += fmt.Sprintf(" With the other %d that makes %d.", n, a.Weight+n)
	}
	if b.Besides != "" {
		c.Note(commands.Assumed, b.Besides)
	}
	r.Data = a
	return s, nil
}

// weighList weighs all that a call lists.
func weighList(c *commands.Call, s *commands.Story, b *rules.Burden) int {
	d, r := s.Steps, &s.Reply
	var parts []string
	var weights []int
	put := func(rule string, n int, w weighed, weight int, how string, args ...any) {
		label := wording.Count(n, w.name)
		d.Work(rule, label, strconv.Itoa(weight), how, args...)
		parts, weights = append(parts, fmt.Sprintf("%s %d", label, weight)), append(weights, weight)
		r.Fact(label, strconv.Itoa(weight))
		r.Cite(c.Rules, rule)
	}
	gold := func(n int) {
		put(rules.CiteGoldWeight, n, weighed{name: "gold piece"}, life.Gold(b, n), "⌊(%d + %d)/%d⌋", n, b.PerGold/2, b.PerGold)
	}
	for _, said := range things.All(c) {
		w, n := things.Of(said), 1
		if said.Counted {
			n = said.Quantity
		}
		switch {
		case w.coin:
			gold(n)
		case w.each == 0:
			put(rules.CiteThingWeight, n, w, life.Stack(0, n), "⌊(%d + 1)/2⌋", n)
		default:
			put(rules.CiteThingWeight, n, w, life.Stack(w.each, n), "%d*%d", n, w.each)
		}
	}
	if n, ok := coins.In(c); ok {
		gold(n)
	}
	total := 0
	for _, w := range weights {
		total += w
	}
	if len(parts) > 1 {
		d.Work("", "together", strconv.Itoa(total), "%s", steps.Sum(weights...))
		text, _ := wording.List(parts, ", ", 150)
		r.Summary = fmt.Sprintf("%d in all (%s).", total, text)
	} else {
		r.Summary = fmt.Sprintf("%s weighs %d.", strings.TrimSuffix(parts[0], " "+strconv.Itoa(total)), total)
		if !strings.HasPrefix(parts[0], "1 ") {
			r.Summary = strings.Replace(r.Summary, " weighs ", " weigh ", 1)
		}
	}
	return inBag(c, s, b, total)
}

// inBag returns what a call's things weigh where they are, such as in a bag.
func inBag(c *commands.Call, s *commands.Story, b *rules.Burden, total int) int {
	in := bagged.In(c)
	if in == "" {
		besideBag(c, s, b, total)
		return total
	}
	buc, by := rules.Uncursed, b.Uncursed
	switch in {
	case "blessed bag":
		buc, by = rules.Blessed, b.Blessed
	case "cursed bag":
		buc = rules.Cursed
	}
	bag := 0
	if o := c.Rules.Object(bagOfHolding); o != nil {
		bag = o.Weight
	}
	held := life.InBag(b, total, buc)
	how := fmt.Sprintf("⌊%d/%d⌋ + 1", total, by)
	switch {
	case buc == rules.Cursed:
		how = fmt.Sprintf("%d*%d", b.CursedTimes, total)
	case b.RoundsUp:
		how = fmt.Sprintf("⌈%d/%d⌉", total, by)
	}
	s.Steps.Work(rules.CiteBagWeight, "in the bag", strconv.Itoa(held), "%s", how)
	s.Steps.Work(rules.CiteBagWeight, "with the bag", strconv.Itoa(held+bag), "%d + %d", held, bag)
	s.Reply.Summary += fmt.Sprintf(" In %s of holding that makes %d, %d of it the bag itself.", wording.Article(in), held+bag, bag)
	s.Reply.Cite(c.Rules, rules.CiteBagWeight)
	return held + bag
}

// besideBag says what a list weighs that names a bag of holding, with all the rest inside.
func besideBag(c *commands.Call, s *commands.Story, b *rules.Burden, total int) {
	bag := 0
	for _, said := range things.All(c) {
		switch w := things.Of(said); {
		case w.name != bagOfHolding:
		case said.Counted && said.Quantity > 1 || bag > 0:
			return
		default:
			bag = w.each
		}
	}
	if bag == 0 || total <= bag {
		return
	}
	with := func(buc rules.BUC) int { return bag + life.InBag(b, total-bag, buc) }
	s.Reply.Summary += fmt.Sprintf(" With all else in the bag: %d uncursed, %d blessed, %d cursed.", with(rules.Uncursed), with(rules.Blessed), with(rules.Cursed))
	s.Reply.Cite(c.Rules, rules.CiteBagWeight)
}

// bagOfHolding is the name of the bag that makes what is in it lighter.
const bagOfHolding = "bag of holding"

// carried says whether a hero can carry it, and anything else that is carried. listed: it
// was weighed.
func carried(c *commands.Call, s *commands.Story, b *rules.Burden, a *weightAnswer, listed bool) {
	d, r := s.Steps, &s.Reply
	str, con := hero.St.Else(c, 16, "St 16"), hero.Con.Else(c, 16, "Con 16")
	hurt := slices.Index([]string{"", "one leg", "both legs"}, legs.In(c))
	if hurt == 1 {
		c.Note(commands.Remarked, "one leg is wounded; say both legs if they are")
	}
	capacity := life.Capacity(b, str, con, hurt)
	a.Capacity = &capacity
	how := fmt.Sprintf("min(%d, %d*(%d + %d) + %d)", b.Most, b.PerPoint, life.Points(str), con, b.Spare)
	if hurt > 0 {
		how = fmt.Sprintf("max(0, %s - %d*%d)", how, hurt, b.Leg)
	}
	d.Work(rules.CiteCapacity, "capacity", strconv.Itoa(capacity), "%s", how)
	weight := a.Weight
	if n, ok := others.In(c); ok {
		weight += n
		if listed {
			d.Work("", "with the rest", strconv.Itoa(weight), "%d + %d", a.Weight, n)
			r.Headline = strconv.Itoa(weight)
		}
	} else if a.Weight > 0 {
		c.Note(commands.Assumed, "you carry nothing else")
	}
	var begin []string
	for load := 1; load <= life.Overloaded; load++ {
		at := life.Begins(load, capacity)
		begin = append(begin, fmt.Sprintf("%s from %d", hero.Loads[load], at))
		how := fmt.Sprintf("%d + 1", capacity)
		if load > 1 {
			how = fmt.Sprintf("%d + ⌈%d*%d/2⌉", capacity, load-1, capacity)
		}
		d.Work(rules.CiteBurden, hero.Loads[load]+" from", strconv.Itoa(at), "%s", how)
	}
	where := fmt.Sprintf("St %s, Con %d carry %d", rules.StrengthText(str), con, capacity)
	if weight > 0 {
		a.Load = hero.Loads[life.Load(weight, capacity)]
		verdict := wording.Capital(a.Load)
		if weight != a.Weight {
			verdict += fmt.Sprintf(" at %d", weight)
		}
		if r.Summary != "" {
			verdict += ": " + strings.TrimSuffix(r.Summary, ".")
		}
		r.Summary = verdict + "."
		if !listed {
			r.Headline = wording.Capital(a.Load)
		}
		if spare := life.Begins(1, capacity) - 1 - weight; spare > 0 {
			d.Work("", "more before Burdened", strconv.Itoa(spare), "%d - %d", capacity, weight)
			where += fmt.Sprintf(" (%d to spare)", spare)
		}
	} else {
		r.Headline = strconv.Itoa(capacity)
	}
	r.Summary = strings.TrimSpace(r.Summary + " " + where + "; " + strings.Join(begin, ", ") + ".")
	r.Cite(c.Rules, rules.CiteCapacity, rules.CiteBurden)
}
