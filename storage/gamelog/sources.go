package gamelog

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"delphi/storage"
)

// Position says how far a source has been read.
type Position struct {
	Offset int64  `json:"offset"`
	Inode  uint64 `json:"inode,omitempty"`
	Tail   []byte `json:"tail,omitempty"` // the last bytes before Offset
	ETag   string `json:"etag,omitempty"`

	// NoRange means that the server sent the whole file when it was asked for a part.
	// It is asked for a part again at RangeAgain, in unix seconds, and after a longer
	// pause each time it fails again.
	NoRange    bool  `json:"no_range,omitempty"`
	RangeAgain int64 `json:"range_again,omitempty"`
	RangeFails int   `json:"range_fails,omitempty"`
}

// GameSource is what is known about a source of games.
type GameSource struct {
	Name     string           `json:"name"`
	ID       uint16           `json:"id"`
	Where    string           `json:"where"`
	Position Position         `json:"position"`
	Lines    int64            `json:"lines"`            // read
	Games    int64            `json:"games"`            // kept, without those that a later row corrects
	Fixed    int64            `json:"fixed,omitempty"`  // rows that a later one corrects
	Again    int64            `json:"again"`            // seen before, line for line
	Copies   map[string]int64 `json:"copies,omitempty"` // lines that are another source's too, by source; they count there
	Events   int64            `json:"events"`           // livelog lines
	Aside    int64            `json:"aside"`            // lines that could not be read
	Reasons  map[string]int64 `json:"reasons"`          // why, and how many
	Resets   int64            `json:"resets"`           // the file was rotated or cut short
	Polled   int64            `json:"polled"`           // unix seconds of the last attempt to read
	Read     int64            `json:"read,omitempty"`   // unix seconds of the last time that it was read to its end
	LastEnd  int64            `json:"last_end"`
	Failure  string           `json:"failure,omitempty"` // of the last poll; empty: it went well
}

// AsideLine is a line that could not be read.
type AsideLine struct {
	Pos    int64  `json:"pos"`
	Reason string `json:"reason"`
	Line   string `json:"line"` // its beginning
	Seen   int64  `json:"seen"`
}

// asideKept is how many unreadable lines of each source are kept to be shown.
const asideKept = 100

func sourceKey(name string) []byte { return storage.Key("game-source", name) }

func readSource(tx storage.ReadTx, name string) (*GameSource, error) {
	v, ok, err := tx.Get(sourceKey(name))
	if err != nil || !ok {
		return nil, err
	}
	s := new(GameSource)
	return s, json.Unmarshal(v, s)
}

func readSources(tx storage.ReadTx) ([]GameSource, error) {
	var out []GameSource
	for e, err := range storage.ScanPrefix(tx, storage.Key("game-source")) {
		if err != nil {
			return nil, err
		}
		var s GameSource
		if err := json.Unmarshal(e.Value, &s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// Sources returns every source that was ever read, sorted by name.
func (g Games) Sources(ctx context.Context) (out []GameSource, err error) {
	err = g.Store.View(ctx, func(tx storage.ReadTx) error {
		out, err = readSources(tx)
		return err
	})
	return out, storage.Wrap("game sources", err)
}

// Source returns what is known about one source; ok is false if it was never
// read.
func (g Games) Source(ctx context.Context, name string) (s GameSource, ok bool, err error) {
	err = g.Store.View(ctx, func(tx storage.ReadTx) error {
		found, err := readSource(tx, name)
		if ok = found != nil; ok {
			s = *found
		}
		return err
	})
	return s, ok, storage.Wrap("game source "+name, err)
}

// AsideLines returns the last lines of a source that could not be read, the
// latest one last.
func (g Games) AsideLines(ctx context.Context, source string) (out []AsideLine, err error) {
	err = g.Store.View(ctx, func(tx storage.ReadTx) error {
		out = nil
		for e, err := range storage.ScanPrefix(tx, storage.Key("game-aside", source)) {
			if err != nil {
				return err
			}
			var a AsideLine
			if err := json.Unmarshal(e.Value, &a); err != nil {
				return err
			}
			out = append(out, a)
		}
		return nil
	})
	return out, storage.Wrap("lines of "+source, err)
}

func newSource(tx storage.ReadTx, name string) (*GameSource, error) {
	all, err := readSources(tx)
	s := &GameSource{Name: name, ID: 1}
	for _, o := range all {
		s.ID = max(s.ID, o.ID+1)
	}
	if s.ID == 0 {
		return nil, errors.New("too many sources")
	}
	return s, err
}

func putSource(tx storage.Tx, s *GameSource) error {
	v, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return tx.Put(sourceKey(s.Name), v)
}

// setAside keeps the last unreadable lines of each source.
func (s *GameSource) setAside(tx storage.Tx, lines []AsideLine) error {
	for _, a := range lines {
		if s.Reasons == nil {
			s.Reasons = map[string]int64{}
		}
		reason := a.Reason
		if _, there := s.Reasons[reason]; !there && len(s.Reasons) >= 50 {
			reason = "others"
		}
		s.Reasons[reason]++
		v, err := json.Marshal(a)
		if err != nil {
			return err
		}
		n := uint64(s.Aside)
		if err := tx.Put(storage.Key("game-aside", s.Name, storage.Number(n)), v); err != nil {
			return err
		}
		if n >= asideKept {
			if err := tx.Delete(storage.Key("game-aside", s.Name, storage.Number(n-asideKept))); err != nil {
				return err
			}
		}
		s.Aside++
	}
	return nil
}

// Failed notes that a source could not be read, and why.
func (g Games) Failed(ctx context.Context, source, where, why string, at int64) error {
	err := g.Store.Update(ctx, func(tx storage.Tx) error {
		s, err := readSource(tx, source)
		if err != nil {
			return err
		}
		if s == nil {
			if s, err = newSource(tx, source); err != nil {
				return err
			}
		}
		s.Where, s.Failure, s.Polled = where, why, at
		return putSource(tx, s)
	})
	return storage.Wrap("game source "+source, err)
}

// ErrNoSource means that the source was never read.
var ErrNoSource = errors.New("no such source")

// RenameSource gives a source of games a new name, which no other source may have. Its
// games and its position stay.
func (g Games) RenameSource(ctx context.Context, from, to string) error {
	err := g.Store.Update(ctx, func(tx storage.Tx) error {
		s, err := readSource(tx, from)
		if err != nil {
			return err
		}
		if s == nil {
			return ErrNoSource
		}
		if taken, err := readSource(tx, to); err != nil || taken != nil {
			return cmp.Or(err, fmt.Errorf("there is a source named %s already", to))
		}
		s.Name = to
		var aside []storage.Entry
		for e, err := range storage.ScanPrefix(tx, storage.Key("game-aside", from)) {
			if err != nil {
				return err
			}
			number := e.Key[len(storage.Key("game-aside", from)):]
			aside = append(aside, storage.Entry{Key: slices.Concat(storage.Key("game-aside", to), number), Value: bytes.Clone(e.Value)})
		}
		if err := deleteSource(tx, from); err != nil {
			return err
		}
		for _, a := range aside {
			if err := tx.Put(a.Key, a.Value); err != nil {
				return err
			}
		}
		if err := forgetLog(tx); err != nil {
			return err
		}
		return putSource(tx, s)
	})
	return storage.Wrap("renaming game source "+from, err)
}

// deleteSource deletes what is known of a source, but not its games.
func deleteSource(tx storage.Tx, name string) error {
	prefix := storage.Key("game-aside", name)
	if _, err := storage.DeleteRange(tx, prefix, storage.PrefixEnd(prefix), 0); err != nil {
		return err
	}
	return tx.Delete(sourceKey(name))
}
