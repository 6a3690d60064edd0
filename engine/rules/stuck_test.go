package rules

import "testing"

// The bands are those of trap.c: rn1(x, y) is y to y + x - 1.
func TestWebHoldsByStrength(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		s := Get(version).Stuck()
		for st, want := range map[int]Span{3: {6, 11}, 4: {4, 9}, 5: {4, 9}, 6: {4, 7}, 8: {4, 7}, 9: {2, 5}, 11: {2, 5}, 12: {2, 3}, 14: {2, 3}, 15: {1, 2}, 17: {1, 2}, 18: {1, 1}, 68: {1, 1}, 69: {}, 118: {}} {
			if got := s.Web(st); got != want {
				t.Errorf("%s: at St %s a web holds %v, not %v", version, StrengthText(st), got, want)
			}
		}
	}
}
