package score

import (
	"errors"
	"strings"
	"testing"
	"time"

	"delphi/engine/problem"
)

// Whatever is written, a time is read or refused with what to write instead.
func FuzzWhen(f *testing.F) {
	for _, s := range []string{"fri 18:00", "2026-11-05 18:00", "tomorrow 20:00", "in 2h", "now", "2027-03-28 02:30", "2026-12-31 24:00", "in 99999d"} {
		f.Add(s)
	}
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		f.Skip("no time zones here: ", err)
	}
	now := time.Date(2026, 11, 18, 16, 0, 0, 0, zone)
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Fields(text)
		at, used, _, err := When(words, now)
		var p *problem.Problem
		switch {
		case err != nil && (!errors.As(err, &p) || len(p.Hints) == 0):
			t.Fatalf("%q: %v cannot be mended", text, err)
		case err == nil && (at.IsZero() || used < 1 || used > len(words)):
			t.Fatalf("%q is %v from %d words", text, at, used)
		}
	})
}

// A template is read or refused, and what is read says itself in words.
func FuzzParseRules(f *testing.F) {
	for _, text := range Builtin() {
		f.Add(string(text))
	}
	f.Add("name = \"x\"\n[[category]]\nkey = \"a\"\nmeasure = \"bingo\"\nsquares = [\"wiz\"]\nper = 1")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRules([]byte(text))
		if err == nil && len(r.Words()) == 0 {
			t.Fatalf("%q says nothing", text)
		}
	})
}
