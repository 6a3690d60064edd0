package storage

import (
	"context"
	"sync"
)

// Gate is for implementations of Store: it lets in any number of transactions, of which one
// writes, and closes when all have left. NewGate makes one.
type Gate struct {
	open   sync.RWMutex // read-held by every transaction, so that Close waits for them
	closed bool         // under open
	writer chan struct{}
}

// NewGate returns an open gate.
func NewGate() *Gate { return &Gate{writer: make(chan struct{}, 1)} }

// Enter is the function Enter, for a transaction that holds the store open until it leaves.
// One that writes waits until no other does, or its ctx is done. Once the gate is closed
// the error is ErrClosed.
func (g *Gate) Enter(ctx context.Context, s Store, writes bool) (inner context.Context, leave func(), err error) {
	if inner, err = Enter(ctx, s); err != nil {
		return nil, nil, err
	}
	g.open.RLock()
	if g.closed {
		g.open.RUnlock()
		return nil, nil, ErrClosed
	}
	if !writes {
		return inner, g.open.RUnlock, nil
	}
	select {
	case g.writer <- struct{}{}:
		return inner, func() {
			<-g.writer
			g.open.RUnlock()
		}, nil
	case <-ctx.Done():
		g.open.RUnlock()
		return nil, nil, ctx.Err()
	}
}

// Close waits for all transactions and lets in no more. The first time it runs release.
func (g *Gate) Close(release func()) {
	g.open.Lock()
	defer g.open.Unlock()
	if !g.closed {
		g.closed = true
		release()
	}
}
