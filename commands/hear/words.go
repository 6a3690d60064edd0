package hear

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"delphi/commands/grammar"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

//go:embed small.txt
var smallText string

// small are the words that say nothing to any command.
var small = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(smallText) {
		out[w] = true
	}
	return out
})

// word is one word of a line.
type word struct {
	raw   string // as it was typed, without marks around it
	text  string // folded
	cut   bool   // a comma or the like stands before it
	sign  rune   // the class sign that was read: raw is the thing's full name
	short string // with sign: the name without its class
	query bool   // a question mark follows
	open  bool   // a bracket opens before it

	status bool // a figure of a pasted status line
}

// digits reports whether a word is a plain number.
func (w *word) digits() bool {
	return w.text != "" && strings.Trim(w.text, "0123456789") == ""
}

// spelt are the numbers that players spell out.
var spelt = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
	"thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "dozen": 12, "couple": 2,
}

// better are words that the grammar knows by another.
var better = map[string]string{
	"w": "with", "n": "and", "unidd": "unidentified", "unid": "unidentified", "wo": "without", "bsc": "basic", "bas": "basic", "skld": "skilled", "unsk": "unskilled", "exprt": "expert",
	"mage": "wizard", "wizzie": "wizard", "sorcerer": "wizard", "sammy": "samurai", "valky": "valkyrie", "arch": "archeologist",
	"versus": "vs", "shld": "shield", "refl": "reflection", "preist": "priest", "wizrad": "wizard", "robes": "robe", "outta": "out of", "gonna": "", "thru": "to",
}

// marks are stripped from both ends of a word.
const marks = `.,;:!?"'()[]{}<>*~_|` + "`"

// ends are marks behind a word that end a name.
const ends = ",;|"

// split cuts a line into words. A version's names are needed to read class
// signs, so the line's version comes first; at the start of a line "!" is the
// potion sign only before an o and a capital.
func split(line string, set *rules.Set) (words []word, err error) {
	x := shorthand.Of(set)
	fields := strings.Fields(line)
	status := statusLine(fields)
	cut := false
	for i := 0; i < len(fields); i++ {
		f := fields[i]
		if smiley(f) {
			continue
		}
		if class := loneSign(f); class != "" && i > 0 && slices.Contains([]string{"a", "an", "the", "this", "that", "unknown", "one"}, strings.ToLower(fields[i-1])) { // "bought a !,"
			words = append(words, word{raw: class, text: class, cut: cut})
			cut = strings.ContainsAny(f[len(f)-1:], ends)
			continue
		}
		if f == "->" || f == "=>" || f == "-->" {
			words = append(words, word{raw: "into", text: "into"})
			continue
		}
		if class, rest, ok := priced(f); ok { // =150
			words = append(words, word{raw: class, text: class, cut: cut}, word{raw: rest, text: rest, query: strings.HasSuffix(f, "?")})
			continue
		}
		if len(f) == 1 && strings.ContainsAny(f, "bucBUC") && i+1 < len(fields) && shorthand.Class([]rune(fields[i+1])[0]) != "" { // B +oSleep
			b := map[string]string{"b": "blessed", "u": "uncursed", "c": "cursed"}[strings.ToLower(f)]
			words = append(words, word{raw: b, text: b, cut: cut})
			cut = false
			continue
		}
		if b, rest, ok := cursed(f); ok { // b!oH
			words = append(words, word{raw: b, text: b, cut: cut})
			fields[i], cut = rest, false
		}
		w, used, err := signed(x, fields[i:])
		if err != nil {
			return nil, err
		}
		if used > 0 {
			last := fields[i+used-1]
			w.cut, cut = cut, strings.ContainsAny(last[len(last)-1:], ends)
			w.query = strings.HasSuffix(last, "?")
			words = append(words, w)
			i += used - 1
			continue
		}
		for k, part := range pieces(f) {
			if part == "" || k > 0 && part == "," {
				cut = true
				continue
			}
			plain := strings.Trim(part, marks)
			if strings.HasPrefix(part, "<") || strings.HasPrefix(part, ">") {
				plain = strings.TrimRight(part, ".,;:!?")
			}
			if plain == "" {
				cut = cut || strings.ContainsAny(part, ends+"+/&")
				continue
			}
			if strings.TrimLeft(plain, "+/&-") == "" {
				cut = true
				continue
			}
			w := word{raw: plain, text: names.Fold(plain), cut: cut, query: strings.HasSuffix(part, "?"), open: strings.ContainsAny(part[:1], "([")}
			w.status = status && strings.Contains(w.text, ":")
			cut = strings.ContainsAny(part[len(part)-1:], ends)
			words = append(words, w)
		}
	}
	return words, nil
}

// loneSign is the class of a field that is nothing but a class sign.
func loneSign(f string) string {
	if f = strings.TrimRight(f, ".,;:"); len(f) != 1 || strings.ContainsAny(f, "+*([") {
		return ""
	}
	return shorthand.Class(rune(f[0]))
}

// statusLine reports whether a line holds a pasted status line: three figures
// behind colons.
func statusLine(fields []string) bool {
	n := 0
	for _, f := range fields {
		if i := strings.IndexByte(f, ':'); i > 0 && i+1 < len(f) && '0' <= f[i+1] && f[i+1] <= '9' {
			n++
		}
	}
	return n >= 3
}

// smiley reports a face made of marks.
func smiley(f string) bool {
	switch f {
	case ":)", ":-)", ":(", ":D", ";)", ":P", ":p", ":/", "xD", "XD", "D:", "^^", ":o", ":O", "--":
		return true
	}
	return false
}

// pieces cuts a field where players glue words: "splint+robe", "w/robe",
// "wiz/12", "fail%", "cobra(big)". A comma is returned between names.
func pieces(f string) []string {
	switch lower := strings.ToLower(f); {
	case lower == "w/o" || lower == "w/out":
		return []string{"without"}
	case strings.HasPrefix(lower, "w/o"):
		return append([]string{"without"}, f[3:])
	case lower == "w/":
		return []string{"with"}
	case strings.HasPrefix(lower, "w/") && len(f) > 3:
		return []string{"with", f[2:]}
	case lower == "@":
		return []string{"at"}
	case lower == "&":
		return []string{"and"}
	}
	if key, value, ok := strings.Cut(f, "="); ok && keyword(strings.ToLower(key)) == "" && len(key) > 1 && len(value) > 1 && letter(value[0]) && letter(key[0]) {
		return []string{",", value}
	}
	if heroSpec.MatchString(f) { // Val-Hum-Fem-Neu
		parts := strings.Split(strings.TrimRight(f, marks), "-")
		return []string{parts[1], parts[0] + ","}
	}
	if strings.Count(f, "/") >= 2 && !strings.Contains(f, ":") && strings.ContainsFunc(f, unicode.IsLetter) { // wiz/18int/lvl9
		var out []string
		for part := range strings.SplitSeq(f, "/") {
			out = append(out, part+",")
		}
		return out
	}
	trimmed := strings.TrimRight(f, ".,;!?)")
	if strings.HasSuffix(trimmed, "%") && !strings.ContainsAny(trimmed, "0123456789") {
		return []string{strings.TrimSuffix(trimmed, "%") + f[len(trimmed):]}
	}
	// A plus or slash between letters parts names; figures keep theirs.
	for i := 1; i < len(f)-1; i++ {
		if (f[i] == '+' || f[i] == '/' && !strings.ContainsAny(f, "0123456789:")) && letter(f[i-1]) && letter(f[i+1]) {
			return append([]string{f[:i] + ","}, pieces(f[i+1:])...)
		}
	}
	return []string{f}
}

// heroSpec is a hero as the game's own lists have one: role and race, then
// gender and alignment, which say nothing.
var heroSpec = regexp.MustCompile(`^[A-Z][a-z]{2}-(?:Hum|Elf|Dwa|Gno|Orc|Dro|Vam|Lyc|Dop|Cen|Gia|Ill|Tor|Hob)(?:-(?:Mal|Fem|Non))?(?:-(?:Law|Neu|Cha|Una))?[,.:;?!]?$`)

func letter(b byte) bool { return b >= utf8.RuneSelf || 'a' <= b|0x20 && b|0x20 <= 'z' }

// figures brings numbers and their words into the order and spelling that the
// grammar reads: "18int", "14 int", "lvl9", "9th level", "twelve", "wiz 12".
// role tells a word that names a role.
func figures(words []word, role func(string) bool) []word {
	out := make([]word, 0, len(words))
	for i := 0; i < len(words); i++ {
		w := words[i]
		if w.sign != 0 {
			out = append(out, w)
			continue
		}
		if i+2 < len(words) && keyword(w.text) == "xl" && words[i+1].digits() && (strings.HasPrefix(words[i+2].text, "spell") || strings.HasPrefix(words[i+2].text, "book")) {
			i++ // "level 5 spells" are no level of the hero's
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
		if w.text == "exp" && !(i+1 < len(words) && words[i+1].digits() && !words[i+1].cut) && !(i > 0 && words[i-1].digits() && !w.cut) {
			w.raw, w.text = "expert", "expert"
		}
		if w.text == "with" && i+2 < len(words) && (words[i+1].text == "and" || words[i+1].text == "or") && words[i+2].text == "without" {
			out = append(out, word{raw: "either", text: "either", cut: w.cut})
			i += 2
			continue
		}
		if n, ok := strings.CutSuffix(w.text, "zm"); ok && isNumber(n) && n != "" {
			w.raw, w.text = n, n
			if i == 0 || !slices.Contains(asksWords, words[i-1].text) {
				w.raw, w.text = "base"+n, "base"+n
			}
		}
		if w.text == "all" && i+2 < len(words) && (words[i+1].digits() || spelt[words[i+1].text] > 0) && words[i+2].text == "of" {
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
		if n := len(out); w.text == "vs" && n > 0 && i+1 < len(words) && keyword(strings.TrimRight(words[i+1].text, "0123456789")) == "xl" &&
			(keyword(strings.TrimRight(out[n-1].text, "0123456789")) == "xl" || n > 1 && out[n-1].digits() && keyword(out[n-2].text) == "xl") {
			w.raw, w.text = "or", "or" // levels of the hero's, not a target's
		}
		if b, ok := better[w.text]; ok {
			if b == "" {
				continue
			}
			w.raw, w.text = b, b
		}
		if n, ok := spelt[w.text]; ok && counts(words, i) {
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
		out = append(out, glued(w)...)
		if n := len(out); n >= 4 && out[n-1].digits() && out[n-2].text == "of" && strings.HasPrefix(out[n-3].text, "stack") && out[n-4].digits() {
			times := out[n-4].text + "x" // "3 stacks of 5 arrows"
			out = append(out[:n-4], word{raw: times, text: times, cut: out[n-4].cut}, out[n-1])
		}
	}
	return behind(out, role)
}

// traded are the verbs of a trade, as the grammar has them.
var traded = map[string]string{"sold": "sell", "sell": "sell", "sells": "sell", "selling": "sell", "bought": "buy", "buy": "buy", "buying": "buy"}

// shopping brings the price of a trade behind its verb: "sold a ring for 75",
// "offered me 100 or 75".
func shopping(words []word) []word {
	verb := ""
	for i := range words {
		w := &words[i]
		if v := traded[w.text]; v != "" {
			verb = v
			continue
		}
		n := strings.TrimSuffix(w.text, "zm")
		if !isNumber(n) || i == 0 {
			continue
		}
		before := words[i-1].text
		switch {
		case i > 1 && slices.Contains(asksWords[:mostAsks], words[i-2].text) && (before == "me" || before == "only" || before == "just" || before == "about" || before == "you"):
			w.raw, w.text = words[i-2].text+n, words[i-2].text+n
		case (before == "or" || before == "and") && i > 1 && !isNumber(words[i-2].text) && slices.Contains(asksWords[:mostAsks], strings.TrimRight(words[i-2].text, "0123456789")),
			(before == "or" || before == "and") && i > 2 && isNumber(words[i-2].text) && slices.Contains(asksWords[:mostAsks], words[i-3].text):
			verb := strings.TrimRight(words[i-2].text, "0123456789")
			if verb == "" {
				verb = words[i-3].text
			}
			w.raw, w.text = verb+n, verb+n
		case verb != "" && (before == "for" || before == "at" || w.cut) && !(i+1 < len(words) && words[i+1].text == "base"):
			w.raw, w.text = verb+n, verb+n
			if i+1 < len(words) && words[i+1].text == "zm" {
				words[i+1].text, words[i+1].raw = "gold", "gold"
			}
		}
	}
	return words
}

// takenOff are the words before "off" and the like that ask how it is without.
var takenOff = []string{"take off", "taking off", "took off", "drop", "dropping", "dropped", "remove", "removing", "removed", "ditch", "ditching", "lose", "losing"}

// weighed puts "either" before what a sentence asks about with and without it:
// "if i take off the robe", "is the robe worth it", "how much better is a robe".
func weighed(words []word) []word {
	at := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i].text
	}
	article := func(i int) bool { return slices.Contains([]string{"a", "an", "the", "my", "this", "wearing"}, at(i)) }
	for i := range words {
		k := -1
		switch {
		case at(i) == "is" && article(i+1):
			for j := i + 3; j < len(words) && j < i+8; j++ {
				if words[j].text == "worth" {
					k = i + 2
				}
			}
			if at(i-1) == "better" && !slices.Contains([]string{"it", "this", "that"}, at(i+2)) {
				k = i + 2
			}
		case slices.Contains(takenOff, at(i)), slices.Contains(takenOff, at(i)+" "+at(i+1)):
			asked := false
			for j := max(0, i-4); j < i; j++ {
				asked = asked || at(j) == "if" || at(j) == "should" || at(j) == "when" || at(j) == "by"
			}
			if k = i + 1; at(k) == "off" {
				k++
			}
			if !asked {
				k = -1
			}
			for article(k) {
				k++
			}
		}
		if k > 0 && k < len(words) {
			return slices.Concat(words[:k], []word{{raw: "either", text: "either"}}, words[k:])
		}
	}
	return words
}

// inBrackets is how many words stand before a thing in brackets that say no
// more than its sign does: "scrolls (all" before ?oLight. 0: none.
func inBrackets(words []word) int {
	for n := 1; n < 3 && n < len(words); n++ {
		w := &words[n]
		if n == 1 && !w.open {
			return 0
		}
		if w.sign != 0 {
			if names.Stem(words[0].text) == shorthand.Class(w.sign) {
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
		if k < len(words) && keyword(words[k].text) == "dlvl" {
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

// mostAsks is how many of the asksWords are the grammar's own.
const mostAsks = 9

// asksWords stand before what a shop asks or offers, which is no base price.
var asksWords = []string{"ask", "asks", "asked", "asking", "offer", "offers", "offered", "offering", "wants", "buy", "sell", "sells", "for", "is", "costs", "cost", "wants"}

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

// glued cuts "18int" and "9th" and spells keywords as the grammar does: "L14",
// "int=17".
func glued(w word) []word {
	t := w.text
	if w.status {
		return []word{w}
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
		return []word{{raw: kw + t[:k], text: kw + t[:k], cut: w.cut, query: w.query}}
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
	return []word{w}
}

// keyword is the number that a word before or behind a figure means, as the
// grammar calls it; empty: none.
func keyword(w string) string {
	switch w {
	case "l", "lv", "lvl", "level", "lev", "xl", "xlvl", "xlv", "clvl":
		return "xl"
	case "int", "intelligence":
		return "int"
	case "wis", "wisdom":
		return "wis"
	case "dex", "dexterity":
		return "dex"
	case "cha", "charisma":
		return "cha"
	case "str", "strength":
		return "str"
	case "pw", "power", "mana", "energy":
		return "pw"
	case "luck":
		return "luck"
	case "dl", "dlvl", "d":
		return "dlvl"
	case "ac", "mr", "hp", "hd":
		return w
	}
	return ""
}

// behind binds a number that stands before its word ("14 int"), and a bare one
// behind a role ("wiz 12"). A word keeps the number behind it if it has one.
func behind(words []word, role func(string) bool) []word {
	out := make([]word, 0, len(words))
	taken := -1                 // the word that a number before it was bound to
	bound := func(i int) bool { // the word before takes the number at i
		return i > 0 && i-1 != taken && (keyword(words[i-1].text) != "" || words[i-1].text == "in" && i > 1 && words[i-2].digits()) && !words[i].cut
	}
	xl := false
	for i := range words {
		xl = xl || strings.HasPrefix(words[i].text, "xl") || keyword(words[i].text) == "xl"
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		if !w.digits() && !strength(w.text) || bound(i) {
			out = append(out, w)
			continue
		}
		if i+1 < len(words) && !words[i+1].cut {
			if words[i+1].text == "in" && (i+2 == len(words) || words[i+2].cut) { // "18 in, skilled"
				out = append(out, word{raw: "int" + w.raw, text: "int" + w.text, cut: w.cut})
				i++
				continue
			}
			if kw := keyword(words[i+1].text); kw != "" && kw != "luck" && !(i+2 < len(words) && words[i+2].digits() && !words[i+2].cut && i+3 <= len(words) && !(i+3 < len(words) && keyword(words[i+3].text) != "")) {
				out = append(out, word{raw: kw + w.raw, text: kw + w.text, cut: w.cut, query: words[i+1].query})
				i++
				taken = i
				continue
			}
		}
		if kw := listed(out); kw != "" && (i+1 == len(words) || words[i+1].cut || words[i+1].text == "and" || words[i+1].text == "or" || keyed(words[i+1].text)) && w.digits() {
			w.raw, w.text = kw+w.text, kw+w.text
			out = append(out, w)
			continue
		}
		if n, err := strconv.Atoi(w.text); err == nil && !xl && i > 0 && n >= 1 && n <= 30 && role(words[i-1].text) && words[i-1].sign == 0 {
			w.raw, w.text = "xl"+w.text, "xl"+w.text
			xl = true
		}
		out = append(out, w)
	}
	return out
}

// listed is the keyword of the number that the words so far end in, as "xl 4, 8
// and" do; empty: they end in none.
func listed(words []word) string {
	i := len(words) - 1
	for i >= 0 && slices.Contains(listWords, words[i].text) {
		i--
	}
	if i < 0 {
		return ""
	}
	key := strings.TrimRight(words[i].text, "0123456789")
	switch {
	case key == "" && i > 0 && keyword(words[i-1].text) != "": // "xl 4"
		return keyword(words[i-1].text)
	case key != words[i].text && keyword(key) == key && key != "":
		return key
	}
	return ""
}

// listWords stand between the figures of a list: "xl 12 instead of 10".
var listWords = []string{"and", "or", "vs", "instead", "of", "than", "rather"}

// keyed reports whether a word is a figure with its keyword: "int18".
func keyed(t string) bool {
	key := strings.TrimRight(t, "0123456789")
	return key != t && keyword(key) == key && key != ""
}

// strength reports a figure like 18/05.
func strength(t string) bool {
	before, after, ok := strings.Cut(t, "/")
	return ok && before == "18" && strings.Trim(after, "0123456789*") == ""
}

// Small reports whether a word says nothing to any command where it stands in a
// sentence.
func Small(w string) bool { return small()[w] }

// drops reports whether a word says nothing.
func drops(w string) bool { return small()[strings.ReplaceAll(w, "'", "")] || grammar.Filler(w) }

// isNumber reports whether a text is a whole number.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
