package wish

import (
	"slices"
	"strings"
	"sync"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

// book is every name of a version, as its parser searches them.
type book struct {
	set    *rules.Set
	w      *rules.Wishing
	list   []*rules.Object // in the order of the object table
	at     map[*rules.Object]int
	groups []*group
	group  map[*rules.Object]*group
	ranges map[string][]*rules.Object // by the squeezed word

	mu    sync.Mutex
	found map[hitKey]hit
	made  map[madeKey]made
}

type madeKey struct {
	class string
	depth int
}

type made struct {
	list    []*rules.Object
	weights []int64
}

var books sync.Map // version -> *book

func bookOf(s *rules.Set) *book {
	if b, ok := books.Load(s.Name); ok {
		return b.(*book)
	}
	kept, _ := books.LoadOrStore(s.Name, newBook(s))
	return kept.(*book)
}

func newBook(s *rules.Set) *book {
	b := &book{
		set: s, w: s.Wishing(), list: s.Objects(), at: map[*rules.Object]int{}, group: map[*rules.Object]*group{}, ranges: map[string][]*rules.Object{},
		found: map[hitKey]hit{}, made: map[madeKey]made{},
	}
	for i, o := range b.list {
		b.at[o] = i
	}
	b.deal()
	for _, r := range b.w.Ranges {
		var list []*rules.Object
		for _, name := range r.Objects {
			if o := s.Object(name); o != nil {
				list = append(list, o)
			}
		}
		b.ranges[strings.ToLower(r.Name)] = list
	}
	return b
}

// deal finds the looks that each game deals out anew: those of a group, and those
// of a gem of several colours, which has one of them.
func (b *book) deal() {
	colours := map[*rules.Object]*group{}
	for _, l := range b.set.Looks().Groups {
		g := &group{looks: l.Looks}
		for _, name := range l.Objects {
			o := b.set.Object(name)
			switch {
			case o == nil:
			case len(l.Looks) > 1:
				g.members, b.group[o] = append(g.members, o), g
			case l.Class == "gem" && colours[o] == nil:
				colours[o] = &group{looks: slices.Clone(l.Looks), members: []*rules.Object{o}}
			case l.Class == "gem":
				colours[o].looks = append(colours[o].looks, l.Looks...)
			}
		}
		if len(g.members) > 0 {
			b.groups = append(b.groups, g)
		}
	}
	for _, o := range b.list {
		if g := colours[o]; g != nil && len(g.looks) > 1 {
			b.groups, b.group[o] = append(b.groups, g), g
		}
	}
	for _, g := range b.groups {
		g.nameless = len(g.looks) - len(g.members)
	}
}

// drawn returns how often a level has each thing of a class.
func (b *book) drawn(class string, depth int) ([]*rules.Object, []int64) {
	k := madeKey{class, depth}
	b.mu.Lock()
	defer b.mu.Unlock()
	if m, known := b.made[k]; known {
		return m.list, m.weights
	}
	m := made{}
	if g, err := polymorph.NewGame(b.set, polymorph.Level{Depth: depth}, nil); err == nil {
		list, weights := g.Draw(class)
		m.list = list
		for _, w := range weights {
			m.weights = append(m.weights, int64(w))
		}
	}
	b.made[k] = m
	return m.list, m.weights
}

// short returns an object's own name in the game's table, without its class.
func short(o *rules.Object) string {
	switch {
	case o.Class == "amulet":
		return o.Name
	case o.Name == "fruit":
		return "slime mold" // what a fruit is called where the player names none
	}
	return strings.TrimPrefix(o.Name, o.Class+" of ")
}

// artifactNamed returns an artifact by its name.
func (b *book) artifactNamed(name string) *rules.Artifact {
	if starts(name, "the ") {
		name = name[len("the "):]
	}
	loose := b.w.Does(rules.WishLoose)
	list := b.set.Artifacts()
	i := slices.IndexFunc(list, func(a rules.Artifact) bool {
		its := strings.TrimPrefix(a.Name, "The ")
		return strings.EqualFold(name, its) || loose && squeezed(name) == squeezed(its)
	})
	if i < 0 {
		return nil
	}
	return &list[i]
}
