package dump

import (
	"strings"
	"sync"

	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// thing is a kind of object of a version.
type thing struct {
	name, class string
	slot        string // where it is worn; empty: nowhere
}

// catalogue is what the objects of a version are called. It is built once and
// then only read.
type catalogue struct {
	set   *rules.Set
	short *shorthand.Index
	named map[string]*thing // by the stems of the full name
}

var catalogues sync.Map // version -> func() *catalogue

func catalogueOf(set *rules.Set) *catalogue {
	build, _ := catalogues.LoadOrStore(set.Name, sync.OnceValue(func() *catalogue { return newCatalogue(set) }))
	return build.(func() *catalogue)()
}

func newCatalogue(set *rules.Set) *catalogue {
	c := &catalogue{set: set, short: shorthand.Of(set), named: map[string]*thing{}}
	for _, a := range set.Armor() {
		c.add(a.Name, "armor", a.Slot)
	}
	for _, w := range set.Worn {
		c.add(w.Name, "armor", w.Slot.String())
	}
	for _, l := range set.Looks().Groups {
		for _, name := range l.Objects {
			c.add(name, l.Class, "")
		}
	}
	for _, sp := range set.Spells {
		c.add("spellbook of "+sp.Name, "spellbook", "")
	}
	for _, h := range set.Held {
		c.add(h.Name, "weapon", "")
	}
	// The objects of variants whose table is not known are their parent's
	// where nothing else names them.
	from := set
	for from.Objects() == nil {
		from = rules.Get(from.Parent)
	}
	for _, o := range from.Objects() {
		if from != set && o.Class == "armor" && set.Armor() != nil {
			continue
		}
		c.add(o.Name, o.Class, "")
		c.named[key(o.Name)].class = o.Class
	}
	c.add("slime mold", "food", "") // "fruit" in the tables
	for _, name := range []string{"blindfold", "towel", "lenses", "goggles"} {
		c.add(name, "tool", "eyes")
	}
	return c
}

func (c *catalogue) add(name, class, slot string) {
	k := key(name)
	t := c.named[k]
	if t == nil {
		t = &thing{name: name, class: class}
		c.named[k] = t
	}
	if slot != "" {
		t.slot = slot
	}
}

// key returns a phrase as the catalogue spells it.
func key(phrase string) string { return strings.Join(names.Words(phrase), "") }

// find returns the thing of a full name, in the singular or plural, or nil.
func (c *catalogue) find(phrase string) *thing { return c.named[key(phrase)] }

// slot returns where a thing of that name is worn.
func (c *catalogue) slot(name string) string {
	if t := c.find(name); t != nil {
		return t.slot
	}
	return ""
}

// seen finds what looks like the phrase among the things of a class; an empty
// class is any.
func (c *catalogue) seen(phrase, class string) (shorthand.Seen, bool) {
	for _, s := range c.short.Seen(phrase) {
		if class == "" || s.Class == class {
			return s, true
		}
	}
	return shorthand.Seen{}, false
}

// artifact finds an artifact by its whole name, with or without "the".
func (c *catalogue) artifact(name string) *rules.Artifact {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "The "), "the ")
	for _, a := range c.short.Artifacts(name) {
		if strings.EqualFold(strings.TrimPrefix(a.Name, "The "), name) {
			return a
		}
	}
	return nil
}

// noun is what the hero calls things of which only the class is known.
type noun struct {
	word, class, slot string
}

// nouns holds the words before "called", in the singular.
var nouns = []noun{
	{"potion", "potion", ""}, {"scroll", "scroll", ""}, {"wand", "wand", ""}, {"ring", "ring", ""}, {"amulet", "amulet", "amulet"},
	{"spellbook", "spellbook", ""}, {"gem", "gem", ""}, {"stone", "gem", ""}, {"gray stone", "gem", ""},
	{"boots", "armor", "boots"}, {"shoes", "armor", "boots"}, {"gloves", "armor", "gloves"}, {"cloak", "armor", "cloak"}, {"helmet", "armor", "helmet"},
	{"helm", "armor", "helmet"}, {"hat", "armor", "helmet"}, {"shield", "armor", "shield"}, {"shirt", "armor", "shirt"},
	{"suit", "armor", "body"}, {"robe", "armor", "cloak"}, {"novel", "spellbook", ""}, {"paperback book", "spellbook", ""},
	{"bracers", "armor", "shield"},
}

// nounKeys finds a noun by the stems of its words.
var nounKeys = func() map[string]noun {
	out := map[string]noun{}
	for _, n := range nouns {
		out[key(n.word)] = n
	}
	return out
}()

// nounOf finds the class of an unknown thing by the last word that the line
// calls it: "red boots", "5 rings".
func nounOf(phrase string) (noun, bool) {
	if n, ok := nounKeys[key(phrase)]; ok {
		return n, true
	}
	n, ok := nounKeys[names.Stem(phrase[strings.LastIndexByte(phrase, ' ')+1:])]
	return n, ok
}

// japanese returns what Samurai call an object by its full name.
func (c *catalogue) japanese(phrase string) *thing {
	if name, ok := c.short.Japanese(phrase); ok {
		return c.find(name)
	}
	return nil
}

// materials holds the words that variants put before things that are not made of
// their usual material.
var materials = []string{
	"wax", "organic", "flesh", "paper", "cloth", "leather", "wooden", "bone", "dragonhide", "scaly", "iron", "metal", "steel", "copper", "bronze",
	"silver", "gold", "golden", "platinum", "adamantine", "mithril", "plastic", "glass", "crystal", "gemstone", "stone", "ivory", "shadow", "chitin",
	"spidersilk", "silken", "silk",
}
