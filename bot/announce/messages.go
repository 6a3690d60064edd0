package announce

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"delphi/bot"
	"delphi/commands"
	"delphi/storage"
)

// Messages delivers the messages that people leave for others (the tell command) as soon
// as the recipient says something in the same place. Run must be called once; the rest may be called by
// many goroutines.
type Messages struct {
	tells    *storage.Tells
	speakers map[string]bot.Speaker // by network
	quiet    func(network, place string) bool
	log      *slog.Logger
	came     chan arrival
	now      func() time.Time
}

// arrival is somebody who said something in a place, with all of their names.
type arrival struct {
	network, place, nick string
	names                []string
}

// mostArrivals bounds the arrivals handled at once. Anybody beyond that gets their messages
// when they next say something.
const mostArrivals = 100

// refreshEvery is the interval between lookups of recipients with messages from other processes.
const refreshEvery = time.Minute

// NewMessages returns the Messages of a store. speakers deliver them, except where quiet,
// if it is not nil, forbids it. The map of speakers is read while it runs.
func NewMessages(tells *storage.Tells, speakers map[string]bot.Speaker, quiet func(network, place string) bool, log *slog.Logger) *Messages {
	if quiet == nil {
		quiet = func(string, string) bool { return false }
	}
	return &Messages{tells, speakers, quiet, log, make(chan arrival, mostArrivals), time.Now}
}

// Heard records that somebody said something in public. It is fast, since adapters call it
// for every line.
func (m *Messages) Heard(network, place, nick string, names ...string) {
	names = append(names, nick)
	if !m.tells.Waiting(network, place, names...) || m.quiet(network, place) {
		return
	}
	select {
	case m.came <- arrival{network, place, nick, names}:
	default:
	}
}

// Middleware calls Heard for everybody who asks something.
func (m *Messages) Middleware(next bot.Handler) bot.Handler {
	return bot.HandlerFunc(func(ctx context.Context, req commands.Request) commands.Reply {
		if !req.Private && !req.Nobody && req.Nick != "" {
			m.Heard(string(req.Network), string(req.Place), req.Nick, string(req.User))
		}
		return next.Answer(ctx, req)
	})
}

// Run delivers messages until ctx ends.
func (m *Messages) Run(ctx context.Context) {
	refresh := time.NewTicker(refreshEvery)
	defer refresh.Stop()
	m.refresh(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-refresh.C:
			m.refresh(ctx)
		case a := <-m.came:
			m.pass(ctx, a)
		}
	}
}

func (m *Messages) refresh(ctx context.Context) {
	if err := m.tells.Refresh(ctx); err != nil && ctx.Err() == nil {
		m.log.Warn("the messages that people left cannot be looked up", "err", err)
	}
}

// pass delivers the messages that were left for an arriving user.
func (m *Messages) pass(ctx context.Context, a arrival) {
	speaker := m.speakers[a.network]
	if speaker == nil {
		return
	}
	waiting, err := m.tells.Take(ctx, a.network, a.place, a.names...)
	if err != nil {
		m.log.Error("messages that people left cannot be read", "network", a.network, "place", a.place, "err", err)
		return
	}
	for _, t := range waiting {
		r := commands.Reply{Summary: fmt.Sprintf("%s: %s left you a message %s ago: %s", a.nick, t.From, ago(m.now().Sub(t.At)), t.Text)}
		if err := speaker.Say(a.place, r); err != nil {
			m.log.Warn("a message that somebody left could not be passed on", "network", a.network, "place", a.place, "err", err)
			m.keep(ctx, a, t)
		}
	}
}

// keep puts back a message that could not be delivered.
func (m *Messages) keep(ctx context.Context, a arrival, t storage.Tell) {
	if err := m.tells.Leave(ctx, a.network, a.place, t); err != nil {
		m.log.Error("a message that somebody left is lost", "network", a.network, "place", a.place, "err", err)
	}
}

// ago returns a time span in its largest unit: "3 hours".
func ago(d time.Duration) string {
	for _, unit := range []struct {
		name string
		long time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		switch n := d / unit.long; {
		case n == 1:
			return "1 " + unit.name
		case n > 1:
			return fmt.Sprintf("%d %ss", n, unit.name)
		}
	}
	return "a moment"
}
