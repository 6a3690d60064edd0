package storage_test

import (
	"errors"
	"strings"
	"testing"

	"delphi/storage"
	"delphi/storage/memstore"
)

func TestStamp(t *testing.T) {
	if s, ok := storage.ParseStamp(storage.Ours().String()); !ok || s != storage.Ours() || s.Check() != nil {
		t.Errorf("our own stamp is %v, %v, %v", s, ok, s.Check())
	}
	for text, want := range map[string]string{
		"delphi store, format 1":                                  "",
		"delphi store, format 900, made by delphi v7":             "format 900, made by delphi v7, and this program",
		"delphi store, format 900, for elbereth, made by x y":     "made by x y, and",
		"delphi store, format 900":                                "format 900, and this program",
		"delphi store, format 0":                                  "no stamp",
		"delphi store, format -1":                                 "no stamp",
		"delphi store, format 99999999999999999999999, made by x": "no stamp",
		"":          "no stamp",
		"something": "no stamp",
	} {
		s, ok := storage.ParseStamp(text)
		got := "no stamp"
		if err := s.Check(); ok && err == nil {
			got = ""
		} else if ok {
			got = err.Error()
		}
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if err := (storage.Stamp{}).Check(); !errors.Is(err, storage.ErrFormat) || !strings.Contains(err.Error(), "before format 1") {
		t.Errorf("what has no format: %v", err)
	}
}

// TestFormer tells stores of before format 1 by their games.
func TestFormer(t *testing.T) {
	for _, test := range []struct {
		key, value string
		former     bool
	}{
		{string(storage.Key("game", "x")), "row", true},
		{string(storage.Key("game-player", "x")), "", true},
		{string(storage.Key("game-log-state")), strings.Repeat("\x00", 16) + "\x01", true},
		{string(storage.Key("game-log-state")), strings.Repeat("\x00", 17), false},
		{string(storage.Key("game-rows", "x")), "rows", false},
		{string(storage.Key("game-source", "x")), "{}", false},
		{string(storage.Key("games")), "", false},
	} {
		s := memstore.New()
		if err := s.Update(t.Context(), func(tx storage.Tx) error { return tx.Put([]byte(test.key), []byte(test.value)) }); err != nil {
			t.Fatal(err)
		}
		var former bool
		if err := s.View(t.Context(), func(tx storage.ReadTx) (err error) { former, err = storage.Former(tx); return err }); err != nil {
			t.Fatal(err)
		}
		if entry := storage.IsFormer([]byte(test.key), []byte(test.value)); former != test.former || entry != test.former {
			t.Errorf("%q is former: %v, its store: %v, want %v", test.key, entry, former, test.former)
		}
	}
}
