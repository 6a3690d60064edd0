package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/truthtest"
)

// fingerprint writes the fingerprints of cites that have none, or another:
//
//	DELPHI_SOURCES=FOLDER go test ./engine/rules -run TestCitesAgainstTheSources -fingerprint
//
// Read the line of each before: what is written is taken to be right from then on.
var fingerprint = flag.Bool("fingerprint", false, "write the fingerprints of cited lines into the tables, from the sources in DELPHI_SOURCES")

// unsourced are versions whose source was not to hand: the fingerprint of such a
// place may be "-".
var unsourced = []string{"fiqhack"}

// printOf returns the fingerprint of a line: a hash of its words, whatever the blanks.
func printOf(line string) string {
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(line), " ")))
	return hex.EncodeToString(sum[:3])
}

// cited is a cell that cites a place. Marks of pages have no function.
type cited struct {
	table, rule, version, file, print, function string

	line int
	cell *string // what is in the table
}

// citeTables returns the tables that cite places, as rows of cells; each calls its
// function with every cite in them.
func citeTables(t *testing.T, each func(cited)) map[string][][]string {
	t.Helper()
	names, err := filepath.Glob("data/all/cites/*.tsv")
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][][]string{}
	for _, name := range append(names, "data/all/pages.tsv") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			tables[name] = append(tables[name], strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
		head := tables[name][0]
		for _, row := range tables[name][1:] {
			for i := range row {
				c := cited{table: name, rule: row[0], version: head[i], cell: &row[i]}
				cell := row[i]
				switch {
				case head[i] == "place":
					c.version, cell, _ = strings.Cut(cell, " ")
				case head[1] != "function" || i < 2 || cell == "-":
					continue
				default:
					c.function = row[1]
				}
				place, print, function := splitCite(cell)
				file, at, _ := strings.Cut(place, ":")
				if c.file, c.print = file, print; function != "" {
					c.function = function
				}
				if filepath.Ext(file) != ".c" {
					c.function = "" // which is a level's name
				}
				c.line, _ = strconv.Atoi(at)
				each(c)
			}
		}
	}
	return tables
}

// functionTable is where the functions that hold rules start.
var functionTable = truthtest.Table{Name: "functions", Files: "facts/cites.tsv", Columns: []string{"version", "file", "line", "function"}}

var sixHex = regexp.MustCompile(`^[0-9a-f]{6}$`)

// Every place is a line with a fingerprint, and no line has two. A place without
// one is the start of a function that the facts list.
func TestCitesHaveFingerprints(t *testing.T) {
	known := map[[4]string]bool{}
	functionTable.Check(t, func(_ testing.TB, r truthtest.Row) {
		known[[...]string{r["version"], r["file"], r["line"], r["function"]}] = true
	})
	prints, walked, without := map[string]string{}, 0, map[string]int{}
	citeTables(t, func(c cited) {
		walked++
		at := c.version + " " + c.file + ":" + strconv.Itoa(c.line)
		switch {
		case c.print == "-" && slices.Contains(unsourced, c.version):
			without[c.version]++
			if c.function != "" && !known[[...]string{c.version, c.file, strconv.Itoa(c.line), c.function}] {
				t.Logf("%s: %s is at %s %s, which nothing confirms", c.table, c.rule, at, c.function)
			}
			return
		case !slices.Contains([]string{".c", ".des", ".lua"}, filepath.Ext(c.file)) || c.line == 0:
			t.Errorf("%s: %s has no line in %s: %q", c.table, c.rule, c.version, *c.cell)
		case !sixHex.MatchString(c.print) || c.print == "000000": // which is what one writes to pass this test
			t.Errorf("%s: %s is at %s without a fingerprint: -fingerprint writes it", c.table, c.rule, at)
		case prints[at] != "" && prints[at] != c.print:
			t.Errorf("%s: %s is at %s#%s, which elsewhere is #%s", c.table, c.rule, at, c.print, prints[at])
		}
		prints[at] = c.print
	})
	if walked < 300 {
		t.Errorf("only %d places were walked", walked)
	}
	t.Logf("not checked, as their source is not to hand: %v of %d places", without, walked)
}

// Every cited line has its fingerprint in the game's source and lies in its
// function. DELPHI_SOURCES is a folder with 3.4.3/src, 5.0.0/src, slashem/src
// and so on.
func TestCitesAgainstTheSources(t *testing.T) {
	root := os.Getenv("DELPHI_SOURCES")
	if root == "" {
		t.Skip("DELPHI_SOURCES names no folder with the games' sources")
	}
	sources := map[string][]string{}
	source := func(version, file string) []string {
		folder := "src"
		if !strings.HasSuffix(file, ".c") {
			folder = "dat" // a level's description
		}
		name := filepath.Join(root, version, folder, file)
		if _, ok := sources[name]; !ok {
			text, _ := os.ReadFile(name)
			sources[name] = strings.Split(string(text), "\n")
		}
		return sources[name]
	}
	checked, not := 0, map[string]int{}
	tables := citeTables(t, func(c cited) {
		lines := source(c.version, c.file)
		if c.print == "-" || len(lines) < 2 {
			not[c.version]++
			return
		}
		checked++
		if c.line < 1 || c.line > len(lines) || strings.TrimSpace(lines[c.line-1]) == "" {
			t.Errorf("%s: %s is at %s %q, where nothing stands", c.table, c.rule, c.version, *c.cell)
			return
		}
		line := lines[c.line-1]
		if c.function != "" && !liesIn(lines, c.function, c.line) {
			t.Errorf("%s: %s is at %s %s:%d, which is not in %s: %s", c.table, c.rule, c.version, c.file, c.line, c.function, line)
			return
		}
		switch is := printOf(line); {
		case c.print == is:
		case *fingerprint:
			place, rest := *c.cell, ""
			if i := strings.Index(place, c.file); i >= 0 {
				if j := strings.IndexByte(place[i:], ' '); j >= 0 {
					place, rest = place[:i+j], place[i+j:]
				}
			}
			place, _, _ = strings.Cut(place, "#")
			*c.cell = place + "#" + is + rest
		default:
			t.Errorf("%s: %s is at %s %s:%d#%s, where a line #%s stands: %s", c.table, c.rule, c.version, c.file, c.line, c.print, is, line)
		}
	})
	t.Logf("%d places checked; not checked: %v", checked, not)
	if !*fingerprint {
		return
	}
	for name, rows := range tables {
		var b strings.Builder
		for _, row := range rows {
			b.WriteString(strings.Join(row, "\t") + "\n")
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// liesIn reports whether a line, from 1, lies in the definition of a function or
// a table: from the line that names it at the left margin to the first brace that
// closes there. The type may stand on the line before it.
func liesIn(lines []string, name string, line int) bool {
	head := regexp.MustCompile(`^([a-zA-Z].*\W)?` + regexp.QuoteMeta(name) + `\s*[(\[]`)
	for start := range lines[:line] {
		if !head.MatchString(lines[start]) {
			continue
		}
		for end := start; end < len(lines); end++ {
			if end > start && (lines[end] == "" && end < start+2 || head.MatchString(lines[end])) {
				break // a declaration
			}
			if strings.HasPrefix(lines[end], "}") {
				if line <= end+1 {
					return true
				}
				break
			}
		}
	}
	return false
}

func TestLiesIn(t *testing.T) {
	lines := strings.Split(`int FDECL(roll, (int));

static int
roll(n)
int n;
{
	return n;
}

int
other(int n)
{
    return roll(n);
}
struct row rolls[] = {
    { 1 },
};`, "\n")
	for _, c := range []struct {
		name string
		line int
		want bool
	}{{"roll", 4, true}, {"roll", 7, true}, {"roll", 8, true}, {"roll", 3, false}, {"roll", 13, false}, {"other", 13, true}, {"rolls", 16, true}, {"oll", 7, false}} {
		if got := liesIn(lines, c.name, c.line); got != c.want {
			t.Errorf("line %d in %s: %v", c.line, c.name, got)
		}
	}
	if printOf("\tif (rn2(5)) {") != printOf("if  (rn2(5)) { ") || printOf("rn2(5)") == printOf("rn2(6)") {
		t.Error("a fingerprint hangs on blanks, or does not hang on words")
	}
}
