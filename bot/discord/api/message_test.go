package api

import "testing"

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in   string
		max  int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"äöü", 3, "äöü"}, {"🐉🐉", 3, "🐉…"}, {"🐉🐉", 4, "🐉🐉"}, {"", 0, ""}} {
		if got := Cut(c.in, c.max); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.in, c.max, got, c.want)
		}
	}
}
