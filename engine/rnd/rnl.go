package rnd

import (
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Rnl is the distribution of rnl(x), 1 or more, under a Luck between
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

// RnlZero is the chance that rnl(x) shows 0.
func RnlZero(l *rules.Luck, x, luck int) odds.Fraction { return RnlAtMost(l, x, luck, 0) }

// RnlAtMost is the chance that rnl(x) shows at most v.
func RnlAtMost(l *rules.Luck, x, luck, v int) odds.Fraction {
	if v < 0 {
		return odds.Never
	}
	if v >= x-1 {
		return odds.Always
	}
	adjusted, die := adjustment(l, x, luck)
	plain, bent := v+1, min(max(v+1+adjusted, 0), x)
	return odds.Of(int64(plain+bent*(die-1)), int64(x*die))
}

// adjustment is what is taken off rn2(x), and the sides of the die that must
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
