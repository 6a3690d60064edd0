package embed

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"delphi/bot/discord/api"
)

// Escape returns s as markdown that shows it as it stands: without emphasis,
// links, mentions, headings, quotes or lists. Addresses are not escaped, because
// a backslash would break them, nor are times as [Moment] writes them, which do
// no harm.
func Escape(s string) string {
	if !strings.ContainsAny(s, "\\*_~`|[]<>#@-+.)\n") && !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		for k, word := range strings.Split(line, " ") {
			if k > 0 {
				b.WriteByte(' ')
			}
			escapeWord(&b, word, k == 0)
		}
	}
	return b.String()
}

func escapeWord(b *strings.Builder, word string, first bool) {
	if (strings.HasPrefix(word, "https://") || strings.HasPrefix(word, "http://")) && !strings.ContainsAny(word, "<>[]()`|*@") && !strings.ContainsFunc(word, hidden) {
		b.WriteString(word)
		return
	}
	if first && word != "" {
		if word[0] == '>' { // a quote
			b.WriteByte('\\')
		}
		digits := strings.TrimLeft(word, "0123456789")
		switch {
		case strings.Trim(word, "#-+") == "": // a heading, a list
			b.WriteString("\\" + word)
			return
		case digits != word && (digits == "." || digits == ")"): // a list
			b.WriteString(word[:len(word)-1] + "\\" + digits)
			return
		}
	}
	past := 0 // everything before it has been written
	for i, r := range word {
		switch {
		case i < past || hidden(r):
		case r == '<' && momentAt(word[i:]) != "":
			t := momentAt(word[i:])
			past = i + len(t)
			b.WriteString(t)
		case strings.ContainsRune("\\*_~`|[]<", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '@':
			b.WriteString("@\u200b") // everyone and here have no other cure
		default:
			b.WriteRune(r)
		}
	}
}

// Moment returns markdown for a time, which Discord shows each reader in their
// own zone and language.
func Moment(t time.Time) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) }

// momentAt returns the time, as Moment writes it, that s begins with; empty: none.
func momentAt(s string) string {
	if at := timestamp.FindStringIndex(s); at != nil && at[0] == 0 {
		return s[:at[1]]
	}
	return ""
}

// timestamp matches what Moment writes.
var timestamp = regexp.MustCompile(`<t:-?[0-9]{1,13}:[tTdDfFR]>`)

// hidden reports whether a character shows nothing or turns the direction of
// the text around it.
func hidden(r rune) bool {
	return r < ' ' && r != '\n' || r == 0x7f || unicode.Is(unicode.Cc, r) && r != '\n' || '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069' || r == '\ufffd'
}

// Code returns s as monospaced markdown on one line; nothing if s is blank.
func Code(s string) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case r == '`':
			return '\''
		case hidden(r):
			return -1
		}
		return r
	}, s)), " ")
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}

// block returns lines as a monospaced block of at most max characters. If not
// all of them fit, it ends with how many more there are.
func block(lines []string, max int) string {
	const fence = "```"
	var b strings.Builder
	b.WriteString(fence + "\n")
	room := max - 2*len(fence) - 2 - len("… and 10000 more\n")
	used := 0
	for i, l := range lines {
		l = strings.ReplaceAll(strings.Map(func(r rune) rune {
			if hidden(r) || r == '\n' {
				return -1
			}
			return r
		}, l), "`", "'")
		n := api.Length(l) + 1
		if used+n > room {
			if i == 0 {
				l, n = api.Cut(l, room-1), room
			} else {
				b.WriteString("… and " + strconv.Itoa(len(lines)-i) + " more\n")
				break
			}
		}
		used += n
		b.WriteString(l)
		b.WriteByte('\n')
	}
	b.WriteString(fence)
	return b.String()
}
