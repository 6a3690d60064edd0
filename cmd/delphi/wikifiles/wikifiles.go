package wikifiles

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

	"delphi/commands/wiki"
	"delphi/engine/wikitext"
	"delphi/storage"
	"delphi/storage/wikistore"
)

// Options say how files are imported.
type Options struct {
	Partial bool      // an export may lack its end
	Errs    io.Writer // what is wrong is written here, and a progress bar if it is a terminal
}

// Import reads files into b and finishes it. It ends b, and if its error is not nil, then
// nothing was imported.
func Import(ctx context.Context, b *wikistore.Builder, files []string, o Options) (storage.WikiInfo, error) {
	im := run{Options: o, builder: b, parser: wiki.Parser()}
	if err := im.files(ctx, files); err != nil {
		return im.info, errors.Join(err, b.Abort())
	}
	return b.Finish(ctx, im.info)
}

// run is one Import.
type run struct {
	Options
	builder *wikistore.Builder
	parser  *wikitext.Parser
	info    storage.WikiInfo
	bar     *progressbar.ProgressBar // nil: not a terminal
	read    int                      // pages
	drawn   time.Time
}

// maxBadShown is how many bad records are named; all are counted.
const maxBadShown = 20

func (im *run) files(ctx context.Context, files []string) error {
	total := int64(0)
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		total += info.Size()
	}
	if f, ok := im.Errs.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
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
func (im *run) file(ctx context.Context, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := unpacked(&progress{f, im})
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
		case errors.Is(r.err, wikitext.ErrCut) && im.Partial:
			fmt.Fprintf(im.Errs, "%s: %v\n", filepath.Base(name), r.err)
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
func (im *run) page(ctx context.Context, p *wikitext.Page) error {
	im.read++
	if im.bar != nil && time.Since(im.drawn) > 100*time.Millisecond {
		im.drawn = time.Now()
		im.bar.Describe(fmt.Sprintf("%d pages", im.read))
	}
	if _, redirect := p.Redirect(); !p.Article && !redirect {
		im.info.Skipped++
		return nil
	}
	return im.builder.Add(ctx, wiki.Record(im.parser, p))
}

// bad counts a record that cannot be read, and names the first maxBadShown.
func (im *run) bad(file string, bad *wikitext.Bad) {
	im.info.Bad++
	switch {
	case im.info.Bad <= maxBadShown:
		if im.bar != nil {
			_ = im.bar.Clear()
		}
		fmt.Fprintf(im.Errs, "set aside: %s: %v\n", filepath.Base(file), bad)
	case im.info.Bad == maxBadShown+1:
		fmt.Fprintln(im.Errs, "more records were set aside; they are only counted from here on")
	}
}

// progress moves the bar on by what is read of a file.
type progress struct {
	in io.Reader
	im *run
}

func (p *progress) Read(b []byte) (int, error) {
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

// Renew writes a wiki that an earlier program imported again.
func Renew(ctx context.Context, log *slog.Logger, x *wikistore.Index) error {
	parser := wiki.Parser()
	renewed, err := x.Renew(ctx, func() {
		log.Info("an earlier program imported the wiki; it is written again in another format, which takes up to a minute")
	}, func(p *storage.WikiPage) {
		if p.Key = wikitext.Key(p.Title); p.To == "" {
			again := wiki.Record(parser, &wikitext.Page{Title: p.Title, Text: p.Text})
			p.Plain, p.Sections = again.Plain, again.Sections
		}
	})
	if renewed {
		log.Info("the wiki can be used again")
	}
	return err
}
