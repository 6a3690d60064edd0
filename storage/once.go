package storage

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"time"
)

// ErrRepeated refuses a write for a request that another process has already written
// for.
var ErrRepeated = errors.New("this request has been answered by another process")

// onceFor is how long a request is remembered. What Discord has signed is good for
// five minutes, give or take as much for clocks that differ.
const onceFor = 30 * time.Minute

// requestKey is the context key of a request's id.
type requestKey struct{}

// ForRequest returns a context for handling one request, which may have been sent to
// several processes. The id identifies the request for ever; an empty one changes
// nothing.
func ForRequest(ctx context.Context, id string) context.Context {
	if id == "" {
		return ctx
	}
	return context.WithValue(ctx, requestKey{}, id)
}

// Once wraps a store that several processes write to, each through its own Once: only
// the first of them may write for a given request (see ForRequest). The others are
// refused with ErrRepeated. Who is first is decided in the transaction that makes the
// first change, so reading alone is not refused.
func Once(s Store) Store { return &once{Store: s, process: rand.Text(), now: time.Now} }

type once struct {
	Store
	process string
	now     func() time.Time
}

// Update implements Store.
func (o *once) Update(ctx context.Context, fn func(Tx) error) error {
	id, _ := ctx.Value(requestKey{}).(string)
	if id == "" {
		return o.Store.Update(ctx, fn)
	}
	return o.Store.Update(ctx, func(tx Tx) error {
		key := Key("once", id)
		record, known, err := tx.Get(key)
		switch {
		case err != nil:
			return err
		case !known:
			err = tx.Put(key, append(binary.BigEndian.AppendUint64(nil, uint64(o.now().Unix())), o.process...))
		case len(record) < 8 || string(record[8:]) != o.process:
			err = ErrRepeated
		}
		if err != nil {
			return err
		}
		return fn(tx)
	})
}

func judgeOnce(_ string, record []byte, now time.Time) verdict {
	return verdict{drop: len(record) < 8 || now.Sub(time.Unix(int64(binary.BigEndian.Uint64(record)), 0)) > onceFor}
}
