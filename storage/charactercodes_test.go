package storage_test

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/memstore"
)

// TestCharactersMove: a code moves a character once, and nothing of the code is in
// the store.
func TestCharactersMove(t *testing.T) {
	ctx, s := t.Context(), memstore.New()
	now := time.Unix(1e9, 0)
	c := storage.NewCharacters(s)
	c.Now = func() time.Time { return now }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	holds := func(owner, want string) {
		t.Helper()
		text, _, err := c.Character(ctx, owner)
		fresh, _, again := storage.NewCharacters(s).Character(ctx, owner)
		if text != want || fresh != want || err != nil || again != nil {
			t.Errorf("%q has %q, and %q in the store (%v, %v), want %q", owner, text, fresh, err, again, want)
		}
	}
	code := func(owner string) string {
		t.Helper()
		code, ok, err := c.NewCode(ctx, owner)
		if !ok || err != nil {
			t.Fatalf("no code for %q: %v", owner, err)
		}
		return code
	}
	refused := func(code string) {
		t.Helper()
		if _, _, err := c.Move(ctx, code, "net\x00~eve@evil"); !errors.Is(err, storage.ErrNoCode) {
			t.Errorf("%q: %v", code, err)
		}
		holds("net\x00~eve@evil", "")
	}
	const home, work, account = "net\x00~ann@home", "net\x00~ann@work", "net\x00ann"
	if code, ok, err := c.NewCode(ctx, home); code != "" || ok || err != nil {
		t.Errorf("a code for nothing: %q, %v, %v", code, ok, err)
	}
	must(c.SetCharacter(ctx, home, "wiz"))
	must(c.SetCharacter(ctx, work, "val"))
	first := code(home)
	if !regexp.MustCompile(`^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$`).MatchString(first) {
		t.Errorf("a code is %q", first)
	}
	second := code(home)
	refused(first) // replaced
	refused("")
	refused("AAAA-AAAA-AAAA-AAAA")
	must(s.View(ctx, func(tx storage.ReadTx) error {
		for e, err := range tx.Scan(nil, nil) {
			if err != nil {
				return err
			}
			for _, secret := range []string{second, strings.ReplaceAll(second, "-", "")} {
				if bytes.Contains(e.Key, []byte(secret)) || bytes.Contains(e.Value, []byte(secret)) {
					t.Errorf("the code is stored: %q: %q", e.Key, e.Value)
				}
			}
		}
		return nil
	}))
	text, before, err := c.Move(ctx, strings.ToLower(strings.ReplaceAll(second, "-", "")), work) // as somebody may type it
	if text != "wiz" || before != "val" || err != nil {
		t.Errorf("moved %q in place of %q, %v", text, before, err)
	}
	holds(home, "")
	holds(work, "wiz")
	refused(second) // used

	third := code(work)
	if _, _, err := c.Move(ctx, third, account); err != nil {
		t.Error(err)
	}
	holds(account, "wiz")
	must(c.SetCharacter(ctx, home, "arc"))
	forgotten := code(home)
	must(c.ForgetCharacter(ctx, home))
	must(c.SetCharacter(ctx, home, "bar"))
	refused(forgotten)
	self := code(home)
	if text, before, err := c.Move(ctx, self, home); text != "bar" || before != "bar" || err != nil {
		t.Errorf("moved onto itself: %q, %q, %v", text, before, err)
	}
	holds(home, "bar")

	old := code(home)
	swept := func(want int) {
		t.Helper()
		sweep := storage.Sweep{Store: s}
		if n, err := sweep.Run(ctx, now); n != want || err != nil {
			t.Errorf("swept %d records, %v, want %d", n, err, want)
		}
	}
	now = now.Add(storage.CodeAge / 2)
	holds(home, "bar") // a use, so the text is kept longer than the code
	swept(0)
	now = now.Add(storage.CodeAge/2 + time.Hour)
	refused(old)
	swept(2) // both records of the code
	holds(home, "bar")
}
