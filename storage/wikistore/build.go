package wikistore

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"delphi/storage"
)

// The files of a wiki's directory and of a generation.
const (
	currentFile = "current"
	lockFile    = "import.lock"
	pagesFile   = "pages.db"
	prefix      = "gen-"
)

// The buckets of pages.db.
var (
	pagesBucket = []byte("pages") // title -> record
	keysBucket  = []byte("keys")  // key -> titles, a line each
	metaBucket  = []byte("meta")
	infoKey     = []byte("info")

	// The full-text index; what the values are stands in postings.go.
	wordsBucket   = []byte("words")   // a word's stem -> the pages that have it
	numbersBucket = []byte("numbers") // a page's number there -> its title
)

const (
	written = 4 << 20 // bytes that are written in one transaction
	grown   = 1 << 20 // bytes by which the page file is made larger than needed: its sum is of all of them
	waiting = 200     // pages that may wait to be indexed
)

// record is what is stored of a page before its compressed text.
type record struct {
	Revision  uint64    `json:"rev,omitempty"`
	Time      time.Time `json:"time,omitzero"`
	To        string    `json:"to,omitempty"`
	Fragment  string    `json:"frag,omitempty"`
	Truncated bool      `json:"cut,omitempty"`
	Size      int       `json:"size,omitempty"` // of the text
}

// Builder writes a generation. Create makes one; it is for one goroutine.
// Either Finish or Abort ends it.
type Builder struct {
	dir  string // the wiki's
	gen  string // the generation's name
	lock *bbolt.DB
	db   *bbolt.DB
	info storage.WikiInfo

	pending map[string]entry // by title, not yet in db
	size    int              // of their records
	keys    map[string][]string
	seen    map[string]uint64 // title -> the revision that was added last
	flate   *flate.Writer
	buf     bytes.Buffer
	queue   chan textDocument
	text    *postings
	indexed sync.WaitGroup // of the goroutine that fills text from queue
}

// entry is a page whose record is encoded.
type entry struct {
	value    []byte
	redirect bool
}

// ErrImporting is returned by Create while another import is running.
var ErrImporting = errors.New("another import is running")

// Create starts a new generation in the wiki's directory, which it creates if
// necessary. It removes what interrupted imports left behind.
func Create(dir string) (*Builder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the wiki's directory: %w", err)
	}
	// A bbolt file is the lock: every system releases it when the process
	// ends, however it ends.
	lock, err := bbolt.Open(filepath.Join(dir, lockFile), 0o600, &bbolt.Options{Timeout: 100 * time.Millisecond})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("%w into %s; wait until it is done", ErrImporting, dir)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot lock %s: %w", dir, err)
	}
	b := &Builder{
		dir: dir, lock: lock,
		pending: map[string]entry{}, keys: map[string][]string{}, seen: map[string]uint64{},
		queue: make(chan textDocument, waiting), text: newPostings(),
	}
	queue := b.queue
	b.indexed.Go(func() { b.indexText(queue) })
	if err := b.start(); err != nil {
		return nil, errors.Join(err, b.Abort())
	}
	return b, nil
}

func (b *Builder) start() error {
	served, err := readCurrent(b.dir)
	if err != nil && !errors.Is(err, storage.ErrNoWiki) && !errors.Is(err, storage.ErrNotStore) {
		return err // otherwise nothing is served, which this import mends
	}
	if err := b.sweep(served); err != nil {
		return err
	}
	if b.flate, err = flate.NewWriter(&b.buf, flate.BestSpeed); err != nil {
		return err
	}
	now := time.Now().UTC()
	path, err := os.MkdirTemp(b.dir, prefix+now.Format("20060102T150405")+"-")
	if err != nil {
		return fmt.Errorf("cannot make a directory for the import: %w", err)
	}
	b.gen = filepath.Base(path)
	b.info.Generation, b.info.Imported = b.gen, now
	b.db, err = bbolt.Open(filepath.Join(path, pagesFile), 0o600, &bbolt.Options{
		NoSync: true, NoFreelistSync: true, InitialMmapSize: 256 << 20, FreelistType: bbolt.FreelistMapType,
	})
	if err != nil {
		return fmt.Errorf("cannot make the page file: %w", err)
	}
	b.db.AllocSize = grown
	err = b.db.Update(func(tx *bbolt.Tx) error {
		for _, name := range buckets(Format) {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("cannot prepare the page file: %w", err)
	}
	return nil
}

// indexText adds what is queued to the full-text index, while the pages are read and
// written.
func (b *Builder) indexText(queue <-chan textDocument) {
	for doc := range queue {
		b.text.add(&doc)
	}
}

// finishText ends indexText and waits for it.
func (b *Builder) finishText() {
	if b.queue != nil {
		close(b.queue)
		b.queue = nil
	}
	b.indexed.Wait()
}

// sweep removes generations other than the one served. Those who still read
// one keep its files until they close them.
func (b *Builder) sweep(served string) error {
	entries, err := os.ReadDir(b.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) && e.Name() != served {
			if err := os.RemoveAll(filepath.Join(b.dir, e.Name())); err != nil {
				return fmt.Errorf("cannot remove what an earlier import left: %w", err)
			}
		}
	}
	return nil
}

// Add adds a page. Of several with the same title the latest revision is kept.
func (b *Builder) Add(ctx context.Context, p *storage.WikiPage) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if last, ok := b.seen[p.Title]; ok {
		if p.Revision <= last {
			return nil
		}
	} else if p.Key != "" {
		b.keys[p.Key] = append(b.keys[p.Key], p.Title)
	}
	value, err := b.encode(p)
	if err != nil {
		return err
	}
	_, again := b.seen[p.Title]
	b.seen[p.Title] = p.Revision
	b.pending[p.Title] = entry{value, p.To != ""}
	b.size += len(value)
	b.info.Bytes += int64(len(p.Text))
	if p.Time.After(b.info.Newest) {
		b.info.Newest = p.Time
	}
	if p.To == "" && !again { // the index takes a title once
		plain := p.Plain
		if len(plain) > maxPlain {
			plain = strings.ToValidUTF8(plain[:maxPlain], "")
		}
		select {
		case b.queue <- textDocument{p.Title, [fields]string{p.Title, strings.Join(p.Sections, "\n"), plain}}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if b.size >= written {
		return b.write()
	}
	return nil
}

// encode returns a page's record: the length of its head, the head, the text.
func (b *Builder) encode(p *storage.WikiPage) ([]byte, error) {
	head, err := json.Marshal(record{p.Revision, p.Time, p.To, p.Fragment, p.Truncated, len(p.Text)})
	if err != nil {
		return nil, err
	}
	b.buf.Reset()
	b.buf.Write([]byte{byte(len(head) >> 8), byte(len(head))})
	b.buf.Write(head)
	if p.To == "" {
		b.flate.Reset(&b.buf)
		if _, err := b.flate.Write([]byte(p.Text)); err != nil {
			return nil, err
		}
		if err := b.flate.Close(); err != nil {
			return nil, err
		}
	}
	return bytes.Clone(b.buf.Bytes()), nil
}

// write puts the pending pages into the file, in the order of their keys.
func (b *Builder) write() error {
	titles := make([]string, 0, len(b.pending))
	for t := range b.pending {
		titles = append(titles, t)
	}
	slices.Sort(titles)
	err := b.db.Update(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(pagesBucket)
		for _, t := range titles {
			if err := bucket.Put([]byte(t), b.pending[t].value); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("writing pages: %w", err)
	}
	clear(b.pending)
	b.size = 0
	return nil
}

// ErrEmpty is returned by Finish if no page was added.
var ErrEmpty = errors.New("no page to import")

// Finish completes the generation and switches to it. info says where it
// comes from; Finish fills in what the Builder has counted and returns it.
func (b *Builder) Finish(ctx context.Context, info storage.WikiInfo) (storage.WikiInfo, error) {
	info, err := b.finish(ctx, info)
	if err != nil {
		return info, errors.Join(err, b.Abort())
	}
	b.gen = ""
	return info, b.lock.Close()
}

func (b *Builder) finish(ctx context.Context, info storage.WikiInfo) (storage.WikiInfo, error) {
	b.finishText()
	if len(b.text.titles) == 0 {
		return info, ErrEmpty
	}
	if err := b.write(); err != nil {
		return info, err
	}
	if err := ctx.Err(); err != nil {
		return info, err
	}
	if err := b.text.write(b.db); err != nil {
		return info, fmt.Errorf("writing the full-text index: %w", err)
	}
	info.Generation, info.Imported, info.Newest, info.Bytes = b.info.Generation, b.info.Imported, b.info.Newest, b.info.Bytes
	if err := b.writeKeys(&info); err != nil {
		return info, err
	}
	if err := errors.Join(b.db.Sync(), b.db.Close()); err != nil {
		return info, fmt.Errorf("page file: %w", err)
	}
	b.db = nil
	list, err := sums(filepath.Join(b.dir, b.gen), stamp())
	if err != nil {
		return info, err
	}
	if err := os.WriteFile(filepath.Join(b.dir, b.gen, sumsFile), append(stamp(), list...), 0o600); err != nil {
		return info, err
	}
	if err := syncTree(filepath.Join(b.dir, b.gen)); err != nil {
		return info, err
	}
	if err := ctx.Err(); err != nil {
		return info, err
	}
	if err := b.switchTo(); err != nil {
		return info, err
	}
	return info, nil
}

// writeKeys writes the key table and the info, and counts.
func (b *Builder) writeKeys(info *storage.WikiInfo) error {
	keys := make([]string, 0, len(b.keys))
	for k := range b.keys {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	err := b.db.Update(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(keysBucket)
		for _, k := range keys {
			titles := b.keys[k]
			slices.Sort(titles)
			if err := bucket.Put([]byte(k), []byte(strings.Join(titles, "\n"))); err != nil {
				return err
			}
		}
		pages := tx.Bucket(pagesBucket)
		info.Pages, info.Redirects = 0, 0
		err := pages.ForEach(func(_, v []byte) error {
			r, _, err := decodeHead(v)
			if r.To != "" {
				info.Redirects++
			} else {
				info.Pages++
			}
			return err
		})
		if err != nil {
			return err
		}
		encoded, err := json.Marshal(info)
		if err != nil {
			return err
		}
		return tx.Bucket(metaBucket).Put(infoKey, encoded)
	})
	if err != nil {
		return fmt.Errorf("writing keys: %w", err)
	}
	return nil
}

// switchTo makes this generation the one served, by one rename.
func (b *Builder) switchTo() error {
	next := filepath.Join(b.dir, currentFile+".new")
	if err := writeSynced(next, b.gen+"\n"); err != nil {
		return fmt.Errorf("cannot switch to the new index: %w", err)
	}
	if err := os.Rename(next, filepath.Join(b.dir, currentFile)); err != nil {
		return fmt.Errorf("cannot switch to the new index: %w", err)
	}
	syncDir(b.dir)
	return nil
}

// Abort ends the build and removes what it has written. The generation that was
// served before is not affected. After Finish, Abort does nothing.
func (b *Builder) Abort() error {
	var errs []error
	b.finishText()
	if b.db != nil {
		errs = append(errs, b.db.Close())
		b.db = nil
	}
	if served, err := readCurrent(b.dir); b.gen != "" && (err != nil || served != b.gen) {
		errs = append(errs, os.RemoveAll(filepath.Join(b.dir, b.gen)))
	}
	errs = append(errs, b.lock.Close())
	return errors.Join(errs...)
}

// readCurrent returns the name of the generation that is served, or
// storage.ErrNoWiki if there is none.
func readCurrent(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, currentFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", storage.ErrNoWiki
	}
	if err != nil {
		return "", err
	}
	name := strings.TrimSpace(string(text))
	if !strings.HasPrefix(name, prefix) || name != filepath.Base(name) {
		return "", fmt.Errorf("%w: %s names no generation", storage.ErrNotStore, filepath.Join(dir, currentFile))
	}
	return name, nil
}

func writeSynced(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}

// syncDir flushes a directory's entries to disk, where the system can do that.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// syncTree writes every file below a directory to disk: the rename that
// follows must not reach it before them.
func syncTree(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			defer syncDir(path)
			return nil
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}
