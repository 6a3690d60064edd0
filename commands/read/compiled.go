package read

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"delphi/commands"
	"delphi/commands/read/learned"
	"delphi/commands/read/phrases"
	"delphi/commands/read/words"
)

// compiled is the result of compiling phrases and the parameters of commands. It is
// immutable, so that all readers in a process with the same phrases and parameters
// share it: compiling takes most of a second.
type compiled struct {
	grammar    *phrases.Grammar
	weights    *weights
	vocabulary *words.Vocabulary
	hunch      *learned.Hunches
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
func compile(list []*commands.Command, files []phrases.File) (compiled, error) {
	made.Lock()
	defer made.Unlock()
	of := source(list, files)
	if c := made.all[of]; c != nil {
		bound := *c
		bound.grammar = c.grammar.Bound(list)
		return bound, nil
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
func source(list []*commands.Command, files []phrases.File) string {
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

// newCompiled compiles phrases for commands.
func newCompiled(list []*commands.Command, files []phrases.File) (*compiled, error) {
	g, err := phrases.Compile(list, files)
	if err != nil {
		return nil, err
	}
	c := &compiled{grammar: g, weights: newWeights(g), vocabulary: words.New(g)}
	if c.hunch, err = learned.ReadHunches(strings.NewReader(learned.HunchesText)); err != nil {
		return nil, err
	}
	return c, c.weights.read(strings.NewReader(learned.WeightsText))
}
