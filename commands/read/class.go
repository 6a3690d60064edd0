package read

import (
	"delphi/commands/read/lex"
	"delphi/engine/rules"
)

// class is the class of a word that is passed over.
type class uint8

const (
	markClass     class = iota // a comma, a bracket
	noiseClass                 // articles and the like
	chatClass                  // greetings, thanks, laughs
	wordClass                  // everyday English
	unknownClass               // what nobody knows
	nameClass                  // a name, or part of one
	numberClass                // a figure
	negClass                   // not, without, never
	cueClass                   // a word that asks for something
	questionClass              // a question mark
	percentClass               // a figure with % or /
	classes
)

// light reports whether words of a class say nothing that an answer could depend on.
func (cl class) light() bool {
	return cl == markClass || cl == noiseClass || cl == chatClass || cl == questionClass
}

// weighty reports whether words of a class, if they occur in the question, are there
// for a reason.
func (cl class) weighty() bool {
	return cl == unknownClass || cl == nameClass || cl == numberClass || cl == percentClass || cl == negClass
}

var classNames = [classes]string{"mark", "noise", "chat", "word", "unknown", "name", "number", "neg", "cue", "question", "percent"}

// counted reports whether a figure only counts what was said: "those two", "which of the
// two is better".
func (c *chart) counted(i int) bool {
	if i == 0 || !counting[c.tokens[i-1].Word] {
		return false
	}
	return i+1 == len(c.tokens) || len(c.names[i+1]) == 0
}

// counting holds words before a figure that only counts what was said.
var counting = map[string]bool{"those": true, "these": true, "them": true, "us": true, "both": true}

// states reports whether a token is an everyday word for a state of a hero or a monster.
func (c *chart) states(i int) bool {
	l := c.lits[i][0]
	return c.g.Class(l) == "state"
}

// class returns the class of a token that is passed over.
func (c *chart) class(i int) class {
	t := &c.tokens[i]
	switch t.Kind {
	case lex.Mark:
		if t.Word == "?" {
			return questionClass
		}
		if (t.Word == "+" || t.Word == "-") && i+1 < len(c.tokens) && c.tokens[i+1].Glued && c.tokens[i+1].Kind == lex.Number && !t.Glued {
			return numberClass // +3
		}
		return markClass
	case lex.Number:
		if i+1 < len(c.tokens) && (c.tokens[i+1].Word == "%" || c.tokens[i+1].Word == "percent") {
			return percentClass
		}
		if t.Said && (t.Num == 1 || c.counted(i)) {
			return noiseClass
		}
		return numberClass
	case lex.Fraction, lex.Decimal, lex.Dice:
		return percentClass
	case lex.Version, lex.Glyph:
		return nameClass
	}
	switch c.g.Class(c.lits[i][0]) {
	case "noise":
		return noiseClass
	case "chat":
		return chatClass
	case "neg":
		return negClass
	case "cue":
		return cueClass
	case "word":
		return wordClass
	case "name":
		return nameClass
	}
	if c.joined[i] { // within a name
		return nameClass
	}
	for k := range c.names[i] {
		if w := c.names[i][k].way; w == nameWhole || w == nameAlias || w == nameTail {
			return nameClass
		}
	}
	if c.unknown(i) {
		if _, looks, err := rules.Lookup(t.Word); looks && err != nil {
			return numberClass // a version that nobody knows
		}
		return unknownClass
	}
	return wordClass
}
