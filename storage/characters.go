package storage

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"
)

// MaxCharacter is the longest text a character may have, in bytes.
const MaxCharacter = 1000

// Characters remembers one text for each owner, durably: a write that returned
// nil is kept. A Fleeting owner's text also says when it was last used, to the
// day, so that Sweep can tell. What was read is held in memory, as of Settings.
// It is safe for use by many goroutines.
type Characters struct {
	// Random makes the codes of NewCode; NewCharacters sets a source that nobody can
	// guess.
	Random func() string

	store Store
	readings[heldCharacter]
}

// heldCharacter is an owner's text in memory.
type heldCharacter struct {
	text string
	ok   bool  // there is one
	used int64 // when a use was last noted, where the owner is Fleeting
}

// NewCharacters returns the characters in store.
func NewCharacters(store Store) *Characters {
	return &Characters{Random: randomCode, store: store, readings: newReadings[heldCharacter]()}
}

func characterKey(owner string) []byte { return Key("character", owner) }

// characterUsed begins a record that says when it was used: then come 8 bytes
// of seconds since 1970, and the text. Others are the text alone, which begins
// with no such byte.
const characterUsed = 0x01

func joinCharacter(text string, used time.Time) []byte {
	b := binary.BigEndian.AppendUint64([]byte{characterUsed}, uint64(used.Unix()))
	return append(b, text...)
}

// splitCharacter returns a record's text and when it was used; 0 if it does not
// say.
func splitCharacter(record []byte) (text string, used int64) {
	if len(record) < 9 || record[0] != characterUsed {
		return string(record), 0
	}
	return string(record[9:]), int64(binary.BigEndian.Uint64(record[1:]))
}

// Character returns the owner's text; ok is false if there is none.
func (c *Characters) Character(ctx context.Context, owner string) (text string, ok bool, err error) {
	h, err := c.get(owner, func() (heldCharacter, error) { return c.read(ctx, owner) })
	if err == nil && h.ok && Fleeting(owner) && stale(h.used, c.Now()) {
		if err = c.touch(ctx, owner); forgivable(ctx, err) {
			err = nil
		}
	}
	if err != nil {
		return "", false, fmt.Errorf("character of %q: %w", owner, err)
	}
	return h.text, h.ok, nil
}

// read reads an owner's text.
func (c *Characters) read(ctx context.Context, owner string) (h heldCharacter, err error) {
	err = c.store.View(ctx, func(tx ReadTx) error {
		v, ok, err := tx.Get(characterKey(owner))
		h = heldCharacter{ok: ok}
		h.text, h.used = splitCharacter(v)
		return err
	})
	return h, err
}

// write changes an owner's record.
func (c *Characters) write(ctx context.Context, owner string, change func(tx Tx) error) error {
	err := c.store.Update(ctx, change)
	c.forget(owner)
	return err
}

// touch notes that the owner's text is used.
func (c *Characters) touch(ctx context.Context, owner string) error {
	return c.write(ctx, owner, func(tx Tx) error {
		v, ok, err := tx.Get(characterKey(owner))
		if err != nil || !ok {
			return err
		}
		text, _ := splitCharacter(v)
		return tx.Put(characterKey(owner), joinCharacter(text, c.Now()))
	})
}

// SetCharacter sets the owner's text. One longer than MaxCharacter is refused
// with ErrValueSize.
func (c *Characters) SetCharacter(ctx context.Context, owner, text string) error {
	if len(text) > MaxCharacter {
		return fmt.Errorf("character of %q: %w: %d bytes, at most %d", owner, ErrValueSize, len(text), MaxCharacter)
	}
	record := c.record(owner, text)
	err := c.write(ctx, owner, func(tx Tx) error { return tx.Put(characterKey(owner), record) })
	if err != nil {
		return fmt.Errorf("character of %q: %w", owner, err)
	}
	return nil
}

// record returns an owner's text as it is stored now.
func (c *Characters) record(owner, text string) []byte {
	if Fleeting(owner) {
		return joinCharacter(text, c.Now())
	}
	return []byte(text)
}

// ForgetCharacter deletes the owner's text, and the code that would move it.
// Deleting a missing one is not an error.
func (c *Characters) ForgetCharacter(ctx context.Context, owner string) error {
	err := c.write(ctx, owner, func(tx Tx) error {
		if err := dropCode(tx, owner); err != nil {
			return err
		}
		return tx.Delete(characterKey(owner))
	})
	if err != nil {
		return fmt.Errorf("character of %q: %w", owner, err)
	}
	return nil
}

// Owners lists everybody who has a text, in order.
func (c *Characters) Owners(ctx context.Context) (out []string, err error) {
	err = c.store.View(ctx, func(tx ReadTx) error {
		out = nil
		for e, err := range ScanPrefix(tx, Key("character")) {
			if err != nil {
				return err
			}
			segments, err := SplitKey(e.Key)
			if err != nil {
				return err
			}
			out = append(out, segments[1])
		}
		return nil
	})
	return out, Wrap("characters", err)
}
