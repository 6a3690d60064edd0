package gamelog_test

import (
	"fmt"
	"testing"

	"delphi/storage"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
)

// sheetsOf returns how many sheets the index of games has, and their bytes.
func sheetsOf(t *testing.T, s storage.Store) (sheets, bytes int) {
	t.Helper()
	if err := s.View(t.Context(), func(tx storage.ReadTx) error {
		for e, err := range storage.ScanPrefix(tx, storage.Key("game-starts")) {
			if err != nil {
				return err
			}
			sheets, bytes = sheets+1, bytes+len(e.Value)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return sheets, bytes
}

// TestManyGamesAtOnce: games of one span fill sheet after sheet, each of which is found,
// and what a game takes in the index does not grow.
func TestManyGamesAtOnce(t *testing.T) {
	stores(t, func(t *testing.T, g gamelog.Games) {
		const n = 3000
		games := many(n)
		for i := range games {
			games[i].Start = 500
		}
		for i := 0; i < n; i += 500 {
			add(t, g, "nao", games[i:i+500]...)
		}
		sheets, bytes := sheetsOf(t, g.Store)
		if sheets < 10 || bytes > 6*n {
			t.Errorf("%d sheets of %d bytes for %d games", sheets, bytes, n)
		}
		if added := add(t, g, "nao", games...); added.Again != n {
			t.Errorf("read again: %d known, %d new", added.Again, len(added.New))
		}
		if added := add(t, g, "copy", games...); added.Copies["nao"] != n {
			t.Errorf("read as another source: %v, %d new", added.Copies, len(added.New))
		}
	})
}

// TestRemovedRowsLeaveTheIndex: what leads to rows of a source that was removed goes
// away where it is met.
func TestRemovedRowsLeaveTheIndex(t *testing.T) {
	stores(t, func(t *testing.T, g gamelog.Games) {
		add(t, g, "nao", many(300)...)
		add(t, g, "eu", row("bob", 1000, 1, 1))
		_, before := sheetsOf(t, g.Store)
		if _, err := g.RemoveSource(t.Context(), "nao"); err != nil {
			t.Fatal(err)
		}
		if added := add(t, g, "nao", many(300)...); len(added.New) != 300 {
			t.Errorf("%+v", added)
		}
		if _, after := sheetsOf(t, g.Store); after > before+2*300 {
			t.Errorf("the index has %d bytes, %d before", after, before)
		}
	})
}

// former makes a store one of format 2: with an entry for each game, and no index.
func former(t *testing.T, s storage.Store, games int) {
	t.Helper()
	if err := s.Update(t.Context(), func(tx storage.Tx) error {
		prefix := storage.Key("game-starts")
		if _, err := storage.DeleteRange(tx, prefix, storage.PrefixEnd(prefix), 0); err != nil {
			return err
		}
		for i := range games {
			if err := tx.Put(append(storage.Key("known"), fmt.Sprintf("%015d", i)...), []byte("a hash and n")); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// TestConvert converts a store of format 2, as if the program ended after each of the
// transactions: all rows are known in the end, and nothing is left of what was there.
func TestConvert(t *testing.T) {
	for name, once := range map[string]bool{"in one transaction": true, "in several": false} {
		t.Run(name, func(t *testing.T) {
			s := memstore.New()
			g := gamelog.Games{Store: s}
			const n = 30_000
			add(t, g, "nao", many(n)...)
			add(t, g, "nao", row("p5", 7000, 1, 1))
			sheets, bytes := sheetsOf(t, s)
			former(t, s, n)
			steps := 0
			for more := true; more; steps++ {
				if err := s.Update(t.Context(), func(tx storage.Tx) (err error) {
					for again := true; again; again = once && more {
						if more, err = gamelog.Convert(tx); err != nil {
							return err
						}
					}
					return nil
				}); err != nil {
					t.Fatal(err)
				}
			}
			if !once && steps < 4 {
				t.Errorf("it took %d transactions", steps)
			}
			if k, b := sheetsOf(t, s); k != sheets || b != bytes {
				t.Errorf("%d sheets of %d bytes, were %d of %d", k, b, sheets, bytes)
			}
			if err := s.View(t.Context(), func(tx storage.ReadTx) error {
				for e, err := range tx.Scan(nil, nil) {
					if err != nil {
						return err
					}
					if gamelog.IsFormer(e.Key) || string(e.Key) == string(storage.Key("game-starts-from")) {
						t.Fatalf("%q is left", e.Key)
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if added := add(t, g, "nao", many(n)...); added.Again != n {
				t.Errorf("read again: %d known, %d new", added.Again, len(added.New))
			}
		})
	}
}
