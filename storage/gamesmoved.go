package storage

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// Before games stood in blocks, each was under "game" and a key of its own, the end
// (later ones first), the source and a hash of the line; other entries led to it by its
// player, its beginning and its place in the log. Stores of that form are taken over
// when their games are first read or added to.

// gamePrefix is of the rows of the former form, formerIndexes of what led to them.
var (
	gamePrefix    = Key("game")
	formerIndexes = [][]byte{Key("game-log"), Key("game-log-end"), Key("game-player"), Key("game-asc"), Key("game-begun"), Key("game-begun-complete")}
)

// How many entries of the former form one transaction takes over, and how many it
// deletes.
var (
	moveRows   = 5_000
	moveDelete = 20_000
)

// moving lets one at a time take a store over.
var moving = make(chan struct{}, 1)

// Migrate takes over the games of a store of the former form, which takes a
// minute or two for a million. If it ends early, the next call goes on; until then games
// cannot be read. It costs next to nothing where there is nothing to do.
func (g Games) Migrate(ctx context.Context) error {
	done, err := g.moved(ctx)
	if err != nil || done {
		return wrap("games", err)
	}
	select {
	case moving <- struct{}{}:
		defer func() { <-moving }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if done, err = g.moved(ctx); err != nil || done {
		return wrap("games", err)
	}
	if err = g.dropIndexes(ctx); err == nil {
		err = g.move(ctx)
	}
	return wrap("taking games over from the form before", err)
}

// Former reports whether games are still to be taken over from the form before.
func (g Games) Former(ctx context.Context) (bool, error) {
	done, err := g.moved(ctx)
	return !done, wrap("games", err)
}

// moved reports whether a store has its games in blocks, or none at all.
func (g Games) moved(ctx context.Context) (done bool, err error) {
	err = g.Store.View(ctx, func(tx ReadTx) error {
		s, ok, err := readLogState(tx)
		if done = ok && !s.moving; ok || err != nil {
			return err
		}
		done = true
		for _, prefix := range append([][]byte{gamePrefix, blockPrefix}, formerIndexes...) {
			for _, err := range ScanPrefix(tx, prefix) {
				done = false
				return err
			}
		}
		return nil
	})
	return done, err
}

// dropIndexes deletes what follows from the rows of the former form, and notes that
// they are being taken over.
func (g Games) dropIndexes(ctx context.Context) error {
	if err := g.Store.Update(ctx, func(tx Tx) error {
		w, err := beginLog(tx)
		if err != nil {
			return err
		}
		w.at.moving = true
		return w.end()
	}); err != nil {
		return err
	}
	for _, prefix := range formerIndexes {
		for left := true; left; {
			if err := g.Store.Update(ctx, func(tx Tx) error {
				n, err := DeleteRange(tx, prefix, PrefixEnd(prefix), moveDelete)
				left = n == moveDelete
				return err
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// move takes all rows over, those that ended first before the others.
func (g Games) move(ctx context.Context) error {
	var keys []byte // of all of them, the latest first
	if err := g.Store.View(ctx, func(tx ReadTx) error {
		keys = keys[:0]
		for e, err := range ScanPrefix(tx, gamePrefix) {
			if err != nil {
				return err
			}
			if len(e.Key) != len(gamePrefix)+gameSuffix {
				return fmt.Errorf("%w: its key is %q", errGame, e.Key)
			}
			keys = append(keys, e.Key[len(gamePrefix):]...)
		}
		return nil
	}); err != nil {
		return err
	}
	at := func(i int) []byte { return keys[i*gameSuffix : (i+1)*gameSuffix] }
	for n := len(keys) / gameSuffix; n > 0; {
		first := max(0, n-moveRows)
		for first > 0 && bytes.Equal(at(first)[:5], at(first - 1)[:5]) { // those of one second go together
			first--
		}
		if err := g.Store.Update(ctx, func(tx Tx) error { return moveSome(tx, keys[first*gameSuffix:n*gameSuffix]) }); err != nil {
			return err
		}
		n = first
	}
	return g.Store.Update(ctx, func(tx Tx) error {
		w, err := beginLog(tx)
		if err != nil {
			return err
		}
		w.at.moving = false
		return w.end()
	})
}

// moveSome takes over the rows of some keys. Those that are not there any more were
// taken over meanwhile.
func moveSome(tx Tx, keys []byte) error {
	type row struct {
		key    []byte
		source uint16
		game   Game
	}
	var rows []row
	r := &gameReader{texts: map[string]string{}}
	for ; len(keys) > 0; keys = keys[gameSuffix:] {
		x := row{key: slices.Concat(gamePrefix, keys[:gameSuffix]), source: binary.BigEndian.Uint16(keys[5:])}
		v, ok, err := tx.Get(x.key)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := r.value(&x.game, v); err != nil {
			return fmt.Errorf("%w: its key is %q", err, x.key)
		}
		rows = append(rows, x)
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.game.End, b.game.End), cmp.Compare(a.source, b.source), cmp.Compare(a.game.Pos, b.game.Pos))
	})
	m := &mover{tx: tx, known: map[string][]knownRow{}}
	var err error
	if m.log, err = beginLog(tx); err != nil {
		return err
	}
	m.log.at.moving = true
	for i := range rows {
		if err := m.row(&rows[i].game, rows[i].source); err != nil {
			return err
		}
		if err := tx.Delete(rows[i].key); err != nil {
			return err
		}
	}
	if err := m.note(); err != nil {
		return err
	}
	return m.log.end()
}

// mover writes rows of the former form into the log.
type mover struct {
	tx    Tx
	log   *logWriter
	known map[string][]knownRow // of this transaction, by the whole key
}

// row adds a row. Of the rows of one game, those that were corrected say so, and of
// the others, of which there should be one, the last one counts.
func (m *mover) row(g *Game, source uint16) error {
	line := lineHash(g.Record)
	key := binary.BigEndian.AppendUint16(knownGame(g, line), source)
	rows, ok := m.known[string(key)]
	if !ok {
		v, _, err := m.tx.Get(key)
		if err != nil {
			return err
		}
		if rows, err = readKnown(v); err != nil {
			return err
		}
	}
	if n := len(rows); n > 0 && !g.Replaced {
		if _, err := m.log.add(binary.AppendUvarint([]byte{entryCorrected}, rows[n-1].n)); err != nil {
			return err
		}
	}
	head := binary.AppendUvarint([]byte{entryGame}, uint64(source))
	n, err := m.log.add(appendGame(head, g), g.Record)
	at := len(rows)
	if g.Replaced {
		at = 0
	}
	m.known[string(key)] = slices.Insert(rows, at, knownRow{line, n})
	return err
}

// note writes what is known of the games.
func (m *mover) note() error {
	for _, key := range slices.Sorted(maps.Keys(m.known)) {
		if err := m.tx.Put([]byte(key), appendKnown(nil, m.known[key])); err != nil {
			return err
		}
	}
	return nil
}
