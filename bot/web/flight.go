package web

import (
	"context"
	"errors"
	"sync"
)

// flights are pages that are being made. Whoever asks for one of them waits for
// it; when all who waited have left, the making ends.
type flights struct {
	mu sync.Mutex
	by map[string]*flight
}

type flight struct {
	cancel  context.CancelFunc
	readers int           // who wait for it
	done    chan struct{} // closed when page and err are there
	page    *page
	err     error
}

// errBroken is the error that the others get if making a page panicked.
var errBroken = errors.New("making this page was interrupted")

// do makes a page, or waits for the one that is being made under the same key,
// which was not mine. The work's context ends when nobody waits for it any more,
// or after makeTime.
func (f *flights) do(ctx context.Context, key string, work func(context.Context) (*page, error)) (p *page, mine bool, err error) {
	f.mu.Lock()
	if old := f.by[key]; old != nil {
		old.readers++
		f.mu.Unlock()
		select {
		case <-old.done:
			return old.page, false, old.err
		case <-ctx.Done():
			f.leave(key, old)
			return nil, false, context.Cause(ctx)
		}
	}
	on, cancel := context.WithTimeout(context.WithoutCancel(ctx), makeTime)
	n := &flight{cancel: cancel, readers: 1, done: make(chan struct{}), err: errBroken}
	if f.by == nil {
		f.by = map[string]*flight{}
	}
	f.by[key] = n
	f.mu.Unlock()
	stop := context.AfterFunc(ctx, func() { f.leave(key, n) })
	defer func() {
		stop()
		cancel()
		f.mu.Lock()
		f.end(key, n)
		f.mu.Unlock()
		close(n.done)
	}()
	n.page, n.err = work(on)
	return n.page, true, n.err
}

// leave must be called by a reader who stops waiting.
func (f *flights) leave(key string, n *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n.readers--; n.readers == 0 {
		n.cancel()
		f.end(key, n) // whoever asks from now on gets a page of their own
	}
}

func (f *flights) end(key string, n *flight) {
	if f.by[key] == n {
		delete(f.by, key)
	}
}
