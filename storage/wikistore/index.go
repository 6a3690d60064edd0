package wikistore

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"delphi/storage"
)

// Index serves the wiki of a directory. It opens files when it is first asked
// and those of a new generation when it is next asked after an import. It is
// safe for many goroutines.
type Index struct {
	dir string

	mu     sync.Mutex
	seen   os.FileInfo // of the file "current" that gen was opened by
	gen    *generation
	closed bool
}

var _ storage.Wiki = (*Index)(nil)

// Open returns the index in a wiki's directory. It reads nothing yet, and the
// directory need not be there.
func Open(dir string) *Index { return &Index{dir: dir} }

// Close closes the files once their readers are done. Using the
// index after that is an error.
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
	old := x.gen
	x.gen, x.seen = nil, nil
	if old == nil {
		return nil
	}
	return old.release()
}

// Snapshot calls fn with the generation that is served now.
func (x *Index) Snapshot(ctx context.Context, fn func(storage.WikiView) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g, err := x.acquire()
	if err != nil {
		return err
	}
	return errors.Join(g.read(fn), g.release())
}

// read calls fn inside a transaction. A fault in mapped memory, which a file
// that is damaged while it is open causes, is an error and not the end of the
// process.
func (g *generation) read(fn func(storage.WikiView) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); storage.IsFault(r) {
			g.broken.Store(true)
			err = g.damaged()
		} else if r != nil {
			panic(r)
		}
	}()
	if g.broken.Load() {
		return g.damaged()
	}
	return g.db.View(func(tx *bbolt.Tx) error {
		return fn(&view{
			generation: g, pages: tx.Bucket(pagesBucket), keys: tx.Bucket(keysBucket),
			words: tx.Bucket(wordsBucket), numbers: tx.Bucket(numbersBucket),
		})
	})
}

func (g *generation) damaged() error {
	return fmt.Errorf("%w: a part of the wiki in %s cannot be read; import it again with \"delphi wiki import FILE\"", storage.ErrDamaged, g.path)
}

// acquire returns the served generation with one more reader.
func (x *Index) acquire() (*generation, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return nil, storage.ErrClosed
	}
	path := filepath.Join(x.dir, currentFile)
	// Imports may remove a generation between reading its name and having its
	// files open, whatever error that gives: then there is a newer one.
	var err error
	for range 3 {
		var now os.FileInfo
		now, err = os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, storage.ErrNoWiki
		}
		if err != nil {
			return nil, err
		}
		if x.gen != nil && os.SameFile(now, x.seen) && now.ModTime().Equal(x.seen.ModTime()) {
			x.gen.readers.Add(1)
			return x.gen, nil
		}
		var name string
		if name, err = readCurrent(x.dir); err != nil {
			return nil, err
		}
		var next *generation
		if next, err = openGeneration(filepath.Join(x.dir, name), Format); err != nil {
			err = fmt.Errorf("the wiki's index in %s cannot be opened: %w", filepath.Join(x.dir, name), err)
			if newer, nameErr := readCurrent(x.dir); nameErr == nil && newer != name {
				continue
			}
			return nil, err
		}
		old := x.gen
		x.gen, x.seen = next, now
		if old != nil {
			if err := old.release(); err != nil {
				return nil, err
			}
		}
		x.gen.readers.Add(1)
		return x.gen, nil
	}
	return nil, err
}

// generation is a generation all of whose files are open, so that imports may
// remove them while it is read. The Index itself counts as a reader.
type generation struct {
	path    string
	db      *bbolt.DB
	info    storage.WikiInfo
	readers counter
	broken  atomic.Bool // a fault in mapped memory: bbolt may hold its locks for ever

	titlesOnce sync.Once
	titles     []string
	titlesErr  error
}

// counter counts readers.
type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) Add(d int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += d
	return c.n
}

// openGeneration opens the files of a generation of format from or a later one.
func openGeneration(path string, from int) (*generation, error) {
	file := filepath.Join(path, pagesFile)
	if _, err := os.Stat(file); err != nil {
		return nil, err // bbolt would make the file
	}
	format, err := formatOf(path)
	if err != nil {
		return nil, err
	}
	if format < from {
		return nil, otherFormat(fmt.Sprintf("of format %d", format))
	}
	if err := verify(path, format); err != nil {
		return nil, err
	}
	db, err := bbolt.Open(file, 0o600, &bbolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		return nil, err
	}
	g := &generation{path: path, db: db}
	g.readers.n = 1
	err = db.View(func(tx *bbolt.Tx) error {
		for _, name := range buckets(format) {
			if tx.Bucket(name) == nil {
				return fmt.Errorf("%w: %s has no %s", storage.ErrNotStore, file, name)
			}
		}
		return json.Unmarshal(tx.Bucket(metaBucket).Get(infoKey), &g.info)
	})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return g, nil
}

// release ends a reader; the last one closes the files.
func (g *generation) release() error {
	if g.readers.Add(-1) > 0 {
		return nil
	}
	if g.broken.Load() {
		return nil
	}
	return g.db.Close()
}

// view is a generation inside one transaction.
type view struct {
	*generation
	pages, keys, words, numbers *bbolt.Bucket
}

func (v *view) Info() storage.WikiInfo { return v.info }

// Page returns the page with exactly that title, or nil if there is none.
func (v *view) Page(title string) (*storage.WikiPage, error) {
	raw := v.pages.Get([]byte(title))
	if raw == nil {
		return nil, nil
	}
	head, packed, err := decodeHead(raw)
	if err != nil {
		return nil, fmt.Errorf("page %q: %w", title, err)
	}
	p := &storage.WikiPage{Title: title, Revision: head.Revision, Time: head.Time, To: head.To, Fragment: head.Fragment, Truncated: head.Truncated}
	if head.To != "" {
		return p, nil
	}
	if p.Text, err = unpack(packed, head.Size); err != nil {
		return nil, fmt.Errorf("page %q: %w", title, err)
	}
	return p, nil
}

// decodeHead splits a record into its head and the compressed text.
func decodeHead(raw []byte) (head record, packed []byte, err error) {
	if len(raw) < 2 {
		return head, nil, errors.New("its record is cut short")
	}
	n := int(raw[0])<<8 | int(raw[1])
	if len(raw) < 2+n {
		return head, nil, errors.New("its record is cut short")
	}
	err = json.Unmarshal(raw[2:2+n], &head)
	return head, raw[2+n:], err
}

// inflaters are reused, because making one costs more than inflating a page.
var inflaters = sync.Pool{New: func() any { return flate.NewReader(bytes.NewReader(nil)) }}

// unpack inflates a text of known size, and no more than that.
func unpack(packed []byte, size int) (string, error) {
	in := inflaters.Get().(io.ReadCloser)
	defer inflaters.Put(in)
	if err := in.(flate.Resetter).Reset(bytes.NewReader(packed), nil); err != nil {
		return "", err
	}
	var b strings.Builder
	b.Grow(size)
	if n, err := io.Copy(&b, io.LimitReader(in, int64(size))); err != nil || n != int64(size) {
		return "", fmt.Errorf("its text is damaged (%d of %d bytes): %w", n, size, err)
	}
	return b.String(), nil
}

// Keyed lists the titles of a key.
func (v *view) Keyed(key string) ([]string, error) {
	raw := v.keys.Get([]byte(key))
	if raw == nil {
		return nil, nil
	}
	return strings.Split(string(raw), "\n"), nil
}

// Titles lists every title; it reads them once for a generation.
func (v *view) Titles() ([]string, error) {
	g := v.generation
	g.titlesOnce.Do(func() {
		g.titles = make([]string, 0, g.info.Pages+g.info.Redirects)
		g.titlesErr = v.pages.ForEach(func(k, _ []byte) error {
			g.titles = append(g.titles, string(k))
			return nil
		})
	})
	return g.titles, g.titlesErr
}
