package wording

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"delphi/engine/names"
	"delphi/engine/odds"
)

// The phrases that answers are made of, so that a chance, a count or a list
// reads the same in all of them.

// Share shows a chance as a percentage with three significant digits; one below
// a millionth as "1 in 180 million".
func Share(p float64) string {
	switch {
	case p <= 0:
		return "0%"
	case p >= 1:
		return "100%"
	case p > 0.9995:
		return "over 99.9%"
	case p < 1e-6:
		return oneIn(1 / p)
	}
	var room [24]byte
	return string(append(strconv.AppendFloat(room[:0], p*100, 'g', 3, 64), '%'))
}

// oneIn shows the chance of 1 in n, a million or more, with two significant
// digits.
func oneIn(n float64) string {
	n, _ = strconv.ParseFloat(strconv.FormatFloat(n, 'e', 1, 64), 64)
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}} {
		if n >= unit.size {
			return "1 in " + Trim(min(n/unit.size, 1000)) + " " + unit.name
		}
	}
	return "1 in 1 million"
}

// Chance returns a chance as a noun: "a 75% chance", "an 8% chance", "no chance".
func Chance(p float64) string {
	share := Share(p)
	switch {
	case p <= 0:
		return "no chance"
	case p > 0.9995 && p < 1:
		return "a chance of " + share
	case strings.HasPrefix(share, "8"), eleven(share, "11"), eleven(share, "18"):
		return "an " + share + " chance"
	}
	return "a " + share + " chance"
}

// eleven reports whether a percentage is read as eleven or eighteen: 11% and
// 11.5%, not 110%.
func eleven(share, prefix string) bool {
	rest, ok := strings.CutPrefix(share, prefix)
	return ok && (rest[0] == '%' || rest[0] == '.')
}

// TimesIn returns a chance as players say it: "3 times in 4", "1 time in 3",
// "always", "never".
func TimesIn(f odds.Fraction) string {
	switch {
	case f.Num == 0:
		return "never"
	case f.Num == f.Den:
		return "always"
	}
	return Count(int(f.Num), "time") + " in " + strconv.FormatInt(f.Den, 10)
}

// Amount shows an average with three significant digits, or more before the
// point.
func Amount(x float64) string {
	if x >= 100 || x == float64(int(x)) {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// AmountOf shows an amount of things: "2.5 turns", "1 turn".
func AmountOf(x float64, thing string) string {
	if s := Amount(x); s != "1" {
		return s + " " + Plural(thing)
	}
	return "1 " + thing
}

// Percentage shows a whole percentage.
func Percentage(n int) string {
	if 0 <= n && n < len(percentages) {
		return percentages[n]
	}
	return strconv.Itoa(n) + "%"
}

// percentages holds those that a chance can have.
var percentages = func() (out [101]string) {
	for n := range out {
		out[n] = strconv.Itoa(n) + "%"
	}
	return out
}()

// Trim shows a real number without needless zeros.
func Trim(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// Signed shows a number with its sign.
func Signed(n int) string {
	if n < 0 {
		return strconv.Itoa(n)
	}
	return "+" + strconv.Itoa(n)
}

// Count shows a number of things: "1 cast", "3 casts".
func Count(n int, thing string) string {
	if n != 1 {
		thing = Plural(thing)
	}
	return strconv.Itoa(n) + " " + thing
}

// unruly holds the ends of nouns whose plural goes by none of the rules; what they become.
var unruly = [][2]string{
	{"wolf", "wolves"}, {"dwarf", "dwarves"}, {"elf", "elves"}, {"knife", "knives"}, {"staff", "staves"}, {"vortex", "vortices"}, {"fungus", "fungi"},
	{"homunculus", "homunculi"}, {"succubus", "succubi"}, {"incubus", "incubi"}, {"baluchitherium", "baluchitheria"}, {"mumak", "mumakil"}, {"mouse", "mice"}, {"child", "children"}, {"foot", "feet"},
}

// same holds the ends of nouns whose plural is spelled the same, as in the game's list.
var same = []string{"boots", "shoes", "gloves", "gauntlets", "lenses", "scales", "manes", "-hai", "tengu", "ki-rin", "Nazgul", "ninja", "ronin", "amurai", "shuriken", "jellyfish", "sheep"}

// Times returns how often something happens: "once", "twice", "3 times".
func Times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return Count(n, "time")
}

// Plural returns the plural of a noun: casts, entries, classes, wolves, rings of conflict.
func Plural(thing string) string {
	if head, of, ok := strings.Cut(thing, " of "); ok {
		return Plural(head) + " of " + of
	}
	if thing == "ya" || strings.HasSuffix(thing, " ya") || slices.ContainsFunc(same, func(end string) bool { return strings.HasSuffix(thing, end) }) {
		return thing
	}
	for _, u := range unruly {
		if strings.HasSuffix(thing, u[0]) {
			return strings.TrimSuffix(thing, u[0]) + u[1]
		}
	}
	switch {
	case strings.HasSuffix(thing, "man") && thing != "human" && thing != "shaman" && !strings.HasSuffix(thing, " human") && !strings.HasSuffix(thing, " shaman"):
		return strings.TrimSuffix(thing, "man") + "men"
	case strings.HasSuffix(thing, "s"), strings.HasSuffix(thing, "x"), strings.HasSuffix(thing, "ch"), strings.HasSuffix(thing, "sh"):
		return thing + "es"
	case strings.HasSuffix(thing, "y") && !strings.HasSuffix(thing, "ay") && !strings.HasSuffix(thing, "ey") && !strings.HasSuffix(thing, "oy"):
		return strings.TrimSuffix(thing, "y") + "ies"
	}
	return thing + "s"
}

// Article puts "a" or "an" before a noun, and before what comes in pairs or sets as the
// game does: a pair of boots. Mail and armor take no article: plate mail.
func Article(noun string) string {
	if head, _, _ := strings.Cut(noun, " of "); !strings.Contains(head, "pair") {
		for _, pair := range []string{"boots", "gloves", "shoes", "gauntlets", "lenses"} {
			if strings.HasSuffix(head, pair) {
				return "a pair of " + noun
			}
		}
		if strings.HasSuffix(head, "dragon scales") {
			return "a set of " + noun
		}
		if head == noun && (strings.HasSuffix(noun, " mail") || strings.HasSuffix(noun, " armor")) {
			return noun
		}
	}
	if noun != "" && (!strings.HasPrefix(noun, "uni") || strings.HasPrefix(noun, "unid") || strings.HasPrefix(noun, "unin")) && !strings.HasPrefix(noun, "one") && !strings.HasPrefix(noun, "eu") && strings.ContainsRune("aeiouAEIOU", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// Capital returns a text with its first letter in upper case.
func Capital(s string) string {
	if s != "" && s[0] < utf8.RuneSelf && (s[0] < 'a' || s[0] > 'z') {
		return s // which is most often so already
	}
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || r == utf8.RuneError {
		return s
	}
	return strings.ToUpper(string(r)) + s[n:]
}

// Sentence returns a text as a sentence: with its first letter in upper case, and a full
// stop if nothing else ends it.
func Sentence(s string) string {
	if s = Capital(s); s != "" && !strings.ContainsAny(s[len(s)-1:], ".?!") {
		s += "."
	}
	return s
}

// Cut shortens a text to at most n bytes, between characters, and shows that
// it did.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n = max(0, n-len("…"))
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// typedMost is how much of what somebody typed a reply repeats, in bytes.
const typedMost = 40

// Typed shortens what somebody typed for a reply.
func Typed(s string) string { return Cut(s, typedMost) }

// List joins parts by sep as far as they fit into budget bytes and says how
// many were left out: "a, b and 3 more". At least one part is shown; shown is
// how many were.
func List(parts []string, sep string, budget int) (text string, shown int) {
	n := -len(sep)
	for i, p := range parts {
		if n += len(sep) + len(p); i > 0 && n > budget {
			return strings.Join(parts[:i], sep) + AndMore(len(parts)-i), i
		}
	}
	return strings.Join(parts, sep), len(parts)
}

// AndMore says how many things were left out: " and 3 more"; empty for none.
func AndMore(n int) string {
	if n <= 0 {
		return ""
	}
	return " and " + strconv.Itoa(n) + " more"
}

// Or joins alternatives as a sentence has them: "a", "a or b", "a, b or c".
func Or(list []string) string { return joined(list, " or ") }

// And joins things as a sentence has them: "a", "a and b", "a, b and c".
func And(list []string) string { return joined(list, " and ") }

func joined(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + last + list[len(list)-1]
}

// Prefixed puts the same words before each of a list, to make hints of names.
func Prefixed(prefix string, list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = prefix + s
	}
	return out
}

// Fraction shows an exact chance: "1/3 (33.3%)".
func Fraction(f odds.Fraction) string {
	if f.P == 0 || f.P == 1 {
		return Share(f.P)
	}
	return f.String() + " (" + Share(f.P) + ")"
}

// CutWord splits off the first word of a line, folded for comparing.
func CutWord(line string) (word, rest string) {
	word, rest, _ = strings.Cut(line, " ")
	return names.Fold(word), strings.TrimSpace(rest)
}

// Listed splits a list at its commas: Listed("ann,, bag  of holding") is "ann", "bag of holding".
func Listed(text string) (out []string) {
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.Join(strings.Fields(item), " "); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// WithoutName strips a name from the beginning or end of a text.
func WithoutName(text, name string) string {
	words, own := strings.Fields(text), strings.Fields(name)
	switch n := len(words) - len(own); {
	case n >= 0 && strings.EqualFold(strings.Join(words[:len(own)], " "), name):
		return strings.Join(words[len(own):], " ")
	case n >= 0 && strings.EqualFold(strings.Join(words[n:], " "), name):
		return strings.Join(words[:n], " ")
	}
	return strings.Join(words, " ")
}
