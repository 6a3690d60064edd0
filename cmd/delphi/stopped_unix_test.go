//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"delphi/engine/games/query"
	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/memstore"
	"delphi/storage/shared"
)

// grace is how long a bot may take to end once it was told to, as docs/operating.md says.
const grace = 5 * time.Second

// crowd puts a tournament into the store in which so many take part: people n0, n1 and so
// on as accounts of the same names.
func (l *live) crowd(size int) {
	t := l.t
	t.Helper()
	s := memstore.New() // in which they join fast
	c, err := newContest(s, place{}, GamesSettings{})
	if err != nil {
		t.Fatal(err)
	}
	a := places.Actor{Place: places.Place{Network: "test", Place: "#delphi"}, Operator: true, Admin: true, Who: people.User{Network: "test", User: "boss"}}
	now := time.Now().Unix()
	made, err := c.Book.Create(t.Context(), a, contest.Tourney{Name: "Crowd", Zone: "UTC", Rules: "league", From: now - 7200, Until: now + 86400, Grace: 3600, Proof: people.ProofNone})
	if err != nil {
		t.Fatal(err)
	}
	for n := range size {
		name := fmt.Sprint("n", n)
		if _, err := c.Book.Join(t.Context(), made.ID, people.User{Network: "test", User: name}, name, score.Account{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Book.Places().Subscribe(t.Context(), a, places.Subscription{Deaths: true}); err != nil {
		t.Fatal(err)
	}
	file, err := shared.Open(t.Context(), l.db, shared.Options{Own: true})
	if err != nil {
		t.Fatal(err)
	}
	_, err = storage.Copy(t.Context(), file, s, false)
	if err = errors.Join(err, file.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestStopsUnderACrowd: a bot that follows the games of a tournament of 2,000 entrants is
// told to end in the middle, three times. It ends in time and with success; then no game
// is lost, none is counted or announced twice, and what it has told people is kept.
func TestStopsUnderACrowd(t *testing.T) {
	t.Parallel()
	const people = 2000
	boss := arrive(t, ircServer(t), "boss")
	l := newLive(t, boss.conn.RemoteAddr().String(), "")
	began := time.Now()
	l.crowd(people)
	t.Logf("%d people joined in %v", people, time.Since(began).Round(time.Millisecond))

	// What was played before the bot comes is much; then games end all the time.
	var text strings.Builder
	hour := time.Now().Add(-time.Hour)
	const before = 20_000
	for n := range before {
		g := endedGame{name: fmt.Sprint("n", n%people), death: "killed by a newt", points: n % 5000, start: hour.Add(time.Duration(n/people) * time.Minute)}
		g.end = g.start.Add(30 * time.Second)
		text.WriteString(g.line(1000 + n))
	}
	if err := appendTo(l.xlog, text.String()); err != nil {
		t.Fatal(err)
	}
	var games atomic.Int64
	done, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		f, err := os.OpenFile(l.xlog, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			ended <- err
			return
		}
		w := bufio.NewWriter(f)
		for {
			select {
			case <-done:
				ended <- errors.Join(w.Flush(), f.Close())
				return
			case <-time.After(100 * time.Millisecond): // no more than can be announced
			}
			n := int(games.Load())
			g := endedGame{name: fmt.Sprint("n", n%people), death: fmt.Sprintf("killed by a newt, while late %d", n), points: 5000 + n}
			g.end = time.Now()
			g.start = g.end.Add(-time.Duration(n%50+1) * time.Second)
			_, err := w.WriteString(g.line(2000 + n))
			if err = errors.Join(err, w.Flush()); err != nil {
				ended <- err
				return
			}
			games.Add(1)
		}
	}()

	for round := range 3 {
		l.start(boss)
		at := boss.now()
		if round > 0 { // at first it is in the middle of what was played before
			boss.hear(at, `late \d+`)
		}
		word := fmt.Sprintf("xl%d int18", round+10)
		boss.say("PRIVMSG #delphi :!me wiz " + word)
		boss.hear(at, "remember.*"+word)
		told := time.Now()
		if err := l.bot.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		err := l.bot.cmd.Wait()
		t.Logf("round %d: it ended %v after the signal, with %d games", round, time.Since(told).Round(time.Millisecond), before+games.Load())
		if err != nil {
			t.Errorf("round %d: it ended with %v\n%s", round, err, &l.bot.stderr)
		}
		if took := time.Since(told); took > grace+2*time.Second { // the process's own end on a busy machine
			t.Errorf("round %d: it took %v", round, took)
		}
	}
	close(done)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}

	l.start(boss)
	total := before + int(games.Load())
	boss.again("delphi: games nethack", fmt.Sprintf(`\b%s games`, query.Commas(int64(total))))
	from := boss.now()
	boss.say("PRIVMSG #delphi :!me")
	boss.hear(from, "xl12 int18")
	boss.hear(0, fmt.Sprintf(`late %d\b`, games.Load()-1))
	log := l.stop()
	if n := logged(log, "level=ERROR"); n > 0 {
		t.Errorf("%s", log)
	}

	heard := map[string]int{}
	which := regexp.MustCompile(`while late \d+`)
	for _, line := range boss.since(0) {
		for _, g := range which.FindAllString(line, -1) {
			heard[g]++
		}
	}
	silent := 0
	for n := range int(games.Load()) {
		switch heard[fmt.Sprintf("while late %d", n)] {
		case 0:
			silent++
		case 1:
		default:
			t.Errorf("game %d was announced more than once", n)
		}
	}
	t.Logf("%d games ended meanwhile, %d of them were announced, and %d not", games.Load(), len(heard), silent)

	s, err := shared.Open(t.Context(), l.db, shared.Options{Own: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, err := newContest(s, place{file: filepath.Join(l.dir, "delphi.db")}, GamesSettings{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := c.Book.All(t.Context())
	if err != nil || len(all) != 1 || len(all[0].Entrants) != people {
		t.Fatalf("%d tournaments, %v", len(all), err)
	}
	r, err := c.Book.Replay(t.Context(), "crowd")
	if err != nil || len(r.Differs) > 0 || r.Kept == nil {
		t.Errorf("the recount differs: %v, %q", err, r.Differs)
	}
	report, err := s.Check(t.Context())
	if err = errors.Join(err, report.Err()); err != nil {
		t.Error(err)
	}
}

// since are the lines that somebody has heard after the first from.
func (l *listener) since(from int) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.lines[from:]...)
}
