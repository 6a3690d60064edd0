package main

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/admin"
	"delphi/bot/irc"
	"delphi/bot/metrics"
	"delphi/commands"
	"delphi/storage"
	"delphi/storage/memstore"
)

func newKeeper(t *testing.T) *keeper {
	t.Helper()
	store := memstore.New()
	t.Cleanup(func() { store.Close() })
	m, err := bot.NewModeration(context.Background(), storage.Moderation{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	cfg := irc.Defaults()
	cfg.Name, cfg.Address, cfg.Channels = "test", "127.0.0.1:1", []string{"#test"}
	a, err := irc.New(cfg, irc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	k := &keeper{Networks: admin.Networks{Moderation: m, Adapters: []bot.Adapter{a}, Limiter: bot.NewLimiter(bot.Limits{})}, log: slog.New(slog.DiscardHandler)}
	k.Limit(bot.Limits{})
	return k
}

func TestKeeperReloads(t *testing.T) {
	k := newKeeper(t)
	answered := &bot.Gate{Limiter: k.Limiter, Moderation: k.Moderation, Next: bot.HandlerFunc(func(context.Context, commands.Request) commands.Reply {
		return commands.Reply{Summary: "yes"}
	})}
	ask := func() bool {
		return answered.Answer(context.Background(), commands.Request{Network: "test", Place: "#test", User: "alice"}).Summary == "yes"
	}
	for range 5 {
		if !ask() {
			t.Fatal("limited without limits")
		}
	}
	s := defaultSettings()
	cfg := irc.Defaults()
	cfg.Name, cfg.Address, cfg.Channels = "test", "127.0.0.1:2", []string{"#other"}
	s.IRC = []irc.Config{cfg}
	s.Limits = bot.Limits{UserPerMinute: 1}
	k.load = func() (Settings, error) { return s, nil }
	if err := k.Reload(context.Background()); err != nil {
		t.Fatal(err)
	}
	if !ask() || ask() {
		t.Error("the new limit of one a minute does not hold")
	}

	k.load = func() (Settings, error) { return s, errors.New("line 3 is wrong") }
	if err := k.Reload(context.Background()); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a wrong file: %v", err)
	}

	cfg.Name = "new"
	s.IRC = []irc.Config{cfg}
	k.load = func() (Settings, error) { return s, nil }
	err := k.Reload(context.Background())
	if err == nil || !strings.Contains(err.Error(), "network new is new") || !strings.Contains(err.Error(), "network test is gone") {
		t.Errorf("networks that came and went: %v", err)
	}
}

func TestKeeperSilences(t *testing.T) {
	k, ctx := newKeeper(t), context.Background()
	if err := k.Heed(ctx, "test", "bob"); err == nil {
		t.Error("heeded whom nobody ignored")
	}
	if _, err := k.Ignore(ctx, "test", "bob", time.Now().Add(time.Hour), "spam", "alice"); err != nil {
		t.Fatal(err)
	}
	if err := k.Quiet(ctx, "test", "#loud", time.Time{}, "alice"); err != nil {
		t.Fatal(err)
	}
	k.Sources = func() []metrics.Source {
		return []metrics.Source{{Name: "nao"}, {Name: "hdf", Failing: true, Aside: 3, Reasons: map[string]int64{"no death": 1, "points below 0": 2}}}
	}
	var text []string
	for _, f := range k.Status("test") {
		text = append(text, f.Name+" "+f.Value)
	}
	all := strings.Join(text, "\n")
	for _, want := range []string{"test not connected", "silenced #loud until further notice (set by alice), bob until ", ": spam (set by alice)",
		`game logs 2 followed; hdf cannot be read, as the log says; of hdf 3 lines were set aside (2 because of "points below 0", 1 because of "no death")`} {
		if !strings.Contains(all, want) {
			t.Errorf("status lacks %q:\n%s", want, all)
		}
	}
	if err := errors.Join(k.Heed(ctx, "test", "bob"), k.Speak(ctx, "test", "#loud")); err != nil {
		t.Error(err)
	}
	if err := k.Join(ctx, "discord", "#x"); err == nil {
		t.Error("joined a channel of no IRC network")
	}
}
