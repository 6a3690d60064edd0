package storage_test

import (
	"testing"

	"delphi/storage"
	"delphi/storage/memstore"
	"delphi/storage/storagetest"
)

func TestMemstore(t *testing.T) {
	storagetest.Run(t, func(testing.TB) storage.Store { return memstore.New() })
}
