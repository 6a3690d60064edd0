package wish

import (
	"slices"
	"strings"
	"sync"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

// choice is one thing that a name can mean, and how likely.
type choice struct {
	object *rules.Object
	weight int64
}

// meaning is what a name means; no choices: the game does not understand it.
type meaning struct {
	choices  []choice
	artifact *rules.Artifact
	holy     rules.BUC // what the name itself says
	shuffled bool      // what it looks like differs from game to game
	monster  string    // as it was typed; empty: none
	random   bool      // a whole class
}

// book is every name of a version.
type book struct {
	set       *rules.Set
	spellings map[string][]choice
	looks     map[string][]choice // by look, and by look and class
	shuffled  map[string][]choice
	full      map[string]*rules.Object
	monsters  map[string]*rules.Monster
	artifacts map[string]*rules.Artifact
}

// classes are the classes that may be wished for by their name alone.
var classes = []string{"weapon", "armor", "ring", "amulet", "potion", "scroll", "spellbook", "wand", "tool", "food", "gem"}

var books sync.Map // version -> *book

func bookOf(s *rules.Set) *book {
	if b, ok := books.Load(s.Name); ok {
		return b.(*book)
	}
	kept, _ := books.LoadOrStore(s.Name, newBook(s))
	return kept.(*book)
}

func newBook(s *rules.Set) *book {
	b := &book{set: s, spellings: map[string][]choice{}, looks: map[string][]choice{}, shuffled: map[string][]choice{}, full: map[string]*rules.Object{}, monsters: map[string]*rules.Monster{}, artifacts: map[string]*rules.Artifact{}}
	for _, o := range s.Objects() {
		for _, name := range []string{o.Name, short(o)} {
			if k := key(name); b.full[k] == nil {
				b.full[k] = o
			}
		}
		if o.Appearance != "" && !o.Shuffled {
			b.look(o.Appearance, o)
			if o.Class == "gem" {
				b.look(o.Appearance+" gem", o)
			}
		}
	}
	for _, g := range s.Looks().Groups {
		var all []choice
		for _, name := range g.Objects {
			if o := s.Object(name); o != nil {
				all = append(all, choice{o, 1})
			}
		}
		for _, look := range g.Looks {
			for _, noun := range []string{look, look + " " + g.Class, g.Class + " " + look} {
				b.shuffled[key(noun)] = all
			}
		}
	}
	for _, n := range s.Wishing().Names {
		list := []choice{}
		for _, name := range n.Objects {
			if o := s.Object(name); o != nil {
				list = append(list, choice{o, int64(o.Prob)})
			}
		}
		if len(list) == 1 {
			list[0].weight = 1
		}
		b.spellings[key(n.Name)] = list
	}
	if best := s.Bestiary(); best != nil {
		for _, m := range best.Monsters {
			b.monsters[key(m.Name)] = m
		}
	}
	artifacts := s.Artifacts()
	for i := range artifacts {
		b.artifacts[key(strings.TrimPrefix(artifacts[i].Name, "The "))] = &artifacts[i]
	}
	return b
}

func (b *book) look(look string, o *rules.Object) {
	k := key(look)
	if first := b.set.Wishing().FirstLook; first && len(b.looks[k]) > 0 {
		return
	} else if first {
		b.looks[k] = []choice{{o, 1}}
		return
	}
	b.looks[k] = append(b.looks[k], choice{o, int64(o.Prob) + 1})
}

// short is an object's own name, without its class.
func short(o *rules.Object) string {
	switch {
	case o.Class == "amulet":
		return o.Name
	case o.Name == "fruit":
		return "slime mold" // what a fruit is called where the player names none
	}
	return strings.TrimPrefix(o.Name, o.Class+" of ")
}

// find is what a name means.
func (b *book) find(name string, depth int) meaning {
	m := meaning{}
	lower := strings.ToLower(strings.ReplaceAll(strings.ToLower(name), "grey", "gray"))
	if a := b.artifacts[key(lower)]; a != nil && b.spellings[key(lower)] == nil {
		if o := b.set.Object(a.Base); o != nil {
			return meaning{artifact: a, choices: []choice{{o, 1}}}
		}
	}
	if list, ok := b.spellings[key(lower)]; ok {
		switch lower {
		case "holy water":
			m.holy = rules.Blessed
		case "unholy water":
			m.holy = rules.Cursed
		}
		m.choices = list
		return m
	}
	lower, m.monster = b.creature(lower)
	k := key(lower)
	switch {
	case b.full[k] != nil:
		m.choices = []choice{{b.full[k], 1}}
	case b.looks[k] != nil:
		m.choices = b.looks[k]
	case b.shuffled[k] != nil:
		m.choices, m.shuffled = b.shuffled[k], true
	case b.class(lower) != "":
		m.random = true
		m.choices = b.drawn(b.class(lower), depth)
	}
	if m.choices == nil && strings.HasSuffix(lower, " stone") { // amethyst stone
		if o := b.full[key(strings.TrimSuffix(lower, " stone"))]; o != nil && o.Class == "gem" {
			m.choices = []choice{{o, 1}}
		}
	}
	return m
}

// drawn is what the game makes where it picks one of a class on a level.
func (b *book) drawn(class string, depth int) []choice {
	g, err := polymorph.NewGame(b.set, polymorph.Level{Depth: depth}, nil)
	if err != nil {
		return nil
	}
	var out []choice
	list, weights := g.Draw(class)
	for i, o := range list {
		if weights[i] > 0 {
			out = append(out, choice{o, int64(weights[i])})
		}
	}
	return out
}

func (b *book) class(name string) string {
	for _, c := range classes {
		if key(name) == c || key(name) == key(c) {
			return c
		}
	}
	return ""
}

// holders are the things that are of a monster, or a monster's.
var holders = []string{"corpse", "egg", "tin", "figurine", "statue"}

// creature parts the monster from a name that has one: "statue of a cockatrice",
// "newt corpse". The game takes what stands after "of" for a monster wherever
// it is one, but for wands, spellbooks and fingers: wands of death are of
// Death.
func (b *book) creature(name string) (rest, monster string) {
	if head, of, ok := strings.Cut(name, " of "); ok {
		for _, article := range []string{"a ", "an ", "the "} {
			of = strings.TrimPrefix(of, article)
		}
		if strings.HasPrefix(name, "tin of ") || strings.HasPrefix(name, "tins of ") {
			return "tin", strings.TrimSuffix(of, " meat")
		}
		if b.monsters[key(of)] != nil && !strings.Contains(name, "wand ") && !strings.Contains(name, "spellbook ") && !strings.Contains(name, "finger ") {
			return head, of
		}
		return name, ""
	}
	i := strings.LastIndexByte(name, ' ')
	if i > 0 && slices.Contains(holders, key(name[i+1:])) && b.monsters[key(name[:i])] != nil {
		return name[i+1:], name[:i]
	}
	return name, ""
}

// of is the monster that a corpse, tin, egg, figurine or statue may be wished to
// be of; empty where the game draws one instead.
func (b *book) of(o *rules.Object, typed string) string {
	if o.Name == "tin" && typed == "spinach" {
		return typed
	}
	m := b.monsters[key(typed)]
	switch {
	case m == nil, o.Name != "statue" && slices.Contains(m.Geno, "UNIQ"):
		return ""
	case o.Name == "corpse" && slices.Contains(m.Geno, "NOCORPSE"), o.Name == "tin" && (slices.Contains(m.Geno, "NOCORPSE") || m.Nutrition == 0), o.Name == "figurine" && m.Is("HUMAN"):
		return ""
	}
	return m.Name
}
