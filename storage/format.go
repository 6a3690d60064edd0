package storage

import (
	"errors"
	"fmt"
	"strings"
)

// Format is the form in which this program keeps a store of any kind: how its entries
// lie in a file or in tables, and what the parts of this package write in them. Whoever
// changes either in a way that a program of the previous format would misread
// increments Format, and says in each kind of store how a store of the previous format
// is converted, or that it is refused.
//
//   - 3: an index leads to the games' rows. Stores of format 2 are converted when they
//     are opened (Convert).
//   - 2: the first format that a release (1.0.0) has written: stores say of what format
//     they are, in a Stamp.
//
// What was before has no stamp, and is refused.
const Format = 3

// firstFormat is the oldest one that is read, and firstRelease the release that wrote it.
const (
	firstFormat  = 2
	firstRelease = "1.0.0"
)

// Program is how this program calls itself in the stores that it makes, for example by its
// version. Set it before any store is opened.
var Program = "an unknown delphi"

// ErrFormat means that the store is of a format that this program does not read.
// What is in it may be perfectly sound.
var ErrFormat = errors.New("the store is of another format")

// Stamp is what a store says about itself.
type Stamp struct {
	Format  int
	Program string // which made or converted it; may be empty
}

// Ours returns the stamp of what this program writes.
func Ours() Stamp { return Stamp{Format, Program} }

// String returns the stamp as it is written down: a line that people can read, too.
func (s Stamp) String() string {
	return fmt.Sprintf("delphi store, format %d, made by %s", s.Format, s.Program)
}

// ParseStamp reads a stamp that was written down. Anything that a later program writes
// after the format is taken for its name.
func ParseStamp(text string) (s Stamp, ok bool) {
	if n, _ := fmt.Sscanf(text, "delphi store, format %d", &s.Format); n != 1 || s.Format < 1 {
		return Stamp{}, false
	}
	_, s.Program, _ = strings.Cut(text, "made by ")
	return s, true
}

// Check returns nil for a store that this program can read, possibly after converting
// it. Otherwise its error is ErrFormat and says what to do.
func (s Stamp) Check() error {
	switch {
	case s.Format >= firstFormat && s.Format <= Format:
		return nil
	case s.Format < firstFormat:
		return fmt.Errorf("%w: no release has written it, and this program (%s) reads formats %d to %d; run \"delphi --db STORE ask last\" once with delphi %s, "+
			"which converts it or says what does, or restore a backup of a later format", ErrFormat, Program, firstFormat, Format, firstRelease)
	}
	made := ""
	if s.Program != "" {
		made = ", made by " + s.Program
	}
	return fmt.Errorf("%w: it is of format %d%s, and this program (%s) reads formats %d to %d; use that program or a later one, "+
		"or go back to a backup from before it (\"delphi store restore FILE\", for PostgreSQL pg_restore)", ErrFormat, s.Format, made, Program, firstFormat, Format)
}
