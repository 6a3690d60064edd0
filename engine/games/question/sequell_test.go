package question

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/xlog"
)

// asked is a question of Sequell's with what two engines answered.
type asked struct {
	ID       int             `json:"id"`
	Question string          `json:"question"`
	Sequell  string          `json:"sequell"`
	Result   json.RawMessage `json:"result"`
}

// readTable reads a log as a table, every row of it.
func readTable(t testing.TB, in io.Reader) *columns.Table {
	t.Helper()
	table := &columns.Table{}
	s := bufio.NewScanner(in)
	for s.Buffer(nil, 1<<20); s.Scan(); {
		rec, err := xlog.Parse(s.Text())
		if err != nil {
			t.Fatal(err)
		}
		x, err := xlog.Decode(rec, "")
		if err != nil {
			t.Fatal(err)
		}
		g := columns.FromRecord(x, "log")
		table.Add(&g)
	}
	return table
}

// informal holds the questions whose notation is a remark, not a query; the test
// writes what was meant.
var informal = map[int]string{
	38: "* x=cdist(name)",
	46: "* end<${first day + 7d} x=cdist(name)",
	47: "", 48: "", 49: "", // streaks are the command streak's
	50: "", 57: "", 66: "", 68: "", // tested below, or no one question
	58: "* win s=name o=-. ?: name in (killer=gnome_lord)",
	69: "* win s=name x=+z(role)",
	70: "* win s=role x=-min(end) o=-.",
}

func equal(got, want any) bool {
	switch w := want.(type) {
	case float64:
		return math.Abs(query.Float(got)-w) <= 0.5e-4*1.0001
	case string:
		return fmt.Sprint(got) == w
	}
	return false
}

// column returns the place of a column by its name in the recorded answers.
func column(res *query.Result, name string) int {
	also := map[string]string{"z": "z(role)", "winners_so_far": "cdist(name)", "endtime": "endtime", "hour": "hour"}
	for i, c := range res.Columns {
		if c == name || c == also[name] || name == "endtime" && c == "min(end)" {
			return i
		}
	}
	return -1
}

func checkAsked(t *testing.T, table *columns.Table, a asked) {
	line := strings.TrimPrefix(a.Sequell, "!lg ")
	if other, ok := informal[a.ID]; ok {
		if line = other; other == "" {
			return
		}
	}
	q, err := (&Reader{Now: time.Now().UTC(), Played: table.Played}).Read(line)
	if err != nil {
		t.Errorf("%d: %s: %v", a.ID, line, err)
		return
	}
	res, err := query.Run(t.Context(), table, q)
	if err != nil {
		t.Errorf("%d: %s: %v", a.ID, line, err)
		return
	}
	var want any
	if err := json.Unmarshal(a.Result, &want); err != nil {
		t.Fatal(err)
	}
	var rows []any
	switch w := want.(type) {
	case map[string]any:
		if game, ok := w["game"].(map[string]any); ok {
			delete(game, "line")
			if float64(res.Matched) != w["matched"] || float64(res.Ordinal) != w["ordinal"] || float64(res.Tied) != w["tied_on_key"] {
				t.Errorf("%d: %s: matched %d, ordinal %d, tied %d; want %v", a.ID, line, res.Matched, res.Ordinal, res.Tied, w)
			}
			w = game
		} else if game, ok := w["game"]; ok && game == nil {
			if float64(res.Matched) != w["matched"] || len(res.Rows) > 0 {
				t.Errorf("%d: %s: matched %d, %d rows; want no game of %v", a.ID, line, res.Matched, len(res.Rows), w["matched"])
			}
			return
		}
		delete(w, "before")
		if players, ok := w["players"]; ok {
			w = map[string]any{"cdist(name)": players}
		}
		if n, ok := w["N"]; ok && len(w) == 1 && column(res, "N") < 0 {
			if float64(res.Matched) != n {
				t.Errorf("%d: %s: matched %d, want %v", a.ID, line, res.Matched, n)
			}
			return
		}
		rows = []any{w}
	case []any:
		rows = w
	}
	if len(rows) != len(res.Rows) {
		t.Errorf("%d: %s: %d rows, want %d", a.ID, line, len(res.Rows), len(rows))
		return
	}
	for i, row := range rows {
		if name, ok := row.(string); ok {
			row = map[string]any{"name": name}
		}
		for key, w := range row.(map[string]any) {
			c := column(res, key)
			if key == "line" || a.ID == 70 && key != "role" && key != "endtime" {
				continue
			}
			if c < 0 || !equal(res.Rows[i][c], w) {
				t.Errorf("%d: %s: row %d: %s: want %v; got %v %v", a.ID, line, i, key, w, res.Columns, res.Rows[i])
				return
			}
		}
	}
}

// unzip opens a file of testdata.
func unzip(t testing.TB, name string) io.Reader {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	in, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TestSequell asks what Sequell's users ask, on real games (the TNNT of 2020 in
// Europe), and compares with what two other engines answered.
func TestSequell(t *testing.T) {
	var list []asked
	if err := json.NewDecoder(unzip(t, "sequell.json.gz")).Decode(&list); err != nil {
		t.Fatal(err)
	}
	table := readTable(t, unzip(t, "games.xlogfile.gz"))
	if len(list) < 30 || table.Len() < 600 {
		t.Fatalf("only %d questions of %d games", len(list), table.Len())
	}
	for _, a := range list {
		checkAsked(t, table, a)
	}
}

// TestAllSequell is TestSequell with all the questions that were recorded, on all
// the logs that are beside this tree.
func TestAllSequell(t *testing.T) {
	shared := "../../../../shared"
	raw, err := os.ReadFile(filepath.Join(shared, "truth/league/sequell_queries.json"))
	if err != nil {
		t.Skip("the recorded answers are not beside this tree")
	}
	all := map[string][]asked{}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	for name, list := range all {
		f, err := os.Open(filepath.Join(shared, "real", name))
		if err != nil {
			t.Skip("the logs are not beside this tree")
		}
		table := readTable(t, f)
		f.Close()
		if len(list) < 60 {
			t.Errorf("%s: only %d questions", name, len(list))
		}
		t.Run(name, func(t *testing.T) {
			for _, a := range list {
				checkAsked(t, table, a)
			}
		})
	}
}
