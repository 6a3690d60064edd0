package wish

import (
	"cmp"
	"slices"
	"strings"

	"delphi/engine/rules"
)

// creature returns a monster that a text begins with: of several the one with the
// longest name, and of two of one name the first. behind is what the text has
// behind it. A role's titles name its monster. Nil: it begins with none.
func (b *book) creature(text string) (m *rules.Monster, behind string) {
	s, passed := text, 0
	for _, article := range []string{"a ", "an ", "the "} {
		if strings.HasPrefix(s, article) && (article != "the " || b.w.Does(rules.WishArticles)) {
			s, passed = s[len(article):], len(article)
			break
		}
	}
	switch { // a plural counts as a singular, for the search alone
	case contains(s, "vortices"):
		s = s[:find(s, "vortices")] + "vortex"
	case len(s) > 3 && ends(s, "ies") && !ends(s, "zombies"):
		s = s[:len(s)-3] + "y"
	case len(s) > 3 && ends(s, "ves"):
		s = s[:len(s)-3] + "f"
	}
	m, n := b.spelled(s)
	if m == nil {
		m, n = b.longest(s)
	}
	if m == nil {
		m, n = b.titled(s)
	}
	if m == nil {
		return nil, ""
	}
	return m, text[min(passed+n, len(text)):]
}

// spelled returns a monster by a spelling of the game's own list, and how long that is.
func (b *book) spelled(s string) (*rules.Monster, int) {
	for _, x := range b.w.Monsters {
		if x.As != "spelling" || !starts(s, x.Name) {
			continue
		}
		behind := s[len(x.Name):]
		m := b.beast(x.Monster)
		switch {
		case !b.w.Does(rules.WishFullWords):
			return m, min(len(m.Name), len(s)) // it passes over as much as the monster's own name is long
		case behind == "" || behind[0] == ' ' || behind[0] == '\'':
			return m, len(x.Name)
		}
	}
	return nil, 0
}

// endings may follow a monster's name, before a blank or the end.
var endings = []string{"", "s", "'", "'s", "es"}

// longest returns the monster whose name s begins with.
func (b *book) longest(s string) (found *rules.Monster, n int) {
	for _, m := range b.set.Bestiary().Monsters {
		for _, name := range namesOf(m) {
			if len(name) <= n || !starts(s, name) {
				continue
			}
			behind := s[len(name):]
			if behind == "" {
				return m, len(name)
			}
			if slices.ContainsFunc(endings, func(e string) bool { return strings.EqualFold(behind, e) || starts(behind, e+" ") }) {
				found, n = m, len(name)
			}
		}
	}
	return found, n
}

// titled returns the monster of the role whose title s begins with.
func (b *book) titled(s string) (*rules.Monster, int) {
	for _, r := range b.set.Roles {
		for _, t := range r.Titles {
			if starts(s, t) {
				return b.beast(cmp.Or(b.as("title", r.Name), r.Name)), len(t)
			}
		}
	}
	return nil, 0
}

// as returns the monster that the game makes of another; empty: it makes none of it.
func (b *book) as(how, name string) string {
	for _, x := range b.w.Monsters {
		if x.As == how && strings.EqualFold(x.Name, name) {
			return x.Monster
		}
	}
	return ""
}

// namesOf returns a monster's names as the game tries them: a man's, a woman's, the
// common one.
func namesOf(m *rules.Monster) []string {
	if len(m.Names) < 2 {
		return m.Names
	}
	return append(slices.Clone(m.Names[1:]), m.Names[0])
}

// beast finds a monster by any of its names. Of two of one name it is the first,
// or the one whose symbol follows: "werewolf @".
func (b *book) beast(name string) *rules.Monster {
	symbol := ""
	if n := len(name) - 2; n > 0 && name[n] == ' ' {
		name, symbol = name[:n], name[n+1:]
	}
	for _, m := range b.set.Bestiary().Monsters {
		if (symbol == "" || m.Symbol == symbol) && slices.ContainsFunc(m.Names, func(n string) bool { return strings.EqualFold(n, name) }) {
			return m
		}
	}
	return nil
}

// of returns the monster that a corpse, tin, egg, figurine or statue may be wished to
// be of; nil if the game draws one instead.
func (b *book) of(o *rules.Object, m *rules.Monster) *rules.Monster {
	if m == nil {
		return nil
	}
	if m.Name == "long worm tail" {
		m = b.beast("long worm")
	}
	corpseless := slices.Contains(m.Geno, "NOCORPSE")
	if corpseless && o.Name != "figurine" && m.Is("WERE") && b.w.Does(rules.WishWere) {
		m, corpseless = b.beast(m.Name+" @"), false
	}
	unique := slices.Contains(m.Geno, "UNIQ")
	switch o.Name {
	case "statue":
		return m
	case "egg":
		if grown := b.as("hatches", m.Name); grown != "" {
			m = b.beast(grown)
		}
		if m.Name == "killer bee" || m.Name == "gargoyle" || m.Is("OVIPAROUS") && m.Name != "queen bee" && m.Name != "winged gargoyle" {
			return m
		}
	case "corpse":
		if left := b.as("leaves", m.Name); left != "" && !unique {
			m = b.beast(left)
		}
		if !unique && !corpseless {
			return m
		}
	case "tin":
		if !unique && !corpseless && m.Nutrition > 0 {
			return m
		}
	case "figurine":
		if !unique && (!m.Is("HUMAN") || m.Is("WERE") && b.w.Does(rules.WishWere)) && m.Name != "mail daemon" {
			return m
		}
	}
	return nil
}
