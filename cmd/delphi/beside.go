package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// shutdown bounds the time from the signal to stop to the end of the process.
// Adapters take up to four and a half seconds to say goodbye.
const shutdown = 4800 * time.Millisecond

// beside is the work that goes on beside the adapters, by name. The zero value
// is ready for use.
type beside struct {
	wg      sync.WaitGroup
	mu      sync.Mutex
	running map[string]int
}

// Go runs work in a goroutine of its own.
func (b *beside) Go(name string, work func()) {
	b.count(name, 1)
	b.wg.Go(func() {
		defer b.count(name, -1)
		work()
	})
}

func (b *beside) count(name string, d int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.running == nil {
		b.running = map[string]int{}
	}
	if b.running[name] += d; b.running[name] == 0 {
		delete(b.running, name)
	}
}

// Wait waits until all work has ended.
func (b *beside) Wait() { b.wg.Wait() }

// Running names the work that has not ended.
func (b *beside) Running() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Sorted(maps.Keys(b.running))
}

// within runs serve and returns its error. Once ctx has ended it waits no
// longer than shutdown: what is stuck then ends with the process. Nothing is
// lost by that which anybody was told is kept, as with kill -9.
func within(ctx context.Context, b *beside, serve func() error) error {
	served := make(chan error, 1)
	go func() { served <- serve() }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	late := time.NewTimer(shutdown)
	defer late.Stop()
	select {
	case err := <-served:
		return err
	case <-late.C:
		return fmt.Errorf("stopped after %v without waiting for what is still running: %s", shutdown, strings.Join(b.Running(), ", "))
	}
}
