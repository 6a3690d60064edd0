package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"
)

// The rows of a game are recorded under "known", its start, a hash of its player's name
// and the number of its source: for each row its place in the log and a hash of its
// line. The last row stands for the game and corrects the others. A row that does not
// say when its game began is a game of its own.

var knownPrefix = Key("known")

// knownGame returns where the rows of a game are noted in every source.
func knownGame(g *Game, line uint64) []byte {
	key := make([]byte, 0, len(knownPrefix)+5+8+2)
	key = append(key, knownPrefix...)
	at, hash := g.Start, line
	if at == 0 {
		at = g.End | 1<<39
	} else {
		h := fnv.New64a()
		_, _ = h.Write([]byte(strings.ToLower(g.Name)))
		hash = h.Sum64()
	}
	key = append(key, byte(at>>32), byte(at>>24), byte(at>>16), byte(at>>8), byte(at))
	return binary.BigEndian.AppendUint64(key, hash)
}

// knownRow is a row of a game.
type knownRow struct {
	line uint64 // a hash of it
	n    uint64 // in the log
}

func appendKnown(b []byte, rows []knownRow) []byte {
	for _, r := range rows {
		b = binary.BigEndian.AppendUint64(b, r.line)
		b = binary.AppendUvarint(b, r.n)
	}
	return b
}

func readKnown(b []byte) (rows []knownRow, err error) {
	for len(b) > 0 {
		if len(b) < 9 {
			return nil, errGame
		}
		n, w := binary.Uvarint(b[8:])
		if w <= 0 {
			return nil, errGame
		}
		rows = append(rows, knownRow{binary.BigEndian.Uint64(b), n})
		b = b[8+w:]
	}
	return rows, nil
}

func hasLine(rows []knownRow, line uint64) int {
	return slices.IndexFunc(rows, func(r knownRow) bool { return r.line == line })
}

// intake puts the games of one batch into a transaction.
type intake struct {
	tx     Tx
	source *GameSource
	names  map[uint16]string // of the sources, by ID
	empty  bool              // no game is known: none can be known already

	log    *logWriter
	blocks blockReader
	known  map[string]*rowsKnown // by the key of each game of the batch
	short  []byte
}

// rowsKnown holds the rows of a game.
type rowsKnown struct {
	own    []knownRow            // of the source that is read
	others map[uint16][]knownRow // nil: there are none
	copied []uint64              // lines of the batch that are others'
	batch  int                   // the last one's place in the batch; -1: it was kept before
	fresh  bool                  // own has changed
}

// add keeps the games that are not known, and counts them in the source.
func (in *intake) add(games []Game) (added Added, err error) {
	if len(games) == 0 {
		return added, nil
	}
	in.known = make(map[string]*rowsKnown, len(games))
	if in.log, err = beginLog(in.tx); err != nil {
		return added, err
	}
	in.blocks.tx = in.tx
	before := in.log.at.Entries
	if err := in.learn(games); err != nil {
		return added, err
	}
	for i := range games {
		game := &games[i]
		line := lineHash(game.Record)
		game.key, game.Replaced = keyOf(game.End, in.source.ID, line), false
		known := in.known[string(knownGame(game, line))]
		again, copied, err := in.has(known, line, before)
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
			known.copied = append(known.copied, line)
			continue
		}
		if err := in.keep(games, i, known, line); err != nil {
			return added, err
		}
		added.New = append(added.New, i)
		if last := in.source.LastEnd; last < game.End || game.Seen > 0 && last > game.Seen+24*60*60 { // or a former game's, of the future
			in.source.LastEnd = game.End
		}
	}
	if len(added.New) > 0 {
		if err := in.note(); err != nil {
			return added, err
		}
		if err := in.log.end(); err != nil {
			return added, err
		}
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

// learn reads what is known of the games of the batch, all at once.
func (in *intake) learn(games []Game) error {
	var keys [][]byte
	for i := range games {
		key := knownGame(&games[i], lineHash(games[i].Record))
		if in.known[string(key)] == nil {
			in.known[string(key)] = &rowsKnown{batch: -1}
			keys = append(keys, key)
		}
	}
	if in.empty {
		return nil
	}
	slices.SortFunc(keys, bytes.Compare)
	return ScanPrefixes(in.tx, keys, func(i int, e Entry) error {
		if len(e.Key) != len(keys[i])+2 {
			return errGame
		}
		rows, err := readKnown(e.Value)
		if err != nil {
			return err
		}
		k := in.known[string(keys[i])]
		if id := binary.BigEndian.Uint16(e.Key[len(keys[i]):]); id == in.source.ID {
			k.own = rows
		} else {
			if k.others == nil {
				k.others = map[uint16][]knownRow{}
			}
			k.others[id] = rows
		}
		return nil
	})
}

// has reports whether a line is kept already, or by which other source. Entries of the
// log numbered before or higher belong to the batch.
func (in *intake) has(known *rowsKnown, line, before uint64) (again bool, copied string, err error) {
	if slices.Contains(known.copied, line) {
		return true, "", nil
	}
	if i := hasLine(known.own, line); i >= 0 {
		there, err := in.there(known.own[i].n, before)
		if err != nil || there {
			return there, "", err
		}
		in.lost(known, i)
	}
	for id, rows := range known.others {
		if i := hasLine(rows, line); i >= 0 {
			there, err := in.there(rows[i].n, before)
			if err != nil {
				return false, "", err
			}
			if there {
				copied = in.names[id]
			}
		}
	}
	return false, copied, nil
}

// lost forgets a row that was lost with a damaged store. A reader of the log may still
// have it, and must start over.
func (in *intake) lost(known *rowsKnown, i int) {
	if i == len(known.own)-1 {
		in.source.Games--
	} else {
		in.source.Fixed--
	}
	known.own = slices.Delete(known.own, i, i+1)
	in.log.at.renew()
}

// there reports whether the log still has an entry.
func (in *intake) there(n, before uint64) (bool, error) {
	if n >= before {
		return true, nil
	}
	if open := &in.log.open; n >= open.first && n < open.end() {
		return true, nil
	}
	_, ok, err := in.blocks.find(n, false)
	return ok, err
}

// keep adds a row to the log, and before it a note of the row that it corrects.
func (in *intake) keep(games []Game, i int, known *rowsKnown, line uint64) error {
	game := &games[i]
	if n := len(known.own); n > 0 {
		if known.batch >= 0 {
			games[known.batch].Replaced = true
		}
		in.source.Games--
		in.source.Fixed++
		if _, err := in.log.add(binary.AppendUvarint([]byte{entryCorrected}, known.own[n-1].n)); err != nil {
			return err
		}
	}
	n, err := in.put(game)
	known.own = append(known.own, knownRow{line, n})
	known.batch, known.fresh = i, true
	return err
}

// put adds a row to the log.
func (in *intake) put(game *Game) (n uint64, err error) {
	in.short = binary.AppendUvarint(append(in.short[:0], entryGame), uint64(in.source.ID))
	in.short = appendGame(in.short, game)
	return in.log.add(in.short, game.Record)
}

// note writes what is known of the games of the batch now.
func (in *intake) note() error {
	type pair struct{ key, value []byte }
	pairs := make([]pair, 0, len(in.known))
	for key, k := range in.known {
		if k.fresh {
			whole := binary.BigEndian.AppendUint16([]byte(key), in.source.ID)
			pairs = append(pairs, pair{whole, appendKnown(make([]byte, 0, 12*len(k.own)), k.own)})
		}
	}
	// In the order of the keys the pages of the file are each written once.
	slices.SortFunc(pairs, func(a, b pair) int { return bytes.Compare(a.key, b.key) })
	for _, p := range pairs {
		if err := in.tx.Put(p.key, p.value); err != nil {
			return err
		}
	}
	return nil
}

// removeBlocks is how many blocks one transaction looks through for the games of a
// source.
const removeBlocks = 40

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
	for from := blockPrefix; from != nil; {
		var removed int
		var next []byte
		err := g.Store.Update(ctx, func(tx Tx) (err error) {
			removed, next, err = removeRows(tx, from, s.ID)
			return err
		})
		if err != nil {
			return rows, wrap("removing game source "+name, err)
		}
		rows, from = rows+removed, next
	}
	err = g.Store.Update(ctx, func(tx Tx) error {
		if err := forgetLog(tx); err != nil {
			return err
		}
		return deleteSource(tx, name)
	})
	return rows, wrap("removing game source "+name, err)
}

// removeRows removes the rows of a source from some blocks, and returns the key at
// which to continue, or nil at the end.
func removeRows(tx Tx, from []byte, id uint16) (rows int, next []byte, err error) {
	type change struct {
		key   []byte
		block *block
	}
	var changes []change
	var forgotten [][]byte
	seen := 0
	r := &gameReader{texts: map[string]string{}}
	for e, err := range tx.Scan(from, PrefixEnd(blockPrefix)) {
		if err != nil {
			return 0, nil, err
		}
		if seen++; seen > removeBlocks {
			next = bytes.Clone(e.Key)
			break
		}
		b, err := unpack(e.Value, nil)
		if err != nil {
			return 0, nil, err
		}
		without, err := b.rewritten(func(_ uint64, entry []byte) ([]byte, error) {
			source, w := binary.Uvarint(entry[1:])
			if entry[0] != entryGame || w <= 0 || source != uint64(id) {
				return entry, nil
			}
			var game Game
			if err := r.read(&game, entry); err != nil {
				return nil, err
			}
			forgotten = append(forgotten, binary.BigEndian.AppendUint16(knownGame(&game, lineHash(game.Record)), id))
			return []byte{entryRemoved}, nil
		})
		if err != nil {
			return 0, nil, err
		}
		if without != nil {
			changes = append(changes, change{bytes.Clone(e.Key), without})
		}
	}
	for _, c := range changes {
		packed, err := c.block.pack()
		if err != nil {
			return 0, nil, err
		}
		if err := tx.Put(c.key, packed); err != nil {
			return 0, nil, err
		}
	}
	for _, key := range forgotten {
		if err := tx.Delete(key); err != nil {
			return 0, nil, err
		}
	}
	return len(forgotten), next, nil
}
