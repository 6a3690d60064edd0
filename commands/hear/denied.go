package hear

import "slices"

// What somebody says not to have or not to be is brought into the words of the
// grammar: "without" before a thing, "uncursed" for what is not cursed.

// notWords deny what stands behind them.
var notWords = wordSet(`not dont didnt isnt arent aint wasnt havent hasnt forgot lost except excluding lacking lacks sans never nor neither`)

// betweenDenied are words between one of the notWords and what it denies.
var betweenDenied = wordSet(`wearing wear worn having have got get take took bring in a an my the any his her using use used on with even equipped actually currently is it its`)

// unworn puts "without" before armour that the line denies: "not wearing a robe", "i
// took off the robe".
func unworn(s *heard) *heard {
	for k := range s.found {
		f := &s.found[k]
		if !f.param.Gear {
			continue
		}
		start := s.stackStart(f.from)
		i := start - 1
		for i >= 0 && betweenDenied[s.words[i].text] && !s.words[i+1].cut {
			i--
		}
		if i < 0 || s.words[i+1].cut {
			continue
		}
		from := -1
		switch t := s.words[i].text; {
		case notWords[t]:
			from = i
		case t == "off" && i > 0 && (s.words[i-1].text == "took" || s.words[i-1].text == "taken"):
			from = i - 1
		}
		if from < 0 {
			continue
		}
		for from > 0 && s.words[from-1].text == "did" {
			from--
		}
		words := slices.Concat(s.words[:from], []word{{raw: "without", text: "without", cut: s.words[from].cut}}, s.words[start:])
		return unworn(s.hearer.listen(words, s.line, s.set))
	}
	return s
}

// slots are what players call the places of armour, of which "no helm" says that it is
// empty.
var slots = wordSet(`shield helm hat cloak boots shoes gloves gauntlets headgear footwear`)

// uncursedly reads "not blessed not cursed", "isnt cursed", and drops the places of
// armour that hold nothing: "no shield".
func uncursedly(words []word) []word {
	said := func(i int) bool { return i < len(words) && !words[i].cut }
	for i := 0; i < len(words); i++ {
		w := &words[i]
		ends := endsDenied(words, i+2)
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
		case (w.text == "no" || w.text == "without") && said(i+1) && slots[words[i+1].text] && ends:
			if i+2 < len(words) {
				words[i+2].cut = true
			}
			words = slices.Delete(words, i, i+2)
			for i+1 < len(words) && (words[i].text == "or" || words[i].text == "and" || words[i].text == "nor") && slots[words[i+1].text] {
				words = slices.Delete(words, i, i+2) // "no shield or helm"
			}
			i--
		case (notWords[w.text] || w.text == "non") && i+1 < len(words) && deniable(words[i+1].text):
			blessed := words[i+1].text == "blessed" || words[i+1].text == "holy"
			w.raw, w.text = "uncursed", "uncursed"
			n := 1
			for i+n+1 < len(words) && (words[i+n+1].text == "and" || words[i+n+1].text == "or" || words[i+n+1].text == "nor") {
				n++
			}
			if i+n+1 < len(words) && notWords[words[i+n+1].text] && i+n+2 < len(words) && deniable(words[i+n+2].text) {
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
	case slots[words[0].text] || suit(words[0].text):
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
		if t := words[i+1].text; stays[words[i].text] && (deniable(t) || t == "uncursed") && slices.ContainsFunc(words[:i], func(w word) bool { return w.text == t }) {
			return slices.Concat(words[:i], words[i+2:])
		}
	}
	return words
}

// endsDenied reports whether what is denied is over before word i.
func endsDenied(words []word, i int) bool {
	return i >= len(words) || words[i].cut || slices.Contains([]string{"and", "or", "with", "no", "without", "but"}, words[i].text)
}

// emptySlot is where "dont have a shield" that begins at word i ends; 0: it does not
// stand there.
func emptySlot(words []word, i int) int {
	if !notWords[words[i].text] {
		return 0
	}
	k := i + 1
	for k < len(words) && betweenDenied[words[k].text] && !words[k].cut {
		k++
	}
	slot := func(i int) bool {
		return i < len(words) && slots[words[i].text] && !(i+1 < len(words) && words[i+1].text == "of")
	}
	if k == i+1 || !slot(k) || words[k].cut {
		return 0
	}
	for k+2 < len(words) && slices.Contains([]string{"and", "or", "nor"}, words[k+1].text) && slot(k+2) {
		k += 2
	}
	return k + 1
}

// deniable reports a word for a curse or a blessing that may be denied.
func deniable(t string) bool { return t == "blessed" || t == "cursed" || t == "holy" || t == "unholy" }
