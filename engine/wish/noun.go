package wish

import (
	"slices"
	"strings"

	"delphi/engine/rules"
)

// noun reads the name.
func (p *parser) noun() wished {
	if done, w := p.tails(); done {
		return w
	}
	if done, w := p.ofMonster(); done {
		return w
	}
	if one := singular(p.rest(), p.Does(rules.WishPlain)); p.rest() != "" && !p.unparted() && one != p.rest() {
		if p.count == 1 {
			p.count = 2
		}
		p.keep(one)
	}
	if done, w := p.special(); done {
		return w
	}
	if p.classWord() {
		return p.search()
	}
	return p.general(true)
}

// unparted are plurals that the game leaves as they are, as they would be taken for
// other things.
func (p *parser) unparted() bool {
	return p.Does(rules.WishPart) && (strings.EqualFold(p.rest(), "tricks") || strings.EqualFold(p.rest(), "clothes"))
}

// cut takes off what stands from a word on, and returns what stood behind it.
func (p *parser) cut(word string) (behind string, ok bool) {
	i := find(p.rest(), word)
	if i < 0 {
		return "", false
	}
	behind = p.rest()[i+len(word):]
	p.keep(p.rest()[:i])
	return behind, true
}

// tails takes off what is told behind the name.
func (p *parser) tails() (bool, wished) {
	p.named, _ = p.cut(" named ")
	if called, ok := p.cut(" called "); ok {
		p.called = called
		if list := p.ranges[strings.ToLower(p.rest())]; list != nil {
			p.class = list[0].Class
			return true, p.search()
		}
	}
	for _, word := range []string{" labeled ", " labelled "} {
		if look, ok := p.cut(word); ok {
			p.look, p.labelled = look, true
			break
		}
	}
	if _, ok := p.cut(" of spinach"); ok {
		p.spinach = true
	}
	const yendor = "Amulet of Yendor"
	if i := find(p.rest(), yendor); p.Does(rules.WishYendor) && i >= 0 && (i == 0 || p.rest()[i-1] == ' ') {
		return true, p.thing(yendor)
	}
	switch rest := p.rest(); {
	case starts(rest, "pair of "):
		p.skip(8)
		p.count *= 2
	case starts(rest, "pairs of ") && (p.count > 1 || p.Does(rules.WishPairs)):
		p.skip(9)
		if p.count > 1 {
			p.count *= 2
		}
	case starts(rest, "set of "):
		p.skip(7)
	case starts(rest, "sets of "):
		p.skip(8)
	}
	return false, wished{}
}

// ofMonster finds the monster that the name is of.
func (p *parser) ofMonster() (bool, wished) {
	rest := p.rest()
	if of, glob := globOf(rest); p.Does(rules.WishGlobs) && glob {
		return true, p.glob(of)
	}
	if !slices.ContainsFunc(p.w.NotOf, func(word string) bool { return contains(rest, word) }) {
		if i := find(rest, "tin of "); i >= 0 && p.Does(rules.WishTins) {
			return true, p.tin(rest[i+len("tin of "):])
		}
		if of, ok := behindOf(rest); ok {
			if p.monster, _ = p.creature(of); p.monster != nil {
				p.keep(rest[:find(rest, " of ")])
			}
		}
	}
	rest = p.rest()
	if p.monster != nil || len(rest) <= 2 || slices.ContainsFunc(p.w.NotMonster, func(not string) bool { return starts(rest, not) }) {
		return false, wished{}
	}
	m, behind := p.creature(rest)
	if m == nil {
		return false, wished{}
	}
	for _, ending := range []string{" ", "s ", "es "} {
		if starts(behind, ending) {
			p.monster = m
			p.skip(len(rest) - len(behind) + len(ending))
			return false, wished{}
		}
	}
	if p.Does(rules.WishFullWords) && starts(behind, "'s ") {
		behind = behind[len("'s "):]
	} else if behind == "" && p.look == "" && p.called == "" {
		return false, wished{} // it names a monster and nothing that is of it
	}
	p.monster = m
	p.skip(len(rest) - len(behind))
	return false, wished{}
}

// globOf is the monster that a glob is of; glob is false where none is wished for.
func globOf(rest string) (of string, glob bool) {
	if i := max(find(rest, "glob of "), find(rest, "globs of ")); i >= 0 {
		of, _ = behindOf(rest[i:])
		return of, true
	}
	for _, word := range []string{"glob", "globs"} {
		if strings.EqualFold(rest, word) || ends(rest, " "+word) {
			return rest, true
		}
	}
	return "", false
}

// glob is a pudding's glob. What is no monster is one of three.
func (p *parser) glob(of string) wished {
	m, _ := p.creature(of)
	name := ""
	if m != nil {
		name = m.Name
	} else {
		name = []string{"gray ooze", "brown pudding", "green slime"}[p.d.Rn2(3)]
	}
	p.count, p.class, p.name = 0, "food", "glob of "+name
	return p.search()
}

// tinKinds are what tins are made into.
var tinKinds = []string{
	"rotten", "homemade", "soup made from", "french fried", "pickled", "boiled", "smoked", "dried", "deep fried", "szechuan", "broiled", "stir fried", "sauteed",
	"candied", "pureed",
}

// tin is a tin of something.
func (p *parser) tin(of string) wished {
	if strings.EqualFold(of, "spinach") {
		p.spinach = true
		return p.thing("tin")
	}
	for _, kind := range tinKinds {
		if starts(of, kind+" ") {
			of = of[len(kind)+1:]
			break
		}
	}
	p.monster, _ = p.creature(of)
	return p.thing("tin")
}

// special reads the names that no table holds as they are.
func (p *parser) special() (bool, wished) {
	for _, x := range p.w.Names {
		if squeezed(p.rest()) == squeezed(x.Name) || p.Does(rules.WishTurned) && p.matches(p.rest(), x.Name, true) {
			return true, p.thing(x.Object)
		}
	}
	if starts(p.rest(), "grey spell") {
		p.keep("gray" + p.rest()[4:])
	}
	if i := find(p.rest(), "armour"); i >= 0 && p.Does(rules.WishArmour) {
		p.keep(p.rest()[:i+4] + p.rest()[i+5:])
	}
	rest := p.rest()
	switch {
	case p.monster != nil && strings.EqualFold(rest, "scales") && p.set.Object(p.monster.Name+" scales") != nil:
		o := p.monster.Name + " scales"
		p.monster = nil
		return true, p.thing(o)
	case ends(rest, "holy water"):
		p.holy(rest[:len(rest)-len("holy water")])
		return true, p.thing("potion of water")
	case p.Does(rules.WishPaperback) && starts(rest, "paperback"):
		if behind := rest[len("paperback"):]; behind != "" && !starts(behind, " book") {
			return true, wished{end: NotUnderstood}
		}
		return true, p.thing("novel")
	case p.unlabeled && ends(rest, "scroll"):
		return true, p.thing("scroll of blank paper")
	case p.unlabeled && ends(rest, "spellbook"):
		return true, p.thing("spellbook of blank paper")
	case p.Does(rules.WishOrange) && ends(rest, "orange") && p.monster == nil:
		return true, p.thing("orange")
	case ends(rest, "gold piece"), ends(rest, "zorkmid"), strings.EqualFold(rest, "gold"), strings.EqualFold(rest, "money"), strings.EqualFold(rest, "coin"), starts(rest, "$"):
		p.coins = true
		return true, p.thing("gold piece")
	}
	if class := signs[rest]; class != "" {
		p.class = class
		return true, p.anything()
	}
	return false, wished{}
}

// signs are the classes by their signs on the map; venom's is not obeyed.
var signs = map[string]string{
	")": "weapon", "[": "armor", "=": "ring", `"`: "amulet", "(": "tool", "%": "food", "!": "potion", "?": "scroll", "+": "spellbook", "/": "wand",
	"*": "gem", "`": "rock", "0": "ball", "_": "chain",
}

// holy is water that is blessed, or cursed by what stands before the word.
func (p *parser) holy(before string) {
	cursed := len(before) >= 2 && before[len(before)-2] == 'u'
	if p.Does(rules.WishUn) {
		cursed = ends(before, "un")
	}
	if cursed {
		p.said(&p.cursed)
	} else {
		p.said(&p.blessed)
	}
}

// classWord takes the word for a class off the name.
func (p *parser) classWord() bool {
	rest := p.rest()
	if slices.ContainsFunc(p.w.NotClass, func(not string) bool { return starts(rest, not) }) {
		return false
	}
	for _, c := range p.w.Classes {
		amulet := c.Class == "amulet"
		switch {
		case starts(rest, c.Word):
			p.class = c.Class
			if amulet {
				p.name = rest
				return true
			}
			p.skip(len(c.Word))
			if of, ok := strings.CutPrefix(p.rest(), " of "); ok {
				p.name = of
			} else if starts(p.rest(), " of ") {
				p.name = p.rest()[len(" of "):]
			}
			return true
		case ends(rest, c.Word):
			p.class = c.Class
			if p.Does(rules.WishVersus) && amulet {
				if starts(rest, "versus poison ") {
					p.name = "amulet versus poison"
					return true
				}
				p.name, p.look = rest, rest
				return true
			}
			p.keep(strings.TrimSuffix(rest[:len(rest)-len(c.Word)], " "))
			p.name, p.look = p.rest(), p.rest()
			return true
		}
	}
	return false
}

// general reads the words for several things, stones and glass. stones is false in
// the second try, of a name that was made anew.
func (p *parser) general(stones bool) wished {
	rest := p.rest()
	if list := p.ranges[strings.ToLower(rest)]; list != nil {
		p.object = anyIn(p.d, list)
		return p.found()
	}
	switch {
	case stones && (ends(rest, " stone") || p.Does(rules.WishGems) && ends(rest, " gem")):
		p.class = "gem"
		p.keep(rest[:strings.LastIndexByte(rest, ' ')])
		p.name, p.look = p.rest(), p.rest()
		return p.search()
	case !stones, strings.EqualFold(rest, "looking glass"):
	case ends(rest, " glass"), strings.EqualFold(rest, "glass"):
		if contains(rest, "broken") || p.lock == "broken" {
			return wished{end: NotUnderstood}
		}
		for _, word := range []string{"worthless ", "piece of ", "colored ", "coloured "} {
			if starts(rest, word) {
				rest = rest[len(word):]
			}
		}
		if strings.EqualFold(rest, "glass") {
			p.object = p.glass()
			return p.found()
		}
		p.keep("worthless piece of " + rest)
	}
	p.name = p.rest()
	if !p.labelled {
		p.look = p.name
	}
	return p.search()
}

// glass is a piece of any colour.
func (p *parser) glass() *rules.Object {
	var list []*rules.Object
	for _, o := range p.list {
		if strings.HasPrefix(o.Name, "worthless piece of ") {
			list = append(list, o)
		}
	}
	return list[p.d.Rn2(len(list))]
}

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
	type try struct {
		text           string
		asName, asLook bool
		bonus          int
	}
	tries := []try{{p.name, true, true, 1}, {p.look, true, true, 1}, {p.called, true, true, 1}}
	if p.Does(rules.WishShapes) && p.class == "amulet" && p.look != "" {
		tries = append([]try{{strings.TrimSuffix(p.rest()[:len(p.rest())-len("amulet")], " "), true, true, 0}}, tries...)
	}
	if p.Does(rules.WishWhole) {
		tries = append(tries, try{p.line, true, true, 1})
	}
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
	for _, t := range tries {
		if t.text == "" {
			continue
		}
		if o, _ := p.draw(p.hits(t.text, p.class, t.asName, t.asLook), t.bonus); o != nil {
			p.object = o
			return true, p.found()
		}
	}
	return false, wished{}
}

// skilled is one of the weapons of a skill, each alike.
func (p *parser) skilled(skill int) *rules.Object {
	var list []*rules.Object
	for _, o := range p.list {
		if o.Class == "weapon" && o.Sub == skill {
			list = append(list, o)
		}
	}
	return list[p.d.Rn2(len(list))]
}

// anything is any thing of the class, or of a class drawn where none was said.
func (p *parser) anything() wished {
	if p.class == "" {
		p.class = p.w.Classes[p.d.Rn2(len(p.w.Classes))].Class
	}
	p.object = p.anyOf(p.d, p.class, p.depth)
	return p.done()
}

// thing is the thing of that full name.
func (p *parser) thing(name string) wished {
	p.object = p.set.Object(name)
	return p.found()
}

// found is the thing that was found, or what the game gives in its stead.
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

// done is the wish as far as the thing matters.
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
