package words

import (
	"delphi/commands/read/lex"
	"delphi/engine/rules"
)

// Class is the class of a word that is passed over.
type Class uint8

// The classes of words.
const (
	Mark     Class = iota // a comma, a bracket
	Noise                 // articles and the like
	Chat                  // greetings, thanks, laughs
	Word                  // everyday English
	Unknown               // what nobody knows
	Name                  // a name, or part of one
	Number                // a figure
	Neg                   // not, without, never
	Cue                   // a word that asks for something
	Question              // a question mark
	Percent               // a figure with % or /
	Classes
)

// Light reports whether words of a class say nothing that an answer could depend on.
func (cl Class) Light() bool {
	return cl == Mark || cl == Noise || cl == Chat || cl == Question
}

// Weighty reports whether words of a class, if they occur in the question, are there
// for a reason.
func (cl Class) Weighty() bool {
	return cl == Unknown || cl == Name || cl == Neg || cl.Figure()
}

// Figure reports whether words of a class are figures.
func (cl Class) Figure() bool { return cl == Number || cl == Percent }

var classNames = [Classes]string{"mark", "noise", "chat", "word", "unknown", "name", "number", "neg", "cue", "question", "percent"}

func (cl Class) String() string { return classNames[cl] }

// counted reports whether a figure only counts what was said: "those two", "which of the
// two is better".
func (c *Line) counted(i int) bool {
	if i == 0 || !counting[c.Tokens[i-1].Word] {
		return false
	}
	return i+1 == len(c.Tokens) || len(c.Names[i+1]) == 0
}

// counting holds words before a figure that only counts what was said.
var counting = map[string]bool{"those": true, "these": true, "them": true, "us": true, "both": true}

// States reports whether a token is an everyday word for a state of a hero or a monster.
func (c *Line) States(i int) bool {
	l := c.Lits[i][0]
	return c.g.Class(l) == "state"
}

// class returns the class of a token that is passed over.
func (c *Line) class(i int) Class {
	t := &c.Tokens[i]
	switch t.Kind {
	case lex.Mark:
		if t.Word == "?" {
			return Question
		}
		if (t.Word == "+" || t.Word == "-") && i+1 < len(c.Tokens) && c.Tokens[i+1].Glued && c.Tokens[i+1].Kind == lex.Number && !t.Glued {
			return Number // +3
		}
		return Mark
	case lex.Number:
		if i+1 < len(c.Tokens) && (c.Tokens[i+1].Word == "%" || c.Tokens[i+1].Word == "percent") {
			return Percent
		}
		if t.Said && (t.Num == 1 || c.counted(i)) {
			return Noise
		}
		return Number
	case lex.Fraction, lex.Decimal, lex.Dice:
		return Percent
	case lex.Version, lex.Glyph:
		return Name
	}
	switch c.g.Class(c.Lits[i][0]) {
	case "noise":
		return Noise
	case "chat":
		return Chat
	case "neg":
		return Neg
	case "cue":
		return Cue
	case "word":
		return Word
	case "name":
		return Name
	}
	if c.Joined[i] { // within a name
		return Name
	}
	for k := range c.Names[i] {
		if w := c.Names[i][k].Way; w == Whole || w == Alias || w == Tail {
			return Name
		}
	}
	if c.unknown(i) {
		if _, looks, err := rules.Lookup(t.Word); looks && err != nil {
			return Number // a version that nobody knows
		}
		return Unknown
	}
	return Word
}
