package shared

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"delphi/storage"
)

const (
	// writeIdle and readIdle are how long the host waits for a client's next request
	// within a transaction. A writer keeps all others waiting.
	writeIdle = 10 * time.Second
	readIdle  = 5 * time.Minute

	// farewell is how long the host, when it closes, waits for transactions of
	// clients.
	farewell = 2 * time.Second

	maxClients = 64
	chunk      = 256 << 10 // bytes of entries or of a backup in one response, about
)

// errAbandoned means that a client left a transaction without committing it.
var errAbandoned = errors.New("the transaction was abandoned")

// host runs the transactions of other processes on an open store.
type host struct {
	store    storage.Maintainer
	listener net.Listener
	path     string
	cancel   context.CancelFunc
	all      sync.WaitGroup
	slots    chan struct{}
	closing  chan struct{}

	writeIdle time.Duration
}

// newHost listens on the socket at path until Close. idle is writeIdle but in
// tests.
func newHost(store storage.Maintainer, path string, idle time.Duration) (*host, error) {
	l, err := listen(path)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	h := &host{
		store: store, listener: l, path: path, cancel: cancel, slots: make(chan struct{}, maxClients), closing: make(chan struct{}),
		writeIdle: idle,
	}
	h.all.Go(func() { h.accept(ctx) })
	return h, nil
}

func (h *host) accept(ctx context.Context) {
	for {
		select {
		case h.slots <- struct{}{}:
		case <-h.closing:
			return
		}
		conn, err := h.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // such as too many open files
			<-h.slots
			select {
			case <-time.After(100 * time.Millisecond):
			case <-h.closing:
				return
			}
			continue
		}
		h.all.Go(func() {
			defer func() { <-h.slots }()
			h.serve(ctx, conn)
		})
	}
}

// Close, which is called once, removes the socket and waits briefly for the clients'
// transactions before it ends them.
func (h *host) Close() error {
	remove(h.path)
	close(h.closing)
	err := h.listener.Close()
	end := time.AfterFunc(farewell, h.cancel)
	h.all.Wait()
	end.Stop()
	h.cancel()
	return err
}

// session is one connection.
type session struct {
	*wire
	requests chan request
	err      error // of a put or delete, which are not answered
}

// serve runs one connection.
func (h *host) serve(ctx context.Context, conn net.Conn) {
	ctx, cancel := context.WithCancel(ctx)
	s := &session{wire: newWire(conn), requests: make(chan request, 64)}
	var reading sync.WaitGroup
	defer reading.Wait()
	defer conn.Close() // ends the reading
	defer cancel()
	reading.Go(func() {
		defer cancel() // whoever waits for the writer's turn need not any more
		defer close(s.requests)
		for {
			var q request
			if s.receive(&q) != nil {
				return
			}
			select {
			case s.requests <- q:
			case <-ctx.Done():
				return
			}
		}
	})
	q, ok := s.next(ctx, h.writeIdle)
	if !ok {
		return
	}
	var r response
	if err := understood(q); err != nil {
		r.fail(err)
	} else if q, ok = s.next(ctx, h.writeIdle); ok {
		r.fail(h.run(ctx, s, q, &r))
	} else {
		return
	}
	r.End = true
	_ = s.send(&r, true) // a client that is gone does not care
}

// next returns the client's next request; ok is false if it is gone, or silent for
// too long.
func (s *session) next(ctx context.Context, patience time.Duration) (request, bool) {
	select { // what has arrived already needs no timer
	case q, ok := <-s.requests:
		return q, ok
	default:
	}
	t := time.NewTimer(patience)
	defer t.Stop()
	select {
	case q, ok := <-s.requests:
		return q, ok
	case <-t.C:
	case <-ctx.Done():
	}
	return request{}, false
}

func (h *host) run(ctx context.Context, s *session, q request, last *response) (err error) {
	switch q.Op {
	case opView:
		return h.store.View(ctx, func(tx storage.ReadTx) error { return s.transact(tx, nil, readIdle) })
	case opUpdate:
		again := false
		return h.store.Update(ctx, func(tx storage.Tx) error {
			if again { // the client's own function has run already
				return errors.New("the store was changed meanwhile; try again")
			}
			again = true
			return s.transact(tx, tx, h.writeIdle)
		})
	case opBackup:
		return h.store.Backup(ctx, (*backupWriter)(s))
	case opCheck:
		var report storage.CheckReport
		if report, err = h.store.Check(ctx); err == nil {
			last.Value, err = json.Marshal(report)
		}
	case opCompact:
		var c compacted
		if c.Before, c.After, err = h.store.Compact(ctx); err == nil {
			last.Value, err = json.Marshal(c)
		}
	default:
		err = fmt.Errorf("request %d is not known here: is the other process another version?", q.Op)
	}
	return err
}

// transact runs the requests of a transaction until the client commits; w is
// nil if it only reads.
func (s *session) transact(tx storage.ReadTx, w storage.Tx, patience time.Duration) error {
	if err := s.send(&response{}, true); err != nil {
		return err
	}
	for {
		q, ok := s.next(tx.Context(), patience)
		if !ok {
			return errAbandoned
		}
		var r response
		switch {
		case q.Op == opCommit:
			return s.err
		case q.Op == opPut && w != nil:
			s.err = errors.Join(s.err, w.Put(q.Key, q.Value))
			continue
		case q.Op == opDelete && w != nil:
			s.err = errors.Join(s.err, w.Delete(q.Key))
			continue
		case q.Op == opGet:
			var err error
			r.Value, r.OK, err = tx.Get(q.Key)
			r.fail(errors.Join(s.err, err))
		case q.Op == opScan:
			r.fail(errors.Join(s.err, collect(tx, q, &r)))
		default:
			return fmt.Errorf("request %d does not belong here", q.Op)
		}
		if err := s.send(&r, true); err != nil {
			return err
		}
	}
}

// collect puts the next entries of a scan into a response.
func collect(tx storage.ReadTx, q request, r *response) error {
	n := 0
	for e, err := range tx.Scan(q.Key, q.Value) {
		if err != nil {
			return err
		}
		if n >= max(1, q.Limit) || len(r.Value) >= chunk {
			return nil
		}
		n++
		r.Value = appendEntry(r.Value, e)
	}
	r.End = true
	return nil
}

// compacted is the answer to opCompact.
type compacted struct{ Before, After int64 }

// backupWriter sends a backup in parts.
type backupWriter session

func (s *backupWriter) Write(b []byte) (n int, err error) {
	for n < len(b) {
		part := b[n:min(len(b), n+chunk)]
		if err := s.send(&response{Value: part}, true); err != nil {
			return n, err
		}
		n += len(part)
	}
	return n, nil
}
