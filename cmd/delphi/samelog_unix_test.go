//go:build unix

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSameLogTwice: a log of games, and one of events, that are configured under several
// names count once and are announced once, and the bot says so.
func TestSameLogTwice(t *testing.T) {
	t.Parallel()
	boss := arrive(t, ircServer(t), "boss") // the first one in a channel is its operator
	l := newLive(t, boss.conn.RemoteAddr().String(), "")
	events, link := filepath.Join(l.dir, "livelog"), filepath.Join(l.dir, "link")
	mirror := httptest.NewServer(http.FileServer(http.Dir(l.dir)))
	defer mirror.Close()
	config, err := os.ReadFile(l.config)
	if err != nil {
		t.Fatal(err)
	}
	source := func(name, kind, key, where string) string {
		return fmt.Sprintf("[[games.source]]\nname = %q\nkind = %q\n%s = %q\npoll = \"1s\"\nallow_private = true\n", name, kind, key, where)
	}
	more := source("link", "xlogfile", "path", link) + source("mirror", "xlogfile", "url", mirror.URL+"/xlogfile") +
		source("live", "livelog", "path", events) + source("livemirror", "livelog", "url", mirror.URL+"/livelog")
	err = os.WriteFile(l.config, []byte(strings.Replace(string(config), "[[irc]]", more+"[[irc]]", 1)), 0o600)
	if err == nil {
		err = os.Symlink(l.xlog, link)
	}
	if err == nil {
		err = os.WriteFile(events, nil, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	delphi := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("delphi", append([]string{"--db", l.db}, args...)...)
		cmd.Env = append(os.Environ(), "HOME="+l.dir, "XDG_STATE_HOME="+l.dir)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	const noticed = `"link" reads the same log as "here"`
	if out := delphi("config", "check", "-c", l.config); !strings.Contains(out, noticed) || strings.Contains(out, `"mirror" reads`) || strings.Contains(out, `"live" reads`) {
		t.Errorf("config check says:\n%s", out)
	}
	delphi("ask", `tourney new "Dash" from `+time.Now().UTC().Add(-time.Hour).Format("2006-01-02 15:04")+" to in 2d UTC rules deaths proof none")
	delphi("ask", "join as stenno")
	l.start(boss)
	boss.ask("!announce deaths livelog", "deaths")

	const games = 5
	for n := range games {
		at := time.Now().Add(time.Duration(n-games) * time.Minute)
		l.play(endedGame{name: "stenno", death: fmt.Sprintf("killed by a newt, while number %d", n), points: 5000, start: at, end: at.Add(30 * time.Second)})
		if err := appendTo(events, fmt.Sprintf("name=stenno:role=Wiz:race=Elf:gender=Fem:align=Cha:turns=%d:curtime=%d:starttime=%d:message=entered Sokoban as number %d\n",
			1000+n, time.Now().Unix(), at.Unix(), n)); err != nil {
			t.Fatal(err)
		}
		boss.hear(0, fmt.Sprintf("while number %d", n))
		boss.hear(0, fmt.Sprintf("as number %d", n))
	}
	// Each source has read all of it.
	l.until("every source has read everything", func() bool {
		out := delphi("games", "sources")
		for _, name := range []string{"here", "link", "mirror"} {
			_, of, _ := strings.Cut(out, name+"  ")
			if !strings.Contains(firstLines(of, 2), fmt.Sprintf(" %d lines", games)) {
				return false
			}
		}
		return strings.Count(out, fmt.Sprintf(" %d events", games)) == 2
	})
	sources := delphi("games", "sources")
	if n := strings.Count(sources, "are also in"); n < 2 {
		t.Errorf("the sources are\n%s", sources)
	}
	boss.again("delphi: games stenno", fmt.Sprintf(`\b%d games`, games))
	for n := range games {
		for _, what := range []string{"while number %d", "as number %d"} {
			if times := boss.heardOf(0, fmt.Sprintf(what, n)); times != 1 {
				t.Errorf("%d times: "+what, times, n)
			}
		}
	}
	if out := delphi("tourney", "export", "games", "dash", "--format", "csv"); strings.Count(out, "stenno") != games {
		t.Errorf("the tournament has\n%s", out)
	}
	if log := l.stop(); !strings.Contains(log, `link\" reads the same log as`) {
		t.Errorf("it was not said at the start:\n%s", log)
	}
}

func firstLines(text string, n int) string {
	lines := strings.SplitN(text, "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "\n")
}
