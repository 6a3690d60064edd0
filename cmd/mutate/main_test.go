package main

import (
	"os"
	"testing"
)

// Every change changes what it says, where it says.
func TestMutations(t *testing.T) {
	code := []byte("package p\n\nfunc f(n int) bool { return n+2 < 10 }\n")
	ms, err := ofCode("p.go", code)
	if err != nil {
		t.Fatal(err)
	}
	ms = append(ms, ofTable("t.tsv", []byte("name\tn\tm\na\t1\t-2\nb 3\t4\tx5\n"))...)
	got := map[string]bool{}
	for _, m := range ms {
		got[m.String()] = true
	}
	for _, want := range []string{"p.go:3: < -> <=", "p.go:3: + -> -", "p.go:3: 2 -> 3", "p.go:3: 10 -> 11", "t.tsv:2: 1 -> 2", "t.tsv:2: -2 -> -1", "t.tsv:3: 4 -> 5"} {
		if !got[want] {
			t.Errorf("no change %s", want)
		}
	}
	if len(ms) != 7 {
		t.Errorf("%d changes: %v", len(ms), ms)
	}
	table := []byte("name\tn\nb\t4\n")
	if out := string(ofTable("t", table)[0].apply(table)); out != "name\tn\nb\t5\n" {
		t.Errorf("%q", out)
	}
}

// A test sees the changed file where it is code, where it is a table that the package
// embeds by its folder, and not once the change is gone; a number that no test reads survives.
func TestNoticed(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("data/all", 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"go.mod":         "module m\n\ngo 1.21\n",
		"data/all/t.tsv": "name\tread\tunread\na\t1\t5\n",
		"p.go": `package m

import "embed"

//go:embed data
var data embed.FS

func code() int { return 7 }
`,
		"p_test.go": `package m

import (
	"strings"
	"testing"
)

func TestP(t *testing.T) {
	text, _ := data.ReadFile("data/all/t.tsv")
	if code() != 7 || !strings.Contains(string(text), "a\t1\t") {
		t.Fail()
	}
}
`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code, _ := os.ReadFile("p.go")
	table, _ := os.ReadFile("data/all/t.tsv")
	changes, err := ofCode("p.go", code)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"p.go:8: 7 -> 8": true, "data/all/t.tsv:2: 1 -> 2": true, "data/all/t.tsv:2: 5 -> 6": false}
	for _, m := range append(changes, ofTable("data/all/t.tsv", table)...) {
		got, err := noticed(t.Context(), t.TempDir(), m, []string{"."})
		if w, ok := want[m.String()]; err != nil || !ok || got != w {
			t.Errorf("%s: noticed %t, want %t (%v)", m, got, w, err)
		}
	}
}
