package storage

import (
	"context"
	"fmt"
)

// MaxCharacter is the longest text a character may have, in bytes.
const MaxCharacter = 1000

// Characters remembers one text for each owner, durably: a write that returned
// nil is kept. The zero value with a Store is ready for use.
type Characters struct{ Store Store }

func characterKey(owner string) []byte { return Key("character", owner) }

// Character returns the owner's text; ok is false where there is none.
func (c Characters) Character(ctx context.Context, owner string) (text string, ok bool, err error) {
	err = c.Store.View(ctx, func(tx ReadTx) error {
		var v []byte
		v, ok, err = tx.Get(characterKey(owner))
		text = string(v)
		return err
	})
	if err != nil {
		return "", false, fmt.Errorf("character of %q: %w", owner, err)
	}
	return text, ok, nil
}

// SetCharacter sets the owner's text. One longer than MaxCharacter is refused
// with ErrValueSize.
func (c Characters) SetCharacter(ctx context.Context, owner, text string) error {
	if len(text) > MaxCharacter {
		return fmt.Errorf("character of %q: %w: %d bytes, at most %d", owner, ErrValueSize, len(text), MaxCharacter)
	}
	err := c.Store.Update(ctx, func(tx Tx) error {
		return tx.Put(characterKey(owner), []byte(text))
	})
	if err != nil {
		return fmt.Errorf("character of %q: %w", owner, err)
	}
	return nil
}

// ForgetCharacter removes the owner's text; none is no error.
func (c Characters) ForgetCharacter(ctx context.Context, owner string) error {
	err := c.Store.Update(ctx, func(tx Tx) error { return tx.Delete(characterKey(owner)) })
	if err != nil {
		return fmt.Errorf("character of %q: %w", owner, err)
	}
	return nil
}
