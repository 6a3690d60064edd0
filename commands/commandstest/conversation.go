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

var update = flag.Bool("update", false, "write the replies of testdata/*.txtar anew")

// Conversations runs every testdata/*.txtar of the package under test. Each
// file is a conversation: requests ("ask"), each followed by the reply as a
// one-line network shows it ("reply"), failures behind "no: ". With -update
// the replies are written anew; read them.
func Conversations(t *testing.T, changes ...func(*route.Options)) {
	t.Helper()
	paths, _ := filepath.Glob("testdata/*.txtar")
	if len(paths) == 0 {
		t.Fatal("no conversations")
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			r := New(t, changes...)
			for i := 0; i+1 < len(a.Files); i += 2 {
				if a.Files[i].Name != "ask" || a.Files[i+1].Name != "reply" {
					t.Fatalf("files %d and %d are named %s and %s, want ask and reply", i, i+1, a.Files[i].Name, a.Files[i+1].Name)
				}
				line := strings.TrimSpace(string(a.Files[i].Data))
				got := Line(Ask(t, r, line)) + "\n"
				if *update {
					a.Files[i+1].Data = []byte(got)
				} else if want := string(a.Files[i+1].Data); got != want {
					t.Errorf("%s\n got %s want %s", line, got, want)
				}
				if strings.Contains(got, "omething broke") {
					t.Errorf("%s: %s", line, got)
				}
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// Line is a reply as a conversation has it.
func Line(reply commands.Reply) string {
	line := reply.OneLine(commands.LineBudget, "!")
	if reply.Failed {
		return "no: " + line
	}
	return line
}
