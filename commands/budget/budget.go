package budget

import (
	"context"

	"delphi/engine/problem"
)

// What one line may cost, including the hints if it is refused. The most expensive of
// 1,600 lines that people wrote uses a quarter of the first two budgets. Some lines use
// up all the edges while looking for hints, and then get fewer hints.
const (
	Rewrites = 400     // times that it is put into other words, and its names are looked up again
	Words    = 8_000   // words in all that were looked up so
	Edges    = 100_000 // names, whole or guessed at, that were held against some of its words
)

// Guess is how many edges it costs to compare a word with every name in order to find
// the one that it may misspell. If the comparison may be cut short, it costs half as
// much.
const Guess = 100

// Budget is what is left for reading one line. One goroutine uses it at a time.
type Budget struct {
	ctx                    context.Context
	rewrites, words, edges int
}

type key struct{}

// With returns a context with a fresh Budget, for reading one line.
func With(ctx context.Context) context.Context { return New(ctx).ctx }

// New returns a fresh Budget, which also ends with the context.
func New(ctx context.Context) *Budget {
	b := &Budget{rewrites: Rewrites, words: Words, edges: Edges}
	b.ctx = context.WithValue(ctx, key{}, b)
	return b
}

// From returns the Budget of the line that is being read, or a fresh one if ctx has
// none.
func From(ctx context.Context) *Budget {
	if b, ok := ctx.Value(key{}).(*Budget); ok {
		return b
	}
	return New(ctx)
}

// Edge charges for n names compared with words, and reports whether there may be more.
// It leaves checking the context to Rewrite and Err, because there are very many edges.
func (b *Budget) Edge(n int) bool {
	b.edges -= n
	return b.counted()
}

// Left reports whether reading may go on.
func (b *Budget) Left() bool { return b.counted() && b.ctx.Err() == nil }

// counted reports whether some of everything that is counted is left.
func (b *Budget) counted() bool { return b.rewrites >= 0 && b.words >= 0 && b.edges >= 0 }

// Err says why reading may not go on, or returns nil if it may. The error is one that
// the asker can mend, unless the context has ended.
func (b *Budget) Err() error {
	switch {
	case b.Left():
		return nil
	case b.ctx.Err() != nil:
		return b.ctx.Err()
	}
	return &Spent{problem.New("That line is more than I can take in. Ask for less of it at once, in plainer words.", "help")}
}

// Spent means that a line costs too much to read.
type Spent struct{ *problem.Problem }
