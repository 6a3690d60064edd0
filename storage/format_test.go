package storage_test

import (
	"errors"
	"strings"
	"testing"

	"delphi/storage"
)

func TestStamp(t *testing.T) {
	if s, ok := storage.ParseStamp(storage.Ours().String()); !ok || s != storage.Ours() || s.Check() != nil {
		t.Errorf("our own stamp is %v, %v, %v", s, ok, s.Check())
	}
	for text, want := range map[string]string{
		"delphi store, format 1":                                  "no release has written it",
		"delphi store, format 2":                                  "",
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
	if err := (storage.Stamp{}).Check(); !errors.Is(err, storage.ErrFormat) || !strings.Contains(err.Error(), "once with delphi 1.0.0") {
		t.Errorf("what has no format: %v", err)
	}
}
