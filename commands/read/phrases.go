package read

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
)

// grammar is what the phrase files say, compiled.
type grammar struct {
	symbols map[string]int32 // phrase name -> symbol
	names   []string         // of symbols
	prods   []production
	lits    map[string]int32
	litText []string // literal -> its stem
	vocabs  []vocab
	byVocab map[string]int32 // terminal name -> vocabulary
	sets    map[string]string
	kinds   []*kind
	byKind  map[string]*kind
	noise   map[int32]bool      // literals that may stand between the parts of a phrase
	classes map[int32]string    // literal -> its class when it is passed over
	begins  [][]uint64          // terminal -> the productions that may begin with it; nil: none
	spans   [][2]int32          // symbol -> its productions, which stand together
	tops    []bool              // symbol -> whether a kind takes it
	terms   int                 // how many terminals there are
	joints  [][2]string         // kinds that are asked together
	slotIDs map[string]int32    // slots that productions name -> their numbers, from 1 on
	refers  map[int32]bool      // words that refer to what was said before
	rivals  map[string][]string // slot -> those that a question does not say beside it
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
	termUNKNOWN              // a word that is no everyday English and no name
	termTEXT                 // some words, to the end of the clause at most
	termREST                 // all that follows
	termVERSION              // 3.4.3, v5.0.0, slashem
	termSTART                // the start of the line; takes nothing
	termEND                  // the end of the line or sentence; takes nothing
	termDEC                  // 0.43
	termTITLE                // the title of a hero, which tells the role: "the Evoker"
	builtins
)

var builtinNames = map[string]int32{
	"NUM": termNUM, "SIGNED": termSIGNED, "INT": termINT, "PERCENT": termPERCENT, "CHANCE": termCHANCE, "FRAC": termFRAC, "DICE": termDICE, "DEPTH": termDEPTH,
	"ORD": termORD, "WORD": termWORD, "UNKNOWN": termUNKNOWN, "TEXT": termTEXT, "REST": termREST, "VERSION": termVERSION, "START": termSTART, "END": termEND, "DEC": termDEC, "TITLE": termTITLE,
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
	sym   int32
	name  string // as the weights name it
	parts []part
	says  []assign
	cost  float32 // before tuning
	feat  int32
	own   bool    // it says what its parts say
	text  bool    // it has a text of its own
	fills []int32 // slots that it says something for, by number
}

// kind is one kind of question: a command, or a way not to ask anything.
type kind struct {
	name    string
	command *commands.Command // nil: it asks nothing
	takes   []take
	slots   map[string]*slot
	order   []lineSlot
	needs   []need
	must    []string // a sentence that says none of these slots is asked back
	silent  bool
	parts   []*kind // of two questions in one line
	takeOf  []int16 // symbol -> which of takes; -1: none
	bitOf   []int8  // number of a slot -> its bit; -1: the kind has none
	byBit   []*slot
	singles uint64 // slots for one value
	feats   kindFeats
}

// take is a phrase that a kind takes at the top.
type take struct {
	sym  int32
	slot string // which slot its own text fills; empty: it has none
	cues uint64 // the bit of a phrase that asks for the kind
	anew bool   // what follows corrects
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

// builder compiles phrase files.
type builder struct {
	*grammar
	file string
	line int
}

// errorAt is a problem of a phrase file.
func (b *builder) errorAt(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", b.file, b.line, fmt.Sprintf(format, args...))
}

// symbol is the number of a phrase's name.
func (g *grammar) symbol(name string) int32 {
	if id, ok := g.symbols[name]; ok {
		return id
	}
	id := int32(len(g.names))
	g.symbols[name] = id
	g.names = append(g.names, name)
	return id
}

// lit is the number of a word of the grammar, by its stem.
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

// load compiles the text of one phrase file.
func (b *builder) load(file, text string) error {
	b.file, b.line = file, 0
	var kind *kind
	for line := range strings.Lines(text) {
		b.line++
		if i := strings.Index(line, " #"); i >= 0 {
			line = line[:i]
		}
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		var err error
		switch {
		case word == "vocab":
			err = b.loadVocab(rest)
		case strings.HasPrefix(word, "$"):
			_, set, ok := strings.Cut(line, "=")
			if !ok {
				return b.errorAt("%s wants = and words", word)
			}
			b.sets[word] = strings.Join(strings.Fields(set), "")
			if _, err := b.alternatives(b.sets[word]); err != nil {
				return err
			}
		case word == "class":
			name, words, ok := strings.Cut(rest, ":")
			if !ok {
				return b.errorAt("class NAME : words")
			}
			for w := range strings.FieldsSeq(words) {
				if name = strings.TrimSpace(name); name == "noise" {
					b.noise[b.lit(w)] = true
				}
				b.classes[b.lit(w)] = name
			}
		case word == "refers":
			for w := range strings.FieldsSeq(strings.TrimPrefix(rest, ":")) {
				b.refers[b.lit(w)] = true
			}
		case word == "kind":
			kind, err = b.loadKind(rest)
		case word == "joint":
			err = b.loadJoint(rest)
		case word == "rival":
			err = b.loadRivals(rest)
		case word == "need" || word == "must" || word == "line":
			if kind == nil {
				return b.errorAt("%s stands before any kind", word)
			}
			switch word {
			case "need":
				err = b.loadNeed(kind, rest)
			case "must":
				err = b.loadMust(kind, rest)
			default:
				err = b.loadLine(kind, rest)
			}
		default:
			err = b.loadProduction(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// loadVocab reads "SPELL fail.spell".
func (b *builder) loadVocab(rest string) error {
	name, of, _ := strings.Cut(rest, " ")
	path, param, ok := strings.Cut(strings.TrimSpace(of), ".")
	k := b.byKind[path]
	if !ok {
		return b.errorAt("vocab TERM command.parameter")
	}
	if k == nil || k.command == nil { // the command is not there, and neither are its names
		b.byVocab[name] = b.vocabulary(nil)
		return nil
	}
	for _, p := range k.command.Params {
		if p.Name == param && p.Kind == commands.KindName {
			b.byVocab[name] = b.vocabulary(p)
			return nil
		}
	}
	for _, p := range k.command.Reads {
		if p.Name == param {
			b.byVocab[name] = b.vocabulary(p)
			return nil
		}
	}
	return b.errorAt("vocab %s: %s has no names %q", name, path, param)
}

// Talk and Nothing are kinds of lines that no command answers, and Pick says which of the
// lines that the bot offered is meant.
const (
	Talk    = "talk"
	Nothing = "nothing"
	Pick    = "choose"
)

var silentKinds = []string{Talk, Nothing, Pick}

// loadKind reads "fail : slots of its own; a * behind a name: several".
func (b *builder) loadKind(rest string) (*kind, error) {
	name, own, _ := strings.Cut(rest, ":")
	name = strings.TrimSpace(name)
	k := b.byKind[name]
	if k == nil {
		k = &kind{name: name, silent: true, slots: map[string]*slot{}}
		if slices.Contains(silentKinds, name) {
			b.kinds = append(b.kinds, k)
		} // else a command that is not there: what is said of it is read, and leads nowhere
		b.byKind[name] = k
		k.takes = append(k.takes, take{sym: b.symbol(name + ".cue")})
	}
	for w := range strings.FieldsSeq(own) {
		s, many := strings.CutSuffix(w, "*")
		if err := b.slot(k, s, many, nil); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// slot gives a kind a slot, filled by the phrases of its name, shared or the kind's own.
func (b *builder) slot(k *kind, name string, many bool, p *commands.Param) error {
	if k.slots[name] != nil {
		k.slots[name].many = k.slots[name].many || many
		return nil
	}
	if len(k.slots) >= mostSlots {
		return b.errorAt("kind %s has too many slots", k.name)
	}
	k.slots[name] = &slot{name: name, bit: uint(len(k.slots)), many: many, param: p}
	k.takes = append(k.takes, take{sym: b.symbol(name), slot: name}, take{sym: b.symbol(k.name + "." + name), slot: name})
	return nil
}

// loadRivals reads "blessed|uncursed|cursed": of these slots a question says one.
func (b *builder) loadRivals(rest string) error {
	names := strings.Split(rest, "|")
	if len(names) < 2 {
		return b.errorAt("rival wants two slots")
	}
	for _, n := range names {
		for _, o := range names {
			if o != n && !slices.Contains(b.rivals[n], o) {
				b.rivals[n] = append(b.rivals[n], o)
			}
		}
	}
	return nil
}

// loadJoint reads "fail cast": two kinds that are often asked in one line.
func (b *builder) loadJoint(rest string) error {
	fields := strings.Fields(rest)
	if len(fields) != 2 {
		return b.errorAt("joint wants two kinds")
	}
	for _, f := range fields {
		if k := b.byKind[f]; k == nil || k.command == nil {
			return nil
		}
	}
	b.joints = append(b.joints, [2]string{fields[0], fields[1]})
	return nil
}

// join makes the kinds that ask two things, once all phrases are known.
func (b *builder) join() error {
	for _, j := range b.joints {
		one, two := b.byKind[j[0]], b.byKind[j[1]]
		k := &kind{name: one.name + "+" + two.name, command: one.command, slots: map[string]*slot{}, parts: []*kind{one, two}}
		for _, part := range k.parts {
			for _, t := range part.takes {
				if t.slot != "" && k.slots[t.slot] == nil {
					if len(k.slots) >= mostSlots {
						return fmt.Errorf("kinds %s have too many slots", k.name)
					}
					s := *part.slots[t.slot]
					s.bit = uint(len(k.slots))
					k.slots[t.slot] = &s
				}
				if !slices.ContainsFunc(k.takes, func(o take) bool { return o.sym == t.sym }) {
					k.takes = append(k.takes, t)
				}
			}
		}
		k.needs = []need{{slots: []string{"cue"}, mask: cueBit, cost: 4}, {slots: []string{"cues"}, mask: secondCueBit, cost: 4}}
		for _, n := range one.needs {
			m := need{slots: n.slots, cost: n.cost}
			for _, s := range n.slots {
				if s == "cue" {
					m.mask |= cueBit
				} else {
					m.mask |= 1 << k.slots[s].bit
				}
			}
			k.needs = append(k.needs, m)
		}
		b.kinds = append(b.kinds, k)
		b.byKind[k.name] = k
	}
	return nil
}

// mostSlots is how many slots a kind may have: each has a bit of a mask.
const mostSlots = 61

// loadNeed reads "spell|everything ; 1.5".
func (b *builder) loadNeed(k *kind, rest string) error {
	list, cost, _ := strings.Cut(rest, ";")
	n := need{slots: strings.Split(strings.TrimSpace(list), "|"), cost: 2}
	if c := strings.TrimSpace(cost); c != "" {
		f, err := strconv.ParseFloat(c, 32)
		if err != nil {
			return b.errorAt("%q is no cost", c)
		}
		n.cost = float32(f)
	}
	for _, s := range n.slots {
		if s == "cue" {
			n.mask |= cueBit
		} else if k.slots[s] == nil && k.command == nil {
			continue
		} else if k.slots[s] == nil {
			return b.errorAt("kind %s has no slot %q", k.name, s)
		} else {
			n.mask |= 1 << k.slots[s].bit
		}
	}
	k.needs = append(k.needs, n)
	return nil
}

// loadMust reads "prayed|since|turn".
func (b *builder) loadMust(k *kind, rest string) error {
	k.must = strings.Split(rest, "|")
	for _, s := range k.must {
		if k.slots[s] == nil && k.command != nil {
			return b.errorAt("kind %s has no slot %q", k.name, s)
		}
	}
	return nil
}

// loadLine reads "version role xl spell, worn, "for "wanted".
func (b *builder) loadLine(k *kind, rest string) error {
	fields, err := quotedFields(rest)
	if err != nil {
		return b.errorAt("%v", err)
	}
	for _, f := range fields {
		var s lineSlot
		if i := strings.LastIndexByte(f, '\x00'); i >= 0 { // what stood in quotation marks
			s.before, f = strings.ReplaceAll(f[:i], "\x00", ""), f[i+1:]
		}
		f, s.comma = strings.CutSuffix(f, ",")
		s.slot, s.join, _ = strings.Cut(f, "/")
		if s.join == "" {
			s.join = ", "
		} else {
			s.join = " " + strings.ReplaceAll(s.join, "_", " ") + " "
		}
		if s.slot != "" && k.slots[s.slot] == nil && k.command != nil {
			return b.errorAt("kind %s has no slot %q", k.name, s.slot)
		}
		k.order = append(k.order, s)
	}
	return nil
}

// quotedFields splits at blanks outside quotation marks, each of which becomes \x00.
func quotedFields(s string) (out []string, err error) {
	var cur strings.Builder
	in := false
	for _, r := range s {
		switch {
		case r == '"':
			in = !in
			cur.WriteByte(0)
		case r == ' ' && !in:
			if cur.Len() > 0 {
				out = append(out, cur.String())
				cur.Reset()
			}
		default:
			cur.WriteRune(r)
		}
	}
	if in {
		return nil, fmt.Errorf("a quotation mark is left open")
	}
	if cur.Len() > 0 {
		out = append(out, cur.String())
	}
	return out, nil
}

// loadProduction reads "name : parts ; cost => says".
func (b *builder) loadProduction(line string) error {
	name, rest, ok := strings.Cut(line, " : ")
	if !ok {
		return b.errorAt("what is %q? A phrase is written NAME : PARTS => WHAT IT SAYS", line)
	}
	name = strings.TrimSpace(name)
	left, right, says := strings.Cut(rest, "=>")
	left, costText, priced := strings.Cut(left, " ; ")
	cost := float32(0)
	if priced {
		f, err := strconv.ParseFloat(strings.TrimSpace(costText), 32)
		if err != nil {
			return b.errorAt("%q is no cost", costText)
		}
		cost = float32(f)
	}
	var parts []part
	for f := range strings.FieldsSeq(left) {
		p, err := b.part(f)
		if err != nil {
			return err
		}
		parts = append(parts, p)
	}
	if len(parts) == 0 || !slices.ContainsFunc(parts, func(p part) bool { return !p.opt }) {
		return b.errorAt("a phrase needs a part that is not optional")
	}
	var assigns []assign
	if says {
		var err error
		if assigns, err = b.assigns(strings.TrimSpace(right)); err != nil {
			return err
		}
	}
	b.add(b.symbol(name), name+": "+strings.Join(strings.Fields(left), " "), parts, assigns, cost)
	return nil
}

// part reads one part: word, a|b_c, $set, <phrase>, NUM; with ~ before, ? behind.
func (b *builder) part(f string) (part, error) {
	var p part
	for {
		switch {
		case strings.HasPrefix(f, "~") && len(f) > 1:
			p.drop, f = true, f[1:]
			continue
		case strings.HasPrefix(f, "^") && len(f) > 1:
			p.glued, f = true, f[1:]
			continue
		}
		break
	}
	if len(f) > 1 && strings.HasSuffix(f, "?") && f != "\\?" {
		p.opt, f = true, f[:len(f)-1]
	}
	if i := strings.Index(f, ":"); i > 0 && i+1 < len(f) {
		p.bind, f = f[:i], f[i+1:]
	}
	if s, ok := strings.CutPrefix(f, "<"); ok && strings.HasSuffix(s, ">") {
		s = strings.TrimSuffix(s, ">")
		if p.bind == "" {
			p.bind = s
		}
		p.kind, p.id = symPart, b.symbol(s)
		return p, nil
	}
	if id, ok := builtinNames[f]; ok {
		p.kind, p.id = termPart, id
		return p, nil
	}
	if f == strings.ToUpper(f) && len(f) > 2 && strings.ContainsAny(f, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		id, ok := b.byVocab[f]
		if !ok {
			return p, b.errorAt("no vocabulary %s", f)
		}
		p.kind, p.id = termPart, id
		return p, nil
	}
	alt, err := b.alternatives(f)
	if err != nil {
		return p, err
	}
	alt.bind, alt.opt, alt.drop, alt.glued = p.bind, p.opt, p.drop, p.glued
	return alt, nil
}

// alternatives reads words parted by |, each perhaps several words joined by _.
func (b *builder) alternatives(f string) (part, error) {
	var p part
	var longer [][]string
	for _, w := range b.words(f) {
		if ws := strings.Split(w, "_"); len(ws) > 1 && w != "_" {
			longer = append(longer, ws)
			continue
		}
		if w == "" {
			return p, b.errorAt("an alternative of %q is empty", f)
		}
		p.lits = append(p.lits, b.lit(strings.TrimPrefix(w, "\\")))
	}
	if len(longer) == 0 {
		return p, nil
	}
	name := "(" + f + ")"
	id, known := b.symbols[name]
	if !known {
		id = b.symbol(name)
		if len(p.lits) > 0 {
			b.add(id, name, []part{{lits: p.lits}}, nil, 0)
		}
		for _, ws := range longer {
			var seq []part
			for _, w := range ws {
				q := part{}
				if o, ok := strings.CutSuffix(w, "?"); ok && o != "" {
					w, q.opt = o, true
				}
				q.lits = []int32{b.lit(w)}
				seq = append(seq, q)
			}
			b.add(id, name, seq, nil, 0)
		}
	}
	return part{kind: symPart, id: id}, nil
}

// words are the alternatives of a part, with those of the sets it names.
func (b *builder) words(f string) []string {
	var out []string
	for w := range strings.SplitSeq(f, "|") {
		if set, ok := b.sets[w]; ok {
			out = append(out, b.words(set)...)
		} else {
			out = append(out, w)
		}
	}
	return out
}

// assigns reads "xl{n} role={r} worn="a b"".
func (b *builder) assigns(text string) ([]assign, error) {
	fields, err := quotedFields(text)
	if err != nil {
		return nil, b.errorAt("%v", err)
	}
	var out []assign
	for _, f := range fields {
		f = strings.ReplaceAll(f, "\x00", "")
		a := assign{}
		if name, tmpl, ok := strings.Cut(f, "="); ok && isName(name) {
			a.slot, f = name, tmpl
		}
		for f != "" {
			i := strings.IndexByte(f, '{')
			j := strings.IndexByte(f, '}')
			if i < 0 || j < i {
				a.tmpl = append(a.tmpl, piece{text: f})
				break
			}
			if i > 0 {
				a.tmpl = append(a.tmpl, piece{text: f[:i]})
			}
			a.tmpl, f = append(a.tmpl, piece{ref: f[i+1 : j]}), f[j+1:]
		}
		if a.slot == "" && len(out) > 0 && out[len(out)-1].slot == "" { // words of one text
			last := &out[len(out)-1]
			last.tmpl = append(append(last.tmpl, piece{text: " "}), a.tmpl...)
			continue
		}
		out = append(out, a)
	}
	return out, nil
}

func isName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-_0123456789") == ""
}

// finish works out what productions may begin with, and refuses what begins with itself.
func (g *grammar) finish() error {
	g.terms = int(firstLit) + len(g.litText)
	words := (g.terms + 63) / 64
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
	g.sort()
	bySym := make([][]uint64, len(g.names))
	busy := make([]bool, len(g.names))
	g.begins = make([][]uint64, g.terms)
	begin := func(term, prod int32) {
		if g.begins[term] == nil {
			g.begins[term] = make([]uint64, (len(g.prods)+63)/64)
		}
		g.begins[term][prod/64] |= 1 << (prod % 64)
	}
	var ofSym func(s int32) ([]uint64, error)
	ofSym = func(s int32) ([]uint64, error) {
		if bySym[s] != nil {
			return bySym[s], nil
		}
		if busy[s] {
			return nil, fmt.Errorf("phrase %s begins with itself", g.names[s])
		}
		busy[s] = true
		set := make([]uint64, words)
		for pi := g.spans[s][0]; pi < g.spans[s][1]; pi++ {
			p := &g.prods[pi]
			mine := make([]uint64, words)
			for _, part := range p.parts {
				switch part.kind {
				case litPart:
					for _, l := range part.lits {
						mine[l/64] |= 1 << (l % 64)
					}
				case termPart:
					mine[part.id/64] |= 1 << (part.id % 64)
				case symPart:
					first, err := ofSym(part.id)
					if err != nil {
						return nil, err
					}
					for i := range mine {
						mine[i] |= first[i]
					}
				}
				if !part.opt && !(part.kind == termPart && part.id == termSTART) {
					break
				}
			}
			if p.parts[0].kind == termPart && p.parts[0].id == termSTART && !p.parts[0].opt { // what stands behind it tells more
				mine[termSTART/64] &^= 1 << (termSTART % 64)
			}
			for i, w := range mine {
				set[i] |= w
				for ; w != 0; w &= w - 1 {
					begin(int32(i*64+bits.TrailingZeros64(w)), pi)
				}
			}
		}
		busy[s], bySym[s] = false, set
		return set, nil
	}
	for s := range g.names {
		if _, err := ofSym(int32(s)); err != nil {
			return err
		}
	}
	return nil
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
	g.tops = make([]bool, len(g.names))
	for _, k := range g.kinds {
		k.takeOf = make([]int16, len(g.names))
		for i := range k.takeOf {
			k.takeOf[i] = -1
		}
		k.byBit = make([]*slot, mostSlots)
		for _, s := range k.slots {
			k.byBit[s.bit] = s
			if !s.many && !s.flag() {
				k.singles |= 1 << s.bit
			}
		}
		for i, t := range k.takes {
			k.takeOf[t.sym] = int16(i)
			g.tops[t.sym] = true
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
