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
	// that began after it, and games begun before are passed over; "side": streaks can
	// go on side by side, and a win goes to the first one whose last game had ended
	// before it began.
	Order string `toml:"order"`
	// Across counts an account's games on all sources as one sequence; otherwise
	// each source has its own streaks.
	Across bool `toml:"across"`
}

// DefaultStreak is the rule of a template that does not name one.
var DefaultStreak = StreakRule{Order: "overlap"}

// Words returns the rule in words.
func (r StreakRule) Words() string {
	s := map[string]string{
		"start":   "games in the order they began",
		"end":     "games in the order they ended",
		"side":    "a win continues the first streak whose last game had ended before it began, and any other game ends those streaks",
		"overlap": "the next game is the first begun after the ascension before it; games that overlap it are skipped",
	}[r.Order]
	if r.Across {
		return s + "; all servers together"
	}
	return s + "; each server separately"
}

// Streaks returns every run of two or more ascensions in a row, and single ones
// too if one is true, the longest first. games are those of one player, in any
// order. open reports whether the first streak may still continue.
func Streaks(games []*Game, r StreakRule, ascended func(*Game) bool, one bool) [][]*Game {
	return streaks(nil, games, r, ascended, one)
}

func streaks(w *watch, games []*Game, r StreakRule, ascended func(*Game) bool, one bool) [][]*Game {
	games = slices.Clone(games)
	slices.SortFunc(games, func(a, b *Game) int { return strings.Compare(a.ID, b.ID) })
	plays := make([]play, len(games))
	for i, g := range games {
		plays[i] = play{start: g.Start, end: g.End, source: g.Source, won: ascended(g)}
	}
	var out [][]*Game
	for _, places := range runs(w, plays, r) {
		if len(places) == 1 && !one {
			continue
		}
		var run []*Game
		for _, i := range places {
			run = append(run, games[i])
		}
		out = append(out, run)
	}
	slices.SortStableFunc(out, func(a, b []*Game) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[len(a)-1].End, b[len(b)-1].End))
	})
	return out
}

// play is what a streak looks at in a game.
type play struct {
	start, end int64 // start 0: unknown
	source     string
	won        bool
}

// runs returns the streaks of one win or more among the games of one player, as places
// in plays. Games of equal times stay in the order that they have.
func runs(w *watch, plays []play, r StreakRule) (out [][]int) {
	groups := map[string][]int{}
	var names []string
	for i := range plays {
		w.tick()
		if plays[i].start == 0 && r.Order != "end" {
			continue // its place in the row is unknown
		}
		key := ""
		if !r.Across {
			key = plays[i].source
		}
		if groups[key] == nil {
			names = append(names, key)
		}
		groups[key] = append(groups[key], i)
	}
	slices.Sort(names)
	for _, name := range names {
		row := groups[name]
		slices.SortStableFunc(row, func(i, k int) int {
			w.tick()
			a, b := &plays[i], &plays[k]
			switch r.Order {
			case "end":
				return cmp.Compare(a.end, b.end)
			case "side":
				return cmp.Compare(a.start, b.start)
			}
			return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
		})
		if r.Order == "side" {
			out = append(out, sides(plays, row)...)
		} else {
			out = append(out, single(plays, row, r.Order == "overlap")...)
		}
	}
	return out
}

// single returns streaks if only one can run at a time.
func single(plays []play, row []int, overlap bool) (out [][]int) {
	var run []int
	end := func() {
		if len(run) > 0 {
			out = append(out, run)
		}
		run = nil
	}
	for _, i := range row {
		switch p := &plays[i]; {
		case overlap && len(run) > 0 && p.start < plays[run[len(run)-1]].end:
			// begun before the ascension was: not the next game
		case p.won:
			run = append(run, i)
		default:
			end()
		}
	}
	end()
	return out
}

// sides returns streaks that can run in parallel, as TNNT counts them: a win goes to
// the first streak whose last game had ended before; any other game ends all of those;
// a game that began during the last win does neither (scoreboard/models.py:119).
func sides(plays []play, row []int) (out [][]int) {
	var dead []bool
	for _, i := range row {
		p, taken := &plays[i], false
		for k, run := range out {
			if dead[k] || plays[run[len(run)-1]].end >= p.start {
				continue
			}
			if p.won {
				out[k], taken = append(run, i), true
				break
			}
			dead[k] = true
		}
		if p.won && !taken {
			out, dead = append(out, []int{i}), append(dead, false)
		}
	}
	return out
}
