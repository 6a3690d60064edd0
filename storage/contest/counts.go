package contest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"sync"

	"delphi/storage/contest/running"
)

// keeping is what is kept of the counts of open tournaments from one start to the next, so
// that a start counts only what has come since. It is of use to the same program alone:
// another one may count otherwise.
type keeping struct {
	mu   sync.Mutex
	read bool
	of   map[string]*running.Kept // by id; those that were not taken up yet
	at   int64                    // when they were written
}

// keepEvery is after how many seconds counts that have changed are written again.
const keepEvery = 600

// head begins the file of the counts of a program.
func (b *Book) head() []byte { return []byte("delphi counts 1\n" + b.Program() + "\n") }

// keptOf returns what is kept of the count of a tournament, once; nil: nothing is.
func (b *Book) keptOf(id string) *running.Kept {
	c := &b.keeping
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.read {
		c.read, c.at = true, b.Now().Unix()
		c.of = b.readCounts()
	}
	k := c.of[id]
	delete(c.of, id)
	return k
}

// readCounts reads the file of counts. What is damaged, or another program's, is as good as
// none.
func (b *Book) readCounts() map[string]*running.Kept {
	if b.CountFile == nil {
		return nil
	}
	raw, err := b.CountFile.Load()
	raw, ours := bytes.CutPrefix(raw, b.head())
	if err != nil || !ours {
		return nil
	}
	return running.ReadKept(raw)
}

// KeepCounts writes the counts of open tournaments, where any has changed since, so that the
// next start goes on from them.
func (b *Book) KeepCounts(ctx context.Context) error {
	c := &b.keeping
	c.mu.Lock()
	defer c.mu.Unlock()
	if b.CountFile == nil || !b.countsChanged() {
		return nil
	}
	c.at = b.Now().Unix()
	return b.CountFile.Save(func(w io.Writer) error {
		if _, err := w.Write(b.head()); err != nil {
			return err
		}
		var err error
		out, lives := running.NewKeptWriter(w), b.lives()
		for _, id := range slices.Sorted(maps.Keys(lives)) {
			err = cmp.Or(err, lives[id].keep(ctx, b, id, out))
		}
		return errors.Join(err, out.Close())
	})
}

// lives returns the counts that are kept up to date, by the ids of the tournaments.
func (b *Book) lives() map[string]*live {
	out := map[string]*live{}
	b.running.Range(func(id, l any) bool {
		out[id.(string)] = l.(*live)
		return true
	})
	return out
}

func (b *Book) countsChanged() bool {
	for _, l := range b.lives() {
		l.mu.Lock()
		changed := l.count.Changes() != l.inFile
		l.mu.Unlock()
		if changed {
			return true
		}
	}
	return false
}

// keep writes a count.
func (l *live) keep(ctx context.Context, b *Book, id string, out *running.KeptWriter) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	k, err := l.count.Keep(ctx, &b.Columns)
	if err != nil || k == nil {
		return err
	}
	l.inFile = l.count.Changes()
	return out.Write(id, k)
}

// keepCounts is KeepCounts from time to time. If it fails, only the next start takes longer.
func (b *Book) keepCounts(ctx context.Context) {
	b.keeping.mu.Lock()
	b.keeping.of = nil // what nobody has taken up by now is of no tournament
	wait := b.Now().Unix()-b.keeping.at < cmp.Or(b.KeepEvery, keepEvery)
	b.keeping.mu.Unlock()
	if !wait {
		_ = b.KeepCounts(ctx)
	}
}
