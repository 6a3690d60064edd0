package dump

import (
	"strings"

	"delphi/engine/names"
	"delphi/engine/shorthand"
)

// identify finds what a phrase of the inventory is, after its adjectives were
// taken: "pair of speed boots", "scrolls labeled ZELGO MER", "tin of newt meat".
// Where nothing of that name is known, the phrase itself becomes the name and
// class decides what it is.
func (c *catalogue) identify(it *Item, phrase, class string) {
	for _, p := range []string{"pair of ", "pairs of ", "set of ", "sets of "} {
		if rest, ok := cutPrefixFold(phrase, p); ok {
			phrase = rest
			break
		}
	}
	for _, w := range [...]struct{ word, buc string }{{"holy water", "blessed"}, {"unholy water", "cursed"}} {
		if rest, ok := strings.CutSuffix(phrase, " of "+w.word); ok && names.Stem(rest) == "potion" {
			phrase, it.BUC = "potion of water", w.buc
		}
	}
	phrase, _, _ = strings.Cut(phrase, " labeled \"") // a candy bar's wrapper
	if c.exactly(it, phrase, class) {
		return
	}
	if c.called(it, phrase, class) {
		return
	}
	if c.made(it, phrase) {
		return
	}
	// A variant may say the material of a thing.
	for _, m := range materials {
		if rest, ok := cutPrefixFold(phrase, m+" "); ok && (c.exactly(it, rest, class) || c.made(it, rest)) {
			it.Material = m
			return
		}
	}
	if strings.HasSuffix(phrase, " staff") && c.exactly(it, strings.TrimPrefix(phrase, "magical "), class) {
		return
	}
	// EvilHack's and xNetHack's armour may have a property: "of hunger".
	if before, after, ok := strings.Cut(phrase, " of "); ok {
		with := *it
		if c.exactly(&with, before, class) && (with.Class == "armor" || with.Class == "weapon") {
			*it = with
			it.Words = append(it.Words, "of "+after)
			return
		}
	}
	c.unknown(it, phrase, class)
}

// exactly takes a phrase that is the name or the look of a thing as a whole.
func (c *catalogue) exactly(it *Item, phrase, class string) bool {
	t := c.find(phrase)
	if t == nil {
		t = c.japanese(phrase)
	}
	seen, looks := c.seen(phrase, class)
	if !looks && class != "" {
		seen, looks = c.seen(phrase, "")
	}
	switch {
	case t != nil && (class == "" || class == t.class || !looks):
		it.Name, it.Class = t.name, t.class
		return true
	case looks:
		it.look(seen)
		return true
	case t != nil:
		it.Name, it.Class = t.name, t.class
		return true
	}
	return false
}

// look takes the look of a thing, and its name where no other thing has it.
func (it *Item) look(s shorthand.Seen) {
	it.Class, it.Appearance = s.Class, s.Look
	if len(s.Names) == 1 {
		it.Name = s.Names[0]
	} else {
		it.Could = s.Names
	}
}

// called takes "boots called foo": the hero knows no more than the class.
func (c *catalogue) called(it *Item, phrase, class string) bool {
	what, call, ok := strings.Cut(phrase, " called ")
	if !ok {
		return false
	}
	it.TypeCalled = call
	if n, ok := nounOf(what); ok {
		it.Class, it.noun = n.class, n.slot
		return true
	}
	if c.exactly(it, what, class) {
		return true
	}
	for _, m := range materials {
		if rest, ok := cutPrefixFold(what, m+" "); ok && c.exactly(it, rest, class) {
			it.Material = m
			return true
		}
	}
	it.Class, it.Appearance = class, what
	return true
}

// made takes things that are named after a monster, a fruit or a label:
// corpses, tins, eggs, statues, and looks that no table knows.
func (c *catalogue) made(it *Item, phrase string) bool {
	words := strings.Fields(phrase)
	if len(words) == 0 {
		return false
	}
	last := names.Stem(words[len(words)-1])
	rest := strings.Join(words[:len(words)-1], " ")
	switch {
	case last == "corpse" && rest != "":
		it.Name, it.Class, it.Of = "corpse", "food", trimArticle(strings.TrimPrefix(rest, "partly eaten "))
		return true
	case last == "egg" && rest != "":
		it.Name, it.Class, it.Of = "egg", "food", rest
		return true
	}
	first := names.Stem(words[0])
	for _, k := range [...]struct{ word, name, class string }{
		{"tin", "tin", "food"}, {"statue", "statue", "rock"}, {"figurine", "figurine", "tool"},
	} {
		if first == k.word && len(words) > 2 && (words[1] == "of" || words[1] == "containing") {
			it.Name, it.Class, it.Of = k.name, k.class, trimArticle(strings.Join(words[2:], " "))
			return true
		}
	}
	for _, of := range []string{" tin of ", " tins of "} {
		if how, what, ok := strings.Cut(phrase, of); ok {
			it.Name, it.Class, it.Of, it.Words = "tin", "food", what, append(it.Words, how)
			return true
		}
	}
	if last == "tin" && rest != "" {
		it.Name, it.Class, it.Words = "tin", "food", append(it.Words, rest)
		return true
	}
	if _, label, ok := strings.Cut(phrase, " labeled "); ok && first == "scroll" {
		it.Class, it.Appearance = "scroll", label
		return true
	}
	for _, class := range []string{"potion", "scroll", "wand", "ring", "amulet", "spellbook"} {
		if first == class && len(words) > 2 && words[1] == "of" {
			it.Class, it.Name = class, class+" "+strings.Join(words[1:], " ")
			return true
		}
	}
	if n, ok := nounOf(phrase); ok && n.class != "armor" {
		if n.class == "gem" && last == "stone" {
			return c.gem(it, rest)
		}
		it.Class = n.class
		if rest != "" {
			c.lookless(it, rest)
		}
		return true
	}
	return false
}

// lookless takes the look of a thing of a known class that no table has; in
// variants the material may stand before it: "copper spherical amulet".
func (c *catalogue) lookless(it *Item, look string) {
	for _, m := range materials {
		if rest, ok := cutPrefixFold(look, m+" "); ok {
			if s, ok := c.seen(rest+" "+it.Class, it.Class); ok {
				it.look(s)
				it.Material = m
				return
			}
		}
		if strings.EqualFold(look, m) && it.Class != "ring" && it.Class != "wand" && it.Class != "spellbook" {
			it.Material = m
			return
		}
	}
	it.Appearance = look
}

// gem takes "flint stones", "ruby stone": a gem that the hero knows.
func (c *catalogue) gem(it *Item, name string) bool {
	if t := c.find(name); t != nil && t.class == "gem" {
		it.Name, it.Class = t.name, t.class
		return true
	}
	if name == "" {
		return false
	}
	it.Class = "gem"
	c.lookless(it, name)
	return true
}

// unknown keeps a phrase that no table has, as the singular name.
func (c *catalogue) unknown(it *Item, phrase, class string) {
	it.Name, it.Class = phrase, class
	if it.Quantity > 1 {
		it.Name = singular(phrase)
	}
	if class == "" {
		if n, ok := nounOf(phrase); ok {
			it.Class, it.noun = n.class, n.slot
		}
	} else if n, ok := nounOf(phrase); ok && n.class == class {
		it.noun = n.slot
	}
}

// singular takes the plural ending off the word that has it: the one before
// "of", or else the last.
func singular(phrase string) string {
	head, tail, of := strings.Cut(phrase, " of ")
	switch {
	case strings.HasSuffix(head, "ies"):
		head = strings.TrimSuffix(head, "ies") + "y"
	case strings.HasSuffix(head, "ches"), strings.HasSuffix(head, "shes"), strings.HasSuffix(head, "xes"), strings.HasSuffix(head, "sses"):
		head = strings.TrimSuffix(head, "es")
	case strings.HasSuffix(head, "ves"):
		head = strings.TrimSuffix(head, "ves") + "f"
	case strings.HasSuffix(head, "s") && !strings.HasSuffix(head, "ss"):
		head = strings.TrimSuffix(head, "s")
	}
	if of {
		return head + " of " + tail
	}
	return head
}

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):], true
	}
	return s, false
}

func trimArticle(s string) string {
	for _, a := range []string{"a ", "an "} {
		if rest, ok := strings.CutPrefix(s, a); ok {
			return rest
		}
	}
	return s
}
