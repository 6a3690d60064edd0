package boltstore

import (
	"encoding/binary"
	"errors"
	"fmt"

	"delphi/storage"

	"github.com/cespare/xxhash/v2"
	"go.etcd.io/bbolt"
)

// bbolt keeps no checksums of its own. Every value therefore ends with a seal,
// a hash of its key and the value, which each read verifies; and a second
// bucket keeps a tally of all entries, which is changed in the same
// transaction as they are, so that an entry that vanished is noticed too.
var (
	entriesBucket = []byte("entries") // the one key space
	tallyBucket   = []byte("tally")
	tallyKey      = []byte("tally")

	// stampKey is where the root says of what format the file is. It is not a bucket:
	// programs older than the seals kept their entries in a bucket of this name, and
	// when such a program tries to create that bucket, it refuses the file instead of
	// starting an empty store in it.
	stampKey = []byte("store")
)

// sealSize is the length of a seal in bytes.
const sealSize = 8

// sealOf hashes an entry. The key's length is part of it, so that no byte can
// move from the key to the value unnoticed.
func sealOf(key, value []byte) uint64 {
	var d xxhash.Digest
	d.ResetWithSeed(uint64(len(key)))
	_, _ = d.Write(key)
	_, _ = d.Write(value)
	return d.Sum64()
}

// seal returns a copy of value with its seal.
func seal(key, value []byte) []byte {
	out := make([]byte, 0, len(value)+sealSize)
	return binary.BigEndian.AppendUint64(append(out, value...), sealOf(key, value))
}

var errSeal = errors.New("an entry is not as it was written")

// unseal splits a stored value into the value and its seal, which it verifies.
// The value is a part of stored, not a copy.
func unseal(key, stored []byte) (value []byte, sum uint64, err error) {
	n := len(stored) - sealSize
	if n < 0 {
		return nil, 0, fmt.Errorf("%w: key %q", errSeal, key)
	}
	value, sum = stored[:n:n], binary.BigEndian.Uint64(stored[n:])
	if sum != sealOf(key, value) {
		return nil, 0, fmt.Errorf("%w: key %q", errSeal, key)
	}
	return value, sum, nil
}

// sumOf returns a stored value's seal.
func sumOf(stored []byte) uint64 { return binary.BigEndian.Uint64(stored[len(stored)-sealSize:]) }

// tally says how many entries there are, and the sum of their seals.
type tally struct{ Entries, Sum uint64 }

func (t *tally) add(sum uint64)  { t.Entries++; t.Sum += sum }
func (t *tally) drop(sum uint64) { t.Entries--; t.Sum -= sum }

func (t tally) encode() []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, t.Entries), t.Sum)
}

func decodeTally(stored []byte) (t tally, err error) {
	value, _, err := unseal(tallyKey, stored)
	if err != nil || len(value) != 16 {
		return t, fmt.Errorf("%w: the tally of entries cannot be read", storage.ErrDamaged)
	}
	return tally{binary.BigEndian.Uint64(value), binary.BigEndian.Uint64(value[8:])}, nil
}

// readTally reads the tally that the transaction began with.
func readTally(tx *bbolt.Tx) (tally, error) {
	b := tx.Bucket(tallyBucket)
	if b == nil {
		return tally{}, fmt.Errorf("%w: the tally of entries is missing", storage.ErrDamaged)
	}
	return decodeTally(b.Get(tallyKey))
}

func writeTally(tx *bbolt.Tx, t tally) error {
	return tx.Bucket(tallyBucket).Put(tallyKey, seal(tallyKey, t.encode()))
}

// readStamp reads what a stamp says; a stored value that is none is ErrDamaged.
func readStamp(stored []byte) (storage.Stamp, error) {
	value, _, err := unseal(stampKey, stored)
	if s, ok := storage.ParseStamp(string(value)); err == nil && ok {
		return s, nil
	}
	return storage.Stamp{}, fmt.Errorf("%w: what says of which format it is cannot be read", storage.ErrDamaged)
}

// writeStamp stamps a file as one of this program's format.
func writeStamp(tx *bbolt.Tx) error {
	root := tx.Cursor().Bucket()
	return root.Put(stampKey, seal(stampKey, []byte(storage.Ours().String())))
}
