package storage

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"
)

// intake puts the games of one batch into a transaction.
type intake struct {
	tx     Tx
	source *GameSource
	names  map[uint16]string // of the sources, by ID
	empty  bool              // no game is known: none can be known already

	pairs []pair
	log   [][]byte       // of rows kept before that are corrected now
	begun map[string]int // the place in the batch of the game that a begunKey stands for
}

type pair struct{ key, value []byte }

var begunPrefix = Key("game-begun")

// begunKey is the key of a game by its beginning: all its rows have it.
func begunKey(g *Game, source uint16) []byte {
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.ToLower(g.Name)))
	key := binary.BigEndian.AppendUint16(slices.Clone(begunPrefix), source)
	key = append(key, byte(g.Start>>32), byte(g.Start>>24), byte(g.Start>>16), byte(g.Start>>8), byte(g.Start))
	return binary.BigEndian.AppendUint64(key, h.Sum64())
}

// add keeps the games that are not known, and counts them in the source.
func (in *intake) add(games []Game) (added Added, err error) {
	known := make(map[string]bool, len(games))
	in.pairs = make([]pair, 0, 3*len(games)+len(games)/16)
	for i := range games {
		game := &games[i]
		game.key, game.Replaced = gameKey(game, in.source.ID), false
		if known[string(game.key)] {
			added.Again++
			continue
		}
		known[string(game.key)] = true
		again, copied, err := in.known(game)
		if err != nil {
			return added, err
		}
		switch {
		case again:
			added.Again++
			continue
		case copied != "":
			if added.Copies == nil {
				added.Copies = map[string]int{}
			}
			added.Copies[copied]++
			continue
		}
		if err := in.replace(games, i); err != nil {
			return added, err
		}
		added.New = append(added.New, i)
		in.source.LastEnd = max(in.source.LastEnd, game.End)
	}
	for _, i := range added.New {
		in.put(&games[i])
	}
	for key, i := range in.begun {
		in.pairs = append(in.pairs, pair{[]byte(key), games[i].key})
	}
	// In the order of the keys the pages of the file are each written once.
	slices.SortFunc(in.pairs, func(a, b pair) int { return bytes.Compare(a.key, b.key) })
	for _, p := range in.pairs {
		if err := in.tx.Put(p.key, p.value); err != nil {
			return added, err
		}
	}
	logged := in.log
	for _, i := range added.New {
		entry := games[i].key
		if games[i].Replaced {
			entry = append(slices.Clip(entry), 1)
		}
		logged = append(logged, entry)
	}
	if err := appendLog(in.tx, logged); err != nil {
		return added, err
	}
	s := in.source
	s.Games += int64(len(added.New))
	s.Again += int64(added.Again)
	for name, n := range added.Copies {
		if s.Copies == nil {
			s.Copies = map[string]int64{}
		}
		s.Copies[name] += int64(n)
	}
	return added, nil
}

// known reports whether a line is kept already, or by which other source.
func (in *intake) known(game *Game) (again bool, copied string, err error) {
	if in.empty {
		return false, "", nil
	}
	// The games of all sources that ended in this second stand side by side.
	prefix := slices.Concat(gamePrefix, game.key[:5])
	hash := game.key[7:]
	for e, err := range ScanPrefix(in.tx, prefix) {
		if err != nil {
			return false, "", err
		}
		suffix := e.Key[len(gamePrefix):]
		if len(suffix) != gameSuffix || !bytes.Equal(suffix[7:], hash) {
			continue
		}
		id := binary.BigEndian.Uint16(suffix[5:])
		if id == in.source.ID {
			return true, "", nil
		}
		copied = in.names[id]
	}
	return false, copied, nil
}

// replace marks the row that a game corrects, if there is one, and makes the
// game stand in its place.
func (in *intake) replace(games []Game, i int) error {
	game := &games[i]
	if game.Start == 0 {
		return nil // nobody knows which game it is
	}
	key := begunKey(game, in.source.ID)
	if earlier, ok := in.begun[string(key)]; ok {
		games[earlier].Replaced = true
		in.replaced()
	} else if !in.empty {
		suffix, ok, err := in.tx.Get(key)
		if err != nil {
			return err
		}
		if ok && !bytes.Equal(suffix, game.key) {
			if err := in.mark(game.Name, suffix); err != nil {
				return err
			}
		}
	}
	in.begun[string(key)] = i
	return nil
}

func (in *intake) replaced() {
	in.source.Games--
	in.source.Fixed++
}

// mark sets the flag of a row that is kept already, wherever it stands.
func (in *intake) mark(name string, suffix []byte) error {
	for _, prefix := range [][]byte{gamePrefix, playerPrefix(name), ascensionPrefix} {
		key := slices.Concat(prefix, suffix)
		v, ok, err := in.tx.Get(key)
		if err != nil {
			return err
		}
		if !ok || len(v) < 2 || v[1]&flagReplaced != 0 {
			continue
		}
		v[1] |= flagReplaced
		if err := in.tx.Put(key, v); err != nil {
			return err
		}
		if &prefix[0] == &gamePrefix[0] {
			in.replaced()
			in.log = append(in.log, append(slices.Clone(suffix), 1))
		}
	}
	return nil
}

// put adds the entries of a game.
func (in *intake) put(game *Game) {
	short := appendGame(make([]byte, 0, 96+len(game.Record)), game)
	in.pairs = append(in.pairs,
		pair{slices.Concat(playerPrefix(game.Name), game.key), nil},
		pair{slices.Concat(gamePrefix, game.key), append(short[:len(short):len(short)], game.Record...)})
	if game.Outcome == 1 { // xlog.Ascended
		in.pairs = append(in.pairs, pair{slices.Concat(ascensionPrefix, game.key), short})
	}
}
