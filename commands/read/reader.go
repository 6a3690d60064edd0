package read

import (
	"cmp"
	"context"
	"embed"
	"slices"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	"delphi/engine/rules"
)

// Shared embeds the phrase files that all rooms share. They are read before a room's own.
//
//go:embed *.phrases
var Shared embed.FS

// Reader reads lines as questions for commands. It is safe for many goroutines.
type Reader struct {
	compiled
	tunes bool // the weights are its own

	Sense said.Sense // nil: all values go together, and later ones join earlier ones
	// Parse returns a canonical line as its command reads it, or nil if that refuses it; it is
	// nil where there are no such lines.
	Parse func(ctx context.Context, line string, set *rules.Set) *commands.Call
	// Plays reports whether games are known of a player; nil: of none.
	Plays func(name string) bool
}

// New compiles phrases for commands. The error names the file and line of a phrase that
// is wrong.
func New(list []*commands.Command, files []phrases.File) (*Reader, error) {
	c, err := compile(list, files)
	if err != nil {
		return nil, err
	}
	return &Reader{compiled: c}, nil
}

// Manners of lines that ask nothing.
type Manner uint8

const (
	Chats Manner = iota
	Greets
	Thanks
)

// Manner returns how a line that asks nothing is meant, by the phrases talk.greets and
// talk.thanks.
func (r *Reader) Manner(ctx context.Context, line string, set *rules.Set) Manner {
	c := newChart(r, line, set, false, budget.From(ctx))
	defer c.release()
	for i := range c.Tokens {
		for name, m := range map[string]Manner{"talk.thanks": Thanks, "talk.greets": Greets} {
			if sym, ok := r.grammar.SymbolOf(name); ok && len(c.Phrases(sym, i)) > 0 {
				return m
			}
		}
	}
	return Chats
}

// Read lists how a line may be read, the likeliest first. Names are those of the
// version that the line names, else of the question before it, else of set. past is the
// question that the line may change, or nil. only restricts the kinds; nil allows all.
// It runs nothing and ends within the budget of ctx.
func (r *Reader) Read(ctx context.Context, line string, set *rules.Set, past *said.Past, only func(*commands.Command) bool) ([]Reading, error) {
	if past != nil {
		set = past.Version(set)
	}
	c := newChart(r, line, set, past != nil, budget.From(ctx))
	defer c.release()
	out, err := r.whole(ctx, c, past, only)
	if err != nil {
		return nil, err
	}
	if two := r.apart(ctx, c, set, past, only, out); len(two) > 0 {
		out = settle(append(out, two...))
		share(out)
		r.trust(out)
	}
	return out, nil
}

// read is Read of a line that asks one thing.
func (r *Reader) read(ctx context.Context, line string, set *rules.Set, past *said.Past, only func(*commands.Command) bool) ([]Reading, error) {
	if past != nil {
		set = past.Version(set)
	}
	c := newChart(r, line, set, past != nil, budget.From(ctx))
	defer c.release()
	return r.whole(ctx, c, past, only)
}

// Lines returns the canonical lines of a question, one for each that it asks.
func (r *Reader) Lines(past *said.Past) []string {
	if k := r.grammar.Kind(past.Kind); k != nil {
		return said.Lines(k, past.Slots)
	}
	return nil
}

// whole reads a line as one question.
func (r *Reader) whole(ctx context.Context, c *chart, past *said.Past, only func(*commands.Command) bool) ([]Reading, error) {
	b := budget.From(ctx)
	c.follows = past != nil
	c.Recall(past.Says)
	c.expect(past)
	offers := c.offers(c.tops())
	var sketches []sketch
	for i, k := range r.grammar.Kinds {
		if only != nil && k.Command != nil && !only(k.Command) {
			continue
		}
		if sk, ok := c.sketch(k, &offers[i], nil, 0); ok {
			sketches = append(sketches, sk)
		}
		if past != nil && !k.Silent && (len(k.Parts) == 0 || k.Name == past.Kind) {
			if base, kept := past.Base(r.grammar, k); kept {
				if sk, ok := c.sketch(k, &offers[i], past, base); ok {
					sk.least += r.weights.least(&sk)
					sketches = append(sketches, sk)
				}
			}
		}
		for _, earlier := range past.OfKind(k) {
			base, _ := earlier.Base(r.grammar, k)
			if sk, ok := c.sketch(k, &offers[i], earlier, base); ok {
				sk.back = true
				sk.least += r.weights.least(&sk)
				sketches = append(sketches, sk)
			}
		}
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	for i := range sketches {
		c.hunchOn(&sketches[i], past)
	}
	slices.SortStableFunc(sketches, func(a, b sketch) int { return cmp.Compare(a.least, b.least) })
	var ends []end
	best := float32(1e9)
	for i := range sketches {
		sk := &sketches[i]
		if i >= mostSearches || sk.least > best+beyond || !b.Left() {
			break
		}
		for _, s := range c.search(sk) {
			e := end{sk: sk, state: s, more: append(r.weights.turn(sk, s, past, c), sk.hunch), cost: s.cost}
			for _, f := range e.more {
				e.cost += r.weights.Of(f)
			}
			best = min(best, e.cost)
			ends = append(ends, e)
		}
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.cost, b.cost) })
	var out []Reading
	for _, e := range ends[:min(len(ends), mostReadings+mostReadings/2)] {
		if e.cost > best+beyond {
			break
		}
		before := past
		if e.sk.back {
			before = e.sk.past
		}
		if rd, ok := c.reading(r, e, before); ok {
			out = append(out, rd)
		}
	}
	out = settle(out)
	share(out)
	r.trust(out)
	return out, nil
}

// end is the final state of a search.
type end struct {
	sk    *sketch
	state *state
	cost  float32
	more  []int32 // features of the reading as a whole
}

// Which kinds are searched: so many at most, and none that costs so much more than the
// best that it is as good as impossible.
const (
	mostSearches = 14
	beyond       = 7
)
