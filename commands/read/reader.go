package read

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// Phrases is a file of phrases: how players say what a room answers.
type Phrases struct {
	Name, Text string
}

// Files are the phrase files of some folders, in their order.
func Files(folders ...fs.FS) ([]Phrases, error) {
	var out []Phrases
	for _, f := range folders {
		names, err := fs.Glob(f, "*.phrases")
		if err != nil {
			return nil, err
		}
		for _, n := range names {
			text, err := fs.ReadFile(f, n)
			if err != nil {
				return nil, err
			}
			out = append(out, Phrases{n, string(text)})
		}
	}
	return out, nil
}

// Shared is the folder of the phrases that all rooms share, which come first.
//
//go:embed *.phrases
var Shared embed.FS

// Sense is what a reader is told of the things that lines speak of.
type Sense interface {
	// Merge puts a value that a follow-up says for a slot of several into those of before.
	Merge(set *rules.Set, k *commands.Command, slot string, old []string, text string) []string
	// Clash reports whether two values of a slot of several cannot be so together, as two
	// helmets.
	Clash(set *rules.Set, k *commands.Command, slot, a, b string) bool
	// Odd reports whether nobody would ask what some slots say.
	Odd(set *rules.Set, k *commands.Command, said Slots) bool
}

// Reader reads lines as questions for commands. It is safe for many goroutines.
type Reader struct {
	grammar  *grammar
	weights  *weights
	lexicons lexicons
	litIndex *names.Index
	versions map[string]*rules.Set // words that mean a version: "slash"

	Sense Sense // nil: all values go together, and later ones join earlier ones
}

// New compiles phrases for commands. The error names the file and line of a phrase that
// is wrong.
func New(list []*commands.Command, files []Phrases) (*Reader, error) {
	g := &grammar{symbols: map[string]int32{}, lits: map[string]int32{}, byVocab: map[string]int32{}, sets: map[string]string{}, byKind: map[string]*kind{}, noise: map[int32]bool{}, refers: map[int32]bool{}, classes: map[int32]string{}, slotIDs: map[string]int32{}, rivals: map[string][]string{}}
	b := &builder{grammar: g}
	for cmd := range commands.Every(list) {
		if cmd.Run != nil {
			b.auto(cmd)
		}
	}
	for _, f := range files {
		if err := b.load(f.Name, f.Text); err != nil {
			return nil, err
		}
	}
	if err := b.join(); err != nil {
		return nil, err
	}
	if len(g.vocabs) > maxVocabs {
		return nil, fmt.Errorf("read: more than %d vocabularies", maxVocabs)
	}
	for _, k := range g.kinds {
		k.autoLine()
		k.takes = append(k.takes, take{sym: b.symbol("anew")}, take{sym: b.symbol("idle")})
	}
	if err := g.finish(); err != nil {
		return nil, err
	}
	r := &Reader{grammar: g, weights: newWeights(g), litIndex: names.NewIndex()}
	for _, l := range g.litText {
		if len(l) >= 4 {
			r.litIndex.Add(&names.Entry{Name: l})
		}
	}
	r.versions = g.versionWords()
	if err := r.weights.read(strings.NewReader(tuned)); err != nil {
		return nil, err
	}
	return r, nil
}

// versionWords are the single words that the phrase version knows.
func (g *grammar) versionWords() map[string]*rules.Set {
	out := map[string]*rules.Set{}
	sym, ok := g.symbols["version"]
	if !ok {
		return out
	}
	for pi := g.spans[sym][0]; pi < g.spans[sym][1]; pi++ {
		p := &g.prods[pi]
		if len(p.parts) != 1 || len(p.says) != 1 || len(p.says[0].tmpl) != 1 {
			continue
		}
		found, ok, err := rules.Lookup(p.says[0].tmpl[0].text)
		if !ok || err != nil || found.Set == nil {
			continue
		}
		for _, l := range p.parts[0].lits {
			if text := g.litText[l-firstLit]; strings.Trim(text, "0123456789") != "" {
				out[text] = found.Set
			}
		}
	}
	return out
}

// Span is a piece of a line, and what was read from it.
type Span struct {
	From, To int // bytes
	Text     string
	Slot     string // what it says it for; empty: it only asks
	Value    string
	Phrase   string // the production that made it
	Cost     float32
}

// Reading is one way to take a line.
type Reading struct {
	Kind    string            // the command's path, or the name of a way to ask nothing
	Command *commands.Command // nil: it asks nothing
	Lines   []string          // as canonical lines, one for each question
	Set     *rules.Set        // the version whose names were looked for
	Cost    float32
	P       float64 // how likely it is among the readings
	Sure    float64 // how likely it is what was meant
	Follows bool    // it changes the last question
	Asked   bool    // a word asks for the kind
	Used    []Span
	Skipped []Span
	Passed  []string // the words passed over, in the line's order, marks apart
	Bare    bool     // it says nothing of what the answer hangs on
	Heavy   []Span   // of what was skipped, figures, names and denials of the question's own sentences
	Slots   Slots

	feats  []int32
	lacks  []string
	doubts [doubts]float32
}

// Slots are what a reading says, for a line that changes it.
type Slots = map[string][][]string

// Past is the last question, which a line may change.
type Past struct {
	Kind  string
	Slots Slots
}

// PassedName is the Slot of a skipped Span that is a name, or part of one.
const PassedName = "name"

// Manners of lines that ask nothing.
type Manner uint8

const (
	Chats Manner = iota
	Greets
	Thanks
)

// Manner is how a line that asks nothing is meant, by the phrases talk.greets and
// talk.thanks.
func (r *Reader) Manner(ctx context.Context, line string, set *rules.Set) Manner {
	c := newChart(r, line, set, budget.From(ctx))
	defer c.release()
	for i := range c.tokens {
		for name, m := range map[string]Manner{"talk.thanks": Thanks, "talk.greets": Greets} {
			if sym, ok := r.grammar.symbols[name]; ok && len(c.phrases(sym, i)) > 0 {
				return m
			}
		}
	}
	return Chats
}

// mostReadings is how many readings are returned.
const mostReadings = 12

// Read lists how a line may be read, the likeliest first. Names are those of the version
// that the line names, else of set. past is the question that it may change; nil: it
// stands alone. only restricts the kinds; nil: all. It runs nothing and ends within the
// budget of ctx.
func (r *Reader) Read(ctx context.Context, line string, set *rules.Set, past *Past, only func(*commands.Command) bool) ([]Reading, error) {
	b := budget.From(ctx)
	c := newChart(r, line, set, b)
	defer c.release()
	tops := c.tops()
	var sketches []sketch
	for _, k := range r.grammar.kinds {
		if only != nil && k.command != nil && !only(k.command) {
			continue
		}
		if sk, ok := c.sketch(k, tops, nil, 0); ok {
			sketches = append(sketches, sk)
		}
		if past != nil && !k.silent && (len(k.parts) == 0 || k.name == past.Kind) {
			if base, kept := past.base(k); kept {
				if sk, ok := c.sketch(k, tops, past, base); ok {
					sk.least += r.weights.least(&sk)
					sketches = append(sketches, sk)
				}
			}
		}
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(sketches, func(a, b sketch) int { return cmp.Compare(a.least, b.least) })
	var ends []end
	best := float32(1e9)
	for i := range sketches {
		sk := &sketches[i]
		if i >= mostSearches || sk.least > best+beyond || !b.Left() {
			break
		}
		for _, s := range c.search(sk) {
			e := end{sk: sk, state: s, more: r.weights.turn(sk, s, past, c.refers), cost: s.cost}
			for _, f := range e.more {
				e.cost += r.weights.of(f)
			}
			best = min(best, e.cost)
			ends = append(ends, e)
		}
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.cost, b.cost) })
	var out []Reading
	for _, e := range ends[:min(len(ends), mostReadings+mostReadings/2)] {
		if e.cost > best+beyond {
			break
		}
		if rd, ok := c.reading(r, e, past); ok {
			out = append(out, rd)
		}
	}
	out = settle(out)
	share(out)
	r.trust(out)
	return out, nil
}

// end is where a search came to.
type end struct {
	sk    *sketch
	state *state
	cost  float32
	more  []int32 // features of the reading as a whole
}

// Which kinds are searched: so many at most, and none that costs so much more than the
// best that it is as good as impossible.
const (
	mostSearches = 14
	beyond       = 7
)

// base is which slots of a kind the last question said. kept is false where it said none.
func (p *Past) base(k *kind) (base uint64, kept bool) {
	for s := range p.Slots {
		if slot := k.slots[s]; slot != nil {
			base |= 1 << slot.bit
		}
	}
	return base, base != 0 || k.name == p.Kind
}

// settle sorts readings, joins those that say the same, and works out how likely each is.
func settle(list []Reading) []Reading {
	slices.SortStableFunc(list, func(a, b Reading) int { return cmp.Compare(a.Cost, b.Cost) })
	out := list[:0]
	seen := map[string]bool{}
	for _, rd := range list {
		key := rd.Kind + "\x00" + strings.Join(rd.Lines, "\x00")
		if seen[key] {
			continue
		}
		seen[key] = true
		out = append(out, rd)
	}
	out = out[:min(len(out), mostReadings)]
	for i := range out {
		out[i].P = math.Exp(float64(out[0].Cost - out[i].Cost))
	}
	return out
}

// share makes the chances of some readings add up to 1.
func share(list []Reading) {
	sum := 0.0
	for i := range list {
		sum += list[i].P
	}
	for i := range list {
		list[i].P /= sum
	}
}

// Without drops readings, and works out anew how likely those that are left are.
func (r *Reader) Without(list []Reading, drop func(*Reading) bool) []Reading {
	out := slices.DeleteFunc(list, func(rd Reading) bool { return drop(&rd) })
	share(out)
	r.trust(out)
	return out
}

// Sound drops the readings with a line that key refuses, and joins those whose lines have
// the same keys, which say the same in other words: together they are as likely as all of
// them.
func (r *Reader) Sound(list []Reading, key func(rd *Reading, line string) (string, bool)) []Reading {
	out := list[:0]
	at := map[string]int{}
	var as []int
	for i := range list {
		rd, good := &list[i], true
		k := rd.Kind
		if rd.Command != nil {
			k = ""
			for _, line := range rd.Lines {
				of, ok := key(rd, line)
				good = good && ok
				k += of + "\x00"
			}
			good = good && len(rd.Lines) > 0
		}
		if !good {
			continue
		}
		if _, known := at[k]; !known {
			at[k] = len(at)
		}
		as = append(as, at[k])
		out = append(out, *rd)
	}
	if len(out) == 0 {
		return out
	}
	joined := make([]Reading, 0, len(at))
	for i, rd := range out {
		if as[i] == len(joined) {
			joined = append(joined, rd)
		} else {
			joined[as[i]].P += rd.P
		}
	}
	slices.SortStableFunc(joined, func(a, b Reading) int { return -cmp.Compare(a.P, b.P) })
	share(joined)
	r.trust(joined)
	return joined
}

// reading makes a reading of where a search came to.
func (c *chart) reading(r *Reader, e end, past *Past) (Reading, bool) {
	k, s, follow := e.sk.kind, e.state, e.sk.follow
	var base Slots
	if follow {
		base = Slots{}
		for name, v := range past.Slots {
			if k.slots[name] != nil {
				base[name] = v
			}
		}
	}
	list, skipped := c.says(k, s)
	rd := Reading{Kind: k.name, Command: k.command, Cost: e.cost, Set: c.set, Asked: s.mask&cueBit != 0}
	merge := func(slot string, old [][]string, text string) [][]string {
		return append(slices.Clone(old), []string{text})
	}
	if base != nil || r.Sense != nil {
		rd.Follows = base != nil
		merge = func(slot string, old [][]string, text string) [][]string {
			if r.Sense == nil || k.command == nil {
				return append(slices.Clone(old), []string{text})
			}
			flat := make([]string, len(old))
			for i, v := range old {
				flat[i] = strings.Join(v, "||")
			}
			var out [][]string
			for _, v := range r.Sense.Merge(c.set, k.command, slot, flat, text) {
				out = append(out, strings.Split(v, "||"))
			}
			return out
		}
	}
	rd.Slots = r.gather(c.set, k, list, base, merge)
	rd.Lines = k.lines(rd.Slots)
	for _, x := range list {
		rd.Used = append(rd.Used, c.span(x.from, x.to, x))
	}
	story, asked := map[int]bool{}, false
	for t := s; t != nil; t = t.prev {
		asked = asked || t.edge != nil && t.mode&inStory == 0
		if t.prev != nil && t.edge == nil && t.pos > t.prev.pos && t.mode&inStory != 0 {
			story[t.prev.pos] = true
		}
	}
	if !asked { // a line that only tells is no story beside a question
		clear(story)
	}
	for _, i := range skipped {
		if c.tokens[i].kind != markToken {
			rd.Passed = append(rd.Passed, c.tokens[i].word)
		}
		switch cl := c.classOf[i]; cl {
		case markClass, noiseClass, questionClass, chatClass:
		default:
			sp := c.span(i, i+1, said{slot: classNames[cl]})
			rd.Skipped = append(rd.Skipped, sp)
			if !story[i] && (cl == numberClass || cl == percentClass || cl == nameClass || cl == negClass || cl == unknownClass) {
				rd.Heavy = append(rd.Heavy, sp)
			}
		}
	}
	rd.feats = c.features(e.sk, s)
	rd.feats = append(rd.feats, e.more...)
	if r.Sense != nil && k.command != nil && r.Sense.Odd(c.set, k.command, rd.Slots) {
		rd.Cost += c.w.of(c.w.odd)
		rd.feats = append(rd.feats, c.w.odd)
	}
	if follow && len(list) == 0 {
		return rd, false
	}
	for i := range k.needs {
		if s.mask&k.needs[i].mask == 0 && k.needs[i].mask&(cueBit|secondCueBit) == 0 {
			rd.lacks = append(rd.lacks, k.needs[i].slots[0])
		}
	}
	rd.Bare = len(k.must) > 0 && !slices.ContainsFunc(k.must, func(s string) bool { return len(rd.Slots[s]) > 0 })
	c.doubted(&rd, e, past, skipped, story)
	return rd, true
}

// Lacks lists the slots that the question needs and does not say.
func (rd *Reading) Lacks() []string { return rd.lacks }

func (c *chart) span(from, to int, x said) Span {
	sp := Span{Slot: x.slot, Value: x.text, Phrase: x.prod, Cost: x.cost}
	if from < to && to <= len(c.tokens) {
		sp.From, sp.To = c.tokens[from].at, c.tokens[to-1].end
		sp.Text = c.line[sp.From:sp.To]
	}
	return sp
}

// features lists the features of a reading, each as often as it counts.
func (c *chart) features(sk *sketch, s *state) []int32 {
	k, out := sk.kind, slices.Clone(sk.askFeatures(s.mask))
	if !sk.follow {
		for i := range k.needs {
			if s.mask&k.needs[i].mask == 0 {
				out = append(out, k.needs[i].feat)
			}
		}
	}
	for t := s; t != nil; t = t.prev {
		if t.feat >= 0 {
			out = append(out, t.feat)
		}
		if t.more >= 0 {
			out = append(out, t.more)
		}
		if t.edge != nil && t.how != askedAgain {
			out = c.edgeFeatures(t.edge, out)
		}
	}
	return out
}

func (c *chart) edgeFeatures(e *edge, out []int32) []int32 {
	if e.prod < 0 {
		if e.feat >= 0 {
			out = append(out, e.feat)
		}
		return out
	}
	out = append(out, c.w.prodIDs[e.prod])
	for _, ch := range e.children {
		out = c.edgeFeatures(ch.e, out)
	}
	return out
}

// Words lists the words that a command's own phrases are made of, and those by which it
// is asked for, in their order: for tests that make lines of them.
func (r *Reader) Words(cmd *commands.Command) []string {
	var out []string
	path := cmd.Path()
	for i := range r.grammar.prods {
		p := &r.grammar.prods[i]
		if !strings.HasPrefix(r.grammar.names[p.sym], path+".") {
			continue
		}
		for _, part := range p.parts {
			if part.kind == litPart {
				out = append(out, r.grammar.litText[part.lits[0]-firstLit])
			}
		}
	}
	return out
}

// Features lists the features of a reading, by number, each as often as it counts.
func (rd *Reading) Features() []int32 { return rd.feats }

// Tunable is access to the weights, for the program that tunes them.
type Tunable struct{ w *weights }

// Tunable returns the weights of a reader. Nobody may read with it meanwhile.
func (r *Reader) Tunable() Tunable { return Tunable{r.weights} }

// Names are the names of the features.
func (t Tunable) Names() []string { return t.w.names }

// Begin is what each feature costs before tuning.
func (t Tunable) Begin() []float32 { return t.w.begin }

// Cost is what each feature costs, to be changed.
func (t Tunable) Cost() []float32 { return t.w.cost }

// Doubts are the numbers of the features that say how far a reading of a kind may be
// believed: those of Reading.Doubts, and the kind's own.
func (t Tunable) Doubts(kind string) []int32 {
	return append(t.w.doubts[:len(t.w.doubts):len(t.w.doubts)], t.w.ids["doubt.kind."+kind])
}

// Reset puts all features where the files have them, but for doubts.
func (t Tunable) Reset() {
	kept := slices.Clone(t.w.cost)
	copy(t.w.cost, t.w.begin)
	for d, name := range t.w.names {
		if strings.HasPrefix(name, "doubt.") {
			t.w.cost[d] = kept[d]
		}
	}
	t.w.settle()
}

// Settle must be called after a change.
func (t Tunable) Settle() { t.w.settle() }

// Write writes the weights as weights.txt keeps them.
func (t Tunable) Write(out io.Writer) error { return t.w.write(out) }

// Load reads what Write wrote.
func (t Tunable) Load(in io.Reader) error { return t.w.read(in) }

// Lines are the canonical lines of a question, one for each that it asks.
func (r *Reader) Lines(past *Past) []string {
	if k := r.grammar.byKind[past.Kind]; k != nil {
		return k.lines(past.Slots)
	}
	return nil
}

// Recall is the question that canonical lines ask, as a line that changes it needs it;
// nil: they are none that the reader can read.
func (r *Reader) Recall(ctx context.Context, lines []string, set *rules.Set) *Past {
	var past *Past
	for _, line := range lines {
		list, err := r.Read(ctx, line, set, nil, func(c *commands.Command) bool { return strings.HasPrefix(line, c.Path()) })
		if err != nil || len(list) == 0 || list[0].Command == nil {
			continue
		}
		if past == nil {
			past = &Past{Kind: list[0].Kind, Slots: list[0].Slots}
			continue
		}
		if past.Kind != list[0].Kind {
			if k := r.grammar.byKind[past.Kind+"+"+list[0].Kind]; k != nil {
				joined := maps.Clone(list[0].Slots)
				maps.Copy(joined, past.Slots)
				return &Past{Kind: k.name, Slots: joined}
			}
			return past
		}
		for s, v := range list[0].Slots { // several questions: what they say apart are alternatives
			if !slices.EqualFunc(past.Slots[s], v, slices.Equal) && len(past.Slots[s]) == 1 && len(v) == 1 {
				past.Slots[s] = [][]string{append(slices.Clone(past.Slots[s][0]), v[0]...)}
			}
		}
	}
	return past
}
