package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrDamaged means that what is stored is not what was written: something was
// changed, or is missing. Nothing more is written to such a store.
var ErrDamaged = errors.New("the store is damaged")

// WayOut says what to do about a damaged store.
const WayOut = `run "delphi store check" to see what is damaged and "delphi store restore FILE" to go back to a backup`

// Maintainer is a Store that can be looked after while it is in use.
type Maintainer interface {
	Store

	// Backup writes a copy of the whole store, as it is now, to w. Readers and
	// writers go on meanwhile.
	Backup(ctx context.Context, w io.Writer) error

	// Check reads the whole store and reports what is damaged. It returns an error only
	// if the store could not be read to the end.
	Check(ctx context.Context) (CheckReport, error)

	// Compact rewrites the store without the space that deleted entries left. Readers
	// go on meanwhile; writers wait.
	Compact(ctx context.Context) (before, after int64, err error)

	// Size returns how many bytes the store takes on disk.
	Size() int64
}

// CheckReport is what a check of a store found.
type CheckReport struct {
	Entries  int64    // sound ones
	Bytes    int64    // of all pages
	Free     int64    // bytes of pages that nothing uses
	Missing  int64    // how many entries are missing, as far as can be told
	Problems int64    // how many there are
	First    []string // the first of them, in words
}

// Err returns nil for a sound store. Otherwise its error is ErrDamaged and names the
// first problem.
func (r *CheckReport) Err() error {
	if r.Problems == 0 {
		return nil
	}
	more := ""
	if r.Problems > 1 {
		more = fmt.Sprintf(" (and %d more)", r.Problems-1)
	}
	return fmt.Errorf("%w: %s%s", ErrDamaged, strings.Join(r.First[:min(1, len(r.First))], ""), more)
}
