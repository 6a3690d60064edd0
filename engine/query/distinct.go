package query

import (
	"math/bits"
	"slices"
)

// distinct counts different values of each group; z instead adds 1/k for the k-th
// game of each value.
type distinct struct {
	z         bool
	low, wide int64 // of values: the least, and how many there may be; 0: nobody knows
	numbers   *ids  // of values, where wide is 0

	bits  []uint64 // by group and value, where they are few enough
	pairs []uint64 // groups and values otherwise, to be sorted
	seen  *ids     // groups and values for z
	of    []float64
	k     []int32 // games of each of seen
}

// maxBits is how many pairs of a group and a value a list of bits may have.
const maxBits = 1 << 25

// maxSeen is how many values may be told apart by a list of all there may be.
const maxSeen = 1 << 22

func newDistinct(w *view, z bool) *distinct {
	s := &distinct{z: z, low: w.low, wide: w.span(), seen: newIDs(1, 0)}
	if s.wide == 0 || s.wide > 1<<31 {
		s.low, s.wide, s.numbers = 0, 1<<31, newIDs(1, 0)
	}
	return s
}

func (s *distinct) add(groups, rows []int32, of []float64) {
	s.of = room(s.of, groups)
	for i, g := range groups {
		value := int64(of[rows[i]])
		if s.numbers != nil {
			id, _ := s.numbers.id(value)
			value = int64(id)
		}
		pair := int64(g)*s.wide + value - s.low
		if pair < maxBits && !s.z {
			if w := int(pair >> 6); w >= len(s.bits) {
				s.bits = append(s.bits, make([]uint64, max(w+1, 2*len(s.bits))-len(s.bits))...)
			}
			if p := &s.bits[pair>>6]; *p>>(pair&63)&1 == 0 {
				*p |= 1 << (pair & 63)
				s.of[g]++
			}
			continue
		}
		if !s.z {
			if len(s.pairs) == cap(s.pairs) {
				s.pairs = slices.Grow(s.pairs, max(len(s.pairs), 1<<18))
			}
			s.pairs = append(s.pairs, uint64(pair))
			continue
		}
		id, _ := s.seen.id(pair)
		s.k = grown(s.k, id)
		s.k[id]++
		s.of[g] += 1 / float64(s.k[id])
	}
}

func (s *distinct) values(n int) ([]float64, bool) {
	s.differ(n)
	for _, pair := range s.pairs {
		s.of[int64(pair)/s.wide]++
	}
	return grown(s.of, int32(n-1)), !s.z
}

// differ leaves one of each pair of the n groups, not in any order.
func (s *distinct) differ(n int) {
	if s.wide > maxSeen {
		s.pairs = slices.Compact(radix(s.pairs))
		return
	}
	// Those of a group side by side, a value is known by the group that had it last.
	at := make([]int32, n+1)
	for _, pair := range s.pairs {
		at[int64(pair)/s.wide+1]++
	}
	for g := range n {
		at[g+1] += at[g]
	}
	sorted := make([]uint64, len(s.pairs))
	for _, pair := range s.pairs {
		p := &at[int64(pair)/s.wide]
		sorted[*p] = pair
		*p++
	}
	seen := make([]int32, s.wide)
	s.pairs = s.pairs[:0]
	for _, pair := range sorted {
		group := int64(pair) / s.wide
		if p := &seen[int64(pair)-group*s.wide]; *p != int32(group)+1 {
			*p = int32(group) + 1
			s.pairs = append(s.pairs, pair)
		}
	}
}

// each gives every pair of a group and a value.
func (s *distinct) each(do func(group int32, value int64)) {
	for i, w := range s.bits {
		for ; w != 0; w &= w - 1 {
			pair := int64(i)<<6 + int64(bits.TrailingZeros64(w))
			do(int32(pair/s.wide), pair%s.wide)
		}
	}
	for _, pair := range s.pairs {
		do(int32(int64(pair)/s.wide), int64(pair)%s.wide)
	}
	s.seen.each(func(pair int64) { do(int32(pair/s.wide), pair%s.wide) })
}
