package render

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"delphi/bot"
	"delphi/commands"
)

const (
	MaxLines    = 4 // of one answer that "more" cannot continue
	publicLines = 2 // of one answer in a channel, where the rest can go to the asker
	CutMark     = " ..."
	Bold        = "\x02" // begins and ends what is bold
)

// Look holds the settings for rendering a reply in one place.
type Look struct {
	Command string                 // PRIVMSG or NOTICE
	Budget  int                    // bytes of text that fit in one line
	Lines   int                    // for one answer at most
	Brief   bool                   // an answer that "more" can continue takes one line only
	Bold    bool                   // show the headline in bold
	To      string                 // "alice: " or empty
	Prefix  string                 // the place's command prefix
	Typed   string                 // what a line must begin with there to be a question; empty in private
	Hush    []string               // nicks whose owners must not be alerted by the answer
	Here    func(nick string) bool // reports who else hears it; nil: nobody
	Link    string                 // where the whole answer is as a page; empty: nowhere
}

// Page is a reply as one text, before it is broken into lines.
type Page struct {
	text     string
	headline string // to be set off in bold; empty: nothing is
	mark     string // ends the last line if text is left over
	Budget   int    // bytes of text that fit in one line
	Lines    int    // that may be said
	prefix   string
	here     func(nick string) bool // as in Look
}

// Lines returns the lines that say a reply: one if it fits, otherwise as many
// as l allows at most, broken between words. No line is longer than the budget,
// and the bold around the headline is the only control character. Warnings, and
// the hints of a failure, are said even if they take another line; what is
// merely useful is said only where it fits.
func Lines(r commands.Reply, l Look) []string {
	p := Compile(r, l)
	return p.Broken(p.Budget, p.Lines)
}

// Compile writes a reply as one text.
func Compile(r commands.Reply, l Look) Page {
	if r.Failed {
		r.Hints = typable(r.Summary, r.Hints, l.Typed)
	}
	p := Page{Budget: l.Budget - 1, Lines: l.Lines, mark: CutMark, prefix: l.Prefix, here: l.Here}
	if l.Here != nil && l.To != "" {
		p.here = func(nick string) bool { return nick+": " != l.To && l.Here(nick) }
	}
	if l.Bold {
		p.headline = Clean(r.Headline)
		p.Budget -= 2 * len(Bold)
	}
	text := Clean(l.To + r.OneLine(p.Budget-len(l.To), l.Prefix))
	mustSay := func(s string) {
		if !strings.Contains(text, Clean(s)) {
			text = strings.TrimSpace(text + " (" + Clean(s) + ")")
		}
	}
	for _, w := range r.Warnings() {
		mustSay(w)
	}
	p.text = hush(text, l.To, l.Hush)

	if slices.ContainsFunc(r.Hints, func(h string) bool { return strings.HasPrefix(h, "more") }) {
		p.mark += " (" + Clean(l.Prefix) + "more)"
		if l.Brief {
			p.Lines = 1
		}
	}
	if l.Link != "" && len(l.Link)+len(p.mark)+1 < p.Budget/2 {
		p.mark += " " + l.Link
		// What a line cannot show is a reason for a link, and so is what was cut.
		if len(p.text) <= p.Budget*p.Lines && (r.Chart != nil || r.Table != nil) {
			p.text += " " + l.Link
		}
	}
	return p
}

// typable is hints as they are typed where lines must begin with prefix. One that
// the summary says already stays as it is, and so does a command of the client's
// own, such as /msg.
func typable(summary string, hints []string, prefix string) []string {
	if prefix == "" {
		return hints
	}
	out := slices.Clone(hints)
	for i, h := range hints {
		if !strings.Contains(summary, h) && !strings.HasPrefix(h, "/") && !strings.HasPrefix(h, prefix) {
			out[i] = prefix + h
		}
	}
	return out
}

// Broken returns a page as at most n lines of at most budget bytes each.
func (p *Page) Broken(budget, n int) []string {
	return p.dress(wrap(p.text, budget, n, p.mark, p.harmless))
}

// dress sets off the headline in the first of some lines that has it.
func (p *Page) dress(lines []string) []string {
	for i, line := range lines {
		if p.headline == "" {
			break
		}
		if at := wordIndex(line, p.headline); at >= 0 {
			lines[i] = line[:at] + Bold + p.headline + Bold + line[at+len(p.headline):]
			p.headline = ""
		}
	}
	return lines
}

// harmless keeps a line from being a command to another bot: one that looks like a
// command, or calls somebody else by name, as bots are called, goes behind a mark
// without width.
func (p *Page) harmless(line string) string {
	if end := strings.IndexAny(line, ":,"); end > 0 && p.here != nil && p.here(line[:end]) {
		return bot.WordJoiner + line
	}
	return bot.Harmless(line, p.prefix)
}

// InPrivate ends a line in a channel whose rest goes to the asker alone.
const InPrivate = CutMark + " (the rest in private)"

// Long reports whether a page is more than a channel wants to read for one
// asker.
func (p *Page) Long() bool {
	return p.Lines > publicLines && len(wrap(p.text, p.Budget, publicLines+1, p.mark, p.harmless)) > publicLines
}

// Part returns what a channel reads of a long page, and leaves the rest of it.
func (p *Page) Part() []string {
	head, tail := Cut(p.harmless(p.text), p.Budget-len(InPrivate))
	p.text = tail
	return p.dress([]string{head + InPrivate})
}

// hush puts a word joiner, which has no width, into each of the nicks in text
// after the address to. It looks the same, but no client alerts its user.
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

// nickIndex returns where nick stands in s on its own, or -1.
func nickIndex(s, nick string) int {
	for from := 0; nick != ""; {
		i := strings.Index(s[from:], nick)
		if i < 0 {
			break
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(nick):])
		if !NickRune(before) && !NickRune(after) {
			return i
		}
		from = i + len(nick)
	}
	return -1
}

// NickRune reports whether r is valid in a nick.
func NickRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r < utf8.RuneSelf && strings.ContainsRune("-_[]{}|`^\\", r))
}

// wordIndex returns where word stands in s on its own, or -1. In "47% or 7%" the
// word 7% is the second one.
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

// Clean returns s as one line of valid UTF-8 without control characters, IRC
// formatting, byte order marks, which some trim as blanks, and characters that
// change the direction of text. Runs of blanks become one blank.
func Clean(s string) string {
	if tidy(s) {
		return s
	}
	s = strings.ToValidUTF8(s, "\ufffd")
	var b strings.Builder
	b.Grow(len(s))
	blank := true // so that leading blanks are dropped
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
		case unicode.IsControl(r), isBidi(r), r == '\ufeff':
		default:
			b.WriteRune(r)
			blank = false
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// tidy reports that Clean would change nothing. It is quick for the common line
// of plain ASCII, and says false for every other.
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

// colourLen returns the length of the numbers after a colour code: "4", "04,12".
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

// hexLen returns the length of the six hexadecimal digits after a hex colour code,
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
// runes. If text is left over, the last line ends in rest. Each line is as
// harmless makes what begins it, which may put a bot.WordJoiner in front.
func wrap(text string, budget, n int, rest string, harmless func(string) string) []string {
	budget = max(budget, len(rest)+utf8.UTFMax)
	var lines []string
	for text != "" {
		text = harmless(text)
		if len(text) <= budget {
			return append(lines, text)
		}
		if len(lines) == n-1 {
			head, _ := Cut(text, budget-len(rest))
			return append(lines, head+rest)
		}
		var head string
		head, text = Cut(text, budget)
		lines = append(lines, head)
	}
	return lines
}

// Cut splits text, which must be longer than budget bytes, at the last blank
// that leaves a head of at most budget bytes, or between runes if there is none.
func Cut(text string, budget int) (head, tail string) {
	if i := strings.LastIndexByte(text[:budget+1], ' '); i > 0 {
		return text[:i], text[i+1:]
	}
	i := budget
	for i > 0 && !utf8.RuneStart(text[i]) {
		i--
	}
	return text[:i], text[i:]
}

// Plain returns the look without what some channels refuse.
func (l Look) Plain() Look {
	l.Command, l.Bold = "PRIVMSG", false
	return l
}
