package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/read"
	"delphi/commands/read/said"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// row is a line and what it means.
type row struct {
	id, line string
	wants    [][]string // readings that are right, each of keys of questions; nil: none is
	canon    []string   // the first of them as it is written
	ask      bool       // asking back is right
	talk     bool       // silence is right
	open     bool       // nothing answers it
	follows  *row
	kind     string
	aside    bool // an aside was put beside it
	anew     bool // it is a whole question behind another
	fold     int  // of its file, where files are dealt into folds
}

// spread puts the rows' files of a folder in its place. What is not there is left out: the
// rows of others lie outside the tree.
func spread(files []string) []string {
	var out []string
	for _, f := range files {
		if _, err := os.Stat(f); err != nil {
			log.Printf("without %s, which is not here", f)
			continue
		}
		if more, err := filepath.Glob(filepath.Join(f, "*.tsv")); err == nil && len(more) > 0 {
			out = append(out, more...)
		} else {
			out = append(out, f)
		}
	}
	return out
}

// rows reads files of rows: ours, blocks of "line TAB meaning", or tables with a head.
func (t *tuner) rows(files []string) []*row {
	var out []*row
	for n, name := range spread(files) {
		begun := len(out)
		text, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		if strings.HasPrefix(lines[0], "id\t") {
			out = append(out, t.table(lines)...)
			dealt(out[begun:], n)
			continue
		}
		var before *row
		for i, l := range lines {
			l = strings.TrimRight(l, "\r")
			if strings.HasPrefix(l, "# ") {
				continue
			}
			line, means, ok := strings.Cut(l, "\t")
			if !ok {
				if strings.TrimSpace(l) == "" {
					before = nil
					continue
				}
			}
			r := t.row(fmt.Sprintf("%s:%d", filepath.Base(name), i+1), line, means)
			r.follows = before
			before = r
			out = append(out, r)
		}
		dealt(out[begun:], n)
	}
	if *only != "" {
		out = slices.DeleteFunc(out, func(r *row) bool { return r.kind != *only })
	}
	return out
}

// dealt puts the rows of a file into its fold.
func dealt(rows []*row, file int) {
	for _, r := range rows {
		r.fold = file % folds
	}
}

func (t *tuner) table(lines []string) []*row {
	var out []*row
	byID := map[string]*row{}
	head := strings.Split(lines[0], "\t")
	for _, l := range lines[1:] {
		cells := map[string]string{}
		for i, c := range strings.Split(strings.TrimRight(l, "\r"), "\t") {
			if i < len(head) {
				cells[head[i]] = c
			}
		}
		if cells["line"] == "" {
			continue
		}
		means := cells["canonical"]
		for k, v := range map[string]string{"{month}": time.Now().UTC().Format("2006-01"), "{year}": time.Now().UTC().Format("2006"), "{last year}": fmt.Sprint(time.Now().UTC().Year() - 1)} {
			means = strings.ReplaceAll(means, k, v)
		}
		means = strings.ReplaceAll(strings.ReplaceAll(means, "!ask-back", "?"), "!silent", "-")
		r := t.row(cells["id"], cells["line"], means)
		r.follows = byID[cells["follows"]]
		byID[cells["id"]] = r
		out = append(out, r)
	}
	return out
}

func (t *tuner) row(id, line, means string) *row {
	r := &row{id: id, line: line}
	means = strings.TrimSpace(means)
	if means == "" {
		r.open = true
		return r
	}
	for _, reading := range strings.Split(means, "|||") {
		alts := [][]string{nil}
		var questions []string
		for _, q := range strings.Split(reading, ";;") {
			if head, thing, ok := strings.Cut(q, "with and without "); ok && !strings.Contains(q, "||") {
				questions = append(questions, head+thing, strings.TrimRight(strings.TrimSpace(head), ","))
				continue
			}
			questions = append(questions, q)
		}
		for _, q := range questions {
			var next [][]string
			for _, way := range strings.Split(q, "||") {
				way = strings.TrimSpace(way)
				switch way {
				case "?":
					r.ask = true
					continue
				case "-":
					r.talk = true
					continue
				}
				key := t.key(way)
				for _, a := range alts {
					next = append(next, append(slices.Clone(a), key))
				}
				if len(r.canon) == 0 {
					r.canon = append(r.canon, way)
				} else if len(strings.Split(q, "||")) == 1 || !strings.Contains(q, r.canon[0]) {
					r.canon = append(r.canon, way)
				}
				if r.kind == "" {
					r.kind = strings.Fields(way)[0]
				}
			}
			if len(next) > 0 {
				alts = next
			}
		}
		for _, a := range alts {
			if len(a) > 0 {
				slices.Sort(a)
				r.wants = append(r.wants, slices.Compact(a))
			}
		}
	}
	return r
}

// find finds the command that a canonical line begins with.
func (t *tuner) find(line string) (*commands.Command, string) {
	word, rest := wording.CutWord(line)
	cmd := t.byName[strings.ToLower(word)]
	for cmd != nil {
		word, more := wording.CutWord(rest)
		sub := cmd.Sub(strings.ToLower(word))
		if sub == nil {
			break
		}
		cmd, rest = sub, more
	}
	return cmd, rest
}

// refused lists the canonical lines of rows that the grammar refuses.
func (t *tuner) refused(files []string) {
	t.rows(files)
	t.keys.Range(func(line, key any) bool {
		if strings.HasPrefix(key.(string), "!") {
			cmd, rest := t.find(line.(string))
			if cmd == nil {
				fmt.Println(line, ": no command")
				return true
			}
			_, err := t.grammar.Parse(context.Background(), cmd, rest, t.fallback)
			fmt.Printf("%s: %v\n", line, err)
		}
		return true
	})
}

// parse returns a canonical line as its command reads it, or nil.
func (t *tuner) parse(ctx context.Context, line string, set *rules.Set) *commands.Call {
	cmd, rest := t.find(line)
	if cmd == nil {
		return nil
	}
	call, err := t.grammar.Parse(ctx, cmd, rest, set)
	if err != nil {
		return nil
	}
	return call
}

// key returns a canonical line as the grammar reads it; "!" before it where it cannot.
func (t *tuner) key(line string) string {
	if k, ok := t.keys.Load(line); ok {
		return k.(string)
	}
	k := "!" + line
	if call := t.parse(context.Background(), line, t.fallback); call != nil {
		k = call.Line()
		if call.Command.Pile() != nil { // what is wanted may stand before the pile or behind it
			parts := strings.Split(k, ",")
			for i := range parts {
				parts[i] = strings.TrimSpace(parts[i])
			}
			slices.SortStableFunc(parts[1:], func(a, b string) int {
				return strings.Compare(fmt.Sprint(strings.HasPrefix(a, "for:")), fmt.Sprint(strings.HasPrefix(b, "for:")))
			})
			k = strings.Join(parts, ", ")
		} else {
			words := strings.FieldsFunc(k, func(r rune) bool { return r == ' ' || r == ',' })
			slices.Sort(words)
			k = strings.Join(words, " ")
		}
	}
	t.keys.Store(line, k)
	return k
}

// past returns the question before a row, as it was meant.
func (t *tuner) past(r *row) *said.Past {
	if r.follows == nil {
		return nil
	}
	p := r.follows
	if p.talk || p.open || p.ask && len(p.canon) == 0 {
		if p.ask {
			if list := t.readRow(p); len(list) > 0 && list[0].Command != nil {
				return &said.Past{Kind: list[0].Kind, Slots: list[0].Slots, Open: true}
			}
		}
		return t.past(p)
	}
	past := t.reader.Recall(context.Background(), p.canon, t.fallback)
	if past != nil && p.follows != nil && len(p.follows.canon) > 0 {
		if before := t.reader.Recall(context.Background(), p.follows.canon, t.fallback); before != nil && before.Kind == past.Kind {
			past.Before = before.Slots
		}
	}
	return past.After(t.past(p))
}

func (t *tuner) readRow(r *row) []read.Reading {
	list, err := t.readerOf(r).Read(context.Background(), r.line, t.fallback, t.past(r), nil)
	if err != nil {
		return nil
	}
	return t.sound(list)
}

// sound drops readings whose lines the grammar cannot read, and joins those that ask the same.
func (t *tuner) sound(list []read.Reading) []read.Reading {
	if *apart { // training wants each
		return slices.DeleteFunc(list, func(rd read.Reading) bool {
			return slices.ContainsFunc(rd.Lines, func(l string) bool { return strings.HasPrefix(t.key(l), "!") })
		})
	}
	return t.reader.Sound(list, func(_ *read.Reading, line string) (string, bool) {
		k := t.key(line)
		return k, !strings.HasPrefix(k, "!")
	})
}

// right reports whether a reading is what a row means.
func (t *tuner) right(r *row, rd *read.Reading) bool {
	if rd.Command == nil {
		return r.talk && rd.Kind == "talk" || r.open && rd.Kind == "nothing"
	}
	keys := seq.Map(rd.Lines, t.key)
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if slices.ContainsFunc(r.wants, func(w []string) bool { return slices.Equal(w, keys) }) {
		return true
	}
	if len(rd.Lines) != 1 || len(r.canon) != 1 || rd.Command.Acts() || rd.P < 0.02 {
		return false
	}
	if cmd, _ := t.find(r.canon[0]); cmd != rd.Command {
		return false
	}
	a := t.answer(rd.Lines[0])
	return a != "" && a == t.answer(r.canon[0])
}

// answer returns what the bot answers to a line, as far as it can be compared: two lines that
// differ in what goes without saying have the same.
func (t *tuner) answer(line string) string {
	if a, ok := t.answers.Load(line); ok {
		return a.(string)
	}
	a := ""
	reply := t.router.Answer(context.Background(), commands.Request{Line: line, Alone: true})
	if !reply.Failed && reply.Data != nil {
		if text, err := json.Marshal(reply.Data); err == nil {
			a = string(text)
		}
	}
	t.answers.Store(line, a)
	return a
}
