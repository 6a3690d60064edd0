package lookup

import (
	"context"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/effect"
	"delphi/engine/rules"
)

// The parameters of stops.
var (
	hazard = commands.NewName[*rules.Hazard](commands.Param{Name: "hazard", Noun: "a danger", Summary: "What threatens you, such as death ray, floating eye or polymorph trap", Vocabulary: hazards})
	guard  = commands.NewName[string](commands.Param{Name: "guard", Noun: "a protection", Summary: "What may stop it, such as reflection, or an item that gives it", Vocabulary: guardTerms})
)

// stopsAnswer is the machine-readable answer of `stops`.
type stopsAnswer struct {
	Hazard string     `json:"hazard,omitempty"`
	Guard  string     `json:"guard,omitempty"`
	Does   string     `json:"does,omitempty"` // yes, no or partly, if both were said
	Stops  []stopsRow `json:"stops"`          // of the hazard, or of the guard
	Not    []string   `json:"not,omitempty"`  // the hazards that the guard does not stop
}

type stopsRow struct {
	Hazard string `json:"hazard"`
	Guard  string `json:"guard"`
	Partly bool   `json:"partly,omitempty"`
	How    string `json:"how,omitempty"`
}

// guardsOf returns the table of a version, or of the nearest one with any, so that a
// missing one is not read as something else.
func guardsOf(s *rules.Set) (*rules.Set, *rules.Guards) {
	if s.Guards() == nil {
		s = rules.Get(rules.Default)
	}
	return s, s.Guards()
}

func hazards(s *rules.Set) []commands.Term {
	_, t := guardsOf(s)
	return commands.Terms(t.Hazards, func(h *rules.Hazard) commands.Term {
		return commands.Term{Name: h.Name, Aliases: h.Aliases, Value: h}
	})
}

// guardTerms returns what stops hazards, all other properties, and the items that give
// them.
func guardTerms(s *rules.Set) []commands.Term {
	s, t := guardsOf(s)
	var out []commands.Term
	seen := map[string]bool{}
	for _, p := range s.Properties().List {
		term := commands.Term{Name: p.Name, Aliases: slices.Clone(p.Aliases), Value: p.Name}
		for _, x := range effect.Giving(s, p).Items {
			o := s.Object(x.Name)
			if o == nil || x.How != "" || seen[x.Name] {
				continue
			}
			seen[x.Name] = true
			term.Aliases = append(append(term.Aliases, x.Name), thing.Aliases(s, o)...)
		}
		seen[p.Name] = true
		out = append(out, term)
	}
	for _, g := range t.Guards {
		if !seen[g.Property] {
			seen[g.Property] = true
			out = append(out, commands.Term{Name: g.Property, Value: g.Property})
		}
	}
	return out
}

func stops() *commands.Command {
	return &commands.Command{
		Name:    "stops",
		Aliases: []string{"protects"},
		Fillers: "does do is will would against from me you my a an the being",
		Summary: "Show what protects you from a danger, or whether something does",
		Params:  commands.Takes(commands.RuleSet, hazard, guard),

		Examples: []string{
			"stops death ray", "stops reflection, death ray", "stops free action, floating eye", "stops v3.4.3 levitation, trap door", "stops magic resistance",
		},
		Cacheable: true,
		Run: func(_ context.Context, c *commands.Call) (commands.Reply, error) {
			if c.Rules.Guards() == nil {
				return commands.Reply{}, rules.No[rules.Guards](c.Rules)
			}
			h, threatened := hazard.In(c)
			g, guarded := guard.In(c)
			switch {
			case threatened && guarded:
				return stopsWhether(c, h, g), nil
			case threatened:
				return stopsHazard(c, h), nil
			case guarded:
				return stopsAll(c, g), nil
			}
			return commands.Reply{}, &commands.Problem{Text: "Which danger, or which protection?", Slot: "hazard", Hints: []string{"stops death ray", "stops reflection", "stops free action, floating eye"}}
		},
	}
}

// stopsReply returns a reply about some guards.
func stopsReply(c *commands.Call, a *stopsAnswer, list []*rules.Guard) commands.Reply {
	a.Stops = []stopsRow{}
	r := commands.Reply{Data: a}
	for _, g := range list {
		a.Stops = append(a.Stops, stopsRow{g.Hazard, g.Property, g.Partly, g.How})
		r.Cite(c.Rules, g.Rule)
	}
	return r
}

// others says what else stops a hazard: "magic resistance; flying, in part".
func others(list []*rules.Guard, but string) string {
	var whole, part []string
	for _, g := range list {
		switch {
		case g.Property == but:
		case g.Partly:
			part = append(part, g.Property)
		default:
			whole = append(whole, g.Property)
		}
	}
	says := wording.Or(whole)
	if len(part) > 0 {
		says = strings.TrimPrefix(says+"; "+wording.Or(part)+", in part", "; ")
	}
	return says
}

// stopsWhether says whether a guard stops a hazard.
func stopsWhether(c *commands.Call, h *rules.Hazard, name string) commands.Reply {
	list := c.Rules.Guards().Against(h.Name)
	a := &stopsAnswer{Hazard: h.Name, Guard: name, Does: "no"}
	r := stopsReply(c, a, list)
	r.Headline, r.Summary = "no", "No, "+name+" does not stop "+h.Told+"."
	other := others(list, name)
	if other != "" {
		other = " What does: " + other + "."
	}
	for _, g := range list {
		switch {
		case g.Property != name:
			continue
		case g.Partly:
			a.Does, r.Summary = "partly", "In part: with "+name+", "+g.How+"."
		case g.How != "":
			a.Does, r.Summary = "yes", "Yes, "+name+" stops "+h.Told+" ("+g.How+")."
		default:
			a.Does, r.Summary = "yes", "Yes, "+name+" stops "+h.Told+"."
		}
		r.Headline = a.Does
		other = strings.Replace(other, "What does", "What else does", 1)
	}
	r.Summary += other
	return r
}

// stopsHazard says what stops a hazard.
func stopsHazard(c *commands.Call, h *rules.Hazard) commands.Reply {
	list := c.Rules.Guards().Against(h.Name)
	r := stopsReply(c, &stopsAnswer{Hazard: h.Name}, list)
	var says []string
	for _, g := range list {
		say := g.Property
		if g.Partly {
			say += " in part"
		}
		if g.How != "" {
			say += " (" + g.How + ")"
		}
		says = append(says, say)
	}
	r.Summary = "What stops " + h.Told + ": " + strings.Join(says, ", ") + "."
	return r
}

// stopsAll says what a guard stops.
func stopsAll(c *commands.Call, name string) commands.Reply {
	t := c.Rules.Guards()
	var list []*rules.Guard
	var whole, part, not []string
	told := map[string]string{}
	for _, h := range t.Hazards {
		i := slices.IndexFunc(t.Guards, func(g *rules.Guard) bool { return g.Hazard == h.Name && g.Property == name })
		told[h.Name] = h.Told
		switch {
		case i < 0:
			not = append(not, h.Name)
			continue
		case t.Guards[i].Partly:
			part = append(part, h.Told)
		default:
			whole = append(whole, h.Told)
		}
		list = append(list, t.Guards[i])
	}
	a := &stopsAnswer{Guard: name, Not: not}
	r := stopsReply(c, a, list)
	switch {
	case len(list) == 0:
		r.Summary = wording.Capital(name) + " stops none of the rays, spells, gazes, grips and traps known here."
		return r
	case len(whole) == 0:
		r.Summary = wording.Capital(name) + " lessens " + wording.And(part) + "."
	case len(part) == 0:
		r.Summary = wording.Capital(name) + " stops " + wording.And(whole) + "."
	default:
		r.Summary = wording.Capital(name) + " stops " + wording.And(whole) + ", and lessens " + wording.And(part) + "."
	}
	r.Table = &commands.Table{Columns: []string{"danger", "stops", "how"}}
	for _, g := range list {
		does := "yes"
		if g.Partly {
			does = "in part"
		}
		r.Table.Rows = append(r.Table.Rows, []string{told[g.Hazard], does, g.How})
	}
	for _, n := range not {
		r.Table.Rows = append(r.Table.Rows, []string{told[n], "no", ""})
	}
	return r
}
