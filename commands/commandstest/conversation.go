package commandstest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"delphi/commands"
	"delphi/commands/route"
)

var update = flag.Bool("update", false, "write the replies of testdata/*.txtar and docs/commands.md anew")

// Updating reports whether golden files are to be rewritten (-update).
func Updating() bool { return *update }

// Conversations runs every testdata/*.txtar of a folder in a [World] of its own. Each file is a
// conversation: requests ("ask", or "ask WHO" as [World.Ask] has it), each followed by the reply as a one-line network shows it ("reply"),
// failures behind "no: " and what is for the asker alone behind "in private: ". Between
// them, "wait" moves the clock by what it says, which is followed by what is then
// announced ("said"), and "games" are rows for [World.Play]. With -update the replies
// are rewritten; read them.
func Conversations(t *testing.T, folder string, changes ...func(*route.Options)) {
	t.Helper()
	for _, path := range conversations(t, folder) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			converse(t, NewWorld(t, changes...), a)
			if *update {
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// conversations returns the paths of a folder's conversations.
func conversations(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no conversations in ", folder, err)
	}
	return paths
}

// converse plays one conversation; with -update it changes a.
func converse(t *testing.T, w *World, a *txtar.Archive) {
	t.Helper()
	expect := func(i int, name, what, got string) {
		t.Helper()
		if i >= len(a.Files) || a.Files[i].Name != name {
			t.Fatalf("%q, section %d, is not followed by a section %q", what, i, name)
		}
		if *update {
			a.Files[i].Data = []byte(got)
		} else if want := string(a.Files[i].Data); got != want {
			t.Errorf("%s\n got %s want %s", what, got, want)
		}
	}
	for i := 0; i < len(a.Files); i++ {
		step, who, _ := strings.Cut(a.Files[i].Name, " ")
		data := strings.TrimSpace(string(a.Files[i].Data))
		switch step {
		case "ask":
			reply := w.Ask(who, data)
			got := Line(reply) + "\n"
			if strings.Contains(got, "omething broke") {
				t.Errorf("%s: %s", data, got)
			}
			if TooLong(&reply) {
				t.Errorf("%s is answered with more than a line: %s", data, got)
			}
			i++
			expect(i, "reply", strings.TrimSpace(who+" "+data), got)
		case "wait":
			said := w.Wait(w.span(data))
			i++
			expect(i, "said", "wait "+data, strings.Join(append(said, ""), "\n"))
		case "games":
			w.Play(strings.Split(data, "\n")...)
		default:
			t.Fatalf("section %d is named %s, want ask, wait or games", i, a.Files[i].Name)
		}
	}
}

// TooLong reports whether an answer takes more than the one line that a network
// may show. The steps of an answer may, and so may the list of all commands.
func TooLong(reply *commands.Reply) bool {
	lists := reply.Command == "why" || reply.Command == "help" || len(reply.Steps) > 0
	return !reply.Failed && !lists && len(reply.OneLine(commands.LineBudget, "!")) > commands.LineBudget
}

// Line returns a reply as conversations show it.
func Line(reply commands.Reply) string {
	line := reply.OneLine(commands.LineBudget, "!")
	switch {
	case reply.Failed:
		return "no: " + line
	case reply.Private:
		return "in private: " + line
	}
	return line
}
