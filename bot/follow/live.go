package follow

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"delphi/bot/fetch"
	"delphi/engine/games/xlog"
)

// Live looks up the games that go on, in what servers write of them: a file for
// each player with where they are (Source.Whereis), and a file for each game that is
// being played (Source.InProgress). It looks when it is asked, and remembers for a
// moment what it saw. It is safe for many goroutines.
type Live struct {
	Sources []Source
	Now     func() time.Time // nil: time.Now

	mu   sync.Mutex
	seen map[string]look
}

// look is a snapshot of one source of games in progress.
type look struct {
	at   time.Time
	text string   // of a file
	dir  []string // the names in a directory
	err  error
}

// What one question may cost.
const (
	lookFor   = 20 * time.Second // how long what was seen is remembered
	lookMost  = 1 << 20          // bytes of a file or of a list
	filesMost = 300              // files of one directory that are read for one list
	looksKept = 1000
	fetchTime = 5 * time.Second
)

// Any reports whether any source says what goes on.
func (l *Live) Any() bool {
	return slices.ContainsFunc(l.Sources, func(s Source) bool { return s.Whereis != "" || s.InProgress != "" })
}

// Players lists the games that are being played, and the sources that could not be
// looked at.
func (l *Live) Players(ctx context.Context) (games []xlog.Live, failed []string) {
	for _, s := range l.Sources {
		var found []xlog.Live
		var err error
		switch {
		case s.InProgress != "":
			found, err = l.inProgress(ctx, &s)
		case s.Whereis != "":
			found, err = l.whereis(ctx, &s, "")
			found = slices.DeleteFunc(found, func(g xlog.Live) bool { return !g.Where.Playing })
		}
		if games = append(games, found...); err != nil {
			failed = append(failed, s.Name)
		}
	}
	return games, failed
}

// Whereis finds the games of a player, whose name may be in any case, wherever they
// are known, and the sources that could not be looked at.
func (l *Live) Whereis(ctx context.Context, name string) (games []xlog.Live, failed []string) {
	for _, s := range l.Sources {
		var known, played []xlog.Live
		var err, err2 error
		if s.Whereis != "" {
			known, err = l.whereis(ctx, &s, name)
		}
		if s.InProgress != "" {
			played, err2 = l.inProgress(ctx, &s)
			played = slices.DeleteFunc(played, func(g xlog.Live) bool { return !strings.EqualFold(g.Name, name) })
		}
		for i := range known {
			if len(played) > 0 {
				known[i].Since, known[i].Where.Playing = played[0].Since, true
			}
		}
		if len(known) == 0 {
			known = played
		}
		if games = append(games, known...); err != nil || err2 != nil {
			failed = append(failed, s.Name)
		}
	}
	return games, failed
}

// inProgress lists the games of a directory of games that are being played.
func (l *Live) inProgress(ctx context.Context, s *Source) (out []xlog.Live, err error) {
	at := l.look(ctx, s, s.InProgress)
	for _, file := range at.dir {
		if name, since, ok := xlog.InProgress(file); ok {
			out = append(out, xlog.Live{Source: s.Name, Name: name, Since: since})
		}
	}
	return out, at.err
}

// whereis reads where a player is, or all are where name is empty. A place is a
// file with a line for each, or a directory with a file for each: "ann.whereis".
func (l *Live) whereis(ctx context.Context, s *Source, name string) (out []xlog.Live, err error) {
	at := l.look(ctx, s, s.Whereis)
	lines := []string{at.text}
	if at.dir != nil {
		lines = nil
		for _, file := range at.dir {
			player, ok := strings.CutSuffix(file, ".whereis")
			if !ok || name != "" && !strings.EqualFold(player, name) || len(lines) == filesMost {
				continue
			}
			lines = append(lines, l.look(ctx, s, join(s.Whereis, file)).text)
		}
	}
	for line := range strings.Lines(strings.Join(lines, "\n")) {
		if w, err := xlog.ParseWhereis(line); err == nil && (name == "" || strings.EqualFold(w.Name, name)) {
			out = append(out, xlog.Live{Source: s.Name, Name: w.Name, Where: w})
		}
	}
	return out, at.err
}

// join returns a file of a directory, which ends in a slash where it is an address.
func join(dir, file string) string {
	if isURL(dir) {
		return dir + url.PathEscape(file)
	}
	return filepath.Join(dir, file)
}

func isURL(where string) bool {
	return strings.HasPrefix(where, "https://") || strings.HasPrefix(where, "http://")
}

// look reads a place, or remembers what was there a moment ago.
func (l *Live) look(ctx context.Context, s *Source, where string) look {
	now := time.Now()
	if l.Now != nil {
		now = l.Now()
	}
	l.mu.Lock()
	known, ok := l.seen[where]
	l.mu.Unlock()
	if age := now.Sub(known.at); ok && age >= 0 && age < lookFor {
		return known
	}
	got := look{at: now}
	if isURL(where) {
		got.text, got.err = lookAt(ctx, where, s.AllowPrivate)
		if got.err == nil && strings.HasSuffix(where, "/") {
			got.dir = links(got.text)
		}
	} else {
		got.text, got.dir, got.err = lookIn(where)
	}
	if ctx.Err() != nil {
		return got // the asker gave up: that says nothing of the place
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen == nil || len(l.seen) >= looksKept {
		l.seen = map[string]look{}
	}
	l.seen[where] = got
	return got
}

// lookIn reads a file, or lists a directory.
func lookIn(where string) (text string, dir []string, err error) {
	info, err := os.Stat(where)
	if err != nil {
		return "", nil, err
	}
	if info.IsDir() {
		entries, err := os.ReadDir(where)
		dir = make([]string, 0, len(entries))
		for _, e := range entries {
			dir = append(dir, e.Name())
		}
		return "", dir, err
	}
	if !info.Mode().IsRegular() {
		return "", nil, errors.New("it is not a file")
	}
	f, err := os.Open(where)
	if err != nil {
		return "", nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, lookMost))
	return string(b), nil, err
}

func lookAt(ctx context.Context, where string, private bool) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, where, nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("User-Agent", "delphi-bot (games in progress)")
	client := fetch.Client(private)
	defer client.CloseIdleConnections()
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the server says %s", resp.Status)
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, lookMost))
	return string(b), err
}

var link = regexp.MustCompile(`(?i)<a\s[^>]*href="([^"?#]+)"`)

// links returns the names of the files that the page of a directory leads to.
func links(page string) []string {
	out := []string{}
	for _, m := range link.FindAllStringSubmatch(page, -1) {
		target := strings.TrimPrefix(html.UnescapeString(m[1]), "./")
		if name, err := url.PathUnescape(target); err == nil {
			out = append(out, path.Base(name))
		}
	}
	return out
}
