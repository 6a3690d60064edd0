package bot

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"delphi/storage/pause"

	"github.com/cenkalti/backoff/v5"
)

// panics counts the panics that were recovered since the program started.
var panics atomic.Uint64

// Panics returns how many panics were recovered since the program started: in
// requests, in adapters and in what Guard and Supervise ran.
func Panics() uint64 { return panics.Load() }

// Panic is a recovered panic as an error. Its text is short; Stack is for the
// log.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Unwrap returns the panic's value where that is an error.
func (p *Panic) Unwrap() error { err, _ := p.Value.(error); return err }

// Recovered makes an error of what recover returned and counts it; nil for nil.
func Recovered(value any) *Panic {
	if value == nil {
		return nil
	}
	panics.Add(1)
	return &Panic{value, debug.Stack()}
}

// Guard runs do and returns its error; a panic becomes a *[Panic]. Every
// goroutine whose panic must not end the program runs its work in it.
func Guard(do func() error) (err error) {
	defer func() {
		if p := Recovered(recover()); p != nil {
			err = p
		}
	}()
	return do()
}

// How long Supervise waits before it restarts work that failed.
const (
	firstRestart = time.Second
	lastRestart  = 5 * time.Minute
	steady       = 10 * time.Minute // work that ran for so long starts over at firstRestart
)

// Supervise runs work that goes on beside the requests, and runs it again
// whenever it fails or panics, after a pause that grows, with jitter. What
// happened is logged under name. It returns once ctx has ended or work has
// returned nil.
func Supervise(ctx context.Context, log *slog.Logger, name string, work func(context.Context) error) {
	supervise(ctx, log, name, work, firstRestart)
}

func supervise(ctx context.Context, log *slog.Logger, name string, work func(context.Context) error, first time.Duration) {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval, pauses.Multiplier = first, lastRestart, 2
	pauses.Reset()
	for {
		began := time.Now()
		err := Guard(func() error { return work(ctx) })
		if err == nil || ctx.Err() != nil {
			return
		}
		if time.Since(began) > steady {
			pauses.Reset()
		}
		again := pauses.NextBackOff()
		attrs := []any{"work", name, "err", err, "again_in", again.Round(time.Millisecond)}
		if p, ok := err.(*Panic); ok {
			attrs = append(attrs, "stack", string(p.Stack))
		}
		log.Error("a background task failed and will be restarted", attrs...)
		if pause.For(ctx, again) != nil {
			return
		}
	}
}
