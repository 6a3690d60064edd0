package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"delphi/bot"
	"delphi/bot/follow"
	"delphi/engine/games/xlog"
	"delphi/storage/contest"
	"delphi/storage/gamelog"
)

type gamesCmd struct {
	Import  gamesImportCmd  `cmd:"" help:"Import game logs into the store."`
	Sources gamesSourcesCmd `cmd:"" help:"Show, rename or remove sources of games."`
}

type gamesImportCmd struct {
	Source  string   `placeholder:"NAME" help:"What the source is called in answers (default: the file's name without its ending)."`
	Variant string   `placeholder:"NAME" help:"The variant that wrote the files (default: as each line says)."`
	Kind    string   `default:"xlogfile" enum:"xlogfile,livelog" help:"xlogfile or livelog."`
	File    []string `arg:"" type:"existingfile" help:"The game logs, plain or gzipped."`
}

// Run reads the files, each from where it was left, and makes the columns of them, so
// that the first question need not.
func (c *gamesImportCmd) Run(e *env) error {
	// 2 million rows into a file: 114 MB of memory beside the mapped store, not 170, for a sixth more time.
	defer debug.SetGCPercent(debug.SetGCPercent(30))
	b, store, err := openBook(e)
	if err != nil {
		return err
	}
	if err = c.read(e, b.Games); e.ctx.Err() == nil {
		err = errors.Join(err, prepare(e.ctx, e.log, b))
	}
	if at, no := placeOf(e.cli.DB, e.getenv); no == nil && at.url != "" {
		fmt.Fprintf(e.out, "columns for questions are in %s; a bot with another path in [store] makes its own, so set DELPHI_STORE_PATH to that path here\n", at.beside("columns"))
	}
	return errors.Join(err, store.Close())
}

func (c *gamesImportCmd) read(e *env, games gamelog.Games) error {
	if c.Variant != "" && !xlog.KnownVariant(c.Variant) {
		return &exit{wrongUse, fmt.Errorf("no variant %q; there are %s", c.Variant, strings.Join(xlog.Variants(), ", "))}
	}
	if c.Source != "" && len(c.File) > 1 {
		return &exit{wrongUse, errors.New("--source names one file; leave it out to name each after itself")}
	}
	for _, file := range c.File {
		path, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		s := follow.Source{Name: c.Source, Path: path, Kind: c.Kind, Rules: c.Variant}
		if s.Name == "" {
			s.Name = follow.SourceName(path)
		}
		if err := s.Validate(); err != nil {
			return &exit{wrongUse, err}
		}
		began := time.Now()
		show, finish := progress(e.errs, s.Name)
		sum, err := follow.Import(e.ctx, games, s, time.Now, show)
		finish()
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		took := time.Since(began)
		var mem runtime.MemStats
		runtime.ReadMemStats(&mem)
		fmt.Fprintf(e.out, "%s: %d lines, %d new games, %d known already, %d events, %d unreadable, in %v (%.0f lines/s, %d MB of heap reserved)\n",
			s.Name, sum.Lines, sum.New, sum.Again, sum.Events, sum.Aside, took.Round(time.Millisecond), float64(sum.Lines)/took.Seconds(), mem.HeapSys>>20)
		for _, other := range slices.Sorted(maps.Keys(sum.Copies)) {
			fmt.Fprintf(e.out, "  %d lines are also in %s and count only there\n", sum.Copies[other], other)
		}
		if sum.Aside > 0 {
			fmt.Fprintf(e.out, "  set aside: %s; delphi games sources shows which ones\n", bot.Reasons(sum.Reasons))
		}
		if sum.Unfinished {
			fmt.Fprintln(e.out, "  the last line is not finished yet and will be read next time")
		}
	}
	return nil
}

// progress shows how far a file has been read, on a terminal only.
func progress(w io.Writer, name string) (show func(read, size int64), finish func()) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, func() {}
	}
	bar := progressbar.NewOptions64(-1, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(name),
		progressbar.OptionShowBytes(true), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	return func(read, size int64) {
		bar.ChangeMax64(max(size, read))
		_ = bar.Set64(read)
	}, func() { _ = bar.Finish() }
}

type gamesSourcesCmd struct {
	Show   gamesShowCmd   `cmd:"" default:"withargs" help:"Show what was read from where, and which lines were set aside."`
	Rename gamesRenameCmd `cmd:"" help:"Rename a source; it keeps its games and its place in the log."`
	Remove gamesRemoveCmd `cmd:"" help:"Delete a source and all its games."`
}

type gamesRenameCmd struct {
	From string `arg:"" help:"The source's name."`
	To   string `arg:"" help:"Its new name."`
}

// Run renames a source, also where entrants of tournaments have named it.
func (c *gamesRenameCmd) Run(e *env) error {
	if err := (follow.Source{Name: c.To, Path: "/"}).Validate(); err != nil {
		return &exit{wrongUse, fmt.Errorf("a source cannot be called %q; the name must be one word, such as nao", c.To)}
	}
	err := withBook(e, func(b *contest.Book) error {
		if err := b.Games.RenameSource(e.ctx, c.From, c.To); err != nil {
			return err
		}
		return b.RenameSource(e.ctx, c.From, c.To)
	})
	if err == nil {
		fmt.Fprintf(e.out, "%s is now called %s; rename it in the configuration as well\n", c.From, c.To)
	}
	return err
}

type gamesRemoveCmd struct {
	Source string `arg:"" help:"The source's name."`
	Yes    bool   `help:"Really remove it; without this, only say what would be removed."`
}

// Run removes a source.
func (c *gamesRemoveCmd) Run(e *env) error {
	store, err := openStore(e)
	if err != nil {
		return err
	}
	return errors.Join(c.remove(e, gamelog.Games{Store: store}), store.Close())
}

func (c *gamesRemoveCmd) remove(e *env, games gamelog.Games) error {
	s, ok, err := games.Source(e.ctx, c.Source)
	switch {
	case err != nil:
		return err
	case !ok:
		return fmt.Errorf("there is no source %q: delphi games sources lists them", c.Source)
	case !c.Yes:
		fmt.Fprintf(e.out, "this would remove %s and its %d games; to do so, type: delphi games sources remove %s --yes\n", s.Name, s.Games, s.Name)
		return nil
	}
	n, err := games.RemoveSource(e.ctx, c.Source)
	if err == nil {
		fmt.Fprintf(e.out, "removed %s and its %d rows\n", c.Source, n)
	}
	return err
}

type gamesShowCmd struct {
	Lines   int  `default:"5" help:"How many of the lines that were set aside to show of each source."`
	Suggest bool `help:"Instead, print a configuration that follows the logs of the public servers."`
}

// Run shows every source.
func (c *gamesShowCmd) Run(e *env) error {
	if c.Suggest {
		follow.SuggestPublic(e.out)
		return nil
	}
	store, err := openStore(e)
	if err != nil {
		return err
	}
	return errors.Join(c.show(e, gamelog.Games{Store: store}), store.Close())
}

func (c *gamesShowCmd) show(e *env, games gamelog.Games) error {
	sources, err := games.Sources(e.ctx)
	if err != nil {
		return err
	}
	if len(sources) == 0 {
		fmt.Fprintln(e.out, "no games have been read yet; use delphi games import FILE, or [[games.source]] in the configuration")
	}
	for _, s := range sources {
		fmt.Fprintf(e.out, "%s  %s\n  %d games, %d events, %d lines, %d known already, %d unreadable, read to byte %d, restarted %d times\n",
			s.Name, bot.Redact(s.Where), s.Games, s.Events, s.Lines, s.Again, s.Aside, s.Position.Offset, s.Resets)
		if s.LastEnd > 0 {
			fmt.Fprintf(e.out, "  last game ended %s; read %s\n", when(s.LastEnd), when(s.Polled))
		}
		if s.Fixed > 0 {
			fmt.Fprintf(e.out, "  %d rows corrected by later ones\n", s.Fixed)
		}
		for _, other := range slices.Sorted(maps.Keys(s.Copies)) {
			fmt.Fprintf(e.out, "  %d lines are also in %s and count only there\n", s.Copies[other], other)
		}
		if s.Failure != "" {
			fmt.Fprintf(e.out, "  FAILING: %s\n", bot.Redact(s.Failure)) // a store may have them from before they were redacted
		}
		for _, r := range bot.ByCount(s.Reasons) {
			fmt.Fprintf(e.out, "  %d: %s\n", s.Reasons[r], r)
		}
		aside, err := games.AsideLines(e.ctx, s.Name)
		if err != nil {
			return err
		}
		for _, a := range aside[max(0, len(aside)-c.Lines):] {
			fmt.Fprintf(e.out, "  byte %d: %s: %q\n", a.Pos, a.Reason, a.Line)
		}
	}
	return nil
}

func when(unix int64) string { return time.Unix(unix, 0).UTC().Format("2006-01-02 15:04 MST") }
