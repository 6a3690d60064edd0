package storage_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/memstore"
)

func TestSweep(t *testing.T) {
	ctx, s := t.Context(), memstore.New()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	characters := storage.NewCharacters(s)
	characters.Now = clock
	settings := storage.NewSettings(s)
	settings.Now = clock
	moderation := storage.Moderation{Store: s}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	// Records of an earlier version say nothing of their use.
	must(s.Update(ctx, func(tx storage.Tx) error {
		for key, value := range map[string]string{"character": "wiz xl1", "settings": `{"rules":"3.4.3","later":1}`} {
			if err := tx.Put(storage.Key(key, "net\x00~early"), []byte(value)); err != nil {
				return err
			}
		}
		return nil
	}))
	for _, who := range []string{"net\x00~nick", "net\x00~often", "net\x00account", "net\x00#room", "~"} {
		must(characters.SetCharacter(ctx, who, "wiz xl12"))
		must(settings.Set(ctx, who, storage.PlaceSettings{Rules: "3.4.3"}))
	}
	for i := range 2500 { // more than one transaction sweeps
		must(characters.SetCharacter(ctx, fmt.Sprintf("net\x00~guest%d", i), "val"))
	}
	must(moderation.Silence(ctx, storage.Silence{Kind: "user", Network: "net", Who: "over", Until: now.Add(time.Hour)}))
	must(moderation.Silence(ctx, storage.Silence{Kind: "user", Network: "net", Who: "for ever"}))

	sweep := func(want int) {
		t.Helper()
		expired := storage.Sweep{Store: s}
		for _, want := range []int{want, 0} { // a second sweep finds nothing more
			if n, err := expired.Run(ctx, now); n != want || err != nil {
				t.Errorf("%d records deleted, %v, want %d", n, err, want)
			}
		}
	}
	holds := func(who string, want bool) {
		t.Helper()
		text, ok, err := characters.Character(ctx, who)
		if ok != want || err != nil || ok && text == "" {
			t.Errorf("character of %q: %q, %v, %v", who, text, ok, err)
		}
		fresh := storage.NewSettings(s)
		fresh.Now = clock
		p, err := fresh.Get(ctx, who)
		if (p != storage.PlaceSettings{}) != want || err != nil {
			t.Errorf("settings of %q: %+v, %v", who, p, err)
		}
	}
	use := func(who string) {
		t.Helper()
		if _, _, err := characters.Character(ctx, who); err != nil {
			t.Error(err)
		}
		if p, err := settings.Get(ctx, who); err != nil || p.Rules != "3.4.3" {
			t.Errorf("%+v, %v", p, err)
		}
	}
	sweep(0)
	for range 16 {
		now = now.Add(2 * 24 * time.Hour)
		use("net\x00~often") // from memory too
	}
	sweep(1 + 2500 + 2 + 2) // the silence, the guests, ~nick and ~early
	for _, gone := range []string{"net\x00~nick", "net\x00~early", "net\x00~guest7"} {
		holds(gone, false)
	}
	for _, kept := range []string{"net\x00~often", "net\x00account", "net\x00#room", "~"} {
		holds(kept, true)
	}
	if all, err := moderation.Silences(ctx); err != nil || len(all) != 1 || all[0].Who != "for ever" {
		t.Errorf("%v, %v", all, err)
	}
	now = now.Add(storage.FleetingAge + 49*time.Hour)
	sweep(2)

	done, cancel := context.WithCancel(ctx)
	cancel()
	expired := storage.Sweep{Store: s}
	if _, err := expired.Run(done, now); err == nil {
		t.Error("a sweep goes on after its context is done")
	}
}
