package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"delphi/engine/problem"
)

// Found is a version as a player wrote it, resolved.
type Found struct {
	*Set
	// Note says how the word was read where it was not the version's own
	// name: "3.7 is answered as 5.0.0"; empty otherwise.
	Note string
}

// readAs lists the releases that are answered as another one, with the note
// that says so.
var readAs = map[string]struct{ name, note string }{
	"3.4.0": {"3.4.3", "3.4.0 is answered as 3.4.3"},
	"3.4.1": {"3.4.3", "3.4.1 is answered as 3.4.3"},
	"3.4.2": {"3.4.3", "3.4.2 is answered as 3.4.3"},
	"3.7":   {"5.0.0", "3.7 was released as 5.0.0 and is answered as that"},
	"37":    {"5.0.0", "3.7 was released as 5.0.0 and is answered as that"},
	"3.7.0": {"5.0.0", "3.7.0 was released as 5.0.0 and is answered as that"},
}

// versionNamed finds a version by its name or another spelling; its name is
// empty if there is none.
func versionNamed(word string) version {
	i, ok := versionsByName()[word]
	if !ok {
		return version{}
	}
	return versions[i]
}

// spelled holds all words that Lookup knows. Every word of a line is looked up, and
// nearly all are none of them.
var spelled = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for name := range sets {
		out[name] = true
	}
	for name := range versionsByName() {
		out[name] = true
	}
	for name := range readAs {
		out[name] = true
	}
	for name := range unmodelled {
		out[name] = true
	}
	return out
})

// begins reports whether a word may be the name of a version: it begins as one
// does, or has a dot or a dash.
func begins(word string) bool {
	if len(word) > 1 && beginnings()[beginning(word)] {
		return true
	}
	for i := range len(word) {
		if word[i] == '.' || word[i] == '-' {
			return true
		}
	}
	return false
}

// beginnings holds those of the names of versions and of their family.
var beginnings = sync.OnceValue(func() *[1 << 10]bool {
	out := &[1 << 10]bool{}
	for name := range spelled() {
		out[beginning(name)] = true
	}
	for _, family := range families {
		out[beginning(family)] = true
	}
	return out
})

// beginning returns where in beginnings a name of two bytes or more is.
func beginning(name string) int { return int(name[0]&31)<<5 | int(name[1]&31) }

// families holds what versions are called before their number.
var families = [...]string{"nethack", "nh"}

// versionsByName holds the places of the versions by all their spellings.
var versionsByName = sync.OnceValue(func() map[string]int {
	byName := map[string]int{}
	for i := len(versions) - 1; i >= 0; i-- { // the first one wins
		for _, name := range append([]string{versions[i].name}, versions[i].also...) {
			byName[name] = i
		}
	}
	return byName
})

// partial returns the name of the version that a word names if only some
// topics of it are known; empty otherwise.
func partial(word string) string {
	if v := versionNamed(bareVersion(word)); v.partial {
		return v.name
	}
	return ""
}

// bareVersion takes from a word what does not belong to a version's name.
func bareVersion(word string) string {
	bare, v := strings.CutPrefix(word, "v")
	if !v || bare == "" {
		bare = word
	}
	return strings.ReplaceAll(bare, "-", "")
}

// unmodelled maps the variants that players name, but that are not modelled
// here, to the nearest supported versions.
var unmodelled = map[string][]string{
	"dnethack": {"3.4.3", "slashem"}, "dnh": {"3.4.3", "slashem"}, "notdnethack": {"3.4.3", "slashem"},
	"unnethack": {"3.4.3", "3.6.7"}, "unh": {"3.4.3", "3.6.7"},
	"slashthem": {"slashem", "3.4.3"}, "hackem": {"evilhack", "slashem"}, "splicehack": {"5.0.0", "slashem"}, "spl": {"5.0.0", "slashem"},
	"gnollhack": {"3.6.7", "evilhack"}, "grunthack": {"3.4.3", "slashem"},
	"sporkhack": {"3.4.3", "slashem"}, "nethack4": {"3.4.3", "fiqhack"}, "nitrohack": {"3.4.3", "fiqhack"},
	"dynahack": {"3.4.3", "fiqhack"}, "nethackfourk": {"3.4.3", "fiqhack"}, "fourk": {"3.4.3", "fiqhack"},
	"acehack": {"3.4.3", "fiqhack"}, "nerfhack": {"evilhack", "5.0.0"}, "crecellehack": {"5.0.0", "evilhack"},
}

// UnknownVersion is the error of Lookup: the word names no version that is
// modelled. Variant tells a known variant from a word that names none.
type UnknownVersion struct {
	Word    string
	Variant bool
	Nearest []string // names of supported versions, the nearest first
}

var _ problem.Mendable = (*UnknownVersion)(nil)

func (e *UnknownVersion) Error() string {
	if e.Variant {
		return fmt.Sprintf("I can't work this out for %s. The closest rules I know are those of %s.", e.Word, strings.Join(e.Nearest, " and "))
	}
	return fmt.Sprintf("I don't know version %s. I know %s.", e.Word, strings.Join(e.Nearest, ", "))
}

// Instead lists the versions to name instead.
func (e *UnknownVersion) Instead() []string { return e.Nearest }

// NoTable is the error of a version that is known while a table of it is not.
type NoTable struct {
	Title   string   // of the version
	What    string   // "monsters"
	Nearest []string // names of versions whose table is known, the nearest first
}

var _ problem.Mendable = (*NoTable)(nil)

func (e *NoTable) Error() string {
	return fmt.Sprintf("I don't know the %s of %s. The closest I know are those of %s.", e.What, e.Title, strings.Join(e.Nearest, " and "))
}

// Instead lists the versions to name instead.
func (e *NoTable) Instead() []string { return e.Nearest }

// Lookup finds the version that a word names: "v3.4.3", "3.6", "slash'em" in lower case
// and without apostrophes. looksLike is false if the word does not look like a version
// at all; then the other results are zero.
func Lookup(word string) (found Found, looksLike bool, err error) {
	v := len(word) > 1 && word[0] == 'v'
	if !v && !begins(word) { // as nearly all words
		return Found{}, false, nil
	}
	bare := bareVersion(word)
	for _, family := range families {
		if rest, ok := strings.CutPrefix(bare, family); ok && rest != "" && '0' <= rest[0] && rest[0] <= '9' {
			bare, v = rest, true
		}
	}
	if !spelled()[bare] && !strings.ContainsRune(bare, '.') && !v {
		return Found{}, false, nil
	}
	if s := Get(bare); s != nil {
		return Found{Set: s}, true, nil
	}
	lettered := strings.Trim(bare, "0123456789.") != "" // "0.0.7e7f3"
	digits := bare != "" && '0' <= bare[0] && bare[0] <= '9'
	dotted := digits && (v || bare[0] >= '3') && strings.Trim(bare, "0123456789.") == "" && strings.Contains(bare, ".")
	if v || dotted || !digits || lettered { // "37" alone is a number
		if other, ok := readAs[bare]; ok {
			return Found{Set: Get(other.name), Note: other.note}, true, nil
		}
		if s := Get(versionNamed(bare).name); s != nil {
			return Found{Set: s}, true, nil
		}
	}
	if near, ok := unmodelled[bare]; ok {
		return Found{}, true, &UnknownVersion{Word: word, Variant: true, Nearest: near}
	}
	if dotted && strings.HasPrefix(bare, "3.6.") {
		return Found{Set: Get("3.6.7"), Note: bare + " is answered as 3.6.7"}, true, nil
	}
	if dotted || v && digits {
		return Found{}, true, &UnknownVersion{Word: word, Nearest: Names()}
	}
	return Found{}, false, nil
}

var dataVersion = sync.OnceValue(func() string {
	h := sha256.New()
	err := fs.WalkDir(data, "data", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := data.ReadFile(path)
		h.Write([]byte(path))
		h.Write(text)
		return err
	})
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(h, "%d", codeVersion)
	return hex.EncodeToString(h.Sum(nil))[:12]
})

// codeVersion is raised when the same data gives another answer.
const codeVersion = 1
