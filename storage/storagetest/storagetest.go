package storagetest

import (
	"slices"
	"testing"

	"delphi/storage"
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
		{"many prefixes", testManyPrefixes},
		{"context", testContext},
		{"context while waiting", testContextWaiting},
		{"nesting", testNesting},
		{"after the end", testAfterEnd},
		{"games", testGames},
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

// dump returns a scan as "key=value" strings.
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
