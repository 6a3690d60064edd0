package segment

import (
	"net/url"
	"strings"
)

// Of returns text as one part of a path: blanks as "_", which is easier on the eye
// than "%20".
func Of(text string) string {
	parts := strings.Split(text, " ")
	for i, p := range parts {
		p = strings.ReplaceAll(url.PathEscape(p), "%2C", ",")
		parts[i] = strings.ReplaceAll(p, "_", "%5F")
		if parts[i] == "." || parts[i] == ".." { // a path would lose them
			parts[i] = strings.ReplaceAll(parts[i], ".", "%2E")
		}
	}
	return strings.Join(parts, "_")
}

// Text is the inverse of Of; ok is false if raw is not escaped properly.
func Text(raw string) (text string, ok bool) {
	parts := strings.Split(raw, "_")
	for i, p := range parts {
		text, err := url.PathUnescape(p)
		if err != nil {
			return "", false
		}
		parts[i] = text
	}
	return strings.Join(parts, " "), true
}
