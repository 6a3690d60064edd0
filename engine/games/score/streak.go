package score

import (
	"cmp"
	"slices"
	"strings"

	"delphi/engine/games/streak"
	"delphi/engine/seq"
)

// StreakRule defines an ascension streak.
type StreakRule = streak.Rule

// DefaultStreak is the rule of a template that does not name one.
var DefaultStreak = streak.Default

// Streaks returns every run of two or more ascensions in a row, and single ones
// too if one is true, the longest first. games are those of one player, in any
// order. open reports whether the first streak may still continue.
func Streaks(games []*Game, r StreakRule, ascended func(*Game) bool, one bool) [][]*Game {
	return streaks(nil, games, r, ascended, one)
}

func streaks(w *watch, games []*Game, r StreakRule, ascended func(*Game) bool, one bool) [][]*Game {
	games = slices.Clone(games)
	slices.SortFunc(games, func(a, b *Game) int { return strings.Compare(a.ID, b.ID) })
	plays := make([]streak.Play, len(games))
	for i, g := range games {
		plays[i] = streak.Play{Start: g.Start, End: g.End, Source: g.Source, Won: ascended(g)}
	}
	var out [][]*Game
	for _, places := range streak.Runs(w.tick, plays, r) {
		if len(places) == 1 && !one {
			continue
		}
		out = append(out, seq.Map(places, func(i int) *Game { return games[i] }))
	}
	slices.SortStableFunc(out, func(a, b []*Game) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[len(a)-1].End, b[len(b)-1].End))
	})
	return out
}
