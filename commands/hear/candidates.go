package hear

import (
	"cmp"
	"slices"

	"delphi/commands"
	"delphi/engine/rules"
)

// states reports whether a command is about chances that a line states.
func states(cmd *commands.Command) bool {
	return slices.ContainsFunc(cmd.Cues, func(c commands.Cue) bool { return c.Shape == commands.ChanceShape })
}

// takesRole reports whether a command asks about a hero, whose race says little.
func takesRole(cmd *commands.Command) bool {
	return slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool { return p.Titled != nil })
}

// takesRace reports whether a command asks for a race.
func takesRace(cmd *commands.Command) bool {
	return slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool {
		return p.Kind == commands.KindChoice && slices.Contains(p.Choices, races[0])
	})
}

// raceless is the words without races that stand right before a role.
func (h *Hearer) raceless(words []word, set *rules.Set) []word {
	race := func(i int) bool {
		return i+1 < len(words) && slices.Contains(races, words[i].text) && h.isRole(words[i+1].text, set) &&
			!(words[i+1].cut && i > 1 && article(words[i-1].text) && slices.Contains([]string{"on", "at", "against", "vs"}, words[i-2].text)) // "does sleep work on an elf, wiz 9"
	}
	var out []word
	for i := range words {
		switch {
		case race(i) && out == nil:
			out = slices.Clone(words[:i])
		case !race(i) && out != nil:
			out = append(out, words[i])
		}
	}
	if out == nil {
		return words
	}
	return out
}

// candidate is a command and how strongly a line speaks for it.
type candidate struct {
	cmd   *commands.Command
	score int
}

// candidates are the commands that a line speaks for enough, the strongest
// first.
func (h *Hearer) candidates(s *heard) []candidate { return h.likely(s, enough) }

// likely are the commands that a line speaks for so strongly, the strongest
// first.
func (h *Hearer) likely(s *heard, enough int) (list []candidate) {
	for i, n := range s.scores() {
		if n >= enough {
			list = append(list, candidate{h.commands[i], n})
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return list
}

// isRole reports whether a word names a role, in whole or by its first letters.
func (h *Hearer) isRole(w string, set *rules.Set) bool {
	for _, e := range h.index(set).Exact([]byte(w)) {
		if h.params[e.Kind].Titled != nil {
			return true
		}
	}
	return false
}

var races = []string{"human", "hum", "elven", "elf", "elvish", "elv", "dwarvish", "dwarven", "dwarf", "dwa", "gnomish", "gnome", "gno", "orcish", "orc"}
