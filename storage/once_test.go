package storage_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/memstore"
)

// Of several processes that get one request, one alone writes, as often as it
// needs; what belongs to no request is written by all.
func TestOnce(t *testing.T) {
	shared := memstore.New()
	defer shared.Close()
	stores := []storage.Store{storage.Once(shared), storage.Once(shared), storage.Once(shared)}
	put := func(s storage.Store, request, key string) error {
		return s.Update(storage.ForRequest(t.Context(), request), func(tx storage.Tx) error {
			return tx.Put(storage.Key("test", key), []byte("x"))
		})
	}
	for _, s := range stores {
		if err := put(s, "", "everyone"); err != nil {
			t.Errorf("outside of a request: %v", err)
		}
	}

	var wrote [3]error
	var wg sync.WaitGroup
	for i, s := range stores {
		wg.Go(func() { wrote[i] = put(s, "1", string(rune('a'+i))) })
	}
	wg.Wait()
	first := -1
	for i, err := range wrote {
		_, there := rawGet(t, shared, storage.Key("test", string(rune('a'+i))))
		switch {
		case err == nil && first >= 0:
			t.Error("two processes wrote for one request")
		case err == nil && !there:
			t.Error("what was acknowledged is not there")
		case err == nil:
			first = i
		case !errors.Is(err, storage.ErrRepeated) || there:
			t.Errorf("process %d: %v, written: %v", i, err, there)
		}
	}
	if first < 0 {
		t.Fatal("nobody wrote")
	}
	if err := put(stores[first], "1", "more"); err != nil {
		t.Errorf("the second write of one request: %v", err)
	}

	// A write that fails leaves the request to others.
	refused := errors.New("refused")
	err := stores[0].Update(storage.ForRequest(t.Context(), "2"), func(storage.Tx) error { return refused })
	if !errors.Is(err, refused) {
		t.Errorf("a change that failed: %v", err)
	}
	if err := put(stores[1], "2", "2"); err != nil {
		t.Errorf("after a change that failed: %v", err)
	}

	sweep := storage.Sweep{Store: shared}
	if n, err := sweep.Run(t.Context(), time.Now()); n != 0 || err != nil {
		t.Errorf("a sweep at once: %d deleted, %v", n, err)
	}
	if n, err := sweep.Run(t.Context(), time.Now().Add(time.Hour)); n != 2 || err != nil {
		t.Errorf("a sweep after an hour: %d deleted, %v; want 2", n, err)
	}
}
