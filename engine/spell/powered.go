package spell

// Powered returns the chance that at least so many casts succeed before the power left is
// less than a cast costs, or before limit casts are tried. A failed cast costs less, so the
// most that may be tried is returned as well.
func Powered(cost, failed, power, wanted, limit int, fail float64) (p float64, most int) {
	// chances[s] holds, by the power left, the chance of s successes so far.
	chances := make([]map[int]float64, wanted)
	for i := range chances {
		chances[i] = map[int]float64{}
	}
	chances[0][power] = 1
	for some := true; some && most < limit; {
		some = false
		next := make([]map[int]float64, wanted)
		for i := range next {
			next[i] = map[int]float64{}
		}
		for s := range chances {
			for left, q := range chances[s] {
				if left < cost {
					continue
				}
				some = true
				if next[s][left-failed] += q * fail; s+1 == wanted {
					p += q * (1 - fail)
				} else {
					next[s+1][left-cost] += q * (1 - fail)
				}
			}
		}
		if chances = next; some {
			most++
		}
	}
	return p, most
}
