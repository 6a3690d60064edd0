package columns

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/cespare/xxhash/v2"
)

// A Table as bytes: what says so, a mark of its owner's, the columns, and a hash
// of all of it. Texts are written once each, and blocks of numbers as they are
// packed, so that reading them copies nothing.

// fileMark begins every table; its last byte counts the formats there have been.
const fileMark = "delphi-columns-5"

// ErrTable is the error of bytes that are no whole table.
var ErrTable = errors.New("not a readable table of games")

// Write writes the table, with a mark of the caller's, which Read gives back.
func (t *Table) Write(w io.Writer, mark [2]uint64) error {
	hash := xxhash.New()
	both := io.MultiWriter(hash, w)
	b := append(make([]byte, 0, 2*writtenAtOnce), fileMark...)
	b = binary.LittleEndian.AppendUint64(b, mark[0])
	b = binary.LittleEndian.AppendUint64(b, mark[1])
	b = binary.AppendUvarint(b, uint64(t.n))
	var err error
	flush := func(least int) {
		if err == nil && len(b) > least {
			_, err = both.Write(b)
			b = b[:0]
		}
	}
	rows := func(c *Numbers) {
		for i := range c.full {
			p := &c.full[i]
			b = binary.AppendVarint(b, p.base)
			b = binary.AppendUvarint(b, p.most)
			b = append(append(b, p.width), p.data...)
			flush(writtenAtOnce)
		}
		for _, n := range c.tail {
			b = binary.AppendVarint(b, n)
		}
		flush(writtenAtOnce)
	}
	for i := range t.Text {
		c := &t.Text[i]
		b = binary.AppendUvarint(b, uint64(len(c.Dict)))
		for _, s := range c.Dict {
			b = binary.AppendUvarint(b, uint64(len(s)))
			flush(writtenAtOnce)
		}
		for _, s := range c.Dict {
			b = append(b, s...)
			flush(writtenAtOnce)
		}
		rows(&c.Rows)
	}
	for i := range t.Num {
		rows(&t.Num[i])
	}
	flush(-1)
	if err == nil {
		_, err = w.Write(binary.LittleEndian.AppendUint64(nil, hash.Sum64()))
	}
	return err
}

// writtenAtOnce is about how many bytes Write hands on at once.
const writtenAtOnce = 1 << 18

// Read reads what Write wrote; b must not change as long as the table is used.
func Read(b []byte) (t *Table, mark [2]uint64, err error) {
	if len(b) < len(fileMark)+24 || string(b[:len(fileMark)]) != fileMark {
		return nil, mark, ErrTable
	}
	body := b[:len(b)-8]
	if xxhash.Sum64(body) != binary.LittleEndian.Uint64(b[len(b)-8:]) {
		return nil, mark, ErrTable
	}
	r := &fileReader{b: body[len(fileMark)+16:]}
	mark[0], mark[1] = binary.LittleEndian.Uint64(body[len(fileMark):]), binary.LittleEndian.Uint64(body[len(fileMark)+8:])
	t = &Table{n: int(r.count())}
	for i := range t.Text {
		t.Text[i].Dict = r.texts()
		t.Text[i].Rows = r.numbers(t.n)
	}
	for i := range t.Num {
		t.Num[i] = r.numbers(t.n)
	}
	if r.bad || len(r.b) > 0 {
		return nil, mark, ErrTable
	}
	return t, mark, nil
}

// fileReader reads the parts of a table. Once something is wrong it is bad.
type fileReader struct {
	b   []byte
	bad bool
}

// count reads a number of things.
func (r *fileReader) count() uint64 {
	n := r.number()
	if n > 1<<40 {
		r.bad = true
		return 0
	}
	return n
}

func (r *fileReader) number() uint64 {
	n, w := binary.Uvarint(r.b)
	if w <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[w:]
	return n
}

func (r *fileReader) bytes(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.bad = true
		return nil
	}
	out := r.b[:n:n]
	r.b = r.b[n:]
	return out
}

func (r *fileReader) texts() []string {
	n := r.count()
	if n > uint64(len(r.b)) {
		r.bad = true
		return nil
	}
	sizes, sum := make([]int, n), 0
	for i := range sizes {
		sizes[i] = int(r.count())
		sum += sizes[i]
	}
	all := string(r.bytes(sum))
	out := make([]string, n)
	for i, size := range sizes {
		if size > len(all) {
			r.bad = true
			return nil
		}
		out[i], all = all[:size], all[size:]
	}
	return out
}

func (r *fileReader) numbers(n int) (c Numbers) {
	signed := func() int64 {
		x, w := binary.Varint(r.b)
		if w <= 0 {
			r.bad = true
			return 0
		}
		r.b = r.b[w:]
		return x
	}
	for range n / BlockSize {
		p := packed{base: signed(), most: r.number()}
		if head := r.bytes(1); !r.bad {
			p.width = head[0]
		}
		if p.width > 8 || r.bad {
			r.bad = true
			return c
		}
		p.data = r.bytes(int(p.width) * BlockSize)
		c.full = append(c.full, p)
	}
	for range n % BlockSize {
		if r.bad {
			return c
		}
		c.tail = append(c.tail, signed())
	}
	return c
}
