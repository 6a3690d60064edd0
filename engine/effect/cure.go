package effect

import (
	"slices"
	"strings"

	"delphi/engine/craft"
	"delphi/engine/eating"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Prayer and Horn are the Things of a Cure that no object table has.
const (
	Prayer = "prayer"
	Horn   = "unicorn horn"
)

// Cure is one way to end an ailment.
type Cure struct {
	What   string         // as a sentence has it: "a potion of acid"
	Things []string       // names of what is used; nil: nothing with a name
	BUC    []rules.BUC    // what the thing must be; nil: it does not matter
	P      *odds.Fraction // of one try with nothing else to cure; nil: it is sure, or depends on more
	Rule   string         // of data/all/cites
}

// Cures lists what ends an ailment, prayer first and time last. The set's remedies must be
// known.
func Cures(s *rules.Set, a *rules.Ailment) []Cure {
	var out []Cure
	if what := prayed(s.Prayer(), a); what != "" {
		out = append(out, Cure{What: what, Things: []string{Prayer}, Rule: rules.CiteTroubles})
	}
	out = append(out, horns(s.Crafts(), a)...)
	for _, r := range s.Remedies().List {
		if slices.Contains(r.Cures, a.Name) {
			out = append(out, Cure{What: r.What, Things: r.Things, BUC: r.BUC, Rule: r.Rule})
		}
	}
	slices.SortStableFunc(out, func(a, b Cure) int { return waits(a) - waits(b) })
	return out
}

// waits returns 1 for the cure "wait", and 0 for any other.
func waits(c Cure) int {
	if c.Rule == rules.CiteWearOff {
		return 1
	}
	return 0
}

// prayed says what kind of trouble an ailment is to a god, or "" if there is none.
func prayed(p *rules.Prayer, a *rules.Ailment) string {
	var kinds []string
	for _, god := range a.Gods {
		for _, k := range p.Troubles {
			if k.Name != god {
				continue
			}
			kind := k.Trouble.String()
			if len(a.Gods) > 1 {
				kind = god + ": " + kind
			}
			kinds = append(kinds, kind)
		}
	}
	switch len(kinds) {
	case 0:
		return ""
	case 1:
		return "prayer (a " + kinds[0] + " trouble)"
	}
	return "prayer (" + strings.Join(kinds, ", ") + ")"
}

// horns returns the unicorn horns that cure an ailment, by what they are.
func horns(r *rules.Crafts, a *rules.Ailment) []Cure {
	if a.Horn == "" || a.Horn == rules.HornPoints && r.HornAttributes == 0 {
		return nil
	}
	var out []Cure
	for _, b := range []rules.BUC{rules.Uncursed, rules.Blessed} {
		q := &craft.Horn{Rules: r, BUC: b, Ails: 1}
		if a.Horn == rules.HornPoints {
			q.Ails, q.Points = 0, 1
		}
		p := odds.Never
		for _, x := range craft.Cure(q) {
			if x.What.Troubles+x.What.Attributes == 1 {
				p = odds.Of(x.Num, x.Den)
			}
		}
		article := "a "
		if b == rules.Uncursed {
			article = "an "
		}
		out = append(out, Cure{What: article + b.String() + " " + Horn, Things: []string{Horn}, BUC: []rules.BUC{b}, P: &p, Rule: rules.CiteHorn})
	}
	return out
}

// Uses reports whether a cure is done with a thing of the set, by its name: of an
// object, a spell or a corpse. A BUC that was not said is one that works.
func (c Cure) Uses(s *rules.Set, thing string, buc rules.BUC) bool {
	if buc != rules.BUCNotSaid && c.BUC != nil && !slices.Contains(c.BUC, buc) {
		return false
	}
	name, corpse := strings.CutSuffix(thing, " corpse")
	for _, t := range c.Things {
		switch t {
		case thing:
			return true
		case rules.AcidicCorpse:
			if m := s.Bestiary().Named(name); corpse && m != nil && m.Is("ACID") {
				return true
			}
		case rules.AnyFood:
			if o := s.Object(thing); corpse || o != nil && o.Class == "food" {
				return true
			}
		}
	}
	return false
}

// Ends lists the ailments that a thing cures, in the order of the rules.
func Ends(s *rules.Set, thing string, buc rules.BUC) []*rules.Ailment {
	var out []*rules.Ailment
	for _, a := range s.Remedies().Ailments {
		if slices.ContainsFunc(Cures(s, a), func(c Cure) bool { return c.Uses(s, thing, buc) }) {
			out = append(out, a)
		}
	}
	return out
}

// AcidicCorpses names the corpses that end stoning because they are acidic, and
// harm whoever eats them in no worse way.
func AcidicCorpses(b *rules.Bestiary) []string {
	e := rules.EatingOf(b.Name)
	var out []string
	for _, m := range b.Monsters {
		a := eating.Of(&eating.Question{Bestiary: b, Rules: e, Monster: m})
		if a.Eaten == m && a.FirstBite.CuresStoning && a.Acidic && a.Glob == "" && !a.FirstBite.Petrifies && !a.FirstBite.Slimes {
			out = append(out, m.Name)
		}
	}
	return out
}
