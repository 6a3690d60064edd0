package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// mutation is one change of a file: the text from a byte on becomes another.
type mutation struct {
	file     string
	line, at int
	old, new string
}

func (m mutation) String() string {
	return fmt.Sprintf("%s:%d: %s -> %s", m.file, m.line, m.old, m.new)
}

// apply returns the file's text with the change.
func (m mutation) apply(text []byte) []byte {
	return []byte(string(text[:m.at]) + m.new + string(text[m.at+len(m.old):]))
}

// others are what operators are changed into.
var others = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.ADD: token.SUB, token.SUB: token.ADD,
}

// ofCode lists the changes of a Go file.
func ofCode(name string, text []byte) ([]mutation, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []mutation
	add := func(p token.Pos, old, new string) {
		at := fset.Position(p)
		out = append(out, mutation{name, at.Line, at.Offset, old, new})
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if v, err := strconv.Atoi(n.Value); err == nil && n.Kind == token.INT {
				add(n.Pos(), n.Value, strconv.Itoa(v+1))
			}
		case *ast.BinaryExpr:
			if to, ok := others[n.Op]; ok {
				add(n.OpPos, n.Op.String(), to.String())
			}
		}
		return true
	})
	return out, nil
}

// cellNumber is a cell of a table that is a number and nothing else.
var cellNumber = regexp.MustCompile(`^-?[0-9]+$`)

// ofTable lists the changes of a table.
func ofTable(name string, text []byte) []mutation {
	var out []mutation
	at, line := 0, 0
	for row := range strings.Lines(string(text)) {
		line++
		for cell := range strings.SplitSeq(row, "\t") {
			if number := strings.TrimSuffix(cell, "\n"); cellNumber.MatchString(number) {
				if v, err := strconv.Atoi(number); err == nil {
					out = append(out, mutation{name, line, at, number, strconv.Itoa(v + 1)})
				}
			}
			at += len(cell) + 1
		}
		at-- // the last cell of a row ends with its line, not with a tab
	}
	return out
}

// list returns every change of the folders' files outside tests, and of the tables.
func list(folders []string) ([]mutation, error) {
	var out []mutation
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			return nil, err
		}
		if filepath.Clean(folder) == filepath.FromSlash("engine/rules") {
			tables, _ := filepath.Glob(filepath.Join(folder, "data", "*", "*.tsv"))
			files = append(files, tables...)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			found := ofTable(name, text)
			if strings.HasSuffix(name, ".go") {
				if found, err = ofCode(name, text); err != nil {
					return nil, err
				}
			}
			out = append(out, found...)
		}
	}
	return out, nil
}

// noticed runs the tests with a change: whether one failed. A change that takes too
// long or does not build is noticed.
func noticed(ctx context.Context, work string, m mutation, tests []string) (bool, error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return false, err
	}
	real, err := filepath.Abs(m.file)
	if err != nil {
		return false, err
	}
	changed, overlay := filepath.Join(work, "changed"), filepath.Join(work, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {real: changed}})
	if err != nil {
		return false, err
	}
	if err := errors.Join(os.WriteFile(changed, m.apply(text), 0o600), os.WriteFile(overlay, replace, 0o600)); err != nil {
		return false, err
	}
	args := append([]string{"test", "-short", "-failfast", "-count=1", "-timeout=60s", "-vet=off", "-overlay", overlay}, tests...)
	err = exec.CommandContext(ctx, "go", args...).Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		return false, err
	}
	return err != nil, nil
}

func run() error {
	today, _ := strconv.ParseUint(time.Now().UTC().Format("20060102"), 10, 64)
	budget := flag.Duration("for", 30*time.Minute, "how long")
	seed := flag.Uint64("seed", today, "decides the order")
	flag.Parse()
	folders := flag.Args()
	if len(folders) == 0 {
		var err error
		if folders, err = filepath.Glob("engine/*"); err != nil {
			return err
		}
	}
	all, err := list(folders)
	if err != nil {
		return err
	}
	rand.New(rand.NewPCG(*seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	ctx, cancel := context.WithTimeout(context.Background(), *budget)
	defer cancel()
	for _, folder := range folders { // a test that fails anyway would notice everything
		out, err := exec.CommandContext(ctx, "go", "test", "-short", "./"+filepath.ToSlash(folder)).CombinedOutput()
		if err != nil && ctx.Err() == nil {
			return fmt.Errorf("the tests of %s fail as it is: %s", folder, out)
		}
	}
	tried, survived := 0, 0
	for _, m := range all {
		tests := []string{"./" + filepath.ToSlash(filepath.Dir(m.file))}
		if strings.Contains(filepath.ToSlash(m.file), "engine/rules/") {
			tests = []string{"./engine/..."}
		}
		found, err := noticed(ctx, work, m, tests)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		if tried++; !found {
			survived++
			fmt.Println(m)
		}
	}
	fmt.Printf("seed %d: %d of %d changes tried, %d not noticed\n", *seed, tried, len(all), survived)
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}
