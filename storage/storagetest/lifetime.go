package storagetest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"delphi/storage"
)

func testContext(t *testing.T, s storage.Store) {
	put(t, s, "a", "1", "b", "1", "c", "1")
	done, cancel := context.WithCancel(t.Context())
	cancel()
	called := false
	if err := s.View(done, func(storage.ReadTx) error { called = true; return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("View with a done context: %v", err)
	}
	if err := s.Update(done, func(storage.Tx) error { called = true; return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("Update with a done context: %v", err)
	}
	if called {
		t.Error("fn was called with a done context")
	}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := s.View(ctx, func(tx storage.ReadTx) error {
		n := 0
		for _, err := range tx.Scan(nil, nil) {
			if err != nil {
				if n != 1 {
					t.Errorf("the scan ended after %d entries, want 1", n)
				}
				return err
			}
			n++
			cancel()
			if tx.Context().Err() == nil {
				t.Error("the transaction's context is not done with the caller's")
			}
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a scan went on after its context was done: %v", err)
	}

	ctx, cancel = context.WithCancel(t.Context())
	err = s.Update(ctx, func(tx storage.Tx) error {
		cancel()
		return tx.Put([]byte("d"), []byte("1"))
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Update committed after its context was done: %v", err)
	}
	expect(t, s, "a=1", "b=1", "c=1")
}

// watched is a context that tells when somebody begins to wait for its end.
type watched struct {
	context.Context
	waited chan struct{}
}

func (w watched) Done() <-chan struct{} {
	select {
	case w.waited <- struct{}{}:
	default:
	}
	return w.Context.Done()
}

func testContextWaiting(t *testing.T, s storage.Store) {
	cancelled, cancel := context.WithCancel(t.Context())
	defer cancel()
	ctx := watched{cancelled, make(chan struct{}, 1)}
	began, free := make(chan struct{}), make(chan struct{})
	var both sync.WaitGroup
	both.Go(func() {
		once := sync.OnceFunc(func() { close(began) })
		err := s.Update(t.Context(), func(tx storage.Tx) error {
			once()
			<-free
			return tx.Put([]byte("a"), []byte("1"))
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-began
	second := make(chan error, 1)
	both.Go(func() {
		second <- s.Update(ctx, func(tx storage.Tx) error { return tx.Put([]byte("a"), []byte("2")) })
	})
	const patience = 5 * time.Second // for a store that does not do as it should
	select {
	case <-ctx.waited:
	case <-time.After(patience):
		t.Error("Update behind another does not wait for its context")
	}
	cancel()
	select {
	case err := <-second:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Update behind another, context done: %v", err)
		}
	case <-time.After(patience):
		t.Error("Update behind another waits on after its context is done")
	}
	close(free)
	both.Wait()
	expect(t, s, "a=1")
}

func testNesting(t *testing.T, s storage.Store) {
	nested := func(ctx context.Context) {
		if err := s.View(ctx, func(storage.ReadTx) error { return nil }); !errors.Is(err, storage.ErrNested) {
			t.Errorf("View inside a transaction: %v", err)
		}
		if err := s.Update(ctx, func(storage.Tx) error { return nil }); !errors.Is(err, storage.ErrNested) {
			t.Errorf("Update inside a transaction: %v", err)
		}
	}
	must(t, s.View(t.Context(), func(tx storage.ReadTx) error { nested(tx.Context()); return nil }))
	must(t, s.Update(t.Context(), func(tx storage.Tx) error { nested(tx.Context()); return nil }))
}

func testAfterEnd(t *testing.T, s storage.Store) {
	var r storage.ReadTx
	var w storage.Tx
	put(t, s, "a", "1")
	must(t, s.View(t.Context(), func(tx storage.ReadTx) error { r = tx; return nil }))
	must(t, s.Update(t.Context(), func(tx storage.Tx) error { w = tx; return nil }))
	for _, tx := range []storage.ReadTx{r, w} {
		if _, _, err := tx.Get([]byte("a")); !errors.Is(err, storage.ErrTxDone) {
			t.Errorf("Get after the end: %v", err)
		}
		if _, err := dump(tx, "", ""); !errors.Is(err, storage.ErrTxDone) {
			t.Errorf("Scan after the end: %v", err)
		}
	}
	if err := w.Put([]byte("a"), nil); !errors.Is(err, storage.ErrTxDone) {
		t.Errorf("Put after the end: %v", err)
	}
	if err := w.Delete([]byte("a")); !errors.Is(err, storage.ErrTxDone) {
		t.Errorf("Delete after the end: %v", err)
	}
	expect(t, s, "a=1")
}

func testClose(t *testing.T, s storage.Store) {
	put(t, s, "a", "1")
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := s.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
	}
	all.Wait()
	if err := s.View(t.Context(), func(storage.ReadTx) error { return nil }); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("View of a closed store: %v", err)
	}
	if err := s.Update(t.Context(), func(storage.Tx) error { return nil }); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("Update of a closed store: %v", err)
	}
}

func testCloseWaits(t *testing.T, s storage.Store) {
	put(t, s, "a", "1")
	closed := make(chan error, 1)
	must(t, s.View(t.Context(), func(tx storage.ReadTx) error {
		go func() { closed <- s.Close() }()
		select {
		case err := <-closed:
			t.Fatalf("Close did not wait for an open transaction: %v", err)
		case <-time.After(20 * time.Millisecond): // nothing tells that it is waiting
		}
		v, ok, err := tx.Get([]byte("a"))
		if string(v) != "1" || !ok {
			t.Errorf("Get while Close waits = %q, %v", v, ok)
		}
		return err
	}))
	must(t, <-closed)
}
