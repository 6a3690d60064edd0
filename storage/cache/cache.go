package cache

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"delphi/storage"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// The bounds of a Cache whose options do not set them.
const (
	DefaultEntries = 10_000
	DefaultBytes   = 16 << 20
	DefaultAge     = 30 * 24 * time.Hour
)

// sweepChunk is how many keys of another data version go in one transaction.
const sweepChunk = 5000

// Options says what a Cache keeps, and how. Zero values are defaults.
type Options[V any] struct {
	Name        string // tells caches in one store apart
	DataVersion string // what the values were made from; those of another version are dropped

	MaxEntries int           // in memory, and in the store
	MaxBytes   int64         // likewise; keys and values
	MaxAge     time.Duration // an older value is not returned
	Fresh      time.Duration // how long a value is taken from memory, where other processes put some too; 0: MaxAge

	Encode func(V) ([]byte, error) // for the store; default JSON
	Decode func([]byte) (V, error) // its inverse
	Size   func(V) int             // about how many bytes a value holds; default: encode and count

	Now func() time.Time // default time.Now
	Log *slog.Logger     // default slog.Default()
}

// Stats counts since the Cache was made.
type Stats struct {
	Hits     int64 // answered from memory
	DiskHits int64 // answered from the store
	Misses   int64 // not answered
	Entries  int   // in memory now
	Bytes    int64 // in memory now, keys and values
	Evicted  int64 // left memory, for want of room or for age
	Lost     int64 // not written to the store: too many at once, or it failed
}

// Cache keeps values in memory, the most recently used ones, and behind them
// in a Store, the youngest ones. It is bounded in entries, bytes and age. What
// is put is written to the store later, in batches: what was put last may be
// lost, a value may be forgotten at any time, but one put under another
// DataVersion is never returned. Trouble with the store is logged and costs
// hits, nothing else. A value that was put or got is shared: nobody may change
// it. A Cache is safe for use by many goroutines.
type Cache[V any] struct {
	opts  Options[V]
	store storage.Store // nil: memory only

	mu      sync.Mutex
	memory  *simplelru.LRU[string, held[V]]
	bytes   int64
	hits    int64
	evicted int64

	diskHits, misses atomic.Int64
	readFailing      atomic.Bool

	behind *behind[held[V]] // nil without a store
	swept  bool             // other data versions are gone from the store; used by write only
}

// held is one value in memory.
type held[V any] struct {
	value V
	at    int64  // when it was put, in nanoseconds since 1970
	seen  int64  // when it was put or read here
	size  int64  // with its key
	code  []byte // the value encoded, if it is already
}

// New returns the cache that opts names, with what store holds of it from
// earlier. A nil store keeps it in memory. Otherwise it runs a goroutine until
// Close, which must be called before the store's own.
func New[V any](store storage.Store, opts Options[V]) *Cache[V] {
	if opts.MaxEntries <= 0 {
		opts.MaxEntries = DefaultEntries
	}
	if opts.MaxBytes <= 0 {
		opts.MaxBytes = DefaultBytes
	}
	if opts.MaxAge <= 0 {
		opts.MaxAge = DefaultAge
	}
	if opts.Encode == nil || opts.Decode == nil {
		opts.Encode = func(v V) ([]byte, error) { return json.Marshal(v) }
		opts.Decode = func(b []byte) (v V, err error) { err = json.Unmarshal(b, &v); return v, err }
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Log == nil {
		opts.Log = slog.Default()
	}
	opts.Log = opts.Log.With("cache", opts.Name)
	c := &Cache[V]{opts: opts, store: store}
	memory, err := simplelru.NewLRU(opts.MaxEntries, func(_ string, h held[V]) {
		c.bytes -= h.size
		c.evicted++
	})
	if err != nil {
		panic(err) // only for a size below 1
	}
	c.memory = memory
	if store != nil {
		c.behind = newBehind(opts.Log, c.write)
	}
	return c
}

// Get returns the value put under key. ctx bounds the lookup in the store.
func (c *Cache[V]) Get(ctx context.Context, key string) (V, bool) {
	if c.nothing() {
		c.misses.Add(1)
		var none V
		return none, false
	}
	now := c.opts.Now().UnixNano()
	c.mu.Lock()
	h, ok := c.memory.Get(key)
	if ok && c.fresh(h.at, now) && (c.opts.Fresh == 0 || now-h.seen < int64(c.opts.Fresh)) {
		c.hits++
		c.mu.Unlock()
		return h.value, true
	}
	if ok {
		c.memory.Remove(key)
	}
	c.mu.Unlock()

	if h, ok = c.fetch(ctx, key, now); ok {
		h.seen = now
		c.diskHits.Add(1)
		c.remember(key, h, false)
		return h.value, true
	}
	c.misses.Add(1)
	var none V
	return none, false
}

// nothing reports whether the cache is empty, in memory and on disk.
func (c *Cache[V]) nothing() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.store == nil && c.memory.Len() == 0
}

// fresh reports whether a value that was put at that time may be returned. One
// from the future may not: the clock was set back, so its age is unknown.
func (c *Cache[V]) fresh(at, now int64) bool {
	return at <= now && now-at <= int64(c.opts.MaxAge)
}

// fetch looks for key in the store and among what is on its way there.
func (c *Cache[V]) fetch(ctx context.Context, key string, now int64) (h held[V], ok bool) {
	if c.store == nil {
		return h, false
	}
	if h, ok = c.behind.get(key); ok {
		return h, c.fresh(h.at, now)
	}
	h, ok, err := c.read(ctx, key, now)
	switch failing := err != nil && ctx.Err() == nil; {
	case !failing:
		c.readFailing.Store(false)
	case !c.readFailing.Swap(true):
		c.opts.Log.Warn("reading from the store failed", "error", err)
	}
	return h, ok && err == nil
}

func (c *Cache[V]) read(ctx context.Context, key string, now int64) (h held[V], ok bool, err error) {
	k := c.key("entry", stored(key))
	var record []byte
	err = c.store.View(ctx, func(tx storage.ReadTx) error {
		record, ok, err = tx.Get(k)
		return err
	})
	if err != nil || !ok {
		return h, false, err
	}
	at, code, err := splitRecord(record)
	if err != nil || !c.fresh(at, now) {
		return h, false, err
	}
	v, err := c.opts.Decode(code)
	if err != nil {
		return h, false, err
	}
	h = held[V]{value: v, at: at, size: int64(len(key) + len(code))}
	if c.opts.Size != nil {
		h.size = int64(len(key) + c.opts.Size(v))
	}
	return h, true, nil
}

// Put keeps v under key, from now on. A value that alone is beyond MaxBytes, or
// cannot be encoded, is not kept.
func (c *Cache[V]) Put(key string, v V) {
	h := held[V]{value: v, at: c.opts.Now().UnixNano()}
	h.seen = h.at
	if c.opts.Size != nil {
		h.size = int64(len(key) + c.opts.Size(v))
	} else {
		code, err := c.opts.Encode(v)
		if err != nil {
			c.opts.Log.Warn("a value cannot be encoded and is not kept", "key", key, "error", err)
			return
		}
		h.code, h.size = code, int64(len(key)+len(code))
	}
	if h.size > c.opts.MaxBytes {
		return
	}
	if c.behind != nil {
		c.behind.put(key, h)
	}
	h.code = nil
	c.remember(key, h, true)
}

// remember keeps h in memory, in place of what is there if replace says so.
func (c *Cache[V]) remember(key string, h held[V], replace bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.memory.Peek(key); ok {
		if !replace {
			return
		}
		c.bytes -= old.size
	}
	c.bytes += h.size
	c.memory.Add(key, h)
	for c.bytes > c.opts.MaxBytes {
		c.memory.RemoveOldest()
	}
}

// Stats returns what was counted so far.
func (c *Cache[V]) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Stats{
		Hits:     c.hits,
		DiskHits: c.diskHits.Load(),
		Misses:   c.misses.Load(),
		Entries:  c.memory.Len(),
		Bytes:    c.bytes,
		Evicted:  c.evicted,
	}
	if c.behind != nil {
		s.Lost = c.behind.lostWrites()
	}
	return s
}

// Flush writes to the store what was put so far, or drops it.
func (c *Cache[V]) Flush(ctx context.Context) {
	if c.behind != nil {
		c.behind.flush(ctx)
	}
}

// Close writes what was put last and waits for the goroutine; when ctx is done
// first, what is not yet written is dropped and ctx's error returned. Later
// Puts stay in memory. Close may be called again.
func (c *Cache[V]) Close(ctx context.Context) error {
	if c.behind == nil {
		return nil
	}
	return c.behind.close(ctx)
}
