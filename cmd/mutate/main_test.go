package main

import "testing"

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
