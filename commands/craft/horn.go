package craft

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/ends"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/craft"
	"delphi/engine/dice"
	"delphi/engine/effect"
	"delphi/engine/rules"
)

// uncured holds troubles that no horn cures, by names that are not in the table of
// ailments.
var uncured = map[string][]string{
	"stoning": {"delayed petrification"}, "cursed levitation": {"levitation", "levitating"}, "paralysis": {"paralysed", "paralyzed"},
}

// hornTerms returns the troubles that a unicorn horn cures in some version, and those that
// one may hope it does.
func hornTerms(s *rules.Set) []commands.Term {
	out := []commands.Term{
		{Name: "sick", Aliases: []string{"food poisoned", "food poisoning", "foodpois", "ill", "illness", "termill", "terminally ill", "deathly sick"}},
		{Name: "blind", Aliases: []string{"blinded", "blindness"}},
		{Name: "confused", Aliases: []string{"conf", "confusion"}},
		{Name: "stunned", Aliases: []string{"stun"}},
		{Name: "hallucinating", Aliases: []string{"hallu", "hallucination", "hallucinated"}},
		{Name: "vomiting", Aliases: []string{"nauseated", "nauseous", "nausea"}},
		{Name: "deaf", Aliases: []string{"deafness", "deafened"}},
	}
	also := maps.Clone(uncured)
	if r := s.Remedies(); r != nil {
		for _, a := range r.Ailments {
			if a.Horn == "" {
				also[a.Name] = append(slices.Clone(a.Aliases), also[a.Name]...)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(also)) {
		out = append(out, commands.Term{Name: name, Aliases: also[name]})
	}
	return out
}

// hornEnd is one end of applying a unicorn horn.
type hornEnd struct {
	What string `json:"what"`
	craft.Cured
	dice.Chance
}

// hornAnswer is the machine-readable answer of `horn`.
type hornAnswer struct {
	Outcomes []hornEnd    `json:"outcomes"`
	All      *float64     `json:"all,omitempty"` // that everything is cured
	Best     *ends.Better `json:"best,omitempty"`
	tries.Answer
}

func tellHorn(c *commands.Call, r *rules.Crafts) (*commands.Story, error) {
	b := bucOf(c, "horn")
	if b == rules.Cursed {
		e := &ends.Ends{Subject: "A cursed unicorn horn", Cases: craft.Hurt(r), Wanted: "to blind you", Once: "try", Is: has("blind"), Rule: rules.CiteHorn}
		return e.Tell(c), nil
	}
	q := &craft.Horn{Rules: r, BUC: b, Points: func() int { n, _ := points.In(c); return n }()}
	if n, ok := ails.In(c); ok {
		q.Ails = n
	} else if list := afflicted.All(c); len(list) > 0 {
		q.Ails = len(list)
		for _, s := range list {
			if !slices.Contains(r.HornCures, s.Name) {
				return hornless(c, s.Name), nil
			}
		}
	} else if q.Points == 0 {
		q.Ails = 1
		c.Note(commands.Assumed, "one trouble")
	}
	if q.Points > 0 && r.HornAttributes == 0 {
		if q.Ails == 0 {
			s, no := hornless(c, "attribute loss"), 0.0
			s.Reply.Data = hornAnswer{Outcomes: hornEnds(q, craft.Cure(q)), All: &no}
			return s, nil
		}
		c.Note(commands.Warned, "a unicorn horn restores no attributes in "+c.Rules.Title)
	}
	cases := craft.Cure(q)
	e := &ends.Ends{Subject: fmt.Sprintf("%s unicorn horn, %s", wording.Capital(wording.Article(b.String())), ailing(q)), Wanted: "to cure everything", Once: "try", Rule: rules.CiteHorn, Show: func(what string) string {
		return strings.NewReplacer("0 troubles", "no trouble", "0 attribute points", "no attribute point").Replace(what)
	}}
	full := ""
	for _, x := range cases {
		words := curedWords(q, x.What)
		e.Cases = append(e.Cases, dice.Case[string]{What: words, Chance: x.Chance})
		if x.What.Troubles == q.Ails && (x.What.Attributes == q.Points || r.HornAttributes == 0) {
			full = words
		}
	}
	e.Is = func(what string) bool { return what == full }
	if q.Ails+q.Points > 1 {
		trial := &tries.Trial{Once: e.Once, Most: 1000, Within: craft.Within(q), Counted: "what is left uncured after each try", Rule: rules.CiteHorn}
		e.Tried = trial.Of
	}
	if blessed := *q; q.BUC != rules.Blessed {
		blessed.BUC = rules.Blessed
		x := ends.Change{Words: "blessed"}
		for _, n := range craft.Cure(&blessed) {
			x.Cases = append(x.Cases, dice.Case[string]{What: curedWords(&blessed, n.What), Chance: n.Chance})
		}
		e.Changes = append(e.Changes, x)
	}
	s := e.Tell(c)
	a := s.Reply.Data.(ends.Answer)
	s.Reply.Data = hornAnswer{Outcomes: hornEnds(q, cases), All: a.P, Best: a.Best, Answer: a.Answer}
	return s, nil
}

// hornEnds returns the ends of applying a horn for machines.
func hornEnds(q *craft.Horn, cases []dice.Case[craft.Cured]) []hornEnd {
	out := []hornEnd{}
	for _, x := range cases {
		out = append(out, hornEnd{curedWords(q, x.What), x.What, x.Chance})
	}
	return out
}

// hornless answers a question about a trouble that a unicorn horn does not cure by
// saying what does.
func hornless(c *commands.Call, trouble string) *commands.Story {
	no := 0.0
	r := commands.Reply{Headline: "No", Tone: commands.Bad, Data: hornAnswer{Outcomes: []hornEnd{}, All: &no}}
	words := trouble
	if strings.HasSuffix(trouble, "ed") || slices.Contains([]string{"sick", "blind", "hallucinating", "deaf"}, trouble) {
		words = "being " + trouble
	}
	r.Summary = fmt.Sprintf("No: a unicorn horn does not cure %s", words)
	if a := ailmentOf(c.Rules, trouble); a != nil {
		var ways []string
		for _, x := range effect.Cures(c.Rules, a) {
			ways = append(ways, x.What)
			r.Cite(c.Rules, x.Rule)
		}
		if text, _ := wording.List(ways, ", ", commands.LineBudget-len(r.Summary)-100); text != "" {
			r.Summary += ". These do: " + text
		}
		r.Hints = []string{"cure " + a.Name}
	}
	r.Summary += "."
	r.Cite(c.Rules, rules.CiteHorn)
	d := steps.New(c.Rules)
	d.Given(rules.CiteHorn, "what a horn cures", wording.And(c.Rules.Crafts().HornCures))
	return &commands.Story{Reply: r, Steps: d}
}

// ailmentOf returns a trouble from the table of ailments, by its name or by the horn's,
// or nil.
func ailmentOf(s *rules.Set, trouble string) *rules.Ailment {
	if s.Remedies() == nil {
		return nil
	}
	for _, a := range s.Remedies().Ailments {
		if a.Name == trouble || a.Horn == trouble {
			return a
		}
	}
	return nil
}

func ailing(q *craft.Horn) string {
	lost := wording.Count(q.Points, "attribute point") + " lost"
	switch {
	case q.Points == 0:
		return wording.Count(q.Ails, "trouble")
	case q.Ails == 0:
		return lost
	}
	return wording.Count(q.Ails, "trouble") + " and " + lost
}

// curedWords says what was cured of what a horn may cure.
func curedWords(q *craft.Horn, x craft.Cured) string {
	fixed, restored := wording.Count(x.Troubles, "trouble")+" fixed", wording.Count(x.Attributes, "attribute point")+" restored"
	switch {
	case q.Points == 0 || q.Rules.HornAttributes == 0:
		return fixed
	case q.Ails == 0:
		return restored
	}
	return fixed + ", " + restored
}
