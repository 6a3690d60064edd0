package storage_test

import (
	"errors"
	"testing"

	"delphi/storage"
	"delphi/storage/memstore"
)

func TestDocuments(t *testing.T) {
	type doc struct{ N int }
	d := storage.Documents{Store: memstore.New(), Kind: "x"}
	other := storage.Documents{Store: d.Store, Kind: "y"}
	ctx := t.Context()
	add := func(d storage.Documents, name string, fail error) error {
		var v doc
		return d.Update(ctx, name, &v, func(ok bool) ([]any, bool, error) {
			if ok != (v.N > 0) {
				t.Errorf("%s: ok %v with %d", name, ok, v.N)
			}
			v.N++
			return []any{v.N, "more"}, false, fail
		})
	}
	for range 3 {
		if err := add(d, "a", nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := add(d, "b", nil); err != nil {
		t.Fatal(err)
	}
	if err := add(other, "a", nil); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("no")
	if err := add(d, "a", failure); !errors.Is(err, failure) {
		t.Errorf("a failing change: %v", err)
	}
	var v doc
	if ok, err := d.Get(ctx, "a", &v); !ok || err != nil || v.N != 3 {
		t.Errorf("%+v, %v, %v", v, ok, err)
	}
	if ok, _ := d.Get(ctx, "none", &v); ok {
		t.Error("there is a document that nobody made")
	}
	log := ""
	if err := d.Log(ctx, "a", func(b []byte) error { log += string(b); return nil }); err != nil || log != `1"more"2"more"3"more"` {
		t.Errorf("log %s, %v", log, err)
	}
	all := ""
	if err := d.All(ctx, func(name string, b []byte) error { all += name + string(b); return nil }); err != nil || all != `a{"N":3}b{"N":1}` {
		t.Errorf("all %s, %v", all, err)
	}
	if err := d.Update(ctx, "b", &doc{}, func(bool) ([]any, bool, error) { return nil, true, nil }); err != nil {
		t.Fatal(err)
	}
	if ok, _ := d.Get(ctx, "b", &v); ok {
		t.Error("a removed document is there")
	}
}
