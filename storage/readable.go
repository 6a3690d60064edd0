package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// maxUnreadable is how many records Unreadable names.
const maxUnreadable = 100

// Unreadable reads every record in the store as the part of this package that
// wrote it would, and says which cannot be read; at most a hundred.
func Unreadable(ctx context.Context, s Store) (problems []string, err error) {
	err = s.View(ctx, func(tx ReadTx) error {
		problems = nil
		for e, err := range tx.Scan(nil, nil) {
			if err != nil {
				return err
			}
			if err := readable(e); err != nil {
				problems = append(problems, fmt.Sprintf("the record %q cannot be read: %v", e.Key[:min(len(e.Key), 80)], err))
			}
			if len(problems) >= maxUnreadable {
				return nil
			}
		}
		return nil
	})
	return problems, err
}

// readable decodes one record. The first segment of its key says what it is; a
// kind that is not known here is left alone.
func readable(e Entry) error {
	kind, _, _ := bytes.Cut(e.Key, []byte{segmentByte, segmentEnd})
	switch string(kind) {
	case "game-rows":
		return readableRows(e.Value)
	case "game-starts":
		return (&sheet{body: e.Value}).each(func(uint32, posting) {})
	case "settings", "silence", "document", "document-log", "document-part", "topic", "game-source", "game-aside":
		if !json.Valid(e.Value) {
			return errors.New("it is not JSON")
		}
	case "character":
		if len(e.Value) == 0 {
			return errors.New("it is empty")
		}
	case "document-log-length":
		_, err := ParseNumber(string(e.Value))
		return err
	case "cache":
		if len(e.Value) < 8 {
			return errors.New("a damaged cache record")
		}
	}
	return nil
}

// readableRows decodes a block of the log of games.
func readableRows(stored []byte) error {
	b, err := unpack(stored, nil)
	if err != nil {
		return err
	}
	r := &gameReader{texts: map[string]string{}}
	return b.each(func(n uint64, entry []byte) error {
		var g Game
		if entry[0] != entryGame {
			return nil
		}
		if err := r.read(&g, entry); err != nil {
			return fmt.Errorf("%w: row %d", err, n)
		}
		return nil
	})
}
