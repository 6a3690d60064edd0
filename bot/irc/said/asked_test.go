package said

import (
	"strings"
	"testing"

	"delphi/bot/irc/render"
	"delphi/bot/irc/roster"
	"delphi/commands"
)

// known knows one command.
func known(line string) bool { return strings.HasPrefix(line, "fail ") }

func TestAsked(t *testing.T) {
	fold := roster.RFC1459.Fold
	for _, c := range []struct {
		text    string
		private bool
		want    string // empty: not asked
	}{
		{"!fail wiz", false, "fail wiz"},
		{"! fail wiz", false, ""},
		{" !fail wiz", false, ""},
		{" delphi[m]: fail wiz", false, ""},
		{"!!!", false, ""},
		{"!lg *", false, ""},
		{"hello delphi: fail", false, ""},
		{"Delphi[m]: fail wiz", false, "fail wiz"},
		{"dELPHI{M}, !fail wiz", false, "fail wiz"},
		{"@delphi[m]: fail wiz", false, "fail wiz"},
		{"delphi[m]", false, ""},
		{"delphi[m]:", false, "help"},
		{"delphi[m]: !", false, "help"},
		{"delphi[m] fail", false, ""},
		{"fail wiz", true, "fail wiz"},
		{"!fail wiz", true, "fail wiz"},
		{"delphi[m]: fail wiz", true, "fail wiz"},
		{"   ", true, ""},
		{"! x", true, "! x"},
	} {
		line, ok := Asked(c.text, "!", "delphi[m]", c.private, fold, known)
		if ok != (c.want != "") || line != c.want {
			t.Errorf("Asked(%q, private=%t) = %q, %t; want %q", c.text, c.private, line, ok, c.want)
		}
	}
}

// FuzzAsked: a question is one clean line, and in a channel never what is not
// addressed to us.
func FuzzAsked(f *testing.F) {
	for _, s := range []string{"!fail wiz", "delphi: fail", "@Delphi, !fail", "delphi", " !fail", "\x02!fail\x02", "<bob> !fail", "!", "!!fail"} {
		f.Add(s, "!", false)
		f.Add(s, "", true)
		f.Add(s, "¿!", false)
	}
	f.Fuzz(func(t *testing.T, text, prefix string, private bool) {
		fold := roster.RFC1459.Fold
		if prefix != "" && commands.CheckPrefix(prefix) != nil {
			return // no place can have it
		}
		line, ok := Asked(text, prefix, "delphi", private, fold, func(string) bool { return true })
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
		if nick, rest, ok := (Bridge{}).Relayed(text, nobody); ok && (nick == "" || strings.ContainsAny(nick+rest, "\r\n\x00")) {
			t.Errorf("relayed %q: %q, %q", text, nick, rest)
		}
	})
}
