package discord

import (
	"sync/atomic"
	"time"

	"delphi/bot"
	"delphi/bot/discord/gateway"
)

// Stats counts what the adapter has done and met since it was made.
type Stats struct {
	Commands, Buttons, Completions, Messages int64 // questions, by the way they came

	Deferred   int64 // answers that took longer than Discord waits
	Expired    int64 // answers that came too late, or whose question is gone
	Busy       int64 // interactions not taken, because too many were in work
	Unsent     int64 // answers that Discord did not accept
	Weakened   int64 // answers sent without embed, file or reference, because Discord refused them
	Slow       int64 // completions that came too late to be of use
	Registered int64 // slash commands changed or removed
	Announced  int64 // announcements said
	Unsaid     int64 // announcements dropped

	BadSignatures int64 // requests to the endpoint that Discord did not sign
	Stale         int64 // requests signed by Discord, but too long ago
	Replayed      int64 // requests signed by Discord that had come before
	Malformed     int64 // requests and frames that are not as the API describes
	Unknown       int64 // interactions of a kind from the future
	BadButtons    int64 // presses of buttons that are not this bot's
	OldButtons    int64 // presses of buttons from before an update, or of long ago
	NotTheirs     int64 // presses of somebody else's buttons
	Panics        int64

	Connected    int64 // shards that are ready now
	Connections  int64 // connections made to the gateway
	Resumed      int64 // sessions that were resumed
	Invalidated  int64 // sessions that the gateway ended
	Lost         int64 // connections that ended after they were ready
	RateLimited  int64
	RESTFailures int64 // requests that failed because of the network or of Discord
}

// counters are the adapter's own figures; those of REST and of the gateway are
// kept there.
type counters struct {
	commands, buttons, completions, messages           atomic.Int64
	deferred, expired, busy, unsent, weakened, slow    atomic.Int64
	registered, announced, unsaid                      atomic.Int64
	badSignatures, stale, replayed, malformed, unknown atomic.Int64
	badButtons, oldButtons, notTheirs, panics          atomic.Int64
	gateway                                            gateway.Stats
}

// Stats returns the counts so far.
func (a *Adapter) Stats() Stats {
	c, g, r := &a.stats, &a.stats.gateway, &a.rest.Stats
	return Stats{
		Commands: c.commands.Load(), Buttons: c.buttons.Load(), Completions: c.completions.Load(), Messages: c.messages.Load(),
		Deferred: c.deferred.Load(), Expired: c.expired.Load(), Busy: c.busy.Load(), Unsent: c.unsent.Load(), Weakened: c.weakened.Load(),
		Slow: c.slow.Load(), Registered: c.registered.Load(), Announced: c.announced.Load(), Unsaid: c.unsaid.Load(),
		BadSignatures: c.badSignatures.Load(), Stale: c.stale.Load(), Replayed: c.replayed.Load(),
		Malformed: c.malformed.Load() + g.Malformed.Load(), Unknown: c.unknown.Load(),
		BadButtons: c.badButtons.Load(), OldButtons: c.oldButtons.Load(), NotTheirs: c.notTheirs.Load(), Panics: c.panics.Load() + g.Panics.Load(),
		Connected: g.Connected.Load(), Connections: g.Connections.Load(), Resumed: g.Resumed.Load(), Invalidated: g.Invalidated.Load(), Lost: g.Lost.Load(),
		RateLimited: r.RateLimited.Load(), RESTFailures: r.Failures.Load(),
	}
}

// State returns how the connection is now. Without the gateway the adapter is
// connected when Discord has accepted its token or, without a token, when its
// endpoint listens.
func (a *Adapter) State() bot.State {
	s := a.Stats()
	up := s.Connected > 0
	if !a.cfg.Gateway {
		up = a.introduced.Load() || a.cfg.Token == "" && a.isListening()
	}
	out := bot.State{
		Connected: up, Queued: a.voice.waits() + len(a.room), Reconnects: int(s.Lost), Lag: time.Duration(a.stats.gateway.Lag.Load()),
		Limited: a.limited.shown(a.now()),
		Counts: bot.Counts{
			Refused: uint64(s.Busy), Dropped: uint64(s.Unsaid), Unsent: uint64(s.Unsent), Weakened: uint64(s.Weakened),
			Malformed: uint64(s.Malformed), BadSignatures: uint64(s.BadSignatures),
		},
	}
	if text := a.stats.gateway.LastError.Load(); text != nil {
		out.LastError = *text
	}
	return out
}

// Beat implements bot.Pulse: it is the last time that the slowest shard read
// something.
func (a *Adapter) Beat() time.Time { return a.stats.gateway.Beat() }
