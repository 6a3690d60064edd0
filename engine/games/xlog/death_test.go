package xlog

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPlainDeathIsItsRules: looking for texts first, and for articles without a
// pattern, changes nothing.
func TestPlainDeathIsItsRules(t *testing.T) {
	articles, spaces := regexp.MustCompile(`\b(?:an?|the|\d+)\b`), regexp.MustCompile(`\s+`)
	parts := []string{
		"killed by", " ", "  ", "a", "an", "the", " the ", "2", "22nd", "newt", ", while ", " while praying", "(", ")", " (with the amulet)", "mr. ", "by ", "Asidonhopo, ", "; ", " the shopkeeper",
		" called ", " named ", "ghost", "ghosts", " of ", "bob's", " ghost", "high priest", "priestess", "high priestess", "minion", "wrath of ", "his", " own", "himself", "themselves", "invisible",
		"hallucinogen-distorted", "tame", "mortally", " wounded", "\t", "\n", "é", "_", "-", ".", ",",
	}
	rapid.Check(t, func(t *rapid.T) {
		death := strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(parts), rapid.String()), 0, 9).Draw(t, "death"), rapid.SampledFrom([]string{"", " "}).Draw(t, "between"))
		want := strings.ToLower(death)
		for _, r := range deathRules {
			want = r.from.ReplaceAllString(want, r.to)
		}
		want = strings.Trim(spaces.ReplaceAllString(articles.ReplaceAllString(want, ""), " "), " ,;.")
		if got := PlainDeath(death); got != want {
			t.Fatalf("%q: %q, want %q", death, got, want)
		}
	})
}

func BenchmarkPlainDeath(b *testing.B) {
	for b.Loop() {
		PlainDeath("killed by a monster12 called pet 345, while sleeping")
		PlainDeath("killed by a soldier ant")
	}
}
