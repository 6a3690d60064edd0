package gamelog

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"sync"

	"delphi/storage"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"
)

// The log of games is stored in blocks, each compressed as a whole: a row by itself
// compresses badly, because most of what it says is what the rows around it say. Under
// "game-rows" and the number of its last entry is a block, so that a scan from a number
// begins with the block that has it. The block that still grows is under the greatest
// number instead.
//
// A block is its format, the number of its first entry, how many it has, their bytes,
// each entry behind its length, as one frame of zstd, and a hash of all that.

const (
	blockFormat = 1
	blockRows   = 256     // a block of so many entries is full
	blockBytes  = 1 << 17 // and so is one of so many bytes before it is packed
	blockMost   = 1 << 24 // bytes that a block may have when it is unpacked
)

var (
	blockPrefix = storage.Key("game-rows")
	growingKey  = blockKey(1<<63 - 1)
)

func blockKey(last uint64) []byte { return storage.Key("game-rows", storage.Number(last)) }

// What an entry of the log is, by its first byte.
const (
	entryGame      = 'g' // a game: the number of its source, and what appendGame writes
	entryCorrected = 'c' // the number of an entry that a later row corrects
	entryRemoved   = 'x' // a game whose source was removed
)

// block is some entries of the log.
type block struct {
	first uint64
	n     int
	body  []byte // the entries, each behind its length
}

// end returns the number after the last entry.
func (b *block) end() uint64 { return b.first + uint64(b.n) }

func (b *block) full() bool { return b.n >= blockRows || len(b.body) >= blockBytes }

// add adds an entry, given in parts.
func (b *block) add(parts ...[]byte) {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	b.body = binary.AppendUvarint(b.body, uint64(size))
	for _, p := range parts {
		b.body = append(b.body, p...)
	}
	b.n++
}

// each calls do with the entries in order until it fails. They are parts of the block.
func (b *block) each(do func(n uint64, entry []byte) error) error {
	rest := b.body
	for i := range b.n {
		size, w := binary.Uvarint(rest)
		if w <= 0 || size == 0 || size > uint64(len(rest)-w) {
			return b.damaged()
		}
		if err := do(b.first+uint64(i), rest[w:w+int(size)]); err != nil {
			return err
		}
		rest = rest[w+int(size):]
	}
	if len(rest) > 0 {
		return b.damaged()
	}
	return nil
}

func (b *block) damaged() error {
	return fmt.Errorf("%w: it is one of the rows %d to %d", errGame, b.first, b.end()-1)
}

var packer = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false), zstd.WithWindowSize(blockBytes), zstd.WithLowerEncoderMem(true))
})

var unpacker = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(blockMost))
})

// pack returns the block as it is stored.
func (b *block) pack() ([]byte, error) {
	z, err := packer()
	if err != nil {
		return nil, err
	}
	out := append(make([]byte, 0, len(b.body)/2), blockFormat)
	out = binary.AppendUvarint(out, b.first)
	out = binary.AppendUvarint(out, uint64(b.n))
	out = z.EncodeAll(b.body, out)
	return binary.LittleEndian.AppendUint64(out, xxhash.Sum64(out)), nil
}

// blockHead reads which entries a stored block says it has.
func blockHead(stored []byte) (b block, packed []byte, err error) {
	if len(stored) == 0 || stored[0] != blockFormat {
		return b, nil, fmt.Errorf("%w: its block is of no known form", errGame)
	}
	first, w := binary.Uvarint(stored[1:])
	n, v := binary.Uvarint(stored[1+max(w, 0):])
	if w <= 0 || v <= 0 || n > blockMost {
		return b, nil, errGame
	}
	return block{first: first, n: int(n)}, stored[1+w+v:], nil
}

// unpack reads a stored block; buf may be used for it.
func unpack(stored, buf []byte) (b block, err error) {
	whole := len(stored) - 8
	b, packed, err := blockHead(stored[:max(whole, 0)])
	if err != nil {
		return b, err
	}
	if binary.LittleEndian.Uint64(stored[whole:]) != xxhash.Sum64(stored[:whole]) {
		return b, fmt.Errorf("%w (its block is not as it was written)", b.damaged())
	}
	z, err := unpacker()
	if err != nil {
		return b, err
	}
	if b.body, err = z.DecodeAll(packed, buf[:0]); err != nil {
		return b, fmt.Errorf("%w (%w)", b.damaged(), err)
	}
	return b, nil
}

// logWriter adds entries to the log within a transaction.
type logWriter struct {
	tx   storage.Tx
	at   LogPoint
	open block // that still grows
}

// beginLog returns a writer behind the last entry. A store without a log gets one.
func beginLog(tx storage.Tx) (*logWriter, error) {
	at, ok, err := readLogState(tx)
	if err == nil && !ok {
		at.Epoch = newEpoch()
		at.Entries, err = lastEntry(tx)
	}
	if err != nil {
		return nil, err
	}
	w := &logWriter{tx: tx, at: at}
	stored, ok, err := tx.Get(growingKey)
	if err != nil {
		return nil, err
	}
	if ok {
		if w.open, err = unpack(stored, nil); err != nil {
			return nil, err
		}
		w.at.Entries = max(w.at.Entries, w.open.end())
	}
	if w.open.end() != w.at.Entries { // what was behind it is lost, in a store that was damaged
		err = w.seal()
	}
	return w, err
}

// lastEntry returns the number after the last entry of all blocks. Only a store that
// was damaged has blocks but no record of where they end.
func lastEntry(tx storage.ReadTx) (n uint64, err error) {
	for e, err := range storage.ScanPrefix(tx, blockPrefix) {
		if err != nil {
			return 0, err
		}
		b, _, err := blockHead(e.Value)
		if err != nil {
			return 0, err
		}
		n = max(n, b.end())
	}
	return n, nil
}

// add adds an entry and returns its number.
func (w *logWriter) add(parts ...[]byte) (n uint64, err error) {
	n = w.at.Entries
	w.open.add(parts...)
	w.at.Entries++
	if w.open.full() {
		err = w.seal()
	}
	return n, err
}

// seal ends the block that grows.
func (w *logWriter) seal() error {
	if w.open.n > 0 {
		if err := w.put(blockKey(w.open.end() - 1)); err != nil {
			return err
		}
	}
	w.open = block{first: w.at.Entries, body: w.open.body[:0]}
	return w.tx.Delete(growingKey)
}

func (w *logWriter) put(key []byte) error {
	packed, err := w.open.pack()
	if err != nil {
		return err
	}
	return w.tx.Put(key, packed)
}

// end writes what is left.
func (w *logWriter) end() error {
	if w.open.n > 0 {
		if err := w.put(growingKey); err != nil {
			return err
		}
	}
	return putLogState(w.tx, w.at)
}

// blockReader finds blocks within a transaction, the last one found at once.
type blockReader struct {
	tx   storage.ReadTx
	have block // with its body, where that was asked for
}

// find returns the block that holds an entry; ok is false if none does. Without whole,
// the block has no body.
func (r *blockReader) find(n uint64, whole bool) (b *block, ok bool, err error) {
	if h := &r.have; n >= h.first && n < h.end() && (h.body != nil || !whole) {
		return h, true, nil
	}
	for e, err := range r.tx.Scan(blockKey(n), storage.PrefixEnd(blockPrefix)) {
		if err != nil {
			return nil, false, err
		}
		if whole {
			r.have, err = unpack(e.Value, r.have.body)
		} else {
			r.have, _, err = blockHead(e.Value)
		}
		if err != nil {
			r.have = block{}
			return nil, false, err
		}
		return &r.have, n >= r.have.first && n < r.have.end(), nil
	}
	return nil, false, nil
}

// entry returns the entry with that number of a block, or nil if the block has none.
func (b *block) entry(n uint64) (entry []byte, err error) {
	err = b.each(func(at uint64, e []byte) error {
		if at == n {
			entry = e
		}
		return nil
	})
	return entry, err
}

// rewritten returns the block with other entries in place of some; nil: nothing changed.
// with returns what is to stand there, or the entry itself.
func (b *block) rewritten(with func(n uint64, entry []byte) ([]byte, error)) (*block, error) {
	out, changed := &block{first: b.first}, false
	err := b.each(func(n uint64, entry []byte) error {
		other, err := with(n, entry)
		changed = changed || !bytes.Equal(other, entry)
		out.add(other)
		return err
	})
	if err != nil || !changed {
		return nil, err
	}
	return out, nil
}

// Readable reads what this package keeps, for storage.Unreadable.
var Readable = storage.Readers{
	"game-rows":   readableRows,
	"game-starts": func(sheets []byte) error { return (&sheet{body: sheets}).each(func(uint32, posting) {}) },
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
