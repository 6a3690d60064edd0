package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"delphi/bot"
	"delphi/bot/metrics"
	"delphi/commands"
)

// keeper runs a serving bot for the admin command and for SIGHUP: it knows
// the adapters, the silences and the file that the configuration came from.
type keeper struct {
	moderation *bot.Moderation
	log        *slog.Logger
	adapters   []bot.Adapter // set before serving begins
	load       func() (Settings, error)
	limits     atomic.Pointer[bot.Middleware]
}

var _ commands.Keeper = (*keeper)(nil)

// adapter is the one of a network; nil if it is not served.
func (k *keeper) adapter(name string) bot.Adapter {
	for _, a := range k.adapters {
		if a.Name() == name {
			return a
		}
	}
	return nil
}

// joiner is the adapter of a network whose channels can be joined.
func (k *keeper) joiner(n commands.Network) (bot.Joiner, error) {
	if j, ok := k.adapter(string(n)).(bot.Joiner); ok {
		return j, nil
	}
	return nil, fmt.Errorf("channels cannot be joined on %s", n)
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

// Join enters a channel of a network that has channels to join.
func (k *keeper) Join(_ context.Context, n commands.Network, channel string) error {
	j, err := k.joiner(n)
	if err != nil {
		return err
	}
	return j.Join(channel)
}

// Part leaves a channel of such a network.
func (k *keeper) Part(_ context.Context, n commands.Network, channel string) error {
	j, err := k.joiner(n)
	if err != nil {
		return err
	}
	return j.Part(channel)
}

// Reload reads the configuration again and takes over what can be changed
// while serving: the limits, and what the adapters can take over. A file with
// an error changes nothing.
func (k *keeper) Reload(context.Context) error {
	s, err := k.load()
	if err != nil {
		k.log.Error("the configuration was not reloaded", "err", err)
		return err
	}
	k.limit(s.Limits)
	var wrong []error
	named := map[string]bool{}
	for _, n := range s.networks() {
		named[n.name] = true
		switch a := k.adapter(n.name).(type) {
		case nil:
			wrong = append(wrong, fmt.Errorf("network %s is new, which needs a restart", n.name))
		case bot.Reloader:
			wrong = append(wrong, a.Reload(n.section()))
		}
	}
	for _, a := range k.adapters {
		if !named[a.Name()] {
			wrong = append(wrong, fmt.Errorf("network %s is gone from the configuration, which needs a restart", a.Name()))
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
	var out []metrics.Network
	for _, a := range k.adapters {
		if st, ok := a.(bot.Stater); ok {
			out = append(out, metrics.Network{Name: a.Name(), State: st.State()})
		}
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
			if _, err := k.joiner(commands.Network(s.Name)); err == nil {
				text += ", in " + cmp.Or(strings.Join(s.Places, " "), "no channel")
			}
		}
		text += fmt.Sprintf(", %d queued, %d reconnects", s.Queued, s.Reconnects)
		for _, place := range slices.Sorted(maps.Keys(s.Waiting)) {
			text += fmt.Sprintf(", not in %s (%s)", place, cmp.Or(s.Waiting[place], "joining"))
		}
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
