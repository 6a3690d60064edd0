package storagetest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"delphi/storage"
)

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

// testManyPrefixes: the entries of several prefixes are those of each, with what the
// transaction wrote itself.
func testManyPrefixes(t *testing.T, s storage.Store) {
	put(t, s, "a1", "1", "a2", "2", "b", "3", "c1", "4", "d", "5")
	must(t, s.Update(t.Context(), func(tx storage.Tx) error {
		if err := errors.Join(tx.Put([]byte("c2"), []byte("6")), tx.Delete([]byte("a1"))); err != nil {
			return err
		}
		got := make([][]string, 4)
		err := storage.ScanPrefixes(tx, [][]byte{[]byte("c"), []byte("a"), []byte("x"), []byte("d")}, func(i int, e storage.Entry) error {
			got[i] = append(got[i], string(e.Key)+"="+string(e.Value))
			return nil
		})
		if want := [][]string{{"c1=4", "c2=6"}, {"a2=2"}, nil, {"d=5"}}; err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("the prefixes have %q, want %q", got, want)
		}
		return err
	}))
}
