package effect

import (
	"cmp"
	"fmt"
	"slices"

	"delphi/engine/eating"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Sources is what gives a property.
type Sources struct {
	Corpses []Corpse // the likeliest first, and those of unique monsters last
	Items   []Item
	Others  []string // prayers, crowning, roles and races, in words
	Rules   []string // of data/all/cites, that these stand in
}

// Corpse is a monster whose corpse may give a property.
type Corpse struct {
	Monster *rules.Monster
	odds.Fraction
	Timed  bool // for a while only
	Safe   eating.Safe
	Remark string // when it does otherwise than the chance says: "takes it if you have it"; empty: never
}

// Item is an object or an artifact that gives a property.
type Item struct {
	Name     string
	How      string // "carried", "for a while"; empty: worn or wielded
	Artifact bool
}

// Giving lists the sources of a property. The set's properties must be known.
func Giving(s *rules.Set, p *rules.Property) *Sources {
	out := &Sources{Corpses: corpses(s.Bestiary(), p)}
	if len(out.Corpses) > 0 {
		out.Rules = append(out.Rules, rules.CiteConvey)
	}
	out.items(s, p)
	out.artifacts(s, p)
	for _, g := range p.Grants {
		if g.Item != "" {
			out.Items = append(out.Items, Item{Name: g.Item, How: g.What})
		} else {
			out.Others = append(out.Others, g.What)
		}
		out.cite(g.Rule)
	}
	if c := s.Crown(); c != nil && slices.Contains(c.Gains, p.Name) {
		out.Others = append(out.Others, "being crowned")
		out.cite(rules.CiteCrown)
	}
	for _, i := range s.Properties().Innate {
		if i.Has == p.Name {
			out.Others = append(out.Others, fmt.Sprintf("%s from XL%d", i.Who, i.Level))
			out.cite(rules.CiteInnate)
		}
	}
	return out
}

func (s *Sources) cite(rule string) {
	if !slices.Contains(s.Rules, rule) {
		s.Rules = append(s.Rules, rule)
	}
}

// conveyedAs is what eating calls a property where it has a name of its own.
var conveyedAs = map[string]string{"speed": "intrinsic speed"}

// corpses returns those that may give a property, with the chances that eating has.
func corpses(b *rules.Bestiary, p *rules.Property) []Corpse {
	e, what := rules.EatingOf(b.Name), cmp.Or(conveyedAs[p.Name], p.Name)
	var out []Corpse
	for _, m := range b.Monsters {
		a := eating.Of(&eating.Question{Bestiary: b, Rules: e, Monster: m})
		if a.Eaten != m {
			continue // it leaves nothing, or the corpse of another
		}
		for _, g := range a.Gains {
			if g.What == what && !slices.ContainsFunc(out, func(c Corpse) bool { return c.Monster.Name == m.Name }) {
				out = append(out, Corpse{m, g.Fraction, g.Timed, a.Safe, remark(e, m, g)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Corpse) int { return cmp.Or(unique(a)-unique(b), cmp.Compare(b.P, a.P)) })
	return out
}

// remark says when a corpse does otherwise than its chance says; empty if it never does.
func remark(e *rules.Eating, m *rules.Monster, g eating.Gain) string {
	switch {
	case e.Has(m, rules.Speed) && g.Special:
		return "takes it if you have it"
	case !e.Has(m, rules.Mind):
	case g.Den == 2*g.Num:
		return "always at maximal Int"
	default:
		return "twice as often at maximal Int"
	}
	return ""
}

// unique returns 1 for the corpse of a unique monster, else 0.
func unique(c Corpse) int {
	if slices.Contains(c.Monster.Geno, "UNIQ") {
		return 1
	}
	return 0
}

// items adds the objects that confer the property.
func (s *Sources) items(set *rules.Set, p *rules.Property) {
	anchor := set.Object(p.Anchor)
	if anchor == nil {
		return
	}
	for _, o := range set.Objects() {
		if o.Property != anchor.Property {
			continue
		}
		how := ""
		if o.Class == "potion" {
			how = "for a while"
		}
		s.Items = append(s.Items, Item{Name: o.Name, How: how})
	}
}

// artifacts adds the artifacts that confer the property.
func (s *Sources) artifacts(set *rules.Set, p *rules.Property) {
	for _, a := range set.Powers() {
		how := ""
		switch {
		case a.GivesInUse(p):
		case a.GivesCarried(p):
			how = "carried"
		case p.Invoke != "" && a.Invoke == p.Invoke:
			how = "invoked"
		default:
			continue
		}
		if p.Powers == "warn" && a.Against != "" {
			how = "of some kinds only" // Sting warns of orcs
		}
		s.Items = append(s.Items, Item{Name: a.Name, How: how, Artifact: true})
	}
}
