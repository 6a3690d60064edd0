package shorthand

import (
	_ "embed"
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// Kind is what an abbreviation stands for.
type Kind string

const (
	Object   Kind = "object"
	Spell    Kind = "spell"
	Role     Kind = "role"
	Monster  Kind = "monster"
	Artifact Kind = "artifact"
	Place    Kind = "place"    // a level or dungeon, as rules.Bones names it
	Property Kind = "property" // what a hero can have: "magic resistance"
)

// Meaning is one thing that an abbreviation stands for, by its full name.
type Meaning struct {
	Kind Kind
	Name string
}

// abbreviations.tsv lists what the community writes, one meaning a row; the
// likeliest of several stands first. A meaning counts only in versions that
// have it.
//
//go:embed abbreviations.tsv
var abbreviationsTSV string

// abbreviation is one row of abbreviations.tsv.
type abbreviation struct {
	word string
	Meaning
}

func abbreviations() []abbreviation {
	var out []abbreviation
	for i, line := range strings.Split(strings.TrimSpace(abbreviationsTSV), "\n") {
		if cells := strings.Split(line, "\t"); i > 0 {
			out = append(out, abbreviation{cells[0], Meaning{Kind(cells[1]), cells[2]}})
		}
	}
	return out
}

func (x *Index) addAbbreviations() {
	x.short = map[string][]Meaning{}
	if b := x.set.Bestiary(); b != nil {
		for _, m := range b.Monsters {
			for _, name := range m.Names {
				x.named[Meaning{Monster, name}] = true
			}
		}
	}
	add := func(word string, m Meaning) {
		if word = names.Fold(x.note(word)); !slices.Contains(x.short[word], m) {
			x.short[word] = append(x.short[word], m)
		}
	}
	for _, a := range abbreviations() {
		if x.has(a.Meaning) {
			add(a.word, a.Meaning)
		}
	}
	each := func(kind Kind, name string, aliases []string) {
		for _, a := range aliases {
			add(a, Meaning{kind, name})
		}
	}
	for _, r := range x.set.Roles {
		each(Role, r.Name, r.Aliases)
	}
	for _, s := range x.set.Spells {
		each(Spell, s.Name, s.Aliases)
	}
	for _, w := range x.set.Worn {
		each(Object, w.Name, w.Aliases)
	}
	for _, h := range x.set.Held {
		each(Object, h.Name, h.Aliases)
	}
	for _, o := range x.set.Objects() {
		each(Object, o.Name, o.Aliases)
	}
}

// has reports whether the version has what a meaning names.
func (x *Index) has(m Meaning) bool {
	switch m.Kind {
	case Object:
		return x.named[m]
	case Spell:
		return x.set.Spell(m.Name) != nil
	case Role:
		return x.set.Role(m.Name) != nil
	case Artifact:
		return slices.ContainsFunc(x.set.Artifacts(), func(a rules.Artifact) bool { return a.Name == m.Name })
	case Place:
		b := x.set.Bones()
		return b != nil && (b.Level(m.Name) != nil || b.Dungeon(m.Name) != nil)
	case Monster:
		return x.named[m] || x.set.Bestiary() == nil
	}
	return m.Kind == Property
}

// Abbreviation returns what a word stands for in the version, likeliest first, or nil
// if it is not an abbreviation. The aliases of engine/rules are among them. Case does
// not matter.
func (x *Index) Abbreviation(word string) []Meaning { return x.short[names.Fold(word)] }
