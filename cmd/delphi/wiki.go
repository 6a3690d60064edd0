package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"delphi/cmd/delphi/wikifiles"
	"delphi/commands/wiki"
	"delphi/storage"
	"delphi/storage/wikistore"
)

type wikiCmd struct {
	Import wikiImportCmd `cmd:"" help:"Import a wiki's pages; they replace those imported before."`
	Status wikiStatusCmd `cmd:"" help:"Show what is loaded and how old it is."`
}

// wikiPlace says which bot's wiki is meant.
type wikiPlace struct {
	Config string `short:"c" type:"path" placeholder:"FILE" help:"The configuration of the bot that serves the wiki, if its store is not in the usual place."`
}

// dir returns where the wiki lies: beside the store that the bot uses.
func (p wikiPlace) dir(e *env) (string, error) {
	at, err := e.storePlace(p.Config)
	return wikiDir(at.file), err
}

type wikiImportCmd struct {
	wikiPlace
	Partial bool     `help:"Import an export although its end is missing, and with it some pages."`
	Files   []string `arg:"" name:"file" type:"existingfile" help:"MediaWiki XML exports or wiki archives, plain, .gz, .bz2, .xz or .zst."`
}

type wikiStatusCmd struct {
	wikiPlace
}

// wikiDir returns where the wiki lies: beside the store.
func wikiDir(db string) string {
	return strings.TrimSuffix(db, filepath.Ext(db)) + ".wiki"
}

// Run imports the files. A bot that serves the wiki meanwhile goes on with the
// old one and takes up the new one by itself.
func (c *wikiImportCmd) Run(e *env) error {
	dir, err := c.dir(e)
	if err != nil {
		return err
	}
	b, err := wikistore.Create(dir)
	if err != nil {
		return err
	}
	start := time.Now()
	info, err := wikifiles.Import(e.ctx, b, c.Files, wikifiles.Options{Partial: c.Partial, Errs: e.errs})
	if err != nil {
		if e.ctx.Err() != nil {
			return fmt.Errorf("interrupted; the wiki imported before is still in use (%w)", err)
		}
		return fmt.Errorf("nothing was imported, and the wiki imported before is still in use: %w", err)
	}
	fmt.Fprintf(e.out, "%d pages and %d redirects in %v, %d of other namespaces left out, %d bad records set aside.\nThey are in %s.\n",
		info.Pages, info.Redirects, time.Since(start).Round(100*time.Millisecond), info.Skipped, info.Bad, dir)
	return nil
}

// Run says what is loaded.
func (c wikiStatusCmd) Run(e *env) error {
	dir, err := c.dir(e)
	if err != nil {
		return err
	}
	x := wikistore.Open(dir)
	err = x.Snapshot(e.ctx, func(v storage.WikiView) error {
		for _, f := range wiki.Status(v.Info()) {
			fmt.Fprintf(e.out, "%-10s %s\n", f.Name, f.Value)
		}
		fmt.Fprintf(e.out, "%-10s %s\n", "where", dir)
		return nil
	})
	if errors.Is(err, storage.ErrNoWiki) {
		fmt.Fprintln(e.out, "no wiki has been imported yet; use delphi wiki import FILE")
		err = nil
	}
	return errors.Join(err, x.Close())
}
