package irc

import (
	"strings"
	"unicode/utf8"
)

// question is the part of a message that is for us.
type question struct {
	line      string // without prefix or address
	addressed bool   // by our nick, or in private: answered whatever it is
}

// asked finds the question in what somebody said, if it is one: in private
// everything is, in a channel what begins with the prefix or with our nick.
// A line that begins with the prefix must also be known, for other bots share
// prefixes. An address alone ("delphi:") asks for help. A line in a channel
// that begins with a blank is never one: that is how bots quote commands.
func asked(text, prefix, nick string, private bool, fold func(string) string, known func(string) bool) (question, bool) {
	if !private && strings.HasPrefix(text, " ") {
		return question{}, false
	}
	text = clean(text)
	bare, prefixed := strings.CutPrefix(text, prefix)
	prefixed = prefixed && prefix != "" && bare != "" && bare[0] != ' '
	switch rest, ok := addressed(text, nick, fold); {
	case ok:
		rest = strings.TrimPrefix(rest, prefix)
		if rest == "" {
			rest = "help"
		}
		return question{rest, true}, true
	case private && prefixed:
		return question{bare, true}, true
	case private:
		return question{text, true}, text != ""
	case prefixed && known(bare):
		return question{bare, false}, true
	}
	return question{}, false
}

// addressed is what follows "nick: " or "nick, " at the start of text.
func addressed(text, nick string, fold func(string) string) (rest string, ok bool) {
	text = strings.TrimPrefix(text, "@")
	if len(text) <= len(nick) || fold(text[:len(nick)]) != fold(nick) {
		return "", false
	}
	if c := text[len(nick)]; c != ':' && c != ',' {
		return "", false
	}
	return strings.TrimSpace(text[len(nick)+1:]), true
}

// relayed parts "<alice> !fail wiz", as a bridge bot says it.
func relayed(text string) (nick, rest string, ok bool) {
	text = clean(text)
	after, ok := strings.CutPrefix(text, "<")
	if !ok {
		return "", "", false
	}
	nick, rest, ok = strings.Cut(after, "> ")
	nick = strings.TrimLeft(nick, "@+%&~ ")
	if !ok || nick == "" || utf8.RuneCountInString(nick) > 40 {
		return "", "", false
	}
	return nick, rest, true
}
