package discord

import (
	"cmp"
	"strings"
	"unicode"
)

// mostName is Discord's length limit for a name, in characters.
const mostName = 32

// nick returns what to call somebody: their name in the server, which may be empty, or
// the one that they show everywhere, or that of their account, or its id.
func nick(own string, u *user) string {
	return cmp.Or(named(own), named(u.GlobalName), named(u.Username), u.ID)
}

// named returns a name that somebody has given themself, as it may stand in any text: on
// one line, without what controls or turns the text around it, and without the sign
// that makes everyone and here a mention. It is empty where that leaves nothing to
// be seen.
func named(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), strings.ContainsRune("@\u200b\u2060\ufeff\ufffd", r):
			return -1
		}
		return r
	}, name)
	runes := []rune(strings.Join(strings.Fields(name), " "))
	name = strings.TrimSpace(string(runes[:min(len(runes), mostName)]))
	if !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsGraphic(r) }) {
		return ""
	}
	return name
}
