package duel

import (
	"slices"
	"sync"
)

// arena is memory for the clouds of a turn, which are many and short-lived. It is
// emptied once what is still needed has been copied to another.
type arena struct {
	numbers pool[float64]
	rows    pool[row]
	wounds  pool[wounded]
	cures   pool[healed]
	pieces  pool[part]
	clouds  pool[cloud]
	shares  []portion              // for joined
	seen    map[*float64][]float64 // what has been copied to it, for keep
}

// arenas holds arenas for reuse.
var arenas = sync.Pool{New: func() any { return &arena{seen: map[*float64][]float64{}} }}

// pool gives out pieces of blocks.
type pool[T any] struct {
	blocks [][]T
	block  int // the one in use
	at     int // what of it is
}

// take returns n values, which may be anything.
func (p *pool[T]) take(n, size int) []T {
	if p.block < len(p.blocks) && p.at+n > len(p.blocks[p.block]) {
		p.block, p.at = p.block+1, 0
	}
	if p.block == len(p.blocks) {
		p.blocks = append(p.blocks, make([]T, max(size, n)))
	} else if len(p.blocks[p.block]) < n {
		p.blocks[p.block] = make([]T, n)
	}
	out := p.blocks[p.block][p.at : p.at+n : p.at+n]
	p.at += n
	return out
}

// The sizes of blocks.
const (
	numbersBlock = 1 << 14
	piecesBlock  = 1 << 9
	cloudsBlock  = 1 << 8
	recordsBlock = 1 << 9
)

// empty takes back all that was given out.
func (m *arena) empty() {
	m.numbers.block, m.numbers.at = 0, 0
	m.rows.block, m.rows.at = 0, 0
	m.wounds.block, m.wounds.at = 0, 0
	m.cures.block, m.cures.at = 0, 0
	m.pieces.block, m.pieces.at = 0, 0
	m.clouds.block, m.clouds.at = 0, 0
	clear(m.seen)
}

// row returns a row of chances.
func (m *arena) row(low int, p []float64) *row {
	v := &m.rows.take(1, recordsBlock)[0]
	*v = row{low: low, p: p}
	return v
}

// chances returns n zeros.
func (m *arena) chances(n int) []float64 {
	out := m.numbers.take(n, numbersBlock)
	clear(out)
	return out
}

// parts returns n parts, which may be anything.
func (m *arena) parts(n int) []part { return m.pieces.take(n, piecesBlock) }

// inserted returns parts with one more at a place.
func (m *arena) inserted(list []part, at int, p part) []part {
	if len(list) == cap(list) {
		longer := m.pieces.take(2*len(list)+4, piecesBlock)[:len(list)]
		copy(longer, list)
		list = longer
	}
	return slices.Insert(list, at, p)
}

// copied returns a copy of a cloud to be changed; it shares what the cloud holds.
func (m *arena) copied(c cloud) *cloud {
	out := &m.clouds.take(1, cloudsBlock)[0]
	*out = c
	out.mem = m
	return out
}

// keeper copies clouds to other memory. What they share, they share there.
type keeper struct{ to *arena }

func (k *keeper) chances(p []float64) []float64 {
	if len(p) == 0 {
		return nil
	}
	if out := k.to.seen[&p[0]]; len(out) == len(p) {
		return out
	}
	out := k.to.numbers.take(len(p), numbersBlock)
	copy(out, p)
	k.to.seen[&p[0]] = out
	return out
}

// kept returns a copy of a cloud and of all that it holds.
func (k *keeper) kept(c *cloud) *cloud {
	out := k.to.copied(*c)
	out.own, out.fear, out.ill, out.keep = false, k.chances(c.fear), k.chances(c.ill), k.chances(c.keep)
	out.parts = k.to.parts(len(c.parts))
	for i, p := range c.parts {
		least := speck / (c.weight * p.p)
		p.hero, p.foe = k.trimmed(p.hero, least), k.trimmed(p.foe, least)
		out.parts[i] = p
	}
	return out
}

// speck is a chance of a fight that is too small to follow at either end of hit points.
const speck = 5e-8

// trimmed returns a copy of a row without what is less likely than least at both ends.
func (k *keeper) trimmed(v *row, least float64) *row {
	from, to := 0, len(v.p)
	for from < to-1 && v.p[from] < least {
		from++
	}
	for to > from+1 && v.p[to-1] < least {
		to--
	}
	if c := v.copied; c != nil && c.low == v.low+from && len(c.p) == to-from {
		return c
	}
	out := k.to.row(v.low+from, k.to.numbers.take(to-from, numbersBlock))
	if copy(out.p, v.p[from:to]); from > 0 || to < len(v.p) {
		scale(out.p, 1/sum(out.p))
	}
	v.copied = out
	return out
}
