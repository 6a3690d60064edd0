package lex

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"delphi/engine/names"
	"delphi/engine/shorthand"
)

// Kind says what a token is by its shape.
type Kind uint8

// The shapes of tokens.
const (
	Word     Kind = iota
	Number        // 14, 1,000, nine, ninth, dozen
	Fraction      // 1/12, 18/05
	Decimal       // 0.43, .5
	Dice          // 3d6+2, d20
	Version       // v3.6.7, 3.4.3
	Glyph         // ?oEW, (BoH: a class sign with what follows it
	Mark          // a comma, a bracket, an arrow
)

// Token is one piece of a line. Nothing is rewritten: At and End say where it
// stands.
type Token struct {
	Kind     Kind
	Text     string // as typed
	Word     string // folded; of a mark, the mark itself
	Stem     string // without its plural
	At, End  int    // bytes of the line
	Num, Den int    // of a number or fraction
	Glued    bool   // nothing stands between it and the token before
	Said     bool   // a number in words: "nine"
	Ordinal  bool   // "9th", "ninth"
	Sentence int    // which sentence of the line it is in
	Clause   int    // which clause of the line; commas part clauses
}

// NumberWords holds numbers that players write in words. Nobody may change it.
var NumberWords = map[string]int{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "thousand": 1000,
	"dozen": 12, "dozens": 12,
}

var ordinals = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
	"eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20,
}

// contractions holds words with an apostrophe that without it would be others.
var contractions = map[string]string{
	"i'd": "i", "i'll": "i", "we're": "we", "he'll": "he", "she'll": "she", "we'll": "we", "we'd": "we", "he'd": "he", "she'd": "she", "it'll": "it", "they'd": "they", "who're": "who",
}

// maxTokens bounds how much of a line is read.
const maxTokens = 220

// Line cuts a line into tokens. What lies beyond the first 220 is not read.
func Line(line string) []Token {
	l := &lexer{line: line, out: make([]Token, 0, len(line)/4+4)}
	for l.pos < len(line) && len(l.out) < maxTokens {
		l.next()
	}
	return joined(l.out)
}

type lexer struct {
	line             string
	pos              int
	out              []Token
	sentence, clause int
	space            bool // white space was passed since the last token
	closes           int  // where the brackets round a figure close
}

func (l *lexer) peek(i int) byte {
	if l.pos+i < len(l.line) {
		return l.line[l.pos+i]
	}
	return 0
}

func digit(c byte) bool  { return '0' <= c && c <= '9' }
func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf }

// put appends a token that ends at byte end.
func (l *lexer) put(t Token, end int) {
	t.At, t.End, t.Text = l.pos, end, l.line[l.pos:end]
	t.Glued = !l.space && len(l.out) > 0
	t.Sentence, t.Clause = l.sentence, l.clause
	if t.Word == "" {
		t.Word = names.Fold(t.Text)
	}
	if t.Stem == "" {
		t.Stem = names.Stem(t.Word)
	}
	l.out = append(l.out, t)
	l.pos, l.space = end, false
}

func (l *lexer) next() {
	c := l.line[l.pos]
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		if c == '\n' {
			l.endSentence()
		}
		l.pos, l.space = l.pos+1, true
	case c == '~' && digit(l.peek(1)): // about so many
		l.pos, l.space = l.pos+1, true
	case digit(c) || c == '.' && digit(l.peek(1)) && (l.space || len(l.out) == 0):
		l.number()
	case letter(c):
		l.word()
	default:
		l.mark()
	}
}

func (l *lexer) endSentence() {
	l.sentence++
	l.clause++
}

// figure reports whether a bracket that stands apart behind a word holds one figure, as in
// "level (10)", and notes where it closes: it says no more than the figure alone. "7(64)" and
// "(0:3)" say two things.
func (l *lexer) figure() bool {
	if !l.space || len(l.out) == 0 || l.out[len(l.out)-1].Kind != Word {
		return false
	}
	i := l.pos + 1
	if i < len(l.line) && (l.line[i] == '-' || l.line[i] == '+') {
		i++
	}
	end := l.digits(i)
	if end == i {
		return false
	}
	if end+1 < len(l.line) && (l.line[end] == '.' || l.line[end] == '/') && digit(l.line[end+1]) {
		end = l.digits(end + 1)
	}
	if end < len(l.line) && l.line[end] == '%' {
		end++
	}
	l.closes = end
	return end < len(l.line) && l.line[end] == ')'
}

// digits returns the end of the run of digits at i.
func (l *lexer) digits(i int) int {
	for i < len(l.line) && digit(l.line[i]) {
		i++
	}
	return i
}

// number reads a token that begins with a digit.
func (l *lexer) number() {
	s, end := l.line, l.digits(l.pos)
	at := func(i int) byte {
		if i < len(s) {
			return s[i]
		}
		return 0
	}
	for at(end) == ',' && l.digits(end+1) == end+4 && end-l.pos <= 3 { // 1,000
		end += 4
	}
	whole := strings.ReplaceAll(s[l.pos:end], ",", "")
	num := atoi(whole)
	if e := l.digits(end + 1); at(end) == ',' && e > end+1 && e <= end+3 && strings.HasPrefix(strings.TrimLeft(s[e:], " "), "%") { // 12,5%
		l.put(Token{Kind: Decimal, Num: num, Word: whole + "." + s[end+1:e]}, e)
		return
	}
	switch {
	case at(end) == '.' && digit(at(end+1)):
		parts, e := 2, l.digits(end+1)
		for at(e) == '.' && digit(at(e+1)) {
			parts, e = parts+1, l.digits(e+1)
		}
		if parts > 2 {
			l.put(Token{Kind: Version}, e)
			return
		}
		if f, err := strconv.ParseFloat(s[l.pos:e], 64); err == nil && (at(e)|0x20) == 'k' && !letter(at(e+1)) { // 5.5k
			n := strconv.Itoa(int(math.Round(f * 1000)))
			l.put(Token{Kind: Number, Num: atoi(n), Word: n, Stem: n}, e+1)
			return
		}
		l.put(Token{Kind: Decimal, Num: num}, e)
	case at(end) == '/' && digit(at(end+1)):
		e := l.digits(end + 1)
		l.put(Token{Kind: Fraction, Num: num, Den: atoi(s[end+1 : e])}, e)
	case at(end) == '/' && strings.HasPrefix(s[end+1:], "**"):
		l.put(Token{Kind: Fraction, Num: num, Den: 100}, end+3)
	case (at(end)|0x20) == 'd' && digit(at(end+1)):
		l.dice(end)
	default:
		if (at(end)|0x20) == 'k' && !letter(at(end+1)) && !digit(at(end+1)) && num > 0 && num < 1e4 { // 5k
			whole, end = strconv.Itoa(num*1000), end+1
			l.put(Token{Kind: Number, Num: num * 1000, Word: whole, Stem: whole}, end)
			return
		}
		t := Token{Kind: Number, Num: num, Word: whole, Stem: whole}
		if rest := strings.ToLower(s[end:min(len(s), end+2)]); (rest == "st" || rest == "nd" || rest == "rd" || rest == "th") && !letter(at(end+2)) {
			t.Ordinal, t.Word, t.Stem, end = true, whole+rest, whole+rest, end+2
		}
		l.put(t, end)
	}
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n > 1e9 {
		return 1e9
	}
	return n
}

// dice reads dice whose d stands at i.
func (l *lexer) dice(i int) {
	end := l.digits(i + 1)
	if end < len(l.line) && (l.line[end] == '+' || l.line[end] == '-') && end+1 < len(l.line) && digit(l.line[end+1]) {
		end = l.digits(end + 1)
	}
	l.put(Token{Kind: Dice, Num: atoi(l.line[l.pos:i])}, end)
}

// word reads a token that begins with a letter.
func (l *lexer) word() {
	s, end := l.line, l.pos
	if l.chance() {
		return
	}
	if (s[l.pos]|0x20) == 'v' && digit(l.peek(1)) && (l.space || len(l.out) == 0) { // v3.6.7
		e := l.digits(l.pos + 1)
		for e < len(s) && s[e] == '.' && e+1 < len(s) && digit(s[e+1]) {
			e = l.digits(e + 1)
		}
		l.put(Token{Kind: Version}, e)
		return
	}
	if (s[l.pos]|0x20) == 'd' && digit(l.peek(1)) && (l.space || len(l.out) == 0) {
		if e := l.digits(l.pos + 1); e >= len(s) || !letter(s[e]) {
			l.dice(l.pos)
			return
		}
	}
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if r == '\'' || r == '’' {
			if end+size < len(s) && letter(s[end+size]) {
				end += size
				continue
			}
			break
		}
		if r >= utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) || r < utf8.RuneSelf && !letter(byte(r)) {
			break
		}
		end += size
	}
	if end == l.pos { // a sign that is neither letter nor mark: an emoji
		_, size := utf8.DecodeRuneInString(s[l.pos:])
		l.pos, l.space = l.pos+size, true
		return
	}
	if e := l.digits(end); e > end && e < end+2 { // "b4", "l8r"
		for e < len(s) && letter(s[e]) {
			e++
		}
		if means, ok := textSpeak[strings.ToLower(s[l.pos:e])]; ok && (e >= len(s) || !digit(s[e])) {
			l.put(Token{Word: means}, e)
			return
		}
	}
	w := names.Fold(s[l.pos:end])
	if whose, ok := contractions[strings.ReplaceAll(strings.ToLower(s[l.pos:end]), "’", "'")]; ok { // "I'd" is no identify
		w = whose
	}
	if _, ok := NumberWords[w]; ok && strings.HasPrefix(strings.ToLower(s[end:]), "-handed") { // a two-handed sword has no number
		w, end = w+"handed", end+len("-handed")
	}
	t := Token{Word: w}
	if w == "w" && end < len(s) && s[end] == '/' { // w/, w/o
		if end+1 < len(s) && (s[end+1]|0x20) == 'o' && (end+2 >= len(s) || !letter(s[end+2])) {
			t.Word, end = "without", end+2
		} else {
			t.Word, end = "with", end+1
		}
		l.put(t, end)
		return
	}
	if n, ok := ordinals[w]; ok {
		t.Kind, t.Num, t.Said, t.Ordinal = Number, n, true, true
	} else {
		t.count()
	}
	l.put(t, end)
}

// count makes a word that says a number that number.
func (t *Token) count() {
	if n, ok := NumberWords[t.Word]; ok {
		t.Kind, t.Num, t.Said = Number, n, true
	}
}

// Shorten makes a stretched word another one, which may be a number.
func (t *Token) Shorten(word string) {
	t.Word, t.Stem = word, word
	t.count()
}

// textSpeak holds words with a figure that stands for a sound.
var textSpeak = map[string]string{"b4": "before", "gr8": "great", "l8r": "later", "l8": "late", "m8": "mate", "w8": "wait", "h8": "hate", "some1": "someone", "any1": "anyone", "every1": "everyone", "no1": "nobody", "str8": "straight"}

// glyphEnd returns where a class sign with what follows it ends: ?oEW, (BoH, /sleep. It
// is 0 if none stands at the position.
func (l *lexer) glyphEnd() int {
	s := l.line[l.pos:]
	if shorthand.Class(rune(s[0])) == "" || len(s) < 2 || !letter(s[1]) {
		return 0
	}
	if !l.space && len(l.out) > 0 {
		if last := l.out[len(l.out)-1]; last.Kind == Number || last.Kind == Word && len(last.Word) > 1 {
			return 0 // "15?", "a/b"
		}
	}
	end := 1
	for end < len(s) && (letter(s[end]) || s[end] == '\'') {
		end++
	}
	rest := s[1:end]
	of := strings.TrimPrefix(rest, "s")
	initials := len(of) > 1 && of[0] == 'o' && 'A' <= of[1] && of[1] <= 'Z'
	upper := 0
	for _, c := range rest {
		if unicode.IsUpper(c) {
			upper++
		}
	}
	switch s[0] {
	case '?', '!', '/', '=':
		if initials || l.pos == 0 || l.space || upper > 0 {
			return l.pos + end
		}
	default:
		if next := strings.TrimLeft(s[end:], " "); !initials && next != "" && (digit(next[0]) || next[0] == ':' || next[0] == '=') {
			return 0 // (XL 9)
		}
		if initials || upper >= 2 && len(rest) <= 6 {
			return l.pos + end
		}
	}
	return 0
}

// goesOn reports whether what follows some dots goes on with the sentence before them, and
// does not correct it.
func goesOn(rest string) bool {
	word, more, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	if strings.HasPrefix(more, "i mea") {
		return false
	}
	return word != "" && (digit(word[0]) || letter(word[0]) && word[0]&0x20 != 0) && !corrects[strings.TrimRight(word, ",.!?")]
}

// corrects holds words that begin a correction.
var corrects = map[string]bool{"no": true, "nah": true, "nope": true, "not": true, "sorry": true, "sry": true, "wait": true, "oops": true, "er": true, "err": true, "erm": true, "i": true, "scratch": true, "make": true, "ok": true, "okay": true, "well": true}

// joins reports whether a hyphen behind a word only joins it to the next: "sixth-level".
func (t *Token) joins() bool { return t.Kind == Word || t.Said && t.Ordinal }

// marks of more than one character, the longest first.
var longMarks = []string{"->", "=>", "<=", ">=", "..", "--", "~>"}

// bounds reports whether a comparison with what is left of it would lack that: it bounds how
// many of something there are.
func (l *lexer) bounds() bool {
	if len(l.out) == 0 {
		return true
	}
	last := &l.out[len(l.out)-1]
	return last.Kind == Mark && last.Word != ")" || last.Word == "of"
}

// chance reads "P(" as "chance of", as mathematicians write it.
func (l *lexer) chance() bool {
	if l.line[l.pos] != 'P' || l.peek(1) != '(' || !l.space && len(l.out) > 0 || !strings.ContainsRune(l.line[l.pos:], ')') {
		return false
	}
	l.put(Token{Kind: Word, Word: "chance", Stem: "chance"}, l.pos+1)
	l.put(Token{Kind: Word, Word: "of", Stem: "of"}, l.pos+1)
	return true
}

func (l *lexer) mark() {
	if end := l.glyphEnd(); end > 0 {
		l.put(Token{Kind: Glyph}, end)
		return
	}
	s := l.line[l.pos:]
	if strings.HasPrefix(s, ">=") && l.bounds() { // ">= 1 marker"
		l.put(Token{Kind: Word, Word: "at", Stem: "at"}, l.pos+1)
		l.put(Token{Kind: Word, Word: "least", Stem: "least"}, l.pos+1)
		return
	}
	for _, m := range longMarks {
		if strings.HasPrefix(s, m) {
			end := l.pos + len(m)
			for end < len(l.line) && l.line[end] == m[len(m)-1] {
				end++
			}
			if m == ".." && goesOn(l.line[end:]) { // "wiz 12 ... int 18"
				l.put(Token{Kind: Mark, Word: ",", Stem: ","}, end)
				l.clause++
				return
			}
			l.put(Token{Kind: Mark, Word: m, Stem: m}, end)
			if m == ".." || m == "--" {
				l.endSentence()
			}
			return
		}
	}
	c := s[0]
	if c == '(' && l.figure() || c == ')' && l.closes == l.pos && l.pos > 0 {
		l.pos, l.space = l.pos+1, l.space || c == '('
		return
	}
	if c == '-' && !l.space && len(l.out) > 0 && l.out[len(l.out)-1].joins() && letter(l.peek(1)) { // mithril-coat
		l.pos, l.space = l.pos+1, true
		return
	}
	l.put(Token{Kind: Mark, Word: s[:1], Stem: s[:1]}, l.pos+1)
	next := l.peek(0)
	switch ends := next == 0 || next == ' ' || next == '\n' || next == ')' || next == '"'; {
	case c == '.' && ends, c == '?' && ends, c == '!' && ends, c == ';':
		l.endSentence()
	case c == ',' || c == '(' || c == ')' || c == ':' && ends || c == '-' && ends:
		l.clause++
	}
}
