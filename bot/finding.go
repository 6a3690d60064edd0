package bot

import (
	"context"
	"fmt"
)

// Finding is one thing that an examination of a network, a file or a store has found.
type Finding struct {
	Good bool
	What string // what was tried, and how it went
	Do   string // what to change; empty where it is Good
}

func (f Finding) String() string {
	switch {
	case f.Good:
		return "ok    " + f.What
	case f.Do == "":
		return "wrong " + f.What
	}
	return "wrong " + f.What + ": " + f.Do
}

// Found is a good finding whose text is formatted.
func Found(format string, args ...any) Finding {
	return Finding{Good: true, What: fmt.Sprintf(format, args...)}
}

// Examiner is an adapter that can try what its configuration asks for without serving
// anybody, and say what to change.
type Examiner interface {
	Examine(ctx context.Context) []Finding
}
