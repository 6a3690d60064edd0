package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// MaxSession is the longest a session may be, in bytes of all its lines.
const MaxSession = 16 << 10

// Sessions keeps lines of text under keys, durably: a write that returned nil is
// kept. A name begins as owners do, with the network and the user; sessions of
// users whom the network does not vouch for are swept when they are not used. The zero
// value with a Store is ready for use.
type Sessions struct {
	Store Store
	Kind  string           // what the sessions are of: "identify"
	Now   func() time.Time // nil: time.Now
}

// sessionRecord is a session as it is stored.
type sessionRecord struct {
	Lines []string `json:"lines"`
	Used  int64    `json:"used"` // seconds since 1970
}

func (s Sessions) key(name string) []byte { return Key("session", s.Kind, name) }

// Session returns the lines under a name. A missing session is not an error.
func (s Sessions) Session(ctx context.Context, name string) (lines []string, err error) {
	err = s.Store.View(ctx, func(tx ReadTx) error {
		lines, err = s.read(tx, name)
		return err
	})
	return lines, Wrap(s.Kind+" session", err)
}

func (s Sessions) read(tx ReadTx, name string) ([]string, error) {
	v, ok, err := tx.Get(s.key(name))
	if err != nil || !ok {
		return nil, err
	}
	var r sessionRecord
	if err := json.Unmarshal(v, &r); err != nil {
		return nil, err
	}
	return r.Lines, nil
}

// ChangeSession replaces the lines under a name with what change makes of them, in one
// transaction. If no lines are left, the session is deleted. An error from change is
// returned as it is, and nothing is changed. change may run again, so it must have no
// other effect. More than MaxSession bytes are refused with ErrValueSize.
func (s Sessions) ChangeSession(ctx context.Context, name string, change func(lines []string) ([]string, error)) error {
	return s.Store.Update(ctx, func(tx Tx) error {
		lines, err := s.read(tx, name)
		if err != nil {
			return Wrap(s.Kind+" session", err)
		}
		if lines, err = change(lines); err != nil {
			return err
		}
		if len(lines) == 0 {
			return tx.Delete(s.key(name))
		}
		size := 0
		for _, l := range lines {
			size += len(l)
		}
		if size > MaxSession {
			return fmt.Errorf("%s session: %w: %d bytes, at most %d", s.Kind, ErrValueSize, size, MaxSession)
		}
		now := time.Now()
		if s.Now != nil {
			now = s.Now()
		}
		v, err := json.Marshal(sessionRecord{lines, now.Unix()})
		if err != nil {
			return err
		}
		return tx.Put(s.key(name), v)
	})
}

func judgeSession(name string, value []byte, now time.Time) verdict {
	var r sessionRecord
	if !Fleeting(name) || json.Unmarshal(value, &r) != nil {
		return verdict{}
	}
	return unused(r.Used, now)
}
