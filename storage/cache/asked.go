package cache

import (
	"context"
	"log/slog"
	"time"

	"delphi/storage"
)

// Asked is the last question of a place, or of one user there.
type Asked struct {
	Line string `json:"line"`
	Nick string `json:"nick,omitempty"` // of whoever asked, to say whose question it was
	Page int    `json:"page,omitempty"` // how many more pages of its answer were shown
	Row  int    `json:"row,omitempty"`  // how many rows of its table were shown, a screen at a time

	Private bool  `json:"private,omitempty"` // only the asker saw the answer
	At      int64 `json:"at,omitempty"`      // when it was asked, in seconds since 1970; 0: not known
}

// LastAsked remembers the last question of each place, for a month, of the
// most recent ten thousand places. It is written behind: a restart may lose
// the last second. It is safe for use by many goroutines.
type LastAsked struct{ cache *Cache[Asked] }

// NewLastAsked returns the questions in store. A nil store keeps them in
// memory. Otherwise it runs a goroutine until Close, which must be called
// before the store's own. A nil log is slog.Default().
func NewLastAsked(store storage.Store, log *slog.Logger) *LastAsked {
	return &LastAsked{New(store, Options[Asked]{
		Name:        "asked",
		DataVersion: "3", // of the record: a question outlives the rules it was asked under
		Size:        func(a Asked) int { return len(a.Line) + len(a.Nick) + 8 },
		Log:         log,
	})}
}

// Follow makes values that other processes put into the same store visible here, at
// most the given time plus a second after they were written. It must be called before
// anything else.
func (l *LastAsked) Follow(fresh time.Duration) { l.cache.opts.Fresh = fresh }

// Last returns the last question put for the place.
func (l *LastAsked) Last(ctx context.Context, place string) (Asked, bool) {
	return l.cache.Get(ctx, place)
}

// Put remembers a as the place's last question.
func (l *LastAsked) Put(place string, a Asked) { l.cache.Put(place, a) }

// Close writes what was put last, as Cache.Close does.
func (l *LastAsked) Close(ctx context.Context) error { return l.cache.Close(ctx) }
