package bot

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ByCount returns the reasons for which lines were set aside, the most frequent first.
func ByCount(of map[string]int64) []string {
	return slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), strings.Compare(a, b)) })
}

// Reasons says how many lines were set aside and why.
func Reasons(of map[string]int64) string {
	var parts []string
	for _, r := range ByCount(of) {
		parts = append(parts, fmt.Sprintf("%d because of %q", of[r], r))
	}
	return strings.Join(parts, ", ")
}
