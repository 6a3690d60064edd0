package craft

// Sheets returns the chance of each number of scrolls of a known type, or of books,
// that a marker writes for a base cost until its ink is too little or it dries
// out in the midst of one. Sheets[n] is the chance of n. dries is the chance that
// it ends by drying out, which costs the paper as well.
func Sheets(base, ink int) (sheets []float64, dries float64) {
	least, most := Used(base)
	each := 1 / float64(most-least+1)
	left := make([]float64, ink+1) // by the ink that is left
	left[ink] = 1
	for some := true; some; {
		over, next := 0.0, make([]float64, ink+1)
		some = false
		for has, p := range left {
			if p == 0 {
				continue
			}
			if has < least {
				over += p
				continue
			}
			for used := least; used <= most; used++ {
				if used > has {
					over += p * each
					dries += p * each
				} else {
					next[has-used] += p * each
					some = true
				}
			}
		}
		sheets, left = append(sheets, over), next
	}
	return sheets, dries
}
