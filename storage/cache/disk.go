package cache

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"delphi/storage"
)

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
	return storage.Key(append([]string{"cache", c.opts.Name, c.opts.DataVersion}, more...)...)
}

// longestName is how long a key of a cache may be in the store. A longer one is
// replaced by a digest, so that every store accepts it.
const longestName = 1500

// stored returns a cache's key as it is in the store. No key begins with a zero byte.
func stored(key string) string {
	if len(storage.Key(key)) <= longestName {
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
		if 8+len(code) > storage.MaxValue || int64(size) > c.opts.MaxBytes {
			continue
		}
		puts = append(puts, put{name, h.at, code})
	}
	err := c.store.Update(ctx, func(tx storage.Tx) error {
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
			if err := tx.Put(c.key("age", storage.Number(uint64(p.at)), p.key), []byte(storage.Number(uint64(size)))); err != nil {
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
		return errors.Join(err, c.drop(ctx, from, storage.PrefixEnd(from)))
	}
	return errors.Join(err, encodeErr)
}

func (c *Cache[V]) total(tx storage.ReadTx) (t diskTotal, err error) {
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
func (c *Cache[V]) remove(tx storage.Tx, key string, only *int64, total *diskTotal) error {
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
	return tx.Delete(c.key("age", storage.Number(uint64(at)), key))
}

// prune removes the oldest entries until the rest is within the bounds.
func (c *Cache[V]) prune(tx storage.Tx, total *diskTotal) error {
	type old struct {
		at  int64
		key string
	}
	var victims []old
	left, now := *total, c.opts.Now().UnixNano()
	fits := func() bool { return left.Entries <= c.opts.MaxEntries && left.Bytes <= c.opts.MaxBytes }
	for e, err := range storage.ScanPrefix(tx, c.key("age")) {
		if err != nil {
			return err
		}
		segments, err := storage.SplitKey(e.Key)
		if err != nil || len(segments) != 6 || len(e.Value) != 8 {
			return errRecord
		}
		at, err := storage.ParseNumber(segments[4])
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
	all, own := storage.Key("cache", c.opts.Name), c.key()
	if err := c.drop(ctx, all, own); err != nil {
		return err
	}
	return c.drop(ctx, storage.PrefixEnd(own), storage.PrefixEnd(all))
}

// drop deletes a range in transactions short enough not to keep other writers waiting.
// An empty range costs none.
func (c *Cache[V]) drop(ctx context.Context, from, to []byte) error {
	for {
		empty := true
		err := c.store.View(ctx, func(tx storage.ReadTx) error {
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
		err = c.store.Update(ctx, func(tx storage.Tx) error {
			_, err := storage.DeleteRange(tx, from, to, sweepChunk)
			return err
		})
		if err != nil {
			return err
		}
	}
}
