package pgstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"delphi/storage"
)

// How much is sent and read at once.
const (
	maxPending = 4000    // writes
	maxBytes   = 4 << 20 // of them together
	manyRanges = 1000    // that are read at once
	pageRows   = 200
)

// errUnanswered marks an error that the database did not send: the connection is
// gone.
var errUnanswered = errors.New("the database did not answer")

// tx is a transaction. Its writes are collected, and sent before anything is
// read that they could change.
type tx struct {
	storage.TxState
	ctx    context.Context
	db     pgx.Tx
	answer time.Duration // how long each answer of the database may take
	wrote  bool
	writes map[string]int // key -> index in queue
	queue  []write
	queued int   // bytes of queue
	failed error // the first error of the database
}

// write is a Put, or a Delete where value is nil.
type write struct{ key, value []byte }

func (t *tx) Context() context.Context { return t.ctx }

// soon returns a context for a single request to the database. A machine that drops off
// the network sends nothing, not even an error.
func (t *tx) soon() (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.ctx, t.answer)
}

func (t *tx) commit() error {
	ctx, cancel := t.soon()
	defer cancel()
	return t.db.Commit(ctx)
}

// fail remembers an error of the database.
func (t *tx) fail(err error) error {
	if err == nil {
		return nil
	}
	var e *pgconn.PgError
	if !errors.As(err, &e) && t.ctx.Err() == nil {
		err = fmt.Errorf("%w: %w", errUnanswered, err)
	}
	if t.failed == nil {
		t.failed = err
	}
	if t.ctx.Err() != nil {
		return t.ctx.Err()
	}
	return err
}

func (t *tx) Get(key []byte) ([]byte, bool, error) {
	if err := t.MayRead(); err != nil {
		return nil, false, err
	}
	if i, ok := t.writes[string(key)]; ok {
		v := t.queue[i].value
		return bytes.Clone(v), v != nil, nil
	}
	ctx, cancel := t.soon()
	defer cancel()
	value := []byte{}
	err := t.db.QueryRow(ctx, `SELECT value FROM delphi_entries WHERE key = $1`, key).Scan(&value)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, t.fail(err)
	}
	return value, true, nil
}

func (t *tx) Scan(from, to []byte) iter.Seq2[storage.Entry, error] {
	return func(yield func(storage.Entry, error) bool) {
		if err := t.MayRead(); err != nil {
			yield(storage.Entry{}, err)
			return
		}
		if err := t.flush(); err != nil {
			yield(storage.Entry{}, err)
			return
		}
		defer t.Scanning()()
		at, rows := bytes.Clone(from), 1
		if at == nil {
			at = []byte{}
		}
		for {
			page, err := t.page(at, to, rows)
			if err != nil {
				yield(storage.Entry{}, err)
				return
			}
			for _, e := range page {
				if err := t.ctx.Err(); err != nil {
					yield(storage.Entry{}, err)
					return
				}
				if !yield(e, nil) {
					return
				}
			}
			if len(page) < rows {
				return
			}
			at = append(bytes.Clone(page[len(page)-1].Key), 0) // the next key there can be
			rows = min(4*rows, pageRows)                       // most scans end soon
		}
	}
}

// page reads the first entries of from <= key < to.
func (t *tx) page(from, to []byte, most int) ([]storage.Entry, error) {
	query, args := `SELECT key, value FROM delphi_entries WHERE key >= $1 ORDER BY key LIMIT $2`, []any{from, most}
	if len(to) > 0 {
		query, args = `SELECT key, value FROM delphi_entries WHERE key >= $1 AND key < $3 ORDER BY key LIMIT $2`, append(args, to)
	}
	ctx, cancel := t.soon()
	defer cancel()
	rows, err := t.db.Query(ctx, query, args...)
	if err != nil {
		return nil, t.fail(err)
	}
	page, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (e storage.Entry, err error) {
		err = r.Scan(&e.Key, &e.Value)
		return e, err
	})
	return page, t.fail(err)
}

// ScanPrefixes implements storage.ManyScanner.
func (t *tx) ScanPrefixes(prefixes [][]byte, each func(i int, e storage.Entry) error) error {
	if err := t.MayRead(); err != nil {
		return err
	}
	if err := t.flush(); err != nil {
		return err
	}
	defer t.Scanning()()
	for from := 0; from < len(prefixes); from += manyRanges {
		some := prefixes[from:min(from+manyRanges, len(prefixes))]
		ends := make([][]byte, len(some))
		for i, p := range some {
			if ends[i] = storage.PrefixEnd(p); ends[i] == nil {
				return errors.New("a prefix without an end")
			}
		}
		if err := t.ranges(some, ends, func(i int, e storage.Entry) error { return each(from+i, e) }); err != nil {
			return err
		}
	}
	return nil
}

// ranges reads the entries of several ranges.
func (t *tx) ranges(from, to [][]byte, each func(i int, e storage.Entry) error) error {
	ctx, cancel := t.soon()
	defer cancel()
	rows, err := t.db.Query(ctx, `SELECT r.i, e.key, e.value FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS r (a, b, i),
		LATERAL (SELECT key, value FROM delphi_entries WHERE key >= r.a AND key < r.b ORDER BY key OFFSET 0) AS e`, from, to)
	if err != nil {
		return t.fail(err)
	}
	var i int
	var e storage.Entry
	var failed error
	_, err = pgx.ForEachRow(rows, []any{&i, &e.Key, &e.Value}, func() error {
		if failed == nil {
			failed = each(i-1, storage.Entry{Key: bytes.Clone(e.Key), Value: bytes.Clone(e.Value)})
		}
		return nil
	})
	if err != nil {
		return t.fail(err)
	}
	return failed
}

func (t *tx) Put(key, value []byte) error {
	if err := t.MayPut(key, value); err != nil {
		return err
	}
	v := make([]byte, len(value)) // an empty value is not nil
	copy(v, value)
	return t.write(key, v)
}

func (t *tx) Delete(key []byte) error {
	if err := t.MayWrite(); err != nil {
		return err
	}
	if len(key) == 0 {
		return nil
	}
	return t.write(key, nil)
}

func (t *tx) write(key, value []byte) error {
	t.wrote = true
	if i, ok := t.writes[string(key)]; ok {
		t.queue[i].value = value
		return nil
	}
	t.writes[string(key)] = len(t.queue)
	t.queue = append(t.queue, write{bytes.Clone(key), value})
	if t.queued += len(key) + len(value); len(t.queue) >= maxPending || t.queued >= maxBytes {
		return t.flush()
	}
	return nil
}

// flush sends what was written, all at once.
func (t *tx) flush() error {
	if len(t.queue) == 0 {
		return nil
	}
	return t.send(&pgx.Batch{})
}

// finish sends what is left of what was written, and the marker that says so. It
// returns the format that the tables have now: a later program may have converted
// them while this one has been running.
func (t *tx) finish(marker []byte) (at int, err error) {
	b := &pgx.Batch{}
	b.Queue(`INSERT INTO delphi_commits (id) VALUES ($1)`, marker)
	b.Queue(format).QueryRow(func(row pgx.Row) error { return row.Scan(&at) })
	return at, t.send(b)
}

// send sends b, and what was written.
func (t *tx) send(b *pgx.Batch) error {
	var gone, keys, values [][]byte
	for _, w := range t.queue {
		if w.value == nil {
			gone = append(gone, w.key)
		} else {
			keys, values = append(keys, w.key), append(values, w.value)
		}
	}
	if len(gone) > 0 {
		b.Queue(`DELETE FROM delphi_entries WHERE key = ANY ($1::bytea[])`, gone)
	}
	if len(keys) > 0 {
		b.Queue(`INSERT INTO delphi_entries (key, value) SELECT * FROM unnest($1::bytea[], $2::bytea[]) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, keys, values)
	}
	clear(t.writes)
	t.queue, t.queued = t.queue[:0], 0
	ctx, cancel := t.soon()
	defer cancel()
	return t.fail(t.db.SendBatch(ctx, b).Close())
}
