package hear_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/commands/hear"
	"delphi/commands/route"
	"delphi/engine/rules"
)

// A pass that is left out would have changed nothing: every pass names all the words that
// it needs. The tests of sentences look at this too.
func TestPassesNameTheirWords(t *testing.T) {
	for row := range strings.Lines(corpus) {
		line, _, _ := strings.Cut(strings.TrimSpace(row), "\t")
		nothingOverlooked(t, line)
	}
	for _, line := range []string{ // of passes that few lines need
		"could my oil lamp go magic", "chain mails: 4", "3 orcish, 5 dwarvish cloaks", "what int for 5% or less, wiz sleep", "5 blessed or 6 cursed horns", "3 orcish 5 dwarvish cloaks for comr", "wiz and pri with 18 in their stat",
	} {
		nothingOverlooked(t, line)
	}
	words, rng := wordsOf(everyCommand(), rules.Get(rules.Default)), rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		picks := make([]byte, 30)
		for i := range picks {
			picks[i] = byte(rng.Uint32())
		}
		nothingOverlooked(t, picked(picks, words))
	}
}

func FuzzPasses(f *testing.F) {
	words := wordsOf(everyCommand(), rules.Get(rules.Default))
	for _, seed := range []string{"abcdefgh", "\x00\x01\x02\x80\x03", "zzzzyyyyxxxx", "fail me now please"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, picks []byte) { nothingOverlooked(t, picked(picks, words)) })
}

var everyCommand = sync.OnceValue(func() []*commands.Command {
	r, err := route.New(route.Options{})
	if err != nil {
		panic(err)
	}
	return r.Commands()
})

var hearing = sync.OnceValue(func() *hear.Hearer { return hear.New(everyCommand(), &grammar.Grammar{}) })

func nothingOverlooked(t *testing.T, line string) {
	t.Helper()
	if line = grammar.Clean(line); line == "" || len(line) > commands.MaxLine {
		return
	}
	for _, said := range hearing().Overlooked(line, rules.Get(rules.Default)) {
		t.Errorf("%q: %s", line, said)
	}
}
