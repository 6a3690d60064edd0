package duel

// bag is clouds by phase, in the order in which they came.
type bag struct {
	index map[phase]int
	list  []held
}

type held struct {
	phase
	*cloud
}

// put adds to a phase.
func (b *bag) put(p phase, c *cloud) {
	if b.index == nil {
		b.index = map[phase]int{}
	}
	if i, ok := b.index[p]; ok {
		b.list[i].cloud = b.list[i].add(c)
		return
	}
	b.index[p] = len(b.list)
	b.list = append(b.list, held{p, c})
}

// empty takes out all that it holds.
func (b *bag) empty() {
	clear(b.index)
	b.list = b.list[:0]
}

// left returns the chance of all of it.
func (b *bag) left() (m float64) {
	for i := range b.list {
		m += b.list[i].mass()
	}
	return m
}

// keep copies what it holds to other memory.
func (b *bag) keep(k *keeper) {
	for i := range b.list {
		b.list[i].cloud = k.kept(b.list[i].settled())
	}
}
