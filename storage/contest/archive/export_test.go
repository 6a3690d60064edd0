package archive

import "context"

// QuestionWaits is for how long a question waits.
const QuestionWaits = questionWaits

// Saved reports whether the file has columns of c.
func (c *Columns) Saved() bool { return c.saved > 0 }

// Reading makes it look as if somebody had read so many games of all, and goes on until
// done is called.
func (c *Columns) Reading(read, all uint64) (done func()) {
	c.begin.Do(func() { c.turn = make(chan struct{}, 1) })
	c.turn <- struct{}{}
	c.goal.Store(all)
	c.reached.Store(read)
	return func() { <-c.turn }
}

// Span returns when the first and the last of the games ended.
func (c *Columns) Span(ctx context.Context) (first, last int64, err error) {
	_, first, last, err = c.played(ctx)
	return first, last, err
}
