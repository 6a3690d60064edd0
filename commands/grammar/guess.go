package grammar

import (
	"fmt"
	"slices"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/engine/names"
)

// mostGuesses is how many runs of words of one line are compared with every name, and
// mostOfLong how many of a line of more than longLine words: each takes a while.
const (
	mostGuesses = 60
	longLine    = 48
	mostOfLong  = 4
	longGuess   = 12 // bytes of words that are compared in such a line
)

// guess returns the only name close to some words. The same words are compared only
// once.
func (p *parser) guess(typed string, tag int) (e *names.Entry, ok bool) {
	return p.guessAmong(typed, tag, p.accept(tag))
}

// guessAmong is guess, limited to the names that accept allows.
func (p *parser) guessAmong(typed string, tag int, accept func(*names.Entry) bool) (e *names.Entry, ok bool) {
	most := mostGuesses
	if len(p.tokens) > longLine {
		if most = mostOfLong; len(typed) > longGuess {
			return nil, false
		}
	}
	key := guessed{typed, tag}
	if slices.Contains(p.guesses, key) || len(p.guesses) >= most {
		return nil, false
	}
	if !p.budget.Edge(budget.Guess) {
		return nil, false
	}
	if e, ok = p.index.Guess(typed, accept); !ok {
		p.guesses = append(p.guesses, key)
	}
	return e, ok
}

// guessed records what was compared with the names in vain.
type guessed struct {
	typed string
	tag   int
}

// unguessed holds words that are close to names but mean none of them.
var unguessed = words("monster monsters stuff things thing junk all everything them those these blessed uncursed cursed holy unholy")

// replacing is the tag of words that are compared with names that may replace another.
const replacing = -1

// partOf reads a misspelt word before a name that was taken without it: "magci"
// before "marker". The two may be a longer name than the one that was taken:
// "exta" before "healing".
func (p *parser) partOf(i int) bool {
	if _, rest, number := number(p.tokens[i].text); p.loosed > maxLoose || number && rest == "" { // a number is part of no name
		return false
	}
	for k := i + 1; k < len(p.tokens) && k <= i+2 && p.tokens[k].used && !p.tokens[k].cut; k++ {
		typed := p.typed(i, k+1)
		taken := p.tokens[i+1].by - 1 // the parameter that the name was taken for
		e, ok := p.guessAmong(typed, replacing, func(e *names.Entry) bool { return int(e.Kind) == taken })
		if !ok {
			continue
		}
		list := p.call.Values[e.Kind].Names
		at := slices.IndexFunc(list, func(s commands.Said) bool { return i < s.At && s.At <= k })
		if at < 0 {
			continue
		}
		if term, ok := e.Value.(*commands.Term); ok && list[at].Name != e.Name {
			if list[at].At != i+1 {
				continue
			}
			list[at].Name, list[at].Value = e.Name, term.Value
		}
		p.tokens[i].used, p.call.Guessed = true, true
		p.call.Note(commands.Remarked, fmt.Sprintf("%q read as %s", typed, e.Name))
		return true
	}
	return false
}

// wider returns the error for a word before a name that was taken without it, where
// both together are what several longer names end in: "dragon" before "scale mail", or
// nil.
func (p *parser) wider(i int) error {
	last := i
	for last+1 < len(p.tokens) && last < i+3 && p.tokens[last+1].used && !p.tokens[last+1].cut {
		last++
	}
	for k := last; k > i; k-- {
		tails := p.index.Tail(p.key(i, k+1))
		if len(tails) == 0 || !slices.ContainsFunc(p.call.Values[tails[0].Kind].Names, func(s commands.Said) bool { return i < s.At && s.At <= k }) {
			continue
		}
		typed := p.typed(i, k+1)
		return &commands.Problem{Text: fmt.Sprintf("%q could be %s. Which one?", typed, Candidates(tails, 6)), Hints: EntryNames(tails, 6)}
	}
	return nil
}
