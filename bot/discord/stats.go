package discord

import (
	"sync/atomic"
	"time"

	"delphi/bot"
)

// Stats counts what the adapter has done and met since it was made.
type Stats struct {
	Commands, Buttons, Completions, Messages int64 // questions, by the way they came

	Deferred   int64 // took longer than the first answer may wait
	Expired    int64 // answered too late, or what they were for is gone
	Busy       int64 // not taken: too many at once
	Unsent     int64 // answers that Discord did not take
	Slow       int64 // completions that came too late to be of use
	Registered int64 // slash commands changed or removed
	Announced  int64 // announcements said
	Unsaid     int64 // announcements dropped

	BadSignatures int64 // requests to the endpoint that nobody of Discord's signed
	Stale         int64 // rightly signed, but too long ago
	Malformed     int64 // not what the API describes
	Unknown       int64 // of a kind from the future
	BadButtons    int64 // custom ids that mean nothing
	OldButtons    int64 // custom ids from before an update, or of long ago
	NotTheirs     int64 // buttons pressed by somebody else
	Panics        int64

	Connected    int64 // shards that are ready now
	Connections  int64 // made to the gateway
	Resumed      int64 // of them, sessions taken up again
	Invalidated  int64 // sessions that the gateway ended
	Lost         int64 // connections that ended after they were ready
	RateLimited  int64
	RESTFailures int64 // requests that failed for reasons of the network's or Discord's
}

type counters struct {
	commands, buttons, completions, messages                                              atomic.Int64
	deferred, expired, busy, unsent, slow, registered, announced, unsaid                  atomic.Int64
	badSignatures, stale, malformed, unknown, badButtons, oldButtons, notTheirs           atomic.Int64
	panics, connected, connections, resumed, invalidated, lost, rateLimited, restFailures atomic.Int64
	lag                                                                                   atomic.Int64 // ns
}

// Stats is what has happened so far.
func (a *Adapter) Stats() Stats {
	c := &a.stats
	return Stats{
		Commands: c.commands.Load(), Buttons: c.buttons.Load(), Completions: c.completions.Load(), Messages: c.messages.Load(),
		Deferred: c.deferred.Load(), Expired: c.expired.Load(), Busy: c.busy.Load(), Unsent: c.unsent.Load(), Slow: c.slow.Load(),
		Registered: c.registered.Load(), Announced: c.announced.Load(), Unsaid: c.unsaid.Load(),
		BadSignatures: c.badSignatures.Load(), Stale: c.stale.Load(), Malformed: c.malformed.Load(), Unknown: c.unknown.Load(),
		BadButtons: c.badButtons.Load(), OldButtons: c.oldButtons.Load(), NotTheirs: c.notTheirs.Load(), Panics: c.panics.Load(),
		Connected: c.connected.Load(), Connections: c.connections.Load(), Resumed: c.resumed.Load(), Invalidated: c.invalidated.Load(), Lost: c.lost.Load(),
		RateLimited: c.rateLimited.Load(), RESTFailures: c.restFailures.Load(),
	}
}

// State is how the connection is now.
func (a *Adapter) State() bot.State {
	a.voice.mu.Lock()
	unsaid := a.voice.unsaid
	a.voice.mu.Unlock()
	c := &a.stats
	up := a.introduced.Load()
	if a.cfg.Gateway {
		up = c.connected.Load() > 0
	}
	return bot.State{
		Connected: up, Queued: unsaid + len(a.room), Reconnects: int(c.lost.Load()), Lag: time.Duration(c.lag.Load()),
		Counts: bot.Counts{
			Refused: uint64(c.busy.Load()), Dropped: uint64(c.unsaid.Load()), Unsent: uint64(c.unsent.Load()),
			Malformed: uint64(c.malformed.Load()), BadSignatures: uint64(c.badSignatures.Load()),
		},
	}
}
