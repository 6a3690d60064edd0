package follow

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"reflect"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"delphi/bot"
	"delphi/bot/fetch"
	"delphi/engine/games/xlog"
	"delphi/storage"
	"delphi/storage/gamelog"
	"delphi/storage/pause"
)

// Follower polls sources into the store.
type Follower struct {
	Games   gamelog.Games
	Sources []Source
	Log     *slog.Logger
	Now     func() time.Time // nil: time.Now

	// Steady reports whether Now can be trusted; nil means always. While it cannot,
	// nothing is read, because what is read gets the current time.
	Steady func() bool

	// Fresh is called with what is new once it has been stored, from one
	// goroutine per source; it may be nil. It must not block the poll for long.
	Fresh func(context.Context, Fresh)

	// Hold runs work while this process is the one that follows a source; nil:
	// it always is. The source's writes depend on the guard.
	Hold func(ctx context.Context, source string, work func(context.Context, storage.Guard) error) error

	// Awaited returns a moment that something waits to hear all sources were read after:
	// the first complete read after it is noted at once. It may be nil, or return 0.
	Awaited func(context.Context) int64

	// Note returns what writes down what is new in the transaction that keeps it;
	// nil: nothing does. It is called before that transaction.
	Note func(context.Context) (func(storage.Tx, Fresh) error, error)
}

// longestPause is the longest backoff for a failing source.
const longestPause = time.Hour

// readNoted is how often the time of the last complete read is stored while a
// source has nothing new.
const readNoted = 5 * time.Minute

// Run polls every source, each in a goroutine of its own, until ctx ends, and
// waits for them. A source that fails, or whose lines make the program panic,
// is tried again later and does not affect the others.
func (f *Follower) Run(ctx context.Context) {
	var wg sync.WaitGroup
	for _, s := range f.Sources {
		wg.Go(func() {
			bot.Supervise(ctx, f.Log, "game source "+s.Name, func(ctx context.Context) error {
				if f.Hold == nil {
					f.follow(ctx, s.WithDefaults(), nil)
					return nil
				}
				return f.Hold(ctx, s.Name, func(ctx context.Context, g storage.Guard) error {
					f.follow(ctx, s.WithDefaults(), g)
					return nil
				})
			})
		})
	}
	wg.Wait()
}

func (f *Follower) now() time.Time {
	if f.Now != nil {
		return f.Now()
	}
	return time.Now()
}

func (f *Follower) follow(ctx context.Context, s Source, g storage.Guard) {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval, pauses.Multiplier = time.Duration(s.Poll), longestPause, 2
	r := f.Open(s)
	r.guard = g
	defer r.Close()
	failing := ""
	for {
		err := r.Poll(ctx)
		wait := time.Duration(s.Poll)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			pauses.Reset()
			if failing != "" {
				f.Log.Info("game source is back", "source", s.Name)
			}
			failing = ""
		default:
			wait = max(wait, pauses.NextBackOff())
			var later *retryLater
			if errors.As(err, &later) {
				wait = max(wait, later.after)
			}
			if failing != err.Error() { // once for as long as it stays the same
				f.Log.Warn("game source cannot be read", "source", s.Name, "err", err, "again_in", wait.Round(time.Second))
			}
			failing = err.Error()
			if err := f.Games.Failed(ctx, s.Name, s.where(), failing, f.now().Unix()); err != nil && ctx.Err() == nil {
				f.Log.Error("cannot note the failure of a game source", "source", s.Name, "err", err)
			}
		}
		if pause.For(ctx, wait) != nil {
			return
		}
	}
}

// Reader reads one source from where it was left. It is used by one goroutine.
type Reader struct {
	f      *Follower
	source Source
	client *http.Client  // nil: it is a file
	guard  storage.Guard // nil: nobody else reads it
}

// Open returns a Reader of a source, to be closed.
func (f *Follower) Open(s Source) *Reader {
	r := &Reader{f: f, source: s.WithDefaults()}
	if s.URL != "" {
		r.client = fetch.Client(s.AllowPrivate)
	}
	return r
}

// Close closes the reader's connection.
func (r *Reader) Close() {
	if r.client != nil {
		r.client.CloseIdleConnections()
	}
}

// mostSteps bounds one poll: a source of ten times max_bytes takes ten polls.
const mostSteps = 10

// Poll reads up to the current end of the source, or as far as one poll may go,
// and passes what is new to Fresh.
func (r *Reader) Poll(ctx context.Context) error {
	f, s, c := r.f, &r.source, r.client
	if f.Steady != nil && !f.Steady() {
		return nil
	}
	steps := mostSteps
	if s.URL != "" {
		steps = 1 // the cap per poll is for the server's sake
	}
	for range steps {
		more, err := f.step(ctx, s, c, r.guard)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

func (f *Follower) step(ctx context.Context, s *Source, c *http.Client, g storage.Guard) (more bool, err error) {
	known, _, err := f.Games.Source(ctx, s.Name)
	if err != nil {
		return false, err
	}
	var got *chunk
	began := f.now().Unix()
	if s.URL != "" {
		got, err = readURL(ctx, c, s.URL, known.Position, s.MaxBytes, f.now())
		if got != nil && got.from == 0 && known.Position.Offset > 0 {
			got.reset = true
		}
	} else {
		got, err = readFile(ctx, s.Path, known.Position, s.MaxBytes)
	}
	if err != nil {
		return false, s.redact(err)
	}
	batch, events := digest(s, got, began)
	batch.Whole = !got.more
	noted := !batch.Whole || began-known.Read < int64(readNoted/time.Second) && began >= known.Read && !f.awaited(ctx, known.Read, began)
	to, at := batch.To, known.Position
	to.Tail, at.Tail = nil, nil
	if batch.Lines == 0 && !batch.Reset && known.Failure == "" && reflect.DeepEqual(to, at) && known.Where == s.where() && noted {
		return got.more, nil // nothing to write down
	}
	if batch.With, err = f.with(ctx, s, batch, events, g); err != nil {
		return false, err
	}
	added, err := f.Games.Add(ctx, s.Name, batch)
	if err != nil {
		return false, err
	}
	if batch.Reset && known.Position.Offset > 0 {
		f.Log.Warn("a game source is not the file that was read before, or was cut: it is read again from its beginning; lines that are known count once", "source", s.Name, "read_before", known.Position.Offset)
	}
	if n := len(batch.Aside); n > 0 {
		f.Log.Warn("lines of a game source were set aside", "source", s.Name, "lines", n, "why", reasons(batch.Aside))
	}
	for other, n := range added.Copies {
		f.Log.Warn("lines of a game source are also in another source and count only there", "source", s.Name, "other", other, "lines", n)
	}
	if fresh := freshOf(s, batch, events, added); f.Fresh != nil && (len(added.New) > 0 || len(events) > 0) {
		f.Fresh(ctx, fresh)
	}
	return got.more, nil
}

// awaited reports whether somebody waits for a read that began now, after one of before.
func (f *Follower) awaited(ctx context.Context, before, began int64) bool {
	if f.Awaited == nil {
		return false
	}
	at := f.Awaited(ctx)
	return before < at && began >= at
}

// freshOf returns what of a batch was not known before.
func freshOf(s *Source, b *gamelog.GameBatch, events []*xlog.Event, added gamelog.Added) Fresh {
	fresh := Fresh{Source: s, Events: events}
	for _, i := range added.New {
		if !b.Games[i].Replaced {
			fresh.Games = append(fresh.Games, &b.Games[i])
		}
	}
	return fresh
}

// with returns what else the transaction of a batch does: it notes what is new, and
// refuses to keep what somebody else is to read now.
func (f *Follower) with(ctx context.Context, s *Source, b *gamelog.GameBatch, events []*xlog.Event, g storage.Guard) (func(storage.Tx, gamelog.Added) error, error) {
	if g == nil && f.Note == nil {
		return nil, nil
	}
	note := func(storage.Tx, Fresh) error { return nil }
	if f.Note != nil {
		var err error
		if note, err = f.Note(ctx); err != nil {
			return nil, err
		}
	}
	return func(tx storage.Tx, added gamelog.Added) error {
		if g != nil {
			if err := g.Guard(tx); err != nil {
				return err
			}
		}
		return note(tx, freshOf(s, b, events, added))
	}, nil
}
