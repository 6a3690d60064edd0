// Package delphi_test holds the rules of the whole tree: who may import what,
// and what may be said where.
package delphi_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"delphi/engine/rules"
)

// layers says which of our packages a package may import: the first entry
// whose folder holds the package decides.
var layers = []struct {
	folder string
	may    []string
}{
	{"engine", []string{"delphi/engine"}},
	{"storage/contest", []string{"delphi/engine", "delphi/storage"}}, // keeps what engine/games counts
	{"storage", []string{"delphi/storage"}},
	{"commands", []string{"delphi/engine", "delphi/storage", "delphi/commands"}},
	{"bot", []string{"delphi/engine", "delphi/storage", "delphi/commands", "delphi/bot"}},
	{"cmd", []string{"delphi"}},
}

// homes says where a library's types live: no other folder may import it
// outside tests.
var homes = map[string][]string{
	"github.com/lrstanley/girc":           {"bot/irc"},
	"github.com/bwmarrin/discordgo":       {"bot/discord"},
	"github.com/ergochat/readline":        {"bot/console"},
	"golang.org/x/term":                   {"bot/console", "cmd"},
	"go.etcd.io/bbolt":                    {"storage"},
	"github.com/jackc/pgx":                {"storage/pgstore"},
	"github.com/alecthomas/kong":          {"cmd"},
	"golang.org/x/image":                  {"bot/chart"},
	"github.com/blevesearch":              {"engine/passage", "storage/wikistore"},
	"github.com/pelletier/go-toml":        {"cmd", "engine/games/score", "engine/games/xlog"},
	"github.com/prometheus/client_golang": {"cmd", "bot"},
	"github.com/caddyserver/certmagic":    {"bot/web"},
}

// adapters are the packages that know a network of chat. bot/web, which has pages, may use
// what bots share.
var adapters = []string{"bot/irc", "bot/discord", "bot/console"}

// known says who else may import a package below an adapter.
var known = map[string][]string{
	"bot/discord/gateway": {"bot/cluster", "cmd/delphi"}, // which shards a process holds
}

// impure are the packages that read a clock, roll dice or touch the outside:
// the engine does none of that.
var impure = []string{"os", "os/exec", "net", "net/http", "math/rand", "math/rand/v2", "crypto/rand", "log", "log/slog", "syscall", "path/filepath"}

// above are the packages of the storage tree that stand on top of any store; the others are
// back ends.
var above = []string{"storage/contest", "storage/cache", "storage/gamelog"}

// helpers are packages that only tests import, so what is forbidden outside
// tests is not forbidden to them.
var helpers = []string{"engine/truthtest", "engine/wikitext/wikitexttest", "storage/storagetest", "storage/contest/archive/columnstest", "storage/pgstore/pgtest", "commands/commandstest", "bot/irc/irctest"}

// shared are the packages of the commands tree that hold no commands, so that
// every room may import them.
var shared = []string{"commands", "commands/budget", "commands/grammar", "commands/read", "commands/hero", "commands/foe", "commands/thing", "commands/tries", "commands/shape", "commands/asker", "commands/ends"}

// gatherers import all rooms.
var gatherers = []string{"commands/route", "commands/commandstest"}

func under(p, folder string) bool { return p == folder || strings.HasPrefix(p, folder+"/") }

// source is a file of the tree.
type source struct {
	name string
	*ast.File
}

// parsed are all files of the tree, read once for all tests.
var parsed = sync.OnceValues(func() (all []source, err error) {
	fset := token.NewFileSet()
	err = filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(p, ".go") {
			return nil
		}
		f, err := parser.ParseFile(fset, p, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		all = append(all, source{filepath.ToSlash(p), f})
		return nil
	})
	return all, err
})

func files(t *testing.T, each func(folder, name string, test bool, f *ast.File)) {
	t.Helper()
	all, err := parsed()
	if err != nil || len(all) < 20 {
		t.Fatalf("%d files read, %v", len(all), err)
	}
	for _, f := range all {
		each(path.Dir(f.name), f.name, strings.HasSuffix(f.name, "_test.go") || slices.Contains(helpers, path.Dir(f.name)), f.File)
	}
}

func TestImportsGoDown(t *testing.T) {
	files(t, func(folder, name string, test bool, f *ast.File) {
		for _, spec := range f.Imports {
			what, _ := strconv.Unquote(spec.Path.Value)
			for lib, allowed := range homes {
				ok := test
				for _, home := range allowed {
					ok = ok || under(folder, home)
				}
				if under(what, lib) && !ok {
					t.Errorf("%s imports %s, which only %v may", name, what, allowed)
				}
			}
			if test {
				continue
			}
			if slices.Contains(helpers, strings.TrimPrefix(what, "delphi/")) {
				t.Errorf("%s imports %s, which is for tests only", name, what)
			}
			if under(folder, "engine") {
				for _, p := range impure {
					if what == p {
						t.Errorf("%s imports %s: the engine is pure", name, what)
					}
				}
			}
			if !under(what, "delphi") {
				continue
			}
			for _, layer := range layers {
				if !under(folder, layer.folder) {
					continue
				}
				ok := false
				for _, may := range layer.may {
					ok = ok || under(what, may)
				}
				if !ok {
					t.Errorf("%s imports %s, which is not below it", name, what)
				}
				break
			}
			// An adapter knows no other, what all of them share knows none, and what is
			// below an adapter is known to that alone.
			if under(folder, "bot") && strings.HasPrefix(what, "delphi/bot/") && folder == "bot" {
				t.Errorf("%s imports the adapter %s", name, what)
			}
			for _, adapter := range adapters {
				below := strings.HasPrefix(what, "delphi/"+adapter+"/")
				if below && !under(folder, adapter) && !slices.Contains(known[strings.TrimPrefix(what, "delphi/")], folder) {
					t.Errorf("%s imports %s, which only %s may", name, what, adapter)
				}
				if under(folder, adapter) && strings.HasPrefix(what, "delphi/bot/") && !under(what, "delphi/"+adapter) && what != "delphi/bot/chart" {
					t.Errorf("%s imports %s", name, what)
				}
			}
			if under(folder, "commands") && !under(folder, "commands/commandstest") && strings.HasPrefix(what, "delphi/storage/") && !slices.ContainsFunc(above, func(p string) bool { return under(what, "delphi/"+p) }) {
				t.Errorf("%s imports the back end %s", name, what)
			}
		}
	})
}

// Within the commands tree a room knows no other room, and outside it only
// package commands is known, but for the program that puts all together.
func TestRoomsStandAlone(t *testing.T) {
	files(t, func(folder, name string, test bool, f *ast.File) {
		if test {
			return
		}
		for _, spec := range f.Imports {
			what, _ := strconv.Unquote(spec.Path.Value)
			what, ours := strings.CutPrefix(what, "delphi/")
			if !ours || !under(what, "commands") {
				continue
			}
			if why := wrongRoom(folder, what); why != "" {
				t.Errorf("%s imports %s: %s", name, what, why)
			}
		}
	})
}

// wrongRoom says why folder may not import what, a package of the commands
// tree; empty if it may.
func wrongRoom(folder, what string) string {
	core := what == "commands" || what == "commands/budget" || what == "commands/grammar" || under(what, "commands/read")
	beneath := []string{"commands/wording", "commands/steps"} // which all of them share
	switch {
	case slices.Contains(beneath, what):
		if slices.Contains(beneath, folder) {
			return "what package commands builds on knows nothing of the others"
		}
	case slices.Contains(beneath, folder):
		return "what package commands builds on knows nothing above it"
	case what == "commands/route" && folder != "cmd/delphi" && folder != "cmd/tune":
		return "only programs make a Router"
	case folder == "commands":
		return "the core knows nothing above it"
	case folder == "commands/grammar" || under(folder, "commands/read"):
		if !core {
			return "what reads lines knows no command"
		}
	case under(folder, "bot"):
		if what != "commands" {
			return "bot knows only package commands"
		}
	case under(folder, "commands") && !slices.Contains(gatherers, folder):
		if !slices.Contains(shared, what) && !under(what, folder) {
			return "a room knows no other room"
		}
	}
	return ""
}

// The rules themselves: what they forbid and what they allow.
func TestWrongRoom(t *testing.T) {
	for _, tt := range []struct {
		folder, what string
		allowed      bool
	}{
		{"bot/irc", "commands", true},
		{"bot/irc", "commands/route", false},
		{"bot", "commands/grammar", false},
		{"bot/announce", "commands/league", false},
		{"cmd/delphi", "commands/route", true},
		{"cmd/delphi", "commands/league", true},
		{"commands", "commands/grammar", false},
		{"commands", "commands/wording", true},
		{"commands/steps", "commands", false},
		{"commands/wording", "commands/steps", false},
		{"bot/web", "commands/wording", true},
		{"commands/grammar", "commands", true},
		{"commands/grammar", "commands/casting", false},
		{"commands/read", "commands/hero", false},
		{"commands/read", "commands/grammar", true},
		{"commands/read", "commands/read/lex", true},
		{"commands/read/phrases", "commands/hero", false},
		{"commands/lookup", "commands/read/lex", false},
		{"commands/league", "commands/casting", false},
		{"commands/entries", "commands/entries/book", true},
		{"commands/league", "commands/entries/book", false},
		{"commands/lookup", "commands/route", false},
		{"commands/route", "commands/casting", true},
	} {
		if why := wrongRoom(tt.folder, tt.what); (why == "") != tt.allowed {
			t.Errorf("%s imports %s: %q", tt.folder, tt.what, why)
		}
	}
}

func TestEngineReadsNoClock(t *testing.T) {
	files(t, func(folder, name string, test bool, f *ast.File) {
		if test || !under(folder, "engine") {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "time" && (s.Sel.Name == "Now" || s.Sel.Name == "Since" || s.Sel.Name == "Until" || s.Sel.Name == "Local") {
					t.Errorf("%s reads the clock: time.%s", name, s.Sel.Name)
				}
			}
			return true
		})
	})
}

// withRace are the folders of engine and commands that .ci/run tests with -race all the same.
var withRace = []string{"engine/games", "commands/entries", "commands/grammar", "commands/read"}

// TestWhatRunsAlone: what .ci/run tests without -race starts no goroutine, nor do its tests.
func TestWhatRunsAlone(t *testing.T) {
	files(t, func(folder, name string, _ bool, f *ast.File) {
		raced := slices.ContainsFunc(withRace, func(f string) bool { return under(folder, f) })
		if !under(folder, "engine") && !under(folder, "commands") || raced || folder == "engine/truthtest" { // which waits for it
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s starts a goroutine: let .ci/run test it with -race", name)
			case *ast.SelectorExpr:
				if slices.Contains([]string{"Go", "Parallel", "RunParallel", "AfterFunc"}, n.Sel.Name) {
					t.Errorf("%s calls %s: let .ci/run test it with -race", name, n.Sel.Name)
				}
			}
			return true
		})
	})
}

// Only engine/rules compares a version's name: all else asks the rule set.
func TestNoVersionIsComparedOutsideRules(t *testing.T) {
	isVersion := map[string]bool{}
	for _, n := range rules.Names() {
		isVersion[n] = true
	}
	literal := func(e ast.Expr) string {
		if b, ok := e.(*ast.BasicLit); ok && b.Kind == token.STRING {
			s, _ := strconv.Unquote(b.Value)
			return s
		}
		return ""
	}
	files(t, func(folder, name string, test bool, f *ast.File) {
		if test || under(folder, "engine/rules") {
			return
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if isVersion[literal(n.X)] || isVersion[literal(n.Y)] {
					t.Errorf("%s compares a version's name", name)
				}
			case *ast.CaseClause:
				for _, e := range n.List {
					if isVersion[literal(e)] {
						t.Errorf("%s switches on a version's name", name)
					}
				}
			}
			return true
		})
	})
}

// Every package says in a doc.go what it is.
func TestEveryPackageHasADoc(t *testing.T) {
	has, seen := map[string]bool{}, map[string]bool{}
	files(t, func(folder, name string, test bool, f *ast.File) {
		if test && folder == "." {
			return
		}
		seen[folder] = true
		if path.Base(name) == "doc.go" && f.Doc.Text() != "" {
			has[folder] = true
		}
	})
	for folder := range seen {
		if !has[folder] {
			t.Errorf("%s has no doc.go with a package comment", folder)
		}
	}
}

// brief are the folders whose packages name in their doc.go the files that matter, and not
// each.
var brief = []string{"bot", "cmd", "storage", "commands/read"}

// A doc.go that lists files names those that there are, and elsewhere than in brief all of them.
func TestDocsNameTheFilesThereAre(t *testing.T) {
	there, docs := map[string][]string{}, map[string]string{}
	files(t, func(folder, name string, test bool, f *ast.File) {
		switch {
		case test:
		case path.Base(name) == "doc.go":
			docs[folder] = f.Doc.Text()
		default:
			there[folder] = append(there[folder], path.Base(name))
		}
	})
	file := regexp.MustCompile(`(?:^|[\s(])([a-z0-9_]+\.go)\b`)
	for folder, doc := range docs {
		var named []string
		for _, m := range file.FindAllStringSubmatch(doc, -1) {
			if named = append(named, m[1]); !slices.Contains(there[folder], m[1]) {
				t.Errorf("%s/doc.go names %s, which is not there", folder, m[1])
			}
		}
		if !strings.Contains(doc, "\n  - ") || len(named) == 0 || slices.ContainsFunc(brief, func(b string) bool { return under(folder, b) }) {
			continue
		}
		for _, name := range there[folder] {
			if !slices.Contains(named, name) {
				t.Errorf("%s/doc.go lists files, and leaves out %s", folder, name)
			}
		}
	}
}
