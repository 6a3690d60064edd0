package shorthand

import (
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// Seen is what something unidentified is called, and what it can be.
type Seen struct {
	Class string   // "armor"
	Look  string   // "opera cloak", "twisted", "ZELGO MER"
	Names []string // full names of what it can be; one name: the look is fixed
}

// nounsOf holds the words that players put to the looks of a class.
var nounsOf = map[string][]string{
	"potion": {"potion"}, "wand": {"wand"}, "ring": {"ring"}, "amulet": {"amulet"}, "spellbook": {"spellbook", "book"},
	"gem": {"gem", "stone", "glass"}, "scroll": {"scroll", "scroll labeled", "scroll labelled"},
}

func (x *Index) addLooks() {
	add := func(phrase string, s Seen) {
		k := key(x.note(phrase))
		if !slices.ContainsFunc(x.looks[k], func(other Seen) bool { return other.Class == s.Class && other.Look == s.Look }) {
			x.looks[k] = append(x.looks[k], s)
		}
	}
	for _, l := range x.set.Looks().Groups {
		for _, look := range l.Looks {
			s := Seen{Class: l.Class, Look: look, Names: l.Objects}
			for _, noun := range nounsOf[l.Class] {
				add(look+" "+noun, s)
				add(noun+" "+look, s)
			}
			if nounsOf[l.Class] == nil || l.Class == "scroll" {
				add(look, s)
			}
		}
	}
	for word, name := range x.set.Looks().Japanese {
		x.japanese[key(x.note(word))] = name
		if strings.HasPrefix(name, "potion of ") {
			x.japanese[key(x.note("potion of "+word))] = name
		}
	}
}

// Seen finds what an unidentified thing can be by how it looks: "conical hat",
// "opera cloak", "smoky potion", "twisted ring", "scroll labeled ZELGO MER",
// "gray stone". Two classes may share a look.
func (x *Index) Seen(text string) []Seen { return x.looks[key(text)] }

// Shared reports whether a name of a vocabulary is a look that several things
// can have.
func (x *Index) Shared(name string) bool {
	return slices.ContainsFunc(x.looks[names.Key(name)], func(s Seen) bool { return len(s.Names) > 1 })
}

// Japanese returns the full name of an object by what Samurai call it: "kabuto"
// is the helmet. ok is false for any other word.
func (x *Index) Japanese(text string) (name string, ok bool) {
	name, ok = x.japanese[key(text)]
	return name, ok
}

func (x *Index) addArtifacts() {
	x.artifacts = map[string][]*rules.Artifact{}
	list := x.set.Artifacts()
	for i := range list {
		a := &list[i]
		name := strings.TrimPrefix(a.Name, "The ")
		phrases := []string{name}
		if _, last, ok := strings.Cut(name, " of "); ok { // "Ahriman", "the Overworld"
			phrases = append(phrases, last)
		}
		if strings.HasPrefix(a.Name, "The ") {
			if first, _, ok := strings.Cut(name, " of "); ok { // "the Mitre"
				phrases = append(phrases, first)
			}
		}
		for _, p := range phrases {
			if k := key(x.note(strings.TrimPrefix(p, "the "))); !slices.Contains(x.artifacts[k], a) {
				x.artifacts[k] = append(x.artifacts[k], a)
			}
		}
	}
}

// Artifacts finds artifacts by name, with or without "the", or by the part
// before or after "of" for those that are called The: "Mitre", "Ahriman". Two
// may share a part: both orbs are an "orb".
func (x *Index) Artifacts(text string) []*rules.Artifact {
	k := key(text)
	if found := x.artifacts[k]; found != nil {
		return found
	}
	return x.artifacts[strings.TrimPrefix(k, "the")]
}
