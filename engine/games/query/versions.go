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
