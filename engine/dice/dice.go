package dice

// Dice holds the dice of one play of a function. Each roll goes one way of
// several; [Cases] plays the function again until every way was gone.
type Dice struct {
	path []fork // the rolls of this play, in order
	at   int    // how many of them were rolled
}

// fork is one roll: which of its ways is gone, and how many there are. Uniform
// rolls have no weights.
type fork struct {
	way, ways int
	weights   []int64
	total     int64
}

// roll goes the next way of a roll.
func (d *Dice) roll(ways int, weights []int64, total int64) int {
	if d.at == len(d.path) {
		f := fork{ways: ways, weights: weights, total: total}
		f.skip()
		d.path = append(d.path, f)
	}
	d.at++
	return d.path[d.at-1].way
}

// skip moves on to a way that has a chance.
func (f *fork) skip() {
	for f.weights != nil && f.way < f.ways && f.weights[f.way] == 0 {
		f.way++
	}
}

// Rn2 rolls uniformly from 0 to n-1; n must be positive.
func (d *Dice) Rn2(n int) int {
	if n == 1 {
		return 0
	}
	return d.roll(n, nil, int64(n))
}

// Rnd rolls uniformly from 1 to n; n must be positive.
func (d *Dice) Rnd(n int) int { return d.Rn2(n) + 1 }

// Rn1 rolls uniformly from from to from+n-1: the game's rn1(n, from).
func (d *Dice) Rn1(n, from int) int { return d.Rn2(n) + from }

// Weighted returns i with a chance of weights[i] out of their sum.
func (d *Dice) Weighted(weights ...int64) int {
	total := int64(0)
	for _, w := range weights {
		total += w
	}
	return d.roll(len(weights), weights, total)
}

// Chance returns true with a chance of num in den.
func (d *Dice) Chance(num, den int) bool {
	switch {
	case num <= 0:
		return false
	case num >= den:
		return true
	}
	return d.Weighted(int64(den-num), int64(num)) == 1
}

// OneIn returns true with a chance of 1 in n.
func (d *Dice) OneIn(n int) bool { return d.Chance(1, n) }

// D returns the sum of n dice with x sides.
func (d *Dice) D(n, x int) int {
	sum := n
	for range n {
		sum += d.Rn2(x)
	}
	return sum
}

// Rne returns the game's rne(x): 1, and one more with a chance of 1 in x each time,
// at most 5 below experience level 15 and level/3 from there on.
func (d *Dice) Rne(x, xl int) int {
	most, n := 5, 1
	if xl >= 15 {
		most = xl / 3
	}
	for n < most && d.OneIn(x) {
		n++
	}
	return n
}
