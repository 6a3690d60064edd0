package storagetest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"delphi/storage"

	"pgregory.net/rapid"
)

// Run tests the stores that open makes. Each call of open returns a new, empty
// store; the test closes it.
func Run(t *testing.T, open func(t testing.TB) storage.Store) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, storage.Store)
	}{
		{"get and put", testGetPut},
		{"order", testOrder},
		{"sizes", testSizes},
		{"slices are copied", testCopies},
		{"own writes are seen", testOwnWrites},
		{"an error rolls back", testErrorRollsBack},
		{"a panic rolls back", testPanicRollsBack},
		{"isolation", testIsolation},
		{"readers beside a writer", testReadersBesideWriter},
		{"one writer at a time", testWriters},
		{"writes during a scan", testWriteDuringScan},
		{"delete a range", testDeleteRange},
		{"context", testContext},
		{"context while waiting", testContextWaiting},
		{"nesting", testNesting},
		{"after the end", testAfterEnd},
		{"close", testClose},
		{"close waits", testCloseWaits},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t)
			defer func() {
				if err := s.Close(); err != nil {
					t.Errorf("Close: %v", err)
				}
			}()
			test.run(t, s)
		})
	}
	t.Run("model", func(t *testing.T) { testModel(t, open) })
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func put(t testing.TB, s storage.Store, pairs ...string) {
	t.Helper()
	must(t, s.Update(t.Context(), func(tx storage.Tx) error {
		for i := 0; i < len(pairs); i += 2 {
			if err := tx.Put([]byte(pairs[i]), []byte(pairs[i+1])); err != nil {
				return err
			}
		}
		return nil
	}))
}

// dump is a scan as "key=value" strings.
func dump(tx storage.ReadTx, from, to string) ([]string, error) {
	got := []string{}
	for e, err := range tx.Scan([]byte(from), []byte(to)) {
		if err != nil {
			return nil, err
		}
		got = append(got, string(e.Key)+"="+string(e.Value))
	}
	return got, nil
}

// expect checks everything that is in the store.
func expect(t testing.TB, s storage.Store, want ...string) {
	t.Helper()
	must(t, s.View(t.Context(), func(tx storage.ReadTx) error {
		t.Helper()
		got, err := dump(tx, "", "")
		if err == nil && !slices.Equal(got, want) {
			t.Errorf("the store holds %q, want %q", got, want)
		}
		return err
	}))
}

func testGetPut(t *testing.T, s storage.Store) {
	put(t, s, "a", "1", "empty", "", "a", "2")
	must(t, s.Update(t.Context(), func(tx storage.Tx) error {
		if err := tx.Put([]byte("nil"), nil); err != nil {
			return err
		}
		if err := tx.Put([]byte("gone"), nil); err != nil {
			return err
		}
		if err := tx.Delete([]byte("gone")); err != nil {
			return err
		}
		return tx.Delete([]byte("never there"))
	}))
	must(t, s.View(t.Context(), func(tx storage.ReadTx) error {
		for _, want := range []struct {
			key, value string
			ok         bool
		}{{"a", "2", true}, {"empty", "", true}, {"nil", "", true}, {"gone", "", false}, {"b", "", false}, {"", "", false}} {
			v, ok, err := tx.Get([]byte(want.key))
			if string(v) != want.value || ok != want.ok || (v != nil) != want.ok || err != nil {
				t.Errorf("Get(%q) = %#v, %v, %v, want %q, %v", want.key, v, ok, err, want.value, want.ok)
			}
		}
		return nil
	}))
	expect(t, s, "a=2", "empty=", "nil=")
}

func testOrder(t *testing.T, s storage.Store) {
	put(t, s, "b", "", "a\xff\xff", "", "\xff\xff", "", "a", "", "\x00", "", "a\x00", "", "ab", "", "a\xff", "", "\xff", "")
	all := []string{"\x00=", "a=", "a\x00=", "ab=", "a\xff=", "a\xff\xff=", "b=", "\xff=", "\xff\xff="}
	expect(t, s, all...)
	must(t, s.View(t.Context(), func(tx storage.ReadTx) error {
		for _, want := range []struct {
			from, to string
			got      []string
		}{
			{"a", "b", all[1:6]}, {"a\x00", "a\xff", all[2:4]}, {"aa", "", all[3:]}, {"", "a", all[:1]},
			{"c", "d", nil}, {"b", "a", nil}, {"b", "b", nil}, {"\xff\xff\xff", "", nil},
		} {
			got, err := dump(tx, want.from, want.to)
			if err != nil || !slices.Equal(got, want.got) {
				t.Errorf("Scan(%q, %q) = %q, %v, want %q", want.from, want.to, got, err, want.got)
			}
		}
		for prefix, want := range map[string][]string{"a": all[1:6], "a\xff": all[4:6], "\xff": all[7:], "": all, "c": nil} {
			var got []string
			for e, err := range storage.ScanPrefix(tx, []byte(prefix)) {
				must(t, err)
				got = append(got, string(e.Key)+"=")
			}
			if !slices.Equal(got, want) {
				t.Errorf("ScanPrefix(%q) = %q, want %q", prefix, got, want)
			}
		}
		for range tx.Scan(nil, nil) {
			break // a scan may be left early, and the transaction goes on
		}
		_, ok, err := tx.Get([]byte("ab"))
		if !ok || err != nil {
			t.Errorf("Get after a scan left early: %v, %v", ok, err)
		}
		return nil
	}))
}

func testSizes(t *testing.T, s storage.Store) {
	key := bytes.Repeat([]byte("k"), storage.MaxKey+1)
	value := make([]byte, storage.MaxValue+1)
	for i := range value {
		value[i] = byte(i * i >> 8)
	}
	must(t, s.Update(t.Context(), func(tx storage.Tx) error {
		if err := tx.Put(key, nil); !errors.Is(err, storage.ErrKeySize) {
			t.Errorf("Put of a long key: %v", err)
		}
		if err := tx.Put(nil, nil); !errors.Is(err, storage.ErrKeySize) {
			t.Errorf("Put of an empty key: %v", err)
		}
		if err := tx.Put([]byte("k"), value); !errors.Is(err, storage.ErrValueSize) {
			t.Errorf("Put of a long value: %v", err)
		}
		return tx.Put(key[1:], value[1:])
	}))
	must(t, s.View(t.Context(), func(tx storage.ReadTx) error {
		got, ok, err := tx.Get(key[1:])
		if !ok || err != nil || !bytes.Equal(got, value[1:]) {
			t.Errorf("the largest value under the largest key: %d bytes, %v, %v", len(got), ok, err)
		}
		return nil
	}))
}

func testCopies(t *testing.T, s storage.Store) {
	var kept []byte
	must(t, s.Update(t.Context(), func(tx storage.Tx) error {
		key, value := []byte("key"), []byte("value")
		if err := tx.Put(key, value); err != nil {
			return err
		}
		copy(key, "xxx")
		copy(value, "xxxxx")
		var err error
		kept, _, err = tx.Get([]byte("key"))
		if string(kept) != "value" {
			t.Errorf("Get = %q after the put slice was changed", kept)
		}
		copy(kept, "yyyyy")
		return err
	}))
	expect(t, s, "key=value")
	must(t, s.View(t.Context(), func(tx storage.ReadTx) (err error) {
		kept, _, err = tx.Get([]byte("key"))
		return err
	}))
	put(t, s, "key", "other")
	if string(kept) != "value" {
		t.Errorf("a value got earlier became %q", kept)
	}
	copy(kept, "zzzzz") // it is ours
	expect(t, s, "key=other")
}

func testOwnWrites(t *testing.T, s storage.Store) {
	put(t, s, "a", "1", "b", "1", "c", "1")
	must(t, s.Update(t.Context(), func(tx storage.Tx) error {
		must(t, tx.Put([]byte("b"), []byte("2")))
		must(t, tx.Put([]byte("bb"), []byte("2")))
		must(t, tx.Delete([]byte("c")))
		got, err := dump(tx, "", "")
		if want := []string{"a=1", "b=2", "bb=2"}; !slices.Equal(got, want) {
			t.Errorf("inside: %q, want %q", got, want)
		}
		if _, ok, _ := tx.Get([]byte("c")); ok {
			t.Error("a deleted key is there")
		}
		return err
	}))
	expect(t, s, "a=1", "b=2", "bb=2")
}

func testErrorRollsBack(t *testing.T, s storage.Store) {
	put(t, s, "a", "1", "b", "1")
	failure := errors.New("failure")
	err := s.Update(t.Context(), func(tx storage.Tx) error {
		must(t, tx.Put([]byte("a"), []byte("2")))
		must(t, tx.Put([]byte("c"), []byte("2")))
		must(t, tx.Delete([]byte("b")))
		return failure
	})
	if err != failure {
		t.Errorf("Update = %v, want fn's error as it is", err)
	}
	if err := s.View(t.Context(), func(storage.ReadTx) error { return failure }); err != failure {
		t.Errorf("View = %v, want fn's error as it is", err)
	}
	expect(t, s, "a=1", "b=1")
}

func testPanicRollsBack(t *testing.T, s storage.Store) {
	put(t, s, "a", "1")
	for _, run := range []func(){
		func() {
			_ = s.Update(t.Context(), func(tx storage.Tx) error {
				must(t, tx.Put([]byte("a"), []byte("2")))
				panic("in Update")
			})
		},
		func() { _ = s.View(t.Context(), func(storage.ReadTx) error { panic("in View") }) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was swallowed")
				}
			}()
			run()
		}()
	}
	expect(t, s, "a=1")
	put(t, s, "b", "1") // and nothing is left locked
	expect(t, s, "a=1", "b=1")
}

func testIsolation(t *testing.T, s storage.Store) {
	put(t, s, "a", "1")
	wrote, read := make(chan struct{}), make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		defer close(wrote)
		<-read
		put(t, s, "a", "2", "b", "2")
	})
	must(t, s.View(t.Context(), func(tx storage.ReadTx) error {
		for range 2 {
			got, err := dump(tx, "", "")
			if want := []string{"a=1"}; err != nil || !slices.Equal(got, want) {
				t.Errorf("a reader sees %q, %v, want %q", got, err, want)
			}
			if read != nil {
				close(read)
				<-wrote
				read = nil
			}
		}
		return nil
	}))
	done.Wait()
	expect(t, s, "a=2", "b=2")

	// And the other way round: what is not committed is not seen.
	put(t, s, "a", "1", "b", "1")
	wrote, read = make(chan struct{}), make(chan struct{})
	done.Go(func() {
		defer close(read)
		<-wrote
		expect(t, s, "a=1", "b=1")
	})
	must(t, s.Update(t.Context(), func(tx storage.Tx) error {
		must(t, tx.Put([]byte("a"), []byte("3")))
		if wrote != nil {
			close(wrote)
			<-read
			wrote = nil
		}
		return nil
	}))
	done.Wait()
	expect(t, s, "a=3", "b=1")
}

// testReadersBesideWriter moves an amount between accounts whose sum every
// reader must find unchanged.
func testReadersBesideWriter(t *testing.T, s storage.Store) {
	const accounts, sum, moves = 7, 700, 60
	key := func(i int) []byte { return storage.Key("account", storage.Number(uint64(i))) }
	value := func(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }
	must(t, s.Update(t.Context(), func(tx storage.Tx) error {
		for i := range accounts {
			if err := tx.Put(key(i), value(sum/accounts)); err != nil {
				return err
			}
		}
		return nil
	}))
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for more := true; more; {
				select {
				case <-stop:
					more = false // one last look
				default:
				}
				err := s.View(t.Context(), func(tx storage.ReadTx) error {
					total, n := uint64(0), 0
					for e, err := range storage.ScanPrefix(tx, storage.Key("account")) {
						if err != nil {
							return err
						}
						total += binary.BigEndian.Uint64(e.Value)
						n++
					}
					if total != sum || n != accounts {
						return fmt.Errorf("%d accounts hold %d, want %d and %d", n, total, accounts, sum)
					}
					return nil
				})
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range moves {
		must(t, s.Update(t.Context(), func(tx storage.Tx) error {
			for _, move := range []struct {
				account int
				by      uint64
			}{{i % accounts, ^uint64(0)}, {(i*3 + 1) % accounts, 1}} {
				v, _, err := tx.Get(key(move.account))
				if err != nil {
					return err
				}
				if err := tx.Put(key(move.account), value(binary.BigEndian.Uint64(v)+move.by)); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	close(stop)
	readers.Wait()
}

func testWriters(t *testing.T, s storage.Store) {
	const writers, each = 8, 10
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			for range each {
				err := s.Update(t.Context(), func(tx storage.Tx) error {
					v, _, err := tx.Get([]byte("count"))
					if err != nil {
						return err
					}
					return tx.Put([]byte("count"), append(v, '.'))
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	must(t, s.View(t.Context(), func(tx storage.ReadTx) error {
		v, _, err := tx.Get([]byte("count"))
		if len(v) != writers*each {
			t.Errorf("%d of %d increments are left", len(v), writers*each)
		}
		return err
	}))
}

func testWriteDuringScan(t *testing.T, s storage.Store) {
	put(t, s, "a", "1", "b", "1", "c", "1")
	must(t, s.Update(t.Context(), func(tx storage.Tx) error {
		n := 0
		for e, err := range tx.Scan(nil, nil) {
			must(t, err)
			n++
			if err := tx.Delete(e.Key); !errors.Is(err, storage.ErrScanning) {
				t.Errorf("Delete during a scan: %v", err)
			}
			if err := tx.Put([]byte("d"), nil); !errors.Is(err, storage.ErrScanning) {
				t.Errorf("Put during a scan: %v", err)
			}
			for range tx.Scan(nil, nil) { // scans may nest
				break
			}
			if err := tx.Put([]byte("d"), nil); !errors.Is(err, storage.ErrScanning) {
				t.Errorf("Put during the outer scan: %v", err)
			}
		}
		if n != 3 {
			t.Errorf("%d entries, want 3", n)
		}
		for range tx.Scan(nil, nil) {
			break
		}
		return tx.Delete([]byte("a")) // the scans are over
	}))
	expect(t, s, "b=1", "c=1")
}

func testDeleteRange(t *testing.T, s storage.Store) {
	put(t, s, "a", "", "b", "", "c", "", "d", "", "e", "")
	must(t, s.Update(t.Context(), func(tx storage.Tx) error {
		n, err := storage.DeleteRange(tx, []byte("b"), []byte("e"), 2)
		if n != 2 {
			t.Errorf("deleted %d, want 2", n)
		}
		return err
	}))
	expect(t, s, "a=", "d=", "e=")
	must(t, s.Update(t.Context(), func(tx storage.Tx) error {
		n, err := storage.DeleteRange(tx, []byte("b"), nil, 0)
		if n != 2 {
			t.Errorf("deleted %d, want 2", n)
		}
		return err
	}))
	expect(t, s, "a=")
}

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

// testModel makes random transactions on a store and on a map, which must
// always agree.
func testModel(t *testing.T, open func(t testing.TB) storage.Store) {
	keys := rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 'a', 'b', 0xff}), 1, 3)
	bound := rapid.OneOf(keys, rapid.Just([]byte(nil)))
	values := rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), 0, 5),
		rapid.Map(rapid.IntRange(1000, 20_000), func(n int) []byte { return bytes.Repeat([]byte{byte(n)}, n) }))
	giveUp := errors.New("give up")

	rapid.Check(t, func(rt *rapid.T) {
		s := open(t)
		defer func() {
			if err := s.Close(); err != nil {
				rt.Fatalf("Close: %v", err)
			}
		}()
		committed := map[string]string{}
		agree := func(tx storage.ReadTx, model map[string]string, from, to []byte) {
			want := slices.Sorted(maps.Keys(model))
			want = slices.DeleteFunc(want, func(k string) bool {
				return k < string(from) || len(to) > 0 && k >= string(to)
			})
			i := 0
			for e, err := range tx.Scan(from, to) {
				if err != nil {
					rt.Fatalf("Scan(%q, %q): %v", from, to, err)
				}
				if i >= len(want) || string(e.Key) != want[i] || string(e.Value) != model[want[i]] {
					rt.Fatalf("Scan(%q, %q): entry %d is %q (%d bytes), want one of %q", from, to, i, e.Key, len(e.Value), want)
				}
				i++
			}
			if i != len(want) {
				rt.Fatalf("Scan(%q, %q): %d entries, want %q", from, to, i, want)
			}
		}
		for range rapid.IntRange(1, 6).Draw(rt, "transactions") {
			model := maps.Clone(committed)
			err := s.Update(t.Context(), func(tx storage.Tx) error {
				for range rapid.IntRange(0, 8).Draw(rt, "steps") {
					key := keys.Draw(rt, "key")
					switch rapid.IntRange(0, 4).Draw(rt, "step") {
					case 0, 1:
						value := values.Draw(rt, "value")
						if err := tx.Put(key, value); err != nil {
							rt.Fatalf("Put(%q): %v", key, err)
						}
						model[string(key)] = string(value)
					case 2:
						if err := tx.Delete(key); err != nil {
							rt.Fatalf("Delete(%q): %v", key, err)
						}
						delete(model, string(key))
					case 3:
						v, ok, err := tx.Get(key)
						want, there := model[string(key)]
						if string(v) != want || ok != there || err != nil {
							rt.Fatalf("Get(%q) = %d bytes, %v, %v, want %d, %v", key, len(v), ok, err, len(want), there)
						}
					case 4:
						agree(tx, model, key, bound.Draw(rt, "to"))
					}
				}
				if rapid.IntRange(0, 3).Draw(rt, "end") == 0 {
					return giveUp
				}
				return nil
			})
			switch err {
			case nil:
				committed = model
			case giveUp:
			default:
				rt.Fatalf("Update: %v", err)
			}
			err = s.View(t.Context(), func(tx storage.ReadTx) error {
				agree(tx, committed, nil, nil)
				agree(tx, committed, bound.Draw(rt, "from"), bound.Draw(rt, "to"))
				return nil
			})
			if err != nil {
				rt.Fatalf("View: %v", err)
			}
		}
	})
}
