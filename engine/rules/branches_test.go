package rules

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"delphi/engine/truthtest"
)

// branchTable is every place where a function of the games behind our answers
// asks for one monster, object, artifact, role, race, class, attack, level or
// kind: what its symbol names.
var branchTable = truthtest.Table{
	Name: "branches", Files: "truth/cases/cases.tsv",
	Columns: []string{"version", "topic", "file", "line", "function", "symbol"},
}

// A covering is a line of testdata/branches/TOPIC.tsv: the rules of ours that
// stand for branches of the game, or why there is none.
//
//   - functions: of the game, with commas between them: one rule often moves
//     from one function into another between versions.
//   - symbols: those that the functions ask for, with blanks between them; * is
//     all of a function whose every branch is outside our questions.
//   - rules: with commas between them, each "cite NAME" (a rule of
//     data/all/cites), "data TABLE" or "data TABLE/ROW" (a table of some
//     version), "field TOPIC.FIELD" (of a topic of this package) or "code
//     FOLDER.NAME" (what a package of the project declares); - for none.
//   - why: what there is to say of a rule, and of a waiver its reason.
//   - places: how many places in the games the line covers. A branch more on the
//     same symbol of the same function makes it wrong: read the new place, then let
//     -places write the number.
type covering struct {
	where     string // "prices.tsv:7"
	functions []string
	symbols   []string
	rules     []string
	why       string
	places    int
}

func (c covering) whole() bool { return slices.Equal(c.symbols, []string{"*"}) }

// readCoverings reads testdata/branches: the lines of each topic.
func readCoverings(t *testing.T) map[string][]covering {
	t.Helper()
	files, err := filepath.Glob("testdata/branches/*.tsv")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]covering{}
	for _, path := range files {
		n := 1
		topic := strings.TrimSuffix(filepath.Base(path), ".tsv")
		truthtest.Rows(t, path, func(r truthtest.Row) {
			n++
			c := covering{where: fmt.Sprintf("%s:%d", filepath.Base(path), n), why: r["why"]}
			c.places, _ = strconv.Atoi(r["places"])
			c.functions = strings.Split(r["functions"], ",")
			c.symbols = strings.Fields(r["symbols"])
			if r["rules"] != "-" {
				c.rules = strings.Split(r["rules"], ", ")
			}
			out[topic] = append(out[topic], c)
		})
	}
	return out
}

// countPlaces writes how many places each line covers:
//
//	go test ./engine/rules -run TestEveryBranchIsCovered -places
var countPlaces = flag.Bool("places", false, "write how many places each line of testdata/branches covers")

// writePlaces puts the counts, by "prices.tsv:7", into the last column of a file.
func writePlaces(t *testing.T, topic string, counts map[string]int) {
	t.Helper()
	path := filepath.Join("testdata", "branches", topic+".tsv")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i, line := range lines {
		cells := strings.Split(line, "\t")[:4]
		last := "places"
		if i > 0 {
			last = strconv.Itoa(counts[fmt.Sprintf("%s.tsv:%d", topic, i+1)])
		}
		lines[i] = strings.Join(append(cells, last), "\t")
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// slug returns a topic's name as a file's.
func slug(topic string) string {
	return strings.ReplaceAll(strings.ReplaceAll(topic, ",", ""), " ", "-")
}

// Each branch of every topic is named by a rule of ours, or waived with a
// reason; and each line that does so names a branch that is there, and a rule
// that is there.
func TestEveryBranchIsCovered(t *testing.T) {
	topics := readCoverings(t)
	type branch struct{ function, symbol string }
	lines := map[string]map[branch]string{} // by topic: where a branch is covered; symbol * for a whole function
	for topic, list := range topics {
		lines[topic] = map[branch]string{}
		partly := map[string]bool{}
		for _, c := range list {
			checkCovering(t, c)
			for _, f := range c.functions {
				if partly[f] && c.whole() || lines[topic][branch{f, "*"}] != "" {
					t.Errorf("%s: %s is covered as a whole and in parts", c.where, f)
				}
				partly[f] = partly[f] || !c.whole()
				for _, s := range c.symbols {
					b := branch{f, s}
					if at := lines[topic][b]; at != "" && len(c.functions) == 1 {
						t.Errorf("%s: %s of %s is covered at %s, too", c.where, s, f, at)
					}
					lines[topic][b] = c.where
				}
			}
		}
	}
	here := map[string]bool{}           // topics that there are
	met := map[string]map[string]bool{} // by a line: the functions and symbols that are there
	places := map[string]int{}          // by a line: how many cases it covers
	counted := map[string]bool{}        // cases: the sample and the complete table have the same ones
	branchTable.Check(t, func(t testing.TB, r truthtest.Row) {
		topic := slug(r["topic"])
		here[topic] = true
		where := lines[topic][branch{r["function"], r["symbol"]}]
		if where == "" {
			where = lines[topic][branch{r["function"], "*"}]
		}
		if where == "" {
			t.Errorf("%s %s:%s: %s asks for %s, and no line of testdata/branches/%s.tsv says which rule of ours that is, or why there is none", r["version"], r["file"], r["line"], r["function"], r["symbol"], topic)
			return
		}
		if at := strings.Join([]string{topic, r["version"], r["file"], r["line"], r["function"], r["symbol"]}, " "); !counted[at] {
			counted[at] = true
			places[where]++
		}
		if met[where] == nil {
			met[where] = map[string]bool{"*": true}
		}
		met[where][r["function"]], met[where][r["symbol"]] = true, true
	})
	for topic, list := range topics {
		if !here[topic] {
			t.Errorf("testdata/branches/%s.tsv is of no topic", topic)
		}
		for _, c := range list {
			for _, name := range slices.Concat(c.functions, c.symbols) {
				if !met[c.where][name] {
					t.Errorf("%s: %s is in no case any more", c.where, name)
				}
			}
			if n := places[c.where]; n != c.places && !*countPlaces {
				t.Errorf("%s: it covers %d places, not %d: is each of them what the line says? Then -places writes it", c.where, n, c.places)
			}
		}
		if *countPlaces {
			writePlaces(t, topic, places)
		}
	}
}

// checkCovering fails for a rule that is not there, and for neither a rule nor a
// reason.
func checkCovering(t *testing.T, c covering) {
	t.Helper()
	if len(c.symbols) == 0 || c.functions[0] == "" {
		t.Errorf("%s: it covers nothing", c.where)
	}
	if len(c.rules) == 0 && len(strings.Fields(c.why)) < 2 {
		t.Errorf("%s: neither a rule nor a reason", c.where)
	}
	for _, rule := range c.rules {
		if !isRule(rule) {
			t.Errorf("%s: there is no %q", c.where, rule)
		}
	}
}

func isRule(rule string) bool {
	kind, name, _ := strings.Cut(rule, " ")
	switch kind {
	case "cite":
		return slices.ContainsFunc(versions, func(v version) bool { return readCites(v.name)[name].Place != "" })
	case "data":
		table, key, _ := strings.Cut(name, "/")
		return slices.ContainsFunc(versions, func(v version) bool {
			rows := readTable(v.lineage(), table).rows
			return len(rows) > 0 && (key == "" || rows[key] != nil)
		})
	case "field":
		return topicFields()[name]
	case "code":
		dot := strings.LastIndex(name, ".")
		return dot > 0 && declared(name[:dot])[name[dot+1:]]
	}
	return false
}

// topicFields holds the exported fields of the topics, as "Crafts.Recipes".
var topicFields = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, topic := range topics {
		for _, v := range versions {
			if known := topic.value(v.name); known != nil {
				walk(topic.title(), reflect.ValueOf(known), func(path string, _ reflect.StructField, _ reflect.Value) { out[path] = true })
			}
		}
	}
	walk("Casting", reflect.ValueOf(Get("3.4.3").Casting), func(path string, _ reflect.StructField, _ reflect.Value) { out[path] = true })
	return out
})

var declarations = map[string]map[string]bool{}

// declared returns the functions, methods, types, constants and variables that a
// folder of the project declares.
func declared(folder string) map[string]bool {
	if out := declarations[folder]; out != nil {
		return out
	}
	out := map[string]bool{}
	declarations[folder] = out
	root := filepath.Join("..", "..", filepath.FromSlash(folder))
	files, err := fs.Glob(os.DirFS(root), "*.go")
	if err != nil {
		panic(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			panic(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				out[d.Name.Name] = true
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						out[s.Name.Name] = true
					case *ast.ValueSpec:
						for _, n := range s.Names {
							out[n.Name] = true
						}
					}
				}
			}
		}
	}
	return out
}
