package boltstore

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The names of scheduled backups: others in the same directory are left alone.
const (
	backupPrefix = "delphi-"
	backupTime   = "20060102T150405Z"
	backupSuffix = ".db"
)

// retryBackup is how soon a backup that failed is tried again, at most.
const retryBackup = 15 * time.Minute

// Schedule writes a backup of a store to Dir at regular times and deletes old
// ones. Its methods may be called at the same time.
type Schedule struct {
	Store interface {
		Backup(ctx context.Context, w io.Writer) error
	}
	Dir   string
	Every time.Duration
	Keep  int              // how many backups; less than 1: all
	Now   func() time.Time // nil: time.Now
	Log   *slog.Logger     // nil: slog.Default()
}

func (s *Schedule) now() time.Time {
	if s.Now == nil {
		return time.Now()
	}
	return s.Now()
}

func (s *Schedule) log() *slog.Logger {
	if s.Log == nil {
		return slog.Default()
	}
	return s.Log
}

// Run writes a backup whenever the last one is older than Every, until ctx is
// done. A failure is logged and tried again.
func (s *Schedule) Run(ctx context.Context) {
	for {
		wait := s.due()
		if wait <= 0 {
			wait = 0
			if err := s.Once(ctx); err != nil && ctx.Err() == nil {
				s.log().Error("the backup failed", "error", err)
				wait = min(s.Every, retryBackup)
			}
		}
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return
		}
	}
}

// due returns how long it is until the next backup.
func (s *Schedule) due() time.Duration {
	last, ok := s.Last()
	if !ok {
		return 0
	}
	return s.Every - s.now().Sub(last)
}

// Once writes a backup now, verifies it and deletes the oldest beyond Keep.
func (s *Schedule) Once(ctx context.Context) error {
	if err := makeDirs(s.Dir); err != nil {
		return err
	}
	began := time.Now()
	path := filepath.Join(s.Dir, backupPrefix+s.now().UTC().Format(backupTime)+backupSuffix)
	report, err := WriteBackup(ctx, s.Store, path)
	if err != nil {
		return err
	}
	s.log().Info("the store was backed up", "file", path, "bytes", report.Bytes, "took", time.Since(began))
	names := s.names()
	if s.Keep < 1 || len(names) <= s.Keep {
		return nil
	}
	for _, old := range names[:len(names)-s.Keep] {
		if err := os.Remove(filepath.Join(s.Dir, old)); err != nil {
			return fmt.Errorf("an old backup was not deleted: %w", err)
		}
	}
	return nil
}

// Last returns when the latest backup was written; ok is false if there is none. A
// backup from the future does not count: the clock was wrong then.
func (s *Schedule) Last() (at time.Time, ok bool) {
	names, now := s.names(), s.now()
	for i := len(names) - 1; i >= 0; i-- {
		if at, _ = backupTimeOf(names[i]); !at.After(now) {
			return at, true
		}
	}
	return time.Time{}, false
}

// names lists the scheduled backups, the oldest first.
func (s *Schedule) names() (out []string) {
	entries, err := os.ReadDir(s.Dir)
	if err != nil {
		return nil // not made yet
	}
	for _, e := range entries {
		if _, ok := backupTimeOf(e.Name()); ok && e.Type().IsRegular() {
			out = append(out, e.Name())
		}
	}
	slices.Sort(out)
	return out
}

func backupTimeOf(name string) (time.Time, bool) {
	text, ok := strings.CutPrefix(name, backupPrefix)
	text, ok2 := strings.CutSuffix(text, backupSuffix)
	at, err := time.Parse(backupTime, text)
	return at, ok && ok2 && err == nil
}
