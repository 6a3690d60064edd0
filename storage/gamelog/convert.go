package gamelog

import (
	"bytes"
	"encoding/binary"
	"maps"

	"delphi/storage"
)

// A store of format 2 has no index of games. It has, under "known", an entry for each
// game, which takes seven times the room.

var (
	formerPrefix = storage.Key("known")
	convertedKey = storage.Key("game-starts-from") // up to which row the index was made
)

// IsFormer reports whether an entry is one of format 2 that this format does not have.
// A store that has any is converted by Convert.
func IsFormer(key []byte) bool { return bytes.HasPrefix(key, formerPrefix) }

const (
	convertBlocks  = 100    // blocks of the log, and
	convertEntries = 20_000 // former entries, that one transaction converts
)

// Convert converts some of a store of format 2, and reports whether there is more to do:
// then it is called again, in the same transaction or another. Nobody else may keep
// games meanwhile.
func Convert(tx storage.Tx) (more bool, err error) {
	var former bool
	for _, err := range storage.ScanPrefix(tx, formerPrefix) {
		if former = true; err != nil {
			return false, err
		}
		break
	}
	if !former {
		return false, nil
	}
	some, err := indexSome(tx)
	if some || err != nil {
		return some, err
	}
	n, err := storage.DeleteRange(tx, formerPrefix, storage.PrefixEnd(formerPrefix), convertEntries)
	if err != nil || n == convertEntries {
		return true, err
	}
	return false, tx.Delete(convertedKey)
}

// indexSome puts the rows of some blocks into the index, and reports whether there were any.
func indexSome(tx storage.Tx) (some bool, err error) {
	from, err := convertedTo(tx)
	if err != nil {
		return false, err
	}
	type row struct {
		id gameID
		posting
	}
	var rows []row
	ids := map[gameID]bool{}
	r := &gameReader{texts: map[string]string{}}
	blocks, next := 0, from
	for e, err := range tx.Scan(blockKey(from), storage.PrefixEnd(blockPrefix)) {
		if err != nil {
			return false, err
		}
		b, err := unpack(e.Value, nil)
		if err != nil {
			return false, err
		}
		if err := b.each(func(n uint64, entry []byte) error {
			var game Game
			if n < from || entry[0] != entryGame {
				return nil
			}
			if err := r.read(&game, entry); err != nil {
				return err
			}
			source, line := game.Key()
			id := idOf(&game, line)
			ids[id] = true
			rows = append(rows, row{id, posting{source, n}})
			return nil
		}); err != nil {
			return false, err
		}
		next = max(next, b.end())
		if blocks++; blocks == convertBlocks {
			break
		}
	}
	if next == from {
		return false, nil
	}
	x := newIndex(tx)
	if err := x.load(maps.Keys(ids), func(posted, posting, *sheet) {}); err != nil {
		return false, err
	}
	for _, row := range rows {
		x.post(row.id, row.posting)
	}
	if err := x.end(); err != nil {
		return false, err
	}
	return true, tx.Put(convertedKey, binary.BigEndian.AppendUint64(nil, next))
}

func convertedTo(tx storage.ReadTx) (uint64, error) {
	v, ok, err := tx.Get(convertedKey)
	if err != nil || !ok {
		return 0, err
	}
	if len(v) != 8 {
		return 0, errGame
	}
	return binary.BigEndian.Uint64(v), nil
}
