package question

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write what forms are read as into testdata")

// sequellReader reads as where two sources and some players are known.
var sequellReader = &Reader{
	Now: time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC), Sources: []string{"nao", "hdf"}, Me: []string{"me1"},
	Played: func(name string) bool { return slices.Contains([]string{"ann", "bob", "elliptic"}, name) },
	Accounts: func(nick string) []string {
		return map[string][]string{"bob": {"bob", "bobby"}}[nick]
	},
}

// TestSequellForms reads every form of testdata/sequell.tsv, which is how Sequell's users
// ask and what each must be read as, or, behind "!", why it is refused.
func TestSequellForms(t *testing.T) {
	const file = "testdata/sequell.tsv"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	n := 0
	for line := range strings.Lines(string(raw)) {
		form, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if form == "" || strings.HasPrefix(form, "# ") {
			out.WriteString(line)
			continue
		}
		n++
		got := ""
		if q, err := sequellReader.Read(form); err != nil {
			got = "! " + err.Error()
		} else {
			got = q.Words()
		}
		fmt.Fprintf(&out, "%s\t%s\n", form, got)
		if (!ok || got != want) && !*update {
			t.Errorf("%s\n is read as %s\n want       %s", form, got, want)
		}
	}
	if n < 139 {
		t.Errorf("only %d forms", n)
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
