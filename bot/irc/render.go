package irc

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"delphi/commands"
)

const (
	lineBytes   = 512 // of a whole line, with its CRLF
	maxLines    = 4   // that one answer may take where there is no more to come
	cutMark     = " ..."
	bold        = "\x02"
	unknownHost = 63 // bytes a host may have, until we have seen ours
)

// look is how a reply is to be shown in one place.
type look struct {
	command string   // PRIVMSG or NOTICE
	budget  int      // bytes of text in one line
	lines   int      // that an answer may take
	brief   bool     // an answer that has more to it takes one line, and "more" the rest
	bold    bool     // set the headline off
	to      string   // "alice: " or empty
	prefix  string   // the place's command prefix
	hush    []string // nicks that are not to be called by naming them
}

// render is the lines that say a reply: one where it fits, else at most as
// many as l allows, broken between words. No line is longer than the budget,
// and none holds a control character but the bold around the headline. What
// the asker must know (warnings; after a failure the hints) is said even if it
// takes another line; what is merely useful only where it fits.
func render(r commands.Reply, l look) []string {
	budget := l.budget - 1 // for harmless
	headline := ""
	if l.bold {
		headline = clean(r.Headline)
		budget -= 2 * len(bold)
	}
	text := clean(l.to + r.OneLine(budget-len(l.to), l.prefix))
	mustSay := func(s string) {
		if !strings.Contains(text, clean(s)) {
			text = strings.TrimSpace(text + " (" + clean(s) + ")")
		}
	}
	for _, w := range r.Warnings() {
		mustSay(w)
	}
	if r.Failed && len(r.Hints) > 0 {
		if try := "Try: " + strings.Join(r.Hints, ", "); !strings.Contains(text, clean(try)) {
			mustSay(try)
		}
	}
	text = hush(text, l.to, l.hush)

	n, rest := l.lines, cutMark
	if slices.ContainsFunc(r.Hints, func(h string) bool { return strings.HasPrefix(h, "more") }) {
		rest += " (" + l.prefix + "more)"
		if l.brief {
			n = 1
		}
	}
	lines := wrap(text, budget, n, rest)
	for i, line := range lines {
		if headline != "" {
			if at := wordIndex(line, headline); at >= 0 {
				line = line[:at] + bold + headline + bold + line[at+len(headline):]
				headline = ""
			}
		}
		lines[i] = harmless(line, l.prefix)
	}
	return lines
}

// hush puts a joiner of no width into each of the nicks in text after its
// first n bytes, len(to): the eye sees no difference, and no client beeps.
func hush(text, to string, nicks []string) string {
	for _, nick := range nicks {
		for from := len(to); ; {
			at := nickIndex(text[min(from, len(text)):], nick)
			if at < 0 {
				break
			}
			at += from
			_, first := utf8.DecodeRuneInString(nick)
			text = text[:at+first] + "\u2060" + text[at+first:]
			from = at + len(nick) + len("\u2060")
		}
	}
	return text
}

// nickIndex is where nick stands in s on its own, or -1.
func nickIndex(s, nick string) int {
	for from := 0; nick != ""; {
		i := strings.Index(s[from:], nick)
		if i < 0 {
			break
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(nick):])
		if !nickRune(before) && !nickRune(after) {
			return i
		}
		from = i + len(nick)
	}
	return -1
}

// nickRune says whether r may be part of a nick.
func nickRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r < utf8.RuneSelf && strings.ContainsRune("-_[]{}|`^\\", r))
}

// wordIndex is where word stands in s on its own: the 7% in "47% or 7%" is
// the second one. It is -1 if word stands nowhere.
func wordIndex(s, word string) int {
	part := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' }
	for from := 0; from < len(s); {
		i := strings.Index(s[from:], word)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		tail := s[i+len(word):]
		after, n := utf8.DecodeRuneInString(tail)
		if after == '.' { // the end of the sentence, or 47 of 47.5
			after, _ = utf8.DecodeRuneInString(tail[n:])
		}
		if !part(before) && !part(after) {
			return i
		}
		from = i + len(word)
	}
	return -1
}

// harmless keeps a line from being a command to another bot: one that would
// begin with a command prefix, of this place or a common one, gets a blank in
// front, for which there must be a byte.
func harmless(line, prefix string) string {
	if prefix != "" && strings.HasPrefix(line, prefix) || line != "" && strings.IndexByte("!.@`~$%&?+-;,/\\", line[0]) >= 0 {
		return " " + line
	}
	return line
}

// clean is s as one line without control characters, IRC formatting, or
// characters that turn the direction of text, and valid UTF-8. Runs of blanks
// become one.
func clean(s string) string {
	if tidy(s) {
		return s
	}
	s = strings.ToValidUTF8(s, "\ufffd")
	var b strings.Builder
	b.Grow(len(s))
	blank := true // leading blanks go
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case r == '\x03':
			i += colourLen(s[i:])
		case r == '\x04':
			i += hexLen(s[i:])
		case r == '\n', r == '\r', r == '\t', unicode.IsSpace(r), r == '\u2028', r == '\u2029':
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
		case unicode.IsControl(r), isBidi(r):
		default:
			b.WriteRune(r)
			blank = false
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// tidy says whether clean would change nothing, for the common line of plain
// ASCII.
func tidy(s string) bool {
	prev := byte(' ')
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c >= 0x7f || c == ' ' && prev == ' ' {
			return false
		}
		prev = c
	}
	return s == "" || prev != ' '
}

// colourLen is the length of the numbers after a colour code: "4", "04,12".
func colourLen(s string) int {
	digits := func(s string) int {
		n := 0
		for n < 2 && n < len(s) && '0' <= s[n] && s[n] <= '9' {
			n++
		}
		return n
	}
	n := digits(s)
	if n > 0 && n < len(s) && s[n] == ',' {
		if m := digits(s[n+1:]); m > 0 {
			n += 1 + m
		}
	}
	return n
}

// hexLen is the length of the six hexadecimal digits after a hex colour code,
// or 0.
func hexLen(s string) int {
	if len(s) < 6 || strings.Trim(s[:6], "0123456789abcdefABCDEF") != "" {
		return 0
	}
	return 6
}

func isBidi(r rune) bool {
	return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069' || r == '\u200e' || r == '\u200f'
}

// wrap breaks text, which must be clean, between words into at most n lines of
// at most budget bytes each. A word longer than a line is broken between
// runes. If there is more, the last line ends in rest.
func wrap(text string, budget, n int, rest string) []string {
	budget = max(budget, len(rest)+utf8.UTFMax)
	var lines []string
	for text != "" {
		if len(text) <= budget {
			return append(lines, text)
		}
		if len(lines) == n-1 {
			head, _ := cut(text, budget-len(rest))
			return append(lines, head+rest)
		}
		var head string
		head, text = cut(text, budget)
		lines = append(lines, head)
	}
	return lines
}

// cut parts text, which is longer than budget bytes, at the last blank that
// leaves a head of at most budget; without one, at the last rune.
func cut(text string, budget int) (head, tail string) {
	if i := strings.LastIndexByte(text[:budget+1], ' '); i > 0 {
		return text[:i], text[i+1:]
	}
	i := budget
	for i > 0 && !utf8.RuneStart(text[i]) {
		i--
	}
	return text[:i], text[i:]
}
