package names

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold lower-cases text and strips accents and apostrophes.
func Fold(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || c == '\'' || 'A' <= c && c <= 'Z' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFD.String(s) {
		switch {
		case r == '\'' || r == '’' || unicode.Is(unicode.Mn, r):
		case r < utf8.RuneSelf && 'A' <= r && r <= 'Z':
			b.WriteByte(byte(r) + 'a' - 'A')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// irregular maps the plurals and spellings that the rules of Stem miss.
var irregular = map[string]string{
	"feet": "foot", "teeth": "tooth", "mice": "mouse", "men": "man",
	"knives": "knife", "staves": "staff", "elves": "elf", "dwarves": "dwarf",
	"wolves": "wolf", "loaves": "loaf", "leaves": "leaf", "thieves": "thief",
	"axes": "axe", "lenses": "len", "vortices": "vortex", "pies": "pie", "fungi": "fungu",
	"grey": "gray", "armour": "armor", "colour": "color",
}

// Stem folds one word and removes its plural, so that all spellings of a name
// become equal. The result is a key and not a word: "fungus" and "fungi" both
// become "fungu". A word that no rule applies to keeps its letters, so that
// "forcebolt" still matches "force bolt".
func Stem(word string) string {
	w := Fold(word)
	if s, ok := irregular[w]; ok {
		return s
	}
	if len(w) <= 3 || w[len(w)-1] != 's' && !strings.HasSuffix(w, "ie") {
		return w
	}
	if before, ok := strings.CutSuffix(w, "wolves"); ok { // werewolves
		return before + "wolf"
	}
	for _, r := range [...]struct{ from, to string }{
		{"ies", "y"}, {"ie", "y"}, {"xes", "x"}, {"ches", "ch"}, {"shes", "sh"}, {"sses", "ss"}, {"ss", "ss"}, {"s", ""},
	} {
		if stem, ok := strings.CutSuffix(w, r.from); ok {
			return stem + r.to
		}
	}
	return w
}

// Words splits a name at spaces and hyphens into its stems and drops the
// punctuation.
func Words(name string) []string {
	fields := strings.FieldsFunc(name, func(r rune) bool {
		return r != '\'' && r != '’' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
	})
	out := make([]string, 0, len(fields))
	for _, f := range fields {
		if s := Stem(f); s != "" {
			out = append(out, s)
		}
	}
	return out
}
