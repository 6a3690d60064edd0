package streak

import (
	"cmp"
	"slices"
)

// Rule defines an ascension streak.
type Rule struct {
	// Order is "start": games in the order they began; "end": in the order
	// they ended; "overlap": after an ascension the next game is the first one
	// that began after it, and games begun before are passed over; "side": streaks can
	// go on side by side, and a win goes to the first one whose last game had ended
	// before it began; "longest": the same, but it goes to the longest of them and ends
	// the others.
	Order string `toml:"order"`
	// Across counts an account's games on all sources as one sequence; otherwise
	// each source has its own streaks.
	Across bool `toml:"across"`
}

// Default is the rule where none is named.
var Default = Rule{Order: "overlap"}

// Words returns the rule in words.
func (r Rule) Words() string {
	s := map[string]string{
		"start":   "games in the order they began",
		"end":     "games in the order they ended",
		"side":    "a win goes on with the first streak whose last game had ended before it began, and any other game ends those streaks",
		"longest": "a win goes on with the longest streak whose last game had ended before it began and ends the others, and any other game ends those streaks",
		"overlap": "the next game is the first begun after the ascension before it; games that overlap it are skipped",
	}[r.Order]
	if r.Across {
		return s + "; all sources together"
	}
	return s + "; each server separately"
}

// Play is what a streak looks at in a game.
type Play struct {
	Start, End int64 // Start 0: unknown
	Source     string
	Won        bool
}

// Runs returns the streaks of one win or more among the games of one player, as places
// in plays. Games of equal times stay in the order that they have. tick is called once for
// each step; it may be nil.
func Runs(tick func(), plays []Play, r Rule) (out [][]int) {
	if tick == nil {
		tick = func() {}
	}
	groups := map[string][]int{}
	var names []string
	for i := range plays {
		tick()
		if plays[i].Start == 0 && r.Order != "end" {
			continue // nobody knows its place in the row
		}
		key := ""
		if !r.Across {
			key = plays[i].Source
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
			tick()
			a, b := &plays[i], &plays[k]
			switch r.Order {
			case "end":
				return cmp.Compare(a.End, b.End)
			case "side", "longest":
				return cmp.Compare(a.Start, b.Start)
			}
			return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
		})
		switch r.Order {
		case "side":
			out = append(out, sides(plays, row)...)
		case "longest":
			out = append(out, longest(plays, row)...)
		default:
			out = append(out, single(plays, row, r.Order == "overlap")...)
		}
	}
	return out
}

// single returns streaks if only one can run at a time.
func single(plays []Play, row []int, overlap bool) (out [][]int) {
	var run []int
	end := func() {
		if len(run) > 0 {
			out = append(out, run)
		}
		run = nil
	}
	for _, i := range row {
		switch p := &plays[i]; {
		case overlap && len(run) > 0 && p.Start < plays[run[len(run)-1]].End:
			// begun before the ascension was: not the next game
		case p.Won:
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
func sides(plays []Play, row []int) (out [][]int) {
	var dead []bool
	for _, i := range row {
		p, taken := &plays[i], false
		for k, run := range out {
			if dead[k] || plays[run[len(run)-1]].End >= p.Start {
				continue
			}
			if p.Won {
				out[k], taken = append(run, i), true
				break
			}
			dead[k] = true
		}
		if p.Won && !taken {
			out, dead = append(out, []int{i}), append(dead, false)
		}
	}
	return out
}

// longest returns streaks that can run in parallel, as TNNT counted them until 2021: a win
// goes to the longest streak whose last game had ended before, the first of them if several
// are, and ends the others; any other game ends all of those (StreakList.pm:64,144).
func longest(plays []Play, row []int) (out [][]int) {
	var dead []bool
	for _, i := range row {
		p, best := &plays[i], -1
		for k, run := range out {
			if dead[k] || plays[run[len(run)-1]].End >= p.Start {
				continue
			}
			if dead[k] = true; p.Won && (best < 0 || len(run) > len(out[best])) {
				best = k
			}
		}
		switch {
		case best >= 0:
			out[best], dead[best] = append(out[best], i), false
		case p.Won:
			out, dead = append(out, []int{i}), append(dead, false)
		}
	}
	return out
}
