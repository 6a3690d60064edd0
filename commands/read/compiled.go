package read

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// compiled is the result of compiling phrases and the parameters of commands. It is
// immutable, so that all readers in a process with the same phrases and parameters
// share it: compiling takes most of a second.
type compiled struct {
	grammar  *grammar
	weights  *weights
	lexicons *lexicons
	litIndex *names.Index
	uses     []int                 // literal -> how many parts of phrases hold it
	odds     map[int32][]*part     // some of the parts that hold a literal that is no everyday English
	litNear  *sync.Map             // of []int32, by literal: those that it misspells
	bare     map[string][]int32    // consonants -> the words that have these
	versions map[string]*rules.Set // words that mean a version: "slash"
	hunch    *Hunches
}

// made caches what was compiled, by its sources.
var made = struct {
	sync.Mutex
	all map[string]*compiled
}{all: map[string]*compiled{}}

// mostMade is the size of that cache.
const mostMade = 8

// compile compiles phrases for commands, unless the same phrases were compiled before for
// commands with the same paths and parameters.
func compile(list []*commands.Command, files []Phrases) (compiled, error) {
	made.Lock()
	defer made.Unlock()
	of := source(list, files)
	if c := made.all[of]; c != nil {
		return c.bound(list), nil
	}
	c, err := newCompiled(list, files)
	if err != nil {
		return compiled{}, err
	}
	if len(made.all) >= mostMade {
		clear(made.all)
	}
	made.all[of] = c
	return *c, nil
}

// source identifies what a reader is compiled from: the files, and what it knows about
// the commands.
func source(list []*commands.Command, files []Phrases) string {
	var b strings.Builder
	for cmd := range commands.Every(list) {
		if cmd.Run != nil {
			fmt.Fprintln(&b, cmd.Path(), cmd.Aliases)
			for _, p := range slices.Concat(cmd.Params, cmd.Reads) {
				if p.Kind == commands.KindName { // whose vocabulary is a function
					fmt.Fprintf(&b, "%p", p)
				}
				fmt.Fprintln(&b, *p)
			}
		}
	}
	for _, f := range files {
		b.WriteString(f.Name)
		b.WriteString(f.Text)
	}
	return b.String()
}

// bound returns the same, bound to other commands with the same paths and parameters.
func (c *compiled) bound(list []*commands.Command) compiled {
	byPath := map[string]*commands.Command{}
	for cmd := range commands.Every(list) {
		byPath[cmd.Path()] = cmd
	}
	g := *c.grammar
	g.kinds, g.byKind = slices.Clone(g.kinds), maps.Clone(g.byKind)
	moved := map[*kind]*kind{}
	move := func(k *kind) *kind {
		if moved[k] == nil {
			m := *k
			if k.command != nil {
				m.command = byPath[k.command.Path()]
			}
			moved[k] = &m
		}
		return moved[k]
	}
	for i, k := range g.kinds {
		g.kinds[i] = move(k)
	}
	for name, k := range g.byKind {
		g.byKind[name] = move(k)
	}
	for _, m := range moved {
		m.parts = slices.Clone(m.parts)
		for i, part := range m.parts {
			m.parts[i] = move(part)
		}
	}
	out := *c
	out.grammar = &g
	return out
}

// newCompiled compiles phrases for commands.
func newCompiled(list []*commands.Command, files []Phrases) (*compiled, error) {
	g := &grammar{symbols: map[string]int32{}, lits: map[string]int32{}, byVocab: map[string]int32{}, sets: map[string]string{}, byKind: map[string]*kind{}, noise: map[int32]bool{}, same: map[int32][]int32{}, refers: map[int32]bool{}, joins: map[int32]bool{}, returns: map[int32]bool{}, kin: map[string][]string{}, adds: map[string]string{}, asks: map[int32]bool{}, classes: map[int32]string{}, slotIDs: map[string]int32{}, rivals: map[string][]string{}, facts: map[string]bool{}}
	b := &builder{grammar: g, alts: map[string]part{}, means: map[string]string{}}
	for cmd := range commands.Every(list) {
		if cmd.Run != nil {
			b.auto(cmd)
		}
	}
	for _, load := range []func(Phrases) error{b.loadNames, b.load} {
		for _, f := range files {
			if err := load(f); err != nil {
				return nil, err
			}
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
		b.lone(k)
		k.takes = append(k.takes, take{sym: b.symbol("anew")}, take{sym: b.symbol("idle")}, take{sym: b.symbol(undone)})
		k.takes = append(k.takes, b.spares(k)...)
	}
	g.between, g.opener, g.closer = b.symbol("between"), b.symbol("opener"), b.symbol("closer")
	err := g.finish()
	if err != nil {
		return nil, err
	}
	uses := usesOf(g)
	c := &compiled{grammar: g, weights: newWeights(g), lexicons: &lexicons{}, litIndex: names.NewIndex(), uses: uses, odds: oddIn(g), litNear: &sync.Map{}, bare: bareOf(g, uses), versions: g.versionWords()}
	for _, l := range g.litText {
		if len(l) >= 4 {
			c.litIndex.Add(&names.Entry{Name: l})
		}
	}
	if c.hunch, err = ReadHunches(strings.NewReader(hunchesText)); err != nil {
		return nil, err
	}
	return c, c.weights.read(strings.NewReader(tuned))
}
