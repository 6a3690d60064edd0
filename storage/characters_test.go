package storage_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/boltstore"
	"delphi/storage/memstore"
)

// openFile opens a store that outlives its closing.
func openFile(t testing.TB, path string) *boltstore.Store {
	t.Helper()
	s, err := boltstore.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestCharacters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := openFile(t, path)
	ctx := t.Context()
	c := storage.NewCharacters(s)
	want := func(c *storage.Characters, owner, text string, ok bool) {
		t.Helper()
		if got, there, err := c.Character(ctx, owner); got != text || there != ok || err != nil {
			t.Errorf("Character(%q) = %q, %v, %v, want %q, %v", owner, got, there, err, text, ok)
		}
	}
	want(c, "rodney", "", false)
	for owner, text := range map[string]string{"rodney": "wiz xl12", "rodney2": "val", "empty": ""} {
		if err := c.SetCharacter(ctx, owner, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.SetCharacter(ctx, "rodney", "wiz xl13"); err != nil {
		t.Fatal(err)
	}
	longest := strings.Repeat("x", storage.MaxCharacter)
	if err := c.SetCharacter(ctx, "long", longest); err != nil {
		t.Fatal(err)
	}
	if err := c.SetCharacter(ctx, "rodney", longest+"x"); !errors.Is(err, storage.ErrValueSize) {
		t.Errorf("a long text: %v", err)
	}
	if err := c.ForgetCharacter(ctx, "rodney2"); err != nil {
		t.Fatal(err)
	}
	if err := c.ForgetCharacter(ctx, "nobody"); err != nil {
		t.Errorf("forgetting nobody: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	c = storage.NewCharacters(openFile(t, path))
	want(c, "rodney", "wiz xl13", true)
	want(c, "rodney2", "", false)
	want(c, "empty", "", true)
	want(c, "long", longest, true)
}

func TestCharactersOfAClosedStore(t *testing.T) {
	s := memstore.New()
	_ = s.Close()
	c := storage.NewCharacters(s)
	_, _, err := c.Character(t.Context(), "rodney")
	for _, err := range []error{err, c.SetCharacter(t.Context(), "rodney", ""), c.ForgetCharacter(t.Context(), "rodney")} {
		if !errors.Is(err, storage.ErrClosed) || !strings.Contains(err.Error(), `"rodney"`) {
			t.Errorf("error %v, want one that names the owner and is ErrClosed", err)
		}
	}
}

// full is a store whose disk has no room.
type full struct{ storage.Store }

var errFull = errors.New("no space left on device")

func (full) Update(context.Context, func(storage.Tx) error) error { return errFull }

type allowing struct{}

func (allowing) Guard(storage.ReadTx) error { return nil }

// TestUseThatCannotBeNoted: what was read is good, unless another process may be the one
// to answer.
func TestUseThatCannotBeNoted(t *testing.T) {
	const owner = "net\x00~bob"
	s := memstore.New()
	before := storage.NewCharacters(s)
	before.Now = func() time.Time { return time.Unix(1, 0) }
	if err := before.SetCharacter(t.Context(), owner, "Wizard"); err != nil {
		t.Fatal(err)
	}
	if text, ok, err := storage.NewCharacters(full{s}).Character(t.Context(), owner); text != "Wizard" || !ok || err != nil {
		t.Errorf("%q, %v, %v", text, ok, err)
	}
	if _, _, err := storage.NewCharacters(full{s}).Character(storage.UnderGuard(t.Context(), allowing{}), owner); !errors.Is(err, errFull) {
		t.Errorf("under a guard: %v", err)
	}
}
