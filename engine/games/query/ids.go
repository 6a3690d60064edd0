package query

// ids numbers keys from 0 in the order in which they first come. Few keys are
// numbered by a list, many by a table of open addresses: Go's map costs several
// times as much for the millions of rows that are looked up.
type ids struct {
	low   int64
	dense []int32 // number + 1 by key - low; nil: a table

	slots []slot
	n     int
}

type slot struct {
	key int64
	id  int32 // number + 1; 0: free
}

// most is how many keys a list may have.
const most = 1 << 22

// newIDs numbers keys between low and high.
func newIDs(low, high int64) *ids {
	if span := uint64(high) - uint64(low); low <= high && span < most {
		return &ids{low: low, dense: make([]int32, span+1)}
	}
	return &ids{slots: make([]slot, 1<<12)}
}

// id returns the number of a key; fresh: it is a new one.
func (s *ids) id(key int64) (id int32, fresh bool) {
	if s.dense != nil {
		p := &s.dense[key-s.low]
		if *p == 0 {
			s.n++
			*p = int32(s.n)
			return *p - 1, true
		}
		return *p - 1, false
	}
	for at := spread(key) & uint64(len(s.slots)-1); ; at = (at + 1) & uint64(len(s.slots)-1) {
		p := &s.slots[at]
		if p.id == 0 {
			s.n++
			*p = slot{key, int32(s.n)}
			if 2*s.n > len(s.slots) {
				s.grow()
			}
			return int32(s.n - 1), true
		}
		if p.key == key {
			return p.id - 1, false
		}
	}
}

func (s *ids) grow() {
	old := s.slots
	s.slots = make([]slot, 4*len(old))
	for _, p := range old {
		if p.id == 0 {
			continue
		}
		at := spread(p.key) & uint64(len(s.slots)-1)
		for s.slots[at].id != 0 {
			at = (at + 1) & uint64(len(s.slots)-1)
		}
		s.slots[at] = p
	}
}

// spread mixes the bits of a key (the finalizer of MurmurHash3).
func spread(key int64) uint64 {
	x := uint64(key)
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// each gives every key.
func (s *ids) each(do func(key int64)) {
	for i, id := range s.dense {
		if id != 0 {
			do(s.low + int64(i))
		}
	}
	for _, p := range s.slots {
		if p.id != 0 {
			do(p.key)
		}
	}
}
