package dump

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// itemLine is a line of an inventory: "a - a +0 dagger (in quiver pouch)".
// Menus have the letter at the left edge of a window, where a piece of the map
// may stand before it; object symbols may stand before the name.
var itemLine = regexp.MustCompile(`^(?:(.*?)\s)?\s*([a-zA-Z$#]) [-+] (?:[$")\[%?+!=/(*\x60_0] )?(\S.*)$`)

// starts holds the words that the name of a stack starts with.
var starts = regexp.MustCompile(`^(?:an?|the|some|\d{1,9}|your|[A-Z][a-z'-]+) \S|^(?:uncursed|blessed|cursed|[A-Z])`)

// line splits a line of an inventory into its letter and the name.
func itemParts(line string) (letter, name string, ok bool) {
	if !strings.Contains(line, " - ") && !strings.Contains(line, " + ") {
		return "", "", false
	}
	m := itemLine.FindStringSubmatch(line)
	if m == nil {
		return "", "", false
	}
	if m[1] != "" && !mapLike(m[1]) {
		return "", "", false
	}
	if strings.TrimSpace(m[1]) != "" && !starts.MatchString(m[3]) {
		return "", "", false
	}
	if !starts.MatchString(m[3]) && !strings.Contains(m[3], " ") {
		return "", "", false
	}
	return m[2], m[3], true
}

// mapLike reports whether a text is a piece of the map: no word stands in it.
func mapLike(s string) bool { return !word.MatchString(s) }

// erosions holds the words of erode (objnam.c, add_erosion_words) and the
// variants'; true: the second kind.
var erosions = map[string]bool{
	"rusty": false, "burnt": false, "cracked": false, "deteriorated": true, "corroded": true, "rotted": true, "fragmented": false, "broken-up": false,
}

// proofs holds the words for a thing that does not erode (objnam.c,
// add_erosion_words).
var proofs = []string{"rustproof", "fireproof", "corrodeproof", "rotproof", "fixed", "tempered", "crackproof", "erodeproof", "indestructible", "stabilized"}

// adjectives change nothing that is read here; they are kept in Item.Words.
var adjectives = []string{
	"empty", "locked", "unlocked", "broken", "trapped", "moist", "wet", "damp", "soaked", "lit", "historic", "superior", "inferior", "exceptional",
	"sandy", "magical", "unpaid", "drained", "invisible",
}

// item reads the name of a stack. class is what the list's heading says; it
// may be empty.
func (c *catalogue) item(text, class string) Item {
	it := Item{Quantity: 1, Text: text, Class: class}
	text = it.suffixes(text)
	text = it.calledSo(text)
	text = it.quantity(text)
	text = it.adjectives(text)
	if a := c.artifact(text); a != nil {
		it.Artifact, it.Name = a.Name, a.Base
		if t := c.find(a.Base); t != nil {
			it.Class = t.class
		}
		return c.finish(it)
	}
	c.identify(&it, text, class)
	if a := c.artifact(it.Called); a != nil && it.Called != "" && (it.Name == a.Base || slices.Contains(it.Could, a.Base)) {
		it.Artifact, it.Called, it.Name, it.Could = a.Name, "", a.Base, nil
	}
	return c.finish(it)
}

// finish fills in what the kind of thing decides: where a worn thing is worn,
// what water is.
func (c *catalogue) finish(it Item) Item {
	if it.Worn == "worn" {
		it.Worn = c.wornSlot(it)
	}
	if it.Class == "" && (it.Enchant.Known || it.Worn == "wielded" || it.Worn == "alternate") {
		it.Class = "weapon"
	}
	if it.BUC == "" && it.impliesUncursed() {
		it.BUC, it.Implied = "uncursed", true
	}
	return it
}

// impliesUncursed reports whether the game leaves the word "uncursed" out
// because it tells the enchantment or the charges (objnam.c, doname: neither
// armour nor rings).
func (it *Item) impliesUncursed() bool {
	if it.Class == "armor" || it.Class == "ring" {
		return false
	}
	return it.Enchant.Known || it.Charges.Known
}

// wornSlot returns where something "(being worn)" is.
func (c *catalogue) wornSlot(it Item) string {
	for _, name := range append([]string{it.Name}, it.Could...) {
		if slot := c.slot(name); slot != "" {
			return slot
		}
	}
	switch {
	case it.noun != "":
		return it.noun
	case it.Class == "amulet":
		return "amulet"
	case it.Class == "tool":
		return "eyes"
	}
	if n, ok := nounOf(it.Name); ok && n.slot != "" {
		return n.slot
	}
	if it.Class == "armor" || it.Class == "" {
		return "body"
	}
	return ""
}

var (
	bracket  = regexp.MustCompile(`^(.*\S) [(\[{]([^()]*)[)\]}]$`)
	charges  = regexp.MustCompile(`^(?:(-?\d{1,4}):)?(-?\d{1,4})$`)
	ofEight  = regexp.MustCompile(`^(\d|no) (?:of \d )?candles?`)
	contains = regexp.MustCompile(`^(.*\S) containing (\d{1,6}) items?$`)
	motif    = regexp.MustCompile(`^(.*(?:shirt|smock|apron)) (?:with (?:text|a |an |the |.* motif).*|that reads .*|reading .*)$`)
)

// suffixes takes what is in brackets at the end, outermost first: how it
// is worn, its charges, its weight, its price.
func (it *Item) suffixes(text string) string {
	if i := strings.LastIndex(text, " ("); i > 0 && !strings.Contains(text[i:], ")") && it.cutOff(text[i+2:], len(text) > 66) {
		text = text[:i]
	}
	for strings.HasSuffix(text, ")") || strings.HasSuffix(text, "]") || strings.HasSuffix(text, "}") || strings.Contains(text, " containing ") {
		if m := contains.FindStringSubmatch(text); m != nil {
			it.Holds = Is(atoi(m[2]))
			text = m[1]
			continue
		}
		m := bracket.FindStringSubmatch(text)
		if m == nil || !it.suffix(m[2]) {
			break
		}
		text = m[1]
	}
	if strings.Contains(text, " with ") || strings.Contains(text, "read") {
		if m := motif.FindStringSubmatch(text); m != nil {
			text = m[1]
		}
	}
	return text
}

// cutOff takes the words of a bracket that the edge of a screen has cut: how
// the thing is used if the words that are left can only be one use.
// At the end of a full line anything goes.
func (it *Item) cutOff(s string, full bool) bool {
	if s == "" {
		return true
	}
	slots := map[string]bool{}
	for _, f := range inUse {
		if strings.HasPrefix(f.words, s) || strings.HasPrefix(s, f.words) {
			slots[f.slot] = true
		}
	}
	if len(slots) == 1 {
		for slot := range slots {
			it.Worn = slot
		}
	}
	return len(slots) > 0 || full
}

// suffix takes the words of one bracket and reports whether they are the game's.
func (it *Item) suffix(s string) bool {
	if m := charges.FindStringSubmatch(s); m != nil {
		it.Charges = Is(atoi(m[2]))
		if m[1] != "" {
			it.Recharged = Is(atoi(m[1]))
		}
		return true
	}
	if m := ofEight.FindStringSubmatch(s); m != nil {
		it.Words = append(it.Words, s)
		return true
	}
	for _, f := range inUse {
		if strings.HasPrefix(s, f.words) {
			it.Worn = f.slot
			return true
		}
	}
	for _, w := range remarks {
		if strings.HasPrefix(s, w) || strings.HasSuffix(s, w) {
			it.Words = append(it.Words, s)
			return true
		}
	}
	return false
}

// inUse is how the games say what a thing is used as (objnam.c, doname). What
// begins in the same way stands with the longer words first.
var inUse = []struct{ words, slot string }{
	{"being worn", "worn"}, {"being donned", "worn"}, {"being doffed", "worn"}, {"embedded in your skin", "worn"}, {"merged to your", "gloves"}, {"merged with your", "worn"},
	{"on left ", "ring_left"}, {"on right ", "ring_right"}, {"on your left ", "ring_left"}, {"on your right ", "ring_right"},
	{"alternate weapon", "alternate"}, {"wielded in other", "alternate"}, {"wielded in left", "held_left"}, {"wielded in right", "held_right"},
	{"weapon in ", "wielded"}, {"wielded", "wielded"}, {"tethered", "wielded"}, {"welded to", "wielded"},
	{"in quiver", "quiver"}, {"at the ready", "quiver"}, {"readied", "quiver"}, {"quivered", "quiver"},
}

// remarks holds other words that the games put in brackets.
var remarks = []string{
	"aum", "lit", "zorkmids", "zorkmid", "zm", "in use", "attached to", "chained to", "laid by you", "used as a saddle", "no charge", "unpaid", "for sale", "contents", "being tended",
	"pre-discovered", "dimly lit", "brightly lit", "active", "fuel", "nailed", "owned", "gold pieces",
}

// calledSo takes the thing's own name off: "named Foo". Of several the first
// counts, since a name may hold the word.
func (it *Item) calledSo(text string) string {
	before, name, ok := strings.Cut(text, " named ")
	if !ok {
		return text
	}
	it.Called = name
	return before
}

// quantity takes the number or article.
func (it *Item) quantity(text string) string {
	first, rest, ok := strings.Cut(text, " ")
	if !ok {
		return text
	}
	switch first {
	case "a", "an", "the", "some", "your", "A", "An", "The":
		return rest
	}
	if n, err := strconv.Atoi(first); err == nil && n > 0 {
		it.Quantity = n
		return rest
	}
	return text
}

// adjectives takes the words before the name, in any order.
func (it *Item) adjectives(text string) string {
	degree := 0
	for {
		word, rest, ok := strings.Cut(text, " ")
		if !ok {
			return text
		}
		second, erodes := erosions[word]
		next, _, _ := strings.Cut(rest, " ")
		_, nextErodes := erosions[next]
		switch {
		case word == "blessed", word == "cursed", word == "uncursed":
			it.BUC = word
		case word == "holy" && strings.HasPrefix(rest, "water"), word == "unholy" && strings.HasPrefix(rest, "water"):
			it.BUC = map[string]string{"holy": "blessed", "unholy": "cursed"}[word]
		case word == "greased":
			it.Greased = true
		case word == "poisoned", word == "drugged", word == "tainted":
			it.Poisoned = true
		case word == "diluted":
			it.Diluted = true
		case word == "partly" && (next == "eaten" || next == "used" || next == "drunk"):
			it.Partly = true
			_, rest, _ = strings.Cut(rest, " ")
		case (word == "very" || word == "thoroughly" || word == "slightly") && nextErodes:
			degree = map[string]int{"very": 1, "thoroughly": 2}[word]
		case erodes && second:
			it.Erosion.Corrosion, degree = degree+1, 0
		case erodes:
			it.Erosion.Rust, degree = degree+1, 0
		case slices.Contains(proofs, word):
			it.Erodeproof = true
		case enchanted(word):
			it.Enchant = Is(atoi(word))
		case slices.Contains(adjectives, word):
			it.Words = append(it.Words, word)
		default:
			return text
		}
		if rest == "" {
			return text
		}
		text = rest
	}
}

// enchanted reports whether a word is an enchantment: "+2", "-1".
func enchanted(word string) bool {
	return len(word) > 1 && len(word) <= 5 && (word[0] == '+' || word[0] == '-') && strings.Trim(word[1:], "0123456789") == ""
}

// atoi reads a number that a pattern has already found to be one.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
