package storage_test

import (
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/memstore"
)

// What one process writes, another sees at once where nothing was read before, and
// else when what it read is no longer Fresh; its own writes it sees at once.
func TestReadings(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }

	ours, theirs := storage.NewCharacters(store), storage.NewCharacters(store)
	ours.Now, ours.Fresh = clock, time.Second
	want := func(text string) {
		t.Helper()
		if got, ok, err := ours.Character(t.Context(), "ann"); err != nil || ok != (text != "") || got != text {
			t.Errorf("character: %q, %v, %v; want %q", got, ok, err, text)
		}
	}
	set := func(c *storage.Characters, text string) {
		t.Helper()
		if err := c.SetCharacter(t.Context(), "ann", text); err != nil {
			t.Fatal(err)
		}
	}
	want("")
	set(theirs, "wiz")
	want("") // as it was read a moment ago
	now = now.Add(time.Second)
	want("wiz")
	set(ours, "pri")
	want("pri")
	if err := theirs.ForgetCharacter(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	want("pri")
	now = now.Add(time.Second)
	want("")

	settings, others := storage.NewSettings(store), storage.NewSettings(store)
	settings.Now, settings.Fresh = clock, time.Second
	wantSettings(t, settings, "#nethack", storage.PlaceSettings{})
	if err := others.Set(t.Context(), "#nethack", storage.PlaceSettings{Prefix: "$"}); err != nil {
		t.Fatal(err)
	}
	wantSettings(t, settings, "#nethack", storage.PlaceSettings{})
	now = now.Add(time.Second)
	wantSettings(t, settings, "#nethack", storage.PlaceSettings{Prefix: "$"})
}
