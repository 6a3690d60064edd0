package route

import (
	"regexp"
	"slices"
	"strings"

	"delphi/commands"
)

// compared returns the sentences of answers to one question about several things: the
// first in full, and each other one only as far as it differs, after what it is about.
// ok is false if they have too little in common for that.
func compared(replies []commands.Reply, says, apart []string) (out []string, ok bool) {
	first := replies[0]
	same := true // all that they say
	for i, r := range replies {
		if r.Command != first.Command || apart[i] == "" || slices.Contains(apart[:i], apart[i]) {
			return nil, false
		}
		same = same && r.Summary == first.Summary
	}
	out = []string{says[0]}
	if own := about(says[0], says[1], apart[0]); own == apart[0] && !strings.HasPrefix(own, "without ") && less(says[0], own) == less(says[0], "") {
		out[0] = own + ": " + says[0]
	}
	for i, r := range replies[1:] {
		own := about(says[i+1], says[0], apart[i+1])
		more := "the same"
		if !same {
			if more = different(&first, &r, says[0], says[i+1], own); more == "" {
				return nil, false
			}
		}
		out = append(out, own+": "+more)
	}
	return out, true
}

// clauseEnd is where one part of a sentence ends and the next begins.
var clauseEnd = regexp.MustCompile(`[,;:.] | \(|\)[,;:.]? |\)$`)

// about returns what distinguishes the subject of an answer from another's: the words
// that it begins with, or what only its question says.
func about(say, other, own string) string {
	begins := clauseEnd.Split(say, 2)[0]
	if begins == say || strings.Contains(own, ", ") || strings.Contains(begins, "%") || slices.Contains(clauseEnd.Split(other, -1), begins) {
		return own
	}
	return begins
}

// different returns the figure of an answer and the parts of its sentence that the
// first answer lacks, except for what own says. It is empty if they have too little in
// common, or if the first has figures that the other lacks.
func different(first, r *commands.Reply, before, say, own string) string {
	if !digit.MatchString(first.Headline) || !digit.MatchString(r.Headline) {
		return ""
	}
	known, parts := clauseEnd.Split(before, -1), clauseEnd.Split(say, -1)
	if figures(known) != figures(parts) {
		return ""
	}
	said, left, found := []string{r.Headline}, 0, false
	for _, part := range parts {
		rest := less(part, own)
		switch beside := strings.Replace(part, r.Headline, "", 1); {
		case !found && beside != part:
			if found = true; digit.MatchString(beside) { // which may be another figure
				said[0] = part
			}
			if beside != "" && slices.Contains(known, strings.Replace(part, r.Headline, first.Headline, 1)) {
				left++
			}
		case part == "":
		case slices.Contains(known, part), !digit.MatchString(rest) && rest != less(part, ""):
			left++
		default:
			said = append(said, part)
		}
	}
	if left < len(said)-1 || left == 0 {
		return ""
	}
	return strings.Join(said, ", ")
}

var digit = regexp.MustCompile(`\d`)

// figures counts the parts with a number in them.
func figures(parts []string) (n int) {
	for _, part := range parts {
		if digit.MatchString(part) {
			n++
		}
	}
	return n
}

// less returns a text in lower case and without blanks, minus the parts of own.
func less(text, own string) string {
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, " ", "")) }
	text = plain(text)
	for part := range strings.SplitSeq(own, ", ") {
		if part = plain(part); part != "" {
			text = strings.ReplaceAll(text, part, "")
		}
	}
	return text
}
