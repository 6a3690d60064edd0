package irc

import (
	"strings"
	"testing"

	"github.com/lrstanley/girc"

	"delphi/bot/irc/render"
	"delphi/bot/irc/roster"
)

// FuzzAsked: a question is one clean line, and in a channel never what is not
// addressed to us.
func FuzzAsked(f *testing.F) {
	for _, s := range []string{"!fail wiz", "delphi: fail", "@Delphi, !fail", "delphi", " !fail", "\x02!fail\x02", "<bob> !fail", "!", "!!fail"} {
		f.Add(s, "!", false)
		f.Add(s, "", true)
	}
	f.Fuzz(func(t *testing.T, text, prefix string, private bool) {
		fold := roster.RFC1459.Fold
		if strings.ContainsAny(prefix, " \r\n") {
			return
		}
		line, ok := asked(text, prefix, "delphi", private, fold, func(string) bool { return true })
		if !ok {
			return
		}
		if line == "" || line != render.Clean(line) && render.Clean(line) != strings.TrimSpace(line) {
			t.Errorf("%q with prefix %q: %q", text, prefix, line)
		}
		tidied := render.Clean(text)
		if !private && !strings.HasPrefix(tidied, prefix) && !strings.HasPrefix(fold(strings.TrimPrefix(tidied, "@")), "delphi") {
			t.Errorf("%q was not for us, and %q was asked", text, line)
		}
		if nick, rest, ok := (&bridge{}).relayed(text, nobody); ok && (nick == "" || strings.ContainsAny(nick+rest, "\r\n\x00")) {
			t.Errorf("relayed %q: %q, %q", text, nick, rest)
		}
	})
}

// FuzzChannels: what passes the check can stand in a JOIN line.
func FuzzChannels(f *testing.F) {
	for _, s := range []string{"#nethack", "#secret key", "#a,b", "&x", "#a\x07", "", "# ", "#x  y z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name, key := channelKey(s)
		if checkChannel(name, key, 0) != nil {
			return
		}
		line := strings.TrimSpace("JOIN " + name + " " + key)
		ev := girc.ParseEvent(line)
		if ev == nil || ev.Command != "JOIN" || len(ev.Params) == 0 || ev.Params[0] != name || strings.ContainsAny(line, "\r\n\x00") {
			t.Errorf("%q made %q", s, line)
		}
	})
}

// FuzzServices: whatever services say, they are understood or not, and a key
// fits in a JOIN line.
func FuzzServices(f *testing.F) {
	for _, s := range []string{"Key for channel #x is y.", "Channel #x key is: y", "You are now identified", "Unknown command X"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if key, ok := channelKeyIn(render.Clean(s)); ok && (key == "" || strings.ContainsAny(key, " ,\r\n")) {
			t.Errorf("%q: key %q", s, key)
		}
		says(strings.ToLower(render.Clean(s)), saysIdentify)
	})
}
