package main

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/schollz/progressbar/v3"
	"github.com/ulikunitz/xz"
	"golang.org/x/term"

	"delphi/commands/lookup"
	"delphi/engine/wikitext"
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
	im := wikiImport{env: e, builder: b, parser: lookup.WikiParser(), partial: c.Partial}
	err = im.files(e.ctx, c.Files)
	if err == nil {
		im.info, err = b.Finish(e.ctx, im.info)
	}
	if err != nil {
		err = errors.Join(err, b.Abort())
		if e.ctx.Err() != nil {
			return fmt.Errorf("interrupted; the wiki imported before is still in use (%w)", err)
		}
		return fmt.Errorf("nothing was imported, and the wiki imported before is still in use: %w", err)
	}
	fmt.Fprintf(e.out, "%d pages and %d redirects in %v, %d of other namespaces left out, %d bad records set aside.\nThey are in %s.\n",
		im.info.Pages, im.info.Redirects, time.Since(start).Round(100*time.Millisecond), im.info.Skipped, im.info.Bad, dir)
	return nil
}

// wikiImport is one run of `wiki import`.
type wikiImport struct {
	env     *env
	builder *wikistore.Builder
	parser  *wikitext.Parser
	partial bool // an export may lack its end
	info    storage.WikiInfo
	bar     *progressbar.ProgressBar // nil: not a terminal
	read    int                      // pages
	drawn   time.Time
}

// maxBadShown is how many bad records are named; all are counted.
const maxBadShown = 20

func (im *wikiImport) files(ctx context.Context, files []string) error {
	total := int64(0)
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		total += info.Size()
	}
	if f, ok := im.env.errs.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		im.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(f), progressbar.OptionShowBytes(true), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
			progressbar.OptionShowElapsedTimeOnFinish(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionFullWidth(),
			progressbar.OptionSetDescription("0 pages"), progressbar.OptionClearOnFinish())
		defer im.bar.Close()
	}
	for _, name := range files {
		im.info.Files = append(im.info.Files, filepath.Base(name))
		if err := im.file(ctx, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// file reads one file.
func (im *wikiImport) file(ctx context.Context, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := unpacked(&wikiProgress{f, im})
	if err != nil {
		return err
	}
	// One goroutine reads and parses ahead while this one renders and writes.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pages := make(chan result, 64)
	done := make(chan struct{})
	go func() {
		defer close(done)
		readPages(ctx, in, pages)
	}()
	defer func() { cancel(); <-done }()
	for r := range pages {
		var bad *wikitext.Bad
		switch {
		case errors.As(r.err, &bad):
			im.bad(name, bad)
		case errors.Is(r.err, wikitext.ErrCut) && im.partial:
			fmt.Fprintf(im.env.errs, "%s: %v\n", filepath.Base(name), r.err)
		case errors.Is(r.err, wikitext.ErrCut):
			return fmt.Errorf("%w; download it again, or import what there is with --partial", r.err)
		case r.err != nil:
			return r.err
		default:
			if err := im.page(ctx, r.page); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// result is one page of a reader, or its error.
type result struct {
	page *wikitext.Page
	err  error
}

// readPages sends all that a reader gives, and closes the channel at its end.
func readPages(ctx context.Context, in io.Reader, pages chan<- result) {
	defer close(pages)
	r, err := wikitext.NewReader(in)
	for err == nil {
		var next result
		next.page, next.err = r.Next()
		var bad *wikitext.Bad
		switch {
		case errors.Is(next.err, io.EOF):
			return
		case next.err != nil && !errors.As(next.err, &bad):
			err = next.err
			continue
		}
		select {
		case pages <- next:
		case <-ctx.Done():
			return
		}
	}
	select {
	case pages <- result{err: err}:
	case <-ctx.Done():
	}
}

// page adds a page to the index. Pages of other namespaces are only counted.
func (im *wikiImport) page(ctx context.Context, p *wikitext.Page) error {
	im.read++
	if im.bar != nil && time.Since(im.drawn) > 100*time.Millisecond {
		im.drawn = time.Now()
		im.bar.Describe(fmt.Sprintf("%d pages", im.read))
	}
	if _, redirect := p.Redirect(); !p.Article && !redirect {
		im.info.Skipped++
		return nil
	}
	return im.builder.Add(ctx, lookup.WikiRecord(im.parser, p))
}

// bad counts a record that cannot be read, and names the first maxBadShown.
func (im *wikiImport) bad(file string, bad *wikitext.Bad) {
	im.info.Bad++
	switch {
	case im.info.Bad <= maxBadShown:
		if im.bar != nil {
			_ = im.bar.Clear()
		}
		fmt.Fprintf(im.env.errs, "set aside: %s: %v\n", filepath.Base(file), bad)
	case im.info.Bad == maxBadShown+1:
		fmt.Fprintln(im.env.errs, "more records were set aside; they are only counted from here on")
	}
}

// wikiProgress moves the bar on by what is read of a file.
type wikiProgress struct {
	in io.Reader
	im *wikiImport
}

func (p *wikiProgress) Read(b []byte) (int, error) {
	n, err := p.in.Read(b)
	if p.im.bar != nil {
		_ = p.im.bar.Add(n)
	}
	return n, err
}

// maxWindow bounds what a .zst file may ask to be kept in memory.
const maxWindow = 256 << 20

// unpacked decompresses a file, whose first bytes tell how it is compressed.
func unpacked(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 256<<10)
	head, err := in.Peek(6)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	begins := func(mark string) bool { return strings.HasPrefix(string(head), mark) }
	switch {
	case begins("\x1f\x8b"):
		return gzip.NewReader(in)
	case begins("BZh"):
		return bzip2.NewReader(in), nil
	case begins("\xfd7zXZ\x00"):
		return xz.NewReader(in)
	case begins("\x28\xb5\x2f\xfd"):
		return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	case begins("7z\xbc\xaf\x27\x1c"):
		return nil, errors.New("a 7z archive can't be read as it is; unpack it first (7z x FILE) and import the .xml inside")
	case begins("PK\x03\x04"):
		return nil, errors.New("a zip archive can't be read as it is; unpack it first (unzip FILE) and import the file inside")
	case begins("\x5d\x00\x00"):
		return nil, errors.New("an .lzma file can't be read as it is; unpack it first (unlzma FILE)")
	}
	return in, nil
}

// renewWiki writes a wiki that an earlier program imported again.
func renewWiki(ctx context.Context, log *slog.Logger, x *wikistore.Index) error {
	parser := lookup.WikiParser()
	renewed, err := x.Renew(ctx, func() {
		log.Info("an earlier program imported the wiki; it is written again in another format, which takes up to a minute")
	}, func(p *storage.WikiPage) {
		if p.Key = wikitext.Key(p.Title); p.To == "" {
			again := lookup.WikiRecord(parser, &wikitext.Page{Title: p.Title, Text: p.Text})
			p.Plain, p.Sections = again.Plain, again.Sections
		}
	})
	if renewed {
		log.Info("the wiki can be used again")
	}
	return err
}

// Run says what is loaded.
func (c wikiStatusCmd) Run(e *env) error {
	dir, err := c.dir(e)
	if err != nil {
		return err
	}
	x := wikistore.Open(dir)
	err = x.Snapshot(e.ctx, func(v storage.WikiView) error {
		for _, f := range lookup.WikiStatus(v.Info()) {
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
