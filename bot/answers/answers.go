package answers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"delphi/commands"
	"delphi/engine/rules"
	"delphi/storage"
	"delphi/storage/cache"
)

// slowAnswer is how long an answer must take to compute before it is cached on
// disk: reading it back takes about ten microseconds, and writing it keeps
// others waiting.
const slowAnswer = 500 * time.Microsecond

// quickAnswer is how long an answer must take to compute before it is kept at all:
// what takes less is worked out again about as soon as it is found and kept.
const quickAnswer = 30 * time.Microsecond

// tooSlowFor is how long a question that ran out of time is refused without
// another try.
const tooSlowFor = time.Minute

// Cache is the answer cache: slow answers are written behind to the store,
// quick ones only stay in a little memory, or not at all. Equal questions at the same time
// are worked out once. It implements the router's Cache.
type Cache struct {
	quick, kept *cache.Cache[*commands.Reply]
	flights     singleflight.Group
	tooSlow     *lru.Cache[string, time.Time] // when a question ran out of time
	now         func() time.Time
}

// New returns the cache over a store; nil keeps all in memory. Answers that another
// version of the program, or of its data, has stored are not used.
func New(store storage.Store, version string, log *slog.Logger) *Cache {
	made := "" // from what the answers in the store were worked out
	if store != nil {
		made = rules.DataVersion() + " " + version
	}
	cache := func(store storage.Store, name string, entries int, bytes int64) *cache.Cache[*commands.Reply] {
		return cache.New(store, cache.Options[*commands.Reply]{
			Name: name, DataVersion: made,
			MaxEntries: entries, MaxBytes: bytes, MaxAge: 30 * 24 * time.Hour,
			Encode: commands.EncodeReply, Decode: commands.DecodeReply, Size: commands.ReplySize,
			Log: log,
		})
	}
	slow, err := lru.New[string, time.Time](1000)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &Cache{
		quick: cache(nil, "quick answers", 500, 2<<20), kept: cache(store, "answers", 5_000, 4<<20),
		tooSlow: slow, now: time.Now,
	}
}

// Do returns the answer to a question, which work finds if it is not cached. A question that ran out of time is refused for
// a minute.
func (a *Cache) Do(ctx context.Context, question string, work func(context.Context) (*commands.Reply, error)) (*commands.Reply, error) {
	for {
		if r, ok := a.get(ctx, question); ok {
			return r, nil
		}
		if at, ok := a.slow(question); ok && a.now().Sub(at) < tooSlowFor {
			return nil, &commands.Problem{
				Text: fmt.Sprintf("That took too long a moment ago. Ask for less at once, or try again after %v.", (tooSlowFor - a.now().Sub(at)).Round(time.Second)),
				Err:  context.DeadlineExceeded,
			}
		}
		mine := false
		r, err, _ := a.flights.Do(question, func() (any, error) {
			mine = true
			return a.work(ctx, question, work)
		})
		if err == nil {
			return r.(*commands.Reply), nil
		}
		// Whoever worked it out may have left; those who are still here go on.
		if mine || ctx.Err() != nil || !errors.Is(err, context.Canceled) {
			return nil, err
		}
	}
}

// slow returns when a question last timed out, if it did.
func (a *Cache) slow(question string) (at time.Time, ok bool) {
	if a.tooSlow.Len() == 0 { // as nearly always
		return at, false
	}
	return a.tooSlow.Get(question)
}

// work computes an answer and caches it.
func (a *Cache) work(ctx context.Context, question string, work func(context.Context) (*commands.Reply, error)) (*commands.Reply, error) {
	start := time.Now()
	r, err := work(ctx)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			a.tooSlow.Add(question, a.now())
		}
		return nil, err
	}
	switch took := time.Since(start); {
	case took >= slowAnswer:
		a.kept.Put(question, r)
	case took >= quickAnswer:
		a.quick.Put(question, r)
	}
	return r, nil
}

func (a *Cache) get(ctx context.Context, question string) (*commands.Reply, bool) {
	if r, ok := a.quick.Get(ctx, question); ok {
		return r, true
	}
	return a.kept.Get(ctx, question)
}

// Stats counts both parts as one: what one did not have, the other may.
func (a *Cache) Stats() cache.Stats {
	q, k := a.quick.Stats(), a.kept.Stats()
	return cache.Stats{
		Hits: q.Hits + k.Hits, DiskHits: k.DiskHits, Misses: k.Misses,
		Entries: q.Entries + k.Entries, Bytes: q.Bytes + k.Bytes, Evicted: q.Evicted + k.Evicted, Lost: k.Lost,
	}
}

// Close writes pending answers to the store.
func (a *Cache) Close(ctx context.Context) error {
	a.quick.Close(ctx)
	return a.kept.Close(ctx)
}
