package match

import "sync"

// scratch is the working memory for reading a line. Nothing in it outlives the reading,
// and the next line reuses it.
type scratch struct {
	memo     []int32 // symbol and position -> 1 + which of lists; 0: not looked
	touched  []int32 // what of memo is set
	lists    [][]*Edge
	edges    Slab[Edge]
	children Slab[Child]
	cands    []uint64 // position -> the productions that may begin there
	there    []bool   // group of terminals, then symbol -> whether the line may have it
	hope     []uint64 // the productions of which the line has all that they must have
}

// emptied returns a slice of n zero values, reusing another's memory if that is large
// enough.
func emptied[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (s *scratch) release() {
	for _, i := range s.touched {
		s.memo[i] = 0
	}
	s.touched = s.touched[:0]
	clear(s.lists)
	s.lists = s.lists[:0]
	s.children.Reset()
	if s.edges.Reset() {
		scratches.Put(s)
	}
}

// Slab gives out values from blocks, all of which are given back at once.
type Slab[T any] struct {
	blocks [][]T
	n      int
}

const blockSize = 512

// Next returns a value to write to; it may hold what it held before.
func (s *Slab[T]) Next() *T {
	b, i := s.n/blockSize, s.n%blockSize
	if b == len(s.blocks) {
		s.blocks = append(s.blocks, make([]T, blockSize))
	}
	s.n++
	return &s.blocks[b][i]
}

// copied returns a copy of some values, which must be fewer than a block holds.
func (s *Slab[T]) copied(from []T) []T {
	if len(from) == 0 {
		return nil
	}
	if i := s.n % blockSize; i+len(from) > blockSize {
		s.n += blockSize - i
	}
	b, i := s.n/blockSize, s.n%blockSize
	if b == len(s.blocks) {
		s.blocks = append(s.blocks, make([]T, blockSize))
	}
	s.n += len(from)
	out := s.blocks[b][i : i+len(from) : i+len(from)]
	copy(out, from)
	return out
}

// mostReused is the most that a slab may hold and still be reused.
const mostReused = 1 << 16

// Reset takes all values back, which nobody may use any more. It reports whether the slab is
// worth keeping: not if it has grown out of all proportion.
func (s *Slab[T]) Reset() bool {
	n := s.n
	s.n = 0
	return n <= mostReused
}
