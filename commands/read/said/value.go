package said

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/phrases"
	"delphi/engine/rules"
)

// How is how a slot that was said before is repeated.
type How uint8

// The ways to repeat it.
const (
	Once       How = iota
	Both           // both are asked about
	Later          // the later counts
	AskedAgain     // of a phrase that only asks: it was asked before
	TakenBack      // a denial takes it back: "no portal"
)

// Slots holds what a question says: the values for each slot, each of which may have
// alternatives.
type Slots = map[string][][]string

// Value is what a line says for a slot.
type Value struct {
	Slot     string
	Text     string
	How      How
	From, To int
	Prod     string
	Cost     float32
}

// Sense is what a reader is told of the things that lines speak of.
type Sense interface {
	// Merge merges a value that a follow-up says for a slot with several values into
	// the earlier ones.
	Merge(set *rules.Set, k *commands.Command, slot string, old []string, text string) []string
	// Alters reports whether a value of a slot with several values says something only of
	// those before it: how many they are, or that they are cursed.
	Alters(slot, text string) bool
	// Renews reports whether a value that a follow-up says for a slot with several values takes
	// the place of the earlier ones, and as what.
	Renews(slot string, old []string, text string) (now string, ok bool)
	// Clash reports whether two values of a slot with several values are incompatible,
	// such as two helmets.
	Clash(set *rules.Set, k *commands.Command, slot, a, b string) bool
	// Odd reports whether nobody would ask for this combination of slots.
	Odd(set *rules.Set, k *commands.Command, said Slots) bool
}

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
