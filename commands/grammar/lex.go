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

// lex cuts a cleaned line into words, in the way the command's parameters demand, and
// appends them to out: "spell:" is a keyword, "luck+10" a number with its word.
func lex(out []token, line string, cmd *command) []token {
	start, cut, tag, as, square := -1, false, 0, "", 0
	flush := func(end int) {
		if start < 0 {
			return
		}
		t := token{text: names.Fold(line[start:end]), at: start, end: end, cut: cut, tag: tag, as: as, sq: square}
		if lettered(t.text) {
			t.stem = names.Stem(t.text)
		} else {
			t.text = strings.TrimRight(t.text, ":=./")
		}
		start = -1
		if t.text == "" {
			return
		}
		out = append(out, t)
		cut, tag, as = false, 0, ""
	}
	digit := func(i int) bool { return i >= 0 && i < len(line) && '0' <= line[i] && line[i] <= '9' }
	letter := func(i int) bool {
		return i >= 0 && i < len(line) && (line[i] >= utf8.RuneSelf || 'a' <= line[i]|0x20 && line[i]|0x20 <= 'z')
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ':
			flush(i)
		case ',':
			// 1,000 is one number.
			if digit(i-1) && digit(i+1) && digit(i+2) && digit(i+3) && !digit(i+4) {
				continue
			}
			flush(i)
			cut = true
		case ';', '|':
			flush(i)
			cut = true
		case '+':
			switch {
			case start >= 0 && strings.Trim(line[start:i], "0123456789") == "" && (i+1 == len(line) || line[i+1] == ' '): // 2+ markers
				flush(i)
			case !digit(i + 1): // parts two names
				flush(i)
				cut = true
			case start < 0: // +3: an enchantment
				start = i
			case cmd.isNumberWord(line[start:i]): // luck+10
			default: // robe+3 helm
				flush(i)
				cut, start = true, i
			}
		case '-':
			switch {
			case start < 0 && digit(i+1):
				start = i
			case start >= 0 && digit(i+1) && (digit(i-1) || cmd.isNumberWord(line[start:i]) || line[i-1] == ':' || line[i-1] == '='):
			default:
				flush(i)
			}
		case '(', ')':
			// HP:40(40) of a status line stays whole; other brackets do nothing.
			if start >= 0 && digit(i-1) && (c == '(' && digit(i+1) || c == ')' && strings.Contains(line[start:i], "(")) {
				continue
			}
			flush(i)
		case '*':
			if start >= 0 && (line[i-1] == '/' || line[i-1] == '*') { // 18/**
				continue
			}
			flush(i)
		case '[', ']', '"', '?', '!', '`', '_':
			flush(i)
		case '.':
			if start >= 0 && digit(i-1) && digit(i+1) {
				continue
			}
			flush(i)
		case '/':
			// 8/1234 and 18/** of a status line, and 1/12, stay whole.
			if start >= 0 && digit(i-1) && (digit(i+1) || i+1 < len(line) && line[i+1] == '*') {
				continue
			}
			flush(i)
			cut = true
			square++
		case '<', '>':
			flush(i)
			start = i
			if i+1 < len(line) && line[i+1] == '=' {
				i++
			}
		case ':', '=':
			if start < 0 {
				continue
			}
			if letter(i - 1) {
				if word := names.Fold(line[start:i]); cmd.tag(word) > 0 {
					start = -1
					cut, tag, as = true, cmd.tag(word), word
				}
			}
		case '\'':
			if start < 0 {
				continue
			}
		default:
			if start < 0 {
				start = i
			}
		}
	}
	flush(len(line))
	return out
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
