package odds

import "math/big"

// TriesFor returns how many independent tries, each with chance p, make at least
// one success as likely as percent in a hundred; 0 if no number does.
func TriesFor(p float64, percent int) int {
	r := new(big.Rat)
	if p <= 0 || r.SetFloat64(p) == nil {
		return 0
	}
	a := Ask(&Question{Chance: r, Confidence: []*big.Rat{big.NewRat(int64(percent), 100)}})
	if len(a.Needed) == 0 || a.Needed[0].Trials == nil {
		return 0
	}
	return *a.Needed[0].Trials
}
