package rules

import (
	"strings"
	"sync"
)

// deltas holds, by version, what that version changes of its parent's numbers.
type deltas[T any] map[string]func(*T)

// along applies the changes from the root to the last of the lineage.
func (d deltas[T]) along(lineage []string) T {
	var t T
	for _, name := range lineage {
		if change := d[name]; change != nil {
			change(&t)
		}
	}
	return t
}

// ofEach prepares a topic of every version: it is built when first asked for.
func ofEach[T any](build func(lineage []string) *T) map[string]func() *T {
	out := map[string]func() *T{}
	for _, v := range versions {
		out[v.name] = sync.OnceValue(func() *T {
			var names []string
			for _, ancestor := range lineage(v.name) {
				names = append(names, ancestor.name)
			}
			return build(names)
		})
	}
	return out
}

// list is a cell that holds names separated by commas.
func (r row) list(column string) []string {
	s := r.str(column)
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}
