package shared

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"delphi/storage"
)

// errGone means that no process answers on the socket, and nothing was done.
var errGone = errors.New("the process that had the store open is gone")

// errBroken means that it ended in the middle of a transaction.
var errBroken = errors.New("the process that has the store open ended meanwhile, or gave up waiting; try again")

// client works with a store through the process that has it open.
type client struct {
	socket string
	db     string // the store's file, whose owner must be the socket's
}

// call is one connection of a client.
type call struct {
	*wire
	ctx  context.Context
	free func() bool // no longer ends the connection when ctx is done
}

// begin opens a connection and says what it is for. The connection ends when
// ctx is done.
func (c *client) begin(ctx context.Context, o op) (*call, error) {
	conn, err := dial(ctx, c.socket, c.db)
	if err != nil {
		return nil, err
	}
	k := &call{wire: newWire(conn), ctx: ctx}
	k.free = context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	err = k.send(hello(), false)
	if err == nil {
		err = k.send(&request{Op: o}, true)
	}
	if err != nil {
		k.close()
		return nil, k.why(errGone)
	}
	return k, nil
}

func (k *call) close() {
	k.free()
	_ = k.conn.Close()
}

// why returns ctx's error if that is what ended the connection, else err.
func (k *call) why(err error) error {
	if done := k.ctx.Err(); done != nil {
		return done
	}
	return err
}

// answer reads a response; err is that of the connection or of the other side.
func (k *call) answer(r *response, broken error) error {
	if err := k.receive(r); errors.Is(err, errWire) {
		return err
	} else if err != nil {
		return k.why(broken)
	}
	if strings.HasPrefix(r.Err, fmt.Sprintf("request %d is not known here", opHello)) {
		return errOlder
	}
	return r.err()
}

// transact begins a transaction, calls fn and, where that went well, ends it.
func (c *client) transact(ctx context.Context, o op, fn func(*remoteTx) error) error {
	k, err := c.begin(ctx, o)
	if err != nil {
		return err
	}
	defer k.close() // without a commit this is a rollback
	var r response
	if err := k.answer(&r, errGone); err != nil {
		if errors.Is(err, storage.ErrClosed) {
			return errGone
		}
		return err
	}
	t := &remoteTx{call: k}
	defer t.End()
	if err := fn(t); err != nil {
		return err
	}
	if o == opView {
		return nil
	}
	// From here on it is the other side's: ctx does not end it in the middle.
	if !k.free() {
		return ctx.Err()
	}
	if err := k.send(&request{Op: opCommit}, true); err != nil {
		return errBroken
	}
	return k.answer(&r, fmt.Errorf("%w: it is not known whether the last change was kept", errBroken))
}

func (c *client) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	return c.transact(ctx, opView, func(t *remoteTx) error { return fn(t) })
}

func (c *client) Update(ctx context.Context, fn func(storage.Tx) error) error {
	return c.transact(ctx, opUpdate, func(t *remoteTx) error { return fn(t) })
}

// maintain runs one of the requests that are answered once.
func (c *client) maintain(ctx context.Context, o op, result any) error {
	k, err := c.begin(ctx, o)
	if err != nil {
		return err
	}
	defer k.close()
	var r response
	if err := k.answer(&r, errBroken); err != nil {
		return err
	}
	return json.Unmarshal(r.Value, result)
}

func (c *client) Check(ctx context.Context) (report storage.CheckReport, err error) {
	return report, c.maintain(ctx, opCheck, &report)
}

func (c *client) Compact(ctx context.Context) (before, after int64, err error) {
	var r compacted
	err = c.maintain(ctx, opCompact, &r)
	return r.Before, r.After, err
}

func (c *client) Backup(ctx context.Context, w io.Writer) error {
	k, err := c.begin(ctx, opBackup)
	if err != nil {
		return err
	}
	defer k.close()
	for {
		var r response
		if err := k.answer(&r, errBroken); err != nil || r.End {
			return err
		}
		if _, err := w.Write(r.Value); err != nil {
			return err
		}
	}
}

// remoteTx is a transaction that runs in another process.
type remoteTx struct {
	*call
	storage.TxState
}

func (t *remoteTx) Context() context.Context { return t.ctx }

// ask sends a request and waits for its answer.
func (t *remoteTx) ask(q *request) (r response, err error) {
	if err := t.send(q, true); err != nil {
		return r, t.why(errBroken)
	}
	return r, t.answer(&r, errBroken)
}

func (t *remoteTx) Get(key []byte) ([]byte, bool, error) {
	if err := t.MayRead(); err != nil {
		return nil, false, err
	}
	r, err := t.ask(&request{Op: opGet, Key: key})
	if err != nil || !r.OK {
		return nil, false, err
	}
	return append([]byte{}, r.Value...), true, nil
}

// The number of entries asked for at once grows: most scans are short.
const (
	firstEntries = 32
	mostEntries  = 4096
)

func (t *remoteTx) Scan(from, to []byte) iter.Seq2[storage.Entry, error] {
	return func(yield func(storage.Entry, error) bool) {
		if err := t.MayRead(); err != nil {
			yield(storage.Entry{}, err)
			return
		}
		defer t.Scanning()()
		q := request{Op: opScan, Key: from, Value: to, Limit: firstEntries}
		for {
			r, err := t.ask(&q)
			if err != nil {
				yield(storage.Entry{}, err)
				return
			}
			for f := (fields{rest: r.Value}); len(f.rest) > 0; {
				e, ok := f.entry()
				if !ok {
					yield(storage.Entry{}, errWire)
					return
				}
				if err := t.ctx.Err(); err != nil {
					yield(storage.Entry{}, err)
					return
				}
				if !yield(e, nil) {
					return
				}
				q.Key = append(e.Key[:len(e.Key):len(e.Key)], 0) // the next key that there may be
			}
			if r.End {
				return
			}
			q.Limit = min(2*q.Limit, mostEntries)
		}
	}
}

func (t *remoteTx) Put(key, value []byte) error {
	if err := t.MayPut(key, value); err != nil {
		return err
	}
	return t.tell(&request{Op: opPut, Key: key, Value: value})
}

func (t *remoteTx) Delete(key []byte) error {
	if err := t.MayWrite(); err != nil {
		return err
	}
	return t.tell(&request{Op: opDelete, Key: key})
}

// tell sends a request that is not answered.
func (t *remoteTx) tell(q *request) error {
	if err := t.send(q, false); err != nil {
		return t.why(errBroken)
	}
	return nil
}

// Size and Close make a client a storage.Maintainer; Store answers for both.
func (c *client) Size() int64  { return 0 }
func (c *client) Close() error { return nil }
