package lanes

// Pool gives out pieces of blocks.
type Pool[T any] struct {
	blocks [][]T
	block  int // the one in use
	at     int // what of it is
}

// Take returns n values, which may be anything.
func (p *Pool[T]) Take(n, size int) []T {
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

// Empty takes back all that was given out.
func (p *Pool[T]) Empty() { p.block, p.at = 0, 0 }
