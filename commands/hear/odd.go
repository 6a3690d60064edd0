package hear

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/problem"
)

// odd is the problem of a word that was passed over although it could change the
// answer: a figure, or something that the command knows by name. nil: there is
// none.
func (h *Hearer) odd(q *Question, s *heard, in *sentence) error {
	var lines []string
	for _, c := range q.Calls {
		lines = append(lines, c.Line())
	}
	for _, w := range q.Unused {
		if s.stranger(w) && !in.denied(w) && !mentioned(q.Calls, w) {
			return problem.New(fmt.Sprintf("I don't know what %q has to do with that. Leave it out?", commands.Typed(w)), lines...)
		}
		if strangeFigure(w, lines) || !genera[names.Stem(w)] && h.grammar.Knows(q.Command, in.set, w) && !mentioned(q.Calls, w) && !in.denied(w) {
			return problem.New(fmt.Sprintf("I don't know what %q means there. Leave it out?", commands.Typed(w)), lines...)
		}
	}
	return nil
}

// stranger reports whether a word is the whole name of something that some
// command is asked about: what was passed over may be what is meant.
func (s *heard) stranger(w string) bool {
	folded := names.Fold(w)
	return !names.Everyday(folded) && slices.ContainsFunc(s.found, func(f found) bool {
		return !f.short && f.to == f.from+1 && f.param.Noun == "a monster" && s.words[f.from].text == folded && f.param.Titled == nil
	})
}

// genera are ends of names that mean whatever a sentence is about.
var genera = wordSet(`monster item thing stuff object artifact`)

var runOfDigits = regexp.MustCompile(`\d+`)

// strangeFigure reports whether a word is a figure that none of the questions
// holds. A chance is what the asker guesses, and a version is no figure.
func strangeFigure(w string, questions []string) bool {
	if strings.ContainsAny(w, "%/") || looksLikeVersion(names.Fold(w)) {
		return false
	}
	for _, n := range runOfDigits.FindAllString(w, -1) {
		if n != "1" && !slices.ContainsFunc(questions, func(q string) bool { return slices.Contains(runOfDigits.FindAllString(q, -1), n) }) {
			return true
		}
	}
	return false
}

// mentioned reports whether a word is part of what was read, or the beginning
// of it: "helm" beside a helmet.
func mentioned(calls []*commands.Call, w string) bool {
	stem := names.Stem(w)
	for _, c := range calls {
		for i := range c.Values {
			for _, said := range c.Values[i].Names {
				if slices.ContainsFunc(names.Words(said.Name), func(part string) bool { return strings.HasPrefix(part, stem) || strings.HasPrefix(stem, part) }) {
					return true
				}
			}
		}
	}
	return false
}

// denied reports whether a word stands behind one that denies it: "no shield".
func (in *sentence) denied(w string) bool {
	words := strings.Fields(names.Fold(in.line))
	for i := 1; i < len(words); i++ {
		if strings.Trim(words[i], marks) == names.Fold(w) && (slices.Contains(deniers, words[i-1]) || i > 1 && slices.Contains(deniers, words[i-2])) {
			return true
		}
	}
	return false
}

// deniers are words before what is not there.
var deniers = []string{"no", "not", "without", "w/o", "minus", "sans", "any", "dont"}
