package truthtest

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// project lays out a module with files beside it and moves the test into one
// of its packages.
func project(t *testing.T, beside map[string]string) {
	t.Helper()
	root := t.TempDir()
	pkg := filepath.Join(root, "module", "engine", "topic")
	for name, text := range beside {
		path := filepath.Join(root, "shared", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(pkg, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "module", "go.mod"), []byte("module topic\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(pkg)
}

func TestSample(t *testing.T) {
	var text strings.Builder
	text.WriteString("n\tsquare\tnoise\n")
	for n := range 1000 {
		text.WriteString(strings.Join([]string{strconv.Itoa(n), strconv.Itoa(n * n), "x"}, "\t") + "\n")
	}
	project(t, map[string]string{"truth/squares_1.tsv": text.String()})
	tb := Table{Name: "squares", Files: "truth/squares_*.tsv", Columns: []string{"square", "n"}, OneIn: 4}
	if err := tb.write(); err != nil {
		t.Fatal(err)
	}
	first, _ := os.ReadFile(tb.sample())
	if err := tb.write(); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(tb.sample()); string(again) != string(first) {
		t.Error("writing the sample again changed it")
	}
	seen := 0
	Rows(t, tb.sample(), func(r Row) {
		seen++
		if n := r.Int(t, "n"); n*n != r.Int(t, "square") || r["noise"] != "" || r.Float(t, "n") != float64(n) {
			t.Errorf("%v", r)
		}
	})
	if seen < 200 || seen > 300 {
		t.Errorf("%d rows of 1000 were taken, want about one in four", seen)
	}
	checked := map[string]int{}
	tb.Check(t, func(t testing.TB, r Row) { checked[t.Name()]++ })
	if checked["TestSample/sample"] != seen || checked["TestSample/complete"] != 1000 {
		t.Errorf("checked %v", checked)
	}
}

func TestReadOwnFormat(t *testing.T) {
	project(t, map[string]string{"truth/lines.txt": "a b\nc d\n"})
	tb := Table{Name: "lines", Files: "truth/lines.txt", Columns: []string{"second"}, Read: func(file io.Reader, yield func(Row)) error {
		text, err := io.ReadAll(file)
		for line := range strings.Lines(string(text)) {
			f := strings.Fields(line)
			yield(Row{"first": f[0], "second": f[1]})
		}
		return err
	}, Keep: func(r Row) bool { return r["first"] == "c" }}
	if err := tb.write(); err != nil {
		t.Fatal(err)
	}
	var got []string
	Rows(t, tb.sample(), func(r Row) { got = append(got, r["second"]) })
	if len(got) != 1 || got[0] != "d" {
		t.Errorf("the sample holds %v", got)
	}
	lines := 0
	Lines(t, Beside(t, "truth/lines.txt")[0], func([]byte) { lines++ })
	if lines != 2 {
		t.Errorf("%d lines", lines)
	}
}

func TestNothingBeside(t *testing.T) {
	project(t, nil)
	if _, err := Find("truth/squares_*.tsv"); err == nil || !strings.Contains(err.Error(), "truth/squares_*.tsv") {
		t.Errorf("the reason for skipping is %v", err)
	}
	if err := (Table{Name: "x", Files: "truth/x.tsv"}).write(); err == nil {
		t.Error("a sample was made of nothing")
	}
}

// A sample that another test writes is left as it is.
func TestNoColumns(t *testing.T) {
	project(t, map[string]string{"truth/squares.tsv": "n\tsquare\n2\t4\n"})
	tb := Table{Name: "squares", Files: "truth/squares.tsv", Columns: []string{"n", "square"}}
	if err := tb.write(); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(tb.sample())
	tb.Columns = nil
	if err := tb.write(); err == nil {
		t.Error("a table without columns wrote a sample")
	}
	if after, _ := os.ReadFile(tb.sample()); string(after) != string(before) || len(before) == 0 {
		t.Error("the sample changed")
	}
}
