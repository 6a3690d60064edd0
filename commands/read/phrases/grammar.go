package phrases

import (
	"iter"

	"delphi/commands"
	"delphi/engine/names"
)

// Grammar is what the phrase files say, compiled. Nobody changes it: any number of readers may
// share it.
type Grammar struct {
	Prods     []Production
	Vocabs    []*commands.Param // whose names are terminals, from Builtins on; nil: a command's that is not there
	Kinds     []*Kind
	Between   int32               // the symbol of phrases that may stand between the parts of others
	Opener    int32               // the symbol of phrases that are said before a question
	Closer    int32               // and of those behind it
	Tale      int32               // of those that begin to tell of another game or hero
	Presently int32               // and of those that come back to this one
	Same      map[int32][]int32   // literal -> those for which it may stand
	Takers    [][]Taker           // symbol -> the kinds that take it
	Terms     int                 // how many terminals there are
	Corrects  [][]string          // words behind which stands what a figure before them should have been
	Amid      [][]string          // those that do so between two marks
	OfThen    [][]string          // words before a figure that was so then
	Become    [][]string          // words before what such a figure has become
	OfNow     [][]string          // and words behind it
	Facts     map[string]bool     // slots that say how the hero is
	fleeting  map[string]bool     // slots for what may be over
	saved     map[string]bool     // flags that a saved character may say
	Kin       map[string][]string // slot -> those that say the same in other kinds
	Adds      map[string]string   // slot -> the one of which it is part for later lines
	Moot      map[string][]string // kind.slot -> the values that say no more than nothing
	Rivals    map[string][]string // slot -> those that a question does not say beside it

	symbols  map[string]int32 // phrase name -> symbol
	names    []string         // of symbols
	lits     map[string]int32
	litText  []string  // literal -> its stem
	classes  []string  // literal -> its class when it is passed over
	marks    []WordSet // literal -> the sets that it is in
	byKind   map[string]*Kind
	begins   [][]word64       // terminal -> the productions that may begin with it
	groups   [][]int32        // sets of terminals of which productions must have one
	groupsOf [][]int32        // terminal -> the groups that it is in
	musts    []must           // what each production must have, of phrases within phrases first
	earlier  []uint64         // the productions that themselves refer to what was said earlier
	spans    [][2]int32       // symbol -> its productions, which stand together
	slotIDs  map[string]int32 // slots that productions name -> their numbers, from 1 on
}

// Terminals that are known by their shape. Vocabularies and literals follow them.
const (
	NUM     int32 = iota // a whole number
	SIGNED               // a number with its sign: +3
	INT                  // either
	PERCENT              // 30%, 30 percent
	CHANCE               // 1/12, 1 in 12, 0.4%
	FRAC                 // 18/05, 1/12
	DICE                 // 3d6+2
	DEPTH                // a level written as one die: D14
	ORD                  // ninth, 3rd
	WORD                 // any one word
	UNKNOWN              // a word that is neither everyday English nor a name
	TEXT                 // some words, to the end of the clause at most
	REST                 // all that follows
	VERSION              // 3.4.3, v5.0.0, slashem
	START                // the start of the line; takes nothing
	END                  // the end of the line or sentence; takes nothing
	DEC                  // 0.43
	SIGN                 // the letter of a class of monsters, in its own case: "small d", "capital D"
	TITLE                // the title of a hero, which tells the role: "the Evoker"
	Builtins
)

var builtinNames = map[string]int32{
	"NUM": NUM, "SIGNED": SIGNED, "INT": INT, "PERCENT": PERCENT, "CHANCE": CHANCE, "FRAC": FRAC, "DICE": DICE, "DEPTH": DEPTH,
	"ORD": ORD, "WORD": WORD, "UNKNOWN": UNKNOWN, "TEXT": TEXT, "REST": REST, "VERSION": VERSION, "START": START, "END": END, "DEC": DEC, "SIGN": SIGN, "TITLE": TITLE,
}

// WordSet is a set of words that the phrase files name.
type WordSet uint8

// The sets of words.
const (
	Noise   WordSet = 1 << iota // they may stand between the parts of a phrase
	Asks                        // questions begin with them
	Refers                      // they refer to what was said before
	Returns                     // they come back to an earlier question
	Was                         // what stands behind them was so
	Joins                       // at the beginning they join a line to the one before
)

// In reports whether a literal is in a set; -1 is in none.
func (g *Grammar) In(l int32, set WordSet) bool { return l >= 0 && g.marks[l-firstLit]&set != 0 }

// Class returns the class that a literal has when it is passed over; -1 has none.
func (g *Grammar) Class(l int32) string {
	if l < 0 {
		return ""
	}
	return g.classes[l-firstLit]
}

// Text returns the stem of a literal.
func (g *Grammar) Text(l int32) string { return g.litText[l-firstLit] }

// Literal returns the literal of a stem, if some phrase has it.
func (g *Grammar) Literal(stem string) (l int32, ok bool) {
	l, ok = g.lits[stem]
	return l, ok
}

// Literals yields all literals with their stems.
func (g *Grammar) Literals() iter.Seq2[int32, string] {
	return func(yield func(int32, string) bool) {
		for i, text := range g.litText {
			if !yield(firstLit+int32(i), text) {
				return
			}
		}
	}
}

// SymbolOf returns the number of a phrase's name, if there is such a phrase.
func (g *Grammar) SymbolOf(name string) (sym int32, ok bool) {
	sym, ok = g.symbols[name]
	return sym, ok
}

// Name returns the name of a symbol.
func (g *Grammar) Name(sym int32) string { return g.names[sym] }

// SymbolCount returns how many symbols there are.
func (g *Grammar) SymbolCount() int { return len(g.names) }

// Productions returns the productions of a symbol: those from first on, before end.
func (g *Grammar) Productions(sym int32) (first, end int32) { return g.spans[sym][0], g.spans[sym][1] }

// Kind returns the kind of question with a name, or nil.
func (g *Grammar) Kind(name string) *Kind { return g.byKind[name] }

// MaxVocabs bounds the vocabularies, so that terminals are numbered before all are known.
const MaxVocabs = 200

const firstLit = Builtins + MaxVocabs

// PartKind says what a part of a production is.
type PartKind uint8

// The kinds of parts: words, terminals and phrases.
const (
	LitPart PartKind = iota
	TermPart
	SymPart
)

// Part is one part of a production.
type Part struct {
	Kind  PartKind
	Lits  []int32 // any of these
	ID    int32   // terminal or symbol
	Bind  string
	Opt   bool
	Drop  bool // what it says is not handed on
	Glued bool // it follows without a space
	Tight bool // no small word may stand before it
}

// Assign is what a production says: a slot, or its own text where slot is empty.
type Assign struct {
	Slot string
	Tmpl []Piece
}

// Piece is a bit of a template: text, or what a part said.
type Piece struct {
	Text string
	Ref  string
}

// Production is one phrase of a symbol.
type Production struct {
	Sym     int32
	Name    string // as the weights name it
	Parts   []Part
	Says    []Assign
	Cost    float32 // before tuning
	Written bool    // it stands in a phrase file
	Own     bool    // it says what its parts say
	Text    bool    // it has a text of its own
	Fills   []int32 // slots that it says something for, by number
	Refers  bool    // it may refer to what was said earlier
	Changes bool    // it says something for a slot of the kind that the question before it is of, and of no other
}

// symbol returns the number of a phrase's name.
func (g *Grammar) symbol(name string) int32 {
	if id, ok := g.symbols[name]; ok {
		return id
	}
	id := int32(len(g.names))
	g.symbols[name] = id
	g.names = append(g.names, name)
	return id
}

// lit returns the number of a word of the grammar, by its stem.
func (g *Grammar) lit(word string) int32 {
	stem := names.Stem(names.Fold(word))
	if id, ok := g.lits[stem]; ok {
		return id
	}
	id := firstLit + int32(len(g.litText))
	g.lits[stem] = id
	g.litText, g.classes, g.marks = append(g.litText, stem), append(g.classes, ""), append(g.marks, 0)
	return id
}

// vocabulary makes a parameter's names a terminal.
func (g *Grammar) vocabulary(p *commands.Param) int32 {
	for i, v := range g.Vocabs {
		if v == p {
			return Builtins + int32(i)
		}
	}
	g.Vocabs = append(g.Vocabs, p)
	return Builtins + int32(len(g.Vocabs)-1)
}

// add adds a production.
func (g *Grammar) add(sym int32, name string, parts []Part, says []Assign, cost float32) {
	g.Prods = append(g.Prods, Production{Sym: sym, Name: name, Parts: parts, Says: says, Cost: cost})
}
