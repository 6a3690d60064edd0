package words

import (
	"slices"
	"strings"
	"sync"

	"delphi/commands"
	"delphi/commands/read/phrases"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// lexicon holds every name of every vocabulary under one version.
type lexicon struct {
	index     *names.Index              // whole names and aliases
	heads     map[string][]*names.Entry // first words of longer names
	words     map[string]bool           // stems of all words of names
	wordIndex *names.Index              // the same, to be found with typos
	bare      map[string][]*names.Entry // whole names and aliases by their consonants
	vocabs    [][]byte                  // the Kind of an entry -> the vocabularies that it stands in
	long      int
}

// lexicons keeps one for each version that was asked about.
type lexicons struct {
	mu  sync.Mutex
	all map[*rules.Set]*lexicon
}

// of returns the lexicon of a version.
func (l *lexicons) of(g *phrases.Grammar, set *rules.Set) *lexicon {
	l.mu.Lock()
	defer l.mu.Unlock()
	if x := l.all[set]; x != nil {
		return x
	}
	x := newLexicon(g, set)
	if l.all == nil {
		l.all = map[*rules.Set]*lexicon{}
	}
	l.all[set] = x
	return x
}

func newLexicon(g *phrases.Grammar, set *rules.Set) *lexicon {
	x := &lexicon{index: names.NewIndex(), heads: map[string][]*names.Entry{}, words: map[string]bool{}, wordIndex: names.NewIndex(), bare: map[string][]*names.Entry{}}
	groups := map[string]names.Kind{}
	for _, t := range shared(g, set) {
		kind, ok := groups[string(t.vocabs)]
		if !ok {
			kind = names.Kind(len(x.vocabs))
			groups[string(t.vocabs)] = kind
			x.vocabs = append(x.vocabs, t.vocabs)
		}
		x.add(&names.Entry{Kind: kind, Name: t.Name, Value: signs(t.Aliases)}, t.Aliases)
	}
	x.long = max(2, min(7, x.index.Longest()))
	return x
}

// signs returns the letters that aliases of several words end with, by their stems: those of monsters
// do that say how they look, "red D".
func signs(aliases []string) map[string]string {
	var out map[string]string
	for _, a := range aliases {
		if at := len(a) - 2; at > 0 && a[at] == ' ' {
			if out == nil {
				out = map[string]string{}
			}
			out[names.Key(a)] = a[at+1:]
		}
	}
	return out
}

// sharedTerm is a term that stands in several vocabularies: those of things, most of all.
type sharedTerm struct {
	commands.Term
	vocabs []byte // in ascending order
}

// shared returns the terms of all vocabularies, each one once.
func shared(g *phrases.Grammar, set *rules.Set) []*sharedTerm {
	var out []*sharedTerm
	at := map[string]*sharedTerm{}
	for i, v := range g.Vocabs {
		if v == nil {
			continue
		}
		for _, t := range v.Terms(set) {
			key := t.Name + "\n" + strings.Join(t.Aliases, "\n")
			s := at[key]
			if s == nil {
				s = &sharedTerm{Term: t}
				at[key] = s
				out = append(out, s)
			}
			if n := len(s.vocabs); n == 0 || s.vocabs[n-1] != byte(i) {
				s.vocabs = append(s.vocabs, byte(i))
			}
		}
	}
	return out
}

// add makes an entry known by its name, the aliases, and the first words of them all.
func (x *lexicon) add(e *names.Entry, aliases []string) {
	x.index.Add(e, aliases...)
	for _, name := range append([]string{e.Name}, aliases...) {
		ws := names.Stems(name)
		for _, w := range ws {
			if !x.words[w] && len(w) >= shortestMisspelt {
				x.wordIndex.Add(&names.Entry{Name: w})
			}
			x.words[w] = true
		}
		if bare := consonants(strings.Join(ws, "")); len(bare) > 2 && !slices.Contains(x.bare[bare], e) {
			x.bare[bare] = append(x.bare[bare], e)
		}
		key := ""
		for k := 0; k < len(ws)-1 && k < 3; k++ {
			if key += ws[k]; ws[k] == "of" || ws[k] == "random" {
				break
			}
			if !slices.Contains(x.heads[key], e) {
				x.heads[key] = append(x.heads[key], e)
			}
		}
	}
}

// in reports whether an entry stands in a vocabulary.
func (x *lexicon) in(e *names.Entry, vocab byte) bool {
	return slices.Contains(x.vocabs[e.Kind], vocab)
}
