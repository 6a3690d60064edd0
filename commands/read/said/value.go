package said

import (
	"delphi/commands"
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
