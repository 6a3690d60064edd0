package storage

import (
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// readKeys is how many keys' values are cached.
const readKeys = 10_000

// readings caches what was last read for each key, including that there is nothing.
// Every question looks such things up. It is safe for use by many goroutines.
type readings[T any] struct {
	// Now is the clock; newReadings sets time.Now.
	Now func() time.Time

	// Fresh is how long a cached value is trusted if other processes write to the same
	// store; 0 means until this process writes it. While the store is Lost, cached
	// values are trusted for as long as that lasts.
	Fresh time.Duration

	values *lru.Cache[string, reading[T]]

	mu     sync.Mutex // held while values is filled or emptied, never during I/O
	change uint64     // counts writes: what was read before one is not held
}

// reading is what was read, and when.
type reading[T any] struct {
	value T
	at    time.Time
}

func newReadings[T any]() readings[T] {
	values, err := lru.New[string, reading[T]](readKeys)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return readings[T]{Now: time.Now, values: values}
}

// get returns the value of a key, reading it if it is not cached.
func (h *readings[T]) get(key string, read func() (T, error)) (T, error) {
	r, ok := h.values.Get(key)
	if ok && (h.Fresh == 0 || h.Now().Sub(r.at) < h.Fresh) {
		return r.value, nil
	}
	h.mu.Lock()
	change := h.change
	h.mu.Unlock()
	at := h.Now()
	value, err := read()
	if ok && Lost(err) {
		return r.value, nil
	}
	if err != nil {
		return value, err
	}
	h.mu.Lock()
	if h.change == change {
		h.values.Add(key, reading[T]{value, at})
	}
	h.mu.Unlock()
	return value, nil
}

// forget must be called after each write of a key, whether or not it failed. The new
// value is not cached instead: two writes may commit in one order and arrive here in
// the other.
func (h *readings[T]) forget(key string) {
	h.mu.Lock()
	h.change++
	h.values.Remove(key)
	h.mu.Unlock()
}
