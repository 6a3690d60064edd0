package memstore

import (
	"testing"

	"delphi/storage"
	"delphi/storage/storagetest"
)

func TestStore(t *testing.T) {
	storagetest.Run(t, func(testing.TB) storage.Store { return New() })
}
