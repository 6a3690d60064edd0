package main

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"delphi/commands/read"
)

// harm counts in how many first readings of rows that are right, and of those that are wrong though
// another one is right, a phrase stands.
type harm struct {
	feature     int32
	right, harm int
}

// harmful lists the phrases that stand in more wrong first readings than in right ones, and not in
// the right reading of the same row: they take more than they give.
func (t *tuner) harmful(rows []*row) {
	counts := make([]harm, len(t.reader.Tunable().Names()))
	var mu sync.Mutex
	t.each(rows, func(i int, list []read.Reading) {
		at := slices.IndexFunc(list, func(rd read.Reading) bool { return t.right(rows[i], &rd) })
		if at < 0 {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, f := range list[at].Features() {
			counts[f].right++
		}
		if at == 0 {
			return
		}
		for _, f := range list[0].Features() {
			if !slices.Contains(list[at].Features(), f) {
				counts[f].harm++
			}
		}
	})
	names, listed := t.reader.Tunable().Names(), []harm{}
	for _, f := range t.reader.Written() {
		if c := counts[f]; c.harm > 0 && c.harm >= c.right {
			c.feature = f
			listed = append(listed, c)
		}
	}
	slices.SortFunc(listed, func(a, b harm) int {
		return cmp.Or(cmp.Compare(b.harm-b.right, a.harm-a.right), cmp.Compare(a.feature, b.feature))
	})
	for _, c := range listed {
		fmt.Printf("%4d right %4d wrong  %6.2f  %s\n", c.right, c.harm, t.reader.Tunable().Cost()[c.feature], names[c.feature])
	}
}
