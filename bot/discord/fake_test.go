package discord

import (
	"context"
	"encoding/json"
	"log/slog"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"go.uber.org/goleak"

	"delphi/bot"
	"delphi/bot/discord/discordtest"
	"delphi/commands/commandstest"
	"delphi/commands/route"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

func TestSpec(t *testing.T) { discordtest.NeedSpec(t) }

const (
	applicationID = discordtest.Application
	selfID        = discordtest.SelfID
	aliceID       = discordtest.AliceID
	bobID         = discordtest.BobID
	channelID     = discordtest.ChannelID
	guildID       = discordtest.GuildID
	directID      = discordtest.DirectID
	token         = discordtest.Token
	opDispatch    = discordtest.Dispatch
)

// fake is Discord, with adapters that talk to it.
type fake struct{ *discordtest.Fake }

func newFake(t testing.TB) *fake { return &fake{discordtest.New(t)} }

var status = discordtest.Status

// newRouter is the bot's commands over a store in memory.
func newRouter(t testing.TB) *route.Router { return commandstest.New(t) }

func quick(a *Adapter) {
	a.t.patience = 20 * time.Second // a busy machine must not turn answers into promises; see impatient
	a.t.typing = 20 * time.Second
	a.t.retry, a.t.retryMax = time.Millisecond, 20*time.Millisecond
	g := &a.t.gateway
	g.Retry, g.RetryMax, g.Invalid, g.Start = time.Millisecond, 20*time.Millisecond, time.Millisecond, time.Millisecond
	a.rest.Retry = time.Millisecond
}

// reading returns a fake Discord and a bot that runs against it and answers messages.
func reading(t testing.TB) (*fake, *Adapter) {
	t.Helper()
	f := newFake(t)
	cfg := testConfig()
	cfg.MessageCommands = true
	r := newRouter(t)
	a := f.adapter(cfg, r, nil)
	f.run(a, plainHandler(r))
	return f, a
}

func testConfig() Config {
	c := Defaults()
	c.Enabled, c.Token, c.Cards = true, token, "embeds"
	return c
}

// adapter makes an adapter against the fake.
func (f *fake) adapter(cfg Config, r Router, log *slog.Logger) *Adapter {
	f.T.Helper()
	a, err := New(cfg, Options{Router: r, Transport: f, Log: log})
	if err != nil {
		f.T.Fatal(err)
	}
	quick(a)
	return a
}

// run runs the adapter until the test ends.
func (f *fake) run(a *Adapter, h bot.Handler) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx, h) }()
	stop = sync.OnceValue(func() error { cancel(); return <-done })
	f.T.Cleanup(func() {
		if err := stop(); err != nil {
			f.T.Errorf("Run: %v", err)
		}
	})
	return stop
}

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

func contextWithTimeout(t testing.TB, d time.Duration) (context.Context, context.CancelFunc) {
	if d == 0 {
		d = 5 * time.Second
	}
	return context.WithTimeout(t.Context(), d)
}

// buckets is how many buckets a limiter keeps; it shows them to nobody.
func buckets(r *discordgo.RateLimiter) int {
	return reflect.ValueOf(r).Elem().FieldByName("buckets").Len()
}
