package query

import (
	"strconv"
	"strings"
)

// minor returns a version without what follows its second number: "3.6" of "3.6.6".
func minor(version string) string {
	first, rest, ok := strings.Cut(version, ".")
	second, _, more := strings.Cut(rest, ".")
	if !ok || !more {
		return version
	}
	return first + "." + second
}

// versionNumber returns a number by which versions are in their order: of three parts,
// each below 1,000.
func versionNumber(version string) int64 {
	n := int64(0)
	parts := strings.FieldsFunc(version, func(c rune) bool { return c < '0' || c > '9' })
	for i := range 3 {
		n *= 1000
		if i < len(parts) {
			part, _ := strconv.ParseInt(parts[i], 10, 64)
			n += min(part, 999)
		}
	}
	return n
}

// versionOrder is the version as a number.
var versionOrder = &Field{Name: "version", Title: "version", Kind: Number, column: colVersion, count: versionNumber}

// lengths returns the field of how long a text is.
func lengths(f *Field) *Field {
	return &Field{Name: "length(" + f.Name + ")", Title: "length of the " + f.Title, Kind: Number, column: f.column, count: func(text string) int64 {
		if f.pick != nil {
			text = f.pick(text)
		}
		return int64(len([]rune(text)))
	}}
}

// isVersion reports whether a word is a version of games: 3.6, 3.4.3.
func isVersion(word string) bool {
	parts := strings.Split(word, ".")
	for _, p := range parts {
		if n, err := strconv.Atoi(p); err != nil || n < 0 || n > 999 || len(p) > 3 {
			return false
		}
	}
	return len(parts) == 2 || len(parts) == 3
}

// ofVersion returns the condition that a version stands for: with two numbers it means all
// that begin with them.
func ofVersion(word string) *Cond {
	field := "version"
	if strings.Count(word, ".") == 1 {
		field = "cv"
	}
	return is(field, "version "+word, word)
}
