package hear

import (
	"context"
	"fmt"
	"slices"

	"delphi/commands/budget"
	"delphi/engine/rules"
)

// Overlooked runs every pass over a line, also those that have nothing to do on it as
// their words tell, and says which of these would have changed it after all.
func (h *Hearer) Overlooked(line string, set *rules.Set) (out []string) {
	words, err := split(line, set)
	if err != nil || len(words) == 0 {
		return nil
	}
	words = spoken(words, false)
	for _, passes := range [][]pass{piling, restated} {
		for i := range passes {
			if len(words) == 0 {
				return out
			}
			have, before := vocabsOf(words), slices.Clone(words)
			words = passes[i].do(h, words, set)
			if !passes[i].wanted(&have) && !same(before, words) {
				out = append(out, fmt.Sprintf("pass %d of %d turns %q into %q", i, len(passes), joinedText(before), joinedText(words)))
			}
		}
	}
	words = figures(words, func(w string) bool { return h.isRole(w, set) }, h.units)
	if len(words) == 0 {
		return out
	}
	s := h.listen(budget.New(context.Background()), words, line, set)
	for i := range knowing {
		have := vocabsOf(s.words)
		next := knowing[i].do(s)
		if !knowing[i].wanted(&have) && next != s {
			out = append(out, fmt.Sprintf("knowing pass %d turns %q into %q", i, joinedText(s.words), joinedText(next.words)))
		}
		s = next
	}
	return out
}

// same reports whether words are the same in all that is read of them.
func same(a, b []word) bool {
	return slices.EqualFunc(a, b, func(v, w word) bool {
		v.lemma, w.lemma = nil, nil
		return v == w
	})
}
