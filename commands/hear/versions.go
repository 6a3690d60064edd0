package hear

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/engine/rules"
)

// versionOf is rules.Lookup of a word as it stands in a line: "slash'em,".
func versionOf(f string) (found rules.Found, looksLike bool, err error) {
	return rules.Lookup(strings.ReplaceAll(strings.ToLower(strings.Trim(f, ",;:?!()")), "'", ""))
}

// version is the rule set that a line names.
func version(line string, fallback *rules.Set) *rules.Set {
	for f := range strings.FieldsSeq(line) {
		if found, ok, err := versionOf(f); ok && err == nil {
			return found.Set
		}
	}
	return fallback
}

// inBoth asks a question of each of the two versions that a line names; nil where
// it does not name two, or asks nothing that way.
func (h *Hearer) inBoth(left *budget.Budget, line string, fallback *rules.Set, only *commands.Command) *Question {
	fields := strings.Fields(line)
	var at []int
	for i, f := range fields {
		if _, looks, err := versionOf(f); looks && err == nil {
			at = append(at, i)
		}
	}
	if len(at) != 2 || at[1] > at[0]+2 {
		return nil
	}
	var out *Question
	for _, version := range at {
		rest := slices.Concat(fields[:at[0]], []string{strings.Trim(fields[version], ",;:?!()")}, fields[at[1]+1:])
		q, err := h.read(left, strings.Join(rest, " "), fallback, only, true)
		switch {
		case err != nil || q == nil || out != nil && out.Command != q.Command:
			return nil
		case out == nil:
			out = q
		default:
			out.Calls = append(slices.Clone(out.Calls), q.Calls...)
		}
	}
	return out
}
