package follow

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"delphi/bot"
	"delphi/bot/fetch"
	"delphi/storage"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
	"delphi/storage/storagetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// row is a game log's line; n tells one from another.
func row(n int) string {
	return fmt.Sprintf("version=3.6.7\tpoints=%d\tname=p%d\tdeath=quit\tstarttime=%d\tendtime=%d\trole=Wiz\n", n, n%7, 1604188000+n, 1604189000+n)
}

func rows(from, to int) string {
	var b strings.Builder
	for n := from; n < to; n++ {
		b.WriteString(row(n))
	}
	return b.String()
}

// rig is a follower of one source and what it found.
type rig struct {
	t     *testing.T
	f     *Follower
	s     Source
	fresh int
}

func newRig(t *testing.T, s Source) *rig {
	r := &rig{t: t, s: s}
	r.f = &Follower{Games: gamelog.Games{Store: memstore.New()}, Log: slog.New(slog.DiscardHandler), Fresh: func(_ context.Context, f Fresh) { r.fresh += len(f.Games) + len(f.Events) }}
	return r
}

func (r *rig) poll() error {
	reader := r.f.Open(r.s)
	defer reader.Close()
	return reader.Poll(r.t.Context())
}

// want polls and compares what is known then with the points of the games.
func (r *rig) want(step string, points ...int64) {
	r.t.Helper()
	if err := r.poll(); err != nil {
		r.t.Fatalf("%s: %v", step, err)
	}
	var got []int64
	for _, g := range storagetest.Standing(r.t, r.f.Games) {
		got = append(got, g.Points)
	}
	slices.Sort(got)
	if !slices.Equal(got, points) {
		r.t.Fatalf("%s: games %v, want %v", step, got, points)
	}
	if r.fresh != len(points) {
		r.t.Fatalf("%s: %d handed on as new, want %d", step, r.fresh, len(points))
	}
}

func write(t *testing.T, path, text string, flag int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|flag, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestFollowFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "xlogfile")
	r := newRig(t, Source{Name: "here", Path: path})
	if err := r.poll(); err == nil || !strings.Contains(err.Error(), "no file") {
		t.Fatalf("a missing file: %v", err)
	}
	add := func(s string) { write(t, path, s, os.O_APPEND) }
	add(rows(0, 2))
	r.want("first", 0, 1)
	r.want("nothing new", 0, 1)
	half := row(2)
	add(half[:30])
	r.want("half a line", 0, 1)
	add(half[30:] + row(3))
	r.want("the other half", 0, 1, 2, 3)
	add(row(4))
	if err := os.Rename(path, path+".1"); err != nil {
		t.Fatal(err)
	}
	write(t, path, row(5), 0)
	r.want("rotated with a line unread", 0, 1, 2, 3, 4, 5)
	add(row(6))
	r.want("after rotation", 0, 1, 2, 3, 4, 5, 6)
	write(t, path, row(7), os.O_TRUNC)
	r.want("cut short", 0, 1, 2, 3, 4, 5, 6, 7)
	write(t, path, rows(20, 23), os.O_TRUNC)
	r.want("cut and grown beyond where it was", 0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22)
	// Replaced by a copy, as rsync does: another inode, the same text.
	write(t, path+".new", rows(20, 24), 0)
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	r.want("replaced by a longer copy", 0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22, 23)
	s, _, _ := r.f.Games.Source(t.Context(), "here")
	if s.Again != 0 || s.Resets != 3 {
		t.Errorf("read %d lines twice, began anew %d times, want 0 and 3", s.Again, s.Resets)
	}
	add("\xff\xfe garbage\nname=x\tdeath=quit\n" + strings.Repeat("x", 9000) + "\n" + row(24))
	r.want("unreadable lines", 0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22, 23, 24)
	aside, err := r.f.Games.AsideLines(t.Context(), "here")
	if err != nil || len(aside) != 3 || !strings.Contains(aside[2].Reason, "longer than") || len(aside[2].Line) != 200 {
		t.Errorf("aside %+v, %v", aside, err)
	}
}

// TestFollowFileInPieces writes a log in pieces of any size, stops and starts
// again at any point, and wants every game once.
func TestFollowFileInPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		path := filepath.Join(t.TempDir(), "xlogfile")
		r := newRig(t, Source{Name: "here", Path: path, MaxBytes: 64 << 10})
		text, want := rows(0, 60), []int64{}
		for n := range int64(60) {
			want = append(want, n)
		}
		write(t, path, "", 0)
		for len(text) > 0 {
			n := min(len(text), 1+rng.IntN(900))
			write(t, path, text[:n], os.O_APPEND)
			text = text[n:]
			if err := r.poll(); err != nil {
				t.Fatal(err)
			}
		}
		r.want("all", want...)
	}
}

// crashing fails the transaction that it is told to, after all was written.
type crashing struct {
	storage.Store
	crash bool
}

var errCrash = errors.New("power failed")

func (c *crashing) Update(ctx context.Context, fn func(storage.Tx) error) error {
	return c.Store.Update(ctx, func(tx storage.Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		if c.crash {
			return errCrash
		}
		return nil
	})
}

func TestACrashNeitherLosesNorDoubles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "xlogfile")
	r := newRig(t, Source{Name: "here", Path: path})
	store := &crashing{Store: memstore.New()}
	r.f.Games.Store = store
	write(t, path, rows(0, 3), 0)
	store.crash = true
	if err := r.poll(); !errors.Is(err, errCrash) || r.fresh != 0 {
		t.Fatalf("%v, %d handed on", err, r.fresh)
	}
	store.crash = false
	r.want("after the crash", 0, 1, 2)
}

func TestImport(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "old.xlogfile")
	write(t, path, rows(0, 3)+strings.TrimSuffix(row(3), "\n"), 0)
	games := gamelog.Games{Store: memstore.New()}
	s := Source{Name: "old", Path: path}
	now := time.Now
	got, err := Import(t.Context(), games, s, now, nil)
	if err != nil || got.New != 3 || !got.Unfinished {
		t.Errorf("a file that is being written: %+v, %v", got, err)
	}
	later := func() time.Time { return time.Now().Add(time.Hour) }
	if got, err = Import(t.Context(), games, s, later, nil); err != nil || got.New != 1 || got.Unfinished {
		t.Errorf("the rest, an hour later: %+v, %v", got, err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, rows(40, 45))
	z.Close()
	s = Source{Name: "packed", Path: filepath.Join(dir, "packed.gz")}
	write(t, s.Path, packed.String(), 0)
	for _, want := range []int64{5, 0} {
		if got, err := Import(t.Context(), games, s, now, nil); err != nil || got.New != want || got.Lines != 5 {
			t.Errorf("gzip: %+v, %v, want %d new", got, err, want)
		}
	}
	write(t, s.Path, "\x1f\x8b broken", os.O_TRUNC)
	if _, err := Import(t.Context(), games, s, now, nil); err == nil {
		t.Error("broken gzip was read")
	}
}

// server serves a text the way a web server serves a growing log.
type server struct {
	text     string
	ranges   bool
	etag     bool
	requests []string
	status   int
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	tag := fmt.Sprintf(`"%d-%d"`, len(s.text), strings.Count(s.text, "1"))
	s.requests = append(s.requests, r.Header.Get("Range")+" "+r.Header.Get("Accept-Encoding"))
	if s.status != 0 {
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(s.status)
		return
	}
	if s.etag {
		w.Header().Set("ETag", tag)
	}
	if s.ranges && r.Header.Get("Range") != "" {
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(s.text))
		return
	}
	if s.etag && r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if r.Header.Get("Accept-Encoding") == "gzip" {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		io.WriteString(z, s.text)
		z.Close()
		return
	}
	io.WriteString(w, s.text)
}

func TestFollowURL(t *testing.T) {
	for name, h := range map[string]*server{
		"ranges and ETag":    {ranges: true, etag: true},
		"ranges alone":       {ranges: true},
		"no ranges, ETag":    {etag: true},
		"neither of the two": {},
	} {
		t.Run(name, func(t *testing.T) {
			web := httptest.NewServer(h)
			defer web.Close()
			r := newRig(t, Source{Name: "web", URL: web.URL + "/xlogfile", AllowPrivate: true})
			h.text = rows(0, 2)
			r.want("first", 0, 1)
			if h.requests[0] != " gzip" {
				t.Errorf("first asked with %q, want the whole compressed", h.requests[0])
			}
			r.want("nothing new", 0, 1)
			h.text += row(2)[:20]
			r.want("half a line", 0, 1)
			h.text += row(2)[20:]
			r.want("the rest of it", 0, 1, 2)
			h.text = rows(10, 12)
			r.want("rotated, shorter", 0, 1, 2, 10, 11)
			h.text = rows(20, 26)
			r.want("rotated, longer", 0, 1, 2, 10, 11, 20, 21, 22, 23, 24, 25)
			if s, _, _ := r.f.Games.Source(t.Context(), "web"); s.Resets != 2 || s.Again != 0 {
				t.Errorf("began anew %d times, %d lines twice", s.Resets, s.Again)
			}
		})
	}
}

func TestFollowURLInCappedPieces(t *testing.T) {
	for _, ranges := range []bool{true, false} {
		h := &server{ranges: ranges, etag: true, text: rows(0, 2000)}
		web := httptest.NewServer(h)
		r := newRig(t, Source{Name: "web", URL: web.URL, AllowPrivate: true, MaxBytes: 64 << 10})
		for range 4 {
			before := r.fresh
			if err := r.poll(); err != nil {
				t.Fatal(err)
			}
			if r.fresh-before > 64<<10/len(row(0))+1 {
				t.Errorf("%d games in one poll", r.fresh-before)
			}
		}
		if r.fresh != 2000 {
			t.Errorf("ranges %v: %d games after four polls, want 2000", ranges, r.fresh)
		}
		web.Close()
	}
}

func TestFollowURLRefusals(t *testing.T) {
	h := &server{text: row(0)}
	web := httptest.NewServer(h)
	defer web.Close()
	r := newRig(t, Source{Name: "web", URL: web.URL})
	if err := r.poll(); !errors.Is(err, fetch.ErrPrivate) {
		t.Errorf("a loopback address: %v", err)
	}
	if len(h.requests) != 0 {
		t.Error("the private server was asked")
	}
	elsewhere := httptest.NewServer(http.RedirectHandler("http://example.invalid/x", http.StatusFound))
	defer elsewhere.Close()
	r = newRig(t, Source{Name: "web", URL: elsewhere.URL, AllowPrivate: true})
	if err := r.poll(); err == nil || !strings.Contains(err.Error(), "another host") {
		t.Errorf("a redirect to another host: %v", err)
	}
	h.status = http.StatusTooManyRequests
	r = newRig(t, Source{Name: "web", URL: web.URL, AllowPrivate: true})
	var later *retryLater
	if err := r.poll(); !errors.As(err, &later) || later.after != 2*time.Minute {
		t.Errorf("too many requests: %v", err)
	}
	h.status = http.StatusNotFound
	if err := r.poll(); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("not found: %v", err)
	}
}

func TestRunStopsAndNotesFailures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "xlogfile")
	write(t, path, row(1), 0)
	games := gamelog.Games{Store: memstore.New()}
	got := make(chan Fresh, 1)
	f := &Follower{Games: games, Log: slog.New(slog.DiscardHandler), Fresh: func(_ context.Context, f Fresh) { got <- f },
		Sources: []Source{{Name: "gone", Path: path + ".none"}, {Name: "here", Path: path}}}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { f.Run(ctx); close(done) }()
	if fresh := <-got; fresh.Source.Name != "here" || len(fresh.Games) != 1 || fresh.Games[0].ID() == "" {
		t.Errorf("fresh %+v", fresh)
	}
	for { // the other source's goroutine notes its failure when it comes to it
		if s, ok, _ := games.Source(ctx, "gone"); ok && s.Failure != "" {
			break
		}
		time.Sleep(time.Millisecond)
	}
	cancel()
	<-done
}

func TestLiveLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "livelog")
	r := newRig(t, Source{Name: "live", Path: path, Kind: LiveLog})
	write(t, path, "lltype=2\tname=a\tturns=5\tcurtime=1604189000\tmessage=entered the Mines\nlltype=2\tname=a\n", 0)
	if err := r.poll(); err != nil || r.fresh != 1 {
		t.Errorf("%d events, %v", r.fresh, err)
	}
	if s, _, _ := r.f.Games.Source(t.Context(), "live"); s.Events != 1 || s.Aside != 1 {
		t.Errorf("%+v", s)
	}
}

func TestValidate(t *testing.T) {
	good := Source{Name: "nao", URL: "https://example.org/xlogfile", Rules: "nethack", Poll: Duration(time.Minute)}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*Source){
		"name":      func(s *Source) { s.Name = "a b" },
		"path":      func(s *Source) { s.Path = "/x" },
		"url":       func(s *Source) { s.URL = "ftp://x/y" },
		"kind":      func(s *Source) { s.Kind = "log" },
		"rules":     func(s *Source) { s.Rules = "nothack" },
		"poll":      func(s *Source) { s.Poll = 5 },
		"max_bytes": func(s *Source) { s.MaxBytes = 5 },
		"absolute":  func(s *Source) { s.URL, s.Path = "", "x" },
		"password":  func(s *Source) { s.URL = "https://a:b@x/y" },
	} {
		s := good
		change(&s)
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	var d Duration
	if d.UnmarshalText([]byte("90s")) != nil || time.Duration(d) != 90*time.Second || d.UnmarshalText([]byte("soon")) == nil {
		t.Errorf("duration %v", d)
	}
}

// TestACrashGluesRows: of two rows in one line the second is a game, and the
// first is set aside; so is a row that ends within its death.
func TestACrashGluesRows(t *testing.T) {
	whole := func(name string, n int) string {
		return fmt.Sprintf("version=3.6.7\tpoints=%d\tdeathdnum=0\tname=%s\tdeath=killed by a newt\tturns=9\tstarttime=%d\tendtime=%d\n", n, name, 1604188000+n, 1604189000+n)
	}
	first := whole("ann", 1)
	for cut := 20; cut < len(first); cut += 7 {
		path := filepath.Join(t.TempDir(), "xlogfile")
		r := newRig(t, Source{Name: "here", Path: path})
		write(t, path, first[:cut]+whole("bob", 2)+"version=3.6.7\tpoints=3\tdeathdnum=0\tdeathdate=20201101\tname=cid\tdeath=killed by a ne\n", 0)
		r.want(fmt.Sprint("cut at ", cut), 2)
		if kept := storagetest.Standing(t, r.f.Games); len(kept) != 1 || kept[0].Name != "bob" {
			t.Errorf("cut at %d: %d games, the first %s's", cut, len(kept), kept[0].Name)
		}
		if aside, err := r.f.Games.AsideLines(t.Context(), "here"); err != nil || len(aside) != 2 || !strings.Contains(aside[0].Reason, "cut off: the next row") || aside[1].Pos != int64(cut+len(whole("bob", 2))) {
			t.Errorf("cut at %d: aside %+v, %v", cut, aside, err)
		}
	}
}

// TestRangeIsTriedAgain: a server that once sent the whole file is asked for a
// part again after a while, and ever more rarely while it keeps failing.
func TestRangeIsTriedAgain(t *testing.T) {
	h := &server{etag: true, text: rows(0, 400)}
	web := httptest.NewServer(h)
	defer web.Close()
	r := newRig(t, Source{Name: "web", URL: web.URL, AllowPrivate: true})
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	r.f.Now = func() time.Time { return now }
	grow := func(after time.Duration) (ranged bool) {
		t.Helper()
		now = now.Add(after)
		h.text += row(400 + len(h.requests))
		h.requests = nil
		if err := r.poll(); err != nil {
			t.Fatal(err)
		}
		return strings.HasPrefix(h.requests[0], "bytes=")
	}
	if err := r.poll(); err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		after  time.Duration
		ranges bool
		want   bool
	}{
		{time.Minute, false, true}, // the odd answer
		{time.Minute, true, false}, {20 * time.Minute, true, false},
		{10 * time.Minute, false, true}, // and one more
		{45 * time.Minute, true, false},
		{20 * time.Minute, true, true}, // an hour after the second
		{time.Minute, true, true},
	} {
		h.ranges = step.ranges
		if got := grow(step.after); got != step.want {
			t.Errorf("step %d: a part was asked for: %v, want %v", i, got, step.want)
		}
	}
}

// TestReadToItsEnd: it is noted when a source was last read to its end, also
// when nothing is new, and never by a clock that cannot be trusted.
func TestReadToItsEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "xlogfile")
	write(t, path, row(1), 0)
	r := newRig(t, Source{Name: "here", Path: path})
	now, steady := time.Unix(1_700_000_000, 0), true
	r.f.Now, r.f.Steady = func() time.Time { return now }, func() bool { return steady }
	read := func() int64 {
		t.Helper()
		if err := r.poll(); err != nil {
			t.Fatal(err)
		}
		s, _, err := r.f.Games.Source(t.Context(), "here")
		if err != nil {
			t.Fatal(err)
		}
		return s.Read
	}
	if got := read(); got != now.Unix() {
		t.Errorf("at first: %d", got)
	}
	first := now.Unix()
	now = now.Add(time.Minute)
	if got := read(); got != first {
		t.Errorf("each minute is written down: %d", got-first)
	}
	now = now.Add(5 * time.Minute)
	if got := read(); got != now.Unix() {
		t.Errorf("after six minutes: %d", got-first)
	}
	now = now.Add(5 * time.Second) // a tournament's results wait for a read after this moment
	waits := now.Unix()
	r.f.Awaited = func(context.Context) int64 { return waits }
	if got := read(); got != now.Unix() {
		t.Errorf("though it is awaited, %d is noted", got-first)
	}
	now = now.Add(5 * time.Second)
	if got := read(); got != waits {
		t.Errorf("after that, too: %d", got-first)
	}
	last := waits
	steady, now = false, now.AddDate(1, 0, 0)
	write(t, path, row(2), os.O_APPEND)
	if got := read(); got != last {
		t.Errorf("by a clock that leapt: %d", got-last)
	}
}

// TestARewoundFileIsSaid: the log says that a file was cut and is read again.
func TestARewoundFileIsSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "xlogfile")
	write(t, path, rows(0, 5), 0)
	r := newRig(t, Source{Name: "here", Path: path})
	var log strings.Builder
	r.f.Log = slog.New(slog.NewTextHandler(&log, nil))
	r.want("at first", 0, 1, 2, 3, 4)
	write(t, path, rows(1, 3), os.O_TRUNC)
	r.want("cut", 0, 1, 2, 3, 4)
	if n := strings.Count(log.String(), "is read again from its beginning"); n != 1 || !strings.Contains(log.String(), "source=here") {
		t.Errorf("said %d times: %s", n, log.String())
	}
	write(t, path, rows(5, 6), os.O_APPEND)
	r.want("grown", 0, 1, 2, 3, 4, 5)
	if n := strings.Count(log.String(), "is read again"); n != 1 {
		t.Errorf("said %d times: %s", n, log.String())
	}
}

// TestTheSameLogTwice: the same log under two names is one log.
func TestTheSameLogTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "xlogfile")
	write(t, path, rows(0, 10), 0)
	r := newRig(t, Source{Name: "one", Path: path})
	r.want("first", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	r.s.Name = "two"
	write(t, path, row(10), os.O_APPEND)
	r.want("again", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	if s, _, err := r.f.Games.Source(t.Context(), "two"); err != nil || s.Copies["one"] != 10 || s.Games != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestAPanicOfOneSource: a source that makes the program panic is read again
// after a pause, and the panic is counted.
func TestAPanicOfOneSource(t *testing.T) {
	path := filepath.Join(t.TempDir(), "xlogfile")
	write(t, path, row(1), 0)
	before, told := bot.Panics(), make(chan string)
	ctx, cancel := context.WithCancel(t.Context())
	f := &Follower{Games: gamelog.Games{Store: memstore.New()}, Log: slog.New(slog.DiscardHandler), Sources: []Source{{Name: "here", Path: path, Poll: Duration(time.Second)}}}
	f.Fresh = func(_ context.Context, fresh Fresh) {
		if fresh.Games[0].Name == "p1" {
			write(t, path, row(2), os.O_APPEND)
			panic("p1 again")
		}
		told <- fresh.Games[0].Name
	}
	done := make(chan struct{})
	go func() { f.Run(ctx); close(done) }()
	if name := <-told; name != "p2" || bot.Panics() == before {
		t.Errorf("told of %s after %d panics", name, bot.Panics()-before)
	}
	cancel()
	<-done
}
