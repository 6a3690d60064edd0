package score

import "context"

// watch lets a long count end soon after its context does. The steps of a count
// are nested loops, filters and comparisons of sorting, so it leaves them by a
// panic that stopped turns into the context's error.
type watch struct {
	ctx   context.Context
	ticks uint
}

// stop is what tick panics with.
type stop struct{}

// tick is called once for each game looked at. A nil watch never stops.
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
