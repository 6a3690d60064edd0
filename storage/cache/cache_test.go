package cache_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"delphi/storage"
	"delphi/storage/boltstore"
	"delphi/storage/cache"
	"delphi/storage/memstore"

	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

// clock is a time that tests set.
type clock struct{ ns atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.ns.Store(time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC).UnixNano())
	return c
}
func (c *clock) Now() time.Time      { return time.Unix(0, c.ns.Load()) }
func (c *clock) add(d time.Duration) { c.ns.Add(int64(d)) }

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// journal is a log that tests read.
type journal struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.buf.Write(p)
}

func (j *journal) lines() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Split(strings.TrimSuffix(j.buf.String(), "\n"), "\n")[:strings.Count(j.buf.String(), "\n")]
}

func (j *journal) log() *slog.Logger { return slog.New(slog.NewTextHandler(j, nil)) }

// newCache makes a cache of strings that the test closes.
func newCache(t testing.TB, store storage.Store, opts cache.Options[string]) *cache.Cache[string] {
	t.Helper()
	if opts.Log == nil {
		opts.Log = quiet()
	}
	c := cache.New(store, opts)
	t.Cleanup(func() { closeCache(t, c) })
	return c
}

func closeCache(t testing.TB, c *cache.Cache[string]) {
	t.Helper()
	if err := c.Close(context.Background()); err != nil {
		t.Errorf("Close: %v", err)
	}
}

func wantCached(t testing.TB, c *cache.Cache[string], key, want string, ok bool) {
	t.Helper()
	if got, there := c.Get(t.Context(), key); got != want || there != ok {
		t.Errorf("Get(%q) = %q, %v, want %q, %v", key, got, there, want, ok)
	}
}

// onDisk returns how much of a data version the store holds: entries, age records,
// and the total that says so.
func onDisk(t testing.TB, s storage.Store, name, version string) (entries, ages int, size int64, total string) {
	t.Helper()
	err := s.View(t.Context(), func(tx storage.ReadTx) error {
		entries, ages, size, total = 0, 0, 0, ""
		for e, err := range storage.ScanPrefix(tx, storage.Key("cache", name, version)) {
			if err != nil {
				return err
			}
			segments, err := storage.SplitKey(e.Key)
			if err != nil {
				return err
			}
			switch segments[3] {
			case "entry":
				entries++
				size += int64(len(segments[4]) + len(e.Value) - 8)
			case "age":
				ages++
			case "total":
				total = string(e.Value)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return entries, ages, size, total
}

func TestCacheInMemory(t *testing.T) {
	now := newClock()
	c := newCache(t, nil, cache.Options[string]{MaxEntries: 3, MaxBytes: 100, MaxAge: time.Hour, Now: now.Now})
	wantCached(t, c, "a", "", false)
	c.Put("a", "1")
	c.Put("b", "22")
	c.Put("c", "333")
	c.Put("a", "4444") // in place of 1
	wantCached(t, c, "a", "4444", true)
	if got, want := c.Stats(), (cache.Stats{Hits: 1, Misses: 1, Entries: 3, Bytes: 3 + 4 + 2 + 3 + 3*2}); got != want { // JSON's quotes
		t.Errorf("%+v, want %+v", got, want)
	}
	c.Put("d", "") // b was used least recently
	wantCached(t, c, "b", "", false)
	wantCached(t, c, "c", "333", true)

	c.Put("big", strings.Repeat("x", 90)) // leaves no room for anything else
	wantCached(t, c, "big", strings.Repeat("x", 90), true)
	if got := c.Stats(); got.Entries != 1 || got.Bytes != 95 {
		t.Errorf("beside a big value: %+v", got)
	}
	c.Put("bigger", strings.Repeat("x", 100))
	wantCached(t, c, "bigger", "", false)
	wantCached(t, c, "big", strings.Repeat("x", 90), true)

	now.add(time.Hour)
	wantCached(t, c, "big", strings.Repeat("x", 90), true)
	now.add(1)
	wantCached(t, c, "big", "", false)
	if got := c.Stats(); got.Entries != 0 || got.Bytes != 0 || got.Evicted != 5 {
		t.Errorf("at the end: %+v", got)
	}
	c.Put("e", "")
	now.add(-time.Minute)
	wantCached(t, c, "e", "", false) // of an unknown age
	c.Flush(t.Context())
}

// What another process put shows when what was read is no longer Fresh, and not
// before; a value that was read anew is fresh anew.
func TestCacheFresh(t *testing.T) {
	store, now := memstore.New(), newClock()
	opts := cache.Options[string]{Name: "n", DataVersion: "1", Fresh: time.Minute, Now: now.Now}
	ours, theirs := newCache(t, store, opts), newCache(t, store, opts)
	put := func(v string) {
		theirs.Put("a", v)
		theirs.Flush(t.Context())
	}
	put("first")
	wantCached(t, ours, "a", "first", true)
	put("second")
	now.add(time.Minute - 1)
	wantCached(t, ours, "a", "first", true)
	now.add(1)
	wantCached(t, ours, "a", "second", true)
	put("third")
	now.add(time.Minute - 1)
	wantCached(t, ours, "a", "second", true)
	now.add(1)
	wantCached(t, ours, "a", "third", true)
	if got := ours.Stats(); got.Hits != 2 || got.DiskHits != 3 {
		t.Errorf("%+v", got)
	}
}

func TestCacheSize(t *testing.T) {
	c := newCache(t, nil, cache.Options[string]{
		MaxBytes: 100,
		Size:     func(s string) int { return 10 * len(s) },
		Encode:   func(string) ([]byte, error) { return nil, errors.New("encoded without need") },
		Decode:   func([]byte) (string, error) { return "", errors.New("decoded without need") },
	})
	c.Put("a", "xx")
	wantCached(t, c, "a", "xx", true)
	if got := c.Stats(); got.Bytes != 21 {
		t.Errorf("%+v, want 21 bytes", got)
	}
}

func TestCacheBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := openFile(t, path)
	now := newClock()
	decoded := 0
	opts := cache.Options[string]{
		Name: "answers", DataVersion: "1", Now: now.Now,
		Encode: func(s string) ([]byte, error) { return []byte("<" + s), nil },
		Decode: func(b []byte) (string, error) { decoded++; return string(b[1:]), nil },
	}
	c := newCache(t, s, opts)
	c.Put("a", "1")
	c.Put("a", "2")
	c.Put("b", "")
	c.Put(strings.Repeat("k", storage.MaxKey), "a digest in the store")
	c.Put(strings.Repeat("\x00", storage.MaxKey/2+1), "longer in the store than here")
	c.Put("v", strings.Repeat("v", storage.MaxValue))
	wantCached(t, c, "a", "2", true)
	closeCache(t, c)
	closeCache(t, c)
	c.Put("c", "after Close")
	wantCached(t, c, "c", "after Close", true)
	if decoded != 0 {
		t.Errorf("%d values decoded for hits in memory", decoded)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	s = openFile(t, path)
	c = newCache(t, s, opts)
	wantCached(t, c, "a", "2", true)
	wantCached(t, c, "a", "2", true)
	wantCached(t, c, "b", "", true)
	wantCached(t, c, "c", "", false)
	wantCached(t, c, "v", "", false)
	wantCached(t, c, strings.Repeat("k", storage.MaxKey), "a digest in the store", true)
	wantCached(t, c, strings.Repeat("\x00", storage.MaxKey/2+1), "longer in the store than here", true)
	if got, want := c.Stats(), (cache.Stats{Hits: 1, DiskHits: 4, Misses: 2, Entries: 4, Bytes: 5 + 2048 + 22 + 1025 + 30}); got != want || decoded != 4 {
		t.Errorf("%+v and %d decoded, want %+v and 4", got, decoded, want)
	}
	if entries, ages, size, total := onDisk(t, s, "answers", "1"); entries != 4 || ages != 4 || size != 123 || total != `{"Entries":4,"Bytes":123}` {
		t.Errorf("on disk: %d entries, %d ages, %d bytes, total %s", entries, ages, size, total)
	}
	closeCache(t, c)
}

func TestCacheAgeOnDisk(t *testing.T) {
	s := memstore.New()
	defer s.Close()
	now := newClock()
	opts := cache.Options[string]{Name: "answers", MaxAge: time.Hour, Now: now.Now}
	c := newCache(t, s, opts)
	c.Put("a", "1")
	c.Flush(t.Context())
	now.add(time.Minute)
	c.Put("b", "1")
	closeCache(t, c)
	c = newCache(t, s, opts)
	now.add(time.Hour - time.Second) // a is a minute less a second too old
	wantCached(t, c, "a", "", false)
	wantCached(t, c, "b", "1", true)
	if n, _, _, _ := onDisk(t, s, "answers", ""); n != 2 {
		t.Fatalf("%d entries, want both: nothing was written since", n)
	}
	now.add(2 * time.Second) // what came from disk is as old in memory
	wantCached(t, c, "b", "", false)
	c.Flush(t.Context())
	if n, ages, _, _ := onDisk(t, s, "answers", ""); n != 0 || ages != 0 {
		t.Errorf("%d entries and %d ages are left, all too old", n, ages)
	}
}

// TestCacheWritesByItself: nobody flushes and nobody closes.
func TestCacheWritesByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := memstore.New()
		c := newCache(t, s, cache.Options[string]{Name: "answers"})
		stored := func() int {
			synctest.Wait()
			n, _, _, _ := onDisk(t, s, "answers", "")
			return n
		}
		time.Sleep(time.Minute)
		c.Put("a", "1")
		if n := stored(); n != 0 {
			t.Errorf("%d entries written at once", n)
		}
		time.Sleep(2 * time.Second)
		if n := stored(); n != 1 {
			t.Errorf("%d entries written after two seconds, want 1", n)
		}
		for i := range 300 {
			c.Put(fmt.Sprint("key", i), "")
		}
		if n := stored(); n < 257 {
			t.Errorf("%d entries written, want a whole batch without delay", n)
		}
		time.Sleep(2 * time.Second)
		if n := stored(); n != 301 {
			t.Errorf("%d entries written, want 301", n)
		}
	})
}

func TestCacheOfOtherDataIsDropped(t *testing.T) {
	s := memstore.New()
	defer s.Close()
	open := func(name, version string) *cache.Cache[string] {
		return newCache(t, s, cache.Options[string]{Name: name, DataVersion: version})
	}
	fill := func(name, version string) {
		c := open(name, version)
		c.Put("a", name+version)
		closeCache(t, c)
	}
	fill("answers", "2")
	// More than one transaction's worth, as a large cache leaves behind.
	if err := s.Update(t.Context(), func(tx storage.Tx) error {
		for i := range 12_000 {
			if err := tx.Put(storage.Key("cache", "answers", "1", "entry", fmt.Sprint(i)), nil); err != nil {
				return err
			}
		}
		return tx.Put(storage.Key("cache", "answers", "5", "entry", "a"), nil)
	}); err != nil {
		t.Fatal(err)
	}
	fill("answers2", "1")
	c := open("answers", "3")
	wantCached(t, c, "a", "", false)
	c.Flush(t.Context())
	for _, version := range []string{"1", "2", "5"} {
		if n, ages, _, _ := onDisk(t, s, "answers", version); n != 0 || ages != 0 {
			t.Errorf("%d entries, %d ages of version %s are left", n, ages, version)
		}
	}
	c.Put("a", "3")
	closeCache(t, c)
	wantCached(t, open("answers", "3"), "a", "3", true)
	wantCached(t, open("answers2", "1"), "a", "answers21", true)
}

// TestCacheModel compares the cache with a map of what was put: what it
// returns is that, and what the store holds is within the bounds and counted.
func TestCacheModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := memstore.New()
		defer s.Close()
		now := newClock()
		opts := cache.Options[string]{
			Name: "answers", MaxEntries: 4, MaxBytes: 60, MaxAge: 10 * time.Second, Now: now.Now, Log: quiet(),
			Encode: func(s string) ([]byte, error) { return []byte(s), nil },
			Decode: func(b []byte) (string, error) { return string(b), nil },
		}
		c := cache.New(s, opts)
		defer func() { closeCache(t, c) }()
		type put struct {
			value string
			at    time.Time
		}
		model := map[string]put{}
		key := rapid.StringN(1, 3, 9)
		key = rapid.OneOf(rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "a\x00"}), key)
		check := func() {
			c.Flush(t.Context())
			entries, ages, size, total := onDisk(t, s, "answers", "")
			var counted struct {
				Entries int
				Bytes   int64
			}
			if total != "" {
				if err := json.Unmarshal([]byte(total), &counted); err != nil {
					rt.Fatal(err)
				}
			}
			if entries != ages || counted.Entries != entries || counted.Bytes != size {
				rt.Fatalf("%d entries, %d ages, %d bytes, total %s", entries, ages, size, total)
			}
			if entries > opts.MaxEntries || size > opts.MaxBytes {
				rt.Fatalf("beyond the bounds: %d entries, %d bytes", entries, size)
			}
			if got := c.Stats(); got.Entries > opts.MaxEntries || got.Bytes > opts.MaxBytes || got.Bytes < 0 || got.Lost > 0 {
				rt.Fatalf("%+v", got)
			}
		}
		rt.Repeat(map[string]func(*rapid.T){
			"put": func(rt *rapid.T) {
				k, v := key.Draw(rt, "key"), strings.Repeat("v", rapid.IntRange(0, 20).Draw(rt, "size"))
				c.Put(k, v)
				model[k] = put{v, now.Now()}
			},
			"get": func(rt *rapid.T) {
				k := key.Draw(rt, "key")
				got, ok := c.Get(t.Context(), k)
				want, there := model[k]
				if ok && (!there || got != want.value || now.Now().Sub(want.at) > opts.MaxAge) {
					rt.Fatalf("Get(%q) = %q, put was %+v at %v, now %v", k, got, want, there, now.Now())
				}
			},
			"get the last": func(rt *rapid.T) {
				k := key.Draw(rt, "key")
				c.Put(k, "last")
				model[k] = put{"last", now.Now()}
				if got, ok := c.Get(t.Context(), k); !ok || got != "last" {
					rt.Fatalf("Get(%q) = %q, %v after a put", k, got, ok)
				}
			},
			"wait": func(rt *rapid.T) {
				now.add(time.Duration(rapid.IntRange(1, 6_000).Draw(rt, "ms")) * time.Millisecond)
			},
			"flush": func(rt *rapid.T) { check() },
			"reopen": func(rt *rapid.T) {
				check()
				closeCache(t, c)
				c = cache.New(s, opts)
			},
		})
		check()
		now.add(opts.MaxAge + time.Second)
		c.Put("new", "")
		check()
		if n, _, _, _ := onDisk(t, s, "answers", ""); n != 1 {
			rt.Fatalf("%d entries after all but one grew too old", n)
		}
	})
}

// gate is a store whose Updates wait until it opens.
type gate struct {
	storage.Store
	began chan struct{}
	open  chan struct{}
}

func newGate(s storage.Store) *gate {
	return &gate{Store: s, began: make(chan struct{}, 100), open: make(chan struct{})}
}

func (g *gate) Update(ctx context.Context, fn func(storage.Tx) error) error {
	g.began <- struct{}{}
	select {
	case <-g.open:
		return g.Store.Update(ctx, fn)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// TestCacheOnItsWay: a value that has left memory and is not yet in the store
// is found all the same.
func TestCacheOnItsWay(t *testing.T) {
	mem := memstore.New()
	defer mem.Close()
	g := newGate(mem)
	c := newCache(t, g, cache.Options[string]{MaxEntries: 1})
	c.Put("a", "1")
	c.Put("b", "1")
	wantCached(t, c, "a", "1", true) // pending
	c.Put("b", "1")
	var flush sync.WaitGroup
	flush.Go(func() { c.Flush(t.Context()) })
	<-g.began
	wantCached(t, c, "a", "1", true) // being written
	c.Put("a", "2")
	c.Put("b", "1")
	wantCached(t, c, "a", "2", true) // the newer of two
	close(g.open)
	flush.Wait()
	if got := c.Stats(); got.DiskHits != 3 || got.Misses != 0 {
		t.Errorf("%+v, want 3 disk hits", got)
	}
}

// TestCacheReadBesidePut: what a slow reader found in the store must not take
// the place of what was put meanwhile.
func TestCacheReadBesidePut(t *testing.T) {
	s := &slowReads{Store: memstore.New()}
	defer s.Close()
	c := newCache(t, s, cache.Options[string]{})
	c.Put("a", "old")
	closeCache(t, c)
	c = newCache(t, s, cache.Options[string]{})
	s.hook = func() {
		s.hook = nil
		c.Put("a", "new")
	}
	wantCached(t, c, "a", "old", true)
	wantCached(t, c, "a", "new", true)
	closeCache(t, c)
}

func TestCacheLosesWhatIsTooMuch(t *testing.T) {
	mem := memstore.New()
	defer mem.Close()
	g := newGate(mem)
	c := newCache(t, g, cache.Options[string]{Name: "answers"})
	var flush sync.WaitGroup
	flush.Go(func() { c.Flush(t.Context()) })
	<-g.began
	const puts, room = 3000, 1024
	for i := range puts {
		c.Put(fmt.Sprint(i), "")
	}
	if got := c.Stats().Lost; got != puts-room {
		t.Errorf("%d lost, want %d", got, puts-room)
	}
	close(g.open)
	flush.Wait()
	closeCache(t, c)
	if n, _, _, _ := onDisk(t, mem, "answers", ""); n != room {
		t.Errorf("%d written, want %d", n, room)
	}
}

func TestCacheCloseGivesUp(t *testing.T) {
	mem := memstore.New()
	defer mem.Close()
	g := newGate(mem) // never opens
	c := cache.New(g, cache.Options[string]{Log: quiet()})
	c.Put("a", "1")
	ctx, cancel := context.WithCancel(t.Context())
	closed := make(chan error)
	go func() { closed <- c.Close(ctx) }()
	<-g.began
	cancel()
	if err := <-closed; !errors.Is(err, context.Canceled) {
		t.Errorf("Close = %v", err)
	}
}

// broken is a store that fails while it says how.
type broken struct {
	storage.Store
	how atomic.Pointer[func() error]
}

func (b *broken) fail() error {
	if how := b.how.Load(); how != nil {
		return (*how)()
	}
	return nil
}

func (b *broken) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	if err := b.fail(); err != nil {
		return err
	}
	return b.Store.View(ctx, fn)
}

func (b *broken) Update(ctx context.Context, fn func(storage.Tx) error) error {
	if err := b.fail(); err != nil {
		return err
	}
	return b.Store.Update(ctx, fn)
}

func TestCacheTroubleIsLoggedOnce(t *testing.T) {
	for name, how := range map[string]func() error{
		"error": func() error { return errors.New("disk full") },
		"panic": func() error { panic("disk full") },
	} {
		t.Run(name, func(t *testing.T) {
			mem := memstore.New()
			defer mem.Close()
			s := &broken{Store: mem}
			var j journal
			c := newCache(t, s, cache.Options[string]{Name: "answers", Log: j.log()})
			logged := func(want int) {
				t.Helper()
				lines := j.lines()
				if len(lines) != want {
					t.Errorf("%d lines logged, want %d: %q", len(lines), want, lines)
				}
				for _, line := range lines {
					if !strings.Contains(line, "disk full") || !strings.Contains(line, "cache=answers") {
						t.Errorf("logged %s", line)
					}
				}
			}
			s.how.Store(&how)
			for range 3 {
				c.Put("a", "1")
				c.Flush(t.Context())
			}
			logged(1)
			wantCached(t, c, "a", "1", true)
			if lost := c.Stats().Lost; lost != 3 {
				t.Errorf("%d lost, want 3", lost)
			}
			if name == "error" { // a panic while reading is the caller's
				wantCached(t, c, "b", "", false)
				wantCached(t, c, "b", "", false)
				logged(2)
			}
			s.how.Store(nil)
			c.Put("a", "2")
			c.Flush(t.Context())
			if n, _, _, _ := onDisk(t, mem, "answers", ""); n != 1 {
				t.Errorf("%d entries written after the trouble, want 1", n)
			}
			before := len(j.lines())
			s.how.Store(&how)
			c.Put("a", "3")
			c.Flush(t.Context())
			logged(before + 1)
			s.how.Store(nil)
		})
	}
}

func TestCacheOfADoneContext(t *testing.T) {
	s := memstore.New()
	defer s.Close()
	var j journal
	c := newCache(t, s, cache.Options[string]{Log: j.log()})
	c.Put("a", "1")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok := c.Get(ctx, "a"); !ok {
		t.Error("a hit in memory needs no time")
	}
	if _, ok := c.Get(ctx, "b"); ok || len(j.lines()) > 0 {
		t.Errorf("Get = %v, logged %q", ok, j.lines())
	}
}

func TestCacheNotEncoded(t *testing.T) {
	s := memstore.New()
	defer s.Close()
	for name, size := range map[string]func(string) int{"at Put": nil, "behind": func(string) int { return 1 }} {
		t.Run(name, func(t *testing.T) {
			var j journal
			c := newCache(t, s, cache.Options[string]{
				Name: name, Log: j.log(), Size: size,
				Encode: func(s string) ([]byte, error) {
					if s == "bad" {
						return nil, errors.New("cannot")
					}
					return []byte(s), nil
				},
				Decode: func(b []byte) (string, error) { return string(b), nil },
			})
			c.Put("a", "good")
			c.Put("b", "bad")
			c.Put("c", "good")
			c.Flush(t.Context())
			if lines := j.lines(); len(lines) != 1 || !strings.Contains(lines[0], "cannot") {
				t.Errorf("logged %q", lines)
			}
			if n, _, _, _ := onDisk(t, s, name, ""); n != 2 {
				t.Errorf("%d entries written, want 2", n)
			}
		})
	}
}

// TestCacheDamaged: whatever lies in the store, the cache goes on, with the
// next batch at the latest.
func TestCacheDamaged(t *testing.T) {
	for name, damage := range map[string][2][]byte{
		"total":         {storage.Key("cache", "answers", "", "total"), []byte("{")},
		"total's count": {storage.Key("cache", "answers", "", "total"), []byte(`{"Entries":99,"Bytes":999}`)},
		"total's bytes": {storage.Key("cache", "answers", "", "total"), []byte(`{"Entries":1,"Bytes":-99}`)},
		"entry":         {storage.Key("cache", "answers", "", "entry", "a"), []byte("short")},
		"value":         {storage.Key("cache", "answers", "", "entry", "a"), []byte("12345678{{{")},
		"age":           {storage.Key("cache", "answers", "", "age", storage.Number(1), "b"), nil},
		"age's time":    {storage.Key("cache", "answers", "", "age", "1", "b"), []byte(storage.Number(1))},
		"age's entry":   {storage.Key("cache", "answers", "", "age", storage.Number(1), "b"), []byte(storage.Number(1))},
		"age's key":     {append(storage.Key("cache", "answers", "", "age"), 0), []byte(storage.Number(1))},
	} {
		t.Run(name, func(t *testing.T) {
			s := memstore.New()
			defer s.Close()
			c := newCache(t, s, cache.Options[string]{Name: "answers"})
			c.Put("a", "1")
			closeCache(t, c)
			if err := s.Update(t.Context(), func(tx storage.Tx) error { return tx.Put(damage[0], damage[1]) }); err != nil {
				t.Fatal(err)
			}

			c = newCache(t, s, cache.Options[string]{Name: "answers", MaxEntries: 2})
			if got, ok := c.Get(t.Context(), "a"); ok && got != "1" {
				t.Errorf("Get = %q", got)
			}
			for range 2 {
				c.Put("a", "2")
				c.Put("c", "2")
				c.Flush(t.Context())
			}
			closeCache(t, c)
			c = newCache(t, s, cache.Options[string]{Name: "answers"})
			wantCached(t, c, "a", "2", true)
			wantCached(t, c, "c", "2", true)
			strayAges := 0
			if name == "value" || name == "age's time" {
				strayAges = 1 // found when it is the oldest
			}
			if entries, ages, size, total := onDisk(t, s, "answers", ""); entries != 2 || ages != 2+strayAges || total != fmt.Sprintf(`{"Entries":2,"Bytes":%d}`, size) {
				t.Errorf("on disk: %d entries, %d ages, %d bytes, total %s", entries, ages, size, total)
			}
			closeCache(t, c)
		})
	}
}

func TestCacheConcurrently(t *testing.T) {
	s := memstore.New()
	defer s.Close()
	c := newCache(t, s, cache.Options[string]{MaxEntries: 20})
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for i := range 300 {
				key := fmt.Sprint(i * i % 50)
				c.Put(key, key)
				if got, ok := c.Get(t.Context(), key); ok && got != key {
					t.Errorf("Get(%q) = %q", key, got)
				}
				if i%100 == 0 {
					c.Flush(t.Context())
				}
				if got := c.Stats(); got.Entries > 20 {
					t.Errorf("%+v", got)
				}
			}
		})
	}
	all.Wait()
}

func TestCacheHitAllocatesNothing(t *testing.T) {
	c := newCache(t, nil, cache.Options[string]{})
	c.Put("a", "1")
	ctx := t.Context()
	if n := testing.AllocsPerRun(100, func() { c.Get(ctx, "a") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestLastAsked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := openFile(t, path)
	l := cache.NewLastAsked(s, quiet())
	want := func(l *cache.LastAsked, place string, a cache.Asked, ok bool) {
		t.Helper()
		if got, there := l.Last(t.Context(), place); got != a || there != ok {
			t.Errorf("Last(%q) = %+v, %v, want %+v, %v", place, got, there, a, ok)
		}
	}
	want(l, "#nethack", cache.Asked{}, false)
	l.Put("#nethack", cache.Asked{Line: "fail wiz force bolt"})
	l.Put("#nethack", cache.Asked{Line: "fail wiz", Page: 2})
	l.Put("rodney", cache.Asked{Line: "bones"})
	want(l, "#nethack", cache.Asked{Line: "fail wiz", Page: 2}, true)
	if err := l.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openFile(t, path)
	l = cache.NewLastAsked(s, quiet())
	want(l, "#nethack", cache.Asked{Line: "fail wiz", Page: 2}, true)
	want(l, "rodney", cache.Asked{Line: "bones"}, true)
	if err := l.Close(t.Context()); err != nil {
		t.Fatal(err)
	}

	inMemory := cache.NewLastAsked(nil, nil)
	inMemory.Put("#nethack", cache.Asked{Line: "fail"})
	want(inMemory, "#nethack", cache.Asked{Line: "fail"}, true)
	if err := inMemory.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// page is a value of about the size of a reply.
var page = strings.Repeat("force bolt: 47% fail (Wizard XL8, Int 16, Basic, plate mail). ", 20)

func BenchmarkCacheHit(b *testing.B) {
	c := newCache(b, nil, cache.Options[string]{})
	for i := range 1000 {
		c.Put(fmt.Sprint("fail wiz xl", i), page)
	}
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := c.Get(ctx, "fail wiz xl12"); !ok {
			b.Fatal("miss")
		}
	}
}

func BenchmarkCachePut(b *testing.B) {
	for name, store := range map[string]storage.Store{"memory": nil, "behind": openFile(b, filepath.Join(b.TempDir(), "store.db"))} {
		b.Run(name, func(b *testing.B) {
			c := newCache(b, store, cache.Options[string]{Size: func(s string) int { return len(s) }})
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				c.Put(fmt.Sprint("fail wiz xl", i), page)
			}
			b.ReportMetric(float64(c.Stats().Lost)/float64(b.N), "lost/op")
			closeCache(b, c)
		})
	}
}

func BenchmarkCacheDiskHit(b *testing.B) {
	s := openFile(b, filepath.Join(b.TempDir(), "store.db"))
	c := newCache(b, s, cache.Options[string]{})
	for i := range 1000 {
		c.Put(fmt.Sprint("fail wiz xl", i), page)
	}
	closeCache(b, c)
	ctx := b.Context()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%1000 == 0 { // all are in memory: begin again with none
			b.StopTimer()
			closeCache(b, c)
			c = newCache(b, s, cache.Options[string]{})
			b.StartTimer()
		}
		if _, ok := c.Get(ctx, fmt.Sprint("fail wiz xl", i%1000)); !ok {
			b.Fatal("miss")
		}
	}
	if got := c.Stats(); got.Hits > 0 {
		b.Errorf("not from disk: %+v", got)
	}
	closeCache(b, c)
}

// openFile opens a store that outlives its closing.
func openFile(t testing.TB, path string) *boltstore.Store {
	t.Helper()
	s, err := boltstore.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// slowReads runs a hook between reading and returning from a View.
type slowReads struct {
	storage.Store
	hook func()
}

func (s *slowReads) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	err := s.Store.View(ctx, fn)
	if s.hook != nil {
		s.hook()
	}
	return err
}
