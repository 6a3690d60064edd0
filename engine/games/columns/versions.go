package columns

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

// VersionNumber returns a number by which versions are in their order: of three parts,
// each below 1,000.
func VersionNumber(version string) int64 {
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

// VersionOrder is the version as a number.
var VersionOrder = &Field{Name: "version", Title: "version", Kind: Number, Column: Version, Count: VersionNumber}

// LengthOf returns the field of how long a text is.
func LengthOf(f *Field) *Field {
	return &Field{Name: "length(" + f.Name + ")", Title: "length of the " + f.Title, Kind: Number, Column: f.Column, Count: func(text string) int64 {
		if f.Pick != nil {
			text = f.Pick(text)
		}
		return int64(len([]rune(text)))
	}}
}
