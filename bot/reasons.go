package bot

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"delphi/engine/seq"
)

// ByCount returns the reasons for which lines were set aside, the most frequent first.
func ByCount(of map[string]int64) []string {
	return slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), strings.Compare(a, b)) })
}

// Reasons says how many lines were set aside and why.
func Reasons(of map[string]int64) string {
	return strings.Join(seq.Map(ByCount(of), func(r string) string { return fmt.Sprintf("%d because of %q", of[r], r) }), ", ")
}
