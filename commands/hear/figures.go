package hear

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// spelt are the numbers that players spell out.
var spelt = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
	"thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "dozen": 12, "couple": 2,
}

// figures brings numbers and their words into the order and spelling that the
// grammar reads: "18int", "14 int", "lvl9", "9th level", "twelve", "wiz 12".
// role tells a word that names a role.
func figures(words []word, role func(string) bool, units map[string]bool) []word {
	out := make([]word, 0, len(words))
	for i := 0; i < len(words); i++ {
		w := words[i]
		if w.sign != 0 || !w.in(figureWords) && w.keyword() == "" && !w.in(withDigit) && !(i+1 < len(words) && words[i+1].open) {
			out = append(out, w) // as most are
			continue
		}
		if (w.digits() || w.spelt() > 1) && i+1 < len(words) && words[i+1].text == "spells" && !words[i+1].cut && !(i > 0 && words[i-1].keyword() == "xl") {
			continue // "two spells", which are named
		}
		if i+2 < len(words) && w.keyword() == "xl" && words[i+1].digits() && words[i+2].sign == 0 && (strings.HasPrefix(words[i+2].text, "spell") || strings.HasPrefix(words[i+2].text, "book")) {
			i++ // "level 5 spells" are no level of the hero's
			if strings.HasPrefix(words[i+1].text, "spells") && anyRole(words, role) {
				out = append(out, word{raw: tierWord + words[i].text, text: tierWord + words[i].text, cut: w.cut})
			}
			continue
		}
		if letters := bare(w.text); letters != w.text && keyword(letters) == "xl" && i+1 < len(words) && words[i+1].sign == 0 && (strings.HasPrefix(words[i+1].text, "spell") || strings.HasPrefix(words[i+1].text, "book")) {
			if n := w.text[len(letters):]; strings.HasPrefix(words[i+1].text, "spells") && anyRole(words, role) { // "lvl7 spells"
				out = append(out, word{raw: tierWord + n, text: tierWord + n, cut: w.cut})
			}
			continue // "lvl7 book"
		}
		if n := oneZap(words, i); n > 0 { // which everything is asked of
			i += n - 1
			out = append(out, word{raw: "zap", text: "one-zap", cut: w.cut, stop: w.stop})
			continue
		}
		if w.text == "1/7" && i+1 < len(words) && words[i+1].text == "hp" { // when gods help
			w.raw, w.text = "low", "low"
		}
		if n := slices.Index(ordinals, w.text); n >= 0 && i+1 < len(words) && !words[i+1].cut && words[i+1].keyword() == "xl" { // "ninth level"
			w.raw = strconv.Itoa(n + 1)
			w.text = w.raw
		}
		if w.text == "1st" {
			w.raw, w.text = "first", "first"
		}
		if k, ok := spelledTimes(w.text); ok && len(out) > 1 && out[len(out)-1].text == "than" && out[len(out)-2].text == "more" && !(len(out) > 2 && (out[len(out)-3].text == "no" || out[len(out)-3].text == "not")) && !(i+1 < len(words) && (words[i+1].text == "in" || words[i+1].text == "of")) { // "more than once"
			n := strconv.Itoa(k + 1)
			out = append(out[:len(out)-2], word{raw: "at", text: "at", cut: out[len(out)-2].cut}, word{raw: "least", text: "least"}, word{raw: n, text: n})
			continue
		}
		if n := struck(words, i); n != "" { // "hits me twice with", "hit 5x"
			out = append(out, word{raw: n, text: n, cut: w.cut}, word{raw: "times", text: "times"})
			continue
		}
		if before, after, ok := strings.Cut(w.text, "/"); ok && i > 0 && isNumber(before) && isNumber(after) && !strength(w.text) && role(words[i-1].text) && words[i-1].sign == 0 { // "wiz 9/11", as the status line has it
			w.raw, w.text = before, before
		}
		if w.text == "half" && i+1 < len(words) && (words[i+1].text == "dozen" || i+2 < len(words) && words[i+1].text == "a" && words[i+2].text == "dozen") {
			if words[i+1].text == "a" {
				i++
			}
			i++
			w.raw, w.text = "6", "6"
		}
		if w.text == "couple" && i+1 < len(words) && !words[i+1].cut {
			if words[i+1].text == "of" {
				i++
			}
			w.raw, w.text = "2", "2"
		}
		if n := times[w.text]; n != "" && n != "1" && !(i > 0 && words[i-1].in(recharge)) && (i+1 == len(words) || words[i+1].cut || i+3 < len(words) && words[i+1].text == "in" && words[i+3].text == "row" || words[i+1].in(verdicts) || role(words[i+1].text)) { // "hits twice, ..."
			out = append(out, word{raw: n, text: n}, word{raw: "times", text: "times"})
			continue
		}
		if w.text == "death" { // not the rider
			if i > 1 && words[i-1].text == "of" && slices.Contains([]string{"ray", "rays", "beam", "bolt"}, words[i-2].text) {
				w.raw, w.text = "fod", "fod"
			}
			if i+1 < len(words) && words[i+1].in(deathGoes) {
				continue // "death drops"
			}
			if i > 0 && slices.Contains([]string{"my", "his", "her", "your", "a", "this", "another", "of"}, words[i-1].text) && i+1 < len(words) && slices.Contains([]string{"at", "on", "by", "from", "in"}, words[i+1].text) && words[i-1].text != "of" {
				w.raw, w.text = "die", "die"
			}
		}
		if n := times[w.text]; n != "" && (i > 0 && words[i-1].in(recharge) || i+1 < len(words) && words[i+1].in(recharge)) { // "twice recharged"
			out = append(out, word{raw: "recharged" + n, text: "recharged" + n})
			if i+1 < len(words) && words[i+1].in(recharge) {
				i++
			}
			continue
		}
		if n := inBrackets(words[i:]); n > 0 && len(out) > 0 {
			i += n - 1 // "12 scrolls (all ?oLight)"
			continue
		}
		if span, n := between(words[i:]); n > 0 {
			out = append(out, word{raw: span, text: span, cut: w.cut})
			i += n - 1
			continue
		}
		if w.in(ownLevel) {
			w.raw, w.text = "xl", "xl"
		}
		if w.text == "exp" && i+1 < len(words) && !words[i+1].cut && words[i+1].bareKeyword() == "xl" { // "exp level 10"
			words[i+1].cut = w.cut
			continue
		}
		if w.text == "exp" && !(i+1 < len(words) && words[i+1].digits() && !words[i+1].cut) && !(i > 0 && words[i-1].digits() && !w.cut && !(i > 1 && words[i-2].keyword() != "" && !words[i-1].cut)) {
			w.raw, w.text = "expert", "expert"
		}
		if n := bothWays(words[i:]); n > 0 {
			out = append(out, word{raw: "either", text: "either", cut: w.cut})
			i += n - 1
			continue
		}
		if n, ok := strings.CutSuffix(w.text, "ish"); ok && isNumber(n) {
			w.raw, w.text = n, n
		}
		if n, ok := strings.CutSuffix(w.text, "zm"); ok && isNumber(n) && n != "" {
			w.raw, w.text = n, n
			if i == 0 || !slices.Contains(asksWords, words[i-1].text) {
				w.raw, w.text = "base"+n, "base"+n
			}
		}
		if w.text == "all" && i+2 < len(words) && (words[i+1].digits() || words[i+1].spelt() > 0) && words[i+2].text == "of" {
			n := words[i+1].text
			if k := spelt[n]; k > 0 {
				n = strconv.Itoa(k)
			}
			for _, t := range []string{"at", "least", n, "in", n} {
				out = append(out, word{raw: t, text: t})
			}
			i += 2
			continue
		}
		if i+3 < len(words) && w.digits() && words[i+1].text == "out" && words[i+2].text == "of" && words[i+3].digits() {
			said := []string{"at", "least", w.text, "in", words[i+3].text}
			if i > 0 && slices.Contains(counting, words[i-1].text) {
				said = said[2:]
			}
			for _, t := range said {
				out = append(out, word{raw: t, text: t})
			}
			i += 3
			continue
		}
		if i+3 < len(words) && w.digits() && words[i+1].in(won) && (words[i+2].text == "from" || words[i+2].text == "in") && words[i+3].digits() { // "3 wishes from 100 thrones"
			for _, t := range []string{"at", "least", w.text, "in", words[i+3].text} {
				out = append(out, word{raw: t, text: t})
			}
			i += 3
			continue
		}
		if n := len(out); w.text == "vs" && n > 0 && i+1 < len(words) && words[i+1].bareKeyword() == "xl" &&
			(out[n-1].bareKeyword() == "xl" || n > 1 && out[n-1].digits() && out[n-2].keyword() == "xl") {
			w.raw, w.text = "or", "or" // levels of the hero's, not a target's
		}
		if (w.text == "second" || w.text == "another" || w.text == "next") && i+1 < len(words) && words[i+1].text == "square" { // "half of them on a second square"
			out = append(out, word{raw: "2", text: "2"}, word{raw: "squares", text: "squares"})
			i++
			continue
		}
		if class := classShort[w.text]; class != "" && i+1 < len(words) && words[i+1].text == "of" && !(i+3 < len(words) && words[i+3].text == "dead") { // "6 sc of light", not the Book of the Dead
			w.raw, w.text = class, class
		}
		if (w.text == "curse" || w.text == "bless") && i > 0 && words[i-1].digits() && i+1 < len(words) { // "2 curse unihorn"
			w.raw, w.text = w.text+map[string]string{"curse": "d", "bless": "ed"}[w.text], w.text+map[string]string{"curse": "d", "bless": "ed"}[w.text]
		}
		if b, ok := better[w.text]; ok {
			if b == "" {
				continue
			}
			w.raw, w.text = b, b
		}
		if w.text == "zero" && i > 0 && (words[i-1].keyword() != "" || words[i-1].in(figured)) { // "luck zero"
			w.raw, w.text = "0", "0"
		}
		if n := w.spelt(); n > 0 && counts(words, i) {
			if w.text == "dozen" && len(out) > 0 { // "a dozen", "two dozen"
				if last := &out[len(out)-1]; last.digits() {
					k, _ := strconv.Atoi(last.text)
					last.raw = strconv.Itoa(k * n)
					last.text = last.raw
					continue
				}
			}
			w.raw = strconv.Itoa(n)
			w.text = w.raw
		}
		if key, n, of := gluedHero(w.text); n != "" && role(of) { // "lvl8wiz"
			out = append(out, word{raw: key + n, text: key + n, cut: w.cut})
			w = word{raw: of, text: of}
		}
		if letters := bare(w.text); letters != w.text && keyword(letters) == "" && len(w.text)-len(letters) < 3 && role(letters) { // wiz16
			n := w.text[len(letters):]
			out = append(out, word{raw: letters, text: letters, cut: w.cut})
			w = word{raw: "xl" + n, text: "xl" + n}
		}
		out = append(out, glued(w))
		out = stacked(out)
	}
	return behind(out, role, units)
}

// anyRole reports whether a word names a role, with or without a figure glued to it:
// "wiz17".
func anyRole(words []word, role func(string) bool) bool {
	return slices.ContainsFunc(words, func(w word) bool { return role(w.text) || w.in(withDigit) && role(bare(w.text)) })
}

// gluedHero cuts a word into a keyword, its figure and what stands behind; n is empty where it
// is not made of these.
func gluedHero(text string) (key, n, of string) {
	from := strings.IndexAny(text, "0123456789")
	if from < 1 || keyword(text[:from]) != "xl" {
		return "", "", ""
	}
	to := from
	for to < len(text) && '0' <= text[to] && text[to] <= '9' {
		to++
	}
	if to == len(text) {
		return "", "", ""
	}
	return "xl", text[from:to], text[to:]
}

// tierWord is the keyword of the level of spells, for the command that takes it.
const tierWord = "tier"

// isTier reports whether a word is a level of spells.
func isTier(w string) bool {
	n, ok := strings.CutPrefix(w, tierWord)
	return ok && isNumber(n)
}

// stacked reads "3 stacks of 5 arrows", "2 stacks 8 ?oI" at the end of the words
// so far as the grammar does: "3x 5".
func stacked(out []word) []word {
	n := len(out) - 1
	if n < 2 || !out[n].digits() {
		return out
	}
	k := n - 1
	for k > 0 && (out[k].text == "of" || out[k].text == "each" || out[k].text == "with") {
		k--
	}
	if k < 1 || !strings.HasPrefix(out[k].text, "stack") || !out[k-1].digits() {
		return out
	}
	times := out[k-1].text + "x"
	return append(out[:k-1], word{raw: times, text: times, cut: out[k-1].cut}, out[n])
}

// ownLevel are words for the hero's level that the grammar does not know.
var ownLevel = wordSet(`clvl charlvl explvl xlvl xlv`)

// spelledTimes is the number that "once", "twice" or "thrice" is.
func spelledTimes(text string) (n int, ok bool) {
	if times[text] == "" { // which Atoi would make an error of
		return 0, false
	}
	t := times[text]
	if t == "" {
		return 0, false
	}
	n, err := strconv.Atoi(t)
	return n, err == nil
}

// struck is how often word i says that somebody hits: the 2 of "hits me twice". Empty:
// it does not.
func struck(words []word, i int) string {
	n := times[words[i].text]
	if n == "" {
		if n = strings.Trim(words[i].text, "x"); len(n) != len(words[i].text)-1 || !isNumber(n) {
			return ""
		}
	}
	k := i - 1
	got := k >= 0 && (words[k].text == "me" || words[k].text == "us")
	if got {
		k--
	}
	if k < 0 || words[i].cut || !words[k].in(hitWords) && !(got && words[k].text == "got") {
		return ""
	}
	return n
}

// hitWords say that somebody hits.
var hitWords = wordSet(`hit hits hitting strikes struck`)

// figureWords are the words that say something of a figure, or of the words around them,
// besides figures themselves and their keywords.
var figureWords = wordSet("one single half couple death from between exp with without all vs second another next curse bless zero " + strings.Join(slices.Concat(ordinals,
	slices.Collect(maps.Keys(times)), slices.Collect(maps.Keys(spelt)), slices.Collect(maps.Keys(better)), slices.Collect(maps.Keys(classShort))), " ") + " clvl charlvl explvl xlvl xlv")

// ordinals are the numbers of levels in words, from the first on.
var ordinals = strings.Fields("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth")

// verdicts are words behind "twice" that ask how it ends.
var verdicts = wordSet(`safe ok okay boom risky`)

// countable are words behind a figure that it counts, so that it is no level.
var countable = wordSet(`gift gifts artifact artifacts hit hits dip dips wish wishes sac sacs sacrifice sacrifices turn turns try tries time times kill kills zap zaps cast casts`)

// won is what tries are made for, of which several may be wanted.
var won = wordSet(`wishes successes gifts procs`)

// deathGoes are words behind "death" that say what a killed monster leaves.
var deathGoes = wordSet(`drop drops rate rates`)

// times are how often something was done, in one word.
var times = map[string]string{"once": "1", "twice": "2", "thrice": "3"}

// recharge are words for having charged something before.
var recharge = wordSet(`recharged charged recharges`)

// linkers are words between a figure's word and the figure: "my cha is 8",
// "prayer timeout about 200".
var linkers = wordSet(`is was are of about around roughly approx approximately currently now at to maybe only like equals near nearly its it's im me us`)

// figured are words, other than keywords, that have a figure of their own.
var figured = wordSet(`timeout gold turn now gifts charges protection fail fails failing`)

// plainly drops the linkers between a word and its figure.
func plainly(words []word) []word {
	for i := 0; i < len(words); i++ {
		if words[i].keyword() == "" && !words[i].in(figured) {
			continue
		}
		k := i + 1
		for k < len(words) && k < i+4 && words[k].in(linkers) && !words[k].cut {
			k++
		}
		if k > i+1 && k+1 < len(words) && words[k].raw[0] == '+' && !words[k+1].cut && words[i].keyword() == "ac" {
			continue // the AC of a +3 plate mail
		}
		if k > i+1 && k < len(words) && !words[k].cut && (words[k].spelt() > 0 || isNumber(strings.TrimRight(strings.TrimLeft(words[k].text, "+-"), "%"))) && !(i > 0 && words[i-1].digits() && !words[i].cut) {
			words = slices.Concat(words[:i+1], words[k:])
		}
	}
	return words
}

// classShort are classes cut short, before "of".
var classShort = map[string]string{"sc": "scroll", "scr": "scroll", "scrl": "scroll", "pot": "potion", "pots": "potions", "sb": "spellbook", "book": "spellbook", "books": "spellbooks", "amu": "amulet"}

// unpadded drops the padding of stacks: "20 junk potions". What begins a name is
// none: "extra healing".
func (h *Hearer) unpadded(words []word, set *rules.Set) []word {
	for i := len(words) - 2; i > 0; i-- {
		if !words[i].in(padding) || !words[i-1].digits() && !slices.Contains(bucWords, words[i-1].text) {
			continue
		}
		key := strings.Join(names.Words(words[i].text+" "+words[i+1].text), "")
		if words[i].text == "extra" && (len(h.index(set).Exact([]byte(key))) > 0 || words[i+1].text == "heal") {
			continue
		}
		words = slices.Delete(words, i, i+1)
	}
	return words
}

// padding are words that say nothing of a stack between its count and its name.
var padding = wordSet(contempt + ` some`)

// contempt are words for things that somebody has no use for.
const contempt = `junk junky crappy crap cheap spare useless extra leftover worthless old unwanted unneeded surplus excess trash garbage rubbish dud lousy lame`

// inBrackets is how many words stand before a thing in brackets that say no
// more than its sign does: "scrolls (all" before ?oLight. 0: none.
func inBrackets(words []word) int {
	for n := 1; n < 3 && n < len(words); n++ {
		w := &words[n]
		if n == 1 && !w.open {
			return 0
		}
		if w.sign != 0 {
			if words[0].stem() == shorthand.Class(w.sign) {
				return n
			}
			return 0
		}
		if w.text != "all" {
			return 0
		}
	}
	return 0
}

// between reads "from 5 to 25", "between dlvl 6 and 14", "D:3 to D:12" as a
// range; used is how many words that took.
func between(words []word) (span string, used int) {
	k, key, ends := 0, "", [2]string{}
	said := words[0].text == "from" || words[0].text == "between"
	if said {
		k = 1
	}
	for n := range ends {
		if n > 0 {
			if k >= len(words) || words[k].text != "to" && words[k].text != "through" && !(words[0].text == "between" && words[k].text == "and") {
				return "", 0
			}
			k++
		}
		if k < len(words) && words[k].keyword() == "dlvl" {
			key = "dlvl"
			k++
		}
		if k >= len(words) {
			return "", 0
		}
		t := words[k].text
		for _, d := range []string{"dlvl", "dl", "d"} {
			if rest := strings.TrimLeft(strings.TrimPrefix(t, d), ":="); strings.HasPrefix(t, d) && isNumber(rest) {
				t, key = rest, "dlvl"
				break
			}
		}
		if !isNumber(t) {
			return "", 0
		}
		ends[n] = t
		k++
	}
	if !said && key == "" {
		return "", 0
	}
	return key + ends[0] + "-" + ends[1], k
}

// counting are words before how many of some tries are meant.
var counting = []string{"least", "most", "exactly", "than", "precisely", "just", "only"}

var bucWords = []string{"blessed", "uncursed", "cursed", "b", "u", "c", "holy", "unholy"}

// distributed puts "ones" behind the first of "5 blessed and 6 cursed horns".
func distributed(words []word) []word {
	for i := 0; i+5 < len(words); i++ {
		k := i + 2
		if words[k].text == "and" || words[k].text == "or" {
			k++
		}
		if words[i].digits() && slices.Contains(bucWords, words[i+1].text) && words[k].digits() && slices.Contains(bucWords, words[k+1].text) {
			return slices.Insert(words, i+2, word{raw: "ones", text: "ones"})
		}
	}
	return words
}

// classAgain puts the class that was said before "of" where a stack leaves it
// out: "20 potions of booze and 5 of see invisible".
func classAgain(words []word) []word {
	class := word{}
	for i := 0; i+1 < len(words); i++ {
		switch {
		case words[i].sign != 0:
			class = word{raw: shorthand.Class(words[i].sign), text: shorthand.Class(words[i].sign)}
		case words[i+1].text == "of" && words[i].stemIn(classWords):
			class = word{raw: words[i].raw, text: words[i].text}
		case words[i+1].text == "of" && words[i].digits() && class.text != "" && i+2 < len(words) && !words[i+2].digits() && !(i > 0 && words[i-1].text == "out"):
			words = slices.Insert(words, i+1, class)
			i++
		}
	}
	return words
}

// counts reports whether a spelt number counts something: "one" mostly does
// not.
func counts(words []word, i int) bool {
	switch words[i].text {
	case "one":
		return i+1 < len(words) && (words[i+1].text == "in" || words[i+1].text == "of") && i > 0 && words[i-1].text != "least"
	case "couple", "hundred":
		return false
	}
	return true
}
