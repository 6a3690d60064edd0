package monster

import (
	"slices"
	"testing"
)

// TestNames: a monster is known by what each version calls it, and by no other's name.
func TestNames(t *testing.T) {
	for name, want := range map[string][]string{
		"gnome lord":    {"gnome lord", "gnome leader"}, // some version has ladies of their own
		"Gnome Leader":  {"Gnome Leader", "gnome lord", "gnome lady"},
		"amorous demon": {"amorous demon", "incubus", "succubus"},
		"succubus":      {"succubus", "amorous demon"},
		"elven monarch": {"elven monarch", "Elvenking", "Elvenqueen"},
		"newt":          {"newt"},
		"falling rock":  {"falling rock"},
	} {
		got := Names(name)
		if got[0] != name {
			t.Errorf("%s: %q does not begin with it", name, got)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
