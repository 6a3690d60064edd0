package follow

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"delphi/storage/gamelog"
)

// importBytes is the size of a batch that is read and stored: about 9,000 lines.
const importBytes = 3 << 20

// Imported summarises an import.
type Imported struct {
	Lines, New, Again, Aside, Events int64
	Reasons                          map[string]int64 // why how many lines were set aside
	Copies                           map[string]int64 // lines that another source has, too, by source
	Unfinished                       bool             // the last line has no end and the file is still being written
}

// settled is how long a file must have been unchanged before an unfinished last
// line is taken as complete.
const settled = time.Minute

// Import reads a file, plain or gzipped, into the store, from the position where
// the source of that name was left. progress, which may be nil, is called with
// the number of bytes read after each step.
func Import(ctx context.Context, games gamelog.Games, s Source, now func() time.Time, progress func(read, size int64)) (Imported, error) {
	sum := Imported{Reasons: map[string]int64{}}
	s = s.WithDefaults()
	info, err := os.Stat(s.Path)
	if err != nil {
		return sum, err
	}
	next, err := chunks(ctx, games, &s, info, now)
	if err != nil {
		return sum, err
	}
	// One goroutine reads lines while the other stores those before them.
	type step struct {
		batch *gamelog.GameBatch
		more  bool
		err   error
	}
	steps := make(chan step, 1)
	inner, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer close(steps)
		for {
			b, unfinished, more, err := next(inner)
			if unfinished {
				sum.Unfinished = true
			}
			select {
			case steps <- step{b, more, err}:
			case <-inner.Done():
				return
			}
			if err != nil || !more {
				return
			}
		}
	}()
	defer func() { cancel(); <-done }()
	for st := range steps {
		if st.err != nil {
			return sum, st.err
		}
		added, err := games.Add(ctx, s.Name, st.batch)
		if err != nil {
			return sum, err
		}
		sum.Lines += st.batch.Lines
		sum.New += int64(len(added.New))
		sum.Again += int64(added.Again)
		for other, n := range added.Copies {
			if sum.Copies == nil {
				sum.Copies = map[string]int64{}
			}
			sum.Copies[other] += int64(n)
		}
		sum.Aside += int64(len(st.batch.Aside))
		for why, n := range reasons(st.batch.Aside) {
			sum.Reasons[why] += n
		}
		sum.Events += st.batch.Events
		if progress != nil {
			progress(st.batch.To.Offset, info.Size())
		}
	}
	return sum, ctx.Err()
}

// chunks returns a function that reads one batch after the other.
func chunks(ctx context.Context, games gamelog.Games, s *Source, info os.FileInfo, now func() time.Time) (func(context.Context) (b *gamelog.GameBatch, unfinished, more bool, err error), error) {
	known, _, err := games.Source(ctx, s.Name)
	if err != nil {
		return nil, err
	}
	pos := known.Position
	if packed, err := gzipped(s.Path); err != nil {
		return nil, err
	} else if packed {
		return gzipChunks(s, now)
	}
	return func(ctx context.Context) (*gamelog.GameBatch, bool, bool, error) {
		c, err := readFile(ctx, s.Path, pos, importBytes)
		if err != nil {
			return nil, false, false, err
		}
		c.last = c.last || !c.more && now().Sub(info.ModTime()) > settled
		b, _ := digest(s, c, now().Unix())
		b.Whole = !c.more
		pos = b.To
		unfinished := !c.more && b.To.Offset < c.from+int64(len(c.data))
		return b, unfinished, c.more, nil
	}, nil
}

func gzipped(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	magic := make([]byte, 2)
	n, err := io.ReadFull(f, magic)
	return n == 2 && magic[0] == 0x1f && magic[1] == 0x8b, ignoreEOF(err)
}

func ignoreEOF(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}

// gzipChunks reads a compressed file, always from its beginning. Games that are
// known already are not stored twice.
func gzipChunks(s *Source, now func() time.Time) (func(context.Context) (*gamelog.GameBatch, bool, bool, error), error) {
	f, err := os.Open(s.Path)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bufio.NewReaderSize(f, 1<<20))
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", s.Path, err)
	}
	var left []byte
	var pos gamelog.Position
	first := true
	return func(context.Context) (*gamelog.GameBatch, bool, bool, error) {
		data := make([]byte, importBytes)
		n := copy(data, left)
		read, err := io.ReadFull(z, data[n:])
		if ignoreEOF(err) != nil {
			f.Close()
			return nil, false, false, fmt.Errorf("%s: %w", s.Path, err)
		}
		more := err == nil
		if !more {
			f.Close()
		}
		c := &chunk{data: data[:n+read], from: pos.Offset, reset: first, pos: pos, more: more, last: !more}
		b, _ := digest(s, c, now().Unix())
		b.Whole = !more
		left = c.data[b.To.Offset-pos.Offset:]
		pos, first = b.To, false
		return b, false, more, nil
	}, nil
}
