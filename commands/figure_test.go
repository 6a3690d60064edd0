package commands

import (
	"strings"
	"testing"
)

func TestFigure(t *testing.T) {
	for _, c := range []struct{ summary, headline, want string }{
		{"Fireball: 3% fail (Wizard XL12, Int 18, Basic, robe). Best change: quarterstaff in hand -> 0%.", "3%", "3% fail"},
		{"Luck falls from +5 to +4 in 600 turns: it moves one step every 600 turns.", "4", "Luck falls from +5 to +4 in 600 turns"},
		{"Each hit of the Wizard of Yendor: a 5% chance (1/20) to lose your quest artifact.", "5%", "a 5% chance to lose your quest artifact"},
		{"The Mines, level 3 (Dlvl 5): bones stay 1 time in 2 (50%). Both happen 1 time in 6.", "50%", "bones stay 1 time in 2 (50%)"},
		{"4 blessed scrolls of light, one zap: about 3.82 of 4 remain (0.158 shudder away).", "3.82", "about 3.82 of 4 remain"},
		{"15% of 5 things.", "5", "15% of 5 things"},
		{"A soldier ant ignores Elbereth in Gehennom.", "ignores", "A soldier ant ignores Elbereth in Gehennom"},
		{"Nothing of it.", "7", "7"},
		{"Half (open", "open", "Half (open"},
		{"5  (or so)", "5", "5"},
		{"", "", ""},
		{"0", "", ""},
	} {
		r := Reply{Summary: c.summary, Headline: c.headline}
		if got := r.Figure(); got != c.want {
			t.Errorf("%s\n of %q: %q\n want %q", c.summary, c.headline, got, c.want)
		}
	}
}

func FuzzFigure(f *testing.F) {
	f.Add("A 5% chance (1/20) of it.", "5%")
	f.Add("((5)(5", "5")
	f.Add("5  (or so)", "5")
	f.Fuzz(func(t *testing.T, summary, headline string) {
		r := Reply{Summary: summary, Headline: headline}
		if got := r.Figure(); strings.Contains(summary, headline) && strings.TrimSpace(headline) == headline && !strings.Contains(got, headline) {
			t.Errorf("%q of %q: %q lacks it", headline, summary, got)
		}
	})
}
