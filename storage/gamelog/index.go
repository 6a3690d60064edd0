package gamelog

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"slices"
	"strings"

	"delphi/storage"
)

// The index leads from a game to its rows in the log, so that a line is not kept twice
// and a later row corrects the one before. Under "game-starts" and the time in which
// games began, in spans of some hours, are sheets of postings: a part of a hash of the
// game, the number of its source, and the row's number in the log. What a posting leads
// to is looked at there; so it needs no more than tells most games of a span apart. It is
// short because sources are read one after the other over the same years: each batch then
// writes the sheets of all its days once more.

const (
	spanBits   = 16   // games that began within so many bits of a second share sheets
	sheetBytes = 1024 // a sheet of so many bytes is full, and the next one is begun
)

var sheetPrefix = storage.Key("game-starts")

// gameID tells games apart: when one began and a hash of its player's name, or, in a row
// that does not say when, when it ended, marked, and the hash of its line.
type gameID struct{ at, hash uint64 }

func idOf(g *Game, line uint64) gameID {
	if g.Start == 0 {
		return gameID{uint64(g.End|1<<39) & (1<<40 - 1), line}
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.ToLower(g.Name)))
	return gameID{uint64(g.Start) & (1<<40 - 1), h.Sum64()}
}

// posted is what the index knows of a game.
type posted struct{ span, short uint32 }

func (id gameID) posted() posted {
	const odd = 0x9e3779b97f4a7c15
	return posted{uint32(id.at >> spanBits), uint32((id.hash ^ id.at*odd) >> (64 - 8*shortBytes))}
}

// posting is a row of a game.
type posting struct {
	source uint16
	n      uint64 // in the log
}

// sheet is some postings of a span: for each, three bytes that tell games apart, the
// source, and how much greater the row's number is than that of the posting before.
type sheet struct {
	key     []byte
	body    []byte
	last    uint64 // the number of the last posting's row, once the sheet was read
	changed bool
}

const shortBytes = 3

// add adds a posting.
func (s *sheet) add(short uint32, p posting) {
	s.body = append(s.body, byte(short>>16), byte(short>>8), byte(short))
	s.body = binary.AppendUvarint(s.body, uint64(p.source))
	s.body = binary.AppendVarint(s.body, int64(p.n-s.last))
	s.last, s.changed = p.n, true
}

// each gives the postings of a sheet.
func (s *sheet) each(do func(short uint32, p posting)) error {
	s.last = 0
	for rest := s.body; len(rest) > 0; {
		if len(rest) < shortBytes+2 {
			return fmt.Errorf("%w: a sheet of the index ends early", errGame)
		}
		short := uint32(rest[0])<<16 | uint32(rest[1])<<8 | uint32(rest[2])
		source, w := binary.Uvarint(rest[shortBytes:])
		more, v := binary.Varint(rest[shortBytes+max(w, 0):])
		if w <= 0 || v <= 0 || source > 1<<16-1 {
			return fmt.Errorf("%w: a sheet of the index is not as it was written", errGame)
		}
		s.last += uint64(more)
		do(short, posting{uint16(source), s.last})
		rest = rest[shortBytes+w+v:]
	}
	return nil
}

// drop takes the posting of a row away, and reports whether there was one.
func (s *sheet) drop(n uint64) (was bool) {
	without := sheet{key: s.key, changed: true}
	_ = s.each(func(short uint32, p posting) { // it was read before
		if p.n == n {
			was = true
		} else {
			without.add(short, p)
		}
	})
	if was {
		*s = without
	}
	return was
}

// gameIndex reads and writes the index within a transaction.
type gameIndex struct {
	tx     storage.Tx
	sheets map[uint32][]*sheet // of each span that was loaded or posted to, in order
}

func newIndex(tx storage.Tx) *gameIndex { return &gameIndex{tx, map[uint32][]*sheet{}} }

// load reads the sheets that games are on, which must be done before anything is posted
// to them, and gives what is on them.
func (x *gameIndex) load(ids iter.Seq[gameID], each func(posted, posting, *sheet)) error {
	spans := map[uint32]bool{}
	for id := range ids {
		spans[id.posted().span] = true
	}
	sorted := slices.Sorted(maps.Keys(spans))
	keys := make([][]byte, len(sorted))
	for i, span := range sorted {
		keys[i] = binary.BigEndian.AppendUint32(slices.Clone(sheetPrefix), span)
	}
	return storage.ScanPrefixes(x.tx, keys, func(i int, e storage.Entry) error {
		span := sorted[i]
		s := &sheet{key: slices.Clone(e.Key), body: slices.Clone(e.Value)}
		x.sheets[span] = append(x.sheets[span], s)
		return s.each(func(short uint32, p posting) { each(posted{span, short}, p, s) })
	})
}

// post adds a row of a game.
func (x *gameIndex) post(id gameID, p posting) {
	at := id.posted()
	all := x.sheets[at.span]
	if len(all) == 0 || len(all[len(all)-1].body) >= sheetBytes {
		all = append(all, &sheet{key: x.next(at.span, all)})
		x.sheets[at.span] = all
	}
	all[len(all)-1].add(at.short, p)
}

// next returns the key of the sheet after those of a span.
func (x *gameIndex) next(span uint32, all []*sheet) []byte {
	number := uint32(0)
	if len(all) > 0 {
		number = binary.BigEndian.Uint32(all[len(all)-1].key[len(sheetPrefix)+4:]) + 1
	}
	key := binary.BigEndian.AppendUint32(slices.Clone(sheetPrefix), span)
	return binary.BigEndian.AppendUint32(key, number)
}

// end writes what has changed, in the order of the keys: the pages of a file are each
// written once then.
func (x *gameIndex) end() error {
	for _, span := range slices.Sorted(maps.Keys(x.sheets)) {
		for _, s := range x.sheets[span] {
			var err error
			switch {
			case !s.changed:
			case len(s.body) == 0:
				err = x.tx.Delete(s.key)
			default:
				err = x.tx.Put(s.key, s.body)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
