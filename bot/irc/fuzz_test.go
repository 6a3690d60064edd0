package irc

import (
	"strings"
	"testing"

	"github.com/lrstanley/girc"

	"delphi/bot/irc/render"
)

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
