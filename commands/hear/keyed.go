package hear

import (
	"slices"
	"strconv"
	"strings"
)

// glued cuts "18int" and "9th" and spells keywords as the grammar does: "L14",
// "int=17".
func glued(w word) word {
	t := w.text
	if w.status {
		return w
	}
	k := 0
	for k < len(t) && '0' <= t[k] && t[k] <= '9' {
		k++
	}
	switch rest := t[k:]; {
	case k > 0 && (rest == "st" || rest == "nd" || rest == "rd" || rest == "th"):
		w.raw, w.text = t[:k], t[:k]
	case k > 0 && rest != "" && keyword(rest) != "":
		kw := keyword(rest)
		return word{raw: kw + t[:k], text: kw + t[:k], cut: w.cut, query: w.query}
	case k == 0 && len(t) > 1:
		j := strings.IndexAny(t, "=:0123456789")
		if j > 0 && strings.Trim(t[j:], "=:0123456789/*") == "" && strings.Trim(t[j:], "=:") != "" {
			if kw := keyword(t[:j]); kw != "" {
				n := strings.TrimLeft(t[j:], "=:")
				if before, _, ok := strings.Cut(n, "/"); ok && kw != "str" {
					n = before // XL:8/1234
				}
				w.raw, w.text = kw+n, kw+n
			}
		}
	}
	return w
}

// keyword is the number that a word before or behind a figure means, as the
// grammar calls it; empty: none.
func keyword(w string) string {
	switch w {
	case "l", "lv", "lvl", "level", "lev", "xl", "xlvl", "xlv", "clvl", "charlvl", "explvl":
		return "xl"
	case "int", "intelligence":
		return "int"
	case "wis", "wisdom":
		return "wis"
	case "dex", "dexterity":
		return "dex"
	case "cha", "charisma":
		return "cha"
	case "str", "st", "strength":
		return "str"
	case "pw", "power", "mana", "energy":
		return "pw"
	case "luck":
		return "luck"
	case "dl", "dlvl", "d", "depth":
		return "dlvl"
	case "ac", "mr", "hp", "hd":
		return w
	}
	return ""
}

// behind binds a number that stands before its word ("14 int"), and a bare one
// behind a role ("wiz 12"). A word keeps the number behind it if it has one.
func behind(words []word, role func(string) bool, units map[string]bool) []word {
	out := make([]word, 0, len(words))
	taken := -1                 // the word that a number before it was bound to
	bound := func(i int) bool { // the word before takes the number at i
		return i > 0 && i-1 != taken && (words[i-1].keyword() != "" || words[i-1].text == "in" && i > 1 && words[i-2].digits()) && !words[i].cut
	}
	xl := false
	for i := range words { // "wiz i17", "pri w18"
		t := words[i].text
		if len(t) != 2 && len(t) != 3 || t[0] != 'i' && t[0] != 'w' || !isNumber(t[1:]) || words[i].sign != 0 || !slices.ContainsFunc(words, func(w word) bool { return role(w.text) }) {
			continue
		}
		key := map[byte]string{'i': "int", 'w': "wis"}[t[0]]
		words[i].raw, words[i].text = key+t[1:], key+t[1:]
	}
	for i := range words {
		ofSpells := i+1 < len(words) && strings.HasPrefix(words[i+1].text, "spell") || i > 0 && words[i-1].text == "skill" // "what level spells", "every skill level"
		xl = xl || strings.HasPrefix(words[i].text, "xl") || words[i].keyword() == "xl" && !ofSpells && (words[i].text != "lev" || i+1 < len(words) && words[i+1].digits() || i > 0 && words[i-1].digits())
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		if n, _, ok := strings.Cut(w.text, "/"); ok && !xl && isNumber(n) && len(n) < 3 && w.text[len(n)+1:] != "" && isNumber(w.text[len(n)+1:]) && i > 0 && role(words[i-1].text) { // "wiz 9/11", with the experience
			w.raw, w.text, xl = "xl"+n, "xl"+n, true
		}
		if before, after, ok := strings.Cut(w.text, "/"); ok && i > 0 && words[i-1].keyword() == "pw" && isNumber(before) && isNumber(after) { // of how much
			w.raw, w.text = before, before
		}
		if !w.digits() && !strength(w.text) || bound(i) {
			out = append(out, w)
			continue
		}
		if kw := listKeyword(words[i:]); kw != "" && !(i > 0 && role(words[i-1].text)) { // "16, 18 or 20 int"
			w.raw, w.text = kw+w.text, kw+w.text
			out = append(out, w)
			continue
		}
		if i+1 < len(words) && !words[i+1].cut {
			if words[i+1].text == "in" && (i+2 == len(words) || words[i+2].cut) { // "18 in, skilled"
				out = append(out, word{raw: "int" + w.raw, text: "int" + w.text, cut: w.cut})
				i++
				continue
			}
			if kw := words[i+1].keyword(); kw != "" && kw != "luck" && !(strength(w.text) && kw != "str") && !leadsOn(words[i+1:]) {
				out = append(out, word{raw: kw + w.raw, text: kw + w.text, cut: w.cut, query: words[i+1].query})
				i++
				taken = i
				continue
			}
		}
		if strength(w.text) { // "18/** dex 16"
			w.raw, w.text = "str"+w.raw, "str"+w.text
			out = append(out, w)
			continue
		}
		if kw := listed(out); kw != "" && (i+1 == len(words) || words[i+1].cut || w.query || slices.Contains(afterLists, words[i+1].text) || keyed(words[i+1].text) || role(words[i+1].text) && w.cut) && w.digits() {
			w.raw, w.text = kw+w.text, kw+w.text
			out = append(out, w)
			continue
		}
		if kw := wouldBe(out, words[i+1:]); kw != "" && w.digits() {
			w.raw, w.text = kw+w.text, kw+w.text
			out = append(out, w)
			continue
		}
		if n, err := strconv.Atoi(w.text); err == nil && !xl && i > 0 && n >= 1 && n <= 30 && !(i+1 < len(words) && words[i+1].in(countable) && !words[i+1].cut) && ((role(words[i-1].text) || i > 1 && words[i-1].text == "at" && role(words[i-2].text) && !words[i-1].cut) && words[i-1].sign == 0 || keyed(out[len(out)-1].text) && !w.cut && slices.ContainsFunc(words, func(w word) bool { return role(w.text) })) && !(w.cut && i+1 < len(words) && !words[i+1].cut && units[words[i+1].text]) {
			w.raw, w.text = "xl"+w.text, "xl"+w.text
			xl = true
		}
		out = append(out, w)
	}
	return out
}

// listKeyword is the keyword behind a list of at least two figures that the words
// begin with; empty if they begin with none.
func listKeyword(words []word) string {
	k := 1
	for k+1 < len(words) && (words[k].digits() && (words[k].cut || words[k-1].text == "or" || words[k-1].text == "and") || (words[k].text == "or" || words[k].text == "and") && words[k+1].digits()) {
		k++
	}
	if k < 3 || k >= len(words) || words[k].cut || !words[k-1].digits() || k+1 < len(words) && words[k+1].digits() {
		return ""
	}
	if kw := words[k].keyword(); kw != "" && kw != "luck" {
		return kw
	}
	return ""
}

// leadsOn reports whether words are keywords each with its figure behind it, and not
// figures each with its keyword: "wis 17 int 13" behind "healer 9".
func leadsOn(words []word) bool {
	k := 0
	for k+1 < len(words) && words[k].keyword() != "" && (words[k+1].digits() || strength(words[k+1].text)) && !words[k+1].cut {
		k += 2
		if k < len(words) && words[k].cut {
			return true
		}
	}
	return k > 0 && !(k < len(words) && words[k].keyword() != "")
}

// listed is the keyword of the number that the words so far end in, as "xl 4, 8
// and" do; empty: they end in none.
func listed(words []word) string {
	i, wants := len(words)-1, false
	for i >= 0 && words[i].in(wishing) { // "or do i want 20"
		i, wants = i-1, true
	}
	if wants && (i < 0 || words[i].text != "or") {
		return ""
	}
	for i >= 0 && (slices.Contains(listWords, words[i].text) || words[i].text == "at" && i > 0 && slices.Contains(listWords, words[i-1].text)) {
		if words[i].text == "of" && (i == 0 || words[i-1].text != "instead") {
			return "" // "hp 4 of 20"
		}
		i--
	}
	for wants && i >= 0 && !sufficient(words, i) { // "int 18 enough as a wiz xl 10 or do i want 20"
		i--
	}
	if i < 0 {
		return ""
	}
	if words[i].in(sufficing) {
		i--
	}
	if i < 0 {
		return ""
	}
	key := bare(words[i].text)
	switch {
	case key == "" && i > 0 && words[i-1].keyword() != "": // "xl 4"
		return words[i-1].keyword()
	case key != words[i].text && keyword(key) == key && key != "":
		return key
	}
	return ""
}

// wouldBe is the keyword of the last figure of the hero's so far, where the words end and go on
// as those that ask for another: "16 int now, would 18 make a difference". Empty: they do not.
func wouldBe(before, after []word) string {
	n := len(before) - 1
	if n < 0 || len(after) == 0 || after[0].cut || !before[n].in(conditional) || !after[0].in(differing) {
		return ""
	}
	for i := n; i >= 0; i-- {
		switch key := before[i].bareKeyword(); key {
		case "int", "wis", "xl":
			return key
		}
	}
	return ""
}

// conditional and differing are words before and behind a figure that is asked about beside
// another.
var (
	conditional = wordSet(`would will does is getting reaching`)
	differing   = wordSet(`make makes be do help helps matter change fix enough work suffice`)
)

// wishing are words before a figure that is asked instead of another.
var wishing = wordSet(`do does i we you want need should rather get is it take have aim for go better`)

// sufficing are words behind a figure that ask whether it does.
var sufficing = wordSet(`enough sufficient ok okay fine good`)

// sufficient reports whether word i asks whether the figure before it is enough, or where
// no word does, is that figure itself.
func sufficient(words []word, i int) bool {
	if anyIn(words, sufficing) {
		return words[i].in(sufficing)
	}
	return strings.ContainsAny(words[i].text, "0123456789")
}

// listWords stand between the figures of a list: "xl 12 instead of 10".
var listWords = []string{"and", "or", "vs", "instead", "of", "than", "rather"}

// afterLists are words that no figure counts: the list goes on or is over.
var afterLists = []string{"and", "or", "vs", "for", "as", "with", "in", "on", "a", "an", "the", "without", "instead"}

// keyed reports whether a word is a figure with its keyword: "int18".
func keyed(t string) bool {
	key := bare(t)
	return key != t && keyword(key) == key && key != ""
}

// strength reports a figure like 18/05.
func strength(t string) bool {
	before, after, ok := strings.Cut(t, "/")
	return ok && before == "18" && strings.Trim(after, "0123456789*") == ""
}

// isNumber reports whether a text is a whole number.
func isNumber(s string) bool { return s != "" && bare(s) == "" }

// bare is a text without the digits that it ends in.
func bare(s string) string {
	n := len(s)
	for n > 0 && '0' <= s[n-1] && s[n-1] <= '9' {
		n--
	}
	return s[:n]
}

// stated reads "18 in their stat" and "stat 18": the attribute that each role casts with.
func stated(words []word) []word {
	both := func(from, to int, n string) []word {
		return slices.Concat(words[:from], []word{{raw: "int" + n, text: "int" + n, cut: words[from].cut}, {raw: "wis" + n, text: "wis" + n}}, words[to:])
	}
	for i := range words {
		if (words[i].text == "stat" || words[i].text == "stats") && !(i > 0 && words[i-1].digits() && !words[i].cut) {
			k := i + 1
			for k < len(words) && k < i+4 && words[k].in(linkers) && !words[k].cut {
				k++
			}
			if k < len(words) && words[k].digits() && !words[k].cut {
				from := i
				for from > 0 && !words[from].cut && words[from-1].in(statWords) {
					from--
				}
				return both(from, k+1, words[k].text)
			}
		}
		if !words[i].digits() || i+1 >= len(words) || words[i+1].cut {
			continue
		}
		j := i + 1
		for j < len(words) && !words[j].cut && (words[j].text == "in" || words[j].in(statWords)) {
			j++
		}
		if j < len(words) && (words[j].text == "stat" || words[j].text == "stats") {
			return both(i, j+1, words[i].text)
		}
	}
	return words
}

// statWords are words before the "stat" that a role casts with.
var statWords = wordSet(`their his her the my casting prime main spell relevant right`)
