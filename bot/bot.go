package bot

import (
	"context"

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
