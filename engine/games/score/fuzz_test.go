package score

import (
	"testing"
)

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
