package storage

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// ErrNoSource is a source that was never read.
var ErrNoSource = errors.New("no such source")

// RenameSource gives a source of games another name, which no source may have.
// Its games and its position stay.
func (g Games) RenameSource(ctx context.Context, from, to string) error {
	err := g.Store.Update(ctx, func(tx Tx) error {
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
		var aside []pair
		for e, err := range ScanPrefix(tx, Key("game-aside", from)) {
			if err != nil {
				return err
			}
			number := e.Key[len(Key("game-aside", from)):]
			aside = append(aside, pair{slices.Concat(Key("game-aside", to), number), bytes.Clone(e.Value)})
		}
		if err := deleteSource(tx, from); err != nil {
			return err
		}
		for _, a := range aside {
			if err := tx.Put(a.key, a.value); err != nil {
				return err
			}
		}
		return putSource(tx, s)
	})
	return wrap("renaming game source "+from, err)
}

// deleteSource deletes what is known of a source, but not its games.
func deleteSource(tx Tx, name string) error {
	prefix := Key("game-aside", name)
	if _, err := DeleteRange(tx, prefix, PrefixEnd(prefix), 0); err != nil {
		return err
	}
	return tx.Delete(sourceKey(name))
}

// removeBatch is how many games one transaction removes.
const removeBatch = 5000

// RemoveSource forgets a source and all its games, some thousands in each
// transaction, and returns how many rows they were. If it ends early it can be
// called again.
func (g Games) RemoveSource(ctx context.Context, name string) (rows int, err error) {
	s, ok, err := g.Source(ctx, name)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, wrap("game source "+name, ErrNoSource)
	}
	after := gamePrefix // the key from which on games were not looked at yet
	for after != nil {
		var removed int
		var next []byte
		err := g.Store.Update(ctx, func(tx Tx) error {
			removed, next = 0, nil
			games, last, err := gamesOfSource(tx, after, s.ID)
			if err != nil {
				return err
			}
			for i := range games {
				if err := removeGame(tx, &games[i], s.ID); err != nil {
					return err
				}
			}
			removed, next = len(games), last
			return nil
		})
		if err != nil {
			return rows, wrap("removing game source "+name, err)
		}
		rows, after = rows+removed, next
	}
	err = g.Store.Update(ctx, func(tx Tx) error { return deleteSource(tx, name) })
	return rows, wrap("removing game source "+name, err)
}

// gamesOfSource reads games of a source from a key on, at most removeBatch of
// them, and returns the key to go on from; nil at the end.
func gamesOfSource(tx ReadTx, from []byte, id uint16) (games []Game, next []byte, err error) {
	r := &gameReader{sources: map[uint16]string{}, texts: map[string]string{}}
	for e, err := range tx.Scan(from, PrefixEnd(gamePrefix)) {
		if err != nil {
			return nil, nil, err
		}
		if len(games) == removeBatch {
			return games, bytes.Clone(e.Key), nil
		}
		suffix := e.Key[len(gamePrefix):]
		if len(suffix) != gameSuffix || binary.BigEndian.Uint16(suffix[5:]) != id {
			continue
		}
		var game Game
		if err := r.read(&game, suffix, e.Value); err != nil {
			return nil, nil, err
		}
		game.Record, game.key = nil, bytes.Clone(suffix)
		games = append(games, game)
	}
	return games, nil, nil
}

func removeGame(tx Tx, game *Game, id uint16) error {
	keys := [][]byte{slices.Concat(gamePrefix, game.key), slices.Concat(playerPrefix(game.Name), game.key), slices.Concat(ascensionPrefix, game.key)}
	if game.Start != 0 {
		keys = append(keys, begunKey(game, id))
	}
	for _, key := range keys {
		if err := tx.Delete(key); err != nil {
			return err
		}
	}
	return nil
}

// indexed is where it is noted that every game has its entry under game-begun.
var indexed = Key("game-begun-complete")

// Reindex gives the games of a store that was written before corrections were
// marked their entries under game-begun, and marks the rows that later ones
// correct. It does nothing where that was done before.
func (g Games) Reindex(ctx context.Context) error {
	done := false
	err := g.Store.View(ctx, func(tx ReadTx) (err error) {
		_, done, err = tx.Get(indexed)
		return err
	})
	sources, err2 := g.Sources(ctx)
	if err = cmp.Or(err, err2); err != nil || done {
		return err
	}
	for i := range sources {
		after := gamePrefix
		for after != nil {
			var next []byte
			err := g.Store.Update(ctx, func(tx Tx) error {
				s, err := readSource(tx, sources[i].Name)
				if err != nil || s == nil {
					return err
				}
				games, last, err := gamesOfSource(tx, after, s.ID)
				if err != nil {
					return err
				}
				next = last
				in := &intake{tx: tx, source: s}
				for k := range games {
					if err := in.reindex(&games[k]); err != nil {
						return err
					}
				}
				return putSource(tx, s)
			})
			if err != nil {
				return wrap("indexing games", err)
			}
			after = next
		}
	}
	return g.Store.Update(ctx, func(tx Tx) error { return tx.Put(indexed, nil) })
}

// reindex makes the entry of a kept game, or compares it with the game that has
// it: of two rows the one read later, or further on in its file, stands.
func (in *intake) reindex(game *Game) error {
	if game.Start == 0 || game.Replaced {
		return nil
	}
	key := begunKey(game, in.source.ID)
	suffix, ok, err := in.tx.Get(key)
	if err != nil || ok && bytes.Equal(suffix, game.key) {
		return err
	}
	if ok {
		v, there, err := in.tx.Get(slices.Concat(gamePrefix, suffix))
		if err != nil {
			return err
		}
		var other Game
		if there {
			if err := (&gameReader{texts: map[string]string{}}).read(&other, suffix, v); err != nil {
				return err
			}
			if other.Seen > game.Seen || other.Seen == game.Seen && other.Pos > game.Pos {
				return in.mark(game.Name, game.key)
			}
			if err := in.mark(game.Name, suffix); err != nil {
				return err
			}
		}
	}
	return in.tx.Put(key, game.key)
}
