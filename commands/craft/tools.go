package craft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/ends"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/craft"
	"delphi/engine/dice"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// The parameters of markers, potions, bags and horns.
var (
	written = commands.NewName[*rules.Object](commands.Param{
		Name: "what", Noun: "a scroll or spellbook", Summary: "The scroll or spellbook",
		Vocabulary: func(s *rules.Set) []commands.Term { return objectTerms(s, nil, "scroll", "spellbook") },
	})
	known  = commands.NewFlag(commands.Param{Name: "known", Summary: "Its type is identified", Words: []string{"identified", "known type"}})
	fading = commands.NewFlag(commands.Param{Name: "fading", Summary: "A book of a spell you are about to forget", Words: []string{"forgetting", "about to be forgotten", "almost forgotten"}})
	ink    = commands.NewNumber(commands.Param{Name: "ink", Summary: "Charges of the marker", Words: []string{"marker"}, After: []string{"ink", "charges", "charge"}, Before: "recharged", Min: 0, Max: 127})

	mixed = commands.NewName[string](commands.Param{
		Name: "potions", Many: true, Gear: true, Noun: "a potion", Summary: "The potion dipped, then the one it is dipped into",
		Vocabulary: mixTerms,
	})
	dipped  = commands.NewNumber(commands.Param{Name: "stack", Summary: "How many potions are dipped at once", After: []string{"potions", "potion"}, Min: 1, Max: 10_000})
	smock   = commands.NewFlag(commands.Param{Name: "smock", Summary: "Wearing an alchemy smock", Words: []string{"alchemy smock", "apron", "wearing a smock"}})
	diluted = commands.NewFlag(commands.Param{Name: "diluted", Summary: "The dipped potion is diluted", Words: []string{"dilute"}})
	lit     = commands.NewFlag(commands.Param{Name: "lit", Summary: "The dipped potion is lit oil", Words: []string{"burning"}})

	stuffed = commands.NewName[*rules.Object](commands.Param{
		Name: "thing", Many: true, Noun: "a thing", Summary: "What goes into the bag of holding",
		Vocabulary: func(s *rules.Set) []commands.Term {
			unfit := func(o *rules.Object) bool { return s.Crafts() != nil && slices.Contains(s.Crafts().Unfit, o.Name) }
			out := append(objectTerms(s, nil, "wand", "tool"), objectTerms(s, unfit, "amulet", "spellbook", "rock")...)
			for i := range out {
				if out[i].Name == "wand of cancellation" {
					out[i].Aliases = append(out[i].Aliases, cancelling...)
				}
			}
			return out
		},
	})

	nested = commands.NewNumber(commands.Param{Name: "depth", Summary: "Containers around it; 0 puts it straight into the bag", Words: []string{"nesting", "inside", "in"}, After: []string{"sacks", "sack", "bags", "containers", "deep"}, Min: 0, Max: 50})

	ails      = commands.NewNumber(commands.Param{Name: "troubles", Summary: "Troubles that the horn cures", After: []string{"troubles", "trouble", "ailments", "problems"}, Min: 0, Max: 7})
	afflicted = commands.NewName[string](commands.Param{Name: "afflicted", Many: true, Noun: "a trouble", Summary: "What the troubles are: blind, stunned, confused", Vocabulary: hornTerms})
	points    = commands.NewNumber(commands.Param{Name: "points", Summary: "Attribute points lost", After: []string{"points", "point", "attributes", "attribute"}, Words: []string{"attributes"}, Min: 0, Max: 18})
)

// cancelling holds other names for a wand of cancellation.
var cancelling = []string{"canc", "canc wand", "wand of canc", "cancel wand", "wand of cancel", "cancellation wand"}

func toolCommands() []*commands.Command {
	return []*commands.Command{
		commands.Told(&commands.Command{
			Name: "write", Aliases: []string{"writing"},
			Fillers: "cost costs need needs magic unknown unidentified can type scroll scrolls markers a",
			Summary: "Show whether you can write a scroll or spellbook with a magic marker, and the ink it takes",
			Params:  commands.Takes(commands.RuleSet, written, hero.Role, hero.Luck, known, fading, ink, before, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"write genocide as Wizard luck 0", "write charging known ink 20", "write spellbook of force bolt luck 5", "write enchant armor 3 tries", "write 3 scrolls of genocide known ink 70"},
		}, commands.By(tellWrite)),
		commands.Told(&commands.Command{
			Name: "mix", Aliases: []string{"alchemy", "mixing"}, Recall: hero.Wearing(smock, "alchemy smock"),
			Fillers: "into with dip dipping dipped potion potions of to",
			Summary: "Show what you get when you dip one potion into another",
			Params:  commands.Takes(commands.RuleSet, mixed, dipped, buc, smock, diluted, lit, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"mix full healing", "mix healing into water", "mix speed into healing", "mix unicorn horn into confusion", "mix gain energy into full healing smock", "mix speed into healing 3 dips", "mix 7 potions of healing into speed"},
		}, commands.By(tellMix)),
		commands.Told(&commands.Command{
			Name: "bag", Aliases: []string{"boh"},
			Fillers: "holding of into put putting drop dropping stuff stuffing explode explodes wand blow up boh boom",
			Summary: "Show whether a bag of holding explodes when something is put into it",
			Params:  commands.Takes(commands.RuleSet, stuffed, charges, before, nested, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"bag cancellation depth 0", "bag bag of tricks depth 2", "bag bag of holding", "bag cancellation 0:0", "bag cancellation depth 5 10 times"},
		}, commands.By(tellBag)),
		commands.Told(&commands.Command{
			Name:    "horn",
			Fillers: "unicorn apply applying cure cures fix lost", Aliases: []string{"unihorn", "uhorn"},
			Summary: "Show what a unicorn horn cures",
			Params:  commands.Takes(commands.RuleSet, buc, ails, afflicted, points, tries.Number, tries.Sure, ends.Chart),

			Examples: []string{"horn blessed 3 troubles", "horn uncursed 1 trouble for 90%", "horn cursed", "horn v3.4.3 blessed 2 points"},
		}, commands.By(tellHorn)),
	}
}

// writeAnswer is the machine-readable answer of `write`.
type writeAnswer struct {
	ends.Answer
	Ink    span     `json:"ink"`              // of all that is written
	Enough *float64 `json:"enough,omitempty"` // that the marker's ink is enough
}

type span struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

func tellWrite(c *commands.Call, r *rules.Crafts) (*commands.Story, error) {
	o, ok := written.In(c)
	if !ok {
		return nil, &commands.Problem{Text: "What do you want to write?", Slot: "what", Hints: []string{"write genocide as Wizard luck 0", "write spellbook of force bolt"}}
	}
	base, can := craft.Ink(c.Rules.Ink(), o)
	if !can {
		return nil, &commands.Problem{Text: wording.Capital(wording.Article(o.Name)) + " cannot be written.", Hints: []string{"write genocide as Wizard luck 0"}}
	}
	w := &craft.Writing{Rules: r, Luck: c.Rules.Luck(), Object: o, Wizard: roleIs(c, "Wizard"), Known: known.In(c), Fading: fading.In(c)}
	if !w.Known {
		w.At = luckOf(c)
		if _, ok := hero.Role.In(c); !ok {
			c.Note(commands.Assumed, "not a Wizard")
		}
		c.Note(commands.Assumed, "its type is not identified")
	}
	has, said := ink.In(c)
	if !said {
		has = craft.InkAplenty
	}
	e := &ends.Ends{Subject: "Writing a " + o.Name, Cases: w.Try(base, has), Wanted: "to succeed", Once: "try", Is: func(what string) bool { return what == craft.Written }, Rule: rules.CiteWriting, Also: []string{rules.CiteInk}}
	inkSteps(e, w, base, has)
	s := e.Tell(c)
	for i := range s.Steps.Steps {
		switch step := &s.Steps.Steps[i]; {
		case step.What != e.Wanted:
		case w.Known:
			step.Remark = "identified types are always written"
		default:
			step.Remark = fmt.Sprintf("rnl(%d) shows 0 with Luck %d", w.Die(), w.At)
		}
	}
	s.Reply.Data = inked(c, s, base)
	return s, nil
}

// inkSteps sets the formula for the ends of tries, including the ink if it may not
// suffice.
func inkSteps(e *ends.Ends, w *craft.Writing, base, has int) {
	p := "1"
	if !w.Known {
		p = steps.RnlAtMost(w.Luck, w.Die(), w.At, 0)
	}
	e.How = p
	if has == craft.InkAplenty {
		return
	}
	trial := &tries.Trial{Once: "try", Within: func(n int) float64 { return w.Within(base, has, n) }, Most: has + 1, Rule: rules.CiteInk, Counted: "all the amounts of ink that the tries can use"}
	e.Tried = trial.Of
	least, most := craft.Used(base)
	switch {
	case has < least:
		e.How = "0"
	case has < most:
		enough := odds.Of(int64(has-least+1), int64(most-least+1))
		e.Before = func(d *steps.Derivation) {
			d.Work(rules.CiteInk, "enough ink", wording.Fraction(enough), "(%d - %d)/(%d - %d)", has, least-1, most, least-1).Of("%d to %d are used", least, most)
		}
		e.How = enough.String()
		if !w.Known {
			e.How += " * (" + p + ")"
		}
	}
}

// inked adds how much of a marker is used up by as many as the call writes.
func inked(c *commands.Call, s *commands.Story, base int) writeAnswer {
	n, said := tries.Number.In(c)
	if !said {
		n = 1
	}
	least, most := craft.Used(base)
	a := writeAnswer{Answer: s.Reply.Data.(ends.Answer), Ink: span{least * n, most * n}}
	used := strconv.Itoa(a.Ink.Min)
	if a.Ink.Max != a.Ink.Min {
		used = fmt.Sprintf("%d to %d", a.Ink.Min, a.Ink.Max)
	}
	s.Reply.Summary += fmt.Sprintf(" %s %s ink.", map[bool]string{true: "It uses", false: "They use"}[n == 1], used)
	s.Steps.Given(rules.CiteInk, "ink", used).Of("base cost %d: half of it, plus less than that half again", base)
	has, ok := ink.In(c)
	if !ok {
		return a
	}
	enough := craft.Enough(base, has, n)
	a.Enough = &enough.P
	switch {
	case enough.P == 1:
		s.Reply.Summary += fmt.Sprintf(" %d ink is enough.", has)
	case enough.P == 0:
		s.Reply.Summary += fmt.Sprintf(" %d ink is too little.", has)
	default:
		if n > 1 {
			s.Steps.Counted(rules.CiteInk, "enough ink for all", wording.Share(enough.P), "all the amounts of ink that %s can use", wording.Count(n, "try"))
		}
		s.Reply.Summary += fmt.Sprintf(" %s that %d ink is enough.", wording.Capital(wording.Chance(enough.P)), has)
	}
	return a
}

// mixTerms returns the potions and the other things that change when they are dipped
// into one, by their names without "potion of".
func mixTerms(s *rules.Set) []commands.Term {
	var out []commands.Term
	for _, t := range objectTerms(s, nil, "potion") {
		short := strings.TrimPrefix(t.Name, "potion of ")
		if short == "polymorph" {
			continue // dipping into it polymorphs: the commands about piles know what
		}
		out = append(out, commands.Term{Name: short, Aliases: append([]string{t.Name, short + " potion"}, t.Aliases...), Value: short})
		if short == "water" {
			out = append(out, commands.Term{Name: "unholy water", Aliases: []string{"cursed water", "potion of unholy water"}, Value: short, BUC: rules.Cursed}, commands.Term{Name: "blessed water", Value: short, BUC: rules.Blessed})
		}
	}
	if r := s.Crafts(); r != nil {
		for _, x := range r.Recipes {
			if !slices.ContainsFunc(out, func(t commands.Term) bool { return t.Name == x.Dipped }) {
				out = append(out, commands.Term{Name: x.Dipped, Value: x.Dipped})
			}
		}
	}
	lamp := func(o *rules.Object) bool { return o.Class != "tool" || o.Name == "oil lamp" || o.Name == "magic lamp" }
	for _, t := range objectTerms(s, lamp, "weapon", "tool") { // what else players dip: holy water blesses it
		if !slices.ContainsFunc(out, func(o commands.Term) bool { return o.Name == t.Name }) {
			out = append(out, commands.Term{Name: t.Name, Value: t.Name})
		}
	}
	out = append(out, commands.Term{Name: "corpse", Value: "corpse"})
	for i := range out {
		if out[i].Name == "unicorn horn" {
			out[i].Aliases = []string{"uhorn", "unihorn"}
		}
	}
	return out
}

// mixAnswer is the machine-readable answer of `mix`.
type mixAnswer struct {
	ends.Answer
	Mixed   []dice.Case[string] `json:"mixed"`             // what the recipe gives if nothing explodes
	Changed *span               `json:"changed,omitempty"` // how many of the stack said, all numbers as likely
}

// bareMix reports a call that says nothing about how two potions are mixed.
func bareMix(c *commands.Call) bool {
	_, stack := dipped.In(c)
	_, several := tries.Number.In(c)
	_, sure := tries.Sure.In(c)
	return !stack && !several && !sure && buc.In(c) == "" && !smock.In(c) && !diluted.In(c) && !lit.In(c) && !ends.Chart.In(c)
}

func tellMix(c *commands.Call, r *rules.Crafts) (*commands.Story, error) {
	said := mixed.All(c)
	if len(said) == 1 && bareMix(c) && said[0].BUC == rules.BUCNotSaid && mixed.Of(said[0]) != "water" && c.Rules.Object("potion of "+mixed.Of(said[0])) != nil {
		return tellRecipes(c, r, mixed.Of(said[0])), nil
	}
	if len(said) != 2 {
		return nil, &commands.Problem{Text: "Name two things: what you dip, and what you dip it into.", Slot: "potions", Hints: []string{"mix healing into water", "mix unicorn horn into confusion"}}
	}
	m := &craft.Mixing{Rules: r, Dipped: mixed.Of(said[0]), Into: mixed.Of(said[1]), Cursed: said[0].BUC == rules.Cursed || buc.In(c) == "cursed", Diluted: diluted.In(c), Smock: smock.In(c), Lit: lit.In(c)}
	m.Potion = c.Rules.Object("potion of "+m.Dipped) != nil || m.Dipped == "water"
	if c.Rules.Object("potion of "+m.Into) == nil {
		return nil, &commands.Problem{Text: wording.Capital(m.Into) + " is not a potion. Name what you dip first, then the potion.", Hints: []string{fmt.Sprintf("mix %s into %s", m.Into, m.Dipped)}}
	}
	water := waterOf(said[1])
	if holy := water == rules.Blessed || water == rules.Cursed; !m.Known() && !holy {
		return nil, &commands.Problem{Text: wording.Capital(wording.Article(m.Dipped)) + " does not mix: only potions do, and a unicorn horn or an amethyst dipped into one.", Hints: []string{"mix healing into " + m.Into, "mix " + m.Dipped + " into holy water"}}
	}
	if m.Dipped == m.Into && (m.Dipped != "water" || water == rules.BUCNotSaid || water == rules.Uncursed) {
		return nil, &commands.Problem{Text: "Two potions of one kind do not mix.", Hints: []string{"mix healing into water"}}
	}
	e := &ends.Ends{Subject: fmt.Sprintf("%s dipped into %s", wording.Capital(m.Dipped), m.Into), Wanted: "to explode", Is: has(craft.Blast), Unit: "dip", Rule: rules.CiteAlchemy, Also: []string{rules.CiteRecipes}, How: "0", Cases: craft.Mix(m)}
	if m.Into == "water" {
		if holy := map[string]string{"blessed": "holy", "cursed": "unholy"}[buc.In(c)]; water == rules.BUCNotSaid && holy != "" {
			return nil, &commands.Problem{Text: fmt.Sprintf("What is %s, the %s or the water?", buc.In(c), m.Dipped), Hints: []string{fmt.Sprintf("mix %s into %s water", m.Dipped, holy), fmt.Sprintf("mix %s into water", m.Dipped)}}
		}
		return tellWater(c, e, m, water)
	}
	if n := m.Once(); n > 0 {
		e.How = fmt.Sprintf("1/%d", n)
	}
	s := e.Tell(c)
	a := mixAnswer{Answer: s.Reply.Data.(ends.Answer), Mixed: craft.Mixed(m)}
	if m.Recipe() == nil && m.Potion {
		s.Reply.Summary += " There is no recipe."
	}
	switch n, said := dipped.In(c); {
	case said && n > 1 && !m.Potion && m.Recipe() != nil: // the game splits one off
		a.Changed = &span{1, 1}
		s.Reply.Summary += fmt.Sprintf(" Of the %d potions 1 changes: each takes a dip of its own.", n)
	case said && m.Potion && *a.P < 1:
		a.Changed = changed(c, m, n)
		s.Reply.Summary += changedWords(n, a.Changed)
	case r.StackMagic > 0 && m.Potion && *a.P < 1:
		c.Note(commands.Assumed, fmt.Sprintf("at most %d potions; of a larger stack only some may change", r.StackMagic))
	}
	s.Reply.Data = a
	return s, nil
}

// changed returns how many of a dipped stack become something else, or explode.
func changed(c *commands.Call, m *craft.Mixing, stack int) *span {
	magical := func(name string) bool {
		o := c.Rules.Object("potion of " + name)
		return o != nil && o.Magic
	}
	is := magical(m.Dipped) || magical(m.Into)
	if recipe := m.Recipe(); recipe != nil && recipe[0].What != rules.NoRecipe {
		is = magical(recipe[0].What)
	}
	least, most := craft.Changed(m.Rules, stack, is, m.Diluted)
	return &span{least, most}
}

// changedWords says the same in words, after a blank.
func changedWords(stack int, s *span) string {
	switch {
	case s.Min == stack:
		return fmt.Sprintf(" All %d change at once.", stack)
	case s.Min == s.Max:
		return fmt.Sprintf(" Of the %d, %d change.", stack, s.Min)
	}
	return fmt.Sprintf(" Of the %d, %d to %d change, each number equally likely.", stack, s.Min, s.Max)
}

// tellWater tells about dipping something into water: holy water blesses and unholy
// water curses by one step, other water dilutes.
func tellWater(c *commands.Call, e *ends.Ends, m *craft.Mixing, water rules.BUC) (*commands.Story, error) {
	what := "diluted " + m.Dipped
	switch {
	case water == rules.Blessed || water == rules.Cursed:
		holy := map[rules.BUC]string{rules.Blessed: "holy", rules.Cursed: "unholy"}[water]
		e.Subject = fmt.Sprintf("%s dipped into %s water", wording.Capital(m.Dipped), holy)
		what = stepped(c, m, water)
	case m.Diluted:
		what = "water"
	case !m.Potion:
		what = "nothing happens"
	case m.Dipped == "acid":
		what = craft.Blast
	}
	e.Cases = dice.Cases(func(*dice.Dice) string { return what })
	if what == craft.Blast {
		e.How = "1"
	}
	if water == rules.BUCNotSaid {
		c.Note(commands.Assumed, "uncursed water")
	}
	s := e.Tell(c)
	s.Reply.Data = mixAnswer{Answer: s.Reply.Data.(ends.Answer), Mixed: e.Cases}
	return s, nil
}

// waterOf returns what the call says about the water that something is dipped into.
func waterOf(said commands.Said) rules.BUC {
	switch said.Name {
	case "unholy water":
		return rules.Cursed
	case "blessed water":
		return rules.Blessed
	}
	return said.BUC
}

// stepped returns the BUC that a thing has after holy or unholy water.
func stepped(c *commands.Call, m *craft.Mixing, water rules.BUC) string {
	is := mixed.All(c)[0].BUC
	if is == rules.BUCNotSaid {
		is = bucOf(c, strings.ToLower(m.Dipped))
	}
	switch {
	case is == water:
		return "nothing happens"
	case is != rules.Uncursed:
		return "uncursed " + m.Dipped
	}
	return map[rules.BUC]string{rules.Blessed: "blessed ", rules.Cursed: "cursed "}[water] + m.Dipped
}

func tellBag(c *commands.Call, r *rules.Crafts) (*commands.Story, error) {
	o, ok := stuffed.In(c)
	if !ok {
		return nil, &commands.Problem{Text: "What do you put into the bag?", Slot: "thing", Hints: []string{"bag cancellation depth 0", "bag bag of tricks depth 1"}}
	}
	for _, s := range stuffed.All(c) { // the bag of holding beside another thing is the one that it goes into
		if o.Name == "bag of holding" {
			o = stuffed.Of(s)
		}
	}
	if !craft.Fits(r, o.Name) {
		return tellUnfit(c, o), nil
	}
	n, said := charges.In(c)
	explosive := craft.Explosive(r, o.Name)
	if !said {
		n = 1
		if explosive && !slices.Contains(r.BagAlways, o.Name) {
			c.Note(commands.Assumed, "it has charges")
		}
	}
	depth := nested.Else(c, 0, "put straight into the bag")
	p := craft.Bag(r, o.Name, n, depth)
	subject := wording.Capital(wording.Article(o.Name)) + " straight into a bag of holding"
	if depth > 0 {
		subject = fmt.Sprintf("%s into a bag of holding, with %s around it", wording.Capital(wording.Article(o.Name)), wording.Count(depth, "container"))
	}
	e := &ends.Ends{Subject: subject, Wanted: "to explode", Is: func(what string) bool { return what == craft.Blast }, Rule: rules.CiteBag, How: "0"}
	if p.Num > 0 {
		e.How = fmt.Sprintf("min(1, (%d + 1)/2^%d)", depth, min(depth, r.BagDeepest))
	}
	e.Cases = dice.Cases(func(d *dice.Dice) string {
		if d.Chance(int(p.Num), int(p.Den)) {
			return craft.Blast
		}
		return "nothing happens"
	})
	s := e.Tell(c)
	if explosive {
		s.Reply.Chart = commands.Plot("The chance that "+wording.Article(o.Name)+" explodes in a bag of holding, by the containers around it, "+c.Rules.Title, "containers around it", "chance %", 100, commands.Points(0, 10, func(x int) float64 { return craft.Bag(r, o.Name, n, x).P * 100 }))
	}
	return s, nil
}

// tellUnfit tells about a thing that does not go into any container.
func tellUnfit(c *commands.Call, o *rules.Object) *commands.Story {
	e := &ends.Ends{
		Subject: wording.Capital(theOrA(o)) + " cannot go into a bag of holding", Wanted: "to explode", Is: has(craft.Blast), Rule: rules.CiteUnfit, How: "0",
		Cases: dice.Cases(func(*dice.Dice) string { return "nothing happens" }),
	}
	return e.Tell(c)
}

// theOrA returns a thing with its article: "the" if there is only one of it.
func theOrA(o *rules.Object) string {
	if o.Unique {
		return "the " + o.Name
	}
	return wording.Article(o.Name)
}
