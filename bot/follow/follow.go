package follow

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"delphi/storage"
)

// Follower polls sources into the store.
type Follower struct {
	Games   storage.Games
	Sources []Source
	Log     *slog.Logger
	Now     func() time.Time // nil: time.Now

	// Fresh is told of what is new after it has been kept, from one goroutine
	// for each source; nil: nobody. It must not keep the poll waiting for long.
	Fresh func(context.Context, Fresh)
}

// longestPause is how long a source that fails is left alone at most.
const longestPause = time.Hour

// Run polls every source, each in a goroutine of its own, until ctx ends, and
// waits for them. A source that fails is tried again later and touches no other.
func (f *Follower) Run(ctx context.Context) {
	var wg sync.WaitGroup
	for _, s := range f.Sources {
		wg.Go(func() { f.follow(ctx, s.WithDefaults()) })
	}
	wg.Wait()
}

func (f *Follower) now() time.Time {
	if f.Now != nil {
		return f.Now()
	}
	return time.Now()
}

func (f *Follower) follow(ctx context.Context, s Source) {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval, pauses.Multiplier = time.Duration(s.Poll), longestPause, 2
	var http *http.Client
	if s.URL != "" {
		http = client(s.AllowPrivate)
		defer http.CloseIdleConnections()
	}
	failing := ""
	for {
		err := f.poll(ctx, &s, http)
		pause := time.Duration(s.Poll)
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
			pause = max(pause, pauses.NextBackOff())
			var later *retryLater
			if errors.As(err, &later) {
				pause = max(pause, later.after)
			}
			if failing != err.Error() { // once for as long as it stays the same
				f.Log.Warn("game source cannot be read", "source", s.Name, "err", err, "again_in", pause.Round(time.Second))
			}
			failing = err.Error()
			if err := f.Games.Failed(ctx, s.Name, s.where(), failing, f.now().Unix()); err != nil && ctx.Err() == nil {
				f.Log.Error("cannot note the failure of a game source", "source", s.Name, "err", err)
			}
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

// Poll reads on in one source to its present end.
func (f *Follower) Poll(ctx context.Context, s Source) error {
	s = s.WithDefaults()
	var c *http.Client
	if s.URL != "" {
		c = client(s.AllowPrivate)
		defer c.CloseIdleConnections()
	}
	return f.poll(ctx, &s, c)
}

// mostSteps bounds one poll: a source of ten times max_bytes takes ten polls.
const mostSteps = 10

func (f *Follower) poll(ctx context.Context, s *Source, c *http.Client) error {
	steps := mostSteps
	if s.URL != "" {
		steps = 1 // the cap per poll is for the server's sake
	}
	for range steps {
		more, err := f.step(ctx, s, c)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

func (f *Follower) step(ctx context.Context, s *Source, c *http.Client) (more bool, err error) {
	known, _, err := f.Games.Source(ctx, s.Name)
	if err != nil {
		return false, err
	}
	var got *chunk
	if s.URL != "" {
		got, err = readURL(ctx, c, s.URL, known.Position, s.MaxBytes)
		if got != nil && got.from == 0 && known.Position.Offset > 0 {
			got.reset = true
		}
	} else {
		got, err = readFile(ctx, s.Path, known.Position, s.MaxBytes)
	}
	if err != nil {
		return false, err
	}
	batch, events := digest(s, got, f.now().Unix())
	if batch.Lines == 0 && !batch.Reset && known.Failure == "" && known.Position.ETag == batch.To.ETag && known.Position.Inode == batch.To.Inode && known.Where == s.where() {
		return got.more, nil // nothing to write down
	}
	added, err := f.Games.Add(ctx, s.Name, batch)
	if err != nil {
		return false, err
	}
	if n := len(batch.Aside); n > 0 {
		f.Log.Warn("lines of a game source could not be read", "source", s.Name, "lines", n, "first", batch.Aside[0].Reason)
	}
	if f.Fresh != nil && (len(added.New) > 0 || len(events) > 0) {
		fresh := Fresh{Source: s, Events: events}
		for _, i := range added.New {
			fresh.Games = append(fresh.Games, &batch.Games[i])
		}
		f.Fresh(ctx, fresh)
	}
	return got.more, nil
}
