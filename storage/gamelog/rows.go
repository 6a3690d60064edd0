package gamelog

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"delphi/storage"
)

// The last row of a game stands for it and corrects those before. Two rows are of one
// game if they have the same source, the same player and the same start; a row that does
// not say when its game began is a game of its own.

// intake puts the games of one batch into a transaction.
type intake struct {
	tx     storage.Tx
	source *GameSource
	names  map[uint16]string // of the sources, by ID
	empty  bool              // no game is known: none can be known already

	log    *logWriter
	index  *gameIndex
	blocks blockReader
	known  map[gameID]*rowsKnown // of each game of the batch
	lost   bool                  // the log no longer has a row that it had
	short  []byte
}

// knownRow is a row of a game.
type knownRow struct {
	line uint64 // a hash of it
	n    uint64 // in the log
}

func hasLine(rows []knownRow, line uint64) int {
	return slices.IndexFunc(rows, func(r knownRow) bool { return r.line == line })
}

// rowsKnown holds the rows of a game.
type rowsKnown struct {
	id     gameID
	own    []knownRow            // of the source that is read
	others map[uint16][]knownRow // nil: there are none
	copied []uint64              // lines of the batch that are others'
	batch  int                   // the last one's place in the batch; -1: it was kept before
	alike  *rowsKnown            // another game that the index does not tell from this one
}

// add keeps the games that are not known, and counts them in the source.
func (in *intake) add(games []Game) (added Added, err error) {
	if len(games) == 0 {
		return added, nil
	}
	if in.log, err = beginLog(in.tx); err != nil {
		return added, err
	}
	in.index, in.blocks.tx = newIndex(in.tx), in.tx
	if err := in.learn(games); err != nil {
		return added, err
	}
	for i := range games {
		game := &games[i]
		line := lineHash(game.Record)
		game.key, game.Replaced = keyOf(game.End, in.source.ID, line), false
		known := in.known[idOf(game, line)]
		again, copied := in.has(known, line)
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
	if len(added.New) > 0 || in.lost {
		if err := in.log.end(); err != nil {
			return added, err
		}
	}
	if err := in.index.end(); err != nil {
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

// learn reads what is known of the games of the batch, all at once.
func (in *intake) learn(games []Game) error {
	in.known = make(map[gameID]*rowsKnown, len(games))
	sought := make(map[posted]*rowsKnown, len(games))
	for i := range games {
		id := idOf(&games[i], lineHash(games[i].Record))
		if in.known[id] != nil {
			continue
		}
		at := id.posted()
		k := &rowsKnown{id: id, batch: -1, alike: sought[at]}
		in.known[id], sought[at] = k, k
	}
	if in.empty {
		return nil
	}
	var hits []hit
	err := in.index.load(maps.Keys(in.known), func(at posted, p posting, s *sheet) {
		for k := sought[at]; k != nil; k = k.alike {
			hits = append(hits, hit{p, s, k})
		}
	})
	if err != nil {
		return err
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Compare(a.n, b.n) })
	return in.look(hits)
}

// hit is a row that the index has for a game of the batch.
type hit struct {
	posting
	sheet *sheet
	of    *rowsKnown
}

// look reads the rows that the index leads to, each block of the log once.
func (in *intake) look(hits []hit) error {
	r := &gameReader{texts: map[string]string{}}
	for len(hits) > 0 {
		b, ok, err := in.blocks.find(hits[0].n, true)
		if err != nil {
			return err
		}
		if !ok {
			in.gone(hits[0], hits[1:])
			hits = hits[1:]
			continue
		}
		if err := b.each(func(n uint64, entry []byte) error {
			for ; len(hits) > 0 && hits[0].n == n; hits = hits[1:] {
				if err := in.read(r, hits[0], entry); err != nil {
					return fmt.Errorf("%w: row %d", err, n)
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// read notes a row of the log if it is one of the game that it was looked up for.
func (in *intake) read(r *gameReader, h hit, entry []byte) error {
	if entry[0] != entryGame { // its source was removed
		h.sheet.drop(h.n)
		return nil
	}
	var game Game
	if err := r.read(&game, entry); err != nil {
		return err
	}
	source, line := game.Key()
	row := knownRow{line, h.n}
	switch {
	case idOf(&game, line) != h.of.id:
	case source == in.source.ID:
		h.of.own = append(h.of.own, row)
	default:
		if h.of.others == nil {
			h.of.others = map[uint16][]knownRow{}
		}
		h.of.others[source] = append(h.of.others[source], row)
	}
	return nil
}

// gone forgets a row that was lost with a damaged store. A reader of the log may still
// have it, and must start over.
func (in *intake) gone(h hit, after []hit) {
	if !h.sheet.drop(h.n) || h.source != in.source.ID {
		return
	}
	if slices.ContainsFunc(after, func(o hit) bool { return o.of == h.of && o.source == h.source }) {
		in.source.Fixed--
	} else {
		in.source.Games--
	}
	in.lost = true
	in.log.at.renew()
}

// has reports whether a line is kept already, or by which other source.
func (in *intake) has(known *rowsKnown, line uint64) (again bool, copied string) {
	if slices.Contains(known.copied, line) || hasLine(known.own, line) >= 0 {
		return true, ""
	}
	for id, rows := range known.others {
		if hasLine(rows, line) >= 0 {
			copied = in.names[id]
		}
	}
	return false, copied
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
	known.own, known.batch = append(known.own, knownRow{line, n}), i
	in.index.post(known.id, posting{in.source.ID, n})
	return err
}

// put adds a row to the log.
func (in *intake) put(game *Game) (n uint64, err error) {
	in.short = binary.AppendUvarint(append(in.short[:0], entryGame), uint64(in.source.ID))
	in.short = appendGame(in.short, game)
	return in.log.add(in.short, game.Record)
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
		return 0, storage.Wrap("game source "+name, ErrNoSource)
	}
	for from := blockPrefix; from != nil; {
		var removed int
		var next []byte
		err := g.Store.Update(ctx, func(tx storage.Tx) (err error) {
			removed, next, err = removeRows(tx, from, s.ID)
			return err
		})
		if err != nil {
			return rows, storage.Wrap("removing game source "+name, err)
		}
		rows, from = rows+removed, next
	}
	err = g.Store.Update(ctx, func(tx storage.Tx) error {
		if err := forgetLog(tx); err != nil {
			return err
		}
		return deleteSource(tx, name)
	})
	return rows, storage.Wrap("removing game source "+name, err)
}

// removeRows removes the rows of a source from some blocks, and returns the key at
// which to continue, or nil at the end.
func removeRows(tx storage.Tx, from []byte, id uint16) (rows int, next []byte, err error) {
	type change struct {
		key   []byte
		block *block
	}
	var changes []change
	seen := 0
	for e, err := range tx.Scan(from, storage.PrefixEnd(blockPrefix)) {
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
			rows++
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
	return rows, next, nil
}
