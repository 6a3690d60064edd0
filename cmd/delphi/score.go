package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
)

type tourneyScoreCmd struct {
	Template string   `placeholder:"NAME" help:"Built-in rules: tnnt, tnnt-2025, junethack, ... For rules of your own say --rules FILE, in TOML."`
	From     string   `required:"" placeholder:"T" help:"The event's beginning: a date (UTC) or 2026-11-01T00:00:00Z."`
	To       string   `placeholder:"T" help:"The event's end, likewise; without it there is none."`
	Entrants []string `placeholder:"FILE" type:"existingfile" sep:"none" help:"Clans and their members, or users with their accounts, in TOML or JSON; without it there are no clans, and everyone who played counts. Of several files the last says how things are, those before it how they were."`
	Games    []string `required:"" placeholder:"FILE" type:"existingfile" sep:"none" help:"A game log, plain or gzipped; once for each. Its name is the source's; a .jsonl has lines like {\"server\": ..., \"line\": ...}."`
	File     []string `arg:"" optional:"" type:"existingfile" help:"More game logs."`
	JSON     bool     `name:"json" help:"Print one JSON object."`
}

// Run scores game logs by rules, without a store.
func (c *tourneyScoreCmd) Run(e *env) error {
	rules, err := c.rules(e.cli.Rules)
	if err != nil {
		return &exit{wrongUse, err}
	}
	var span score.Span
	if span.From, err = moment(c.From); err == nil && c.To != "" {
		span.Until, err = moment(c.To)
	}
	if err == nil && c.To != "" && span.From >= span.Until {
		err = errors.New("the end of the event is not after its beginning")
	}
	if err != nil {
		return &exit{wrongUse, err}
	}
	entrants, former, err := readEntrants(c.Entrants)
	if err != nil {
		return &exit{wrongUse, err}
	}
	log := score.NewLog(rules, span, entrants, former...)
	refused := map[string]int{}
	for _, file := range slices.Concat(c.Games, c.File) {
		if err := readLog(log, file, refused); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	res, err := log.Count(e.ctx)
	if err != nil {
		return err
	}
	honours := res.Honours()
	if c.JSON {
		enc := json.NewEncoder(e.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(honours)
	}
	for _, reason := range slices.Sorted(maps.Keys(refused)) {
		fmt.Fprintf(e.errs, "%d rows do not count: %s\n", refused[reason], reason)
	}
	printHonours(e.out, honours)
	return nil
}

// rules returns those of a file, or the built-in ones that the command line names.
func (c *tourneyScoreCmd) rules(file string) (*score.Rules, error) {
	if (file == "") == (c.Template == "") {
		return nil, errors.New("name either built-in rules, --template tnnt, or a file of rules, --rules FILE")
	}
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		r, err := score.ParseRules(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		return r, nil
	}
	all := score.Builtin()
	text, ok := all[c.Template]
	if !ok {
		return nil, fmt.Errorf("there are no rules named %q; there are %s", c.Template, strings.Join(slices.Sorted(maps.Keys(all)), ", "))
	}
	return score.ParseRules(text)
}

// moment reads a date, or a time as RFC 3339 has it.
func moment(text string) (int64, error) {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Unix(), nil
		}
	}
	return 0, fmt.Errorf("%q is not a time; write 2026-11-01 or 2026-11-01T00:00:00Z", text)
}

// readEntrants reads files of entrants, of which the last says how things are.
func readEntrants(files []string) (now *score.Entrants, former [][]score.Clan, err error) {
	now = &score.Entrants{}
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, err
		}
		if i > 0 {
			former = append(former, now.Clans)
		}
		if now, err = score.ParseEntrants(text); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return now, former, nil
}

// readLog adds the games of a file to a log, and counts why rows do not count.
func readLog(log *score.Log, file string, refused map[string]int) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return err
		}
	}
	source := sourceName(file)
	mixed := strings.HasSuffix(strings.TrimSuffix(file, ".gz"), ".jsonl")
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	// Chunks of lines are read side by side, and put into the log in their order.
	queue, done := make(chan chan chunkRead, runtime.GOMAXPROCS(0)), make(chan struct{})
	go func() {
		defer close(done)
		for c := range queue {
			read := <-c
			for _, row := range read.rows {
				log.Put(row)
			}
			for reason, n := range read.refused {
				refused[reason] += n
			}
		}
	}()
	chunk := make([]string, 0, chunkLines)
	flush := func() {
		c := make(chan chunkRead, 1)
		queue <- c
		go func(lines []string) { c <- readChunk(log, lines, source, mixed) }(chunk)
		chunk = make([]string, 0, chunkLines)
	}
	for lines.Scan() {
		if chunk = append(chunk, lines.Text()); len(chunk) == chunkLines {
			flush()
		}
	}
	flush()
	close(queue)
	<-done
	return lines.Err()
}

// chunkLines is how many lines are read at once.
const chunkLines = 2000

// chunkRead is what some lines of a log say.
type chunkRead struct {
	rows    []*score.LogRow
	refused map[string]int
}

// readChunk reads lines of a log; mixed ones say where they were read.
func readChunk(log *score.Log, lines []string, source string, mixed bool) chunkRead {
	out := chunkRead{refused: map[string]int{}, rows: make([]*score.LogRow, 0, len(lines))}
	var parser xlog.Parser
	for _, line := range lines {
		if mixed {
			var row struct{ Server, Source, Line string }
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				out.refused["no JSON object in its line"]++
				continue
			}
			source, line = cmp.Or(row.Source, row.Server), row.Line
		}
		rec, err := parser.Parse(line)
		if err != nil {
			out.refused[err.Error()]++
			continue
		}
		row, reason := log.Read(&rec, source, "")
		if reason != "" {
			out.refused[reason]++
			continue
		}
		out.rows = append(out.rows, row)
	}
	return out
}

// linesShown is how many places of a leaderboard are printed.
const linesShown = 10

func printHonours(out io.Writer, h *score.Honours) {
	for i, list := range [][]score.Placed{h.Players, h.Clans} {
		title := []string{"Points", "Points of clans"}[i]
		if len(list) == 0 {
			continue
		}
		fmt.Fprintln(out, title)
		for _, p := range list[:min(linesShown, len(list))] {
			fmt.Fprintf(out, "  %d. %s %v\n", p.Place, p.Name, p.Value)
		}
	}
	for _, b := range h.Leaderboards {
		fmt.Fprintf(out, "%s (%s)\n", b.Title, b.Key)
		for _, list := range [][]score.Placed{b.Players, b.Clans} {
			for _, p := range list[:min(linesShown, len(list))] {
				fmt.Fprintf(out, "  %d. %s %v\n", p.Place, p.Name, p.Value)
			}
			if len(list) > linesShown {
				fmt.Fprintf(out, "  and %d more\n", len(list)-linesShown)
			}
		}
	}
	for _, t := range h.Trophies {
		fmt.Fprintf(out, "%s (%s): %s", t.Name, t.Key, strings.Join(t.Players, ", "))
		if len(t.Clans) > 0 {
			fmt.Fprintf(out, "; clans %s", strings.Join(t.Clans, ", "))
		}
		fmt.Fprintln(out)
	}
}
