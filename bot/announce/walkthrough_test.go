package announce_test

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"delphi/bot/follow"
	"delphi/bot/web"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/engine/truthtest"
	"delphi/storage/contest"
	"delphi/storage/contest/audit"
	"delphi/storage/contest/places"
)

// eventRow is a row of a log of a source.
type eventRow struct {
	source, line string
	start, end   int64
	ascended     bool
	name         string
}

func unzipped(t *testing.T, name string) *bufio.Scanner {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "engine", "games", "score", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	in, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(in)
	s.Buffer(nil, 1<<20)
	return s
}

var timeFields = regexp.MustCompile(`\b(starttime|endtime)=(\d+)`)

// later moves the times of a row by some seconds, and reads it.
func later(t *testing.T, source, line string, by int64) eventRow {
	t.Helper()
	line = timeFields.ReplaceAllStringFunc(line, func(f string) string {
		key, value, _ := strings.Cut(f, "=")
		var n int64
		fmt.Sscan(value, &n)
		return fmt.Sprint(key, "=", n+by)
	})
	rec, err := xlog.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	g, err := xlog.Decode(rec, "")
	if err != nil {
		t.Fatal(err)
	}
	return eventRow{source, line, g.Start, g.End, g.Outcome == xlog.Ascended, g.Name}
}

// season is a month with two tournaments' logs, their players, and who plays in which.
type season struct {
	rows    []eventRow          // by end, each game once
	players map[string][]string // the accounts of each, as they are joined with
	clans   map[string]string
	accts   map[score.Account]string // whose each account is, by source
}

// june is June 2025: games of TNNT, of five years before, and of Junethack.
func june(t *testing.T) *season {
	s := &season{players: map[string][]string{}, clans: map[string]string{}, accts: map[score.Account]string{}}
	seen, sources := map[string]bool{}, map[string]bool{"tnnt": true}
	move := time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC).Unix() - time.Date(2020, 11, 1, 0, 0, 0, 0, time.UTC).Unix()
	owner, played := map[string]string{}, map[string]int{} // by name
	for lines := unzipped(t, "tnnt2020eu.xlogfile.gz"); lines.Scan(); {
		if row := lines.Text(); !seen[row] {
			seen[row] = true
			s.rows = append(s.rows, later(t, "tnnt", row, move))
			name := regexp.MustCompile(`\tname=([^\t]*)`).FindStringSubmatch(row)[1]
			if played[name]++; played[name] == 6 { // whoever plays less stays out of it
				owner[strings.ToLower(name)] = "t_" + name
				s.players["t_"+name] = []string{name}
			}
		}
	}
	for lines := unzipped(t, "junethack.games.jsonl.gz"); lines.Scan(); {
		var row struct{ Server, Line string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if !seen[row.Server+row.Line] {
			seen[row.Server+row.Line] = true
			sources[row.Server] = true
			s.rows = append(s.rows, later(t, row.Server, row.Line, 0))
		}
	}
	var in struct {
		Users []struct {
			Login, Clan string
			Accounts    map[string]string
		}
	}
	setup := unzipped(t, "junethack.entrants.json.gz")
	setup.Scan()
	if err := json.Unmarshal(setup.Bytes(), &in); err != nil {
		t.Fatal(err)
	}
	for _, u := range in.Users {
		who := "j_" + u.Login
		s.clans[who] = u.Clan
		for _, name := range slices.Sorted(maps.Values(u.Accounts)) {
			if key := strings.ToLower(name); owner[key] == "" {
				owner[key] = who
				s.players[who] = append(s.players[who], name)
			}
		}
	}
	for who, names := range s.players {
		for _, name := range names {
			for source := range sources {
				s.accts[score.Account{Name: name, Source: source}] = who
			}
		}
	}
	slices.SortStableFunc(s.rows, func(a, b eventRow) int { return cmp.Compare(a.end, b.end) })
	return s
}

// side is the world of the walk-through: game servers that serve their logs by HTTP.
type side struct {
	*world
	logs     string // the directory of the logs
	web      *httptest.Server
	down     string // a source that cannot be reached
	followed []follow.Source
	warned   *strings.Builder
}

func newSide(t *testing.T, s *season, now time.Time) *side {
	d := &side{world: newWorld(t, now), logs: t.TempDir(), warned: &strings.Builder{}}
	files := http.FileServer(http.Dir(d.logs))
	d.web = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.down != "" && r.URL.Path == "/"+d.down {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(d.web.Close)
	var names []string
	for _, r := range s.rows {
		if !slices.Contains(names, r.source) {
			names = append(names, r.source)
			d.followed = append(d.followed, follow.Source{Name: r.source, URL: d.web.URL + "/" + r.source, AllowPrivate: true})
			if err := os.WriteFile(filepath.Join(d.logs, r.source), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	d.book.Followed = func() []string { return names }
	d.follower.Awaited, d.follower.Log = d.book.Awaited, slog.New(slog.NewTextHandler(d.warned, nil))
	return d
}

// write writes rows into the log of a source: at its end, or in place of all.
func (d *side) write(source string, anew bool, rows ...string) {
	d.t.Helper()
	flag := os.O_APPEND
	if anew {
		flag = os.O_TRUNC
	}
	f, err := os.OpenFile(filepath.Join(d.logs, source), flag|os.O_WRONLY, 0o600)
	if err != nil {
		d.t.Fatal(err)
	}
	_, err = io.WriteString(f, strings.Join(rows, "\n")+"\n")
	if err := cmp.Or(err, f.Close()); err != nil {
		d.t.Fatal(err)
	}
}

// poll reads all logs, counts, and says what is to be said.
func (d *side) poll(readers map[string]*follow.Reader) {
	d.t.Helper()
	for _, s := range d.followed {
		if err := readers[s.Name].Poll(d.t.Context()); err != nil && s.Name != d.down {
			d.t.Fatal(s.Name, err)
		}
	}
	d.announce.Sweep(d.t.Context())
	for d.announce.Flush() > 0 {
	}
}

// standing is a result as lines, in no order.
func standing(res *score.Result) []string {
	var out []string
	rows := func(what string, list []score.Row) {
		for _, r := range list {
			out = append(out, fmt.Sprintf("%s %d. %s %s %s", what, r.Place, r.Name, r.Text, r.Points))
		}
	}
	rows("overall", res.Overall)
	rows("clans", res.Clans)
	for _, c := range res.Categories {
		rows(c.Key, c.Rows)
		rows(c.Key+" of clans", c.Clans)
	}
	for _, h := range res.Trophies {
		for _, r := range h.Players {
			out = append(out, h.Key+" "+r.Name)
		}
		for _, r := range h.Clans {
			out = append(out, h.Key+" of clan "+r.Name)
		}
	}
	slices.Sort(out)
	return out
}

// ownRules are the rules that docs/organising.md gives as an example of one's own.
func ownRules(t *testing.T) []byte {
	t.Helper()
	page, err := os.ReadFile("../../docs/organising.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllSubmatch(page, -1) {
		if strings.Contains(string(m[1]), `name  = "example"`) {
			return m[1]
		}
	}
	t.Fatal("the page has no example")
	return nil
}

// TestThreeTournamentsSideBySide is the walk-through of docs/organising.md: TNNT, Junethack
// and rules of one's own are held in one channel from sign-up to publication, against logs
// that come by HTTP, grow, are corrected, rewound and late, while a server is away for a
// time. In the end each is what the games that count give, counted from files.
func TestThreeTournamentsSideBySide(t *testing.T) {
	s := june(t)
	begin, end := time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC), time.Date(2025, 7, 1, 0, 0, 0, 0, time.UTC)
	d := newSide(t, s, begin.Add(-36*time.Hour))
	d.book.Templates["example"] = ownRules(t)
	names := map[string]string{"TNNT Live": "tnnt", "Junethack": "junethack", "Mine": "example"}

	// Signing up.
	d.ok("op!", "tourney organiser add boss")
	for _, name := range slices.Sorted(maps.Keys(names)) {
		d.ok("boss", fmt.Sprintf(`tourney new "%s" from 2025-06-01 to 2025-07-01 UTC rules %s proof none grace 6h`, name, names[name]))
		for _, who := range slices.Sorted(maps.Keys(s.players)) {
			for _, account := range s.players[who] {
				d.ok(who, fmt.Sprintf(`join as %s in "%s"`, account, name))
			}
			if clan := s.clans[who]; clan != "" && name != "Mine" {
				d.ok("boss", fmt.Sprintf(`tourney clan "%s" %s %s`, name, who, clan))
			}
		}
	}
	if r := d.ok("j_x", `standings in "TNNT Live"`); !strings.Contains(r.Summary, "TNNT Live") {
		t.Errorf("before it begins: %s", r.Summary)
	}

	// What goes wrong: a row that is wrong at first, some that come after the end, and one
	// that comes when all is over.
	last := func(ok func(r eventRow) bool, but ...int) int {
		for i := len(s.rows) - 1; i >= 0; i-- {
			if ok(s.rows[i]) && !slices.Contains(but, i) && s.rows[i].end < end.Unix()-86400 {
				return i
			}
		}
		t.Fatal("no such row")
		return 0
	}
	ours := func(r eventRow) bool {
		return r.source == "tnnt" && r.ascended && s.accts[score.Account{Name: r.name, Source: r.source}] != ""
	}
	wrong, lateOne := slices.IndexFunc(s.rows, ours), last(ours)
	away := last(func(r eventRow) bool { return r.source == "hdf_unh" })
	tooLate := last(func(r eventRow) bool { return r.source == "nao_nh36" })
	points := regexp.MustCompile(`\bpoints=\d+`)

	readers := map[string]*follow.Reader{}
	for _, source := range d.followed {
		readers[source.Name] = d.follower.Open(source)
		defer readers[source.Name].Close()
	}
	written := 0
	kept := map[string][]string{} // what each log has in all
	grow := func() {
		for ; written < len(s.rows) && s.rows[written].end <= d.now.Unix(); written++ {
			r := s.rows[written]
			switch written {
			case lateOne, away, tooLate:
				continue
			case wrong:
				r.line = points.ReplaceAllString(r.line, "points=999999999")
			}
			kept[r.source] = append(kept[r.source], r.line)
			d.write(r.source, false, r.line)
		}
	}
	step := func(to time.Time) {
		d.now = to
		grow()
		d.poll(readers)
	}
	for day := -1; day <= 30; day += 3 {
		step(begin.AddDate(0, 0, day))
		switch day {
		case 11: // the keeper of the log corrects it
			if r := d.ok("boss", `standings maxscore in "TNNT Live"`); !strings.Contains(r.Summary, "999,999,999") {
				t.Errorf("before the correction: %s", r.Summary)
			}
			kept["tnnt"] = append(kept["tnnt"], s.rows[wrong].line)
			d.write("tnnt", false, s.rows[wrong].line)
		case 14: // the log is cut: only its end is left
			d.write("tnnt", true, kept["tnnt"][len(kept["tnnt"])-5:]...)
		case 17: // and is written anew from its beginning
			d.write("tnnt", true, kept["tnnt"]...)
		case 20: // the referee's desk, and all taken back
			for _, line := range []string{
				`tourney hold "TNNT Live" t_stenno because its times look odd`, `tourney strike "TNNT Live" t_stenno 2 because a bot played`,
				`tourney move "TNNT Live" t_stenno 3 to t_mobileuser because a shared account`, `tourney points "Mine" t_stenno 5 because the quiz`,
				`tourney rename clan "Junethack" Eta to Theta because a typo`, `tourney extend 2h in "Mine" because nao was down`,
			} {
				r := d.asks("boss", line)
				if r.Failed {
					t.Fatalf("%s: %s", line, r.Summary)
				}
				name := regexp.MustCompile(`"([^"]*)"`).FindStringSubmatch(line)[1]
				n := regexp.MustCompile(`ruling (\d+)`).FindStringSubmatch(r.Summary)[1]
				d.announce.Sweep(t.Context())
				d.ok("boss", fmt.Sprintf(`tourney undo "%s" %s`, name, n))
			}
		}
	}
	if n := strings.Count(d.warned.String(), "is read again from its beginning"); n != 2 {
		t.Errorf("the log says %d times that a file was rewound: %s", n, d.warned)
	}

	// The end: a row comes late, and one is at a server that is away until after the grace
	// time. Results are final with the first poll after it is back.
	d.down = "hdf_unh"
	step(end.Add(time.Second))
	d.write("tnnt", false, s.rows[lateOne].line)
	step(end.Add(2 * time.Hour))
	step(end.Add(6*time.Hour + 30*time.Minute))
	if n := d.heard("I have not been able to read hdf_unh"); n != 3 {
		t.Errorf("%d of 3 say which server is missing", n)
	}
	d.write("hdf_unh", false, s.rows[away].line)
	d.down = ""
	d.poll(readers)
	for name := range names {
		if n := d.heard(name + " is final: "); n != 1 {
			t.Errorf("%s is said to be final %d times", name, n)
		}
	}
	d.write(s.rows[tooLate].source, false, s.rows[tooLate].line)
	d.now = d.now.Add(time.Hour)
	d.poll(readers)

	// Each is what its games give, counted from files.
	for name, template := range names {
		rules, err := score.ParseRules(d.book.Templates[template])
		if err != nil {
			t.Fatal(err)
		}
		clans := map[string]*score.Clan{}
		for who, clan := range s.clans {
			if clan != "" && name != "Mine" {
				if clans[clan] == nil {
					clans[clan] = &score.Clan{Name: clan}
				}
				clans[clan].Members = append(clans[clan].Members, who)
			}
		}
		e := &score.Entrants{Accounts: s.accts}
		for _, c := range slices.Sorted(maps.Keys(clans)) {
			e.Clans = append(e.Clans, *clans[c])
		}
		files := score.NewLog(rules, score.Span{From: begin.Unix(), Until: end.Unix()}, e)
		for i, r := range s.rows {
			if i == tooLate {
				continue
			}
			rec, err := xlog.Parse(r.line)
			if err != nil {
				t.Fatal(err)
			}
			files.Add(&rec, r.source, "")
		}
		want, err := files.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		x, err := d.book.Replay(t.Context(), name)
		if err != nil || len(x.Differs) > 0 || x.Tourney.State != contest.Frozen {
			t.Errorf("%s: %s, %v, differs %q", name, x.Tourney.State, err, x.Differs)
		}
		got := slices.DeleteFunc(standing(x.Result), func(l string) bool { return strings.HasPrefix(l, "overall") }) // those without games are not in files
		compare(t, name, got, slices.DeleteFunc(standing(want), func(l string) bool { return strings.HasPrefix(l, "overall") }))
		if first := x.Result.Overall[0]; first.Value == 0 {
			t.Errorf("%s: the first is %s with %s", name, first.Name, first.Text)
		}
		log, err := d.book.Audit(t.Context(), x.Tourney.ID)
		if err != nil || !slices.ContainsFunc(log, func(e audit.Entry) bool { return e.What == "its row came after the results were final" }) {
			t.Errorf("%s: the audit log does not say that a row came too late, %v", name, err)
		}
	}

	// Publication; by day of one.
	if !truthtest.Nightly() {
		names = map[string]string{"TNNT Live": names["TNNT Live"]}
	}
	for name := range names {
		d.ok("boss", fmt.Sprintf(`tourney publish on in "%s"`, name))
	}
	dir := t.TempDir()
	if n, err := web.Publish(t.Context(), web.Options{Router: d.router, Book: d.book, Now: func() time.Time { return d.now }}, d.router, dir); err != nil || n < 70*len(names) {
		t.Fatalf("%d files, %v", n, err)
	}
	for name := range names {
		found, err := d.book.Find(t.Context(), places.Place{Network: "libera", Place: "#nethack"}, name)
		if err != nil {
			t.Fatal(err)
		}
		res, err := d.book.Standings(t.Context(), found)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, "t", strings.NewReplacer("-", "--", "/#", "-2F-23").Replace(found.ID), "standings.csv"))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		if err != nil || len(rows) != len(s.players)+1 || rows[1][0] != fmt.Sprint(res.Overall[0].Place) || rows[1][1] != strings.Join(s.players[res.Overall[0].Name], ", ") {
			t.Errorf("%s: %d rows, %v: %q, the first is %s", name, len(rows), err, rows[1], res.Overall[0].Name)
		}
	}
}

func compare(t *testing.T, name string, got, want []string) {
	t.Helper()
	if len(want) < 15 {
		t.Errorf("%s: only %d lines", name, len(want))
	}
	for _, l := range got {
		if _, ok := slices.BinarySearch(want, l); !ok {
			t.Errorf("%s, more: %s", name, l)
		}
	}
	for _, l := range want {
		if _, ok := slices.BinarySearch(got, l); !ok {
			t.Errorf("%s, missing: %s", name, l)
		}
	}
}
