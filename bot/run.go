package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
)

// Run serves every adapter with h, each in a goroutine of its own, and waits
// for all of them. One that fails or panics is logged and touches no other.
// Run returns nil once ctx has ended and all have stopped; if every adapter
// stopped before that, it returns their errors joined.
func Run(ctx context.Context, log *slog.Logger, h Handler, adapters ...Adapter) error {
	errs := make([]error, len(adapters))
	var wg sync.WaitGroup
	for i, a := range adapters {
		wg.Go(func() {
			err := Guard(func() error { return a.Run(ctx, h) })
			if err == nil || errors.Is(err, context.Canceled) && ctx.Err() != nil {
				return
			}
			errs[i] = fmt.Errorf("%s: %w", a.Name(), err)
			attrs := []any{"network", a.Name(), "err", err}
			if p := new(Panic); errors.As(err, &p) {
				attrs = append(attrs, "stack", string(p.Stack))
			}
			log.Error("adapter stopped; the others keep running", attrs...)
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil
	}
	return errors.Join(errs...)
}
