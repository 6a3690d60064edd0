package gamelog_test

import (
	"testing"

	"delphi/storage/boltstore"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func openFile(t testing.TB, path string) *boltstore.Store {
	t.Helper()
	s, err := boltstore.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
