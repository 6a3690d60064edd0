package hear

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
)

// Marks part a pile from what is wanted of it: nothing joins a pile of counted things
// across the end of a sentence, or a colon.

// clause is the part of the line between two marks that word i stands in.
func (s *heard) clause(i int) (from, to int) {
	from, to = i, i+1
	for from > 0 && !s.words[from].stop {
		from--
	}
	for to < len(s.words) && !s.words[to].stop {
		to++
	}
	return from, to
}

// apartFrom reports whether the thing k, of which no count is said, stands in another
// sentence than the counted things: "6 horns and 2 sacks. marker possible?"
func (s *heard) apartFrom(k int) bool {
	f := &s.found[k]
	if s.counted(f.from) || s.quantity(k) > 0 || s.several(f) {
		return false
	}
	from, to := s.clause(f.from)
	if from == 0 && to == len(s.words) || slices.ContainsFunc(s.words[from:f.from], func(w word) bool { return slices.Contains(sourceWords, w.text) }) {
		return false
	}
	counted, before, last := false, 0, -1
	for m := range s.found {
		o := &s.found[m]
		if !o.param.Pile || o.from == f.from {
			continue
		}
		if start, _ := s.clause(o.from); o.to <= from && o.from != last && (last < 0 || start <= last) { // of one list
			before++
			last = o.from
		}
		amount := s.quantity(m) > 0
		if amount && o.from >= from && o.from < to {
			return false
		}
		counted = counted || amount
	}
	return counted || before > 1 && to == len(s.words) && (s.opens(f.from) || s.words[f.from].stop)
}

// acrossColon is the side of a thing that a colon parts from others: of "20 horns:
// marker or bag?" what stands behind it is wanted, of "marker: whistles or horns?" it is
// what that can be made from. NoShape: no colon tells.
func (s *heard) acrossColon(k int) commands.Shape {
	at := -1
	for i := range s.words {
		if s.words[i].colon {
			at = i
		}
	}
	if at < 0 {
		return commands.NoShape
	}
	before, behind, last, counted, joined := 0, 0, -1, false, false // things on either side of it
	for m := range s.found {
		o := &s.found[m]
		if !o.param.Pile || o.from == last {
			continue
		}
		if last = o.from; o.to <= at {
			before++
			counted = counted || s.quantity(m) > 0 || s.several(o)
			continue
		}
		behind++
		joined = joined || s.joinedTo(m) >= 0
	}
	front := s.found[k].to <= at
	switch {
	case before == 0 || behind == 0:
	case counted && !slices.ContainsFunc(s.words[:at], func(w word) bool { return slices.Contains(wantsWords, w.text) }):
		if front {
			return commands.SourceShape
		}
		return commands.WantedShape
	case !counted && joined && before == 1:
		if front {
			return commands.WantedShape
		}
		return commands.SourceShape
	}
	return commands.NoShape
}

// several reports whether a thing was named in the plural.
func (s *heard) several(f *found) bool {
	typed := s.words[f.to-1].text
	return s.words[f.to-1].sign == 0 && strings.HasSuffix(typed, "s") && !strings.HasSuffix(names.Fold(f.name), typed)
}
