package read

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"delphi/commands/read/said"
)

// Leaner lists the lines of a reading without one of the values that it takes from what is told
// beside the question: what a story mentions may have nothing to do with what is asked. The least
// likely value is left out first. It is empty for several questions.
func (r *Reader) Leaner(rd *Reading) (out []string) {
	k := r.grammar.Kind(rd.Kind)
	if k == nil || k.Command == nil || len(rd.Lines) != 1 {
		return nil
	}
	spans := slices.DeleteFunc(slices.Clone(rd.Used), func(s Span) bool { return s.Slot == "" || s.Value == "" || !s.Told })
	slices.SortStableFunc(spans, func(a, b Span) int { return -cmp.Compare(a.Cost, b.Cost) })
	for _, sp := range spans {
		slots := without(rd.Slots, sp)
		if slots == nil {
			continue
		}
		for _, line := range said.Lines(k, slots) {
			if line != rd.Lines[0] && !slices.Contains(out, line) {
				out = append(out, line)
			}
		}
	}
	return out
}

// without returns slots without what a span says, nil if they do not say it so.
func without(in said.Slots, sp Span) said.Slots {
	lists := in[sp.Slot]
	if len(lists) != 1 {
		return nil
	}
	at := slices.IndexFunc(lists[0], func(v string) bool { return v == sp.Value || strings.HasSuffix(v, " "+sp.Value) })
	if at < 0 {
		return nil
	}
	out := maps.Clone(in)
	if left := slices.Delete(slices.Clone(lists[0]), at, at+1); len(left) > 0 {
		out[sp.Slot] = [][]string{left}
	} else {
		delete(out, sp.Slot)
	}
	return out
}
