package query

// keyList is the keys of all games, where there may be so many different ones that
// listing them and counting afterwards costs less than looking each one up. Beside
// each is whether its game meets the ratio.
type keyList interface {
	add(g *grouping, of [2][]int64, rows []int32)
	// hits notes which of the keys that were added last meet the ratio.
	hits(mask []bool, rows []int32)
	// count makes the groups: how many games of each there are and, where met is
	// wanted, how many of those meet the ratio. Where top is not 0, only groups that
	// can be among so many with the most games are sure to be made; found is how many
	// there are of all. The list is of no use afterwards.
	count(met bool, top int) (keys func(group int32) int64, den, n []int32, found int)
}

// newKeyList returns a list of n keys between 0 and span.
func newKeyList(span int64, n int) keyList {
	if span <= mostCounted {
		return &keysOf[uint32]{all: make([]uint32, 0, n), span: span}
	}
	return &keysOf[uint64]{all: make([]uint64, 0, n), span: span}
}

// keysOf has each key twice, and one more if its game meets the ratio.
type keysOf[T uint32 | uint64] struct {
	all  []T
	span int64
}

func (l *keysOf[T]) add(g *grouping, of [2][]int64, rows []int32) {
	low := g.views[0].low
	if len(g.views) == 1 {
		for _, i := range rows {
			l.all = append(l.all, T(of[0][i]-low)<<1)
		}
		return
	}
	second := g.views[1].low
	for _, i := range rows {
		l.all = append(l.all, T((of[0][i]-low)*g.wide+of[1][i]-second)<<1)
	}
}

func (l *keysOf[T]) hits(mask []bool, rows []int32) {
	last := l.all[len(l.all)-len(rows):]
	for k, i := range rows {
		last[k] |= T(boolInt(mask[i]))
	}
}

const (
	// together is how many bits of a key are counted in one list: that stays in the
	// processor's cache.
	together = 17
	// mostCounted is how many keys there may be for them to be split by their
	// other bits.
	mostCounted = 1 << (together + 12)
)

func (l *keysOf[T]) count(met bool, top int) (keys func(group int32) int64, den, n []int32, found int) {
	if l.span > mostCounted {
		l.all = radix(l.all)
	} else {
		l.split()
	}
	// A group is found at the place of its key's low bits; its key takes the place
	// of one that was read.
	var at [1 << together]int32
	groups := l.all[:0]
	best := &topCounts{most: top}
	for i := 0; i < len(l.all); {
		part, first := l.all[i]>>(together+1), len(groups)
		for ; i < len(l.all) && l.all[i]>>(together+1) == part; i++ {
			x := l.all[i]
			p := &at[x>>1&(1<<together-1)]
			if *p == 0 {
				groups, den = append(groups, x>>1), append(den, 0)
				if met {
					n = append(n, 0)
				}
				*p = int32(len(groups))
			}
			den[*p-1]++
			if met {
				n[*p-1] += int32(x & 1)
			}
		}
		for _, key := range groups[first:] {
			at[key&(1<<together-1)] = 0
		}
		if found += len(groups) - first; top > 0 {
			best.add(den[first:])
			if len(groups) > 4*top+first/2 {
				first = 0
			}
			groups, den, n = above(best.least, first, groups, den, n)
		}
	}
	return func(group int32) int64 { return int64(groups[group]) }, den, n, found
}

// topCounts finds from which count on groups can be among those with the most games.
type topCounts struct {
	most  int
	least int32 // groups with fewer games are left out
	of    [1 << 12]int32
}

// add adds groups.
func (t *topCounts) add(counts []int32) {
	for _, n := range counts {
		t.of[min(int(n), len(t.of)-1)]++
	}
	sum := 0
	for k := len(t.of) - 1; k > int(t.least); k-- {
		if sum += int(t.of[k]); sum >= t.most {
			t.least = int32(k)
		}
	}
}

// above leaves out groups from one on that have fewer games.
func above[T uint32 | uint64](least int32, from int, groups []T, den, n []int32) ([]T, []int32, []int32) {
	k := from
	for i := from; i < len(groups); i++ {
		if den[i] < least {
			continue
		}
		groups[k], den[k] = groups[i], den[i]
		if n != nil {
			n[k] = n[i]
		}
		k++
	}
	if n != nil {
		n = n[:k]
	}
	return groups[:k], den[:k], n
}

// split puts keys whose high bits are the same side by side.
func (l *keysOf[T]) split() {
	shift := together + 1
	var at [mostCounted>>together + 1]int
	for _, x := range l.all {
		at[x>>shift]++
	}
	sum := 0
	for i, n := range at[:int(l.span>>together)+1] {
		at[i], sum = sum, sum+n
	}
	out := make([]T, len(l.all))
	for _, x := range l.all {
		p := &at[x>>shift]
		out[*p] = x
		*p++
	}
	l.all = out
}
