package web

import (
	"strings"
	"testing"

	"delphi/bot/web/segment"
)

// An address reads back as the line it was made of.
func FuzzSegment(f *testing.F) {
	for _, s := range []string{"", "a b", "18/50", "a_b", ".. .", "a%20b", "+2 robe, 10% é", "/ /"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		raw := segment.Of(text)
		if strings.ContainsAny(raw, "/?# ") {
			t.Errorf("%q is written as %q", text, raw)
		}
		if back, ok := segment.Text(raw); !ok || back != text {
			t.Errorf("%q is written as %q, which reads %q", text, raw, back)
		}
	})
}
