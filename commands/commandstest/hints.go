package commandstest

import (
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"delphi/commands"
	"delphi/commands/wording"
)

// Hints types every hint that the conversations of a folder's testdata/*.txtar show, exactly as
// shown, and returns how many there are. A computed command must answer it. A command that acts,
// or that depends on what was done before, must at least be able to read it; it may still refuse it.
func Hints(t *testing.T, folder string) int {
	t.Helper()
	seen := map[string]bool{}
	other := NewWorld(t) // so that hints do not change the conversation
	for _, path := range conversations(t, folder) {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		w := NewWorld(t)
		for i := range a.Files {
			reply, who, asked := w.section(&a.Files[i])
			if reply.Silent {
				continue
			}
			for _, hint := range reply.Hints {
				if seen[hint] || commands.HasBlanks(hint) || strings.HasPrefix(hint, "/") {
					continue
				}
				seen[hint] = true
				at := w
				if !w.pure(hint) {
					at = other
				}
				got := at.Ask(who, hint)
				if got.Failed && (at == w || strings.HasPrefix(got.Summary, "There is no command")) {
					t.Errorf("%s: %q offers %q, which is answered with: %s %q", path, asked, hint, got.Summary, got.Hints)
				}
				if at == w && !reply.Failed && w.pure(asked) {
					w.Ask(who, asked) // what `why` and `more` are about again
				}
			}
		}
	}
	return len(seen)
}

// section plays one section of a conversation; reply is zero if it asks nothing.
func (w *World) section(f *txtar.File) (reply commands.Reply, who, asked string) {
	step, who, _ := strings.Cut(f.Name, " ")
	data := strings.TrimSpace(string(f.Data))
	switch step {
	case "ask":
		return w.Ask(who, data), who, data
	case "wait":
		w.Wait(w.span(data))
	case "games":
		w.Play(strings.Split(data, "\n")...)
	}
	return reply, who, data
}

// pure reports whether a line depends on nothing but itself and changes nothing.
func (w *World) pure(line string) bool {
	word, rest := wording.CutWord(line)
	i := slices.IndexFunc(w.Router.Commands(), func(c *commands.Command) bool {
		return c.Name == word || slices.Contains(c.Aliases, word)
	})
	if i < 0 {
		return !strings.HasPrefix(line, "??") // a question in a sentence, or none at all
	}
	cmd := w.Router.Commands()[i]
	if word, _ := wording.CutWord(rest); cmd.Sub(word) != nil {
		cmd = cmd.Sub(word)
	}
	return cmd.Cacheable || slices.Contains([]string{"why", "more"}, cmd.Name)
}
