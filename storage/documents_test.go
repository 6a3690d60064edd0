package storage_test

import (
	"errors"
	"strconv"
	"strings"
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

// TestDocumentParts: parts are written one by one, belong to one document and one
// kind, are listed by name, and go with the document.
func TestDocumentParts(t *testing.T) {
	type doc struct{ N int }
	d := storage.Documents{Store: memstore.New(), Kind: "x"}
	ctx := t.Context()
	write := func(name string, remove bool, parts ...string) {
		t.Helper()
		if err := d.UpdateWith(ctx, name, &doc{}, func(tx storage.Tx, _ bool) ([]any, bool, error) {
			for _, p := range parts {
				if err := d.PutPart(tx, name, "player", p, len(p)); err != nil {
					return nil, false, err
				}
			}
			return nil, remove, d.PutPart(tx, name, "other", "z", 9)
		}); err != nil {
			t.Fatal(err)
		}
	}
	want := func(name, want string) {
		t.Helper()
		got := ""
		if err := d.Store.View(ctx, func(tx storage.ReadTx) error {
			return d.Parts(tx, name, "player", func(part string, b []byte) error { got += part + string(b); return nil })
		}); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	write("a", false, "cid", "ann", "b\x00b")
	write("aa", false, "eve")
	want("a", "ann3b\x00b3cid3")
	if err := d.Store.Update(ctx, func(tx storage.Tx) error { return d.DeletePart(tx, "a", "player", "ann") }); err != nil {
		t.Fatal(err)
	}
	want("a", "b\x00b3cid3")
	all := ""
	if err := d.All(ctx, func(name string, _ []byte) error { all += name + " "; return nil }); err != nil || all != "a aa " {
		t.Errorf("all %q, %v: parts are no documents", all, err)
	}
	write("a", true)
	want("a", "")
	want("aa", "eve3")
}

// TestLogEnd: a log is read from its end, page by page.
func TestLogEnd(t *testing.T) {
	d := storage.Documents{Store: memstore.New(), Kind: "x"}
	for i := range 7 {
		for _, name := range []string{"a", "aa", "b"} {
			if err := d.Update(t.Context(), name, new(int), func(bool) ([]any, bool, error) { return []any{name + strconv.Itoa(i)}, false, nil }); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, tt := range []struct {
		skip, most uint64
		want       string
	}{{0, 3, "a6 a5 a4"}, {3, 3, "a3 a2 a1"}, {6, 3, "a0"}, {7, 3, ""}, {99, 3, ""}, {0, 99, "a6 a5 a4 a3 a2 a1 a0"}, {0, 0, ""}} {
		var got []string
		all, err := d.LogEnd(t.Context(), "a", tt.skip, tt.most, func(b []byte) error {
			got = append(got, strings.Trim(string(b), `"`))
			return nil
		})
		if err != nil || all != 7 || strings.Join(got, " ") != tt.want {
			t.Errorf("%d skipped, %d at most: %q of %d, %v", tt.skip, tt.most, got, all, err)
		}
	}
}
