package plight

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"delphi/engine/divine"
	"delphi/engine/effect"
	"delphi/engine/monster"
	"delphi/engine/rules"
)

// escapes returns what the hero has to get away with, or to stop what attacks. What every
// monster near resists is left out.
func (p *planner) escapes() []Remedy {
	var out []Remedy
	for _, e := range p.set.Remedies().Escapes {
		if slices.Contains(stopped[p.q.Grip], e.Rule) {
			continue
		}
		for _, o := range p.kit {
			if !slices.Contains(e.Things, o.name) || p.barred(o) || p.idle(e, o.name) ||
				o.item != nil && o.item.Class == "spellbook" {
				continue
			}
			what, but := split(e.What)
			sure := 1.0
			r := Remedy{Do: what, P: &sure, But: but, Escapes: true, Rule: e.Rule, dear: flees}
			if o.spell != nil {
				r.Do = strings.Replace(what, "the spell "+o.name, o.name, 1)
				if r, ok := p.cast(r, o.spell); ok {
					r.dear = flees
					out = append(out, r)
				}
				continue
			}
			if r.P = nil; !worn(e.Rule, o) {
				r.Do = strings.Replace(strings.Replace(what, "an "+o.name, o.called(), 1), "a "+o.name, o.called(), 1)
				if r, ok := p.charged(p.aimed(r, o), o); ok {
					out = append(out, r)
				}
			}
		}
	}
	return out
}

// ruleLifeSaving is the rule of the amulet that saves a life.
const ruleLifeSaving = "life saving"

// worn reports whether an escape is to put on what the hero wears already.
func worn(rule string, o owned) bool { return rule == ruleLifeSaving && o.item.Worn == "amulet" }

// scares holds the escapes that frighten, by their rules.
var scares = []string{"scared by", "tooled horn"}

// horns maps the horns that blow a ray to what resists it.
var horns = map[string]string{"frost horn": "cold", "fire horn": "fire"}

// ruleCamera is the rule of flashing a camera at a monster.
const ruleCamera = "camera flashes"

// idle reports whether an escape does nothing to any of the monsters near.
func (p *planner) idle(e *rules.Remedy, thing string) bool {
	if len(p.q.Foes) == 0 {
		return false
	}
	kind := horns[thing]
	if thing == "sleep" {
		kind = thing
	}
	for _, w := range p.set.Attack().Wands {
		if w.Name == thing {
			kind = w.Kind
		}
	}
	return !slices.ContainsFunc(p.q.Foes, func(m *rules.Monster) bool {
		switch {
		case e.Rule == ruleCamera && m.Is("NOEYES"), strings.Contains(e.What, "the mindless") && m.Is("MINDLESS"):
			return false
		case slices.Contains(scares, e.Rule):
			return divine.Scared(p.set.Ward(), m, true, p.q.Hero.Gehennom)
		}
		return kind == "" || !slices.Contains(monster.Resistances(p.set.Bestiary(), m), kind)
	})
}

// dice are the figures in brackets that the tables have behind what heals.
var dice = regexp.MustCompile(` \([^()]*\d[^()]*\)`)

// otherwise names what would end an ailment and is not at hand, what is easiest to come by
// first: a unicorn horn, then food.
func (p *planner) otherwise(a *rules.Ailment, missing []effect.Cure) []string {
	easy := func(c effect.Cure) int {
		for _, t := range c.Things {
			if o := p.set.Object(t); o != nil && o.Class == "food" || strings.HasSuffix(t, " corpse") || t == rules.AcidicCorpse || t == rules.AnyFood {
				return 0
			}
		}
		return 1
	}
	if a.Name != lowHP.Ailment { // which food hardly mends
		slices.SortStableFunc(missing, func(x, y effect.Cure) int { return cmp.Compare(easy(x), easy(y)) })
	}
	var out []string
	if p.horned(a) && !slices.ContainsFunc(p.kit, func(o owned) bool { return o.name == effect.Horn && o.buc != rules.Cursed }) {
		out = append(out, "a unicorn horn (not cursed)")
	}
	for _, c := range missing {
		if !burns(c, p.q.Hero) {
			out = append(out, dice.ReplaceAllString(c.What, ""))
		}
	}
	return out
}

// horned reports whether a unicorn horn ends an ailment.
func (p *planner) horned(a *rules.Ailment) bool {
	return a.Horn != "" && (a.Horn != rules.HornPoints || p.set.Crafts().HornAttributes > 0)
}
