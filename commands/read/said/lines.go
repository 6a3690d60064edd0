package said

import (
	"slices"
	"strings"

	"delphi/commands/read/phrases"
)

// mostLines is how many questions one line may ask.
const mostLines = 12

// Lines writes slots as canonical lines, one for each question.
func Lines(k *phrases.Kind, in Slots) []string {
	if len(k.Parts) > 0 {
		var out []string
		for _, p := range k.Parts {
			out = append(out, Lines(p, in)...)
		}
		return out
	}
	if k.Command == nil {
		return nil
	}
	out := []string{""}
	comma := []bool{false}
	add := func(s phrases.LineSlot) {
		values := in[s.Slot]
		if s.Slot == "" {
			for i := range out {
				out[i] += " " + s.Before
			}
			return
		}
		if len(values) == 0 {
			return
		}
		texts := []string{""}
		for _, alts := range values {
			var next []string
			for _, t := range texts {
				for _, a := range alts {
					switch {
					case a == "" || a == "-":
						next = append(next, t)
					case t == "":
						next = append(next, a)
					default:
						next = append(next, t+s.Join+a)
					}
				}
			}
			texts = next[:min(len(next), mostLines)]
		}
		var next []string
		var commas []bool
		for i, o := range out {
			for _, t := range texts {
				line, c := o, comma[i]
				if t != "" {
					if c {
						line += ","
					}
					line += " " + s.Before + t
					c = s.Comma
				}
				next, commas = append(next, line), append(commas, c)
			}
		}
		out, comma = next[:min(len(next), mostLines)], commas
	}
	for _, s := range k.Order {
		add(s)
	}
	var different []string
	for _, line := range out {
		line = strings.Join(strings.Fields(k.Command.Path()+line), " ")
		if !slices.Contains(different, line) {
			different = append(different, line)
		}
	}
	return different
}
