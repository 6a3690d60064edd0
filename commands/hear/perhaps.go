package hear

import (
	"slices"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/problem"
)

// slight is how strongly a line must speak for a command to be offered where
// nothing was asked clearly.
const slight = 4

// mostPerhaps is how many questions are offered.
const mostPerhaps = 4

// Perhaps is the problem of a line of which it is not clear what it asks.
type Perhaps struct{ *problem.Problem }

// perhaps is the problem of a line that asks something of what it names, but not
// clearly what: it offers the questions that it may mean. nil: the line asks
// nothing.
func (h *Hearer) perhaps(s *heard, in *sentence) error {
	if !s.shape[commands.AskShape] && !s.shape[commands.NumberShape] && !s.shape[commands.WantedShape] || s.cheers() {
		return nil
	}
	named := func(f found) bool {
		return !f.short && f.param.Titled == nil && f.param.Kind == commands.KindName && !(f.to == f.from+1 && (names.Everyday(s.words[f.from].text) || Small(s.words[f.from].text)))
	}
	if !slices.ContainsFunc(s.found, named) {
		return nil
	}
	var hints []string
	offer := func(cmd *commands.Command, s *heard) {
		q, err := h.question(cmd, s, in)
		if err != nil || q == nil || len(hints) >= mostPerhaps {
			return
		}
		if line := q.Calls[0].Line(); len(q.Calls) == 1 && !slices.Contains(hints, line) {
			hints = append(hints, line)
		}
	}
	for _, c := range h.likely(s, slight) {
		offer(c.cmd, s)
	}
	for _, f := range s.found {
		if !named(f) {
			continue
		}
		for _, cmd := range h.commands { // what is asked of a name that stands alone
			if slices.ContainsFunc(cmd.Cues, func(c commands.Cue) bool {
				return c.Shape == commands.AloneShape && slices.Contains(c.Names, f.param)
			}) && len(hints) < mostPerhaps {
				if line := cmd.Path() + " " + f.name; !slices.Contains(hints, line) {
					hints = append(hints, line)
				}
			}
		}
	}
	if len(hints) == 0 {
		return nil
	}
	return &Perhaps{problem.New("I am not sure what you ask. Is it one of these?", hints...)}
}
