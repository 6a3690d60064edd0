package duel

import "sync"

// arena is memory for the clouds of a turn, which are many and short-lived. It is
// emptied once what is still needed has been copied to another.
type arena struct {
	blocks [][]float64
	block  int // the one in use
	at     int // what of it is
	tables [][]([]float64)
	table  int
	row    int
	clouds [][]cloud
	slab   int
	cloud  int
}

// arenas holds arenas for reuse.
var arenas = sync.Pool{New: func() any { return new(arena) }}

const (
	blockSize = 1 << 14
	tableSize = 1 << 11
	slabSize  = 1 << 8
)

// empty takes back all that was given out.
func (m *arena) empty() {
	m.block, m.at, m.table, m.row, m.slab, m.cloud = 0, 0, 0, 0, 0, 0
}

// chances returns n zeros.
func (m *arena) chances(n int) []float64 {
	if m.block < len(m.blocks) && m.at+n > len(m.blocks[m.block]) {
		m.block, m.at = m.block+1, 0
	}
	if m.block == len(m.blocks) {
		m.blocks = append(m.blocks, make([]float64, max(blockSize, n)))
	}
	out := m.blocks[m.block][m.at : m.at+n : m.at+n]
	m.at += n
	clear(out)
	return out
}

// rows returns n empty rows.
func (m *arena) rows(n int) [][]float64 {
	if m.table < len(m.tables) && m.row+n > len(m.tables[m.table]) {
		m.table, m.row = m.table+1, 0
	}
	if m.table == len(m.tables) {
		m.tables = append(m.tables, make([][]float64, max(tableSize, n)))
	}
	out := m.tables[m.table][m.row : m.row+n : m.row+n]
	m.row += n
	clear(out)
	return out
}

// copied returns a copy of a cloud to be changed; it shares what the cloud holds.
func (m *arena) copied(c cloud) *cloud {
	if m.slab < len(m.clouds) && m.cloud == slabSize {
		m.slab, m.cloud = m.slab+1, 0
	}
	if m.slab == len(m.clouds) {
		m.clouds = append(m.clouds, make([]cloud, slabSize))
	}
	out := &m.clouds[m.slab][m.cloud]
	m.cloud++
	*out = c
	out.mem = m
	return out
}

// kept returns a copy of a cloud and of all that it holds.
func (m *arena) kept(c *cloud) *cloud {
	same := func(row []float64) []float64 {
		if row == nil {
			return nil
		}
		out := m.chances(len(row))
		copy(out, row)
		return out
	}
	out := m.copied(*c)
	out.hero, out.foe, out.timer = same(c.hero), same(c.foe), same(c.timer)
	if c.rows != nil {
		out.rows = m.rows(len(c.rows))
		for i, r := range c.rows {
			out.rows[i] = same(r)
		}
	}
	return out
}
