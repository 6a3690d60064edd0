package query

import (
	"math/bits"
	"slices"
)

// distinct counts different values of each group; z instead adds 1/k for the k-th
// game of each value.
type distinct struct {
	z         bool
	low, wide int64 // the lowest value, and how many values there may be; 0: unknown
	numbers   *ids  // numbers of the values, where wide is 0

	bits  []uint64   // by group and value, where they are few enough
	parts [][]uint64 // otherwise groups, by 1<<32, and values from low on
	sets  []uint32   // afterwards the different values of each group,
	upTo  []int32    // and where those of each end
	seen  *ids       // groups and values for z
	of    []float64
	k     []int32 // games of each of seen
}

// maxBits is how many pairs of a group and a value a list of bits may have.
const maxBits = 1 << 25

// partSize is how many pairs are in one piece.
const partSize = 1 << 16

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
			last := len(s.parts) - 1
			if last < 0 || len(s.parts[last]) == partSize {
				s.parts = append(s.parts, make([]uint64, 0, partSize))
				last++
			}
			s.parts[last] = append(s.parts[last], uint64(g)<<32|uint64(value-s.low))
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
	s.of = grown(s.of, int32(n-1))
	from := int32(0)
	for g, end := range s.upTo {
		s.of[g] += float64(end - from)
		from = end
	}
	return s.of, !s.z
}

// differ finds the different values of each of the n groups, not in any order.
func (s *distinct) differ(n int) {
	if len(s.parts) == 0 {
		return
	}
	s.upTo = make([]int32, n)
	if s.wide > maxSeen {
		pairs := slices.Compact(radix(slices.Concat(s.parts...)))
		for _, pair := range pairs {
			s.upTo[pair>>32]++
			s.sets = append(s.sets, uint32(pair))
		}
		for g := range n - 1 {
			s.upTo[g+1] += s.upTo[g]
		}
		s.parts = nil
		return
	}
	// Those of a group side by side, a value is known by the group that had it last.
	at, all := make([]int32, n+1), 0
	for _, part := range s.parts {
		for _, pair := range part {
			at[pair>>32+1]++
		}
		all += len(part)
	}
	for g := range n {
		at[g+1] += at[g]
	}
	s.sets = make([]uint32, all)
	for _, part := range s.parts {
		for _, pair := range part {
			p := &at[pair>>32]
			s.sets[*p] = uint32(pair)
			*p++
		}
	}
	s.parts = nil
	seen := make([]int32, s.wide)
	from, to := int32(0), int32(0)
	for g, end := range at[:n] {
		for _, value := range s.sets[from:end] {
			if p := &seen[value]; *p != int32(g)+1 {
				*p = int32(g) + 1
				s.sets[to] = value
				to++
			}
		}
		from, s.upTo[g] = end, to
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
	from := int32(0)
	for g, end := range s.upTo {
		for _, value := range s.sets[from:end] {
			do(int32(g), int64(value))
		}
		from = end
	}
	s.seen.each(func(pair int64) { do(int32(pair/s.wide), pair%s.wide) })
}
