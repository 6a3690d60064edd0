package route

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"delphi/commands/grammar"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// mostVersions is the largest number of versions for which a question is offered.
const mostVersions = 3

// moment matches a day and a time.
var moment = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d`)

func isMoment(hint string) bool { return moment.FindString(hint) == hint && hint != "" }

// whole writes the hints of an error that are only a version, as engines have
// them, as the question asked of that version, so that they can be typed; and
// those that are only a time as the question with its first time so. rest is
// what follows the command in the question.
func whole(command, rest string, err error) error {
	var p problem.Mendable
	var unknown *grammar.Unknown
	if !errors.As(err, &p) || errors.As(err, &unknown) { // which offers names alone, once they are asked for
		return err
	}
	if slices.ContainsFunc(p.Instead(), isMoment) && moment.MatchString(rest) {
		var hints []string
		rest = strings.TrimSpace(rest)
		for _, h := range p.Instead() {
			if isMoment(h) {
				at := moment.FindStringIndex(rest)
				h = command + " " + rest[:at[0]] + h + rest[at[1]:]
			}
			hints = append(hints, h)
		}
		return &problem.Problem{Text: p.Error(), Hints: hints, Err: err}
	}
	if !slices.ContainsFunc(p.Instead(), isVersion) {
		return err
	}
	words := slices.DeleteFunc(strings.Fields(rest), func(w string) bool {
		_, looksLike, _ := rules.Lookup(strings.ToLower(strings.Trim(w, ",'")))
		return looksLike
	})
	var hints []string
	versions := 0
	for _, h := range p.Instead() {
		if isVersion(h) {
			if versions++; versions > mostVersions {
				continue
			}
			h = strings.Join(append([]string{command, h}, words...), " ")
		}
		hints = append(hints, h)
	}
	return &problem.Problem{Text: p.Error(), Hints: hints, Err: err}
}

// isVersion reports whether a hint is the name of a version and nothing else.
func isVersion(hint string) bool {
	return slices.Contains(rules.Names(), strings.TrimPrefix(hint, "v"))
}
