package grammar

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

// Grammar parses lines. It keeps what it derives from the commands it has
// seen, so there is one for all of them. It is safe for many goroutines.
type Grammar struct {
	seen sync.Map // *commands.Command -> *command
}

// indexes keeps what commands know by name under a version: [indexed] -> *names.Index.
// Parameters never change, so all grammars of a process share it.
var indexes sync.Map

// indexed is what an index is made of.
type indexed struct {
	params string // their addresses
	set    *rules.Set
}

// command is a command with what the grammar derives from its parameters, so that
// it need not look through all of them for each word. Where a parameter is named
// by its index, -1 is none.
type command struct {
	*commands.Command
	params   string            // their addresses
	numbers  map[string]string // keyword -> the name of the Number it means
	keywords map[string]string // the same, and numberWords
	fillers  map[string]bool
	heads    map[string]bool // the first words of keywords of several words

	kinds    map[commands.Kind]int      // the first parameter of each kind
	numbered map[string]int             // name -> the first Number of it
	chosen   map[string]int             // name -> the first Choice of it
	after    map[string]*commands.Param // word behind a figure -> the first parameter that it says
	stacks   int                        // whose names are stacks
	pairs    int                        // which has one Before it
	leveled  int                        // which may be said for each level
	units    int                        // which has Units
	glyphs   int                        // for which Glyphs stand
	piece    int                        // which is a flag of one Piece
}

func (g *Grammar) command(cmd *commands.Command) *command {
	if c, ok := g.seen.Load(cmd); ok {
		return c.(*command)
	}
	known, _ := g.seen.LoadOrStore(cmd, g.derive(cmd))
	return known.(*command)
}

// derive looks through the parameters of a command.
func (g *Grammar) derive(cmd *commands.Command) *command {
	first := func(is func(*commands.Param) bool) int { return slices.IndexFunc(cmd.Params, is) }
	c := &command{
		Command: cmd, params: fmt.Sprint(cmd.Params), numbers: map[string]string{}, keywords: maps.Clone(numberWords), heads: map[string]bool{}, fillers: words(cmd.Fillers),
		kinds: map[commands.Kind]int{}, numbered: map[string]int{}, chosen: map[string]int{}, after: map[string]*commands.Param{},
		stacks:  first(func(p *commands.Param) bool { return p.Pile }),
		pairs:   first(func(p *commands.Param) bool { return p.Before != "" }),
		leveled: first(func(p *commands.Param) bool { return p.Leveled }),
		units:   first(func(p *commands.Param) bool { return p.Units != nil }),
		glyphs:  first(func(p *commands.Param) bool { return p.Glyphs }),
		piece:   first(func(p *commands.Param) bool { return p.Piece }),
	}
	for i, p := range cmd.Params {
		put(c.kinds, p.Kind, i)
		for _, w := range p.After {
			put(c.after, w, p)
		}
		switch p.Kind {
		case commands.KindChoice:
			put(c.chosen, p.Name, i)
		case commands.KindNumber:
			put(c.numbered, p.Name, i)
			for _, w := range append([]string{p.Name}, p.Words...) {
				c.numbers[w] = p.Name
				w = strings.ReplaceAll(w, "-", " ") // a hyphen parts words
				c.numbers[w] = p.Name
				if head, _, more := strings.Cut(w, " "); more {
					c.heads[head] = true
				}
			}
		}
	}
	maps.Copy(c.keywords, c.numbers)
	return c
}

// put stores a value under a key unless the key is taken.
func put[K comparable, V any](m map[K]V, key K, v V) {
	if _, ok := m[key]; !ok {
		m[key] = v
	}
}

// found returns an index in a map; -1 where it has none.
func found[K comparable](m map[K]int, key K) int {
	if i, ok := m[key]; ok {
		return i
	}
	return -1
}

// index returns the vocabulary of a command under a version, built once.
func (cmd *command) index(set *rules.Set) *names.Index {
	key := indexed{cmd.params, set}
	if x, ok := indexes.Load(key); ok {
		return x.(*names.Index)
	}
	x, _ := indexes.LoadOrStore(key, cmd.vocabulary(set))
	return x.(*names.Index)
}

// vocabulary builds the index of all that a command knows by name under a
// version: names, flags and choices. An entry's Kind is its parameter's index;
// the Value of a name is its commands.Term.
func (cmd *command) vocabulary(set *rules.Set) *names.Index {
	x, size := names.NewIndex(), 0
	for _, p := range cmd.Params {
		if p.Kind == commands.KindName {
			for _, t := range p.Terms(set) {
				size += 1 + len(t.Aliases)
			}
		}
	}
	x.Grow(size)
	for i, p := range cmd.Params {
		switch p.Kind {
		case commands.KindFlag:
			x.Add(&names.Entry{Kind: names.Kind(i), Name: p.Name}, p.Words...)
		case commands.KindChoice:
			for _, c := range p.Choices {
				x.Add(&names.Entry{Kind: names.Kind(i), Name: c, Value: c}, p.Spellings(c)...)
			}
		case commands.KindName:
			terms := p.Terms(set)
			for k := range terms {
				t := &terms[k]
				x.Add(&names.Entry{Kind: names.Kind(i), Name: t.Name, Value: t}, t.Aliases...)
			}
		}
	}
	return x
}

// Find returns what a name of a parameter's vocabulary stands for under a version, by
// its exact spelling; ok is false if the version lacks it.
func (g *Grammar) Find(cmd *commands.Command, set *rules.Set, p *commands.Param, name string) (value any, ok bool) {
	key := []byte(strings.Join(names.Words(name), ""))
	for _, e := range g.command(cmd).index(set).Exact(key) {
		if cmd.Params[e.Kind] == p {
			return e.Value.(*commands.Term).Value, true
		}
	}
	return nil, false
}

// param returns the index of the first parameter of a kind, or -1.
func (cmd *command) param(k commands.Kind) int { return found(cmd.kinds, k) }

// pile returns the index of the parameter whose names are stacks, or -1.
func (cmd *command) pile() int { return cmd.stacks }

// numberNamed returns the first Number of a name, or nil if there is none.
func (cmd *command) numberNamed(name string) *commands.Param {
	if i, ok := cmd.numbered[name]; ok {
		return cmd.Params[i]
	}
	return nil
}

func words(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}
