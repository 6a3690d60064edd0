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

// Readers say, by the first segment of a key, whether a value can be read that another
// package keeps.
type Readers map[string]func(value []byte) error

// Unreadable reads every record in the store as the part of this package, or the other, that
// wrote it would, and says which cannot be read; at most a hundred.
func Unreadable(ctx context.Context, s Store, others Readers) (problems []string, err error) {
	err = s.View(ctx, func(tx ReadTx) error {
		problems = nil
		for e, err := range tx.Scan(nil, nil) {
			if err != nil {
				return err
			}
			if err := readable(e, others); err != nil {
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
func readable(e Entry, others Readers) error {
	kind, _, _ := bytes.Cut(e.Key, []byte{segmentByte, segmentEnd})
	if read := others[string(kind)]; read != nil {
		return read(e.Value)
	}
	switch string(kind) {
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
