package columns

import "encoding/binary"

// BlockSize is how many rows are packed and looked at together: their decoded
// numbers stay in the processor's cache.
const BlockSize = 1 << 13

// Numbers is a column of whole numbers. Full blocks are packed: each keeps its
// least number and the differences from it in as few bytes as the greatest needs.
type Numbers struct {
	full []packed
	tail []int64 // the block that is being filled
}

// packed is a block of numbers.
type packed struct {
	base  int64
	most  uint64 // the greatest difference
	width uint8  // bytes of a difference: 0, 1, 2, 4 or 8
	data  []byte
}

func (c *Numbers) add(n int64) {
	c.tail = append(c.tail, n)
	if len(c.tail) == BlockSize {
		c.full = append(c.full, pack(c.tail))
		c.tail = c.tail[:0]
	}
}

// set changes a number that was added.
func (c *Numbers) set(row int, n int64) {
	b := row / BlockSize
	if b == len(c.full) {
		c.tail[row%BlockSize] = n
		return
	}
	all := make([]int64, BlockSize)
	c.full[b].unpack(all)
	all[row%BlockSize] = n
	c.full[b] = pack(all)
}

// At returns one number.
func (c *Numbers) At(row int) int64 {
	b, i := row/BlockSize, row%BlockSize
	if b == len(c.full) {
		return c.tail[i]
	}
	p := &c.full[b]
	return p.base + int64(p.offset(i))
}

// Gather reads the numbers of some rows into dst, which has room for them.
func (c *Numbers) Gather(rows []int32, dst []int64) []int64 {
	dst = dst[:len(rows)]
	for i := 0; i < len(rows); {
		b, first := int(uint32(rows[i])/BlockSize), i
		for i++; i < len(rows) && int(uint32(rows[i])/BlockSize) == b; i++ {
		}
		if b == len(c.full) {
			for k, row := range rows[first:i] {
				dst[first+k] = c.tail[uint32(row)%BlockSize]
			}
			continue
		}
		c.full[b].gather(rows[first:i], dst[first:i])
	}
	return dst
}

// Block decodes a block into dst, which has room for blockSize numbers.
func (c *Numbers) Block(b int, dst []int64) []int64 {
	if b == len(c.full) {
		return c.tail
	}
	dst = dst[:BlockSize]
	c.full[b].unpack(dst)
	return dst
}

// Bounds returns the least and the greatest number of a block.
func (c *Numbers) Bounds(b int) (low, high int64) {
	if b < len(c.full) {
		p := &c.full[b]
		return p.base, p.base + int64(p.most)
	}
	if len(c.tail) == 0 {
		return 0, 0
	}
	low, high = c.tail[0], c.tail[0]
	for _, n := range c.tail {
		low, high = min(low, n), max(high, n)
	}
	return low, high
}

// size estimates how many bytes the column takes.
func (c *Numbers) size() int {
	n := 8 * cap(c.tail)
	for i := range c.full {
		n += len(c.full[i].data) + 48
	}
	return n
}

func pack(all []int64) packed {
	low, high := all[0], all[0]
	for _, n := range all {
		low, high = min(low, n), max(high, n)
	}
	span := uint64(high) - uint64(low)
	p := packed{base: low, most: span}
	switch {
	case span == 0:
	case span < 1<<8:
		p.width = 1
	case span < 1<<16:
		p.width = 2
	case span < 1<<32:
		p.width = 4
	default:
		p.width = 8
	}
	p.data = make([]byte, int(p.width)*len(all))
	for i, n := range all {
		d := uint64(n) - uint64(low)
		switch p.width {
		case 1:
			p.data[i] = byte(d)
		case 2:
			binary.LittleEndian.PutUint16(p.data[2*i:], uint16(d))
		case 4:
			binary.LittleEndian.PutUint32(p.data[4*i:], uint32(d))
		case 8:
			binary.LittleEndian.PutUint64(p.data[8*i:], d)
		}
	}
	return p
}

// gather reads the numbers of some rows of the block.
func (p *packed) gather(rows []int32, dst []int64) {
	dst = dst[:len(rows)]
	switch p.width {
	case 0:
		for k := range dst {
			dst[k] = p.base
		}
	case 1:
		for k, row := range rows {
			dst[k] = p.base + int64(p.data[uint32(row)%BlockSize])
		}
	case 2:
		for k, row := range rows {
			dst[k] = p.base + int64(binary.LittleEndian.Uint16(p.data[2*(uint32(row)%BlockSize):]))
		}
	case 4:
		for k, row := range rows {
			dst[k] = p.base + int64(binary.LittleEndian.Uint32(p.data[4*(uint32(row)%BlockSize):]))
		}
	case 8:
		for k, row := range rows {
			dst[k] = p.base + int64(binary.LittleEndian.Uint64(p.data[8*(uint32(row)%BlockSize):]))
		}
	}
}

func (p *packed) offset(i int) uint64 {
	switch p.width {
	case 1:
		return uint64(p.data[i])
	case 2:
		return uint64(binary.LittleEndian.Uint16(p.data[2*i:]))
	case 4:
		return uint64(binary.LittleEndian.Uint32(p.data[4*i:]))
	case 8:
		return binary.LittleEndian.Uint64(p.data[8*i:])
	}
	return 0
}

func (p *packed) unpack(dst []int64) {
	switch p.width {
	case 0:
		for i := range dst {
			dst[i] = p.base
		}
	case 1:
		for i, d := range p.data[:len(dst)] {
			dst[i] = p.base + int64(d)
		}
	case 2:
		data := p.data[:2*len(dst)]
		for i := range dst {
			dst[i] = p.base + int64(binary.LittleEndian.Uint16(data[2*i:]))
		}
	case 4:
		data := p.data[:4*len(dst)]
		for i := range dst {
			dst[i] = p.base + int64(binary.LittleEndian.Uint32(data[4*i:]))
		}
	case 8:
		data := p.data[:8*len(dst)]
		for i := range dst {
			dst[i] = p.base + int64(binary.LittleEndian.Uint64(data[8*i:]))
		}
	}
}
