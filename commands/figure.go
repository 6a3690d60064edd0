package commands

import (
	"strings"
	"unicode"
)

// Figure returns the Headline with the words of the Summary that say what it counts:
// "3% fail", "14 casts succeed in 100 turns". Remarks in brackets are left out. If the
// Summary does not contain the Headline, it returns the Headline alone.
func (r *Reply) Figure() string {
	if r.Headline == "" {
		return ""
	}
	at := indexFigure(r.Summary, r.Headline)
	if at < 0 {
		return r.Headline
	}
	from, to := at, at+len(r.Headline)
	for from > 0 && !ends(r.Summary, from-1) {
		from--
	}
	for to < len(r.Summary) && !ends(r.Summary, to) {
		to++
	}
	return strings.TrimSpace(withoutRemarks(r.Summary[from:to], r.Headline))
}

// indexFigure returns the index of a figure, which is not empty, in a text as a separate
// word, or -1.
func indexFigure(text, figure string) int {
	for at := 0; ; {
		i := strings.Index(text[at:], figure)
		if i < 0 {
			return strings.Index(text, figure)
		}
		i += at
		end := i + len(figure)
		digits := func(k int) bool {
			return k >= 0 && k < len(text) && (unicode.IsDigit(rune(text[k])) || text[k] == '.' && k+1 < len(text) && unicode.IsDigit(rune(text[k+1])))
		}
		if !digits(i-1) && !digits(end) {
			return i
		}
		at = i + 1
	}
}

// ends reports whether a part of a sentence ends at a byte of it: at a mark with a
// blank behind it, outside of brackets.
func ends(text string, at int) bool {
	if !strings.ContainsRune(".:;,?!", rune(text[at])) || at+1 < len(text) && text[at+1] != ' ' {
		return false
	}
	return strings.Count(text[:at], "(") == strings.Count(text[:at], ")")
}

// withoutRemarks removes what is in brackets, except for the figure.
func withoutRemarks(text, figure string) string {
	for at := 0; ; {
		from := strings.Index(text[at:], "(")
		if from < 0 {
			return text
		}
		from += at
		length := strings.Index(text[from:], ")")
		if length < 0 {
			return text
		}
		if to := from + length + 1; !strings.Contains(text[from:to], figure) {
			before := strings.TrimRight(text[:from], " ")
			text, at = before+text[to:], len(before)
		} else {
			at = to
		}
	}
}
