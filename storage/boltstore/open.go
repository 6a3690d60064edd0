package boltstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"delphi/storage"
	"delphi/storage/gamelog"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

const (
	// lockWait is how long Open waits for another process to let go of the
	// file: long enough for one that is just ending, short enough to be told
	// within a second.
	lockWait = 800 * time.Millisecond
	lockPoll = 40 * time.Millisecond

	// mapped is the address space set aside for the file at the start. While
	// the file is smaller, a writer never has to map it anew, for which it
	// would wait until every reader is done. It costs no memory.
	mapped = 256 << 20

	// growth is by how much the file grows at a time; bbolt's own 16 MiB would
	// be most of a small bot's file.
	growth = 1 << 20
)

// Open opens the store in the file at path, creating the file (mode 0600) and its
// directories (0700) if they are missing. It reads the whole file once and refuses one
// that is damaged: one read of a large store costs less than a loss that nobody
// notices. A file of the previous format is converted.
//
// Its errors say what to do about them: storage.ErrInUse if another process keeps the
// file open for longer than a second, storage.ErrNotStore if it is not a store,
// storage.ErrDamaged if it no longer is one, storage.ErrFormat if this program does not
// read its format, and those of package fs.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := regular(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	f, err := openLocked(ctx, path)
	if errors.Is(err, storage.ErrDamaged) || foreign(err) {
		// Our own reader reports more clearly what bbolt stumbled over.
		report, checkErr := CheckFile(ctx, path, nil)
		switch {
		case checkErr == nil && report.Problems > 0:
			err = report.Err()
		case errors.Is(checkErr, storage.ErrDamaged) && foreign(err):
			err = checkErr
		}
	}
	if err != nil {
		return nil, explain(path, err)
	}
	writeOwner(path)
	s := &Store{path: path, file: f, writer: make(chan struct{}, 1)}
	if err := s.prepare(ctx); err != nil {
		_ = s.Close()
		return nil, explain(path, err)
	}
	return s, nil
}

// regular says why what is at path cannot be a store.
func regular(path string) error {
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return err
	case err != nil:
		return explain(path, err)
	case info.IsDir():
		return fmt.Errorf("database %s: %w: it is a directory; give the name of a file in it", path, storage.ErrNotStore)
	case !info.Mode().IsRegular():
		return fmt.Errorf("database %s: %w: it is not a regular file", path, storage.ErrNotStore)
	}
	return nil
}

// create makes a new store under another name first, so that the file at path is never
// a half-made store: an empty file there has lost its content.
func create(path string) error {
	dir := filepath.Dir(path)
	if err := makeDirs(dir); err != nil {
		return err
	}
	temp, err := temporary(path)
	if err != nil {
		return explain(path, err)
	}
	defer os.Remove(temp)
	db, err := bbolt.Open(temp, 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return explain(path, err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		if err := furnish(tx); err != nil {
			return err
		}
		return writeTally(tx, tally{})
	})
	if err := errors.Join(err, db.Close()); err != nil {
		return explain(path, err)
	}
	// A link refuses to replace what another process has made meanwhile; not
	// every file system has links.
	if err := os.Link(temp, path); err != nil && !errors.Is(err, fs.ErrExist) {
		if err := os.Rename(temp, path); err != nil {
			return explain(path, err)
		}
	}
	syncDir(dir)
	return nil
}

// furnish makes what is in every file.
func furnish(tx *bbolt.Tx) error {
	for _, name := range [][]byte{entriesBucket, tallyBucket} {
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	return writeStamp(tx)
}

// temporary makes an empty file beside path that only this user can read.
func temporary(path string) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// makeDirs makes dir with its parents and has each new name written to disk.
func makeDirs(dir string) error {
	top := dir // the first directory that was there before
	for {
		if _, err := os.Stat(top); err == nil || filepath.Dir(top) == top {
			break
		}
		top = filepath.Dir(top)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot make the directory for the database: %w", err)
	}
	for dir != top {
		dir = filepath.Dir(dir)
		syncDir(dir)
	}
	return nil
}

// syncDir writes a directory's names to disk. Not every system can, and the
// file is usable all the same.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// errReplaced means that the file was replaced while its lock was waited for.
var errReplaced = errors.New("the file was replaced meanwhile")

// openLocked opens the file once no other process has it, for which it waits
// until lockWait is over or ctx is done.
func openLocked(ctx context.Context, path string) (*file, error) {
	deadline := time.Now().Add(lockWait)
	for {
		f, err := openOnce(path)
		if !errors.Is(err, bolterrors.ErrTimeout) && !errors.Is(err, errReplaced) || time.Now().After(deadline) {
			return f, err
		}
		select {
		case <-time.After(lockPoll):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// openOnce makes one attempt. On a file that was cut short or overwritten bbolt panics,
// or reads mapped memory that is not there; both become errors here.
func openOnce(path string) (f *file, err error) {
	f = new(file)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %w", storage.ErrDamaged, asError(r))
			if f.raw != nil {
				_ = f.raw.Close()
			}
		}
		if err != nil {
			f = nil
		}
	}()
	opts := &bbolt.Options{
		Timeout:      time.Nanosecond, // one attempt: openLocked does the waiting
		FreelistType: bbolt.FreelistMapType,
		OpenFile: func(name string, flag int, mode os.FileMode) (_ *os.File, err error) {
			f.raw, err = os.OpenFile(name, flag&^os.O_CREATE, mode) // bbolt would begin an empty store
			if err != nil {
				return nil, err
			}
			if info, err := f.raw.Stat(); err != nil || info.Size() == 0 {
				_ = f.raw.Close()
				return nil, errors.Join(err, fmt.Errorf("%w: the file is empty (0 bytes)", storage.ErrDamaged))
			}
			return f.raw, nil
		},
	}
	if runtime.GOOS != "windows" && strconv.IntSize == 64 { // Windows would make the file that long
		opts.InitialMmapSize = mapped
	}
	if f.db, err = bbolt.Open(path, 0o600, opts); err != nil {
		return nil, err
	}
	f.db.AllocSize = growth
	if same, err := sameFile(f.raw, path); err != nil || !same {
		_ = f.db.Close()
		return nil, errors.Join(errReplaced, err)
	}
	return f, nil
}

// sameFile reports whether path still names the open file.
func sameFile(open *os.File, path string) (bool, error) {
	a, err := open.Stat()
	if err != nil {
		return false, err
	}
	b, err := os.Stat(path)
	return err == nil && os.SameFile(a, b), err
}

// prepare verifies the whole file before anything of it is used, and converts one of the
// previous format. That is stamped first: a program that does not know this format must
// not open it half converted.
func (s *Store) prepare(ctx context.Context) error {
	r, err := s.walk(ctx)
	if err == nil {
		err = r.report.Err()
	}
	if err == nil && r.stamp.Format < storage.Format {
		err = s.file.db.Update(writeStamp)
	}
	for more := r.former; more && err == nil; {
		err = s.Update(ctx, func(tx storage.Tx) (err error) {
			more, err = gamelog.Convert(tx)
			return err
		})
	}
	return err
}

// foreign reports whether an error means that bbolt does not recognise a file as one of
// its own.
func foreign(err error) bool {
	return errors.Is(err, bolterrors.ErrInvalid) || errors.Is(err, bolterrors.ErrVersionMismatch) || errors.Is(err, bolterrors.ErrChecksum)
}

// explain says what err means for whoever wanted the file and what to do.
func explain(path string, err error) error {
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return fmt.Errorf("database %s: %w by %s; stop it, or use another file (--db FILE)", path, storage.ErrInUse, owner(path))
	case errors.Is(err, storage.ErrFormat):
		return fmt.Errorf("database %s: %w", path, err)
	case errors.Is(err, storage.ErrDamaged):
		return fmt.Errorf("database %s: %w; %s, or move it away to begin with an empty one", path, err, storage.WayOut)
	case errors.Is(err, storage.ErrNotStore):
		return fmt.Errorf("database %s: %w; is it the right file? %s, or move it away to begin with an empty one", path, err, storage.WayOut)
	case foreign(err):
		return explain(path, fmt.Errorf("%w: %w", storage.ErrNotStore, err))
	case errors.Is(err, syscall.EIO) && !errors.Is(err, storage.ErrDamaged):
		return explain(path, fmt.Errorf("%w: the disk cannot be read: %w", storage.ErrDamaged, err))
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("database %s: %w; it must be readable and writable for this user", path, err)
	case isFull(err):
		return fmt.Errorf("database %s: there is no room on the disk (%w)", path, err)
	}
	return fmt.Errorf("database %s: %w", path, err)
}
