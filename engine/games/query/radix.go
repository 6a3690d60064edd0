package query

// radix sorts numbers, by eleven bits at a time; all may be used for it.
func radix[T uint32 | uint64](all []T) []T {
	const digit = 11
	if len(all) < 2 {
		return all
	}
	differ := T(0) // the bits that are not the same in all
	for _, x := range all {
		differ |= x ^ all[0]
	}
	other := make([]T, len(all))
	for shift := 0; differ>>shift != 0; shift += digit {
		if differ>>shift&(1<<digit-1) == 0 {
			continue
		}
		var at [1 << digit]int
		for _, x := range all {
			at[x>>shift&(1<<digit-1)]++
		}
		sum := 0
		for i, n := range at {
			at[i], sum = sum, sum+n
		}
		for _, x := range all {
			d := x >> shift & (1<<digit - 1)
			other[at[d]] = x
			at[d]++
		}
		all, other = other, all
	}
	return all
}
