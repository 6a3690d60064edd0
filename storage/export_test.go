package storage

import "cmp"

// SmallMoves makes the transactions that take games over from the form before small,
// until restore is called.
func SmallMoves() (restore func()) {
	rows, deleted := moveRows, moveDelete
	moveRows, moveDelete = 50, 400
	return func() { moveRows, moveDelete = rows, deleted }
}

// ReadRows reads the entries of a block that are stored as they are, or packed.
func ReadRows(n int, body, stored []byte) error {
	_, err := unpack(stored, nil)
	b := block{n: n, body: body}
	r := &gameReader{texts: map[string]string{}}
	return cmp.Or(err, b.each(func(_ uint64, entry []byte) error {
		var g Game
		return r.read(&g, entry)
	}))
}
