package irc

import (
	"testing"

	"delphi/bot/irc/roster"
)

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
		line, ok := asked(c.text, "!", "delphi[m]", c.private, fold, known)
		if ok != (c.want != "") || line != c.want {
			t.Errorf("asked(%q, private=%t) = %q, %t; want %q", c.text, c.private, line, ok, c.want)
		}
	}
}
