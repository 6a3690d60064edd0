package said

import (
	"strings"
	"testing"

	"delphi/bot/irc/render"
)

func nobody(string) bool { return false }

func TestRelayed(t *testing.T) {
	mine := func(nick string) bool { return nick == "delphi" }
	for _, c := range []struct{ entry, text, nick, rest string }{
		{"b", "<bob> !fail wiz", "bob", "!fail wiz"},
		{"b", "<@bob> !fail wiz", "bob", "!fail wiz"},
		{"b", "\x02<\x0304bob\x03>\x02 !x", "bob", "!x"},
		{"b", "<a b> c > d", "a b", "c > d"},
		{"b", "[discord] <bob> !x", "bob", "!x"},
		{"b", "(tg) <bob> !x", "bob", "!x"},
		{"b", "**<bob>** !x", "bob", "!x"},
		{"b", "<bob>: !x", "bob", "!x"},
		{"b", "[bob] !x", "bob", "!x"},
		{"b", "**[bob]** !x", "bob", "!x"},
		{"b", "(bob) !x", "bob", "!x"},
		{"b", "bob: !x", "bob", "!x"},
		{"b", "**bob**: !x", "bob", "!x"},
		{"b", "[discord] bob: !x", "bob", "!x"},
		{"b", "[bob] delphi: help", "bob", "delphi: help"},
		{"b", "<bob> delphi: help", "bob", "delphi: help"},
		{"b", "<b\u200bob> !x", "bob", "!x"},
		{"b", "delphi: help", "", ""},
		{"b", "!fail wiz", "", ""},
		{"b", "<> x", "", ""},
		{"b", "<bob>", "", ""},
		{"b", "<" + strings.Repeat("x", 50) + "> !fail", "", ""},
		{"b {nick} says {text}", "bob says !x", "bob", "!x"},
		{"b {nick} says {text}", "<bob> !x", "", ""},
		{"b *{nick}* {text}", "*a.b* !x", "a.b", "!x"},
	} {
		b, err := ParseBridge(c.entry)
		if err != nil {
			t.Fatalf("%s: %v", c.entry, err)
		}
		nick, rest, ok := b.Relayed(c.text, mine)
		if ok != (c.nick != "") || nick != c.nick || rest != c.rest {
			t.Errorf("%s, %q: %q, %q, %t; want %q, %q", c.entry, c.text, nick, rest, ok, c.nick, c.rest)
		}
	}
	for _, entry := range []string{"", "b nick text", "b {nick}{text}", "b {text} {nick}", "b <{nick}> {text} end", "b {nick} {what} {text}"} {
		if _, err := ParseBridge(entry); err == nil {
			t.Errorf("%q is taken", entry)
		}
	}
}

// FuzzRelayed: whoever writes the configuration and whoever speaks over a
// bridge can break nothing.
func FuzzRelayed(f *testing.F) {
	f.Add("b", "[discord] <bob> !x")
	f.Add("b {nick} says {text}", "bob says !x")
	f.Fuzz(func(t *testing.T, entry, text string) {
		b, err := ParseBridge(entry)
		if err != nil {
			return
		}
		nick, rest, ok := b.Relayed(text, nobody)
		if ok && (nick == "" || strings.ContainsAny(nick+rest, "\r\n\x00") || len(nick)+len(rest) > len(render.Clean(text))) {
			t.Errorf("%q, %q: %q, %q", entry, text, nick, rest)
		}
	})
}
