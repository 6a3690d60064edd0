package problem

import "fmt"

// Mendable is an error that the asker can mend. Error is the sentence that
// says what was wrong; Instead lists what to type instead, the likeliest
// first. Types that carry more than a [Problem] does implement it.
type Mendable interface {
	error
	Instead() []string
}

// Problem is a Mendable error. Text is a full sentence for the asker; each of
// Hints, typed as shown, works. Err is the cause, or nil.
type Problem struct {
	Text  string
	Hints []string
	Slot  string // the parameter that is missing or wrong, by its name; empty: none in particular
	Err   error
}

var _ Mendable = (*Problem)(nil)

// New returns a Problem with a sentence and what to type instead.
func New(text string, hints ...string) *Problem { return &Problem{Text: text, Hints: hints} }

// Newf is like New, for a sentence that needs formatting and has no hints.
func Newf(format string, args ...any) *Problem { return &Problem{Text: fmt.Sprintf(format, args...)} }

// Try returns p with hints added.
func (p *Problem) Try(hints ...string) *Problem {
	p.Hints = append(p.Hints, hints...)
	return p
}

// In returns p with the name of the parameter that it is about.
func (p *Problem) In(slot string) *Problem {
	p.Slot = slot
	return p
}

func (p *Problem) Error() string     { return p.Text }
func (p *Problem) Unwrap() error     { return p.Err }
func (p *Problem) Instead() []string { return p.Hints }
