package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"delphi/bot"
	"delphi/bot/cluster"
	"delphi/bot/follow"
	"delphi/storage"
	"delphi/storage/boltstore"
	"delphi/storage/gamelog"
	"delphi/storage/lease"
	"delphi/storage/pgstore"
	"delphi/storage/shared"
	"delphi/storage/wikistore"
)

// StoreSettings says where the bot keeps what it must not lose, and how often
// that is backed up.
type StoreSettings struct {
	Path        string          `toml:"path"`         // empty: the state directory
	URL         string          `toml:"url"`          // of a PostgreSQL database; empty: the store is in the file
	Lease       follow.Duration `toml:"lease"`        // how long a process that has died keeps its part of the work
	BackupEvery follow.Duration `toml:"backup_every"` // 0: never
	BackupKeep  int             `toml:"backup_keep"`  // 0: all
	BackupDir   string          `toml:"backup_dir"`   // empty: "backups" beside the store
}

// check returns what is wrong, and with which key.
func (s *StoreSettings) check() (key string, err error) {
	if s.URL != "" {
		if err := pgstore.Check(s.URL); err != nil {
			return "url", err
		}
	}
	if address.MatchString(s.Path) {
		return "path", fmt.Errorf("it names a file, and %q begins an address; that of a database goes into url", address.FindString(s.Path))
	}
	if l := time.Duration(s.Lease); l < time.Second || l > time.Minute {
		return "lease", fmt.Errorf("%s is out of bounds; use 1s to 1m", l)
	}
	switch every := time.Duration(s.BackupEvery); {
	case every < 0 || every > 0 && every < time.Minute:
		return "backup_every", fmt.Errorf("%s is too short; use at least 1m, or 0s for no backups", every)
	case s.BackupKeep < 0:
		return "backup_keep", fmt.Errorf("%d is less than 0; use 0 to keep all backups", s.BackupKeep)
	}
	return "", nil
}

// schedule returns how the store at path is backed up.
func (s *StoreSettings) schedule(store storage.Maintainer, path string, log *slog.Logger) *boltstore.Schedule {
	dir := s.BackupDir
	if dir == "" {
		dir = filepath.Join(filepath.Dir(path), "backups")
	}
	return &boltstore.Schedule{Store: store, Dir: dir, Every: time.Duration(s.BackupEvery), Keep: s.BackupKeep, Log: log}
}

// sweepEvery is how often what has expired is deleted.
const sweepEvery = time.Hour

// tend looks after the store of a serving bot until ctx ends: it backs it up and
// deletes what has expired.
func tend(ctx context.Context, log *slog.Logger, p *parts, shared *cluster.Cluster) {
	var both sync.WaitGroup
	defer both.Wait()
	if p.backups != nil && p.backups.Every > 0 {
		both.Go(func() {
			bot.Supervise(ctx, log, "backups", func(ctx context.Context) error { p.backups.Run(ctx); return nil })
		})
	}
	both.Go(func() {
		bot.Supervise(ctx, log, "expiry", func(ctx context.Context) error {
			return shared.Leases.Run(ctx, "expiry", func(ctx context.Context, _ *lease.Lease) error { return sweep(ctx, log, p) })
		})
	})
}

// sweep deletes what has expired, at once and then regularly.
func sweep(ctx context.Context, log *slog.Logger, p *parts) error {
	t := time.NewTicker(sweepEvery)
	defer t.Stop()
	expired := storage.Sweep{Store: p.store}
	for {
		n, err := expired.Run(ctx, p.contest.Book.Now()) // what a clock that has leapt says makes nothing old
		if err = errors.Join(err, p.contest.Book.People().PurgeLinks(ctx)); ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if n > 0 {
			log.Info("expired records were deleted", "records", n)
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return nil
		}
	}
}

type storeCmd struct {
	Check   storeCheckCmd   `cmd:"" help:"Read everything and report what is damaged."`
	Backup  storeBackupCmd  `cmd:"" help:"Write a copy of the store to a file, even while a bot is serving."`
	Restore storeRestoreCmd `cmd:"" help:"Replace the store with a backup; the old one is kept under another name."`
	Compact storeCompactCmd `cmd:"" help:"Give the space of deleted entries back to the disk."`
	Copy    storeCopyCmd    `cmd:"" help:"Copy a whole store into another: from a file to PostgreSQL, or back."`
}

// storePlace says which bot's store is meant.
type storePlace struct {
	Config string `short:"c" type:"path" placeholder:"FILE" help:"The configuration of the bot, if its store is not in the usual place."`
}

// path returns the store's file. A store that is not in one is refused.
func (p storePlace) path(e *env) (string, error) {
	at, err := e.storePlace(p.Config)
	return at.file, errors.Join(err, at.isFile())
}

// storePlace returns the place of the store that the command line names, or else of
// the bot with this configuration, or else the usual one.
func (e *env) storePlace(config string) (place, error) {
	s := defaultSettings()
	if e.cli.DB == "" && config != "" {
		var err error
		if s, err = loadSettings(config, e.getenv); err != nil {
			return place{}, err
		}
	}
	return s.Store.place(e)
}

// with opens the store and calls do.
func (p storePlace) with(e *env, do func(s *shared.Store, path string) error) error {
	path, err := p.path(e)
	if err != nil {
		return err
	}
	s, err := shared.Open(e.ctx, path, shared.Options{Log: e.log})
	if err != nil {
		return err
	}
	return errors.Join(do(s, path), s.Close())
}

type storeCheckCmd struct{ storePlace }

// Run reads the whole store, and the wiki beside it.
func (c *storeCheckCmd) Run(e *env) error {
	path, err := c.path(e)
	if err != nil {
		return err
	}
	report, problems, err := checkStore(e, path)
	if err != nil {
		return err
	}
	for _, p := range append(report.First, problems...) {
		fmt.Fprintln(e.out, p)
	}
	if n := report.Problems + int64(len(problems)); n > 0 {
		fmt.Fprintf(e.out, "%s is damaged: %d problems; %d entries are sound, and %d or more are missing.\n", path, n, report.Entries, report.Missing)
		return &exit{failed, fmt.Errorf("%s: %w; go back to a backup with \"delphi store restore FILE\", or save what is sound with \"delphi store restore --salvage %s\"", path, storage.ErrDamaged, path)}
	}
	fmt.Fprintf(e.out, "%s is sound: %d entries in %s, of which %s are free.\n", path, report.Entries, size(report.Bytes), size(report.Free))

	dir := wikiDir(path)
	pages, err := wikistore.Check(e.ctx, dir)
	switch {
	case errors.Is(err, storage.ErrNoWiki):
		fmt.Fprintln(e.out, "No wiki has been imported.")
	case err != nil:
		return fmt.Errorf("the wiki in %s: %w", dir, err)
	default:
		fmt.Fprintf(e.out, "The wiki in %s is sound: %d pages and redirects.\n", dir, pages)
	}
	return nil
}

// checkStore checks the file and, where that is sound, that every record in it
// can be read.
func checkStore(e *env, path string) (report storage.CheckReport, problems []string, err error) {
	s, err := shared.Open(e.ctx, path, shared.Options{Log: e.log})
	if errors.Is(err, storage.ErrDamaged) || errors.Is(err, storage.ErrNotStore) {
		report, fileErr := boltstore.CheckFile(e.ctx, path, nil)
		if fileErr != nil || report.Problems == 0 {
			return report, nil, err
		}
		return report, nil, nil
	}
	if err != nil {
		return report, nil, err
	}
	report, err = s.Check(e.ctx)
	if err == nil && report.Problems == 0 {
		problems, err = storage.Unreadable(e.ctx, s, gamelog.Readable)
	}
	return report, problems, errors.Join(err, s.Close())
}

type storeBackupCmd struct {
	storePlace
	File string `arg:"" type:"path" help:"The file to write; it must not exist yet."`
}

// Run writes a backup.
func (c *storeBackupCmd) Run(e *env) error {
	return c.with(e, func(s *shared.Store, path string) error {
		report, err := boltstore.WriteBackup(e.ctx, s, c.File)
		if err == nil {
			fmt.Fprintf(e.out, "%s is a backup of %s: %d entries in %s, all verified.\n", c.File, path, report.Entries, size(report.Bytes))
		}
		return err
	})
}

type storeRestoreCmd struct {
	storePlace
	Replace bool   `help:"Replace the store even if it is not damaged."`
	Salvage bool   `help:"Restore only the undamaged entries of FILE, which may be the store itself."`
	File    string `arg:"" type:"existingfile" help:"The backup."`
}

// Run puts a backup in the store's place.
func (c *storeRestoreCmd) Run(e *env) error {
	path, err := c.path(e)
	if err != nil {
		return err
	}
	report, aside, err := boltstore.Restore(e.ctx, path, c.File, boltstore.RestoreOptions{Replace: c.Replace, Salvage: c.Salvage, Now: time.Now()})
	if errors.Is(err, storage.ErrInUse) {
		return fmt.Errorf("%w (a store is not replaced while something uses it)", err)
	}
	if err != nil {
		return err
	}
	// The columns and counts are of what was there; they are made again.
	for _, what := range []string{"columns", "counts"} {
		if err := os.Remove(place{file: path}.beside(what)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if aside != "" {
		fmt.Fprintf(e.out, "What was there is now %s.\n", aside)
	}
	if report.Problems > 0 {
		for _, p := range report.First {
			fmt.Fprintln(e.out, p)
		}
		fmt.Fprintf(e.out, "%d sound entries were recovered; %d or more are missing.\n", report.Entries, report.Missing)
		return nil
	}
	fmt.Fprintf(e.out, "%s was restored from %s: %d entries.\n", path, c.File, report.Entries)
	return nil
}

type storeCompactCmd struct{ storePlace }

// Run compacts the store.
func (c *storeCompactCmd) Run(e *env) error {
	return c.with(e, func(s *shared.Store, path string) error {
		before, after, err := s.Compact(e.ctx)
		if err == nil {
			fmt.Fprintf(e.out, "%s takes %s now; it took %s.\n", path, size(after), size(before))
		}
		return err
	})
}

// size returns a number of bytes in words.
func size(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KB", (n+1023)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}
