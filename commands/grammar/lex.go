package grammar

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"delphi/engine/names"
)

// token is one word of a line.
type token struct {
	text string // folded: lower case, no accents
	stem string // for names; empty for what holds digits
	at   int    // where it starts in the line
	end  int
	cut  bool   // a comma, plus or bar stands before it: no name reaches across
	tag  int    // 1 + the index of the parameter whose keyword stands before it; 0: none
	as   string // that keyword
	sq   int    // how many "/" stand before it in the line
	link bool   // "or" stands before it, after a keyword like "for"
	used bool
	by   int // 1 + the index of the parameter that took it as a name; 0: none

	could   []*names.Entry // what the name that starts here could be, if several things
	couldTo int            // where that name ends
	held    bool           // part of such a name
}

// Clean removes what no question contains: control characters, formatting codes, broken
// UTF-8.
func Clean(line string) string {
	plain := true // printable ASCII, as nearly all lines are
	for i := 0; plain && i < len(line); i++ {
		plain = ' ' <= line[i] && line[i] < 0x7f
	}
	if plain {
		return strings.TrimSpace(line)
	}
	line = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case strings.ContainsRune(quotes, r):
			return '"'
		case r == '–' || r == '—' || r == '−':
			return '-'
		case r == utf8.RuneError || r < ' ' || r == 0x7f || invisible(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(line, ""))
	return strings.TrimSpace(line)
}

// quotes holds the variants of the quotation mark in keyboards and languages.
const quotes = "“”„«»"

// invisible reports whether a character is a control, direction or blank character
// beyond ASCII.
func invisible(r rune) bool {
	return r >= utf8.RuneSelf && (unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r))
}

// lexer cuts a cleaned line into words.
type lexer struct {
	line  string
	cmd   *command
	out   []token
	start int // where the word begins that is being read; below 0: none is

	// Of the next word: see token.
	cut    bool
	tag    int
	as     string
	square int
}

// lex cuts a cleaned line into words, in the way the command's parameters demand, and
// appends them to out: "spell:" is a keyword, "luck+10" a number with its word.
func lex(out []token, line string, cmd *command) []token {
	x := lexer{line: line, cmd: cmd, out: out, start: -1}
	for i := 0; i < len(line); i++ {
		i = x.next(i)
	}
	x.flush(len(line))
	return x.out
}

// flush ends the word that is being read.
func (x *lexer) flush(end int) {
	if x.start < 0 {
		return
	}
	t := token{text: names.Fold(x.line[x.start:end]), at: x.start, end: end, cut: x.cut, tag: x.tag, as: x.as, sq: x.square}
	if lettered(t.text) {
		t.stem = names.Stem(t.text)
	} else {
		t.text = strings.TrimRight(t.text, ":=./")
	}
	x.start = -1
	if t.text == "" {
		return
	}
	x.out = append(x.out, t)
	x.cut, x.tag, x.as = false, 0, ""
}

// part ends the word that is being read, and parts it from the next: no name reaches across.
func (x *lexer) part(i int) {
	x.flush(i)
	x.cut = true
}

func (x *lexer) digit(i int) bool {
	return i >= 0 && i < len(x.line) && '0' <= x.line[i] && x.line[i] <= '9'
}

func (x *lexer) letter(i int) bool {
	return i >= 0 && i < len(x.line) && (x.line[i] >= utf8.RuneSelf || 'a' <= x.line[i]|0x20 && x.line[i]|0x20 <= 'z')
}

// next reads the character at i, and returns the place of the last one that it read.
func (x *lexer) next(i int) int {
	line, word := x.line, x.start >= 0
	switch c := line[i]; c {
	case ' ', '[', ']', '"', '?', '!', '`', '_':
		x.flush(i)
	case ',':
		if !(x.digit(i-1) && x.digit(i+1) && x.digit(i+2) && x.digit(i+3) && !x.digit(i+4)) { // 1,000 is one number
			x.part(i)
		}
	case ';', '|':
		x.part(i)
	case '~': // "~430": about so many
		if x.digit(i + 1) {
			x.flush(i)
		} else if !word {
			x.start = i
		}
	case '+', '-':
		x.sign(i)
	case '(', ')':
		// HP:40(40) of a status line stays whole; other brackets do nothing.
		if !(word && x.digit(i-1) && (c == '(' && x.digit(i+1) || c == ')' && strings.Contains(line[x.start:i], "("))) {
			x.flush(i)
		}
	case '*':
		if !(word && (line[i-1] == '/' || line[i-1] == '*')) { // 18/**
			x.flush(i)
		}
	case '.':
		if !(word && x.digit(i-1) && x.digit(i+1)) {
			x.flush(i)
		}
	case '/':
		// 8/1234 and 18/** of a status line, and 1/12, stay whole.
		if !(word && x.digit(i-1) && (x.digit(i+1) || i+1 < len(line) && line[i+1] == '*')) {
			x.part(i)
			x.square++
		}
	case '<', '>':
		x.flush(i)
		x.start = i
		if i+1 < len(line) && line[i+1] == '=' {
			return i + 1
		}
	case ':', '=':
		if word && x.letter(i-1) {
			if key := names.Fold(line[x.start:i]); x.cmd.tag(key) > 0 {
				x.start = -1
				x.cut, x.tag, x.as = true, x.cmd.tag(key), key
			}
		}
	case '\'':
	default:
		if !word {
			x.start = i
		}
	}
	return i
}

// sign reads a plus or a minus: of a number, between words, or in one.
func (x *lexer) sign(i int) {
	line, word := x.line, x.start >= 0
	switch {
	case line[i] == '-' && !word && x.digit(i+1):
		x.start = i
	case line[i] == '-':
		if !(word && x.digit(i+1) && (x.digit(i-1) || x.cmd.isNumberWord(line[x.start:i]) || line[i-1] == ':' || line[i-1] == '=')) {
			x.flush(i)
		}
	case word && strings.Trim(line[x.start:i], "0123456789") == "" && (i+1 == len(line) || line[i+1] == ' '): // 2+ markers
		x.flush(i)
	case !x.digit(i + 1): // parts two names
		x.part(i)
	case !word: // +3: an enchantment
		x.start = i
	case x.cmd.isNumberWord(line[x.start:i]): // luck+10
	default: // robe+3 helm
		x.part(i)
		x.start = i
	}
}

// lettered reports whether a word is made of letters alone.
func lettered(word string) bool {
	for i := 0; i < len(word); i++ {
		if c := word[i]; c >= utf8.RuneSelf {
			return strings.IndexFunc(word[i:], func(r rune) bool { return !unicode.IsLetter(r) }) < 0
		} else if c|0x20 < 'a' || c|0x20 > 'z' {
			return false
		}
	}
	return true
}
