package read

import (
	"maps"
	"strconv"

	"delphi/commands"
	"delphi/commands/read/lex"
	"delphi/commands/read/said"
	"delphi/commands/read/words"
)

// Placed lists the lines of a reading with a figure more that it passes over and that could change
// the answer: one for each number of the question that nothing was said for, in the order in which
// the question says them. What the hero is, is hardly said by a figure alone.
func (r *Reader) Placed(rd *Reading) (out []string) {
	k := r.grammar.Kind(rd.Kind)
	if k == nil || k.Command == nil || len(rd.Lines) != 1 {
		return nil
	}
	for _, sp := range rd.Heavy {
		if sp.Slot != words.Number.String() {
			continue
		}
		n, err := strconv.Atoi(sp.Text)
		if err != nil {
			var known bool
			if n, known = lex.NumberWords[sp.Text]; !known {
				continue
			}
		}
		for _, o := range k.Order {
			s := k.Slots[o.Slot]
			if s == nil || s.Param == nil || s.Param.Kind != commands.KindNumber || len(rd.Slots[o.Slot]) > 0 || r.grammar.Facts[o.Slot] || n < s.Param.Min || n > s.Param.Max {
				continue
			}
			slots := maps.Clone(rd.Slots)
			if slots == nil {
				slots = said.Slots{}
			}
			slots[o.Slot] = [][]string{{s.Param.Name + strconv.Itoa(n)}}
			out = append(out, said.Lines(k, slots)...)
		}
	}
	return out
}
