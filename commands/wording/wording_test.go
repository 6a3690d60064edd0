package wording

import (
	"slices"
	"testing"

	"delphi/engine/odds"
)

func TestShare(t *testing.T) {
	for p, want := range map[float64]string{
		0: "0%", 1: "100%", 0.5: "50%", 1.0 / 3: "33.3%", 0.99951: "over 99.9%", 1e-6: "0.0001%", 0.0000123: "0.00123%",
		5.53e-9: "1 in 180 million", 9.99e-7: "1 in 1 million", 9.2e-7: "1 in 1.1 million", 1.04e-9: "1 in 960 million", 1.001e-9: "1 in 1 billion",
		3.3e-13: "1 in 3 trillion", 1e-300: "1 in 1000 trillion",
	} {
		if got := Share(p); got != want {
			t.Errorf("%g: %s, want %s", p, got, want)
		}
	}
}

func TestChance(t *testing.T) {
	for p, want := range map[float64]string{
		0: "no chance", 1: "a 100% chance", 0.75: "a 75% chance", 0.08: "an 8% chance", 0.8: "an 80% chance", 0.11: "an 11% chance", 0.115: "an 11.5% chance",
		0.182: "an 18.2% chance", 0.0118: "a 1.18% chance", 0.99999: "a chance of over 99.9%", 5.53e-9: "a 1 in 180 million chance",
	} {
		if got := Chance(p); got != want {
			t.Errorf("%g: %s, want %s", p, got, want)
		}
	}
}

func TestTimesIn(t *testing.T) {
	for f, want := range map[odds.Fraction]string{
		odds.Of(3, 4): "3 times in 4", odds.Of(1, 3): "1 time in 3", odds.Never: "never", odds.Always: "always",
	} {
		if got := TimesIn(f); got != want {
			t.Errorf("%v: %s, want %s", f, got, want)
		}
	}
}

// A one-line answer keeps to its budget: what does not fit of the notes is
// counted.
func TestArticle(t *testing.T) {
	for noun, want := range map[string]string{"levitation boots": "a pair of levitation boots", "gauntlets of power": "a pair of gauntlets of power", "gray dragon scales": "a set of gray dragon scales", "Archeologist": "an Archeologist", "unicorn horn": "a unicorn horn", "plate mail": "plate mail", "leather armor": "leather armor", "scroll of mail": "a scroll of mail", "uncursed horn": "an uncursed horn", "scroll": "a scroll", "eucalyptus leaf": "a eucalyptus leaf", "": "a "} {
		if got := Article(noun); got != want {
			t.Errorf("%q: %q, want %q", noun, got, want)
		}
	}
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{"": "", "no dice": "No dice.", "Which role?": "Which role?", `I read "x"`: `I read "x".`, "Done.": "Done."} {
		if got := Sentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestPlural: the nouns whose plural is spelled the same, and others.
func TestPlural(t *testing.T) {
	for noun, want := range map[string]string{"ya": "ya", "cursed ya": "cursed ya", "shuriken": "shuriken", "tengu": "tengu", "Uruk-hai": "Uruk-hai", "Samurai": "Samurai", "levitation boots": "levitation boots", "papaya": "papayas", "gauntlets of power": "gauntlets of power", "wolf": "wolves", "try": "tries"} {
		if got := Plural(noun); got != want {
			t.Errorf("%q: %q, want %q", noun, got, want)
		}
	}
}

func TestWithoutName(t *testing.T) {
	for _, tt := range [][3]string{
		{"dash turns", "Dash", "turns"}, {"turns dash", "Dash", "turns"}, {"Autumn  Dash turns", "Autumn Dash", "turns"}, {"dash", "Dash", ""},
		{"turns", "Dash", "turns"}, {"", "Dash", ""}, {"dash board", "Dash", "board"}, {"dashing turns", "Dash", "dashing turns"},
	} {
		if got := WithoutName(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%q without %s: %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}

func TestListed(t *testing.T) {
	for text, want := range map[string][]string{
		"ann, bob,cid": {"ann", "bob", "cid"}, " ann ,, bag  of holding , ": {"ann", "bag of holding"}, "": nil, ",": nil, "one": {"one"},
	} {
		if got := Listed(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTimes(t *testing.T) {
	for n, want := range map[int]string{0: "0 times", 1: "once", 2: "twice", 3: "3 times"} {
		if got := Times(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
