package phrases

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
)

// File is a phrase file: the ways in which players ask what a room answers.
type File struct {
	Name, Text string
}

// Files returns the phrase files of some folders, in their order.
func Files(folders ...fs.FS) ([]File, error) {
	var out []File
	for _, f := range folders {
		names, err := fs.Glob(f, "*.phrases")
		if err != nil {
			return nil, err
		}
		for _, n := range names {
			text, err := fs.ReadFile(f, n)
			if err != nil {
				return nil, err
			}
			out = append(out, File{n, string(text)})
		}
	}
	return out, nil
}

// Rooms returns the phrase files of a folder of rooms, those that all share first, as the program
// has them.
func Rooms(dir string) ([]File, error) {
	rooms, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return nil, err
	}
	folders := []fs.FS{os.DirFS(filepath.Join(dir, "read"))}
	for _, room := range rooms {
		if filepath.Base(room) != "read" {
			folders = append(folders, os.DirFS(room))
		}
	}
	return Files(folders...)
}

// Compile compiles phrases for commands.
func Compile(list []*commands.Command, files []File) (*Grammar, error) {
	g := &Grammar{symbols: map[string]int32{}, lits: map[string]int32{}, byKind: map[string]*Kind{}, Same: map[int32][]int32{}, Kin: map[string][]string{}, Adds: map[string]string{}, Moot: map[string][]string{}, slotIDs: map[string]int32{}, Rivals: map[string][]string{}, Facts: map[string]bool{}, fleeting: map[string]bool{}, saved: map[string]bool{}}
	b := &builder{Grammar: g, sets: map[string]string{}, byVocab: map[string]int32{}, alts: map[string]Part{}, means: map[string]string{}}
	lines := 0
	for _, f := range files {
		lines += strings.Count(f.Text, "\n")
	}
	g.Prods = make([]Production, 0, 4*lines) // so that they are moved once at most
	for cmd := range commands.Every(list) {
		if cmd.Run == nil {
			continue
		}
		if err := b.auto(cmd); err != nil {
			return nil, err
		}
	}
	for _, load := range []func(File) error{b.loadNames, b.load} {
		for _, f := range files {
			if err := load(f); err != nil {
				return nil, err
			}
		}
	}
	if err := b.join(); err != nil {
		return nil, err
	}
	if len(g.Vocabs) > MaxVocabs {
		return nil, fmt.Errorf("phrases: more than %d vocabularies", MaxVocabs)
	}
	for _, k := range g.Kinds {
		k.autoLine()
		b.lone(k)
		k.Takes = append(k.Takes, Take{sym: b.symbol("anew")}, Take{sym: b.symbol("idle")}, Take{sym: b.symbol(Undone)})
		k.Takes = append(k.Takes, b.spares(k)...)
	}
	g.Between, g.Opener, g.Closer = b.symbol("between"), b.symbol("opener"), b.symbol("closer")
	g.Tale, g.Presently = b.symbol("tale"), b.symbol("presently")
	return g, g.finish()
}

// Bound returns the same grammar for other commands with the same paths and parameters.
func (g *Grammar) Bound(list []*commands.Command) *Grammar {
	byPath := map[string]*commands.Command{}
	for cmd := range commands.Every(list) {
		byPath[cmd.Path()] = cmd
	}
	out := *g
	out.Kinds, out.byKind = slices.Clone(g.Kinds), maps.Clone(g.byKind)
	moved := map[*Kind]*Kind{}
	move := func(k *Kind) *Kind {
		if moved[k] == nil {
			m := *k
			if k.Command != nil {
				m.Command = byPath[k.Command.Path()]
			}
			moved[k] = &m
		}
		return moved[k]
	}
	for i, k := range g.Kinds {
		out.Kinds[i] = move(k)
	}
	for name, k := range g.byKind {
		out.byKind[name] = move(k)
	}
	for _, m := range moved {
		m.Parts = slices.Clone(m.Parts)
		for i, part := range m.Parts {
			m.Parts[i] = move(part)
		}
	}
	return &out
}

// VersionWords returns the single words that the phrase version knows.
func (g *Grammar) VersionWords() map[string]*rules.Set {
	out := map[string]*rules.Set{}
	sym, ok := g.symbols["version"]
	if !ok {
		return out
	}
	for pi := g.spans[sym][0]; pi < g.spans[sym][1]; pi++ {
		p := &g.Prods[pi]
		if len(p.Parts) != 1 || len(p.Says) != 1 || len(p.Says[0].Tmpl) != 1 {
			continue
		}
		found, ok, err := rules.Lookup(p.Says[0].Tmpl[0].Text)
		if !ok || err != nil || found.Set == nil {
			continue
		}
		for _, l := range p.Parts[0].Lits {
			if text := g.litText[l-firstLit]; strings.Trim(text, "0123456789") != "" {
				out[text] = found.Set
			}
		}
	}
	return out
}
