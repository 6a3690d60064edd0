package dump

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"delphi/engine/problem"
)

// What one reading takes.
const (
	MaxText  = 2 << 20 // bytes of a page
	maxLines = 20000
	maxLine  = 600 // bytes of a line that are read; no line of a game is half as long
)

var (
	escapes = regexp.MustCompile("\x1b(?:\\[[0-?]{0,64}[ -/]{0,8}[@-~]|\\][^\x07\x1b]{0,512}(?:\x07|\x1b\\\\)?|[()*+][0-9A-Za-z]|[ -/]?[0-~])")
	colours = regexp.MustCompile("\x03(?:[0-9]{1,2}(?:,[0-9]{1,2})?)?")
	tags    = regexp.MustCompile(`<(?:/?[a-zA-Z][^<>]{0,500}|!--[^<>]{0,500}--|![a-zA-Z][^<>]{0,200})>`)
	breaks  = regexp.MustCompile(`(?i)<br\s*/?>|</(?:p|div|li|h[1-6]|tr)>`)
	unshown = regexp.MustCompile(`(?is)<(style|script|head)\b.*?</(?:style|script|head)>`)
)

// lines makes text of any origin into lines of printable characters: terminal
// and IRC codes are taken out, as are control, bidi and invisible characters;
// a page of HTML is reduced to its text. Text that is too long, or that is no
// text, is refused with a *problem.Problem.
func lines(text string) (out []string, cut int, err error) {
	if len(text) > MaxText {
		return nil, 0, problem.Newf("That is %.1f MB; a game's dump has at most a few hundred kB, and I read up to %d MB.", float64(len(text))/(1<<20), MaxText>>20)
	}
	if !isText(text) {
		return nil, 0, problem.New("That is not text. I can read a dumplog (.txt or .html), status lines, an inventory, and the pages of ^X, + and #enhance.")
	}
	if isHTML(text) {
		text = unshown.ReplaceAllString(text, "")
		text = tags.ReplaceAllString(breaks.ReplaceAllString(text, "\n"), "")
		text = html.UnescapeString(text)
	}
	if strings.ContainsRune(text, 0x1b) {
		text = escapes.ReplaceAllString(text, "")
	}
	if strings.ContainsRune(text, 0x03) {
		text = colours.ReplaceAllString(text, "")
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		for part := range strings.SplitSeq(line, "\r") {
			if len(out) >= maxLines {
				return out, cut + 1, nil
			}
			if len(part) > maxLine {
				cut++
				part = part[:maxLine]
				for len(part) > 0 && !utf8.ValidString(part[max(0, len(part)-4):]) && len(part) > maxLine-utf8.UTFMax {
					part = part[:len(part)-1]
				}
			}
			out = append(out, printable(part))
		}
	}
	return out, cut, nil
}

// isText reports whether nearly all bytes of the text's beginning are those of
// text: a few control characters are codes of a terminal.
func isText(s string) bool {
	s = s[:min(len(s), 64<<10)]
	odd := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || r < ' ' && !strings.ContainsRune("\n\r\t\x1b\x02\x03\x0f\x16\x1d\x1f\x0e\b\f", r) {
			odd++
		}
		i += n
	}
	return odd*20 <= len(s)
}

// isHTML reports whether the text is a page of HTML, as some servers write dumps.
func isHTML(s string) bool {
	head := strings.ToLower(s[:min(len(s), 4<<10)])
	return strings.Contains(head, "<html") || strings.Contains(head, "<!doctype html") || strings.Contains(head, "<pre")
}

// printable returns one line with only what can be seen in it, tabs as blanks, and
// nothing at its end.
func printable(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] >= 0x7f {
			plain = false
			break
		}
	}
	if plain {
		return strings.TrimRight(s, " ")
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteString("        "[b.Len()%8:])
		case r == 0xa0:
			b.WriteByte(' ')
		case r == '’' || r == '‘': // typed on a phone
			b.WriteByte('\'')
		case r == '“' || r == '”':
			b.WriteByte('"')
		case r == '–' || r == '−':
			b.WriteByte('-')
		case unicode.IsPrint(r) && r != utf8.RuneError:
			b.WriteRune(r)
		}
	}
	return strings.TrimRight(b.String(), " ")
}
