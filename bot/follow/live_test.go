package follow

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"delphi/engine/games/xlog"
)

// words are games in short.
func words(games []xlog.Live, failed []string) string {
	var out []string
	for _, g := range games {
		s := g.Source + " " + g.Name
		if g.Since > 0 {
			s += " " + time.Unix(g.Since, 0).UTC().Format("15:04")
		}
		if g.Where != nil {
			s += fmt.Sprintf(" Dlvl %d, playing %t", g.Where.Depth, g.Where.Playing)
		}
		out = append(out, s)
	}
	for _, f := range failed {
		out = append(out, "failed "+f)
	}
	return strings.Join(out, "; ")
}

// TestLive reads what servers say of games that go on: directories here, one file
// for all, and pages that list directories.
func TestLive(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("inprogress/ann:2026-11-21.10:00:00.ttyrec", "")
	write("inprogress/README", "no game")
	write("whereis/ann.whereis", "player=ann:depth=5:turns=900:playing=0\n")
	write("whereis/Bob.whereis", "player=Bob:depth=2:playing=1\n")
	write("all", "player=cid:depth=9:playing=1\nnonsense\nplayer=ann:depth=1:playing=0\n")
	fetched := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fetched++
		switch r.URL.Path {
		case "/w/":
			fmt.Fprint(w, `<html><a href="../">up</a> <A class="x" HREF="./d%C3%A9e.whereis">dee</A> <a href="?C=N">sort</a></html>`)
		case "/w/dée.whereis":
			fmt.Fprint(w, "player=dée:depth=30:playing=1")
		case "/p/":
			fmt.Fprint(w, `<a href="eve%3a2026-11-21.11:30:00.ttyrec">eve</a>`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	now := time.Unix(1e9, 0)
	l := &Live{Now: func() time.Time { return now }, Sources: []Source{
		{Name: "here", Whereis: filepath.Join(dir, "whereis"), InProgress: filepath.Join(dir, "inprogress")},
		{Name: "silent"},
		{Name: "one", Whereis: filepath.Join(dir, "all")},
		{Name: "far", Whereis: server.URL + "/w/", InProgress: server.URL + "/p/", AllowPrivate: true},
		{Name: "gone", Whereis: filepath.Join(dir, "nothing")},
		{Name: "lost", Whereis: server.URL + "/lost", AllowPrivate: true},
	}}
	for _, c := range []struct{ who, want string }{
		{"", "here ann 10:00; one cid Dlvl 9, playing true; far eve 11:30; failed gone; failed lost"},
		{"ANN", "here ann 10:00 Dlvl 5, playing true; one ann Dlvl 1, playing false; failed gone; failed lost"},
		{"bob", "here Bob Dlvl 2, playing true; failed gone; failed lost"},
		{"dée", "far dée Dlvl 30, playing true; failed gone; failed lost"},
		{"eve", "far eve 11:30; failed gone; failed lost"},
		{"../all", "failed gone; failed lost"},
	} {
		got := ""
		if c.who == "" {
			got = words(l.Players(t.Context()))
		} else {
			got = words(l.Whereis(t.Context(), c.who))
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.who, got, c.want)
		}
	}
	// What was seen is remembered for a moment, and only for a moment.
	before := fetched
	if now = now.Add(lookFor - time.Second); len(words(l.Players(t.Context()))) == 0 || fetched != before {
		t.Errorf("%d more requests", fetched-before)
	}
	if now = now.Add(2 * time.Second); len(words(l.Players(t.Context()))) == 0 || fetched == before {
		t.Error("an old list is shown")
	}
	if !l.Any() || (&Live{Sources: l.Sources[1:2]}).Any() {
		t.Error("Any is wrong")
	}
}
