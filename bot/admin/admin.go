package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"delphi/bot"
	"delphi/bot/metrics"
	"delphi/commands"
	"delphi/engine/seq"
	"delphi/storage"
)

// Networks are the networks that a bot serves, as its administrators see and change them.
type Networks struct {
	Moderation *bot.Moderation
	Adapters   []bot.Adapter // set before serving begins
	Limiter    *bot.Limiter
	Trouble    func() error            // with the store; nil: none is known
	Sources    func() []metrics.Source // of games; nil: none are followed
}

// Adapter returns the one of a network; nil if it is not served.
func (all *Networks) Adapter(name string) bot.Adapter {
	for _, a := range all.Adapters {
		if a.Name() == name {
			return a
		}
	}
	return nil
}

// joiner returns the adapter of a network whose channels can be joined.
func (all *Networks) joiner(n commands.Network) (bot.Joiner, error) {
	if j, ok := all.Adapter(string(n)).(bot.Joiner); ok {
		return j, nil
	}
	return nil, fmt.Errorf("channels cannot be joined on %s", n)
}

// Ignore stops answers to somebody.
func (all *Networks) Ignore(ctx context.Context, n commands.Network, who string, until time.Time, reason, by string) (string, error) {
	return all.Moderation.Ignore(ctx, n, who, until, reason, by)
}

// Heed ends an Ignore.
func (all *Networks) Heed(ctx context.Context, n commands.Network, who string) error {
	return lifted(all.Moderation.Heed(ctx, n, who))("I was not ignoring " + who + ".")
}

// Ignores lists who is ignored on a network.
func (all *Networks) Ignores(n commands.Network) []commands.Field {
	var out []commands.Field
	for _, s := range all.Moderation.List(n) {
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
func (all *Networks) Quiet(ctx context.Context, n commands.Network, channel string, until time.Time, by string) error {
	return all.Moderation.Quiet(ctx, n, channel, until, by)
}

// Speak ends a Quiet.
func (all *Networks) Speak(ctx context.Context, n commands.Network, channel string) error {
	return lifted(all.Moderation.Speak(ctx, n, channel))("I was not silent in " + channel + ".")
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
func (all *Networks) Join(_ context.Context, n commands.Network, channel string) error {
	j, err := all.joiner(n)
	if err != nil {
		return err
	}
	return j.Join(channel)
}

// Part leaves a channel of such a network.
func (all *Networks) Part(_ context.Context, n commands.Network, channel string) error {
	j, err := all.joiner(n)
	if err != nil {
		return err
	}
	return j.Part(channel)
}

// Limit sets the limits that requests meet from now on.
func (all *Networks) Limit(l bot.Limits) {
	all.Limiter.Set(l)
	all.Pace()
}

// Pace tells the limiter what each network lets out.
func (all *Networks) Pace() {
	for _, a := range all.Adapters {
		if p, ok := a.(bot.Paced); ok {
			all.Limiter.SetPace(commands.Network(a.Name()), p.PerMinute())
		}
	}
}

// States returns the networks as metrics and status show them.
func (all *Networks) States() []metrics.Network {
	var out []metrics.Network
	for _, a := range all.Adapters {
		if st, ok := a.(bot.Stater); ok {
			out = append(out, metrics.Network{Name: a.Name(), State: st.State()})
		}
	}
	return out
}

// Status returns what an administrator sees of the networks, the silences and the sources
// of games.
func (all *Networks) Status(n commands.Network) []commands.Field {
	var out []commands.Field
	for _, s := range all.States() {
		text := "not connected"
		if s.Connected {
			text = fmt.Sprintf("connected, lag %s", s.Lag.Round(time.Millisecond))
			if s.Unidentified {
				text += ", NOT identified to services"
			}
			if _, err := all.joiner(commands.Network(s.Name)); err == nil {
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
	if err := all.trouble(); err != nil {
		out = append(out, commands.Field{Name: "store", Value: "cannot be used: " + err.Error()})
	}
	silent := seq.Map(all.Moderation.List(n), func(s storage.Silence) string { return s.Who + " " + silence(s) })
	out = append(out, commands.Field{Name: "silenced", Value: cmp.Or(strings.Join(silent, ", "), "nobody")})
	if all.Sources != nil {
		if followed := all.Sources(); len(followed) > 0 {
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
			parts = append(parts, fmt.Sprintf("of %s %d lines were set aside (%s)", s.Name, s.Aside, bot.Reasons(s.Reasons)))
		}
	}
	return strings.Join(parts, "; ")
}

// Tellers returns the networks on which something can be announced.
func (all *Networks) Tellers() map[string]bot.Teller {
	out := map[string]bot.Teller{}
	for _, a := range all.Adapters {
		if t, ok := a.(bot.Teller); ok {
			out[a.Name()] = t
		}
	}
	return out
}

// Silent reports that nothing is said in a place.
func (all *Networks) Silent(network, place string) bool {
	return all.Moderation.Silenced(commands.Request{Network: commands.Network(network), Place: commands.Place(place)})
}

func (all *Networks) trouble() error {
	if all.Trouble == nil {
		return nil
	}
	return all.Trouble()
}
