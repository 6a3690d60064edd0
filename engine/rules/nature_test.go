package rules

import (
	"slices"
	"testing"
)

// Whom the lists of Nature name is a monster of the version.
func TestNatureNamesMonsters(t *testing.T) {
	for _, v := range versions {
		n, b := NatureOf(v.name), BestiaryOf(v.name)
		if n == nil || b == nil {
			continue
		}
		for _, name := range slices.Concat(n.Undrained, n.Unstruck, n.Drained, n.Deathless, n.Fed, n.Reflects) {
			if b.Named(name) == nil {
				t.Errorf("%s has no %s", v.name, name)
			}
		}
	}
}
