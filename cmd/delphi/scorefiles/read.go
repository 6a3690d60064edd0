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
	"strings"

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
