package hear

import (
	"slices"

	"delphi/commands"
)

// joint is the question of a line that asks two things about one spell, "mana cost and
// fail rate of sleep"; nil: it asks one. only is the command that the line names; nil:
// none.
func (h *Hearer) joint(list []candidate, s *heard, in *sentence, only *commands.Command) *Question {
	for i := range s.words {
		w := &s.words[i]
		if joins := w.text == "and" || w.text == "plus"; joins && i+1 < len(s.words) {
			w = &s.words[i+1]
		} else if joins || !w.cut || i > 0 {
			continue
		}
		for _, beside := range []string{w.text, s.words[max(i-1, 0)].text} {
			second := s.speaksFor(beside, list, only)
			if second == nil || !ofSpells(second) {
				continue
			}
			first := only
			for k := 0; k < len(s.words) && first == nil; k++ {
				if first = s.speaksFor(s.words[k].text, list, second); s.words[k].text == beside {
					first = nil
				}
			}
			if first != nil && ofSpells(first) {
				return h.both(first, second, s, in)
			}
		}
	}
	return nil
}

// both is the question of two commands; nil where one of them cannot be asked so.
func (h *Hearer) both(first, second *commands.Command, s *heard, in *sentence) *Question {
	a, err := h.question(first, s, in)
	if err != nil || a == nil {
		return nil
	}
	b, err := h.question(second, s, in)
	if err != nil || b == nil {
		return nil
	}
	a.Calls = append(slices.Clone(a.Calls), b.Calls...)
	a.Unused = slices.DeleteFunc(slices.Clone(a.Unused), func(w string) bool { return !slices.Contains(b.Unused, w) })
	return a
}

// speaksFor is the likeliest command, other than one, that a word of the line speaks for
// and for the other does not; nil: there is none.
func (s *heard) speaksFor(w string, list []candidate, other *commands.Command) *commands.Command {
	var out *commands.Command
	best := 0
	for _, c := range s.hearer.cues[w] {
		if c.Weight <= 0 || !slices.Contains(s.spoken, c) || !s.speaks(c) {
			continue
		}
		cmd := s.hearer.commands[s.hearer.owner[c]]
		if cmd == other {
			return nil
		}
		for _, l := range list {
			if l.cmd == cmd && l.score > best {
				out, best = cmd, l.score
			}
		}
	}
	return out
}

// ofSpells reports whether a command asks about a hero's spell.
func ofSpells(cmd *commands.Command) bool {
	return takesRole(cmd) && slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool { return p.Sign == '+' })
}
