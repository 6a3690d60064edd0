package compare

import (
	"regexp"
	"slices"
	"strings"

	"delphi/engine/names"
)

// clause is a part of a sentence.
type clause struct {
	text   string
	before string // the mark before it: ", " or ": "; empty at the beginning
	inside bool   // it stands in parentheses
	more   bool   // another sentence lacks it
}

// clauseEnd is where one part of a sentence ends and the next begins.
var clauseEnd = regexp.MustCompile(` \| |\)?[,;:.]? \(|[,;:.] |\)[,;:.]? |\)$`)

// clausesOf splits sentences into their parts.
func clausesOf(text string) (out []clause) {
	at, mark, inside := 0, "", false
	add := func(to int) {
		if to > at {
			out = append(out, clause{text: text[at:to], before: mark, inside: inside})
		}
	}
	for _, end := range clauseEnd.FindAllStringIndex(text, -1) {
		add(end[0])
		switch mark = text[end[0]:end[1]]; {
		case strings.HasSuffix(mark, "("):
			inside = true
		case mark[0] == ')':
			inside = false
		}
		at = end[1]
	}
	add(len(text))
	return out
}

// joinClauses writes those of the clauses that another sentence lacks.
func joinClauses(parts []clause) string {
	var b strings.Builder
	open := false
	for i, p := range parts {
		if !p.more {
			continue
		}
		beside := i > 0 && parts[i-1].more
		closed := open && (!p.inside || !beside)
		if closed {
			b.WriteString(")")
			open = false
		}
		switch {
		case b.Len() == 0:
		case p.inside && !open && beside && !parts[i-1].inside:
			b.WriteString(" (")
			open = true
		case beside && p.before == ": ":
			b.WriteString(": ")
		case beside && closed && p.before == ") ":
			b.WriteString(" ")
		default:
			b.WriteString(", ")
		}
		if b.Len() == 0 {
			p.text = strings.TrimPrefix(p.text, "and ")
		}
		b.WriteString(p.text)
	}
	if open {
		b.WriteString(")")
	}
	return b.String()
}

var digit = regexp.MustCompile(`\d`)

// number matches one figure.
var number = regexp.MustCompile(`\d[\d./]*%?`)

// knows reports whether one of the clauses says a text, or ends with it where it has no figure.
func knows(parts []clause, text string) bool {
	return slices.ContainsFunc(parts, func(c clause) bool {
		return c.text == text || !digit.MatchString(text) && strings.HasSuffix(c.text, " "+text)
	})
}

// formed reports whether one of the clauses is a text but for its figures.
func formed(parts []clause, text string) bool {
	form := number.ReplaceAllString(text, "#")
	return slices.ContainsFunc(parts, func(c clause) bool { return number.ReplaceAllString(c.text, "#") == form })
}

// sameFigures reports whether one of the clauses has all figures of a text, except for what own
// says, and most of its words.
func sameFigures(parts []clause, text, own string) bool {
	figures, words := number.FindAllString(text, -1), minus(number.ReplaceAllString(text, ""), own)
	return slices.ContainsFunc(parts, func(c clause) bool {
		there := number.FindAllString(c.text+" "+own, -1)
		return 2*sharedWords(minus(c.text, ""), words) >= len(strings.Fields(words)) && !slices.ContainsFunc(figures, func(f string) bool { return !slices.Contains(there, f) })
	})
}

// isCut reports whether a clause ends a list of which not all is said.
func isCut(text string) bool { return strings.HasSuffix(text, " more") }

// saysOnly reports whether a clause says what own says, and no more than a clause of the other
// answer with its own; or no other figures than such a clause but for own's: "depth 10" beside
// "depth 1" for "dlvl 10".
func saysOnly(text, own string, other []clause, others string) bool {
	rest := minus(text, own)
	if rest == "" || rest != minus(text, "") && slices.ContainsFunc(other, func(c clause) bool { return minus(c.text, others) == rest }) {
		return true
	}
	form, figures := number.ReplaceAllString(text, "#"), number.FindAllString(text, -1)
	told, before := number.FindAllString(own, -1), number.FindAllString(others, -1)
	return slices.ContainsFunc(other, func(c clause) bool {
		if number.ReplaceAllString(c.text, "#") != form {
			return false
		}
		for i, f := range number.FindAllString(c.text, -1) {
			if f != figures[i] && !(slices.Contains(told, figures[i]) && slices.Contains(before, f)) {
				return false
			}
		}
		return true
	})
}

// articles say nothing of a thing.
var articles = names.Set("a an the")

// wordsOfClause returns the words of a text in lower case, without commas, articles, plus
// signs and the s of plurals.
func wordsOfClause(text string) []string {
	var out []string
	for w := range strings.FieldsSeq(strings.ToLower(strings.ReplaceAll(text, ",", ""))) {
		if !articles[w] {
			out = append(out, strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(w, "+"), "'s"), "s"))
		}
	}
	return out
}

// minus returns the words of a text but for those of own.
func minus(text, own string) string {
	told := wordsOfClause(own)
	return strings.Join(slices.DeleteFunc(wordsOfClause(text), func(w string) bool { return slices.Contains(told, w) }), " ")
}

// tells reports whether a text says a part of own, or all of its words.
func tells(text, own string) bool {
	return less(text, own) != less(text, "") || minus(own, text) == ""
}

// sharedWords counts the words of a text that another one has, too.
func sharedWords(other, text string) (n int) {
	there := strings.Fields(other)
	for w := range strings.FieldsSeq(text) {
		if slices.Contains(there, w) {
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
