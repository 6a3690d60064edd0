package said

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"delphi/bot/irc/render"
)

// Bridge is a bot that says for others what they said elsewhere.
type Bridge struct {
	Mask string
	form *regexp.Regexp // how it quotes them; nil: in any of the usual forms
}

// maxRelayed is how many characters the name of somebody behind a bridge may
// have.
const maxRelayed = 40

// ParseBridge reads an entry of the configuration: "MASK", or "MASK PATTERN" where
// the pattern is a line as the bridge says it, with {nick} and {text} in it.
func ParseBridge(entry string) (Bridge, error) {
	mask, pattern, _ := strings.Cut(strings.TrimSpace(entry), " ")
	pattern = strings.TrimSpace(pattern)
	b := Bridge{Mask: mask}
	if mask == "" {
		return b, fmt.Errorf("%q does not name a bridge: write its mask, such as \"bridge!*@*\"", entry)
	}
	if pattern == "" {
		return b, nil
	}
	before, rest, named := strings.Cut(pattern, "{nick}")
	between, after, said := strings.Cut(rest, "{text}")
	if !named || !said || after != "" || between == "" || strings.Contains(before+between, "{") {
		return b, fmt.Errorf("%q is not a pattern: write a line as the bridge says it, with {nick} first, then {text} at the end, such as \"%s [tg] <{nick}> {text}\"", pattern, mask)
	}
	form, err := regexp.Compile(`^` + regexp.QuoteMeta(before) + `(.+?)` + regexp.QuoteMeta(between) + `(.*)$`)
	b.form = form
	return b, err
}

// usual are the forms in which bridges quote: "<nick> text", with "[network] "
// or asterisks around, "[network] nick: text", "[nick] text", "(nick) text" and
// "nick: text".
var usual = []*regexp.Regexp{
	regexp.MustCompile(`^(?:[\[(][^\])]+[\])] ?)?(?:\*\*)?<([^<>]+)>:?(?:\*\*)?:? (.*)$`),
	regexp.MustCompile(`^[\[(][^\])]+[\])] (?:\*\*)?([^\s<>\[\]():*]+)(?:\*\*: |:\*\* |: )(.*)$`),
	regexp.MustCompile(`^(?:\*\*)?[\[(]([^\])]+)[\])](?:\*\*)?:? (.*)$`),
	regexp.MustCompile(`^(?:\*\*)?([^\s<>\[\]():*]+)(?:\*\*: |:\*\* |: )(.*)$`),
}

// Relayed splits what a bridge says into who said it elsewhere and what. mine
// reports our own nick, which is nobody's behind a bridge: "[alice] delphi: help".
func (b Bridge) Relayed(text string, mine func(nick string) bool) (nick, rest string, ok bool) {
	text = render.Clean(text)
	forms := usual
	if b.form != nil {
		forms = []*regexp.Regexp{b.form}
	}
	for _, form := range forms {
		m := form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if nick = PlainNick(m[1]); nick != "" && !mine(nick) && utf8.RuneCountInString(nick) <= maxRelayed {
			return nick, m[2], true
		}
	}
	return "", "", false
}

// PlainNick returns a name without what bridges put into it: the sign of a channel's
// operator, and characters without width that keep clients from alerting
// whoever has the same nick here.
func PlainNick(nick string) string {
	nick = strings.Map(func(r rune) rune {
		switch r {
		case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff':
			return -1
		}
		return r
	}, nick)
	return strings.TrimSpace(strings.TrimLeft(nick, "@+%&~ "))
}
