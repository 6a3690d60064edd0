package phrases

import (
	"slices"
	"strings"

	"delphi/commands"
)

// Bits of a mask that are no slot's: a word asked for the kind of question.
const (
	CueBit       = uint64(1) << 63
	SecondCueBit = uint64(1) << 62 // of a kind that asks two things
)

// Talk and Nothing are kinds of lines that no command answers, and Pick says which of the
// lines that the bot offered is meant.
const (
	Talk    = "talk"
	Nothing = "nothing"
	Pick    = "choose"
)

// Taker is a kind that takes a phrase, and which of its takes does.
type Taker struct{ Kind, Take int }

// Kind is one kind of question: a command, or a way not to ask anything.
type Kind struct {
	Name     string
	Command  *commands.Command // nil: it asks nothing
	Takes    []Take
	Slots    map[string]*Slot
	Order    []LineSlot
	Needs    []Need
	Clashes  []Clash
	Must     []string       // a sentence that says none of these slots is asked back
	Unless   map[int32]bool // but for one with such a word
	Drops    []Drop
	Text     string   // the slot of a text that may hold what these say: "+2" of "blessed +2 robe"
	Within   []string //
	Silent   bool
	Pets     bool    // it is asked of the hero's own beasts as well
	Parts    []*Kind // of two questions in one line
	bitOf    []int8  // number of a slot -> its bit; -1: the kind has none
	ByBit    []*Slot
	Singles  uint64 // slots for one value
	Flags    uint64 // slots that say only that they were said
	Choices  uint64 // slots for one of several words
	Names    uint64 // slots for names
	Traits   uint64 // those of them that say who the hero is
	Lacking  uint64 // slots for what may be denied: then it is as good as not said
	Fleeting uint64 // of these, slots for what may be over
	Idle     uint64 // slots that no line has: what fills them only belongs to such a question
	ID       int    // its index among those of the grammar
}

// Drop holds slots of which a line that changes a question takes away what was said, where it
// says something else for one of others.
type Drop struct{ Of, Slots []string }

// hangsOn reports whether the lines of a kind, or what it needs, have a slot.
func (k *Kind) hangsOn(slot string) bool {
	return slices.ContainsFunc(k.Order, func(o LineSlot) bool { return o.Slot == slot }) ||
		slices.ContainsFunc(k.Needs, func(n Need) bool { return slices.Contains(n.Slots, slot) }) || slices.Contains(k.Must, slot)
}

// Take is a phrase that a kind takes at the top.
type Take struct {
	sym  int32
	Slot string // which slot its own text fills; empty: it has none
	Cues uint64 // the bit of a phrase that asks for the kind
	Anew bool   // what follows corrects
	Lone bool   // it says what the hero is, for which the kind has no slot: it makes no difference
}

// Slot is what a kind may be told.
type Slot struct {
	Name  string
	Bit   uint
	Many  bool
	Saved bool            // a flag that a saved character may say
	Param *commands.Param // nil: it is the kind's own
}

// LineSlot is a slot in the order in which the canonical line has them.
type LineSlot struct {
	Slot   string
	Before string // words before what the slot says
	Comma  bool   // a comma parts it from what follows
	Join   string // between several
}

// Need is what a question of a kind lacks if none of these slots was said.
type Need struct {
	Slots []string
	Cost  float32
	Mask  uint64
}

// Clash is two slots of which hardly any question says both: a figure read for one of them is
// likely another's.
type Clash struct {
	Slots [2]string
	Cost  float32
	Mask  uint64
}

// In reports whether a mask has both.
func (c *Clash) In(mask uint64) bool { return mask&c.Mask == c.Mask }

// Clash reports whether a question that says some slots would clash with more.
func (k *Kind) Clash(said, more uint64) bool {
	return slices.ContainsFunc(k.Clashes, func(c Clash) bool { return !c.In(said) && c.In(said|more) })
}

// BitFor returns the bit of the slot with a number in masks of the kind; -1: it has no such slot.
func (k *Kind) BitFor(id int32) int8 { return k.bitOf[id] }

// Flag reports whether a slot says only that it was said.
func (s *Slot) Flag() bool { return s.Param != nil && isFlag(s.Param) }

// cues returns the bit of a phrase that asks for a kind of question, or 0.
func (k *Kind) cues(phrase string) uint64 {
	name, ok := strings.CutSuffix(phrase, ".cue")
	switch {
	case !ok:
		return 0
	case len(k.Parts) == 2 && name == k.Parts[1].Name:
		return SecondCueBit
	}
	return CueBit
}

// lack reports whether a slot is for what a line may name to say that it is not so: flags, names
// and choices ("not fast").
func (s *Slot) lack() bool {
	return s.Param != nil && (s.Flag() || s.Param.Kind == commands.KindName || s.Param.Kind == commands.KindChoice || s.Param.Kind == commands.KindWords)
}
