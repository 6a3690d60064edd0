package bot

import (
	"context"
	"testing"
	"time"

	"delphi/commands"
	"delphi/storage"
	"delphi/storage/memstore"
)

func TestModeration(t *testing.T) {
	ctx := context.Background()
	store := memstore.New()
	defer store.Close()
	m, err := NewModeration(ctx, storage.Moderation{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	m.now = func() time.Time { return now }
	bob := commands.Request{Network: "libera", Place: "#room", User: "~bob", Nick: "Bob"}
	account := commands.Request{Network: "libera", Place: "#room", User: "robert", Nick: "Bob|away"}
	silenced := func(req commands.Request, want bool) {
		t.Helper()
		if got := m.Silenced(req); got != want {
			t.Errorf("%+v: silenced %v, want %v", req, got, want)
		}
	}
	silenced(bob, false)
	if err := m.Silence(ctx, "user", "libera", "BOB", now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	silenced(bob, true)
	silenced(account, false)
	elsewhere := bob
	elsewhere.Network = "oftc"
	silenced(elsewhere, false)
	admin := bob
	admin.Admin = true
	silenced(admin, false)

	// Another process, or the next run, knows it too.
	again, err := NewModeration(ctx, storage.Moderation{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	again.now = m.now
	if !again.Silenced(bob) || len(again.List("libera")) != 1 {
		t.Errorf("forgotten after a restart: %+v", again.List("libera"))
	}

	now = now.Add(time.Hour)
	silenced(bob, false)
	if err := m.Silence(ctx, "place", "libera", "#Room", time.Time{}); err != nil {
		t.Fatal(err)
	}
	silenced(account, true)
	private := account
	private.Private = true
	silenced(private, false)
	if lifted, err := m.Lift(ctx, "place", "libera", "#room"); err != nil || !lifted {
		t.Errorf("lifted %v, %v", lifted, err)
	}
	if lifted, _ := m.Lift(ctx, "place", "libera", "#room"); lifted {
		t.Error("lifted twice")
	}
	silenced(account, false)
}

func BenchmarkSilenced(b *testing.B) {
	store := memstore.New()
	defer store.Close()
	m, _ := NewModeration(context.Background(), storage.Moderation{Store: store})
	m.Silence(context.Background(), "user", "libera", "bob", time.Time{})
	req := commands.Request{Network: "libera", Place: "#room", User: "alice", Nick: "alice"}
	b.ReportAllocs()
	for b.Loop() {
		m.Silenced(req)
	}
}
