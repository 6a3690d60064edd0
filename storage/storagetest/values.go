package storagetest

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"delphi/storage"
)

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
