package lanes

// Sum adds in four lanes, which do not wait for each other.
func Sum(x []float64) float64 {
	var a, b, c, d float64
	for ; len(x) >= 4; x = x[4:] {
		a += x[0]
		b += x[1]
		c += x[2]
		d += x[3]
	}
	for _, p := range x {
		a += p
	}
	return a + b + (c + d)
}

// Places returns the sum of numbers times their places, in four lanes like sum.
func Places(x []float64) float64 {
	var a, b, c, d, at, blocks float64 // blocks is the sum of numbers times where their four begin
	for ; len(x) >= 4; x = x[4:] {
		p, q, r, s := x[0], x[1], x[2], x[3]
		a += p
		b += q
		c += r
		d += s
		blocks += at * (p + q + (r + s))
		at += 4
	}
	for i, p := range x {
		blocks += (at + float64(i)) * p
	}
	return blocks + b + 2*c + 3*d
}

func Scale(x []float64, by float64) {
	for ; len(x) >= 4; x = x[4:] {
		x[0] *= by
		x[1] *= by
		x[2] *= by
		x[3] *= by
	}
	for i := range x {
		x[i] *= by
	}
}

// Axpy adds p times a row to another.
func Axpy(to, row []float64, p float64) {
	to = to[:len(row)]
	for len(row) >= 8 && len(to) >= 8 {
		x, y := (*[8]float64)(row), (*[8]float64)(to)
		y[0] += p * x[0]
		y[1] += p * x[1]
		y[2] += p * x[2]
		y[3] += p * x[3]
		y[4] += p * x[4]
		y[5] += p * x[5]
		y[6] += p * x[6]
		y[7] += p * x[7]
		row, to = row[8:], to[8:]
	}
	for i, x := range row {
		to[i] += p * x
	}
}

// Axpy2 adds p times a row and q times another to a third; all are as long.
func Axpy2(to, a, b []float64, p, q float64) {
	a, b = a[:len(to)], b[:len(to)]
	for len(to) >= 4 && len(a) >= 4 && len(b) >= 4 {
		x, y, z := (*[4]float64)(a), (*[4]float64)(b), (*[4]float64)(to)
		z[0] += p*x[0] + q*y[0]
		z[1] += p*x[1] + q*y[1]
		z[2] += p*x[2] + q*y[2]
		z[3] += p*x[3] + q*y[3]
		a, b, to = a[4:], b[4:], to[4:]
	}
	for i := range to {
		to[i] += p*a[i] + q*b[i]
	}
}

// Taps is how many numbers Tap takes at once.
const Taps = 4

// Tap adds to hit points those of a row after damage of 3 to 0, in the order of the
// chances backwards: to has 3 more than row.
func Tap(to, row []float64, p *[Taps]float64) {
	n := len(row)
	to = to[: n+Taps-1 : n+Taps-1]
	p0, p1, p2, p3 := p[0], p[1], p[2], p[3]
	var x, y, z float64 // the three before in the row
	for i, v := range row {
		to[i] += p3*v + p2*x + p1*y + p0*z
		x, y, z = v, x, y
	}
	to[n] += p2*x + p1*y + p0*z
	to[n+1] += p1*x + p0*y
	to[n+2] += p0 * x
}
