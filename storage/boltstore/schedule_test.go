package boltstore

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// copier writes what a backup of a small store is.
type copier struct {
	content []byte
	failing atomic.Bool
	made    atomic.Int32
}

func (c *copier) Backup(_ context.Context, w io.Writer) error {
	if c.failing.Load() {
		return errors.New("the disk is full")
	}
	c.made.Add(1)
	_, err := w.Write(c.content)
	return err
}

// log collects what several goroutines log.
type log struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func TestSchedule(t *testing.T) {
	content, _ := filled(t)
	synctest.Test(t, func(t *testing.T) {
		pass := func(d time.Duration) {
			time.Sleep(d)
			synctest.Wait() // for a backup that is due at this very moment
		}
		dir := filepath.Join(t.TempDir(), "backups")
		var said log
		from := &copier{content: content}
		s := &Schedule{Store: from, Dir: dir, Every: 24 * time.Hour, Keep: 3, Log: slog.New(slog.NewTextHandler(&said, nil))}
		if _, ok := s.Last(); ok {
			t.Error("there is a backup before the first")
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { s.Run(ctx); close(done) }()
		pass(time.Minute)
		first, ok := s.Last()
		if from.made.Load() != 1 || !ok {
			t.Fatalf("%d backups after a minute", from.made.Load())
		}
		// What is not one of ours is left alone.
		for _, name := range []string{"delphi-old.db", "delphi-20010101T000000Z.db.new-1", "a"} {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		from.failing.Store(true)
		pass(25 * time.Hour)
		if last, _ := s.Last(); last != first || !strings.Contains(said.String(), "the disk is full") {
			t.Errorf("a failing backup: %v, %q", last, said.String())
		}
		from.failing.Store(false)
		pass(retryBackup)
		if from.made.Load() != 2 {
			t.Errorf("%d backups once it works again, want 2", from.made.Load())
		}
		pass(4 * 24 * time.Hour)
		if names := s.names(); from.made.Load() != 6 || len(names) != 3 {
			t.Errorf("%d backups were made, there are %v", from.made.Load(), names)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 6 {
			t.Errorf("%v, %v", entries, err)
		}
		cancel()
		<-done
		// Another process goes on where this one ended.
		made := from.made.Load()
		ctx, cancel = context.WithCancel(t.Context())
		done = make(chan struct{})
		go func() { s.Run(ctx); close(done) }()
		pass(time.Minute)
		if from.made.Load() != made {
			t.Error("a restart makes a backup before it is due")
		}
		// The clock was a year ahead for one backup.
		if err := os.WriteFile(filepath.Join(dir, "delphi-20770101T000000Z.db"), content, 0o600); err != nil {
			t.Fatal(err)
		}
		pass(2 * 24 * time.Hour)
		if from.made.Load() != made+2 {
			t.Errorf("with a backup from the future %d were made in two days, want 2", from.made.Load()-made)
		}
		cancel()
		<-done
	})
}
