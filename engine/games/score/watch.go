package score

import (
	"context"
	"runtime"
	"runtime/debug"
	"sync"
)

// watch lets a long count end soon after its context does. The steps of a count
// are nested loops, filters and comparisons of sorting, so it leaves them by a
// panic that stopped turns into the context's error.
type watch struct {
	ctx   context.Context
	ticks uint
}

// stop is what tick panics with.
type stop struct{}

// tick must be called once for each game looked at. A nil watch never stops.
func (w *watch) tick() {
	if w == nil {
		return
	}
	if w.ticks++; w.ticks%1024 == 0 && w.ctx.Err() != nil {
		panic(stop{})
	}
}

// stopped, deferred, sets err where tick has stopped the count.
func (w *watch) stopped(err *error) {
	switch r := recover().(type) {
	case nil:
	case stop:
		*err = w.ctx.Err()
	default:
		panic(r)
	}
}

// parallel does every piece of work, on as many goroutines as the machine has
// processors; each makes what it works with. It returns ctx's error where that ended
// it. Where one panics, parallel panics with the same once all have stopped.
func parallel[T any](ctx context.Context, all []T, worker func() func(T)) error {
	work := make(chan T, len(all))
	for _, x := range all {
		work <- x
	}
	close(work)
	n := min(runtime.GOMAXPROCS(0), len(all))
	ends := make([]any, n)
	var workers sync.WaitGroup
	for i := range ends {
		workers.Go(func() {
			defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // as the caller may have it
			defer func() { ends[i] = recover() }()
			do := worker()
			for x := range work {
				if ctx.Err() != nil {
					return
				}
				do(x)
			}
		})
	}
	workers.Wait()
	for _, end := range ends {
		if _, stopped := end.(stop); end != nil && !stopped {
			panic(end)
		}
	}
	return ctx.Err()
}
