package score

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"delphi/engine/games/xlog"
)

// junethackTables holds what Junethack's own code gave.
type junethackTables struct {
	Counts       struct{ Games int }
	Scoreentries []struct{ User, Variant, Trophy string }
	Individual   []struct{ User, Trophy string }
	Competition  []struct {
		User, Variant, Trophy string
		Value                 int64
		Rank                  int
	}
	Clan []struct {
		Clan, Trophy string
		Value        int64
		Rank         int
		Points       float64
	}
}

// lines returns the tables as lines to compare.
func (j *junethackTables) lines() (out []string) {
	// First places are entries there as well.
	firsts := map[string]bool{}
	for _, e := range j.Competition {
		firsts[e.Trophy] = true
	}
	for _, e := range j.Scoreentries {
		if firsts[e.Trophy] {
			continue
		}
		out = append(out, fmt.Sprintf("trophy %s:%s %s", e.Variant, e.Trophy, e.User))
	}
	for _, e := range j.Individual {
		out = append(out, fmt.Sprintf("trophy %s %s", e.Trophy, e.User))
	}
	for _, e := range j.Competition {
		out = append(out, fmt.Sprintf("place %s:%s %s %d. %d", e.Variant, e.Trophy, e.User, e.Rank, e.Value))
	}
	for _, e := range j.Clan {
		out = append(out, fmt.Sprintf("clan %s %s %d. %d %.2f", e.Trophy, e.Clan, e.Rank, e.Value, e.Points))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// lines are honours as lines to compare.
func (h *Honours) lines() (out []string) {
	for _, t := range slices.Concat(h.Trophies, h.Unlisted) {
		for _, p := range t.Players {
			out = append(out, fmt.Sprintf("trophy %s %s", t.Key, p))
		}
	}
	for _, b := range h.Leaderboards {
		for _, p := range b.Players {
			out = append(out, fmt.Sprintf("place %s %s %d. %v", b.Key, p.Name, p.Place, p.Value))
		}
		for _, p := range b.Clans {
			out = append(out, fmt.Sprintf("clan %s %s %d. %v %.2f", b.Key, p.Name, p.Place, p.Value, *p.Points))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// junethack counts games by Junethack's rules, with its code's own look at records.
func junethack(t testing.TB, log, setup []byte) (*Log, *Honours) {
	t.Helper()
	r, err := ParseRules(bytes.Replace(Builtin()["junethack"], []byte(`records = "now"`), []byte(`records = "last-game"`), 1))
	if err != nil {
		t.Fatal(err)
	}
	e, err := ParseEntrants(setup)
	if err != nil {
		t.Fatal(err)
	}
	s := NewLog(r, Span{From: time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC).Unix(), Until: time.Date(2025, 7, 1, 0, 0, 0, 0, time.UTC).Unix()}, e)
	for lines := bufio.NewScanner(bytes.NewReader(log)); lines.Scan(); {
		var row struct{ Server, Line string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rec, err := xlog.Parse(row.Line)
		if err != nil {
			t.Fatal(err)
		}
		s.Add(&rec, row.Server, "")
	}
	return s, honours(t, s)
}

// checkJunethack compares the lines that begin with one of some words.
func checkJunethack(t *testing.T, s *Log, got *Honours, want *junethackTables, least int, words ...string) {
	t.Helper()
	if n := s.Len(); n != want.Counts.Games {
		t.Errorf("%d games count, want %d", n, want.Counts.Games)
	}
	only := func(lines []string) []string {
		return slices.DeleteFunc(lines, func(l string) bool { w, _, _ := strings.Cut(l, " "); return !slices.Contains(words, w) })
	}
	g, w := only(got.lines()), only(want.lines())
	for _, line := range g {
		if _, ok := slices.BinarySearch(w, line); !ok {
			t.Errorf("more: %s", line)
		}
	}
	for _, line := range w {
		if _, ok := slices.BinarySearch(g, line); !ok {
			t.Errorf("missing: %s", line)
		}
	}
	t.Logf("%d lines were compared", len(w))
	if len(w) < least {
		t.Errorf("only %d lines were compared", len(w))
	}
}

// TestJunethack: some players have the trophies that Junethack's own code gave them.
func TestJunethack(t *testing.T) {
	var want junethackTables
	if err := json.Unmarshal(unzip(t, "testdata/junethack.tables.json.gz"), &want); err != nil {
		t.Fatal(err)
	}
	s, got := junethack(t, unzip(t, "testdata/junethack.games.jsonl.gz"), unzip(t, "testdata/junethack.entrants.json.gz"))
	checkJunethack(t, s, got, &want, 1000, "trophy")
}

// TestJunethackSeason: every trophy, place and clan of a season is what Junethack's
// own code gave on the same rows, with the records that a clan keeps too long.
func TestJunethackSeason(t *testing.T) {
	dir := "../../../../shared/truth/league/"
	setup, err := os.ReadFile(dir + "junethack_J1.setup.json")
	if err != nil {
		t.Skip("the entrants are not beside this tree")
	}
	var want junethackTables
	if err := json.Unmarshal(unzip(t, dir+"junethack_J1.tables.json.gz"), &want); err != nil {
		t.Fatal(err)
	}
	s, got := junethack(t, unzip(t, dir+"junethack_J1.games.jsonl.gz"), setup)
	checkJunethack(t, s, got, &want, 5000, "trophy", "place", "clan")
}

// BenchmarkJunethack counts 100,000 games by 57 players from their rows on: two
// seconds.
func BenchmarkJunethack(b *testing.B) {
	part, setup := unzip(b, "testdata/junethack.games.jsonl.gz"), unzip(b, "testdata/junethack.entrants.json.gz")
	log := bytes.Repeat(part, 100_000/bytes.Count(part, []byte("\n"))+1)
	for b.Loop() {
		junethack(b, log, setup)
	}
}

// TestVariantOfTheRow: a variant that rules name as the registry does is the one as which a row
// is read, also where neither its version nor its source has a word for it.
func TestVariantOfTheRow(t *testing.T) {
	r, err := ParseRules([]byte("name = \"x\"\ntitle = \"X\"\n[[variant]]\nname = \"nethack\"\n[[variant]]\nname = \"tnnt\"\n[[leaderboard]]\nkey = \"n\"\ntitle = \"N\"\nmeasure = \"count\"\nlisted = \"played\"\nclan = \"sum\""))
	if err != nil {
		t.Fatal(err)
	}
	s := NewLog(r, Span{From: 1_600_000_000, Until: 1_700_000_000}, &Entrants{})
	for line, want := range map[string]string{
		"version=3.6.6\tname=ann\tdeath=quit\tstarttime=1604188000\tendtime=1604188935":                       "",
		"version=3.6.6\tname=bob\tdeath=quit\tstarttime=1604188000\tendtime=1604188935\ttnntachieve0=0x1":     "",
		"version=EVH-0.8.0\tname=cid\tdeath=quit\tstarttime=1604188000\tendtime=1604188935\tvariant=evilhack": "it is of none of the variants",
	} {
		rec, err := xlog.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Add(&rec, "season2020", ""); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
