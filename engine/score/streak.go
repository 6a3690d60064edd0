package score

import (
	"cmp"
	"slices"
	"strings"
)

// StreakRule defines an ascension streak.
type StreakRule struct {
	// Order is "start": games in the order they began; "end": in the order
	// they ended; "overlap": after an ascension the next game is the first one
	// that began after it, and games begun before are passed over.
	Order string `toml:"order"`
	// Across counts an account's games on all sources as one sequence; otherwise
	// each source has its own streaks.
	Across bool `toml:"across"`
}

// DefaultStreak is the rule of a template that does not name one.
var DefaultStreak = StreakRule{Order: "overlap"}

// Words is the rule in words.
func (r StreakRule) Words() string {
	s := map[string]string{
		"start":   "games in the order they began",
		"end":     "games in the order they ended",
		"overlap": "the next game is the first begun after the ascension before it; games that overlap it are passed over",
	}[r.Order]
	if r.Across {
		return s + "; all sources together"
	}
	return s + "; each source by itself"
}

// Streaks returns every run of two or more ascensions in a row, and single ones
// too if one is true, the longest first. games are those of one player, in any
// order. open reports whether the first streak may still continue.
func Streaks(games []*Game, r StreakRule, ascended func(*Game) bool, one bool) [][]*Game {
	return streaks(nil, games, r, ascended, one)
}

func streaks(w *watch, games []*Game, r StreakRule, ascended func(*Game) bool, one bool) [][]*Game {
	groups := map[string][]*Game{}
	var names []string
	for _, g := range games {
		w.tick()
		if g.Start == 0 && r.Order != "end" {
			continue // nobody knows its place in the row
		}
		key := ""
		if !r.Across {
			key = g.Source
		}
		if groups[key] == nil {
			names = append(names, key)
		}
		groups[key] = append(groups[key], g)
	}
	slices.Sort(names)
	var out [][]*Game
	keep := func(run []*Game) {
		if len(run) > 1 || one && len(run) == 1 {
			out = append(out, run)
		}
	}
	for _, name := range names {
		row := groups[name]
		slices.SortFunc(row, func(a, b *Game) int {
			w.tick()
			if r.Order == "end" {
				return cmp.Or(cmp.Compare(a.End, b.End), strings.Compare(a.ID, b.ID))
			}
			return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), strings.Compare(a.ID, b.ID))
		})
		var run []*Game
		for _, g := range row {
			switch {
			case r.Order == "overlap" && len(run) > 0 && g.Start < run[len(run)-1].End:
				// begun before the ascension was: not the next game
			case ascended(g):
				run = append(run, g)
			default:
				keep(run)
				run = nil
			}
		}
		keep(run)
	}
	slices.SortStableFunc(out, func(a, b []*Game) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[len(a)-1].End, b[len(b)-1].End))
	})
	return out
}
