package wish

import (
	"slices"
	"strings"

	"delphi/engine/dice"
	"delphi/engine/rules"
)

// matches reports whether what is typed may be a name of the object table:
// wishymatch. turn lets either be turned around at its "of".
func (b *book) matches(typed, name string, turn bool) bool {
	if squeezed(typed) == squeezed(name) {
		return true
	}
	if turn {
		mine, its := turned(typed), turned(name)
		switch {
		case mine != "" && its == "":
			if squeezed(mine) == squeezed(name) {
				return true
			}
		case its != "" && mine == "":
			if squeezed(typed) == squeezed(its) {
				return true
			}
		}
		if (mine == "") != (its == "") && !b.w.Does(rules.WishHelmet) {
			return false // the older versions leave it at that
		}
	}
	instead := func(theirs, mine string) bool {
		return starts(typed, mine) && squeezed(typed[len(mine):]) == squeezed(name[len(theirs):])
	}
	swapped := func(typedPart, namePart string) string {
		i := find(typed, typedPart)
		return typed[:i] + namePart + typed[i+len(typedPart):]
	}
	more := b.w.Does(rules.WishDetection)
	switch {
	case strings.HasPrefix(name, "dwarvish "):
		return instead("dwarvish ", "dwarven ")
	case strings.HasPrefix(name, "elven "):
		return instead("elven ", "elvish ") || instead("elven ", "elfin ")
	case b.w.Does(rules.WishHelmet) && contains(name, "helm") && contains(typed, "helmet") && name != "helmet":
		return b.matches(swapped("helmet", "helm"), name, true)
	case b.w.Does(rules.WishHelmet) && contains(name, "gauntlets") && contains(typed, "gloves"):
		return b.matches(swapped("gloves", "gauntlets"), name, true)
	case more && strings.HasPrefix(name, "detect "):
		what, is := strings.CutSuffix(strings.ToLower(typed), " detection")
		if what == "monster" {
			what += "s"
		}
		return is && squeezed("detect "+what) == squeezed(name)
	case more && contains(name, " detection"):
		return starts(typed, "detect ") && squeezed(singular(typed[len("detect "):], false)+" detection") == squeezed(name)
	case more && contains(name, "ability"):
		return ends(typed, "abilities") && squeezed(typed[:len(typed)-len("abilities")]+"ability") == squeezed(name)
	case name == "aluminum":
		return strings.EqualFold(typed, "aluminium")
	}
	return false
}

// group is looks that each game deals out anew among some objects, and among so
// many more that are never made: these have no name.
type group struct {
	looks    []string
	members  []*rules.Object
	nameless int
}

// hit is what a name may mean: the objects whose name or fixed look it is, and
// the groups in which a look is it.
type hit struct {
	objects []*rules.Object
	groups  []*group
}

// hits finds what a name means among a class, or among all: as a name, as a look,
// or both.
func (b *book) hits(name, class string, asName, asLook bool) hit {
	k := hitKey{name, class, asName, asLook}
	b.mu.Lock()
	h, known := b.found[k]
	b.mu.Unlock()
	if known {
		return h
	}
	bare := contains(name, " of ")
	part := func(of string) bool {
		behind, ok := behindOf(of)
		return b.w.Does(rules.WishPart) && !bare && ok && b.matches(name, behind, false)
	}
	for _, o := range b.list {
		if class != "" && o.Class != class {
			continue
		}
		look := ""
		if b.group[o] == nil {
			look = o.Appearance
		}
		glob := strings.HasPrefix(o.Name, "glob of ")
		switch n := short(o); {
		case asName && (b.matches(name, n, true) || o.Name != "Bell of Opening" && !glob && part(n)),
			asLook && look != "" && (b.matches(name, look, false) || part(look)):
			h.objects = append(h.objects, o)
		}
	}
	for _, g := range b.groups {
		if !asLook || class != "" && g.members[0].Class != class {
			continue
		}
		if slices.ContainsFunc(g.looks, func(look string) bool { return b.matches(name, look, false) || part(look) }) {
			h.groups = append(h.groups, g)
		}
	}
	b.mu.Lock()
	if len(b.found) > 1000 {
		clear(b.found)
	}
	b.found[k] = h
	b.mu.Unlock()
	return h
}

type hitKey struct {
	name, class    string
	asName, asLook bool
}

// draw returns the thing that a name means in one game; bonus counts beside how often
// each is made. known is false if it means none, and nameless true if the name is a
// look that is on no thing.
func (p *parser) draw(h hit, bonus int) (o *rules.Object, nameless bool) {
	objects := slices.Clone(h.objects)
	for _, g := range h.groups {
		i, known := p.dealt[g]
		if !known { // the game deals once, however often the name is looked up
			i = p.d.Rn2(len(g.members) + g.nameless)
			p.dealt[g] = i
		}
		if i >= len(g.members) {
			nameless = true
		} else if !slices.Contains(objects, g.members[i]) {
			objects = append(objects, g.members[i])
		}
	}
	if len(objects) == 0 {
		return nil, nameless
	}
	slices.SortFunc(objects, func(x, y *rules.Object) int { return p.at[x] - p.at[y] })
	if p.Does(rules.WishFirst) {
		return objects[0], false
	}
	weights := make([]int64, len(objects))
	total := int64(0)
	for i, o := range objects {
		weights[i] = int64(p.prob(o, p.depth) + bonus)
		total += weights[i]
	}
	if total == 0 {
		return nil, false
	}
	return objects[p.d.Weighted(weights...)], false
}

// prob returns how often a thing is made on a level, in a thousand.
func (b *book) prob(o *rules.Object, depth int) int {
	if o.Class != "gem" {
		return o.Prob1
	}
	list, weights := b.drawn(o.Class, depth)
	return int(weights[slices.Index(list, o)])
}

// anyOf returns a thing of a class as the game makes one on a level.
func (b *book) anyOf(d *dice.Dice, class string, depth int) *rules.Object {
	list, weights := b.drawn(class, depth)
	return list[d.Weighted(weights...)]
}

// anyIn returns one of some things, each as often as it is made, or all alike where
// none is ever made.
func anyIn(d *dice.Dice, list []*rules.Object) *rules.Object {
	weights, total := make([]int64, len(list)), int64(0)
	for i, o := range list {
		weights[i] = int64(o.Prob1)
		total += weights[i]
	}
	if total == 0 {
		return list[d.Rn2(len(list))]
	}
	return list[d.Weighted(weights...)]
}
