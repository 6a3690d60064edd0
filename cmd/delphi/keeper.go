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
	"time"

	"delphi/bot"
	"delphi/bot/metrics"
	"delphi/commands"
	"delphi/commands/route"
	"delphi/storage"
)

// keeper runs a serving bot for the admin command and for SIGHUP: it knows
// the adapters, the silences and the file that the configuration came from.
type keeper struct {
	moderation *bot.Moderation
	log        *slog.Logger
	adapters   []bot.Adapter // set before serving begins
	load       func() (Settings, error)
	limiter    *bot.Limiter
	store      storage.Store
	trouble    *trouble                // with the store
	single     map[string]bool         // the networks that take one connection
	sources    func() []metrics.Source // of games; nil: none are followed
}

var _ route.Keeper = (*keeper)(nil)

// adapter returns the one of a network; nil if it is not served.
func (k *keeper) adapter(name string) bot.Adapter {
	for _, a := range k.adapters {
		if a.Name() == name {
			return a
		}
	}
	return nil
}

// joiner returns the adapter of a network whose channels can be joined.
func (k *keeper) joiner(n commands.Network) (bot.Joiner, error) {
	if j, ok := k.adapter(string(n)).(bot.Joiner); ok {
		return j, nil
	}
	return nil, fmt.Errorf("channels cannot be joined on %s", n)
}

// Ignore stops answers to somebody.
func (k *keeper) Ignore(ctx context.Context, n commands.Network, who string, until time.Time, reason, by string) (string, error) {
	return k.moderation.Ignore(ctx, n, who, until, reason, by)
}

// Heed ends an Ignore.
func (k *keeper) Heed(ctx context.Context, n commands.Network, who string) error {
	return lifted(k.moderation.Heed(ctx, n, who))("I was not ignoring " + who + ".")
}

// Ignores lists who is ignored on a network.
func (k *keeper) Ignores(n commands.Network) []commands.Field {
	var out []commands.Field
	for _, s := range k.moderation.List(n) {
		if s.Kind == "user" {
			out = append(out, commands.Field{Name: s.Who, Value: silence(s)})
		}
	}
	return out
}

// silence returns how long a silence lasts, who set it, and why.
func silence(s storage.Silence) string {
	text := "until further notice"
	if !s.Until.IsZero() {
		text = "until " + s.Until.UTC().Format("2006-01-02 15:04 UTC")
	}
	if s.Nick != "" {
		text += " (" + s.Nick + ")"
	}
	if s.Reason != "" {
		text += ": " + s.Reason
	}
	if s.By != "" {
		text += " (set by " + s.By + ")"
	}
	return text
}

// Quiet stops answers in a channel.
func (k *keeper) Quiet(ctx context.Context, n commands.Network, channel string, until time.Time, by string) error {
	return k.moderation.Quiet(ctx, n, channel, until, by)
}

// Speak ends a Quiet.
func (k *keeper) Speak(ctx context.Context, n commands.Network, channel string) error {
	return lifted(k.moderation.Speak(ctx, n, channel))("I was not silent in " + channel + ".")
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
	k.pace()
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
	k.limiter.Set(l)
	k.pace()
}

// pace tells the limiter what each network lets out.
func (k *keeper) pace() {
	for _, a := range k.adapters {
		if p, ok := a.(bot.Paced); ok {
			k.limiter.SetPace(commands.Network(a.Name()), p.PerMinute())
		}
	}
}

// states returns the networks as metrics and status show them.
func (k *keeper) states() []metrics.Network {
	var out []metrics.Network
	for _, a := range k.adapters {
		if st, ok := a.(bot.Stater); ok {
			out = append(out, metrics.Network{Name: a.Name(), State: st.State()})
		}
	}
	return out
}

// Status returns what an administrator sees of the networks, the silences and the sources
// of games.
func (k *keeper) Status(n commands.Network) []commands.Field {
	var out []commands.Field
	for _, s := range k.states() {
		text := "not connected"
		if s.Connected {
			text = fmt.Sprintf("connected, lag %s", s.Lag.Round(time.Millisecond))
			if s.Unidentified {
				text += ", NOT identified to services"
			}
			if _, err := k.joiner(commands.Network(s.Name)); err == nil {
				text += ", in " + cmp.Or(strings.Join(s.Places, " "), "no channel")
			}
		}
		text += fmt.Sprintf(", %d queued, %d reconnects", s.Queued, s.Reconnects)
		for _, place := range slices.Sorted(maps.Keys(s.Waiting)) {
			text += fmt.Sprintf(", not in %s (%s)", place, cmp.Or(s.Waiting[place], "joining"))
		}
		for _, place := range slices.Sorted(maps.Keys(s.Limited)) {
			text += fmt.Sprintf(", %s %s", place, s.Limited[place])
		}
		if s.LastError != "" {
			text += ", last error: " + bot.Redact(s.LastError)
		}
		out = append(out, commands.Field{Name: s.Name, Value: text})
	}
	if err := k.trouble.now(); err != nil {
		out = append(out, commands.Field{Name: "store", Value: "cannot be used: " + err.Error()})
	}
	var silent []string
	for _, s := range k.moderation.List(n) {
		silent = append(silent, s.Who+" "+silence(s))
	}
	out = append(out, commands.Field{Name: "silenced", Value: cmp.Or(strings.Join(silent, ", "), "nobody")})
	if k.sources != nil {
		if followed := k.sources(); len(followed) > 0 {
			out = append(out, commands.Field{Name: "game logs", Value: sourcesText(followed)})
		}
	}
	return out
}

// sourcesText returns how the followed sources are doing, in words. Why one cannot be read is in
// the log, since that may name what is not for a channel.
func sourcesText(followed []metrics.Source) string {
	parts := []string{fmt.Sprintf("%d followed", len(followed))}
	for _, s := range followed {
		if s.Failing {
			parts = append(parts, s.Name+" cannot be read, as the log says")
		}
		if s.Aside > 0 {
			parts = append(parts, fmt.Sprintf("of %s %d lines were set aside (%s)", s.Name, s.Aside, reasons(s.Reasons)))
		}
	}
	return strings.Join(parts, "; ")
}
