package rnd

import (
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Rnl returns the distribution of rnl(x), 1 or more, under a Luck between
// rules.MinLuck and rules.MaxLuck: element v is the chance that it shows v.
func Rnl(l *rules.Luck, x, luck int) []odds.Fraction {
	adjusted, die := adjustment(l, x, luck)
	counts := make([]int64, x)
	for i := range x {
		counts[i]++ // the die that skips the adjustment shows 0
		counts[min(max(i-adjusted, 0), x-1)] += int64(die - 1)
	}
	out := make([]odds.Fraction, x)
	for v, n := range counts {
		out[v] = odds.Of(n, int64(x*die))
	}
	return out
}

// RnlZero returns the chance that rnl(x) shows 0.
func RnlZero(l *rules.Luck, x, luck int) odds.Fraction { return RnlAtMost(l, x, luck, 0) }

// RnlAtMost returns the chance that rnl(x) shows at most v.
func RnlAtMost(l *rules.Luck, x, luck, v int) odds.Fraction {
	w := RnlWays(l, x, luck, v)
	return odds.Of(int64(w.Plain+w.Bent*(w.Skip-1)), int64(x*w.Skip))
}

// Ways holds those in which rnl(x) shows at most a number: Plain of x where the
// adjustment is skipped, which is once in Skip, and Bent of x where it is made.
type Ways struct{ Plain, Bent, Skip int }

// RnlWays returns the ways in which rnl(x) shows at most v. Without an adjustment it
// is always skipped: Skip is 1.
func RnlWays(l *rules.Luck, x, luck, v int) Ways {
	switch {
	case v < 0:
		return Ways{0, 0, 1}
	case v >= x-1:
		return Ways{x, x, 1}
	}
	adjusted, die := adjustment(l, x, luck)
	return Ways{v + 1, min(max(v+1+adjusted, 0), x), die}
}

// adjustment returns what is taken off rn2(x), and the sides of the die that must
// not show 0 for that. Without an adjustment the die has one side.
func adjustment(l *rules.Luck, x, luck int) (adjusted, die int) {
	adjusted = luck
	if x <= l.ThirdsTo && luck >= l.ThirdsFrom {
		adjusted = (magnitude(luck) + l.RoundUp) / 3
		if luck < 0 {
			adjusted = -adjusted
		}
	}
	switch {
	case l.SkipByLuck:
		die = l.SkipDie - luck
	default:
		die = l.SkipDie + magnitude(adjusted)
	}
	if adjusted == 0 {
		die = 1
	}
	return adjusted, die
}

func magnitude(n int) int { return max(n, -n) }
