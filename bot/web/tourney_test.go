package web

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/web/tourneys"
	"delphi/commands/commandstest"
	"delphi/engine/games/score"
	"delphi/storage/contest"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
)

// hold returns a tournament with players of the chat names Secret1.. and the accounts
// player1.., each with a game or two, in a clan if it is odd.
func hold(t testing.TB, w *commandstest.World, players, games int) *contest.Tourney {
	t.Helper()
	e := w.Hold("Dash", "dash")
	for i := range players {
		u := people.User{Network: "test", User: fmt.Sprintf("secret%d", i)}
		if _, err := w.Book.Join(context.Background(), e.ID, u, fmt.Sprintf("Secret%d", i), accountOf(i)); err != nil {
			t.Fatal(err)
		}
	}
	rows := make([]string, 0, games)
	for i := range games {
		death := "killed by a newt"
		if i%7 == 0 {
			death = "ascended"
		}
		if i%5 == 0 {
			death = `killed by a <script>alert("newt")</script>`
		}
		rows = append(rows, fmt.Sprintf("name=player%d:points=%d:turns=%d:death=%s:ago=%dm:took=1m", i%players, 1000+i, 2000+i, death, 1+i%40))
	}
	w.Play(rows...)
	return e
}

func publish(t testing.TB, w *commandstest.World, e *contest.Tourney) {
	t.Helper()
	admin := places.Actor{Who: people.User{Network: "test", User: "root"}, Place: e.Place, Admin: true}
	if _, err := w.Book.Publish(context.Background(), admin, e.ID, true); err != nil {
		t.Fatal(err)
	}
}

// A tournament has pages once its organiser says so, all of them lead to each
// other, and they never call anybody by what a chat calls them.
func TestTournamentPages(t *testing.T) {
	server, w, s := serve(t, Config{}, bot.Limits{})
	s.Now = func() time.Time { return w.Now }
	e := hold(t, w, 5, 40)
	home := server.URL + tourneys.Path(e.ID, "")
	if r := get(t, home); r.StatusCode != 404 {
		t.Fatalf("before it is published: status %d", r.StatusCode)
	}
	if r := get(t, server.URL+"/t/"); strings.Contains(r.body, "Dash") {
		t.Fatal("the list names a tournament that is not published")
	}
	publish(t, w, e)
	w.Now = w.Now.Add(2 * stale)
	w.Wait(0)
	seen, queue := map[string]bool{}, []string{"/t/"}
	links := regexp.MustCompile(`(?:href|src)="(/t/[^"]*)"`)
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		r := get(t, server.URL+at)
		if r.StatusCode != 200 {
			t.Errorf("%s: status %d", at, r.StatusCode)
		}
		if strings.Contains(strings.ToLower(r.body), "secret") {
			t.Errorf("%s: it names somebody as the chat does", at)
		}
		if strings.Contains(ourScripts.ReplaceAllString(r.body, ""), "<script") {
			t.Errorf("%s: it has a script", at)
		}
		for _, m := range links.FindAllStringSubmatch(r.body, -1) {
			next, _, _ := strings.Cut(m[1], "?")
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	for _, want := range []string{"p/player0", "trophy", "deaths", "games", "streaks", "vs", "heroes", "seasons", "rules", "audit", "trophies.csv", "picture/first.svg", "feed.atom", "feed.json", "cal.ics", "standings.csv"} {
		if !seen[tourneys.Path(e.ID, "")+want] {
			t.Errorf("nothing leads to %s", want)
		}
	}
	page := get(t, home).body
	for _, want := range []string{"player0", "The race", "points over time", "<svg", `<time datetime="`} {
		if !strings.Contains(page, want) {
			t.Errorf("the standings lack %s", want)
		}
	}
	if r := get(t, server.URL+tourneys.Path(e.ID, "deaths")); !strings.Contains(r.body, "&lt;script&gt;alert(") {
		t.Error("the deaths do not show a death as text")
	}
}

// A tournament without an end says so on its pages, and its calendar has none.
func TestEndless(t *testing.T) {
	server, w, s := serve(t, Config{}, bot.Limits{})
	s.Now = func() time.Time { return w.Now }
	e := hold(t, w, 3, 10)
	publish(t, w, e)
	admin := places.Actor{Who: people.User{Network: "test", User: "root"}, Place: e.Place, Admin: true}
	if _, err := w.Book.Edit(t.Context(), admin, e.ID, func(t *contest.Tourney) error { t.Until = contest.NoEnd; return nil }); err != nil {
		t.Fatal(err)
	}
	w.Now = w.Now.Add(2 * stale)
	w.Wait(0)
	for path, want := range map[string]string{"/t/": "no end", tourneys.Path(e.ID, ""): ", without an end."} {
		if r := get(t, server.URL+path); r.StatusCode != 200 || !strings.Contains(r.body, want) || strings.Contains(r.body, "9999") {
			t.Errorf("%s does not say %q: %s", path, want, r.body)
		}
	}
	if cal := get(t, server.URL+tourneys.Path(e.ID, "cal.ics")).body; !strings.Contains(cal, "DTSTART:") || strings.Contains(cal, "DTEND") {
		t.Errorf("calendar: %q", cal)
	}
}

// The feeds are what their readers expect.
func TestFeeds(t *testing.T) {
	server, w, s := serve(t, Config{Public: "https://example.org/x"}, bot.Limits{})
	s.Now = func() time.Time { return w.Now }
	e := hold(t, w, 3, 10)
	publish(t, w, e)
	read := func(name string) string {
		r := get(t, server.URL+tourneys.Path(e.ID, name))
		if r.StatusCode != 200 {
			t.Fatalf("%s: status %d", name, r.StatusCode)
		}
		return r.body
	}
	var atom struct {
		ID      string `xml:"id"`
		Entries []struct {
			Updated string `xml:"updated"`
			Link    struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal([]byte(read("feed.atom")), &atom); err != nil || len(atom.Entries) == 0 || atom.ID == "" {
		t.Errorf("atom: %v, %d entries", err, len(atom.Entries))
	}
	for _, a := range atom.Entries {
		if _, err := time.Parse(time.RFC3339, a.Updated); err != nil || !strings.HasPrefix(a.Link.Href, "https://example.org/x/t/") {
			t.Errorf("atom: %+v", a)
		}
	}
	var feed struct {
		Version string
		Items   []struct{ ID, Title string }
	}
	if err := json.Unmarshal([]byte(read("feed.json")), &feed); err != nil || len(feed.Items) != len(atom.Entries) || feed.Version != "https://jsonfeed.org/version/1.1" {
		t.Errorf("json: %v, %+v", err, feed)
	}
	cal := read("cal.ics")
	if !strings.HasPrefix(cal, "BEGIN:VCALENDAR\r\n") || !strings.Contains(cal, "\r\nDTSTART:20261121T110000Z\r\n") || strings.Count(cal, "\n") != strings.Count(cal, "\r\n") {
		t.Errorf("calendar: %q", cal)
	}
	for line := range strings.SplitSeq(cal, "\r\n") {
		if len(line) > 75 {
			t.Errorf("calendar: %q has %d bytes", line, len(line))
		}
	}
	if !strings.Contains(cal, "\r\nDTEND:") {
		t.Errorf("calendar: %q has no end", cal)
	}
	rows, err := csv.NewReader(strings.NewReader(read("standings.csv"))).ReadAll()
	if err != nil || len(rows) != 4 || rows[1][0] != "1" {
		t.Errorf("csv: %v, %q", err, rows)
	}
}

// The files of Publish link each other and nothing else.
func TestPublish(t *testing.T) {
	w := commandstest.NewWorld(t)
	e := hold(t, w, 4, 20)
	publish(t, w, e)
	dir := t.TempDir()
	n, err := Publish(context.Background(), Options{Router: w.Router, Book: w.Book, Now: func() time.Time { return w.Now }}, w.Router, dir)
	if err != nil || n < 15 {
		t.Fatalf("%d files, %v", n, err)
	}
	links := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ".html" {
			return err
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		for _, m := range links.FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(m[1], "#") {
				continue
			}
			u, err := url.Parse(m[1])
			if err != nil || u.IsAbs() || strings.HasPrefix(m[1], "/") {
				t.Errorf("%s links %s", p, m[1])
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(p), filepath.FromSlash(u.Path))); err != nil {
				t.Errorf("%s links %s, which is no file", p, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func accountOf(i int) score.Account { return score.Account{Name: fmt.Sprintf("player%d", i)} }

// Whoever reads the standings of a running tournament hears that they changed.
func TestNews(t *testing.T) {
	server, w, s := serve(t, Config{}, bot.Limits{})
	s.Now = func() time.Time { return w.Now }
	e := hold(t, w, 2, 4)
	publish(t, w, e)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+tourneys.Path(e.ID, "live"), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if kind := r.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Fatalf("its kind is %q", kind)
	}
	lines := bufio.NewScanner(r.Body)
	if !lines.Scan() || !strings.HasPrefix(lines.Text(), "data: ") {
		t.Fatalf("the first line is %q, %v", lines.Text(), lines.Err())
	}
	if page := get(t, server.URL+tourneys.Path(e.ID, "")); !strings.Contains(page.body, `src="/s/live.js"`) || !strings.Contains(page.Header.Get("Content-Security-Policy"), "script-src 'self'") {
		t.Error("the standings do not listen")
	}
	close(s.ending)
	for lines.Scan() {
	}
	if lines.Err() != nil {
		t.Error(lines.Err())
	}
}

// ourScripts holds the scripts that a page of a tournament may have.
var ourScripts = regexp.MustCompile(`<script src="/s/(live|table)\.js" defer></script>`)
