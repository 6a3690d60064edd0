package duel

import (
	"slices"
	"sync"

	"delphi/engine/lanes"
)

// arena is memory for the clouds of a turn, which are many and short-lived. It is
// emptied once what is still needed has been copied to another.
type arena struct {
	numbers lanes.Pool[float64]
	rows    lanes.Pool[row]
	wounds  lanes.Pool[wounded]
	cures   lanes.Pool[healed]
	pieces  lanes.Pool[part]
	clouds  lanes.Pool[cloud]
	shares  []portion              // for joined
	seen    map[*float64][]float64 // what has been copied to it, for keep
}

// arenas holds arenas for reuse.
var arenas = sync.Pool{New: func() any { return &arena{seen: map[*float64][]float64{}} }}

// The sizes of blocks.
const (
	numbersBlock = 1 << 14
	piecesBlock  = 1 << 9
	cloudsBlock  = 1 << 8
	recordsBlock = 1 << 9
)

// empty takes back all that was given out.
func (m *arena) empty() {
	m.numbers.Empty()
	m.rows.Empty()
	m.wounds.Empty()
	m.cures.Empty()
	m.pieces.Empty()
	m.clouds.Empty()
	clear(m.seen)
}

// row returns a row of chances.
func (m *arena) row(low int, p []float64) *row {
	v := &m.rows.Take(1, recordsBlock)[0]
	*v = row{low: low, p: p}
	return v
}

// chances returns n zeros.
func (m *arena) chances(n int) []float64 {
	out := m.numbers.Take(n, numbersBlock)
	clear(out)
	return out
}

// parts returns n parts, which may be anything.
func (m *arena) parts(n int) []part { return m.pieces.Take(n, piecesBlock) }

// inserted returns parts with one more at a place.
func (m *arena) inserted(list []part, at int, p part) []part {
	if len(list) == cap(list) {
		longer := m.pieces.Take(2*len(list)+4, piecesBlock)[:len(list)]
		copy(longer, list)
		list = longer
	}
	return slices.Insert(list, at, p)
}

// copied returns a copy of a cloud to be changed; it shares what the cloud holds.
func (m *arena) copied(c cloud) *cloud {
	out := &m.clouds.Take(1, cloudsBlock)[0]
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
	out := k.to.numbers.Take(len(p), numbersBlock)
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
	out := k.to.row(v.low+from, k.to.numbers.Take(to-from, numbersBlock))
	if copy(out.p, v.p[from:to]); from > 0 || to < len(v.p) {
		lanes.Scale(out.p, 1/lanes.Sum(out.p))
	}
	v.copied = out
	return out
}
