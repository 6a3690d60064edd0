package shorthand

import (
	"slices"
	"strings"
)

// Also lists what else players write for a thing, besides its name and the
// aliases that engine/rules has: its abbreviations and, of an object, the looks
// that it can have, what Samurai call it and, of a thing of something, the two
// the other way round ("telepathy helm"). Several things may share one.
func (x *Index) Also(kind Kind, name string) []string {
	x.reversed.Do(x.reverse)
	out := x.also[Meaning{kind, name}]
	if thing, property, ok := strings.Cut(name, " of "); ok && kind == Object { // "telepathy helm"
		out = append(slices.Clip(out), property+" "+thing)
		for _, noun := range otherNouns[thing] {
			out = append(out, noun+" of "+property, property+" "+noun)
			if curt[noun] {
				out = append(out, noun+" "+property)
			}
		}
	}
	return out
}

// otherNouns holds what players call a thing besides its noun.
var otherNouns = map[string][]string{
	"gauntlets": {"gloves"}, "helm": {"helmet", "hat"}, "cloak": {"cape"}, "spellbook": {"book"}, "amulet": {"necklace", "ammy"}, "scroll": {"scrl", "scr"}, "potion": {"pot"},
}

// curt holds the nouns of otherNouns behind which players leave out "of": "scr charging".
var curt = map[string]bool{"scr": true, "scrl": true, "pot": true}

func (x *Index) reverse() {
	x.also = map[Meaning][]string{}
	add := func(m Meaning, word string) {
		if !slices.Contains(x.also[m], word) {
			x.also[m] = append(x.also[m], word)
		}
	}
	for _, a := range abbreviations() {
		if slices.Contains(x.short[a.word], a.Meaning) {
			add(a.Meaning, a.word)
		}
	}
	for _, l := range x.set.Looks().Groups {
		for _, look := range l.Looks {
			phrases := []string{look}
			if nouns := nounsOf[l.Class]; nouns != nil {
				phrases = nil
				for _, noun := range nouns {
					phrases = append(phrases, look+" "+noun, noun+" "+look)
				}
			}
			for _, name := range l.Objects {
				for _, p := range phrases {
					add(Meaning{Object, name}, p)
				}
			}
		}
	}
	for word, name := range x.set.Looks().Japanese {
		add(Meaning{Object, name}, word)
	}
}

// AlsoWorn is like Also, for a thing in use, which may be an artifact: a worn or
// wielded artifact does what its kind of object does.
func (x *Index) AlsoWorn(name string) []string {
	out := slices.Clone(x.Also(Object, name))
	list := x.set.Artifacts()
	for i := range list {
		if list[i].Base == name {
			out = append(append(out, list[i].Name), x.Also(Artifact, list[i].Name)...)
		}
	}
	return out
}
