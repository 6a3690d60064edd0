package bot

import (
	"context"
	"time"

	"delphi/commands"
)

// Handler answers one request. It never panics outward and never sends: the
// adapter renders what it returns. A Reply with an empty Summary and no other
// content means: say nothing.
type Handler interface {
	Answer(ctx context.Context, req commands.Request) commands.Reply
}

// Adapter is one connection to one network.
type Adapter interface {
	Name() string // the network's name in the configuration: "libera", "discord", "console"

	// Run serves until ctx ends, reconnecting by itself. It returns nil if
	// and only if ctx ended it (or, for the console, the user left); any
	// error is one that no retry can mend, in words for the operator.
	Run(ctx context.Context, h Handler) error
}

// State describes a connection at one moment, for status and metrics.
type State struct {
	Connected  bool
	Places     []string          // channels the bot is in; nil where a network has none to join
	Waiting    map[string]string // channels the bot should be in but is not, and why
	Lag        time.Duration     // of the last ping or heartbeat; 0 before the first
	Queued     int               // answers and announcements waiting to be sent
	Reconnects int
	LastError  string // why the last connection ended; empty if none did
}

// The optional interfaces of an Adapter. Whoever runs the adapters asks for
// them by type assertion.
type (
	// Stater reports how its connection is.
	Stater interface {
		State() State
	}

	// Speaker says what nobody asked for: announcements.
	Speaker interface {
		// Say queues a reply for a place, behind all answers.
		Say(place string, r commands.Reply) error
		// Busy reports that answers are waiting to be sent, or that there is
		// no connection.
		Busy() bool
	}

	// Joiner enters and leaves channels when an administrator says so.
	Joiner interface {
		Join(channel string) error
		Part(channel string) error
	}
)
