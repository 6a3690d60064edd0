package cache

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

const (
	behindLinger = time.Second // how long a write waits for others to join its batch
	behindBatch  = 256         // a batch of this size is written at once
	behindMax    = 1024        // more pending writes than this are dropped
)

// behind is a write-behind queue: it collects writes, the latest for each key, and one
// goroutine, which close waits for, makes them in batches. A batch that fails is lost,
// so use it only for data that may be lost. The first failure after a success is
// logged.
type behind[T any] struct {
	write func(ctx context.Context, batch map[string]T) error
	log   *slog.Logger

	flushing sync.Mutex // held during write

	mu      sync.Mutex
	pending map[string]T // waiting
	writing map[string]T // in write's hands; nobody changes it
	lost    int64
	failing bool
	closed  bool

	wake, full chan struct{} // one token each: something is pending; enough to write at once
	stop, done chan struct{}
	cancel     context.CancelFunc
}

// newBehind starts the goroutine. write is called with one batch at a time,
// first with an empty one, and must not keep it.
func newBehind[T any](log *slog.Logger, write func(context.Context, map[string]T) error) *behind[T] {
	ctx, cancel := context.WithCancel(context.Background())
	b := &behind[T]{
		write:   write,
		log:     log,
		pending: map[string]T{},
		wake:    make(chan struct{}, 1),
		full:    make(chan struct{}, 1),
		stop:    make(chan struct{}),
		done:    make(chan struct{}),
		cancel:  cancel,
	}
	b.wake <- struct{}{}
	go b.run(ctx)
	return b
}

// put queues value to be written for key, in place of one that is still
// queued. It never blocks.
func (b *behind[T]) put(key string, value T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, waiting := b.pending[key]; b.closed || !waiting && len(b.pending) >= behindMax {
		b.lost++
		return
	}
	b.pending[key] = value
	signal(b.wake)
	if len(b.pending) >= behindBatch {
		signal(b.full)
	}
}

// get returns the value that is queued for key.
func (b *behind[T]) get(key string) (value T, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if value, ok = b.pending[key]; !ok {
		value, ok = b.writing[key]
	}
	return value, ok
}

// lostWrites returns how many writes were dropped.
func (b *behind[T]) lostWrites() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lost
}

// signal puts a token into c unless there is one already.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (b *behind[T]) run(ctx context.Context) {
	defer close(b.done)
	linger := time.NewTimer(behindLinger)
	defer linger.Stop()
	for {
		select {
		case <-b.wake:
		case <-b.stop:
			b.last(ctx)
			return
		}
		linger.Reset(behindLinger)
		select {
		case <-linger.C:
		case <-b.full:
		case <-b.stop:
			b.last(ctx)
			return
		}
		b.flush(ctx)
	}
}

// last writes whatever is still pending.
func (b *behind[T]) last(ctx context.Context) {
	b.mu.Lock()
	n := len(b.pending)
	b.mu.Unlock()
	if n > 0 {
		b.flush(ctx)
	}
}

// flush writes what is pending now.
func (b *behind[T]) flush(ctx context.Context) {
	b.flushing.Lock()
	defer b.flushing.Unlock()
	b.mu.Lock()
	batch := b.pending
	b.writing, b.pending = batch, map[string]T{}
	b.mu.Unlock()

	err := b.try(ctx, batch)

	b.mu.Lock()
	b.writing = nil
	report := err != nil && !b.failing
	b.failing = err != nil
	if err != nil {
		b.lost += int64(len(batch))
	}
	b.mu.Unlock()
	if report {
		b.log.Warn("a delayed write failed; what it would have written is lost", "entries", len(batch), "error", err)
	}
}

// try calls write and turns a panic into an error.
func (b *behind[T]) try(ctx context.Context, batch map[string]T) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return b.write(ctx, batch)
}

// close writes what is pending and waits for the goroutine. When ctx is done
// first the write is cancelled, and ctx's error returned.
func (b *behind[T]) close(ctx context.Context) error {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.stop)
	}
	b.mu.Unlock()
	defer b.cancel()
	select {
	case <-b.done:
		return nil
	case <-ctx.Done():
		b.cancel()
		<-b.done
		return ctx.Err()
	}
}
