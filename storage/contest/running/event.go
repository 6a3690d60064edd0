package running

import (
	"maps"

	"delphi/engine/games/score"
	"delphi/storage/gamelog"
)

// Event is a tournament as its games are counted.
type Event struct {
	Template string // what the rules were read from
	Rules    *score.Rules
	Span     score.Span

	// Roster is another number whenever Entrants or Moves give something else. 0: it is
	// not known whether they do.
	Roster   uint64
	Entrants func() []score.Entrant
	Moves    []Move

	Logged *Logged // what the audit log says of the games; nil: unknown
}

// Move is a referee's ruling that a game is another entrant's.
type Move struct {
	From, To string
	Games    []string // what the game is found by: its ID, or score.Same
	Undone   bool
}

// Logged is what a tournament's audit log says about games.
type Logged struct {
	Until gamelog.LogPoint // of the games that were kept before that
	Sum   uint64           // of what became of them
}

// sameSpan reports whether two spans are the same.
func sameSpan(a, b *score.Span) bool {
	return a.From == b.From && a.Until == b.Until && a.Seen == b.Seen && a.Repeats == b.Repeats && maps.Equal(a.Closed, b.Closed)
}

// during reports whether a game that ended at a time belongs to the event.
func (e *Event) during(end int64) bool {
	return end >= e.Span.From && (e.Span.Until == 0 || end < e.Span.Until || e.Rules.Closed() && end == e.Span.Until)
}
