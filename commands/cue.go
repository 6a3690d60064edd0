package commands

// Cue is something in a line that speaks for a command where the line does not
// name one: words, what is named, or how something looks.
type Cue struct {
	// Words are phrases separated by "|", any one of which must stand in the
	// line; empty: none is needed. "by polymorph" stands for what a Pile has as
	// its Means, where the line names it beside other things.
	Words string
	// Names must each be named in the line: a spell, a role.
	Names []*Param
	// Numbers must each be said: xl, pw.
	Numbers []string
	// Shape must be there.
	Shape Shape
	// Without keeps the cue from counting where one of these is named.
	Without []*Param
	// Weight is how strongly the cue speaks: 10 decides alone, below 5 it
	// takes another.
	Weight int
}

// Shape is something that a line holds and that is known by how it is written.
type Shape uint8

const (
	NoShape      Shape = iota
	ChanceShape        // 1/6, 0.4%, 1 in 30
	DiceShape          // 3d6
	CountShape         // a count before a thing
	WantedShape        // a thing that is wanted of another, or of several
	SourceShape        // a thing that something is made from
	QuestionMark       // the line ends in one
	PriceShape         // =150, 100zm
	SignShape          // =oFA
	StatusShape        // a pasted status line
	AloneShape         // little but names
	AskShape           // a question: it has a question mark, or begins as questions and wishes do
	NumberShape        // a figure that is no version's
	GlyphShape         // a letter and a colour, as monsters look: "q blue"
	ManyShape          // how many of a wanted thing come of counted ones
	FodderShape        // a wanted thing, and alternatives that it could be made from
	Shapes             // how many there are
)

// Heard is what was found in a line that names no command, for commands whose
// arguments are text.
type Heard struct {
	Line  string              // as it was typed
	Words []string            // folded, without marks
	Names map[*Param][]string // what was named, in full, in the line's order
}

// Thing is the object or artifact that the line names, the longest of its names;
// empty if it names none.
func (h *Heard) Thing() (name string) {
	for p, list := range h.Names {
		if !p.Pile {
			continue
		}
		for _, n := range list {
			if len(n) > len(name) || len(n) == len(name) && n < name {
				name = n
			}
		}
	}
	return name
}

// Has reports whether one of the words stands in the line.
func (h *Heard) Has(words ...string) bool {
	for _, w := range h.Words {
		for _, x := range words {
			if w == x {
				return true
			}
		}
	}
	return false
}
