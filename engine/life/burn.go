package life

import "delphi/engine/rules"

// Left returns the turns that a light goes on burning after some, the least, the most and
// the mean, and the chance that it is out. Each number of turns that a new one may burn is
// equally likely.
func Left(fuel rules.Range, burnt int) (left rules.Range, mean, out float64) {
	sum, gone, all := 0, 0, float64(fuel.Max-fuel.Min+1)
	for n := fuel.Min; n <= fuel.Max; n++ {
		if n <= burnt {
			gone++
		}
		sum += max(0, n-burnt)
	}
	mean, out = float64(sum)/all, float64(gone)/all
	return rules.Range{Min: max(0, fuel.Min-burnt), Max: max(0, fuel.Max-burnt)}, mean, out
}
