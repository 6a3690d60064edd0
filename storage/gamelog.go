package storage

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"time"
)

// The log of games says in which order games were kept, so that whoever counts
// them need look only at what is new. Under "game-log" and a number it has the
// suffix of the keys of a game that was kept, with a 1 behind it where a later row
// corrects that game. What is removed or renamed begins another log.

var (
	logPrefix = Key("game-log")
	logEnd    = Key("game-log-end")
)

func logKey(n uint64) []byte { return Key("game-log", Number(n)) }

// LogPoint is a place in the log of games: how many entries come before it, and
// which log it is of.
type LogPoint struct{ Epoch, Entries uint64 }

func readLogEnd(tx ReadTx) (p LogPoint, ok bool, err error) {
	v, ok, err := tx.Get(logEnd)
	if err != nil || !ok {
		return p, false, err
	}
	if len(v) != 16 {
		return p, false, errGame
	}
	return LogPoint{binary.BigEndian.Uint64(v), binary.BigEndian.Uint64(v[8:])}, true, nil
}

func putLogEnd(tx Tx, p LogPoint) error {
	return tx.Put(logEnd, binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, p.Epoch), p.Entries))
}

// appendLog adds entries to the log, after the games themselves were put. A store
// that has no log yet gets that of all its games.
func appendLog(tx Tx, entries [][]byte) error {
	if len(entries) == 0 {
		return nil
	}
	p, ok, err := readLogEnd(tx)
	if err != nil {
		return err
	}
	if !ok {
		return relog(tx, newEpoch())
	}
	for _, e := range entries {
		if err := tx.Put(logKey(p.Entries), e); err != nil {
			return err
		}
		p.Entries++
	}
	return putLogEnd(tx, p)
}

// forgetLog begins another log: what was logged is no longer so.
func forgetLog(tx Tx) error {
	_, ok, err := readLogEnd(tx)
	if err != nil || !ok {
		return err
	}
	if _, err := DeleteRange(tx, logPrefix, PrefixEnd(logPrefix), 0); err != nil {
		return err
	}
	return relog(tx, newEpoch())
}

// newEpoch names a log; no two of a store have the same.
func newEpoch() uint64 { return uint64(time.Now().UnixNano()) }

// relog writes the log of all games that are kept, in the order in which they
// ended.
func relog(tx Tx, epoch uint64) error {
	type entry struct {
		end, pos int64
		suffix   []byte
	}
	var all []entry
	r := &gameReader{texts: map[string]string{}}
	var game Game
	for e, err := range ScanPrefix(tx, gamePrefix) {
		if err != nil {
			return err
		}
		suffix := e.Key[len(gamePrefix):]
		if err := r.read(&game, suffix, e.Value); err != nil {
			return err
		}
		logged := bytes.Clone(suffix)
		if game.Replaced {
			logged = append(logged, 1)
		}
		all = append(all, entry{game.End, game.Pos, logged})
	}
	slices.SortFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.end, b.end), bytes.Compare(a.suffix[5:7], b.suffix[5:7]), cmp.Compare(a.pos, b.pos))
	})
	for i, e := range all {
		if err := tx.Put(logKey(uint64(i)), e.suffix); err != nil {
			return err
		}
	}
	return putLogEnd(tx, LogPoint{epoch, uint64(len(all))})
}

// EnsureLog gives the games of a store from before there was a log theirs. It
// does nothing where there is one.
func (g Games) EnsureLog(ctx context.Context) error {
	needed := false
	err := g.Store.View(ctx, func(tx ReadTx) error {
		_, ok, err := readLogEnd(tx)
		needed = !ok
		return err
	})
	if err != nil || !needed {
		return wrap("the log of games", err)
	}
	err = g.Store.Update(ctx, func(tx Tx) error {
		if _, ok, err := readLogEnd(tx); err != nil || ok {
			return err
		}
		return relog(tx, newEpoch())
	})
	return wrap("the log of games", err)
}

// LogEnd is the point to which games are logged. Where it is the same as before,
// no game was kept, corrected, renamed or removed since.
func (g Games) LogEnd(ctx context.Context) (p LogPoint, err error) {
	err = g.Store.View(ctx, func(tx ReadTx) error {
		p, _, err = readLogEnd(tx)
		return err
	})
	return p, wrap("the log of games", err)
}

// Log gives what was logged from a point on, in its order: the games that were
// kept, each with its number; corrected, again those that a later row has
// corrected since. It returns the point to go on from. If that is of another
// log than from is, each was given everything from the beginning, after restart
// was called. The Game is the callee's only until it returns.
func (g Games) Log(ctx context.Context, from LogPoint, restart func(), each func(n uint64, game *Game, corrected bool)) (LogPoint, error) {
	end := from
	err := g.Store.View(ctx, func(tx ReadTx) error {
		p, ok, err := readLogEnd(tx)
		if err != nil || !ok {
			return err
		}
		if p.Epoch != from.Epoch || p.Entries < from.Entries {
			restart()
			from = LogPoint{Epoch: p.Epoch}
		}
		end = p
		if p == from {
			return nil
		}
		r, err := g.reader(tx)
		if err != nil {
			return err
		}
		n := from.Entries
		var game Game
		for e, err := range tx.Scan(logKey(n), PrefixEnd(logPrefix)) {
			if err != nil {
				return err
			}
			if n%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			suffix, corrected := e.Value, false
			if len(suffix) == gameSuffix+1 {
				suffix, corrected = suffix[:gameSuffix], true
			}
			v, ok, err := tx.Get(slices.Concat(gamePrefix, suffix))
			if err != nil {
				return err
			}
			number := n
			n++
			if !ok {
				continue // its source is being removed
			}
			if err := r.read(&game, suffix, v); err != nil {
				return err
			}
			each(number, &game, corrected)
		}
		return nil
	})
	return end, wrap("the log of games", err)
}

// Logged reads the games of some numbers in the log.
func (g Games) Logged(ctx context.Context, numbers ...uint64) (out []*Game, err error) {
	err = g.Store.View(ctx, func(tx ReadTx) error {
		out = nil
		r, err := g.reader(tx)
		if err != nil {
			return err
		}
		for _, n := range numbers {
			suffix, ok, err := tx.Get(logKey(n))
			if err != nil || !ok {
				return cmp.Or(err, errGame)
			}
			suffix = bytes.Clone(suffix[:min(len(suffix), gameSuffix)])
			v, ok, err := tx.Get(slices.Concat(gamePrefix, suffix))
			if err != nil || !ok {
				return cmp.Or(err, errGame)
			}
			var game Game
			if err := r.read(&game, suffix, v); err != nil {
				return err
			}
			out = append(out, game.Keep())
		}
		return nil
	})
	return out, wrap("games", err)
}
