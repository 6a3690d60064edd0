package read

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
)

// grammar is what the phrase files say, compiled.
type grammar struct {
	symbols  map[string]int32 // phrase name -> symbol
	names    []string         // of symbols
	prods    []production
	lits     map[string]int32
	litText  []string // literal -> its stem
	vocabs   []vocab
	byVocab  map[string]int32 // terminal name -> vocabulary
	sets     map[string]string
	kinds    []*kind
	byKind   map[string]*kind
	noise    map[int32]bool      // literals that may stand between the parts of a phrase
	between  int32               // the symbol of phrases that may
	opener   int32               // the symbol of phrases that are said before a question
	closer   int32               // and of those behind it
	same     map[int32][]int32   // literal -> those for which it may stand
	classes  map[int32]string    // literal -> its class when it is passed over
	begins   [][]word64          // terminal -> the productions that may begin with it
	groups   [][]int32           // sets of terminals of which productions must have one
	groupsOf [][]int32           // terminal -> the groups that it is in
	musts    []must              // what each production must have, of phrases within phrases first
	spans    [][2]int32          // symbol -> its productions, which stand together
	takers   [][]taker           // symbol -> the kinds that take it
	terms    int                 // how many terminals there are
	joints   [][2]string         // kinds that are asked together
	slotIDs  map[string]int32    // slots that productions name -> their numbers, from 1 on
	refers   map[int32]bool      // words that refer to what was said before
	facts    map[string]bool     // slots that say how the hero is
	returns  map[int32]bool      // words that come back to an earlier question
	joins    map[int32]bool      // words at the beginning that join a line to that
	kin      map[string][]string // slot -> those that say the same in other kinds
	adds     map[string]string   // slot -> the one of which it is part for later lines
	asks     map[int32]bool      // words that questions begin with
	rivals   map[string][]string // slot -> those that a question does not say beside it
}

// Terminals that are known by their shape. Vocabularies and literals follow them.
const (
	termNUM     int32 = iota // a whole number
	termSIGNED               // a number with its sign: +3
	termINT                  // either
	termPERCENT              // 30%, 30 percent
	termCHANCE               // 1/12, 1 in 12, 0.4%
	termFRAC                 // 18/05, 1/12
	termDICE                 // 3d6+2
	termDEPTH                // a level written as one die: D14
	termORD                  // ninth, 3rd
	termWORD                 // any one word
	termUNKNOWN              // a word that is neither everyday English nor a name
	termTEXT                 // some words, to the end of the clause at most
	termREST                 // all that follows
	termVERSION              // 3.4.3, v5.0.0, slashem
	termSTART                // the start of the line; takes nothing
	termEND                  // the end of the line or sentence; takes nothing
	termDEC                  // 0.43
	termSIGN                 // the letter of a class of monsters, in its own case: "small d", "capital D"
	termTITLE                // the title of a hero, which tells the role: "the Evoker"
	builtins
)

var builtinNames = map[string]int32{
	"NUM": termNUM, "SIGNED": termSIGNED, "INT": termINT, "PERCENT": termPERCENT, "CHANCE": termCHANCE, "FRAC": termFRAC, "DICE": termDICE, "DEPTH": termDEPTH,
	"ORD": termORD, "WORD": termWORD, "UNKNOWN": termUNKNOWN, "TEXT": termTEXT, "REST": termREST, "VERSION": termVERSION, "START": termSTART, "END": termEND, "DEC": termDEC, "SIGN": termSIGN, "TITLE": termTITLE,
}

// vocab is the vocabulary of a parameter.
type vocab struct {
	param *commands.Param
}

// maxVocabs bounds the vocabularies, so that terminals are numbered before all are known.
const maxVocabs = 200

const firstLit = builtins + maxVocabs

// partKind says what a part of a production is.
type partKind uint8

const (
	litPart partKind = iota
	termPart
	symPart
)

type part struct {
	kind  partKind
	lits  []int32 // any of these
	id    int32   // terminal or symbol
	bind  string
	opt   bool
	drop  bool // what it says is not handed on
	glued bool // it follows without a space
	tight bool // no small word may stand before it
}

// assign is what a production says: a slot, or its own text where slot is empty.
type assign struct {
	slot string
	tmpl []piece
}

// piece is a bit of a template: text, or what a part said.
type piece struct {
	text string
	ref  string
}

type production struct {
	sym     int32
	name    string // as the weights name it
	parts   []part
	says    []assign
	cost    float32 // before tuning
	written bool    // it stands in a phrase file
	feat    int32
	own     bool    // it says what its parts say
	text    bool    // it has a text of its own
	fills   []int32 // slots that it says something for, by number
	refers  bool    // it may refer to what was said earlier
}

// word64 is a word of a set that is mostly empty.
type word64 struct {
	at   int32
	bits uint64
}

// taker is a kind that takes a phrase, and which of its takes does.
type taker struct{ kind, take int }

// kind is one kind of question: a command, or a way not to ask anything.
type kind struct {
	name    string
	command *commands.Command // nil: it asks nothing
	takes   []take
	slots   map[string]*slot
	order   []lineSlot
	needs   []need
	must    []string       // a sentence that says none of these slots is asked back
	unless  map[int32]bool // but for one with such a word
	drops   []drop
	text    string   // the slot of a text that may hold what these say: "+2" of "blessed +2 robe"
	within  []string //
	silent  bool
	pets    bool    // it is asked of the hero's own beasts as well
	parts   []*kind // of two questions in one line
	bitOf   []int8  // number of a slot -> its bit; -1: the kind has none
	byBit   []*slot
	singles uint64 // slots for one value
	choices uint64 // slots for one of several words
	lacking uint64 // slots for what may be denied: then it is as good as not said
	idle    uint64 // slots that no line has: what fills them only belongs to such a question
	feats   kindFeats
}

// drop holds slots of which a line that changes a question takes away what was said, where it
// says something else for one of others.
type drop struct{ of, slots []string }

// hangsOn reports whether the lines of a kind, or what it needs, have a slot.
func (k *kind) hangsOn(slot string) bool {
	return slices.ContainsFunc(k.order, func(o lineSlot) bool { return o.slot == slot }) ||
		slices.ContainsFunc(k.needs, func(n need) bool { return slices.Contains(n.slots, slot) }) || slices.Contains(k.must, slot)
}

// take is a phrase that a kind takes at the top.
type take struct {
	sym  int32
	slot string // which slot its own text fills; empty: it has none
	cues uint64 // the bit of a phrase that asks for the kind
	anew bool   // what follows corrects
	lone bool   // it says what the hero is, for which the kind has no slot: it makes no difference
}

// slot is what a kind may be told.
type slot struct {
	name  string
	bit   uint
	many  bool
	param *commands.Param // nil: it is the kind's own
	feats slotFeats
}

// lineSlot is a slot in the order in which the canonical line has them.
type lineSlot struct {
	slot   string
	before string // words before what the slot says
	comma  bool   // a comma parts it from what follows
	join   string // between several
}

// need is what a question of a kind lacks if none of these slots was said.
type need struct {
	slots []string
	cost  float32
	feat  int32
	mask  uint64
}

// symbol returns the number of a phrase's name.
func (g *grammar) symbol(name string) int32 {
	if id, ok := g.symbols[name]; ok {
		return id
	}
	id := int32(len(g.names))
	g.symbols[name] = id
	g.names = append(g.names, name)
	return id
}

// lit returns the number of a word of the grammar, by its stem.
func (g *grammar) lit(word string) int32 {
	stem := names.Stem(names.Fold(word))
	if id, ok := g.lits[stem]; ok {
		return id
	}
	id := firstLit + int32(len(g.litText))
	g.lits[stem] = id
	g.litText = append(g.litText, stem)
	return id
}

// vocabulary makes a parameter's names a terminal.
func (g *grammar) vocabulary(p *commands.Param) int32 {
	for i, v := range g.vocabs {
		if v.param == p {
			return builtins + int32(i)
		}
	}
	g.vocabs = append(g.vocabs, vocab{p})
	return builtins + int32(len(g.vocabs)-1)
}

// add adds a production.
func (g *grammar) add(sym int32, name string, parts []part, says []assign, cost float32) {
	g.prods = append(g.prods, production{sym: sym, name: name, parts: parts, says: says, cost: cost})
}

// Talk and Nothing are kinds of lines that no command answers, and Pick says which of the
// lines that the bot offered is meant.
const (
	Talk    = "talk"
	Nothing = "nothing"
	Pick    = "choose"
)

func isName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-_0123456789") == ""
}

// finish works out what productions may begin with, and refuses what begins with itself.
func (g *grammar) finish() error {
	g.terms = int(firstLit) + len(g.litText)
	if err := g.allMade(); err != nil {
		return err
	}
	g.sort()
	g.begins = make([][]word64, g.terms)
	s := starts{g: g, bySym: make([][]uint64, len(g.names)), busy: make([]bool, len(g.names)), words: (g.terms + 63) / 64}
	for sym := range g.names {
		if _, err := s.of(int32(sym)); err != nil {
			return err
		}
	}
	for term, list := range g.begins {
		g.begins[term] = merged(list)
	}
	g.require()
	g.refer()
	return nil
}

// allMade returns an error if a production names a phrase that none makes.
func (g *grammar) allMade() error {
	made := make([]bool, len(g.names))
	for i := range g.prods {
		made[g.prods[i].sym] = true
	}
	for i := range g.prods {
		for _, part := range g.prods[i].parts {
			if part.kind == symPart && !made[part.id] {
				return fmt.Errorf("phrase %q names <%s>, which nothing makes", g.prods[i].name, g.names[part.id])
			}
		}
	}
	return nil
}

// starts works out with which terminals and words the productions of each symbol begin.
type starts struct {
	g     *grammar
	bySym [][]uint64 // nil: not worked out yet
	busy  []bool     // symbols that are being worked out
	words int        // of a set
}

// of returns what a symbol may begin with, and notes it for each of its productions.
func (s *starts) of(sym int32) ([]uint64, error) {
	if s.bySym[sym] != nil {
		return s.bySym[sym], nil
	}
	if s.busy[sym] {
		return nil, fmt.Errorf("phrase %s begins with itself", s.g.names[sym])
	}
	s.busy[sym] = true
	set, mine := make([]uint64, s.words), make([]uint64, s.words)
	for pi := s.g.spans[sym][0]; pi < s.g.spans[sym][1]; pi++ {
		clear(mine)
		if err := s.production(&s.g.prods[pi], mine); err != nil {
			return nil, err
		}
		for i, w := range mine {
			set[i] |= w
			for ; w != 0; w &= w - 1 {
				s.note(int32(i*64+bits.TrailingZeros64(w)), pi)
			}
		}
	}
	s.busy[sym], s.bySym[sym] = false, set
	return set, nil
}

// production adds to a set what a production may begin with.
func (s *starts) production(p *production, set []uint64) error {
	for _, part := range p.parts {
		switch part.kind {
		case litPart:
			for _, l := range part.lits {
				set[l/64] |= 1 << (l % 64)
			}
		case termPart:
			set[part.id/64] |= 1 << (part.id % 64)
		case symPart:
			first, err := s.of(part.id)
			if err != nil {
				return err
			}
			for i := range set {
				set[i] |= first[i]
			}
		}
		if !part.opt && !(part.kind == termPart && part.id == termSTART) {
			break
		}
	}
	if p.parts[0].kind == termPart && p.parts[0].id == termSTART && !p.parts[0].opt { // what follows it tells more
		set[termSTART/64] &^= 1 << (termSTART % 64)
	}
	return nil
}

// note notes that a production may begin with a terminal.
func (s *starts) note(term, prod int32) {
	list := s.g.begins[term]
	if n := len(list); n > 0 && list[n-1].at == prod/64 { // the productions of a symbol stand together
		list[n-1].bits |= 1 << (prod % 64)
		return
	}
	s.g.begins[term] = append(list, word64{prod / 64, 1 << (prod % 64)})
}

// merged puts the words of a set in order, and those of the same place together.
func merged(list []word64) []word64 {
	slices.SortFunc(list, func(a, b word64) int { return int(a.at - b.at) })
	out := list[:0]
	for _, w := range list {
		if n := len(out); n > 0 && out[n-1].at == w.at {
			out[n-1].bits |= w.bits
		} else {
			out = append(out, w)
		}
	}
	return slices.Clip(out)
}

// sort puts the productions of each symbol together.
func (g *grammar) sort() {
	slices.SortStableFunc(g.prods, func(a, b production) int { return int(a.sym - b.sym) })
	g.spans = make([][2]int32, len(g.names))
	for i := range g.prods {
		s := g.prods[i].sym
		if g.spans[s][1] == 0 {
			g.spans[s][0] = int32(i)
		}
		g.spans[s][1] = int32(i + 1)
	}
	g.takers = make([][]taker, len(g.names))
	for which, k := range g.kinds {
		k.byBit = make([]*slot, mostSlots)
		for _, s := range k.slots {
			k.byBit[s.bit] = s
			if !s.many && !s.flag() {
				k.singles |= 1 << s.bit
			}
			if s.lack() {
				k.lacking |= 1 << s.bit
			}
			if s.param != nil && s.param.Kind == commands.KindChoice {
				k.choices |= 1 << s.bit
			}
			if s.many && s.param == nil && !k.hangsOn(s.name) {
				k.idle |= 1 << s.bit
			}
		}
		for i, t := range k.takes {
			by := &g.takers[t.sym]
			if n := len(*by); n > 0 && (*by)[n-1].kind == which { // a later line of the phrase files says more
				*by = (*by)[:n-1]
			}
			*by = append(*by, taker{which, i})
			k.takes[i].cues = k.cues(g.names[t.sym])
			k.takes[i].anew = g.names[t.sym] == "anew"
		}
	}
	for i := range g.prods {
		for _, a := range g.prods[i].says {
			if a.slot != "" && g.slotIDs[a.slot] == 0 {
				g.slotIDs[a.slot] = int32(len(g.slotIDs) + 1)
			}
		}
	}
	for _, k := range g.kinds {
		k.bitOf = make([]int8, len(g.slotIDs)+1)
		for name, id := range g.slotIDs {
			k.bitOf[id] = -1
			if s := k.slots[name]; s != nil {
				k.bitOf[id] = int8(s.bit)
			}
		}
	}
	for i := range g.prods {
		p := &g.prods[i]
		p.own = len(p.says) == 0
		for _, a := range p.says {
			if a.slot == "" {
				p.text = true
			} else {
				p.fills = append(p.fills, g.slotIDs[a.slot])
			}
		}
	}
}
