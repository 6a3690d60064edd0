package fate

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/eating"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// herd is the monsters of one class.
type herd struct {
	name, symbol string
	members      []*rules.Monster
}

var class = commands.NewName[*herd](commands.Param{Name: "class", Noun: "a class of monsters", Summary: "The class of monsters whose corpses you offer: all dragons, capital D", Kinds: true, Vocabulary: herdTerms})

// classNouns holds what else players call the monsters of a class.
var classNouns = map[string][]string{
	"B": {"birds"}, "d": {"canines"}, "f": {"felines"}, "F": {"molds", "fungi"}, "H": {"giants"}, "P": {"oozes"}, "q": {"quadrupeds"},
	"s": {"spiders", "centipedes"}, "u": {"unicorns"}, "v": {"vortices"}, "Y": {"apes"}, "&": {"demons"}, ";": {"eels"},
}

// herdTerms lists a version's classes: "all dragons", since many are called what one of them
// is, and by their letters "capital D", since names are read in any case.
func herdTerms(s *rules.Set) []commands.Term {
	b := s.Bestiary()
	if b == nil {
		return nil
	}
	var herds []*herd
	bySign := map[string]*herd{}
	for _, m := range b.Monsters {
		h := bySign[m.Symbol]
		if h == nil {
			noun, _, _ := strings.Cut(m.Class, " or ")
			if h = (&herd{name: wording.Plural(noun), symbol: m.Symbol}); strings.TrimSpace(m.Symbol) != "" && noun != "" {
				herds = append(herds, h)
			}
			bySign[m.Symbol] = h
		}
		h.members = append(h.members, m)
	}
	return commands.Terms(herds, func(h *herd) commands.Term {
		t := commands.Term{Name: "all " + h.name, Value: h}
		for _, noun := range classNouns[h.symbol] {
			t.Aliases = append(t.Aliases, "all "+noun)
		}
		switch letter := h.symbol[0]; {
		case 'a' <= letter && letter <= 'z':
			t.Aliases = append(t.Aliases, "small "+h.symbol)
		case 'A' <= letter && letter <= 'Z':
			t.Aliases = append(t.Aliases, "capital "+h.symbol)
		default:
			t.Aliases = append(t.Aliases, h.symbol)
		}
		return t
	})
}

// classAnswer is the machine-readable answer of `sac` about a class.
type classAnswer struct {
	Class   string         `json:"class"`
	Symbol  string         `json:"symbol"`
	Members []classMember  `json:"members"`        // those that leave a corpse, the least value first
	None    []string       `json:"corpseless"`     // those that do not
	Gift    *odds.Fraction `json:"gift,omitempty"` // nil: none is tried for
}

type classMember struct {
	Monster  string           `json:"monster"`
	Value    int              `json:"value"`
	Outcomes []divine.Outcome `json:"outcomes"`

	offered divine.Sacrifice
	divine.Offered
}

// tellClass tells what the corpses of a class do on the altar: the range of those that
// the gods take alike, and what is different about the others.
func tellClass(c *commands.Call, q *divine.Sacrifice, h *herd) (*commands.Story, error) {
	_, sure := tries.Sure.In(c)
	if n, _ := tries.Number.In(c); n > 1 || sure || named.One(c) != nil || chart.In(c) {
		c.Note(commands.Remarked, "all of it per sacrifice; for several, or for one artifact, name one monster")
	}
	answer := classAnswer{Class: h.name, Symbol: h.symbol}
	old := 0 // how many leave one that is dated back
	for _, m := range h.members {
		e, dead := rules.EatingOf(c.Rules.Name), eating.DeadForm(c.Rules.Bestiary(), m)
		left := eating.Left(e, c.Rules.Bestiary(), dead)
		if left.Corpse == "" || left.Old || e.Has(m, rules.Fatal) { // a Rider rises

			answer.None = append(answer.None, foe.Called(c.Rules, m))
			if left.Old {
				old++
			}
			continue
		}
		one := *q
		one.Corpse = dead
		a := one.Answer()
		answer.Members = append(answer.Members, classMember{foe.Called(c.Rules, m), a.Value, a.Outcomes, one, a})
	}
	called := wording.Capital(h.name) + " (" + h.symbol + ")"
	slices.SortStableFunc(answer.Members, func(a, b classMember) int { return a.Value - b.Value })
	r := commands.Reply{Summary: called + ": "}
	switch n := len(answer.Members); {
	case n == 0 && old > 0:
		r.Summary += "what they leave is too old for the altar, so nothing happens."
	case n == 0:
		r.Summary += "none of them leaves a corpse to sacrifice."
	case len(answer.None) > 0:
		without, _ := wording.List(answer.None, ", ", 24)
		r.Summary += fmt.Sprintf("%d of %d leave a corpse to sacrifice (not %s): ", n, len(h.members), without)
	}
	d := steps.New(c.Rules)
	d.Given(rules.CiteSacrifice, "the value", "counted").Of("the difficulty of each, and 1")
	r.Summary += strings.Join(slices.DeleteFunc([]string{rangeSummary(d, &answer), oddOnes(answer.Members)}, func(s string) bool { return s == "" }), " ")
	r.Data = answer
	if r.Cite(c.Rules, rules.CiteSacrifice); answer.Gift != nil {
		r.Cite(c.Rules, rules.CiteGift, rules.CiteWhichGift)
	}
	return &commands.Story{Reply: r, Steps: d}, nil
}

// plain reports an offering that is one like any other of its value.
func (m *classMember) plain() bool { return m.Accepted || len(m.Outcomes) == 2 && !m.offered.Pet }

// rangeSummary says what the offerings that are alike but for their value bring, and adds
// the steps; it is empty if there are none.
func rangeSummary(d *steps.Derivation, answer *classAnswer) string {
	list := slices.DeleteFunc(slices.Clone(answer.Members), func(m classMember) bool { return !m.plain() })
	if len(list) == 0 {
		return ""
	}
	low, high := &list[0], &list[len(list)-1]
	worth := fmt.Sprintf("value %d", low.Value)
	if low.Value != high.Value {
		worth = fmt.Sprintf("value %d (%s) to %d (%s)", low.Value, low.Monster, high.Value, high.Monster)
	}
	if !low.Accepted {
		p := low.offered.Converts()
		d.Work(rules.CiteSacrifice, "the altar is converted", wording.Share(p.P), "%d/%d", p.Num, p.Den).Of("whatever the value")
		return fmt.Sprintf("%s; any is as good to convert the altar: %s (%d/%d).", worth, wording.Chance(p.P), p.Num, p.Den)
	}
	if !low.Gifted || !high.Gifted {
		return fmt.Sprintf("%s. The least: %s The most: %s", worth, sacSummary(&low.offered, &low.Offered), sacSummary(&high.offered, &high.Offered))
	}
	chance := func(m *classMember) odds.Fraction {
		g := m.offered.Gift
		g.Value = m.Value
		return g.Chance(g.Which())
	}
	gift := chance(high)
	answer.Gift = &gift
	giftSteps(d, &high.offered, gift)
	out := worth + ". " + wording.Capital(wording.Chance(gift.P)) + " of a gift"
	switch {
	case chance(low).P != gift.P:
		out += fmt.Sprintf(", %s with the least value", wording.Chance(chance(low).P))
	case low.Value != high.Value && gift.P > 0 && low.offered.Rules.ByWorth:
		out += " with any, but the value bounds which artifacts may come"
	case gift.P > 0:
		out += " with any"
	}
	return out + fmt.Sprintf("; otherwise Luck becomes %s. Off a long timeout: %s.", span(low.Luck, high.Luck), span(reduction(&low.offered), reduction(&high.offered)))
}

// span shows two numbers, or one where they are the same.
func span(from, to int) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d to %d", from, to)
}

// reduction returns what an offering takes off a long timeout.
func reduction(q *divine.Sacrifice) int {
	long := *q
	long.Timeout, long.Anger, long.Record, long.Pet = divine.MaxTimeout, 0, max(0, q.Record), false
	if after := long.Answer().Timeout; after >= 0 {
		return divine.MaxTimeout - after
	}
	return 0
}

// oddOnes says what the others do: those of one's own race, unicorns that insult a god,
// pets and what is too old.
func oddOnes(list []classMember) string {
	var effects, out []string
	who := map[string][]string{}
	for i := range list {
		m := &list[i]
		if m.plain() {
			continue
		}
		what, _, _ := strings.Cut(sacSummary(&m.offered, &m.Offered), " (value")
		what = strings.TrimSuffix(what, ".")
		if who[what] == nil {
			effects = append(effects, what)
		}
		who[what] = append(who[what], m.Monster)
	}
	for _, what := range effects {
		whose, _ := wording.List(who[what], ", ", 28)
		out = append(out, fmt.Sprintf("%s: %s.", wording.Capital(whose), strings.ToLower(what[:1])+what[1:]))
	}
	return strings.Join(out, " ")
}
