package gamelog

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"delphi/storage"
)

// The log of games holds all rows in the order in which they were kept, interspersed
// with notes of which earlier rows are corrected by later ones. Games are kept nowhere
// else. Removing or renaming anything begins another log: the numbers stay, but readers
// must start over.

var logKey = storage.Key("game-log-state")

// LogPoint is a place in the log of games: how many entries come before it, and
// which log it is of.
type LogPoint struct{ Epoch, Entries uint64 }

// logEnd returns where the log ends; ok is false if nothing was ever logged. A store
// that was damaged may have lost the record of it: what is there is another log then,
// until the next game is kept.
func logEnd(tx storage.ReadTx) (p LogPoint, ok bool, err error) {
	if p, ok, err = readLogState(tx); ok || err != nil {
		return p, ok, err
	}
	n, err := lastEntry(tx)
	return LogPoint{lostEpoch, n}, n > 0, err
}

// lostEpoch is the Epoch of a log whose own was lost: none that newEpoch names.
const lostEpoch = 1

// readLogState reads where the log ends.
func readLogState(tx storage.ReadTx) (p LogPoint, ok bool, err error) {
	v, ok, err := tx.Get(logKey)
	if err != nil || !ok {
		return p, false, err
	}
	if len(v) != logStateSize {
		return p, false, errGame
	}
	return LogPoint{binary.BigEndian.Uint64(v), binary.BigEndian.Uint64(v[8:])}, true, nil
}

// logStateSize is the length of the record; its last byte is 0.
const logStateSize = 17

func putLogState(tx storage.Tx, p LogPoint) error {
	v := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, p.Epoch), p.Entries)
	return tx.Put(logKey, append(v, 0))
}

// newEpoch names a log; no two of a store have the same.
func newEpoch() uint64 { return uint64(time.Now().UnixNano()) }

// forgetLog begins another log: what was logged no longer holds.
func forgetLog(tx storage.Tx) error {
	s, ok, err := logEnd(tx)
	if err != nil || !ok {
		return err
	}
	s.renew()
	return putLogState(tx, s)
}

// renew begins another log.
func (p *LogPoint) renew() { p.Epoch = max(newEpoch(), p.Epoch+1) }

// LogEnd returns the end of the log. If it is the same as before, no game has been
// kept, corrected, renamed or removed since.
func (g Games) LogEnd(ctx context.Context) (p LogPoint, err error) {
	err = g.Store.View(ctx, func(tx storage.ReadTx) error {
		p, _, err = logEnd(tx)
		return err
	})
	return p, storage.Wrap("the log of games", err)
}

// LogReader reads the log. The Game is the reader's only until Game returns.
type LogReader struct {
	Restart   func()                     // everything comes from the beginning
	Game      func(n uint64, game *Game) // a game was kept, with its number
	Corrected func(n uint64)             // a later row corrects the game of that number, which may be removed
}

// Log replays the log in order, starting at a point. It returns the point to continue
// from, even if it fails. If that point belongs to another log than from, the reader
// was told to Restart and was then given everything from the beginning.
func (g Games) Log(ctx context.Context, from LogPoint, each LogReader) (LogPoint, error) {
	reached := from
	err := g.Store.View(ctx, func(tx storage.ReadTx) error {
		s, ok, err := logEnd(tx)
		if err != nil || !ok {
			return err
		}
		if s.Epoch != from.Epoch || s.Entries < from.Entries {
			each.Restart()
			reached = LogPoint{Epoch: s.Epoch}
		}
		if reached == s {
			return nil
		}
		r, err := g.reader(tx)
		if err != nil {
			return err
		}
		var game Game
		entry := func(n uint64, entry []byte) error {
			if n < reached.Entries {
				return nil
			}
			switch entry[0] {
			case entryGame:
				if err := r.read(&game, entry); err != nil {
					return fmt.Errorf("%w: row %d", err, n)
				}
				each.Game(n, &game)
			case entryCorrected:
				of, w := binary.Uvarint(entry[1:])
				if w <= 0 {
					return fmt.Errorf("%w: row %d", errGame, n)
				}
				each.Corrected(of)
			}
			reached.Entries = n + 1
			return nil
		}
		var body []byte
		for e, err := range tx.Scan(blockKey(reached.Entries), storage.PrefixEnd(blockPrefix)) {
			if err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			b, err := unpack(e.Value, body)
			if err != nil {
				return err
			}
			if err := b.each(entry); err != nil {
				return err
			}
			body = b.body
		}
		reached = s
		return nil
	})
	return reached, storage.Wrap("the log of games", err)
}

// Logged reads the games with those numbers from the log.
func (g Games) Logged(ctx context.Context, numbers ...uint64) (out []*Game, err error) {
	err = g.Store.View(ctx, func(tx storage.ReadTx) error {
		out = nil
		r, err := g.reader(tx)
		if err != nil {
			return err
		}
		blocks := &blockReader{tx: tx}
		for _, n := range numbers {
			b, ok, err := blocks.find(n, true)
			if err != nil {
				return err
			}
			if !ok {
				return fmt.Errorf("%w: row %d is missing", errGame, n)
			}
			entry, err := b.entry(n)
			if err != nil {
				return err
			}
			var game Game
			if err := r.read(&game, entry); err != nil {
				return fmt.Errorf("%w: row %d", err, n)
			}
			out = append(out, game.Keep())
		}
		return nil
	})
	return out, storage.Wrap("games", err)
}
