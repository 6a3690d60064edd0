package tourney

import (
	"slices"
	"testing"
)

func TestWithoutName(t *testing.T) {
	for _, tt := range [][3]string{
		{"dash turns", "Dash", "turns"}, {"turns dash", "Dash", "turns"}, {"Autumn  Dash turns", "Autumn Dash", "turns"}, {"dash", "Dash", ""},
		{"turns", "Dash", "turns"}, {"", "Dash", ""}, {"dash board", "Dash", "board"}, {"dashing turns", "Dash", "dashing turns"},
	} {
		if got := withoutName(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%q without %s: %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}

func TestListed(t *testing.T) {
	for text, want := range map[string][]string{
		"ann, bob,cid": {"ann", "bob", "cid"}, " ann ,, bag  of holding , ": {"ann", "bag of holding"}, "": nil, ",": nil, "one": {"one"},
	} {
		if got := listed(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLooksLikeZone(t *testing.T) {
	for word, want := range map[string]bool{"Europe/Berlin": true, "utc": true, "UTC": true, "dash": false, "/": false, "18:00": false, "1/2": false} {
		if got := looksLikeZone(word); got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
}
