package storagetest

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"testing"

	"delphi/storage"

	"pgregory.net/rapid"
)

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
		agree := func(tx storage.ReadTx, model map[string]string, from, to []byte) { agree(rt, tx, model, from, to) }
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

// agree compares a scan of a store with a map.
func agree(rt *rapid.T, tx storage.ReadTx, model map[string]string, from, to []byte) {
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
