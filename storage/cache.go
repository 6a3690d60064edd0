package storage

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// The bounds of a Cache whose options do not set them.
const (
	DefaultCacheEntries = 10_000
	DefaultCacheBytes   = 16 << 20
	DefaultCacheAge     = 30 * 24 * time.Hour
)

// sweepChunk is how many keys of another data version go in one transaction.
const sweepChunk = 5000

// CacheOptions says what a Cache keeps, and how. Zero values are defaults.
type CacheOptions[V any] struct {
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

// CacheStats counts since the Cache was made.
type CacheStats struct {
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
	opts  CacheOptions[V]
	store Store // nil: memory only

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

// NewCache returns the cache that opts names, with what store holds of it from
// earlier. A nil store keeps it in memory. Otherwise it runs a goroutine until
// Close, which must be called before the store's own.
func NewCache[V any](store Store, opts CacheOptions[V]) *Cache[V] {
	if opts.MaxEntries <= 0 {
		opts.MaxEntries = DefaultCacheEntries
	}
	if opts.MaxBytes <= 0 {
		opts.MaxBytes = DefaultCacheBytes
	}
	if opts.MaxAge <= 0 {
		opts.MaxAge = DefaultCacheAge
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
	err = c.store.View(ctx, func(tx ReadTx) error {
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
func (c *Cache[V]) Stats() CacheStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := CacheStats{
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

// In the store a cache's keys begin with its name and data version. Then come
//
//	"entry", key      -> when it was put (8 bytes), encoded value
//	"age", when, key  -> the size of key and value (8 bytes): oldest first
//	"total"           -> diskTotal
//
// and all three are written in one transaction.

// diskTotal is how much of a data version the store holds.
type diskTotal struct {
	Entries int
	Bytes   int64
}

// errRecord means that a record was not written by a Cache.
var errRecord = errors.New("a damaged cache record")

func (c *Cache[V]) key(more ...string) []byte {
	return Key(append([]string{"cache", c.opts.Name, c.opts.DataVersion}, more...)...)
}

// longestName is how long a key of a cache may be in the store. A longer one is
// replaced by a digest, so that every store accepts it.
const longestName = 1500

// stored returns a cache's key as it is in the store. No key begins with a zero byte.
func stored(key string) string {
	if len(Key(key)) <= longestName {
		return key
	}
	sum := sha256.Sum256([]byte(key))
	return "\x00" + string(sum[:])
}

func splitRecord(record []byte) (at int64, code []byte, err error) {
	if len(record) < 8 {
		return 0, nil, errRecord
	}
	return int64(binary.BigEndian.Uint64(record)), record[8:], nil
}

func joinRecord(at int64, code []byte) []byte {
	return append(binary.BigEndian.AppendUint64(make([]byte, 0, 8+len(code)), uint64(at)), code...)
}

// write makes one batch of writes, and room for them.
func (c *Cache[V]) write(ctx context.Context, batch map[string]held[V]) error {
	if !c.swept {
		if err := c.sweep(ctx); err != nil {
			return err
		}
		c.swept = true
	}
	type put struct {
		key  string
		at   int64
		code []byte
	}
	var puts []put
	var encodeErr error
	for _, key := range slices.Sorted(maps.Keys(batch)) { // in the store's order: fewer pages are touched
		h := batch[key]
		code := h.code
		if code == nil {
			var err error
			if code, err = c.opts.Encode(h.value); err != nil {
				encodeErr = fmt.Errorf("value of %q: %w", key, err)
				continue
			}
		}
		name := stored(key)
		size := len(name) + len(code)
		if 8+len(code) > MaxValue || int64(size) > c.opts.MaxBytes {
			continue
		}
		puts = append(puts, put{name, h.at, code})
	}
	err := c.store.Update(ctx, func(tx Tx) error {
		total, err := c.total(tx)
		if err != nil {
			return err
		}
		was := total
		for _, p := range puts {
			if err := c.remove(tx, p.key, nil, &total); err != nil {
				return err
			}
			size := len(p.key) + len(p.code)
			if err := tx.Put(c.key("entry", p.key), joinRecord(p.at, p.code)); err != nil {
				return err
			}
			if err := tx.Put(c.key("age", Number(uint64(p.at)), p.key), []byte(Number(uint64(size)))); err != nil {
				return err
			}
			total.Entries++
			total.Bytes += int64(size)
		}
		if err := c.prune(tx, &total); err != nil {
			return err
		}
		if total == was {
			return nil
		}
		encoded, err := json.Marshal(total)
		if err != nil {
			return err
		}
		return tx.Put(c.key("total"), encoded)
	})
	if errors.Is(err, errRecord) {
		// Its totals are wrong: start over with the next batch.
		from := c.key()
		return errors.Join(err, c.drop(ctx, from, PrefixEnd(from)))
	}
	return errors.Join(err, encodeErr)
}

func (c *Cache[V]) total(tx ReadTx) (t diskTotal, err error) {
	encoded, ok, err := tx.Get(c.key("total"))
	if err != nil || !ok {
		return t, err
	}
	if err := json.Unmarshal(encoded, &t); err != nil {
		return t, fmt.Errorf("%w: %w", errRecord, err)
	}
	return t, nil
}

// remove takes key out of the store, if it is there and was put at that time;
// a nil time means at any.
func (c *Cache[V]) remove(tx Tx, key string, only *int64, total *diskTotal) error {
	k := c.key("entry", key)
	record, ok, err := tx.Get(k)
	if err != nil || !ok {
		return err
	}
	at, code, err := splitRecord(record)
	if err != nil || only != nil && at != *only {
		return err
	}
	total.Entries--
	total.Bytes -= int64(len(key) + len(code))
	if err := tx.Delete(k); err != nil {
		return err
	}
	return tx.Delete(c.key("age", Number(uint64(at)), key))
}

// prune removes the oldest entries until the rest is within the bounds.
func (c *Cache[V]) prune(tx Tx, total *diskTotal) error {
	type old struct {
		at  int64
		key string
	}
	var victims []old
	left, now := *total, c.opts.Now().UnixNano()
	fits := func() bool { return left.Entries <= c.opts.MaxEntries && left.Bytes <= c.opts.MaxBytes }
	for e, err := range ScanPrefix(tx, c.key("age")) {
		if err != nil {
			return err
		}
		segments, err := SplitKey(e.Key)
		if err != nil || len(segments) != 6 || len(e.Value) != 8 {
			return errRecord
		}
		at, err := ParseNumber(segments[4])
		if err != nil {
			return errRecord
		}
		if fits() && now-int64(at) <= int64(c.opts.MaxAge) {
			break
		}
		left.Entries--
		left.Bytes -= int64(binary.BigEndian.Uint64(e.Value))
		victims = append(victims, old{int64(at), segments[5]})
	}
	for _, v := range victims {
		if err := c.remove(tx, v.key, &v.at, total); err != nil {
			return err
		}
	}
	if *total != left || !fits() || left.Entries < 0 || left.Bytes < 0 {
		return errRecord // the three kinds of record do not agree
	}
	return nil
}

// sweep drops what the store holds of other data versions.
func (c *Cache[V]) sweep(ctx context.Context) error {
	all, own := Key("cache", c.opts.Name), c.key()
	if err := c.drop(ctx, all, own); err != nil {
		return err
	}
	return c.drop(ctx, PrefixEnd(own), PrefixEnd(all))
}

// drop deletes a range in transactions short enough not to keep other writers waiting.
// An empty range costs none.
func (c *Cache[V]) drop(ctx context.Context, from, to []byte) error {
	for {
		empty := true
		err := c.store.View(ctx, func(tx ReadTx) error {
			empty = true
			for _, err := range tx.Scan(from, to) {
				empty = false
				return err
			}
			return nil
		})
		if err != nil || empty {
			return err
		}
		err = c.store.Update(ctx, func(tx Tx) error {
			_, err := DeleteRange(tx, from, to, sweepChunk)
			return err
		})
		if err != nil {
			return err
		}
	}
}
