package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"delphi/bot/console"
	"delphi/commands/game"
	"delphi/engine/dump"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

type readCmd struct {
	JSON  bool     `name:"json" help:"Print each hero, or each line, as a JSON object on one line."`
	Lines bool     `help:"Read one status or inventory line each, instead of a page."`
	Files []string `arg:"" name:"file" help:"Dumplogs, or pages copied from the terminal; - is standard input."`
}

// Run reads each file and prints the hero in it.
func (r *readCmd) Run(e *env) error {
	found, ok, err := rules.Lookup(strings.ToLower(e.cli.Rules))
	if e.cli.Rules != "" && (err != nil || !ok) {
		return &exit{wrongUse, fmt.Errorf("no rules named %q; there are %s", e.cli.Rules, strings.Join(rules.Names(), ", "))}
	}
	o := dump.Options{Version: found.Set, Said: found.Set != nil}
	out := bufio.NewWriter(e.out)
	all := true
	for _, name := range r.Files {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		ok, err := r.file(e, out, name, o)
		if err = errors.Join(err, out.Flush()); err != nil {
			return err
		}
		all = all && ok
	}
	if !all {
		return &exit{status: failed}
	}
	return nil
}

// file prints what one file holds; read is false where it holds no hero, which
// has been said then.
func (r *readCmd) file(e *env, out *bufio.Writer, name string, o dump.Options) (read bool, err error) {
	in := e.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return r.fault(e, out, name, err)
		}
		defer f.Close()
		in = f
	}
	if r.Lines {
		return r.each(out, in, o)
	}
	text, err := io.ReadAll(io.LimitReader(in, dump.MaxText+1))
	if err != nil {
		return r.fault(e, out, name, err)
	}
	h, err := dump.Read(string(text), o)
	if err == nil && h.Empty() {
		err = problem.New("There is no hero in that: no status line, inventory, spells, skills or attributes.")
	}
	if err != nil {
		return r.fault(e, out, name, err)
	}
	if r.JSON {
		b, err := json.Marshal(struct {
			File string `json:"file,omitempty"`
			*dump.Hero
		}{strings.TrimPrefix(name, "-"), h})
		if err != nil {
			return false, err
		}
		_, err = fmt.Fprintf(out, "%s\n", b)
		return true, err
	}
	reply := game.Overview(h)
	if len(r.Files) > 1 {
		fmt.Fprintf(out, "%s\n", name)
	}
	out.WriteString(console.Render(&reply, console.Look{}))
	for _, f := range reply.Fields {
		fmt.Fprintf(out, "  %s: %s\n", f.Name, f.Value)
	}
	return true, nil
}

// each prints what each line of a file tells.
func (r *readCmd) each(out *bufio.Writer, in io.Reader, o dump.Options) (read bool, err error) {
	set := o.Version
	if set == nil {
		set = rules.Get(rules.Default)
	}
	lines := bufio.NewReaderSize(in, 64<<10)
	read = true
	for {
		line, err := readLine(lines)
		if errors.Is(err, io.EOF) {
			return read, nil
		}
		if err != nil {
			return false, err
		}
		what := dump.ReadLine(line, set)
		read = read && what.Unread == ""
		b, err := json.Marshal(what)
		if err != nil {
			return false, err
		}
		if !r.JSON {
			b = []byte(game.LineText(&what))
		}
		if _, err := fmt.Fprintf(out, "%s\n", b); err != nil {
			return false, err
		}
	}
}

// fault says that a file could not be read.
func (r *readCmd) fault(e *env, out *bufio.Writer, name string, err error) (bool, error) {
	if !r.JSON {
		fmt.Fprintf(e.errs, "delphi: %s: %v\n", name, err)
		return false, nil
	}
	text := map[string]any{"text": err.Error()}
	var mend problem.Mendable
	if errors.As(err, &mend) && len(mend.Instead()) > 0 {
		text["hints"] = mend.Instead()
	}
	b, err := json.Marshal(map[string]any{"ok": false, "file": strings.TrimPrefix(name, "-"), "error": text})
	if err != nil {
		return false, err
	}
	_, err = fmt.Fprintf(out, "%s\n", b)
	return false, err
}
