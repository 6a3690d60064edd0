package gamelog

import "cmp"

// ReadRows reads the entries of a block that are stored as they are, or packed, and the
// postings of a sheet.
func ReadRows(n int, body, stored []byte) error {
	_, err := unpack(stored, nil)
	_ = (&sheet{body: body}).each(func(uint32, posting) {})
	b := block{n: n, body: body}
	r := &gameReader{texts: map[string]string{}}
	return cmp.Or(err, b.each(func(_ uint64, entry []byte) error {
		var g Game
		return r.read(&g, entry)
	}))
}
