package hear

import (
	"slices"
	"strconv"
	"strings"
)

// What somebody says not to have or not to be is brought into the words of the
// grammar: "without" before a thing, "uncursed" for what is not cursed.

// notWords deny what stands behind them.
var notWords = wordSet(`not dont didnt isnt arent aint wasnt havent hasnt forgot lost except excluding lacking lacks sans never nor neither`)

// betweenDenied are words between one of the notWords and what it denies.
var betweenDenied = wordSet(`wearing wear worn having have got get take took bring in a an my the any his her using use used on with even equipped actually currently is it its to put`)

// unworn puts "without" before armour that the line denies: "not wearing a robe", "i
// took off the robe".
func unworn(s *heard) *heard {
	return s.sweepNames(func(s *heard, f *found) ([]word, int) {
		if !f.param.Gear {
			return nil, 0
		}
		start := s.stackStart(f.from)
		if f.param.Many && isWorn(f) && s.notWorn(f) && !s.withoutAt(start) {
			words := slices.Concat(s.words[:start], []word{{raw: "without", text: "without", cut: true}}, s.words[start:])
			words[start+1].cut = false
			return words, f.to + 1
		}
		if words := s.deniedBehind(start, f.to, isWorn(f)); f.param.Many && words != nil {
			return words, f.to
		}
		i := start - 1
		for i >= 0 && s.words[i].in(betweenDenied) && !s.words[i+1].cut && !s.words[i+1].stop {
			i--
		}
		if i < 0 || s.words[i+1].cut || s.words[i+1].stop {
			return nil, 0
		}
		from := -1
		switch t := s.words[i].text; {
		case notWords.has(t), goneWords.has(t), t == "left" && (i+1 < start && s.words[i+1].text != "with" || f.to < len(s.words) && s.words[f.to].text == "behind"): // "left my shield at home"
			from = i
		case (t == "off" || t == "longer" || t == "away" || t == "anymore") && i > 0 && slices.Contains([]string{"took", "taken", "no", "gave"}, s.words[i-1].text):
			from = i - 1
		}
		if from < 0 {
			return nil, 0
		}
		for from > 0 && s.words[from-1].text == "did" {
			from--
		}
		words := slices.Concat(s.words[:from], []word{{raw: "without", text: "without", cut: s.words[from].cut}}, s.words[start:])
		return words, from + 1 + f.to - start
	})
}

// isWorn reports whether a name is of a piece of armour.
func isWorn(f *found) bool {
	_, ok := wornOf(f)
	return ok
}

// withoutAt reports whether "without" stands before word i.
func (s *heard) withoutAt(i int) bool {
	return i > 0 && (s.words[i-1].text == "without" || s.words[i-1].text == "no" || s.words[i-1].text == "either")
}

// goneWords say that what stands behind them is worn no more.
var goneWords = wordSet(`sold dumped tossed binned stashed discarded dropped ditched burned burnt donated stole ate destroyed broke`)

// deniedBehind is the words with "without" before the thing from word start to word end,
// or "either", where the words behind it say that it is not worn: "helmet off", "had a
// helmet but it burned". nil: they do not.
func (s *heard) deniedBehind(start, end int, worn bool) []word {
	at := func(i int) string {
		if i < 0 || i >= len(s.words) || i > end && s.words[i].cut {
			return ""
		}
		return s.words[i].text
	}
	from, said := start, 0 // words behind that say so
	for from > 0 && slices.Contains([]string{"my", "the", "a", "an", "with", "his", "her"}, s.words[from-1].text) && !s.words[from].cut {
		from--
	}
	if gone := s.otherTimes(from); worn && gone < from {
		words := slices.Concat(s.words[:gone], []word{{raw: "without", text: "without", cut: true}}, s.words[start:])
		words[gone+1].cut = false
		return words
	}
	verb := ""
	if from > 0 {
		verb = s.words[from-1].text
	}
	switch {
	case at(end) == "off" && (end+1 == len(s.words) || s.words[end+1].cut || s.words[end+1].stop || s.words[end+1].open):
		if said = 1; verb == "took" || verb == "taken" || verb == "take" || verb == "taking" {
			from--
		}
	case notWords.has(at(end)) && (at(end+1) == "worn" || at(end+1) == "on" || at(end+1) == "equipped"):
		said = 2
	case worn && answersAt(s.words, end, nays):
		said = 1
	case worn && vanishedAt(s.words, end) > 0:
		said = vanishedAt(s.words, end) - end
	case verb == "had" && at(end) == "but":
		for said = 1; end+said < len(s.words) && !s.words[end+said].cut && !s.words[end+said].stop; said++ {
		}
		from--
	case at(end) == "in" && (at(end+1) == "my" || at(end+1) == "the" || at(end+1) == "a") && stowed.has(at(end+2)):
		said = 3
	}
	if said == 0 {
		return nil
	}
	how := "without"
	if verb == "take" || verb == "taking" { // "if i take the robe off"
		how = "either"
	}
	words := slices.Concat(s.words[:from], []word{{raw: how, text: how, cut: s.words[from].cut}}, s.words[start:end], s.words[end+said:])
	words[from+1].cut = false
	if next := from + 1 + end - start; next < len(words) {
		words[next].cut = true
	}
	return words
}

// stowed are places of things that nobody wears.
var stowed = wordSet(`bag pack backpack sack inventory boh chest stash shop store closet vault`)

// lesserSkill reads a level of skill that is not reached as the one below it: "not yet
// expert", "almost skilled".
func lesserSkill(words []word) []word {
	for i := 1; i < len(words); i++ {
		at := slices.Index(skillLevels, words[i].text)
		if at < 1 || words[i].cut {
			continue
		}
		k := i - 1
		for k > 0 && words[k].in(reaching) && !words[k].cut {
			k--
		}
		if t := words[k].text; t != "not" && t != "almost" && t != "nearly" && t != "havent" && t != "hasnt" && t != "isnt" && t != "never" && t != "below" {
			continue
		}
		words = slices.Clone(words)
		words[i].raw, words[i].text, words[i].cut = skillLevels[at-1], skillLevels[at-1], words[k].cut
		words = slices.Delete(words, k, i)
		i = k
	}
	return words
}

// skillLevels are the levels of skill that are reached one behind the other.
var skillLevels = []string{"unskilled", "basic", "skilled", "expert"}

// reaching are words between "not" and a level of skill.
var reaching = wordSet(`yet even quite to at advanced reached trained gotten got been at a an`)

// weaponSkill drops a level of skill that is said to be in a weapon: "expert in daggers".
func weaponSkill(s *heard) *heard {
	for k := range s.found {
		f := &s.found[k]
		i := s.stackStart(f.from)
		if f.param.Gear && i > 1 && !s.words[i].cut && (s.words[i-1].text == "in" || s.words[i-1].text == "with" || s.words[i-1].text == "at") && s.words[i-2].in(skills) && s.several(f) {
			return s.anew(slices.Concat(s.words[:i-2], s.words[f.to:]))
		}
	}
	return s
}

// relative reads a figure that is said to be so much lower or higher than the one said
// elsewhere: "what if int was 3 lower" beside "int 16".
func relative(words []word) []word {
	for i := 0; i+1 < len(words); i++ { // "what if i lose 2 int"
		sign := 1
		switch words[i].text {
		case "lose", "losing", "minus":
			sign = -1
		case "gain", "gaining", "gained", "plus":
		default:
			continue
		}
		key, by, from := keyedAt(words, i+1)
		if key == "" || from != i+1 || by > mostChange {
			continue
		}
		for j := range words {
			if other, than, _ := keyedAt(words, j); other == key && j != i+1 {
				n := key + strconv.Itoa(max(1, than+sign*by))
				words[i+1].raw, words[i+1].text = n, n
				return slices.Delete(words, i, i+1)
			}
		}
	}
	for i := 1; i < len(words); i++ {
		sign := 1
		switch words[i].text {
		case "lower", "less":
			sign = -1
		case "higher", "more":
		default:
			continue
		}
		if words[i].cut {
			continue
		}
		key, by, from := keyedAt(words, i-1)
		if key == "" {
			continue
		}
		for j := range words {
			if other, than, at := keyedAt(words, j); other == key && (j < from || at > i) {
				n := key + strconv.Itoa(max(1, than+sign*by))
				words[i].raw, words[i].text = n, n
				return slices.Delete(words, from, i)
			}
		}
	}
	return words
}

// mostChange is how much of an attribute somebody speaks of losing or gaining.
const mostChange = 6

// keyedAt is the keyword and the figure that end at word i, and the word that they begin
// with: "int16", "int 16". key is empty where none do.
func keyedAt(words []word, i int) (key string, n, from int) {
	t := words[i].text
	if words[i].digits() && i > 0 && !words[i].cut {
		if key = words[i-1].keyword(); key != "" {
			n, _ = strconv.Atoi(t)
			return key, n, i - 1
		}
		return "", 0, 0
	}
	if key = bare(t); key == t || keyword(key) == "" {
		return "", 0, 0
	}
	n, _ = strconv.Atoi(t[len(key):])
	return keyword(key), n, i
}

// slots are what players call the places of armour, of which "no helm" says that it is
// empty.
var slots = wordSet(`shield helm hat cloak boots shoes gloves gauntlets headgear footwear`)

// bares are words for a place of armour that holds nothing.
var bares = wordSet(`bare bareheaded barefoot barefooted barehanded helmless helmetless hatless shieldless cloakless bootless gloveless robeless`)

// bareParts are parts of the body, by what is worn there.
var bareParts = map[string]string{
	"head": "helm", "headed": "helm", "foot": "boots", "footed": "boots", "feet": "boots", "hands": "gloves", "handed": "gloves",
	"helm": "helm", "helmet": "helm", "hat": "hat", "shield": "shield", "cloak": "cloak", "boot": "boots", "glove": "gloves", "robe": "robe",
}

// bared reads "bareheaded" and "shieldless" as "no helm" and "no shield" in a line that says
// what somebody casts with: in a fight bare hands are a weapon.
func bared(words []word) []word {
	if !slices.ContainsFunc(words, func(w word) bool { return castingStats.has(w.bareKeyword()) }) {
		return words
	}
	for i := 0; i < len(words); i++ {
		if !words[i].in(bares) {
			continue
		}
		t, n := words[i].text, 1
		part, ok := strings.CutPrefix(t, "bare")
		if !ok {
			part = strings.TrimSuffix(t, "less")
		}
		if part == "" && i+1 < len(words) && !words[i+1].cut {
			part, n = words[i+1].text, 2
		}
		slot := bareParts[part]
		if slot == "" {
			continue
		}
		if i+n < len(words) && words[i+n].in(eitherLinks) { // "barefoot or in iron shoes"
			words = slices.Delete(words, i, i+n)
			continue
		}
		no, name := words[i], words[i+n-1]
		no.raw, no.text, name.raw, name.text, name.cut, name.stop = "no", "no", slot, slot, false, false
		words = slices.Concat(words[:i], []word{no, name}, words[i+n:])
		if i+2 < len(words) && !words[i+2].in(eitherLinks) {
			words[i+2].cut = true
		}
	}
	return words
}

// uncursedly reads "not blessed not cursed", "isnt cursed", and drops the places of
// armour that hold nothing: "no shield".
func uncursedly(words []word) []word {
	said := func(i int) bool { return i < len(words) && !words[i].cut }
	for i := 0; i < len(words); i++ {
		w := &words[i]
		ends := endsDenied(words, i+2)
		if from, to := offSlot(words, i); to > 0 {
			if to < len(words) {
				words[to].cut = true
			}
			words = slices.Delete(words, from, to)
			i = max(-1, from-1)
			continue
		}
		if k := emptySlot(words, i); k > 0 {
			if k < len(words) {
				words[k].cut = true
			}
			words = slices.Delete(words, i, k)
			i--
			continue
		}
		switch {
		case (w.text == "no" || w.text == "without") && i > 0 && (words[i-1].text == "or" || words[i-1].text == "vs") && said(i+1) && emptied(words[i+1:]) > 0: // "mithril or no body armor"
			n := emptied(words[i+1:])
			w.raw, w.text, w.query = "nothing", "nothing", w.query || words[i+n].query
			words = slices.Delete(words, i+1, i+1+n)
		case (w.text == "no" || w.text == "without") && said(i+1) && words[i+1].in(slots) && ends:
			if i+2 < len(words) {
				words[i+2].cut = true
			}
			words = slices.Delete(words, i, i+2)
			for i+1 < len(words) && (words[i].text == "or" || words[i].text == "and" || words[i].text == "nor") && words[i+1].in(slots) && !(i+2 < len(words) && words[i+2].text == "of") {
				words = slices.Delete(words, i, i+2) // "no shield or helm"
			}
			i--
		case (w.text == "no" || w.text == "without") && said(i+1) && emptied(words[i+1:]) == 2 && endsDenied(words, i+3), // "no body armor"
			w.text == "no" && said(i+1) && emptied(words[i+1:]) == 1 && i+2 < len(words) && !words[i+2].cut && (words[i+2].text == "just" || words[i+2].text == "only" || words[i+2].text == "but"):
			n := 1 + emptied(words[i+1:])
			if i+n < len(words) {
				words[i+n].cut = true
			}
			words = slices.Delete(words, i, i+n)
			i--
		case (w.in(notWords) || w.text == "non") && i+1 < len(words) && deniable(words[i+1].text):
			blessed := words[i+1].text == "blessed" || words[i+1].text == "holy"
			w.raw, w.text = "uncursed", "uncursed"
			n := 1
			for i+n+1 < len(words) && (words[i+n+1].text == "and" || words[i+n+1].text == "or" || words[i+n+1].text == "nor") {
				n++
			}
			if i+n+1 < len(words) && words[i+n+1].in(notWords) && i+n+2 < len(words) && deniable(words[i+n+2].text) {
				n += 2
			} else if n > 1 && i+n+1 < len(words) && deniable(words[i+n+1].text) {
				n++
			} else if n = 1; blessed && slices.ContainsFunc(words[i+2:], func(o word) bool { return o.text == "cursed" || o.text == "uncursed" }) {
				words = slices.Delete(words, i, i+2) // said elsewhere
				i--
				continue
			}
			words = slices.Delete(words, i+1, i+1+n)
		}
	}
	return words
}

// emptied is of how many words the place of armour is that the words begin with: "body
// armor". 0: they begin with none.
func emptied(words []word) int {
	suit := func(t string) bool { return t == "armor" || t == "armour" || t == "suit" || t == "mail" }
	switch {
	case words[0].in(slots) || suit(words[0].text):
		return 1
	case words[0].text == "body" && len(words) > 1 && suit(words[1].text):
		return 2
	}
	return 0
}

// stays are words before a curse or blessing that a thing may keep.
var stays = wordSet(`stay stays remain remains keep keeps still`)

// keeping drops what a line says again of a thing that it asks to keep: "does a blessed
// scroll stay blessed".
func keeping(words []word) []word {
	for i := 2; i+1 < len(words); i++ {
		if t := words[i+1].text; words[i].in(stays) && (deniable(t) || t == "uncursed") && slices.ContainsFunc(words[:i], func(w word) bool { return w.text == t }) {
			return slices.Concat(words[:i], words[i+2:])
		}
	}
	return words
}

// endsDenied reports whether what is denied is over before word i.
func endsDenied(words []word, i int) bool {
	return i >= len(words) || words[i].cut || slices.Contains([]string{"and", "or", "with", "no", "without", "but", "just", "only", "at", "atm", "rn", "yet", "currently"}, words[i].text)
}

// emptySlot is where "dont have a shield" that begins at word i ends; 0: it does not
// stand there.
func emptySlot(words []word, i int) int {
	if !words[i].in(notWords) {
		return 0
	}
	k := i + 1
	for k < len(words) && words[k].in(betweenDenied) && !words[k].cut {
		k++
	}
	slot := func(i int) bool {
		return i < len(words) && words[i].in(slots) && !(i+1 < len(words) && words[i+1].text == "of")
	}
	if k == i+1 || !slot(k) || words[k].cut {
		return 0
	}
	for k+2 < len(words) && slices.Contains([]string{"and", "or", "nor"}, words[k+1].text) && slot(k+2) {
		k += 2
	}
	return k + 1
}

// offSlot is where the words stand that say of the place of armour at word i that it is
// taken off: "my shield off", "took off the shield". to is 0 where none do.
func offSlot(words []word, i int) (from, to int) {
	if !words[i].in(slots) {
		return 0, 0
	}
	from, to = i, i+1
	for from > 0 && !words[from].cut && slices.Contains([]string{"my", "the", "his", "her", "with"}, words[from-1].text) {
		from--
	}
	at := func(k int) string {
		if k < 0 || k >= len(words) {
			return ""
		}
		return words[k].text
	}
	switch {
	case at(from-1) == "off" && (at(from-2) == "took" || at(from-2) == "taken"):
		return from - 2, to
	case at(to) == "off" && !words[to].cut && (to+1 == len(words) || words[to+1].cut || words[to+1].stop || words[to+1].open) && at(from-1) != "take" && at(from-1) != "taking":
		if at(from-1) == "took" || at(from-1) == "taken" {
			from--
		}
		return from, to + 1
	}
	return 0, 0
}

// deniable reports a word for a curse or a blessing that may be denied.
func deniable(t string) bool { return t == "blessed" || t == "cursed" || t == "holy" || t == "unholy" }

// otherTimes is where the words begin that say of what stands at word i that it was worn
// before or will be later: "used to wear", "before i put on", "after taking off". i: none do.
func (s *heard) otherTimes(i int) int {
	from := i
	for from > 0 && from > i-6 && !s.words[from].cut && (s.words[from-1].in(donning) || s.words[from-1].in(shedding)) {
		from--
	}
	if from == i || from == 0 || s.words[from].cut {
		return i
	}
	says := func(set vocab) bool { return anyIn(s.words[from:i], set) }
	switch s.words[from-1].text {
	case "used", "before", "until", "till":
		if says(wearing) {
			return from - 1
		}
	case "after", "once", "since":
		if says(shedding) {
			return from - 1
		}
	}
	return i
}

// shedding are verbs of taking something off.
var shedding = wordSet(`take takes taking took taken remove removing removed shed off`)
