package boltstore

import (
	"path/filepath"
	"testing"

	"delphi/storage"
	"delphi/storage/storagetest"
)

func TestStore(t *testing.T) {
	storagetest.Run(t, func(t testing.TB) storage.Store {
		s, err := Open(t.Context(), filepath.Join(t.TempDir(), "store.db"))
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}
