package commandstest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"delphi/commands"
)

// Budget holds every answer of the package's testdata/*.txtar to one line of
// commands.LineBudget bytes. What `why` and `more` add, and failures, may be
// longer.
func Budget(t *testing.T) {
	t.Helper()
	paths, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range a.Files {
			line := strings.TrimSpace(string(f.Data))
			if f.Name != "reply" || strings.HasPrefix(line, "no: ") || len(line) <= commands.LineBudget {
				continue
			}
			if ask := strings.TrimPrefix(strings.TrimSpace(string(a.Files[i-1].Data)), "!"); ask != "why" && ask != "more" {
				t.Errorf("%s: %s\n%d bytes: %s", path, ask, len(line), line)
			}
		}
	}
}
