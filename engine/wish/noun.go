package wish

import (
	"slices"
	"strings"

	"delphi/engine/rules"
	"delphi/engine/seq"
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

// unparted reports whether the game leaves a plural as it is, because its singular
// would be taken for something else.
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

// tails takes off what is told after the name.
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
		p.skip(len("pair of "))
		p.count *= 2
	case starts(rest, "pairs of ") && (p.count > 1 || p.Does(rules.WishPairs)):
		p.skip(len("pairs of "))
		if p.count > 1 {
			p.count *= 2
		}
	case starts(rest, "set of "):
		p.skip(len("set of "))
	case starts(rest, "sets of "):
		p.skip(len("sets of "))
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

// globOf returns the monster that a glob is of; glob is false if none is wished for.
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

// glob returns a pudding's glob. What is no monster is one of three.
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

// tinKinds holds what tins are made into.
var tinKinds = []string{
	"rotten", "homemade", "soup made from", "french fried", "pickled", "boiled", "smoked", "dried", "deep fried", "szechuan", "broiled", "stir fried", "sauteed",
	"candied", "pureed",
}

// tin returns a tin of something.
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

// signs holds the classes by their signs on the map; venom's is not obeyed.
var signs = map[string]string{
	")": "weapon", "[": "armor", "=": "ring", `"`: "amulet", "(": "tool", "%": "food", "!": "potion", "?": "scroll", "+": "spellbook", "/": "wand",
	"*": "gem", "`": "rock", "0": "ball", "_": "chain",
}

// holy makes the wish one for water, which is blessed, or cursed if the preceding words
// say so.
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

// glass returns a piece of any colour.
func (p *parser) glass() *rules.Object {
	list := seq.Filter(p.list, func(o *rules.Object) bool { return strings.HasPrefix(o.Name, "worthless piece of ") })
	return list[p.d.Rn2(len(list))]
}
