package storage_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"delphi/storage"
	"delphi/storage/memstore"
)

func TestCopy(t *testing.T) {
	ctx := t.Context()
	from, to := memstore.New(), memstore.New()
	want := map[string]string{}
	err := from.Update(ctx, func(tx storage.Tx) error {
		for i := range 2500 {
			k, v := string(storage.Key("character", fmt.Sprint(i))), strings.Repeat("v", i)
			want[k] = v
			if err := tx.Put([]byte(k), []byte(v)); err != nil {
				return err
			}
		}
		return tx.Put(storage.Key("lease", "sweep"), []byte("somebody"))
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := storage.Copy(ctx, to, from, false); err != nil || n != len(want) {
		t.Fatalf("%d copied, want %d: %v", n, len(want), err)
	}
	if _, err := storage.Copy(ctx, to, from, false); !errors.Is(err, storage.ErrNotEmpty) {
		t.Errorf("copied over what was there: %v", err)
	}
	if err := to.Update(ctx, func(tx storage.Tx) error { return tx.Put([]byte("old"), nil) }); err != nil {
		t.Fatal(err)
	}
	if n, err := storage.Copy(ctx, to, from, true); err != nil || n != len(want) {
		t.Fatalf("%d copied in place of the former, want %d: %v", n, len(want), err)
	}
	got := map[string]string{}
	err = to.View(ctx, func(tx storage.ReadTx) error {
		for e, err := range tx.Scan(nil, nil) {
			if err != nil {
				return err
			}
			got[string(e.Key)] = string(e.Value)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range got {
		if want[k] != v {
			t.Errorf("%q is %q", k, v)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d entries, want %d", len(got), len(want))
	}
}
