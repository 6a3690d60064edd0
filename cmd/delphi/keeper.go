package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"delphi/bot"
	"delphi/bot/discord"
	"delphi/bot/irc"
	"delphi/bot/metrics"
	"delphi/commands"
)

// keeper runs a serving bot for the admin command and for SIGHUP: it knows
// the networks, the silences and the file that the configuration came from.
type keeper struct {
	moderation *bot.Moderation
	log        *slog.Logger
	networks   []*irc.Adapter   // set before serving begins
	discord    *discord.Adapter // likewise; nil: not served
	load       func() (Settings, error)
	limits     atomic.Pointer[bot.Middleware]
}

var _ commands.Keeper = (*keeper)(nil)

func (k *keeper) network(n commands.Network) (*irc.Adapter, error) {
	for _, a := range k.networks {
		if a.Name() == string(n) {
			return a, nil
		}
	}
	return nil, fmt.Errorf("that works on IRC networks only, not on %s", n)
}

// Ignore stops answers to somebody.
func (k *keeper) Ignore(ctx context.Context, n commands.Network, who string, until time.Time) error {
	return k.moderation.Silence(ctx, "user", n, who, until)
}

// Heed ends an Ignore.
func (k *keeper) Heed(ctx context.Context, n commands.Network, who string) error {
	return lifted(k.moderation.Lift(ctx, "user", n, who))(who + " was not ignored")
}

// Quiet stops answers in a channel.
func (k *keeper) Quiet(ctx context.Context, n commands.Network, channel string, until time.Time) error {
	return k.moderation.Silence(ctx, "place", n, channel, until)
}

// Speak ends a Quiet.
func (k *keeper) Speak(ctx context.Context, n commands.Network, channel string) error {
	return lifted(k.moderation.Lift(ctx, "place", n, channel))(channel + " was not quiet")
}

func lifted(done bool, err error) func(not string) error {
	return func(not string) error {
		if err == nil && !done {
			return errors.New(not)
		}
		return err
	}
}

// Join enters a channel of an IRC network.
func (k *keeper) Join(_ context.Context, n commands.Network, channel string) error {
	a, err := k.network(n)
	if err != nil {
		return err
	}
	return a.Join(channel)
}

// Part leaves a channel of an IRC network.
func (k *keeper) Part(_ context.Context, n commands.Network, channel string) error {
	a, err := k.network(n)
	if err != nil {
		return err
	}
	return a.Part(channel)
}

// Reload reads the configuration again and takes over what can be changed
// while serving: the limits, and all of an IRC network but its name. A file
// with an error changes nothing.
func (k *keeper) Reload(context.Context) error {
	s, err := k.load()
	if err != nil {
		k.log.Error("the configuration was not reloaded", "err", err)
		return err
	}
	k.limit(s.Limits)
	var wrong []error
	for _, cfg := range s.IRC {
		a, err := k.network(commands.Network(cfg.Name))
		if err != nil {
			wrong = append(wrong, fmt.Errorf("network %s is new: it needs a restart", cfg.Name))
			continue
		}
		wrong = append(wrong, a.Reload(withPrefix(cfg, s)))
	}
	for _, a := range k.networks {
		if !slices.ContainsFunc(s.IRC, func(cfg irc.Config) bool { return cfg.Name == a.Name() }) {
			wrong = append(wrong, fmt.Errorf("network %s is gone from the configuration: that needs a restart", a.Name()))
		}
	}
	if err := errors.Join(wrong...); err != nil {
		k.log.Warn("the configuration was reloaded in part", "err", err)
		return err
	}
	k.log.Info("the configuration was reloaded")
	return nil
}

// limit sets the limits that requests meet from now on.
func (k *keeper) limit(l bot.Limits) {
	m := bot.Limit(l)
	k.limits.Store(&m)
}

// limited is the middleware of the limits that hold now. What a layer counted
// is forgotten when the limits change.
func (k *keeper) limited(next bot.Handler) bot.Handler {
	type layer struct {
		from *bot.Middleware
		h    bot.Handler
	}
	var now atomic.Pointer[layer]
	return bot.HandlerFunc(func(ctx context.Context, req commands.Request) commands.Reply {
		l, want := now.Load(), k.limits.Load()
		if l == nil || l.from != want {
			l = &layer{want, (*want)(next)}
			now.Store(l)
		}
		return l.h.Answer(ctx, req)
	})
}

// states are the networks as metrics and status show them.
func (k *keeper) states() []metrics.Network {
	out := make([]metrics.Network, len(k.networks))
	for i, a := range k.networks {
		s := a.State()
		out[i] = metrics.Network{
			Name: s.Name, Connected: s.Connected, Joined: s.Joined, Lag: s.Lag,
			Queued: s.Queued, Reconnects: s.Reconnects, LastError: s.LastError,
		}
	}
	if k.discord != nil {
		s := k.discord.State()
		out = append(out, metrics.Network{Name: k.discord.Name(), Connected: s.Connected, Lag: s.Lag, Queued: s.Queued, Reconnects: s.Reconnects})
	}
	return out
}

// Status is what an administrator sees of the networks and the silences.
func (k *keeper) Status(n commands.Network) []commands.Field {
	var out []commands.Field
	for _, s := range k.states() {
		text := "not connected"
		if s.Connected {
			text = fmt.Sprintf("connected, lag %s", s.Lag.Round(time.Millisecond))
			if _, err := k.network(commands.Network(s.Name)); err == nil { // only IRC's channels are joined
				text += ", in " + cmp.Or(strings.Join(s.Joined, " "), "no channel")
			}
		}
		text += fmt.Sprintf(", %d queued, %d reconnects", s.Queued, s.Reconnects)
		if s.LastError != "" {
			text += ", last error: " + s.LastError
		}
		out = append(out, commands.Field{Name: s.Name, Value: text})
	}
	var silent []string
	for _, s := range k.moderation.List(n) {
		text := s.Who
		if !s.Until.IsZero() {
			text += " until " + s.Until.UTC().Format("2006-01-02 15:04 UTC")
		}
		silent = append(silent, text)
	}
	slices.Sort(silent)
	return append(out, commands.Field{Name: "silenced", Value: cmp.Or(strings.Join(silent, ", "), "nobody")})
}
