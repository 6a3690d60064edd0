package main

import (
	"context"
	"log/slog"
	"time"

	"delphi/commands"
	"delphi/engine/rules"
	"delphi/storage"
)

// dear is from when on an answer is worth keeping on disk: reading it back
// takes about ten microseconds, writing it costs others their turn.
const dear = 500 * time.Microsecond

// answers is the answer cache: dear answers are written behind to the store,
// cheap ones only stay in a little memory. It implements commands.Cache.
type answers struct {
	quick, kept *storage.Cache[*commands.Reply]
}

// newAnswers returns the cache over a store; nil keeps all in memory.
func newAnswers(store storage.Store, log *slog.Logger) *answers {
	make := func(store storage.Store, name string, entries int, bytes int64) *storage.Cache[*commands.Reply] {
		return storage.NewCache(store, storage.CacheOptions[*commands.Reply]{
			Name: name, DataVersion: rules.DataVersion() + " " + version(),
			MaxEntries: entries, MaxBytes: bytes, MaxAge: 30 * 24 * time.Hour,
			Encode: commands.EncodeReply, Decode: commands.DecodeReply, Size: commands.ReplySize,
			Log: log,
		})
	}
	return &answers{quick: make(nil, "quick answers", 500, 2<<20), kept: make(store, "answers", 5_000, 4<<20)}
}

// Get implements commands.Cache.
func (a *answers) Get(ctx context.Context, question string) (*commands.Reply, bool) {
	if r, ok := a.quick.Get(ctx, question); ok {
		return r, true
	}
	return a.kept.Get(ctx, question)
}

// Put implements commands.Cache.
func (a *answers) Put(question string, r *commands.Reply, took time.Duration) {
	if took < dear {
		a.quick.Put(question, r)
		return
	}
	a.kept.Put(question, r)
}

// Stats counts both parts as one: what one did not have, the other may.
func (a *answers) Stats() storage.CacheStats {
	q, k := a.quick.Stats(), a.kept.Stats()
	return storage.CacheStats{
		Hits: q.Hits + k.Hits, DiskHits: k.DiskHits, Misses: k.Misses,
		Entries: q.Entries + k.Entries, Bytes: q.Bytes + k.Bytes, Evicted: q.Evicted + k.Evicted, Lost: k.Lost,
	}
}

// Close writes what is not written yet.
func (a *answers) Close(ctx context.Context) error {
	a.quick.Close(ctx)
	return a.kept.Close(ctx)
}
