package names

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	edlib "github.com/hbollon/go-edlib"
	"pgregory.net/rapid"
)

func TestStem(t *testing.T) {
	same := [][]string{
		{"knife", "knives", "Knives"},
		{"staff", "staves", "staffs"},
		{"glove", "gloves"},
		{"box", "boxes"},
		{"axe", "axes"},
		{"berry", "berries"},
		{"zombie", "zombies"},
		{"foot", "feet"},
		{"gray", "grey"},
		{"torch", "torches"},
		{"scale", "scales"},
		{"Slash'EM", "slashem"},
		{"naïve", "naive"},
	}
	for _, words := range same {
		for _, w := range words[1:] {
			if Stem(w) != Stem(words[0]) {
				t.Errorf("Stem(%q) = %q, Stem(%q) = %q: want the same", w, Stem(w), words[0], Stem(words[0]))
			}
		}
	}
	for _, p := range [][2]string{{"dig", "die"}, {"light", "night"}, {"mace", "mac"}, {"glass", "glas"}} {
		if Stem(p[0]) == Stem(p[1]) {
			t.Errorf("Stem(%q) = Stem(%q)", p[0], p[1])
		}
	}
}

func index() (*Index, map[string]*Entry) {
	x, all := NewIndex(), map[string]*Entry{}
	for _, n := range []string{"force bolt", "magic missile", "magic mapping", "light", "plate mail", "crystal plate mail", "quarterstaff", "helm of brilliance"} {
		e := &Entry{Name: n}
		all[n] = e
		x.Add(e, map[string]string{"magic missile": "mm", "helm of brilliance": "hob"}[n])
	}
	return x, all
}

func TestLookups(t *testing.T) {
	x, all := index()
	exact := func(s string) *Entry {
		if es := x.Exact([]byte(strings.Join(Words(s), ""))); len(es) > 0 {
			return es[0]
		}
		return nil
	}
	for typed, want := range map[string]string{
		"Force-Bolts": "force bolt", "forcebolt": "force bolt", "quarter staves": "quarterstaff",
		"mm": "magic missile", "hob": "helm of brilliance",
	} {
		if got := exact(typed); got != all[want] {
			t.Errorf("Exact(%q) = %v, want %s", typed, got, want)
		}
	}
	if got := x.Tail([]byte(Stem("bolt"))); len(got) != 1 || got[0] != all["force bolt"] {
		t.Errorf("Tail(bolt) = %v", got)
	}
	if got := x.Tail([]byte(Stem("mail"))); len(got) != 2 {
		t.Errorf("Tail(mail) = %v, want both mails", got)
	}
	if got, ok := x.Guess("magic missle", nil); !ok || got != all["magic missile"] {
		t.Errorf("Guess(magic missle) = %v, %v", got, ok)
	}
	if got, ok := x.Guess("froce blot", nil); ok {
		t.Errorf("two typos in ten letters were guessed as %v", got)
	}
	if got := x.Nearest("froce blot", 3, nil); len(got) == 0 || got[0].Entry != all["force bolt"] {
		t.Errorf("Nearest(froce blot) = %v", got)
	}
	if got := x.Complete("mag", 5, nil); len(got) != 2 || got[0] != all["magic missile"] {
		t.Errorf("Complete(mag) = %v", got)
	}
	if got := x.Complete("pla", 5, nil); len(got) != 2 || got[0] != all["plate mail"] || got[1] != all["crystal plate mail"] {
		t.Errorf("Complete(pla) = %v", got)
	}
}

// Case, hyphens and a plural s never part a name from itself.
func TestSpellingsMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z]{3,9}`), 1, 4).Draw(t, "words")
		name := strings.Join(words, " ")
		typed := strings.ToUpper(strings.Join(words, "-"))
		if a, b := strings.Join(Words(name), ""), strings.Join(Words(typed), ""); a != b {
			t.Fatalf("%q and %q fold to %q and %q", name, typed, a, b)
		}
	})
}

func FuzzWords(f *testing.F) {
	f.Add("Uruk-hai shields")
	f.Add("\xff\xfe ’s ḿ")
	f.Fuzz(func(t *testing.T, s string) {
		x, _ := index()
		w := Words(s)
		x.Exact([]byte(strings.Join(w, "")))
		if len(s) < 100 {
			x.Guess(s, nil)
		}
		x.Complete(s, 5, nil)
	})
}

func BenchmarkNearest(b *testing.B) {
	x, _ := index()
	for b.Loop() {
		x.Nearest("magic missle", 3, nil)
	}
}

// Common English is never taken for a misspelt name.
func TestEveryday(t *testing.T) {
	for word, want := range map[string]bool{
		"master": true, "grand": true, "hitting": true, "tries": true, "making": true, "friends": true, "quickly": true, "moved": true,
		"whistels": false, "unihron": false, "gdsm": false, "marker": false, "cornuthaum": false,
	} {
		if got := Everyday(word); got != want {
			t.Errorf("Everyday(%q) is %v", word, got)
		}
	}
}

// A slip in a common word makes no name of it, and most names are no slips.
func TestSlip(t *testing.T) {
	for word, want := range map[string]bool{
		"beleive": true, "recieved": true, "freind": true, "wierd": true, "untill": true, "realy": true, "seperate": true, "actualy": true,
		"believe": false, "stenno": false, "tariru": false, "kowal": false, "luxidream": false, "dawnbreaker": false, "elenmirie": false, "adeon": false,
	} {
		if got := Slip(word); got != want {
			t.Errorf("Slip(%q) is %v", word, got)
		}
	}
}

// A short text with another beginning is another word.
func TestGuessNeedsTheBeginning(t *testing.T) {
	x := NewIndex()
	x.Add(&Entry{Name: "broad"})
	for text, want := range map[string]bool{"brod": true, "broab": true, "droad": false} {
		if _, ok := x.Guess(text, nil); ok != want {
			t.Errorf("Guess(%q) is %v", text, ok)
		}
	}
}

// Initials with another letter are those of something else; swapped, they are not.
func TestGuessKeepsToInitials(t *testing.T) {
	x := NewIndex()
	x.Add(&Entry{Name: "Eye of the Aethiopica"}, "eota")
	for text, want := range map[string]bool{"exta": false, "eoat": true, "eota": true} {
		if _, ok := x.Guess(text, nil); ok != want {
			t.Errorf("Guess(%q) is %v", text, ok)
		}
	}
}

// The class of random things is no end that could mean them, and what there is not is no end that could mean that.
func TestRandomThingsHaveNoEnds(t *testing.T) {
	x := NewIndex()
	x.Add(&Entry{Name: "random scroll"})
	x.Add(&Entry{Name: "scroll of light"})
	x.Add(&Entry{Name: "no message"})
	if got := x.Tail([]byte("message")); len(got) > 0 {
		t.Errorf("a message could be %s", got[0].Name)
	}
	if got := x.Tail([]byte("scroll")); len(got) > 0 {
		t.Errorf("scroll could be %s", got[0].Name)
	}
	if got := x.Tail([]byte("light")); len(got) != 1 {
		t.Errorf("light could be %d things", len(got))
	}
}

// A name is never longer than Reach says of a text that begins with it.
func TestReach(t *testing.T) {
	words := rapid.StringMatching(`[a-z]{1,9}( [a-z]{1,9}){0,3}`)
	rapid.Check(t, func(t *rapid.T) {
		x, list := NewIndex(), rapid.SliceOfN(words, 1, 40).Draw(t, "names")
		for _, n := range list {
			x.Add(&Entry{Name: n})
		}
		for _, n := range list {
			key := Key(n)
			text := []byte(key + Key(words.Draw(t, "behind")))
			if reach := x.Reach(text); reach < len(key) {
				t.Fatalf("%q is a name, and %q reaches %d", key, text, reach)
			}
		}
	})
}

// What is passed by without a comparison is never near enough.
func TestNearestMissesNothing(t *testing.T) {
	x := NewIndex()
	var all []string
	for _, a := range []string{"scroll", "potion", "wand", "long sword", "cloak", "gray dragon scale mail"} {
		for _, b := range []string{"", " of light", " of teleportation", " of see invisible", " of the Valar"} {
			all = append(all, a+b)
			x.Add(&Entry{Name: a + b})
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 5000 {
		typed := []rune(all[rnd.IntN(len(all))])
		for range rnd.IntN(5) {
			at := rnd.IntN(len(typed))
			switch letter := []rune("aeioutsénö")[rnd.IntN(10)]; rnd.IntN(4) {
			case 0:
				typed[at] = letter
			case 1:
				typed = slices.Insert(typed, at, letter)
			case 2:
				typed = slices.Delete(typed, at, min(at+1, len(typed)-1))
			case 3:
				if at > 0 {
					typed[at-1], typed[at] = typed[at], typed[at-1]
				}
			}
		}
		folded := Fold(string(typed))
		for _, n := range x.Nearest(string(typed), 100, nil) {
			if d := edlib.OSADamerauLevenshteinDistance(folded, Fold(n.Name)); d != n.Typos {
				t.Fatalf("%q: %s is said to be %d typos away, not %d", folded, n.Name, n.Typos, d)
			}
			found++
		}
		near := 0
		for _, name := range all {
			if fold := Fold(name); len(fold)-len(folded) <= SuggestWithin(len(folded)) && len(folded)-len(fold) <= SuggestWithin(len(folded)) && edlib.OSADamerauLevenshteinDistance(folded, fold) <= SuggestWithin(len(folded)) {
				near++
			}
		}
		if got := len(x.Nearest(string(typed), 100, nil)); got != near {
			t.Fatalf("%q: %d names are near, %d were found", folded, near, got)
		}
	}
	if found < 5000 {
		t.Errorf("only %d names were near to anything", found)
	}
}
