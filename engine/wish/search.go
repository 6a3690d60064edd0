package wish

import (
	"slices"
	"strings"

	"delphi/engine/rules"
	"delphi/engine/seq"
)

// search finds the thing that the name means.
func (p *parser) search() wished {
	if p.class == "" && p.name != "" {
		if o := p.set.Object(strings.ToLower(p.name)); o != nil && o.Class == "gem" && o.Material == "gemstone" {
			return p.thing(o.Name)
		}
		if strings.EqualFold(p.name, "tin") && p.Does(rules.WishTins) {
			return p.thing("tin")
		}
	}
	if done, w := p.tables(); done {
		return w
	}
	if thing := p.set.Looks().Japanese[strings.ToLower(p.name)]; thing != "" {
		return p.thing(thing)
	}
	if p.class == "armor" && p.Does(rules.WishMail) && !contains(p.rest(), "mail") {
		p.keep(p.rest() + " mail")
		return p.general(false)
	}
	if strings.EqualFold(p.rest(), "spinach") {
		p.spinach = true
		return p.thing("tin")
	}
	if p.class == "" && p.name != "" {
		if a := p.artifactNamed(p.name); a != nil && p.set.Object(a.Base) != nil {
			p.named = a.Name
			return p.thing(a.Base)
		}
	}
	if p.Does(rules.WishTurned) && p.class != "" {
		for _, x := range p.w.Names {
			if o := p.set.Object(x.Object); o != nil && o.Class == p.class && p.matches(p.rest(), x.Name, true) {
				return p.thing(x.Object)
			}
		}
	}
	if p.Does(rules.WishSkills) && p.class == "" {
		for word, like := range map[string]string{"polearm": "glaive", "hammer": "war hammer"} {
			if starts(p.rest(), word) {
				p.object = p.skilled(p.set.Object(like).Sub)
				return p.found()
			}
		}
	}
	if p.class == "" {
		return wished{end: NotUnderstood}
	}
	p.unknown = p.monster != nil || p.rest() != "" || p.name != "" || p.called != ""
	return p.anything()
}

// tables looks the name up in the object table.
func (p *parser) tables() (bool, wished) {
	if p.Does(rules.WishFindNoun) { // one walk over the table: names, and looks
		h := hit{}
		if p.name != "" {
			h = p.hits(p.name, p.class, true, p.look == p.name)
		}
		if p.look != "" && p.look != p.name {
			looks := p.hits(p.look, p.class, false, true)
			h = hit{append(slices.Clone(h.objects), looks.objects...), append(slices.Clone(h.groups), looks.groups...)}
		}
		o, nameless := p.draw(h, 1)
		switch {
		case o != nil:
			p.object = o
			return true, p.found()
		case nameless:
			return true, wished{end: NotUnderstood}
		}
		return false, wished{}
	}
	if p.Does(rules.WishShapes) && p.class == "amulet" && p.look != "" && p.lookUp(strings.TrimSuffix(p.rest()[:len(p.rest())-len("amulet")], " "), 0) {
		return true, p.found()
	}
	names := []string{p.name, p.look, p.called}
	if p.Does(rules.WishWhole) {
		names = append(names, p.line)
	}
	if slices.ContainsFunc(names, func(name string) bool { return p.lookUp(name, 1) }) {
		return true, p.found()
	}
	return false, wished{}
}

// lookUp takes the thing that a text means as a name or a look, if it means one.
func (p *parser) lookUp(text string, bonus int) bool {
	if text == "" {
		return false
	}
	p.object, _ = p.draw(p.hits(text, p.class, true, true), bonus)
	return p.object != nil
}

// skilled returns one of the weapons of a skill, each alike.
func (p *parser) skilled(skill int) *rules.Object {
	list := seq.Filter(p.list, func(o *rules.Object) bool { return o.Class == "weapon" && o.Sub == skill })
	return list[p.d.Rn2(len(list))]
}

// anything returns any object of the class, or of a random class if none was said.
func (p *parser) anything() wished {
	if p.class == "" {
		p.class = p.w.Classes[p.d.Rn2(len(p.w.Classes))].Class
	}
	p.object = p.anyOf(p.d, p.class, p.depth)
	return p.done()
}

// thing returns the thing of that full name.
func (p *parser) thing(name string) wished {
	p.object = p.set.Object(name)
	return p.found()
}

// found returns the thing that was found, or what the game gives in its stead.
func (p *parser) found() wished {
	b, was := p.set, p.object
	switch p.object.Name {
	case "Amulet of Yendor":
		p.object = b.Object("cheap plastic imitation of the Amulet of Yendor")
	case "Candelabrum of Invocation":
		p.object = anyIn(p.d, []*rules.Object{b.Object("tallow candle"), b.Object("wax candle")})
	case "Bell of Opening":
		p.object = b.Object("bell")
	case "Book of the Dead":
		p.object = b.Object("spellbook of blank paper")
	case "magic lamp":
		p.object = b.Object("oil lamp")
	case "corpse":
		if p.monster != nil && p.Does(rules.WishPudding) {
			if glob := b.Object("glob of " + p.monster.Name); glob != nil {
				p.object, p.monster = glob, nil
			}
		}
	}
	p.instead = p.object != was
	if p.object.NoWish {
		return wished{end: NotUnderstood}
	}
	return p.done()
}

// done returns the wish as far as the thing matters.
func (p *parser) done() wished {
	w := p.wished
	switch {
	case p.cursed:
		w.buc = rules.Cursed
	case p.uncursed:
		w.buc = rules.Uncursed
	case p.blessed:
		w.buc = rules.Blessed
	}
	if dragon := w.monster; dragon != nil && w.object.Name == "scale mail" {
		if mail := p.set.Object(dragon.Name + " scale mail"); mail != nil {
			w.object, w.monster = mail, nil
		}
	}
	return w
}
