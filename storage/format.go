package storage

import (
	"bytes"
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
//   - 2: the store says so itself, in a Stamp. Otherwise it is as 1.
//   - 1: values in files are sealed, games stand in blocks. Nothing says so. It is
//     stamped when it is opened.
//   - 0: what was before, unsealed or with games in rows of their own. It is refused.
const Format = 2

// firstReader is the last program that makes format 1 of what came before it.
const firstReader = "cfe3c93"

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
	case s.Format == Format, s.Format == 1:
		return nil
	case s.Format < 1:
		return fmt.Errorf("%w: it is of before format 1, and this program (%s) reads formats 1 to %d; "+
			"run \"delphi --db STORE ask last\" once with the delphi of commit %s, which converts it, or restore a backup of a later format", ErrFormat, Program, Format, firstReader)
	}
	made := ""
	if s.Program != "" {
		made = ", made by " + s.Program
	}
	return fmt.Errorf("%w: it is of format %d%s, and this program (%s) reads format %d; use that program or a later one, "+
		"or go back to a backup from before it (\"delphi store restore FILE\", for PostgreSQL pg_restore)", ErrFormat, s.Format, made, Program, Format)
}

// formerKeys are the prefixes of games' keys before format 1: a row each, and the
// indexes that led to it.
var formerKeys = [][]byte{
	Key("game"), Key("game-log"), Key("game-log-end"), Key("game-player"), Key("game-asc"), Key("game-begun"), Key("game-begun-complete"),
}

// IsFormer reports whether an entry of a store without a stamp shows that the store
// predates format 1.
func IsFormer(key, value []byte) bool {
	for _, prefix := range formerKeys {
		if bytes.HasPrefix(key, prefix) {
			return true
		}
	}
	return bytes.Equal(key, logKey) && len(value) > 16 && value[16] != 0 // its games were being converted
}

// Former reports whether a store without a stamp predates format 1.
func Former(tx ReadTx) (bool, error) {
	for _, prefix := range formerKeys {
		for _, err := range ScanPrefix(tx, prefix) {
			return err == nil, err
		}
	}
	state, ok, err := tx.Get(logKey)
	return ok && IsFormer(logKey, state), err
}
