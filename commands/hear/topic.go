package hear

import (
	"cmp"
	"context"
	"slices"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/engine/rules"
)

// topical is how strongly a word must speak for a command to be what a line is about.
const topical = 5

// Topics lists the commands that the words of a line are about, the likeliest first
// and at most most: for lines that ask nothing that can be answered.
func (h *Hearer) Topics(ctx context.Context, line string, fallback *rules.Set, most int) []*commands.Command {
	set := version(line, fallback)
	words, err := split(line, set)
	if err != nil || len(words) == 0 {
		return nil
	}
	if slices.ContainsFunc(words, func(w word) bool { return w.in(cheers) || w.in(interjections) }) {
		return nil
	}
	words = spoken(words, false)
	h.mend(words, set)
	s := h.listen(budget.From(ctx), words, line, set)
	var list []candidate
	for _, cmd := range h.commands {
		best := 0
		for i := range cmd.Cues {
			if c := &cmd.Cues[i]; slices.Contains(s.spoken, c) {
				best = max(best, c.Weight)
			}
		}
		if slices.ContainsFunc(s.words, func(w word) bool { return w.text == cmd.Name }) && best > 0 {
			best += topical // it is named
		}
		if best >= topical {
			list = append(list, candidate{cmd, best})
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var out []*commands.Command
	for _, c := range list[:min(most, len(list))] {
		out = append(out, c.cmd)
	}
	return out
}
