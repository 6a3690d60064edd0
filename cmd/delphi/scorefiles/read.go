package scorefiles

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"delphi/bot/follow"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
)

// Entrants reads files of entrants, of which the last says how things are.
func Entrants(files []string) (now *score.Entrants, former [][]score.Clan, err error) {
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

// ReadLog adds the games of a file to a log, and counts why rows do not count.
func ReadLog(log *score.Log, file string, refused map[string]int) error {
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
	source := follow.SourceName(file)
	mixed := strings.HasSuffix(strings.TrimSuffix(file, ".gz"), ".jsonl")
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	// Chunks of lines are read side by side, and put into the log in their order.
	readers := sync.Pool{New: func() any { return &reader{log: log, mixed: mixed} }}
	queue, done := make(chan chan *reader, runtime.GOMAXPROCS(0)), make(chan struct{})
	go func() {
		defer close(done)
		for c := range queue {
			r := <-c
			for i := range r.rows {
				log.Put(&r.rows[i])
			}
			for reason, n := range r.refused {
				refused[reason] += n
			}
			readers.Put(r)
		}
	}()
	chunk := make([]string, 0, chunkLines)
	flush := func() {
		c, r := make(chan *reader, 1), readers.Get().(*reader)
		queue <- c
		go func(lines []string) {
			r.read(lines, source)
			c <- r
		}(chunk)
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

// reader reads lines of a log, one chunk after another.
type reader struct {
	log    *score.Log
	mixed  bool // lines say where they were read
	parser xlog.Parser

	// What the last chunk says.
	rows    []score.LogRow
	refused map[string]int
}

// read reads lines; mixed ones say themselves where they were read.
func (r *reader) read(lines []string, source string) {
	r.rows, r.refused = slices.Grow(r.rows[:0], len(lines)), map[string]int{}
	for _, line := range lines {
		if r.mixed {
			var row struct{ Server, Source, Line string }
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				r.refused["no JSON object in its line"]++
				continue
			}
			source, line = cmp.Or(row.Source, row.Server), row.Line
		}
		rec, err := r.parser.Parse(line)
		if err != nil {
			r.refused[err.Error()]++
			continue
		}
		game, err := r.parser.DecodeFrom(rec, "", source)
		if err != nil {
			r.refused[err.Error()]++
			continue
		}
		n := len(r.rows)
		r.rows = r.rows[:n+1]
		if reason := r.log.Read(game, source, &r.rows[n]); reason != "" {
			r.refused[reason]++
			r.rows = r.rows[:n]
		}
	}
}
