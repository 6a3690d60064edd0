package duel

// What is too unlikely to be told apart goes whole one of the ways that it could go, instead of a
// share of it each way. Which one it is no chance decides: every way is owed its share each time,
// one that is gone pays, and what is left is carried to the next time. So each way gets what it
// should but for the remainder, and fights have the same answer each time.

// debts is what the ways are owed at each place where there are several: the first of two, or
// all of a list.
type debts struct {
	again, moves, settles, vanishes, stops, corner, closes, strays, stays, aims, dodges, runs, knocks, answers, over, lets, nears float64

	movement, steps, rests, sleeps []float64
	turned                         float64 // how much of what is owed a way needs, from 0 to 1
}

// golden is a turn by which no two of many end close to each other.
const golden = 0.6180339887498949

// needs returns which share of a cloud has to be owed to the ways up to one for it to be gone. It
// differs each time: clouds come in the same order each turn, and should not always go the same way.
func (d *debts) needs() float64 {
	if d.turned += golden; d.turned >= 1 {
		d.turned--
	}
	return d.turned
}

// lumps reports a cloud that goes whole one of its ways.
func (f *field) lumps(c *cloud) bool { return c.mass() < f.grain }

// fork returns two clouds as they are, or one of them that stands for both and an empty one.
func (f *field) fork(owed *float64, a, b *cloud) (*cloud, *cloud) {
	m, n := a.mass(), b.mass()
	if m+n >= f.grain || m == 0 || n == 0 {
		return a, b
	}
	if *owed += m; *owed >= (m+n)*f.debts.needs() {
		*owed -= m + n
		return a.times((m + n) / m), b.times(0)
	}
	return a.times(0), b.times((m + n) / n)
}

// parted returns a share of a cloud and the rest, or all of it as one of them.
func (f *field) parted(owed *float64, c *cloud, share float64) (some, rest *cloud) {
	return f.fork(owed, c.times(share), c.times(1-share))
}

// way returns which of n ways a cloud that lumps goes; share returns those of each.
func (f *field) way(owed *[]float64, c *cloud, n int, share func(i int) float64) int {
	if len(*owed) < n {
		*owed = append(*owed, make([]float64, n-len(*owed))...)
	}
	m := c.mass()
	for i := range n {
		(*owed)[i] += m * share(i)
	}
	at, need := 0, m*f.debts.needs()
	for need -= (*owed)[at]; need > 0 && at < n-1; need -= (*owed)[at] {
		at++
	}
	(*owed)[at] -= m
	return at
}
