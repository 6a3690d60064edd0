package storage

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"
)

// CodeAge is how long a code of NewCode can be used.
const CodeAge = 30 * 24 * time.Hour

// codeLength is how many of the 32 characters of rand.Text make a code: 80 bits.
const codeLength = 16

// ErrNoCode refuses a code that was never issued, that was used, replaced or forgotten,
// or that is older than CodeAge.
var ErrNoCode = errors.New("no such code")

// randomCode returns a code in groups of four: "ABCD-EFGH-IJKL-MNOP".
func randomCode() string {
	text := rand.Text()[:codeLength]
	return text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:]
}

// Only the hash of a code is kept, twice: under the owner, so that there is at most
// one, and under the hash, by which a code is found. Both records begin with the time
// of issue, 8 bytes of seconds since 1970, followed by what the other record's key
// says.

// codeOf returns the key of the record that names an owner's code.
func codeOf(owner string) []byte { return Key("character-code", owner) }

// codeIs returns the key of the record that names the owner of the code with that hash.
func codeIs(hash string) []byte { return Key("character-coded", hash) }

// hashOf returns the hash of a code, however it was typed.
func hashOf(code string) string {
	sum := sha256.Sum256([]byte(strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))))
	return string(sum[:])
}

func joinCode(given time.Time, other string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(given.Unix())), other...)
}

// splitCode reads either record of a code; ok is false if it is malformed or too old.
func splitCode(record []byte, now time.Time) (other string, ok bool) {
	if len(record) < 8 || now.Sub(time.Unix(int64(binary.BigEndian.Uint64(record)), 0)) > CodeAge {
		return "", false
	}
	return string(record[8:]), true
}

// NewCode issues a code with which Move takes the owner's text elsewhere. It
// invalidates the owner's previous code. ok is false, and there is no code, if the
// owner has no text.
func (c *Characters) NewCode(ctx context.Context, owner string) (code string, ok bool, err error) {
	code = c.Random()
	err = c.store.Update(ctx, func(tx Tx) error {
		if _, ok, err = tx.Get(characterKey(owner)); err != nil || !ok {
			return err
		}
		if err := dropCode(tx, owner); err != nil {
			return err
		}
		if err := tx.Put(codeOf(owner), joinCode(c.Now(), hashOf(code))); err != nil {
			return err
		}
		return tx.Put(codeIs(hashOf(code)), joinCode(c.Now(), owner))
	})
	if err != nil || !ok {
		return "", false, Wrap("code of a character", err)
	}
	return code, true, nil
}

// dropCode invalidates an owner's code, if there is one.
func dropCode(tx Tx, owner string) error {
	record, ok, err := tx.Get(codeOf(owner))
	if err != nil || !ok {
		return err
	}
	if len(record) > 8 {
		if err := tx.Delete(codeIs(string(record[8:]))); err != nil {
			return err
		}
	}
	return tx.Delete(codeOf(owner))
}

// Move transfers the text of the owner to whom a code was issued to another owner,
// whose own text it replaces. Afterwards neither the code nor the original exists. It
// refuses with ErrNoCode.
func (c *Characters) Move(ctx context.Context, code, to string) (text, before string, err error) {
	var from string
	err = c.store.Update(ctx, func(tx Tx) error {
		record, _, err := tx.Get(codeIs(hashOf(code)))
		if err != nil {
			return err
		}
		owner, ok := splitCode(record, c.Now())
		if !ok {
			return ErrNoCode
		}
		from = owner
		value, ok, err := tx.Get(characterKey(from))
		if err != nil {
			return err
		}
		if !ok { // it has expired
			return ErrNoCode
		}
		text, _ = splitCharacter(value)
		if value, _, err = tx.Get(characterKey(to)); err != nil {
			return err
		}
		before, _ = splitCharacter(value)
		if err := dropCode(tx, from); err != nil {
			return err
		}
		if err := tx.Delete(characterKey(from)); err != nil {
			return err
		}
		return tx.Put(characterKey(to), c.record(to, text))
	})
	c.forget(from)
	c.forget(to)
	if err != nil {
		return "", "", fmt.Errorf("moving a character: %w", err)
	}
	return text, before, nil
}

func judgeCode(_ string, record []byte, now time.Time) verdict {
	_, ok := splitCode(record, now)
	return verdict{drop: !ok}
}
