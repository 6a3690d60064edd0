package hear

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed slang.txt
var slangText string

// slang maps what players say to the word that the commands know: "yoink" to
// "steal". A line of slang.txt is a word and what also means it.
var slang = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(slangText) {
		list := strings.Fields(line)
		for i := 1; i < len(list); i++ {
			out[list[i]] = list[0]
		}
	}
	return out
})

// spoken replaces slang, and reads the short words that are a name only in their
// place: the "id" of "cast id". casts says that the line is asked of a command about
// spells.
func spoken(words []word, casts bool) []word {
	dips := slices.ContainsFunc(words, func(w word) bool { return strings.HasPrefix(w.text, "dip") })
	for i := 0; i < len(words); i++ {
		w := &words[i]
		if dips && i > 0 && (w.text == "polymorph" || w.text == "poly") && w.sign == 0 && slices.Contains([]string{"into", "in", "a", "some", "the"}, words[i-1].text) && (i+1 == len(words) || words[i+1].cut) {
			*w = expanded('!', "potion of polymorph") // "dip a ring into polymorph"
			continue
		}
		if w.sign != 0 || w.status {
			continue
		}
		if of, n := schoolAt(words, i); n > 0 {
			words[i].school = of
			words = slices.Delete(words, i+1, i+1+n)
		}
		if i+1 < len(words) && len(w.text) > 1 && strings.ContainsAny(w.text[len(w.text)-1:], "hmriy") && drawl.MatchString(w.text) {
			words[i+1].cut = words[i+1].cut || w.cut
			words = slices.Delete(words, i, i+1)
			i--
			continue
		}
		if w.text == "d6s" || w.text == "d6" && i > 0 && words[i-1].text == "many" {
			w.raw, w.text = "dice", "dice"
		}
		if w.text == "book" && !(i+1 < len(words) && words[i+1].text == "of") && amongRelics(words) {
			w.raw, w.text = "book of the dead", "book of the dead"
		}
		if (w.text == "wizard" || w.text == "wizards") && takesRelics(words, i) {
			w.raw, w.text = "rodney", "rodney"
		}
		if w.text == "lev" && i+1 < len(words) && !words[i+1].cut && words[i+1].in(levitating) { // no level
			w.raw, w.text = "levitation", "levitation"
		}
		if w.text == "oracle" && addressed(words, i) {
			words = slices.Delete(words, i, i+1)
			i--
			continue
		}
		if w.text == "oracle" && anyIn(words, ofOracle) {
			w.raw, w.text = "Oracle", "oracles"
		}
		if w.raw == "sting" && (i > 0 && words[i-1].in(blows) || i+1 < len(words) && words[i+1].in(blows)) { // "bite/sting", not the sword
			w.raw, w.text = "stinging", "stinging"
		}
		if to := slang()[w.text]; to != "" {
			w.raw, w.text = to, to
		}
		if w.text == "id" && !(i > 0 && words[i-1].text == "price") && (casts || w.raw == "ID" && i+1 < len(words) || i > 0 && slices.Contains(beforeSpell, words[i-1].text) || i > 0 && i+1 < len(words) && slices.Contains(behindSpell, words[i+1].text)) {
			w.raw, w.text = "identify", "identify"
		}
	}
	return words
}

// levitating are things of levitation, before which "lev" is short for that.
var levitating = wordSet(`boot boots ring rings potion potions pot pots`)

// blows are what monsters do to others.
var blows = wordSet(`bite bites claw claws kick kicks butt butts touch spit passive tail stinger attack attacks damage dmg`)

// ofOracle are words beside which the Oracle is who lives at Delphi, or her level.
var ofOracle = wordSet(`ac hp killable kill killed attack attacks tough peaceful stats stat speed weight passive centaurs bones die died ghost`)

// addressed reports whether the oracle at word i is the bot that a line is said to: no
// more than a greeting stands before it, and behind it a question begins.
func addressed(words []word, i int) bool {
	for _, w := range words[:i] {
		if !slices.Contains([]string{"hey", "hi", "hello", "yo", "ok", "dear", "so"}, w.text) {
			return false
		}
	}
	return i+1 < len(words) && (words[i+1].cut || words[i+1].in(opening))
}

// amongRelics reports whether words speak of what is needed for the invocation, or of
// somebody who steals it: the book among it is the Book of the Dead.
func amongRelics(words []word) bool {
	says := func(list ...string) bool {
		return slices.ContainsFunc(words, func(w word) bool { return slices.Contains(list, w.text) })
	}
	return says("candelabrum", "candelabra") || says("bell", "amulet") && says("rodney", "wizard", "wizzie", "nemesis", "steal", "steals", "stole", "stolen")
}

// takesRelics reports whether the wizard at word i is the one of Yendor: he touches somebody
// who carries what he wants, "the wizard's touches til the amulet is gone".
func takesRelics(words []word, i int) bool {
	if !(i > 0 && words[i-1].text == "the") && !strings.Contains(words[i].raw, "'") && !(i+1 < len(words) && words[i+1].in(touches)) || !anyIn(words, touches) {
		return false
	}
	return slices.ContainsFunc(words, func(w word) bool { return w.in(relics) }) && !slices.ContainsFunc(words, func(w word) bool { return w.keyword() == "xl" || w.keyword() == "int" })
}

var (
	touches = wordSet(`touch touches touched hit hits go goes going after prefer prefers first steal steals`)
	relics  = wordSet(`amulet bell candelabrum book fake fakes imitation imitations artifact`)
)

// beforeSpell and behindSpell are words beside which a short word is a spell's or
// a scroll's name.
var (
	beforeSpell = []string{"cast", "casting", "spell", "scroll", "scrolls", "read", "reading", "learn", "of"}
	behindSpell = []string{"spell", "scroll", "scrolls", "book", "fail", "fails", "cast", "casting"}
)

// school is a school of magic, or noSchool.
type school uint8

const noSchool school = 0

// schools are the schools of magic, from 1 on.
var schools = strings.Fields("none attack healing divination enchantment clerical escape matter")

func (s school) String() string { return schools[s] }

// schoolNamed is the school of a name; noSchool if it is none of them.
func schoolNamed(name string) school { return school(max(0, slices.Index(schools, name))) }

// schoolAt is what words behind the skill at word i say in what school it is: "in healing
// spells", "attack spells". n is how many they are; 0 where none is said.
func schoolAt(words []word, i int) (which school, n int) {
	if !words[i].in(skills) || i+2 >= len(words) || words[i+1].cut || words[i+2].cut {
		return noSchool, 0
	}
	switch of, next := words[i+1].text, words[i+2].text; {
	case (of == "in" || of == "at" || of == "with") && schoolNamed(next) != noSchool:
		which, n = schoolNamed(next), 2
	case schoolNamed(of) != noSchool && (heroic.MatchString(next) || strings.HasPrefix(next, "spell") || next == "magic" || next == "school"):
		which, n = schoolNamed(of), 1
	default:
		return noSchool, 0
	}
	for i+n+1 < len(words) && !words[i+n+1].cut && (strings.HasPrefix(words[i+n+1].text, "spell") || words[i+n+1].text == "magic" || words[i+n+1].text == "school") {
		n++
	}
	return which, n
}

// skills are the levels of skill.
var skills = wordSet(`unskilled basic skilled expert restricted`)
