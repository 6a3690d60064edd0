package shorthand

import (
	"slices"
	"strings"
	"unicode"

	"delphi/engine/names"
)

// signs maps the signs of object classes to the classes, as the object table
// names them.
var signs = map[rune]string{
	'?': "scroll", '!': "potion", '/': "wand", '"': "amulet", '=': "ring", '+': "spellbook",
	'(': "tool", '[': "armor", ')': "weapon", '*': "gem", '%': "food",
}

// Class returns the class that a sign stands for: "scroll" for '?'. It is empty if the
// rune is not a class sign.
func Class(sign rune) string { return signs[sign] }

// Sign returns the sign of a class; 0 if the class has none.
func Sign(class string) rune {
	for sign, name := range signs {
		if name == class {
			return sign
		}
	}
	return 0
}

// Reading is what a piece of shorthand can mean.
type Reading struct {
	// Names lists the full names of the candidates: the customary one first,
	// then in the order of the game's table. Empty: nothing is meant.
	Names []string
	// Customary: by custom the first candidate is meant, so there is no need to
	// ask, but the answer should say how it was read.
	Customary bool
}

// customary lists, by sign and initials, what is meant where several things
// have the same initials.
var customary = map[string]string{
	"/p": "wand of polymorph", "/d": "wand of death", "/s": "wand of sleep", "+mm": "spellbook of magic missile",
}

// Read reads what follows a class sign: "oEW" and "BoH" as initials, "sleep",
// "oSleep" and "enchant arm" as a whole or shortened name. A small o before a
// capital stands for "of" and is left out of the name, and so is a plural s
// before it: ?soID are scrolls of identify.
func (x *Index) Read(sign rune, text string) Reading {
	rest, of := strings.CutPrefix(strings.TrimPrefix(text, "s"), "o")
	if of = of && rest != "" && unicode.IsUpper([]rune(rest)[0]); !of {
		rest = text
	}
	if looksLikeInitials(rest) {
		if r := x.Initials(sign, rest, of); len(r.Names) > 0 {
			return r
		}
	}
	r := x.Named(sign, rest)
	if parts := humps(rest); len(r.Names) == 0 && parts != rest { // =oPolyC
		return x.Named(sign, parts)
	}
	return r
}

// humps parts the words of a text that are told by their capitals alone.
func humps(text string) string {
	var b strings.Builder
	for i, r := range text {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Initials finds the things of a class with these initials, in any case. With
// "of" they are those of what follows the "of" in the name: EW for the scroll
// of enchant weapon, FoD for the spellbook of finger of death, MR for the cloak
// of magic resistance; a name without "of" counts as a whole. Otherwise they
// are those of the whole name without its class: BoH, CoMR, MM.
//
// A single letter stands for a longer name only if no one-word name begins with it.
func (x *Index) Initials(sign rune, letters string, of bool) Reading {
	c := x.classes[signs[sign]]
	if c == nil || letters == "" {
		return Reading{}
	}
	letters = strings.ToLower(letters)
	found := c.whole[letters]
	if of {
		found = c.rest[letters]
	}
	if len([]rune(letters)) == 1 {
		found = c.beginning(letters)
	}
	return reading(found, customary[string(sign)+letters])
}

// beginning lists the one-word names that begin with a letter or, where there
// are none, the longer names.
func (c *class) beginning(letter string) []*object {
	var out []*object
	for _, single := range []bool{true, false} {
		for _, o := range c.list {
			if o.single == single && strings.HasPrefix(strings.ToLower(o.short), letter) {
				out = append(out, o)
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// shortest is how many letters of a name must be there to stand for it.
const shortest = 2

// Named finds the things of a class by a whole name without its class
// ("enchant weapon"), by an alias or abbreviation, or by the beginnings of its
// words, in order ("Cancel", "ench arm"). Names of as many words as the text go before longer
// ones, which are then left out: Poly is polymorph and not polymorph control.
func (x *Index) Named(sign rune, text string) Reading {
	c := x.classes[signs[sign]]
	words := names.Words(text)
	if c == nil || len(words) == 0 {
		return Reading{}
	}
	whole := strings.Join(words, "")
	var exact, alias, same, longer, ends []*object
	for _, o := range c.list {
		switch {
		case slices.Contains(o.keys, whole):
			exact = append(exact, o)
		case slices.Contains(o.also, whole):
			alias = append(alias, o)
		case !begins(o.stems, words):
			if n := len(o.stems) - len(words); n > 0 && slices.Equal(o.stems[n:], words) {
				ends = append(ends, o) // "juice"
			}
		case len(o.stems) == len(words):
			same = append(same, o)
		default:
			longer = append(longer, o)
		}
	}
	for _, m := range x.Abbreviation(text) {
		for _, o := range c.list {
			meant := m.Kind == Object && o.name == m.Name || m.Kind == Spell && o.name == "spellbook of "+m.Name
			if meant && !slices.Contains(alias, o) {
				alias = append(alias, o)
			}
		}
	}
	for _, found := range [][]*object{exact, alias, same, longer, ends} {
		if len(found) > 0 {
			return reading(found, "")
		}
	}
	return Reading{}
}

// begins reports whether the words are the beginnings of a name's first words.
func begins(name, words []string) bool {
	if len(words) > len(name) || len(words[0]) < shortest {
		return false
	}
	for i, w := range words {
		if !strings.HasPrefix(name[i], w) {
			return false
		}
	}
	return true
}

func reading(found []*object, custom string) Reading {
	var r Reading
	for _, o := range found {
		if o.name == custom && len(found) > 1 {
			r.Names, r.Customary = append([]string{o.name}, r.Names...), true
			continue
		}
		r.Names = append(r.Names, o.name)
	}
	return r
}

// Members lists every name of a class, in the order of the game's table.
func (x *Index) Members(class string) []string {
	c := x.classes[class]
	if c == nil {
		return nil
	}
	return reading(c.list, "").Names
}

// Hint returns how to write one of several candidates so that it is understood:
// "?oCM (confuse monster)". It is empty for a name that the version does not
// know.
func (x *Index) Hint(name string) string {
	for sign, class := range signs {
		for _, o := range x.classes[class].list {
			if o.name == name {
				of := ""
				if nouns[class] != "" {
					of = "o"
				}
				return string(sign) + of + o.letters + " (" + o.short + ")"
			}
		}
	}
	return ""
}

// looksLikeInitials reports whether a text has only capitals, with small
// letters for little words between them.
func looksLikeInitials(text string) bool {
	const most = 8
	capitals := false
	for _, r := range text {
		if !unicode.IsUpper(r) && !strings.ContainsRune("ofvti", r) {
			return false
		}
		capitals = capitals || unicode.IsUpper(r)
	}
	return capitals && len(text) <= most
}
