package shorthand

import (
	"slices"
	"strings"
	"sync"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// Index is what the shorthand means in one version. It is built once, by Of,
// and may then be read from many goroutines.
type Index struct {
	set       *rules.Set
	classes   map[string]*class
	objects   []*object                    // of all classes
	named     map[Meaning]bool             // each object and monster
	looks     map[string][]Seen            // by the stems of the appearance
	japanese  map[string]string            // by the stems of the word
	artifacts map[string][]*rules.Artifact // by the stems of a name, or of its last words
	short     map[string][]Meaning         // by the folded abbreviation
	longest   int

	reversed sync.Once
	also     map[Meaning][]string // see Also
}

// class holds the objects of one class.
type class struct {
	list  []*object
	whole map[string][]*object // by the initials of the whole name
	rest  map[string][]*object // by the initials of what follows "of"
}

// object is one thing by its full name.
type object struct {
	name    string
	short   string   // what players write after the sign: "enchant weapon", "magic marker"
	stems   []string // of short
	keys    []string // of the short and of the whole name
	also    []string // stems of aliases, run together
	single  bool     // short is one word
	letters string   // the initials players write: "EW", "FoD"
}

var indexes sync.Map // version -> func() *Index

// Of returns the shorthand of a version. Of variants whose own objects are not
// known, those of the nearest version are taken where nothing else names them.
func Of(set *rules.Set) *Index {
	build, _ := indexes.LoadOrStore(set.Name, sync.OnceValue(func() *Index { return newIndex(set) }))
	return build.(func() *Index)()
}

func newIndex(set *rules.Set) *Index {
	x := &Index{set: set, classes: map[string]*class{}, named: map[Meaning]bool{}, looks: map[string][]Seen{}, japanese: map[string]string{}}
	for _, name := range signs {
		x.classes[name] = &class{whole: map[string][]*object{}, rest: map[string][]*object{}}
	}
	x.addObjects()
	x.addLooks()
	x.addArtifacts()
	x.addAbbreviations()
	return x
}

// Longest returns the number of words in the longest text that Seen, Japanese,
// Artifacts or Abbreviation knows. The caller need not try longer ones.
func (x *Index) Longest() int { return x.longest }

// note keeps count of the words in the longest text.
func (x *Index) note(text string) string {
	x.longest = max(x.longest, len(names.Words(text)))
	return text
}

// addObjects lists the objects of each class: the version's own if they are
// known, else what its spells, armour and appearances name and, for the classes
// of which these name little, the objects of the nearest ancestor.
func (x *Index) addObjects() {
	if list := x.set.Objects(); list != nil {
		for _, o := range list {
			x.add(o.Class, o.Name, o.Aliases)
		}
		return
	}
	for _, sp := range x.set.Spells {
		x.add("spellbook", "spellbook of "+sp.Name, sp.Aliases)
	}
	for _, w := range x.set.Worn {
		x.add("armor", w.Name, w.Aliases)
	}
	complete := []string{"spellbook", "armor"}
	for _, l := range x.set.Looks().Groups {
		if slices.Contains([]string{"scroll", "potion", "wand", "ring", "amulet"}, l.Class) {
			complete = append(complete, l.Class)
			for _, name := range l.Objects {
				x.add(l.Class, name, nil)
			}
		}
	}
	parent := rules.Get(x.set.Parent)
	for parent.Objects() == nil {
		parent = rules.Get(parent.Parent)
	}
	for _, o := range parent.Objects() {
		if !slices.Contains(complete, o.Class) {
			x.add(o.Class, o.Name, o.Aliases)
		}
	}
}

func (x *Index) add(className, name string, aliases []string) {
	c := x.classes[className]
	if c == nil || strings.Contains(name, "generic ") {
		return
	}
	o := &object{name: name, short: shortName(className, name)}
	o.stems, o.keys = names.Words(o.short), []string{key(o.short), key(name)}
	o.single = len(strings.Fields(o.short)) == 1
	o.letters = initials(o.short, true)
	for _, a := range aliases {
		o.also = append(o.also, key(a))
	}
	c.list = append(c.list, o)
	x.objects = append(x.objects, o)
	x.named[Meaning{Object, name}] = true
	insert := func(m map[string][]*object, phrase string) {
		for _, of := range []bool{true, false} {
			if k := strings.ToLower(initials(phrase, of)); k != "" && !slices.Contains(m[k], o) {
				m[k] = append(m[k], o)
			}
		}
	}
	insert(c.whole, o.short)
	insert(c.rest, o.short)
	if _, after, ok := strings.Cut(o.short, " of "); ok && nouns[className] == "" {
		insert(c.rest, after)
	}
}

// nouns holds the words before "of" that a class sign stands for.
var nouns = map[string]string{
	"scroll": "scroll", "potion": "potion", "wand": "wand", "ring": "ring", "amulet": "amulet", "spellbook": "spellbook",
}

// shortName takes from a name what the class sign says already: "enchant
// weapon" is left of the scroll, "versus poison" of the amulet.
func shortName(className, name string) string {
	noun := nouns[className]
	if after, ok := strings.CutPrefix(name, noun+" of "); ok && noun != "" {
		return after
	}
	if after, ok := strings.CutPrefix(name, noun+" "); ok && noun != "" {
		return after
	}
	return name
}

// little holds the words that initials leave small, or out.
var little = []string{"of", "from", "the", "to", "versus", "in", "and"}

// initials returns the first letters of a phrase, hyphens parting words: small ones
// for little words if those are wanted, which are left out otherwise.
func initials(phrase string, withLittle bool) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(phrase, func(r rune) bool { return r == ' ' || r == '-' }) {
		switch {
		case !slices.Contains(little, w):
			b.WriteString(strings.ToUpper(w[:1]))
		case withLittle:
			b.WriteByte(w[0])
		}
	}
	return b.String()
}

// key returns a phrase as the indexes spell it: its stems, run together.
func key(phrase string) string { return strings.Join(names.Words(phrase), "") }
