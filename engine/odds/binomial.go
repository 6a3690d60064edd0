package odds

import "math"

// AtLeast returns the chance of at least k successes in n trials that do not depend
// on each other, each succeeding with chance p. Its relative error is about
// 1e-13. It takes time in proportion to the standard deviation, not to n.
func AtLeast(n, k int, p float64) float64 {
	switch {
	case k <= 0:
		return 1
	case k > n || p <= 0:
		return 0
	case p >= 1:
		return 1
	case k == 1:
		return -math.Expm1(float64(n) * math.Log1p(-p))
	}
	low, high := tails(n, k, p)
	return high / (low + high)
}

// AtMost returns the chance of at most k successes, as AtLeast has it.
func AtMost(n, k int, p float64) float64 {
	switch {
	case k < 0:
		return 0
	case k >= n || p <= 0:
		return 1
	case p >= 1:
		return 0
	case k == 0:
		return math.Exp(float64(n) * math.Log1p(-p))
	}
	below, from := tails(n, k+1, p)
	return below / (below + from)
}

// Exactly returns the chance of exactly k successes, as AtLeast has it.
func Exactly(n, k int, p float64) float64 {
	switch {
	case k < 0 || k > n || p <= 0 && k > 0 || p >= 1 && k < n:
		return 0
	case p <= 0 || p >= 1:
		return 1
	}
	const negligible = 1e-22
	odds := p / (1 - p)
	mode := min(n, int(float64(n+1)*p))
	total, at := 1.0, 0.0
	if k == mode {
		at = 1
	}
	for i, w := mode, 1.0; i > 0 && w > 0 && (w > negligible || i > k); i-- {
		w *= float64(i) / float64(n-i+1) / odds
		if total += w; i-1 == k {
			at = w
		}
	}
	for i, w := mode, 1.0; i < n && w > 0 && (w > negligible || i < k); i++ {
		w *= float64(n-i) / float64(i+1) * odds
		if total += w; i+1 == k {
			at = w
		}
	}
	return at / total
}

// tails gives the weights of fewer than k and of at least k successes, to a
// common scale. The weights grow from the likeliest count outward, each from
// its neighbour, so that nothing overflows, and stop where they no longer
// count: the rarer tail is added up to its own last digit.
func tails(n, k int, p float64) (below, from float64) {
	const negligible = 1e-22
	odds := p / (1 - p)
	mode := min(n, int(float64(n+1)*p))
	add := func(i int, w float64) {
		if i < k {
			below += w
		} else {
			from += w
		}
	}
	add(mode, 1)
	for i, w := mode, 1.0; i > 0 && w > below*negligible; i-- {
		w *= float64(i) / float64(n-i+1) / odds
		add(i-1, w)
	}
	for i, w := mode, 1.0; i < n && w > from*negligible; i++ {
		w *= float64(n-i) / float64(i+1) * odds
		add(i+1, w)
	}
	return below, from
}

// Quantile returns the least k for which at most k successes in n trials have a
// chance of at least q, 0 < q < 1. It takes time in proportion to the standard
// deviation.
func Quantile(n int, p, q float64) int {
	switch {
	case p <= 0:
		return 0
	case p >= 1:
		return n
	}
	const negligible = 1e-22
	odds := p / (1 - p)
	mode := min(n, int(float64(n+1)*p))
	low, first, total := mode, 1.0, 1.0 // the lowest count that matters, and its weight
	for low > 0 && first > negligible {
		first *= float64(low) / float64(n-low+1) / odds
		low--
		total += first
	}
	for i, w := mode, 1.0; i < n && w > negligible; i++ {
		w *= float64(n-i) / float64(i+1) * odds
		total += w
	}
	k, w := low, first
	for sum := w; k < n && sum < q*total; k++ {
		w *= float64(n-k) / float64(k+1) * odds
		sum += w
	}
	return k
}
