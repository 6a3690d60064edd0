package score

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"delphi/engine/games/xlog"
)

// unzip reads a whole gzipped file.
func unzip(t testing.TB, path string) []byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("%s is not beside this tree", path)
	}
	in, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// season reads a log by built-in rules.
func season(t testing.TB, template string, log []byte, from, to string, clans []Clan, former ...[]Clan) *Log {
	t.Helper()
	r, err := ParseRules(Builtin()[template])
	if err != nil {
		t.Fatal(err)
	}
	day := func(text string) int64 {
		at, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return at.Unix()
	}
	s := NewLog(r, Span{From: day(from), Until: day(to)}, &Entrants{Clans: clans}, former...)
	for lines := bufio.NewScanner(bytes.NewReader(log)); lines.Scan(); {
		rec, err := xlog.Parse(lines.Text())
		if err != nil {
			t.Fatal(err)
		}
		s.Add(&rec, "log", "")
	}
	return s
}

// honours returns what a log comes to.
func honours(t testing.TB, l *Log) *Honours {
	t.Helper()
	res, err := l.Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return res.Honours()
}

// tables holds what the scoreboard itself showed.
type tables struct {
	Leaderboards []struct {
		Board          string
		Players, Clans []Placed
	}
	Trophies map[string]struct{ Players, Clans []string }
}

// checkHonours compares with the scoreboard's own tables; donations aside.
func checkHonours(t *testing.T, got *Honours, want *tables) {
	t.Helper()
	lines := func(list []Placed) (out []string) {
		for _, p := range list {
			if f, ok := p.Value.(float64); ok {
				p.Value = int64(f)
			}
			out = append(out, fmt.Sprint(p.Place, " ", p.Name, " ", p.Value))
		}
		slices.Sort(out)
		return out
	}
	compared := 0
	for _, w := range want.Leaderboards {
		i := slices.IndexFunc(got.Leaderboards, func(l Listing) bool { return l.Key == w.Board })
		if w.Board == "donations" {
			continue
		}
		if i < 0 {
			t.Errorf("there is no leaderboard %s", w.Board)
			continue
		}
		for what, pair := range map[string][2][]Placed{"players": {got.Leaderboards[i].Players, w.Players}, "clans": {got.Leaderboards[i].Clans, w.Clans}} {
			compared += len(pair[1])
			if g, w2 := lines(pair[0]), lines(pair[1]); !slices.Equal(g, w2) {
				t.Errorf("%s, %s: %d lines, want %d: %.200q, want %.200q", w.Board, what, len(g), len(w2), g, w2)
			}
		}
	}
	for name, w := range want.Trophies {
		i := slices.IndexFunc(got.Trophies, func(a Awarded) bool { return a.Name == name })
		if i < 0 {
			t.Errorf("there is no trophy %s", name)
			continue
		}
		for what, pair := range map[string][2][]string{"players": {got.Trophies[i].Players, w.Players}, "clans": {got.Trophies[i].Clans, w.Clans}} {
			compared += len(pair[1])
			if slices.Sort(pair[1]); !slices.Equal(pair[0], pair[1]) {
				t.Errorf("%s goes to the %s %q, want %q", name, what, pair[0], pair[1])
			}
		}
	}
	t.Logf("%d lines of %d leaderboards and %d trophies were compared", compared, len(want.Leaderboards), len(want.Trophies))
	if compared < 500 {
		t.Errorf("only %d lines were compared", compared)
	}
}

// TestTNNT: the games of the TNNT of 2020 in Europe have the leaderboards and
// trophies that the scoreboard's own code gave them.
func TestTNNT(t *testing.T) {
	var want struct{ Phase1 tables }
	if err := json.Unmarshal(unzip(t, "testdata/tnnt2020eu.tables.json.gz"), &want); err != nil {
		t.Fatal(err)
	}
	s := season(t, "tnnt", unzip(t, "testdata/tnnt2020eu.xlogfile.gz"), "2020-11-01", "2020-12-01", nil)
	checkHonours(t, honours(t, s), &want.Phase1)
}

// TestTNNTOnce is TestTNNT with each line of the log once, as a store keeps them.
func TestTNNTOnce(t *testing.T) {
	dir := "../../../../shared/"
	raw, err := os.ReadFile(dir + "real/tnnt2020.xlogfile")
	if err != nil {
		t.Skip("the season is not beside this tree")
	}
	var want struct{ Phase1 tables }
	if err := json.Unmarshal(unzip(t, dir+"truth/league/tnnt_real2020eu_dedup.tables.json.gz"), &want); err != nil {
		t.Fatal(err)
	}
	var once []byte
	seen := map[string]bool{}
	for line := range strings.Lines(string(raw)) {
		if !seen[line] {
			seen[line] = true
			once = append(once, line...)
		}
	}
	checkHonours(t, honours(t, season(t, "tnnt", once, "2020-11-01", "2020-12-01", nil)), &want.Phase1)
}

// TestTNNTSeason is TestTNNT with a whole season of 20,000 games and its clans.
func TestTNNTSeason(t *testing.T) {
	dir := "../../../../shared/truth/league/"
	log := unzip(t, dir+"tnnt_season_A.xlogfile.gz")
	var want struct {
		Phase1 tables
		Phase2 struct{ Trophies map[string][]string }
	}
	if err := json.Unmarshal(unzip(t, dir+"tnnt_season_A.tables.json.gz"), &want); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(dir + "tnnt_season_A.setup.json")
	if err != nil {
		t.Skip("the clans are not beside this tree")
	}
	var setup struct{ Clans, Phase2 []Clan }
	if err := json.Unmarshal(raw, &setup); err != nil {
		t.Fatal(err)
	}
	s := season(t, "tnnt", log, "2022-11-01", "2022-12-01", setup.Clans)
	checkHonours(t, honours(t, s), &want.Phase1)

	// Members have left: a clan keeps what they brought, where the rules say so.
	for _, leavers := range []string{"take", "leave"} {
		s.rules.Clans.Leavers, s.clans, s.former = leavers, setup.Phase2, [][]Clan{setup.Clans}
		same := true
		for _, a := range honours(t, s).Trophies {
			clans := slices.Sorted(slices.Values(want.Phase2.Trophies[a.Name]))
			same = same && slices.Equal(a.Clans, clans)
		}
		if same != (leavers == "leave") {
			t.Errorf("leavers = %q: the clans' trophies are the scoreboard's: %t", leavers, same)
		}
	}
}

// TestShapes: leaderboards and trophies that none of the built-in rules has.
func TestShapes(t *testing.T) {
	const rules = `name = "x"
[define]
ascended = "death"
streak = { order = "end", across = true }
[[leaderboard]]
key = "run"
measure = "run"
games = "val"
[[leaderboard]]
key = "weighed"
measure = "count"
games = "win"
times = [{ games = "conduct=vegan", by = 1.5 }, { games = "turns<=1000", by = 2 }]
award = [10, 5]
share = true
[[trophy]]
key = "both"
set = ["val win", "wiz"]
points = 7.5
[[leaderboard]]
key = "all"
measure = "points"
`
	r, err := ParseRules([]byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	s := NewLog(r, Span{From: 1_600_000_000, Until: 1_700_000_000}, &Entrants{})
	for i, g := range []string{
		"ann Val 0x2 2000 ascended", "ann Val 0x0 500 quit", "ann Wiz 0x0 500 quit", "bob Val 0x2 900 ascended", "bob Wiz 0x0 9000 ascended", "cat Wiz 0x0 5000 ascended",
	} {
		var name, role, conduct, turns, death string
		fmt.Sscan(g, &name, &role, &conduct, &turns, &death)
		rec, err := xlog.Parse(fmt.Sprintf("version=3.6.7\tname=%s\trole=%s\trace=Hum\tconduct=%s\tturns=%s\tdeath=%s\tstarttime=%d\tendtime=%d\tpoints=1", name, role, conduct, turns, death, 1_600_000_000+i*100, 1_600_000_050+i*100))
		if err != nil {
			t.Fatal(err)
		}
		if reason := s.Add(&rec, "log", ""); reason != "" {
			t.Fatal(reason)
		}
	}
	h := honours(t, s)
	got := ""
	for _, l := range h.Leaderboards {
		for _, p := range l.Players {
			got += fmt.Sprintf("%s %d. %s %v\n", l.Key, p.Place, p.Name, p.Value)
		}
	}
	got += fmt.Sprint(h.Trophies[0].Players)
	// Ann's run of Valkyries is two; bob's vegan win in 900 turns counts three times.
	want := "run 1. ann 2\nweighed 1. bob 4\nweighed 2. ann 1.5\nweighed 3. cat 1\nall 1. bob 17.5\nall 2. ann 12.5\nall 3. cat 0.25\n[ann bob]"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// BenchmarkSeason counts a season of 20,000 games from its log on; it is to take
// two seconds at most.
func BenchmarkSeason(b *testing.B) {
	part := unzip(b, "testdata/tnnt2020eu.xlogfile.gz")
	log := bytes.Repeat(part, 20_000/bytes.Count(part, []byte("\n"))+1)
	for b.Loop() {
		honours(b, season(b, "tnnt", log, "2020-11-01", "2020-12-01", nil))
	}
}

// TestHonoursErrors: what rules of leaderboards and trophies get wrong is named.
func TestHonoursErrors(t *testing.T) {
	for text, want := range map[string]string{
		"[[leaderboard]]\nkey=\"a\"\nmeasure=\"most\"":                              "measure is \"most\"",
		"[[leaderboard]]\nkey=\"a\"\nmeasure=\"min\"":                               "of is for",
		"[[leaderboard]]\nkey=\"a\"\nmeasure=\"min\"\nof=\"role\"":                  "no number",
		"[[leaderboard]]\nkey=\"a\"\nmeasure=\"count\"\ngames=\"feat:sokban\"":      "no achievement named",
		"[[leaderboard]]\nkey=\"a\"\nmeasure=\"count\"\ngames=\"feat:got_bell\"":    "no achievement named",
		"[[leaderboard]]\nkey=\"a\"\nmeasure=\"count\"\ngames=\"* s=role\"":         "more than a condition",
		"[[leaderboard]]\nkey=\"a b\"\nmeasure=\"count\"":                           "want one word",
		"[[trophy]]\nkey=\"a\"\neach=\"role\"":                                      "each goes with all, distinct",
		"[[trophy]]\nkey=\"a\"\nholds=[\"b\"]":                                      "no trophy before it",
		"[[trophy]]\nkey=\"a\"\n[[trophy]]\nkey=\"a\"":                              "another trophy",
		"[define]\nachievements=\"1999\"\n[[trophy]]\nkey=\"a\"":                    "define.achievements",
		"[[trophy]]\nkey=\"a\"\nvariants=[\"*\"]":                                   "there is no [[variant]]",
		"[[variant]]\nname=\"v\"\n[[trophy]]\nkey=\"a\"\nvariants=[\"w\"]":          "no variant \"w\"; there are v",
		"[[variant]]\nname=\"v\"\n[[trophy]]\nkey=\"a\"\ngames=\"variant=w\"":       "no variant named",
		"[[achievement]]\nname=\"b\"\nwhen=[\"gold\"]\n[[trophy]]\nkey=\"a\"":       "compares nothing",
		"[[achievement]]\nname=\"b\"\nwhen=[\"gold>x\"]\n[[trophy]]\nkey=\"a\"":     "\"x\" is no number",
		"[[achievement]]\nname=\"b\"\n[[trophy]]\nkey=\"a\"":                        "either name and when",
		"[[achievement]]\nfield=\"f\"\nbits={b=64}\n[[trophy]]\nkey=\"a\"":          "bit 64 of b",
		"[[leaderboard]]\nkey=\"a\"\nmeasure=\"count\"\nshare=true":                 "share goes with award",
		"[[leaderboard]]\nkey=\"a\"\nmeasure=\"min\"\nof=\"turns\"\ntimes=[{by=2}]": "times is for",
		"[[trophy]]\nkey=\"a\"\neach=\"role\"\nsteps=2\namong=[\"v\"]":              "among goes with",
		"[define]\nplaces=\"few\"\n[[trophy]]\nkey=\"a\"":                           "define.places",
		"[[trophy]]\nkey=\"a\"\nunion=\"gold\"":                                     "union is \"gold\"",
	} {
		_, err := ParseRules([]byte("name = \"x\"\n" + text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := ParseRules([]byte("name=\"x\"\n[define]\nachievements=\"tnnt\"\n[[trophy]]\nkey=\"a\"\ngames=\"feat:killed_moloch_priest\"")); err != nil {
		t.Error(err)
	}
}
