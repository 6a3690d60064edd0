package discord

import (
	"regexp"
	"strings"
	"unicode"
)

// escape makes text of plain characters in Discord's markdown: no emphasis, no
// links, no mentions, no headings, quotes or lists. Addresses stay as they are,
// for a backslash in one would break it; so do times as [moment] writes them,
// which can do no harm.
func escape(s string) string {
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
	past := 0 // the end of what was written as it stands
	for i, r := range word {
		switch {
		case i < past || hidden(r):
		case r == '<' && timestamp.MatchString(word[i:]):
			t := timestamp.FindString(word[i:])
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

// timestamp is a time that Discord shows each reader in their own zone.
var timestamp = regexp.MustCompile(`^<t:-?[0-9]{1,13}:[tTdDfFR]>`)

// hidden are the characters that show nothing or turn the direction of text.
func hidden(r rune) bool {
	return r < ' ' && r != '\n' || r == 0x7f || unicode.Is(unicode.Cc, r) && r != '\n' || '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069' || r == '\ufffd'
}

// code is s as it stands, in letters of one width. An empty one is a space.
func code(s string) string {
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

// block is lines in letters of one width, as many of the first as fit in max
// characters with a note of how many more there are.
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
		n := length(l) + 1
		if used+n > room {
			if i == 0 {
				l, n = cut(l, room-1), room
			} else {
				b.WriteString("… and " + itoa(len(lines)-i) + " more\n")
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
