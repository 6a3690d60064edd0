package budget

import (
	"context"

	"delphi/engine/problem"
)

// What one line may cost, with the hints for it where it is refused. The dearest of
// 1,600 lines that people wrote takes a quarter of the first two; of the edges some take
// all for hints, of which there are fewer then.
const (
	Rewrites = 400     // times that it is put into other words, and its names are looked up again
	Words    = 8_000   // words in all that were looked up so
	Edges    = 100_000 // names, whole or guessed at, that were held against some of its words
)

// Guess is how many edges a word costs that is compared with every name, to find the
// one that it may be a misspelling of; half of it, where it may be cut short.
const Guess = 100

// Budget is what is left for reading one line. One goroutine uses it at a time.
type Budget struct {
	ctx                    context.Context
	rewrites, words, edges int
}

type key struct{}

// With returns a context with a whole Budget, for a line that is to be read.
func With(ctx context.Context) context.Context { return New(ctx).ctx }

// New returns a whole Budget, which ends with the context, too.
func New(ctx context.Context) *Budget {
	b := &Budget{rewrites: Rewrites, words: Words, edges: Edges}
	b.ctx = context.WithValue(ctx, key{}, b)
	return b
}

// Context returns the context of the line, from which From gets the Budget again.
func (b *Budget) Context() context.Context { return b.ctx }

// From returns the Budget of the line that is being read, or a whole one where ctx has
// none.
func From(ctx context.Context) *Budget {
	if b, ok := ctx.Value(key{}).(*Budget); ok {
		return b
	}
	return New(ctx)
}

// Rewrite counts a line that was put into so many other words. It reports whether
// they may be looked up.
func (b *Budget) Rewrite(words int) bool {
	b.rewrites--
	b.words -= words
	return b.Left()
}

// Edge counts so many names that were held against words. It reports whether there
// may be more, and leaves it to Rewrite and Err to look at the context: there are
// very many edges.
func (b *Budget) Edge(n int) bool {
	b.edges -= n
	return b.counted()
}

// Left reports whether reading may go on.
func (b *Budget) Left() bool { return b.counted() && b.ctx.Err() == nil }

// counted reports whether nothing that is counted is used up.
func (b *Budget) counted() bool { return b.rewrites >= 0 && b.words >= 0 && b.edges >= 0 }

// Err says why reading may not go on; nil: it may. The asker can mend it, unless
// the context has ended.
func (b *Budget) Err() error {
	switch {
	case b.Left():
		return nil
	case b.ctx.Err() != nil:
		return b.ctx.Err()
	}
	return &Spent{problem.New("That line is more than I can take in. Ask for less of it at once, in plainer words.", "help")}
}

// Spent is the error of a line that costs too much to read.
type Spent struct{ *problem.Problem }
