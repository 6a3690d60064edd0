package hear

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What is on somebody else, in a shop or on the floor, and what a list answers with yes or
// no.

// nays and yeas answer of a thing whether it is worn: "shield no, robe yes".
var (
	nays = wordSet(`no none nope nil nah`)
	yeas = wordSet(`yes yep yeah yea on`)
)

// answersAt is whether word i answers of the name before it whether that is worn.
func answersAt(words []word, i int, answers vocab) bool {
	return i > 0 && i < len(words) && words[i].in(answers) && (!words[i].cut || words[i].colon) && (i+1 == len(words) || words[i+1].cut || words[i+1].stop)
}

// ticked brings what is answered of a place of armour before it: "helmet no" is "no
// helmet", "robe yes" a robe.
func ticked(words []word) []word {
	for i := 1; i < len(words); i++ {
		_, slot := placed[words[i-1].text]
		if !slot && words[i-1].text != "robe" {
			continue
		}
		last := i
		switch {
		case answersAt(words, i, nays):
			name, no := words[i-1], words[i]
			no.raw, no.text, no.cut, no.stop, no.colon, name.cut, name.stop = "no", "no", true, name.stop, false, false, false
			words = slices.Clone(words)
			words[i-1], words[i] = no, name
			last++
		case answersAt(words, i, yeas):
			words = slices.Delete(slices.Clone(words), i, i+1)
		default:
			continue
		}
		if last < len(words) {
			words[last].cut = true
		}
	}
	return words
}

// notHeros are words that say of a thing beside them that somebody else has it, or nobody.
var notHeros = wordSet(`buddy pet friend mate teammate shopkeeper shk shopkeep shopkeepers sells selling lying heavy sale floor ground buy home brother sister roommate wife husband mom dad boyfriend girlfriend ally companion`)

// gives are words beside which it is the hero's after all.
var gives = wordSet(`me from gave bought got`)

// notWorn reports whether the clause that a thing is named in says that it is not the
// hero's: "my buddy wears plate mail", "plate mail lying next to me".
func (s *heard) notWorn(f *found) bool {
	from, to := f.from, f.to
	for from > 0 && !s.words[from].cut && !s.words[from].stop && s.words[from-1].text != "but" && s.words[from-1].text != "so" {
		from--
	}
	for to < len(s.words) && !s.words[to].cut && !s.words[to].stop && s.words[to].text != "but" && s.words[to].text != "so" {
		to++
	}
	if anyIn(s.words[from:f.from], notHeros) {
		return !anyIn(s.words[from:f.from], gives)
	}
	behind := s.words[f.to:to]
	return len(behind) > 0 && (behind[0].in(notHeros) || len(behind) > 2 && behind[0].in(onFloor) && anyIn(behind[:3], notHeros))
}

// onFloor are words between a thing and one of notHeros.
var onFloor = wordSet(`is on for are still too in`)

// vanished say of a thing before them that it is worn no more.
var vanished = wordSet(`broke broken gone stolen destroyed crumbled evaporated vanished shattered lost`)

// vanishedAt is where the words end that say from word i on that what stands before is
// gone: "broke", "got stolen". 0: they do not.
func vanishedAt(words []word, i int) int {
	for n := 0; n < 3 && i < len(words) && !words[i].cut; n++ {
		if words[i].in(vanished) {
			return i + 1
		}
		if t := words[i].text; t != "got" && t != "gets" && t != "get" && t != "is" && t != "are" && t != "was" && t != "were" && t != "has" && t != "just" && t != "been" {
			return 0
		}
		i++
	}
	return 0
}

// lensless drops lenses that are gone: "lenses broke".
func lensless(words []word) []word {
	for i := range words {
		if end := vanishedAt(words, i+1); words[i].text == "lenses" && end > 0 {
			rest := behindMark(words[end:])
			return slices.Concat(words[:i], rest)
		}
	}
	return words
}

// outgrown drops what a thing was before it became something else: "was cursed but i
// uncursed it".
func outgrown(words []word) []word {
	for i := 0; i+2 < len(words); i++ {
		kind := wholeBUC
		if slices.Contains(skillLevels, words[i+1].text) {
			kind = skillLevels
		}
		if (words[i].text != "was" && words[i].text != "were") || !slices.Contains(kind, words[i+1].text) {
			continue
		}
		for k := i + 2; k < min(len(words), i+7); k++ {
			if slices.Contains(kind, words[k].text) && slices.ContainsFunc(words[i+2:k], func(w word) bool { return w.text == "but" || w.text == "now" || w.text == "then" }) {
				return slices.Concat(words[:i], words[k:])
			}
		}
	}
	return words
}

// nearly reads a level that is not reached yet as the one below it: "almost level 10".
func nearly(words []word) []word {
	for i := 0; i+1 < len(words); i++ {
		k := i + 1
		switch t := words[i].text; {
		case t == "almost" || t == "nearly":
		case (t == "not" || t == "close") && k+1 < len(words) && (words[k].text == "yet" || words[k].text == "quite" || words[k].text == "to"):
			k++
		default:
			continue
		}
		if k >= len(words) || words[k].cut {
			continue
		}
		at := k
		if words[k].keyword() == "xl" && k+1 < len(words) && words[k+1].digits() {
			at = k + 1
		} else if key := bare(words[k].text); key == words[k].text || keyword(key) != "xl" {
			continue
		}
		n, err := strconv.Atoi(words[at].text[len(bare(words[at].text)):])
		if err != nil || n < 2 {
			continue
		}
		is := "xl" + strconv.Itoa(n-1)
		return slices.Concat(words[:i], []word{{raw: is, text: is, cut: words[i].cut, stop: words[i].stop}}, words[at+1:])
	}
	return words
}

// ranOff drops the verb "ran", which is no Ranger: "i ran into a soldier".
func ranOff(words []word) []word {
	for i := 0; i < len(words); i++ {
		if words[i].text != "ran" {
			continue
		}
		before, behind := i > 0 && !words[i].cut && words[i-1].in(runners), i+1 < len(words) && !words[i+1].cut && words[i+1].in(ranTo)
		if out := behind && words[i+1].text == "out"; !before && !behind || out && !(i+2 < len(words) && words[i+2].text == "of") {
			continue // a spell runs out, which is read elsewhere
		}
		if i+1 < len(words) {
			words[i+1].cut = words[i+1].cut || words[i].cut
		}
		words = slices.Delete(slices.Clone(words), i, i+1)
		i--
	}
	return words
}

// runners stand before the verb "ran", ranTo behind it.
var (
	runners = wordSet(`i we he she it they who just and`)
	ranTo   = wordSet(`into out away off over from to past around low through across`)
)

// mounts are what a hero rides.
var mounts = wordSet(`horse pony steed warhorse`)

// mounted drops what a hero rides: "on my pony", "riding a horse".
func mounted(words []word) []word {
	for i := 0; i+1 < len(words); i++ {
		if t := words[i].text; t != "on" && t != "riding" && t != "from" && t != "atop" {
			continue
		}
		k := i + 1
		for k+1 < len(words) && (article(words[k].text) || words[k].text == "my") && !words[k].cut {
			k++
		}
		if !words[k].in(mounts) || words[k].cut || words[i].text == "on" && words[k-1].text != "my" && anyIn(words, aimed) {
			continue
		}
		from := i
		for from > 0 && (words[from-1].text == "while" || words[from-1].text == "when" || words[from-1].text == "riding") {
			from--
		}
		rest := behindMark(words[k+1:])
		return slices.Concat(words[:from], rest)
	}
	return words
}

// aimed are verbs of what is done to a horse.
var aimed = wordSet(`cast casting zap zapping hit hitting kill use damage dmg`)

// drawl are sounds that somebody makes who thinks: "uhhh", "ummm", or greets: "hiii".
var drawl = regexp.MustCompile(`^(?:u+h+|u+m+|e+r+m*|h+m+|a+h+|o+h+|e+h+|hii+|he+yy+)$`)

// counted already says that what a helm adds is in the figure said.
var countedWords = wordSet(`counted included including incl`)

// countedIn drops the enchantment of a helm that is in the figure of the attribute already:
// "16 int from a helm of brilliance (+2, counted already)".
func countedIn(words []word) []word {
	if !anyIn(words, countedWords) {
		return words
	}
	return slices.DeleteFunc(slices.Clone(words), func(w word) bool {
		n, plus := strings.CutPrefix(w.raw, "+")
		return w.in(countedWords) || plus && len(n) == 1 && isNumber(n)
	})
}

// enchanted are words between a thing and its enchantment.
var enchanted = wordSet(`is thats that's that i i've ive we just now got gets enchanted enchant to up at which`)

// plusBehind brings an enchantment behind what is worn before it: "helm of brilliance +4".
func plusBehind(s *heard) *heard {
	return s.sweepNames(func(s *heard, f *found) ([]word, int) {
		i := f.to
		for i+1 < len(s.words) && i < f.to+6 && s.words[i].in(enchanted) && !s.words[i].cut && !s.words[i].stop {
			i++ // "my shield is +5"
		}
		if !f.param.Gear || i >= len(s.words) || s.words[i].cut || s.words[i].raw == "" || s.words[i].raw[0] != '+' && s.words[i].raw[0] != '-' || !isNumber(s.words[i].raw[1:]) || len(s.words[i].raw) > 2 {
			return nil, 0
		}
		if start := s.stackStart(f.from); start < f.from || slices.ContainsFunc(s.found, func(o found) bool { return o.from == i+1 && o.param.Pile && !s.words[i+1].cut }) {
			return nil, 0 // it has one, or the next thing has it
		}
		plus := s.words[i]
		plus.cut, plus.stop = s.words[f.from].cut, s.words[f.from].stop
		words := slices.Concat(s.words[:f.from], []word{plus}, s.words[f.from:f.to], s.words[i+1:])
		words[f.from+1].cut, words[f.from+1].stop = false, false
		if next := f.to + 1; next < len(words) {
			words[next].cut = true
		}
		return words, f.to + 1
	})
}
