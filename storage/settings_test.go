package storage_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"delphi/storage"
	"delphi/storage/memstore"
)

// raw sets and gets a key behind a concern's back.
func rawPut(t testing.TB, s storage.Store, key []byte, value string) {
	t.Helper()
	if err := s.Update(t.Context(), func(tx storage.Tx) error { return tx.Put(key, []byte(value)) }); err != nil {
		t.Fatal(err)
	}
}

func rawGet(t testing.TB, s storage.Store, key []byte) (value string, ok bool) {
	t.Helper()
	err := s.View(t.Context(), func(tx storage.ReadTx) error {
		v, there, err := tx.Get(key)
		value, ok = string(v), there
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return value, ok
}

func wantSettings(t testing.TB, s *storage.Settings, place string, want storage.PlaceSettings) {
	t.Helper()
	if got, err := s.Get(t.Context(), place); got != want || err != nil {
		t.Errorf("Get(%q) = %+v, %v, want %+v", place, got, err, want)
	}
}

func TestSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	store := openFile(t, path)
	s := storage.NewSettings(store)
	set := func(place string, p storage.PlaceSettings) {
		t.Helper()
		if err := s.Set(t.Context(), place, p); err != nil {
			t.Fatal(err)
		}
	}
	none := storage.PlaceSettings{}
	wantSettings(t, s, "#nethack", none)
	set("#nethack", storage.PlaceSettings{Rules: "3.4.3"})
	wantSettings(t, s, "#nethack", storage.PlaceSettings{Rules: "3.4.3"})
	set("#nethack", storage.PlaceSettings{Rules: "3.6.7", Prefix: "$"})
	set("#other", storage.PlaceSettings{Prefix: "."})
	set("#third", storage.PlaceSettings{Prefix: "."})
	set("#strict", storage.PlaceSettings{NoGame: true})
	wantSettings(t, s, "#strict", storage.PlaceSettings{NoGame: true})
	set("#quiet", storage.PlaceSettings{Off: "asc last", On: "wiki"})
	wantSettings(t, s, "#quiet", storage.PlaceSettings{Off: "asc last", On: "wiki"})
	set("#third", none)
	wantSettings(t, s, "#third", none)
	if _, ok := rawGet(t, store, storage.Key("settings", "#third")); ok {
		t.Error("a record without a field is stored")
	}
	if err := s.Clear(t.Context(), "#other"); err != nil {
		t.Fatal(err)
	}
	wantSettings(t, s, "#other", none)

	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	s = storage.NewSettings(openFile(t, path))
	wantSettings(t, s, "#nethack", storage.PlaceSettings{Rules: "3.6.7", Prefix: "$"})
	wantSettings(t, s, "#other", none)
}

func TestSettingsKeepUnknownFields(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	key := storage.Key("settings", "#nethack")
	rawPut(t, store, key, `{"prefix":"$","later":{"a":[1,2]}}`)
	s := storage.NewSettings(store)
	wantSettings(t, s, "#nethack", storage.PlaceSettings{Prefix: "$"})
	if err := s.Set(t.Context(), "#nethack", storage.PlaceSettings{Rules: "5.0.0"}); err != nil {
		t.Fatal(err)
	}
	if got, _ := rawGet(t, store, key); got != `{"later":{"a":[1,2]},"rules":"5.0.0"}` {
		t.Errorf("stored: %s", got)
	}
}

func TestSettingsDamaged(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	rawPut(t, store, storage.Key("settings", "#nethack"), `{"prefix":`)
	s := storage.NewSettings(store)
	if _, err := s.Get(t.Context(), "#nethack"); err == nil {
		t.Error("a damaged record was read")
	}
	if err := s.Set(t.Context(), "#nethack", storage.PlaceSettings{Prefix: "$"}); err == nil {
		t.Error("a damaged record was written over")
	}
	if err := s.Clear(t.Context(), "#nethack"); err != nil {
		t.Errorf("Clear: %v", err)
	}
	wantSettings(t, s, "#nethack", storage.PlaceSettings{})
}

func TestSettingsNotSetWhenNotStored(t *testing.T) {
	store := memstore.New()
	s := storage.NewSettings(store)
	wantSettings(t, s, "#nethack", storage.PlaceSettings{})
	_ = store.Close()
	if err := s.Set(t.Context(), "#nethack", storage.PlaceSettings{Prefix: "$"}); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("Set on a closed store: %v", err)
	}
	if got, err := s.Get(t.Context(), "#nethack"); err == nil && got.Prefix != "" {
		t.Error("settings that were not stored are in force")
	}
}

// slowReads runs a hook between reading and returning from a View.
type slowReads struct {
	storage.Store
	hook func()
}

func (s *slowReads) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	err := s.Store.View(ctx, fn)
	if s.hook != nil {
		s.hook()
	}
	return err
}

// TestSettingsReadBesideWrite: what a slow reader read before a write must not
// be what later readers are told.
func TestSettingsReadBesideWrite(t *testing.T) {
	store := &slowReads{Store: memstore.New()}
	defer store.Close()
	s := storage.NewSettings(store)
	store.hook = func() {
		store.hook = nil
		if err := s.Set(t.Context(), "#nethack", storage.PlaceSettings{Prefix: "$"}); err != nil {
			t.Error(err)
		}
	}
	wantSettings(t, s, "#nethack", storage.PlaceSettings{})
	wantSettings(t, s, "#nethack", storage.PlaceSettings{Prefix: "$"})
}

func TestSettingsConcurrently(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	s := storage.NewSettings(store)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 50 {
				place := fmt.Sprint("#", j%3)
				p := storage.PlaceSettings{Prefix: fmt.Sprint(i, "-", j)}
				if err := s.Set(t.Context(), place, p); err != nil {
					t.Error(err)
				}
				if _, err := s.Get(t.Context(), place); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	stored := storage.NewSettings(store)
	for j := range 3 {
		place := fmt.Sprint("#", j)
		want, err := stored.Get(t.Context(), place)
		if err != nil || want.Prefix == "" {
			t.Fatalf("Get(%q) = %+v, %v", place, want, err)
		}
		wantSettings(t, s, place, want)
	}
}

func BenchmarkSettingsLookup(b *testing.B) {
	store := memstore.New()
	defer store.Close()
	s := storage.NewSettings(store)
	if err := s.Set(b.Context(), "#nethack", storage.PlaceSettings{Prefix: "$"}); err != nil {
		b.Fatal(err)
	}
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if p, err := s.Get(ctx, "#nethack"); p.Prefix != "$" || err != nil {
			b.Fatal(p, err)
		}
	}
}
