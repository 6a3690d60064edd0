package bot

import (
	"context"
	"errors"
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
	// error but [Away] is one that no retry can mend, in words for the operator.
	Run(ctx context.Context, h Handler) error
}

// Away is the error of an Adapter that has no connection and would wait before its
// next try, where it was told that another process can connect meanwhile. For is
// how long to wait before it is run again.
type Away struct {
	For time.Duration
	Err error // why there is no connection
}

func (a *Away) Error() string { return a.Err.Error() }

func (a *Away) Unwrap() error { return a.Err }

// ErrNever is what a Teller returns for what can never be said in a place.
var ErrNever = errors.New("this cannot be sent there")

// State describes a connection at one moment, for status and metrics.
type State struct {
	Connected bool
	// Unidentified: services do not know the bot, although the configuration has an account.
	Unidentified bool
	Places       []string          // channels the bot is in; nil where a network has none to join
	Waiting      map[string]string // channels the bot should be in but is not, and why
	Limited      map[string]string // places that do not take everything that the bot says, and what they refuse
	Lag          time.Duration     // of the last ping or heartbeat; 0 before the first
	Queued       int               // answers and announcements waiting to be sent
	Reconnects   int
	LastError    string // why the last connection ended; empty if none did
	Counts       Counts
}

// Counts is what a connection has met since the program started. Each figure
// only grows, over reconnects too, and becomes a metric of its network.
type Counts struct {
	Refused       uint64 // questions not taken because too many were waiting
	Dropped       uint64 // answers and announcements thrown away before they were sent
	Unsent        uint64 // replies that the network did not accept
	Weakened      uint64 // replies that it accepted only as plain text, without an embed or a file, or in private
	Malformed     uint64 // lines, frames and requests that could not be understood
	BadSignatures uint64 // requests that the network did not sign
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

	// Teller says what must not get lost, for a store that several processes
	// share.
	Teller interface {
		// Ready reports that something can be said now, and no answer waits.
		Ready() bool
		// Tell says a reply in a place and returns once the network has taken it. key
		// names what is said; again means that it was begun before, perhaps by
		// another process. Its error is [ErrNever] where no other try may help, and
		// otherwise leaves open whether it was said.
		Tell(ctx context.Context, place string, r commands.Reply, key string, again bool) error
	}

	// Pinner keeps a message in a place that says how things stand.
	Pinner interface {
		// Pin shows a reply in a message of a place, and returns the message's id.
		// message is what an earlier Pin returned; where it is empty, or the
		// message was deleted, a new one is made and pinned. Its error is
		// [ErrNever] where no other try may help soon.
		Pin(ctx context.Context, place, message string, r commands.Reply) (id string, err error)
	}

	// Joiner enters and leaves channels when an administrator says so.
	Joiner interface {
		Join(channel string) error
		Part(channel string) error
	}

	// Reloader takes over a changed configuration while it serves.
	Reloader interface {
		// Reload gets the adapter's own section: a value of its package's
		// Config, with its secrets loaded and its values checked. An error
		// says what cannot change without a restart, and changes nothing.
		Reload(section any) error
	}

	// Pulse tells whether the adapter's loops still turn. The systemd watchdog
	// is fed only while every running adapter that has a Pulse had a beat
	// within the last two minutes. [Heart] implements it.
	Pulse interface {
		// Beat is the last time that the slowest of the adapter's loops
		// turned; the present time while the adapter waits on purpose, such
		// as between two connections.
		Beat() time.Time
	}

	// Paced is an adapter whose network takes only a certain number of lines a minute. Such
	// an adapter says with Turn.Cost how many an answer takes.
	Paced interface {
		// PerMinute is how many lines the network takes in a minute at the
		// configured pace; 0 if it is not limited.
		PerMinute() int
	}
)
