package said

import (
	"cmp"
	"strings"

	"delphi/bot/irc/render"
)

// Asked finds the question in what somebody said, without prefix or address. In private everything is a
// question; in a channel it is what begins with the prefix or with our nick. A
// line that begins with the prefix must also be known, since other bots have
// the same prefix. Our nick alone ("delphi:") asks for help. A line in a channel
// that begins with a blank is not a question, since bots quote commands that way.
func Asked(text, prefix, nick string, private bool, fold func(string) string, known func(string) bool) (line string, ok bool) {
	if !private && strings.HasPrefix(text, " ") {
		return "", false
	}
	text = render.Clean(text)
	bare, prefixed := strings.CutPrefix(text, prefix)
	prefixed = prefixed && prefix != "" && bare != "" && bare[0] != ' '
	switch rest, ok := Addressed(text, nick, fold); {
	case ok:
		rest = cmp.Or(strings.TrimPrefix(rest, prefix), "help")
		return rest, true
	case private && prefixed:
		return bare, true
	case private:
		return text, text != ""
	case prefixed && known(bare):
		return bare, true
	}
	return "", false
}

// Addressed returns what follows "nick: " or "nick, " at the start of text.
func Addressed(text, nick string, fold func(string) string) (rest string, ok bool) {
	text = strings.TrimPrefix(text, "@")
	if len(text) <= len(nick) || fold(text[:len(nick)]) != fold(nick) {
		return "", false
	}
	if c := text[len(nick)]; c != ':' && c != ',' {
		return "", false
	}
	return strings.TrimSpace(text[len(nick)+1:]), true
}
