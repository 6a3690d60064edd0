package score

import (
	"slices"

	"delphi/engine/xlog"
)

// value is what one entrant has in a part of a category.
type value struct {
	n     int64
	at    int64
	text  string
	games []*Game
	bonus int64 // points that n does not give
}

// part is what a category has standings of: itself, or each thing that it is of.
type part struct {
	*Category
	key, title string
	low        bool // less is better
	eval       func(games []*Game) (value, bool)
}

// of is what an entrant has in a part, by the games that count, in the order of
// their ends; ok: it gives them a place.
func (p *part) of(w *watch, games []*Game) (v value, ok bool) {
	if p.Games != "" {
		fit := make([]*Game, 0, len(games))
		for _, g := range games {
			w.tick()
			if p.filter.Match(g) {
				fit = append(fit, g)
			}
		}
		games = fit
	}
	v, ok = p.eval(games)
	return v, ok && (p.low || v.n >= max(1, p.Least))
}

// points are those of a value at a place, counted from 0.
func (p *part) points(n, bonus int64, place int) int64 {
	if place < len(p.Award) {
		bonus += p.Award[place]
	}
	return bonus + p.Per*n*boolInt(!p.low)
}

// parts are those of a category.
func (c *Category) parts(w *watch, r *Rules) []part {
	m := measures[c.Measure]
	asc := func(g *Game) bool { w.tick(); return r.Ascended(g) }
	switch c.Measure {
	case "conduct", "feat", "role":
		var out []part
		for _, of := range c.Of {
			var has func(*Game) bool
			switch c.Measure {
			case "conduct":
				has = func(g *Game) bool { return asc(g) && slices.Contains(g.Conducts, of) }
			case "feat":
				has = func(g *Game) bool { w.tick(); return slices.Contains(g.Feats, of) }
			default:
				has = func(g *Game) bool { w.tick(); return g.Role == of && (c.By == "points" || asc(g)) }
			}
			eval, low := first(has), true
			switch c.By {
			case "most":
				eval, low = count(has, "games"), false
			case "points":
				eval, low = best(has, func(g *Game) int64 { return g.Points }, false, "points"), false
			case "turns":
				eval = best(has, func(g *Game) int64 { return g.Turns }, true, "turns")
			case "realtime":
				eval = best(has, func(g *Game) int64 { return g.Realtime }, true, "seconds")
			}
			out = append(out, part{c, c.Key + ":" + of, c.Title + ": " + of, low, eval})
		}
		return out
	}
	all := func(*Game) bool { w.tick(); return true }
	evals := map[string]func([]*Game) (value, bool){
		"ascensions":    count(asc, "ascensions"),
		"games":         count(all, "games"),
		"first":         first(asc),
		"turns":         best(asc, func(g *Game) int64 { return g.Turns }, true, "turns"),
		"realtime":      best(asc, func(g *Game) int64 { return g.Realtime }, true, "seconds"),
		"high-score":    best(all, func(g *Game) int64 { return g.Points }, false, "points"),
		"low-score":     best(asc, func(g *Game) int64 { return g.Points }, true, "points"),
		"conducts":      best(asc, func(g *Game) int64 { return int64(len(g.Conducts)) }, false, "conducts"),
		"streak":        streak(w, r),
		"unique-deaths": uniqueDeaths(w),
		"combos":        unique(asc, func(g *Game) []string { return []string{g.character()} }, "characters"),
		"roles":         unique(asc, func(g *Game) []string { return []string{g.Role} }, "roles"),
		"feats":         unique(all, func(g *Game) []string { return g.Feats }, "achievements"),
		"bingo":         func(games []*Game) (value, bool) { return c.bingo(w, games) },
	}
	return []part{{c, c.Key, c.Title, m.low, evals[c.Measure]}}
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// count counts the games that have something. games are ordered by end.
func count(has func(*Game) bool, unit string) func([]*Game) (value, bool) {
	return func(games []*Game) (v value, ok bool) {
		for _, g := range games {
			if has(g) {
				v.n++
				v.at = g.End
				v.games = append(v.games, g)
			}
		}
		v.text = many(v.n, unit)
		return v, v.n > 0
	}
}

// first is the end of the first game that has something.
func first(has func(*Game) bool) func([]*Game) (value, bool) {
	return func(games []*Game) (value, bool) {
		for _, g := range games {
			if has(g) {
				return value{n: g.End, at: g.End, text: stamp(g.End), games: []*Game{g}}, true
			}
		}
		return value{}, false
	}
}

// best is the highest (or lowest) figure of a game; 0 is unknown.
func best(has func(*Game) bool, of func(*Game) int64, low bool, unit string) func([]*Game) (value, bool) {
	return func(games []*Game) (v value, ok bool) {
		for _, g := range games {
			n := of(g)
			if !has(g) || n == 0 || ok && (n == v.n || (n < v.n) != low) {
				continue
			}
			text := many(n, unit)
			if unit == "seconds" {
				text = clock(n)
			}
			v, ok = value{n: n, at: g.End, text: text, games: []*Game{g}}, true
		}
		return v, ok
	}
}

// unique counts the different things that games have.
func unique(has func(*Game) bool, of func(*Game) []string, unit string) func([]*Game) (value, bool) {
	return func(games []*Game) (v value, ok bool) {
		seen := map[string]bool{}
		for _, g := range games {
			if !has(g) {
				continue
			}
			fresh := false
			for _, s := range of(g) {
				fresh = fresh || !seen[s]
				seen[s] = true
			}
			if fresh {
				v.at = g.End
				v.games = append(v.games, g)
			}
		}
		v.n = int64(len(seen))
		v.text = many(v.n, unit)
		return v, v.n > 0
	}
}

// uniqueDeaths counts the different deaths of games, by their numbers.
func uniqueDeaths(w *watch) func([]*Game) (value, bool) {
	numbers, plain := map[string]int32{}, map[string]int32{} // of deaths as they are written, and as they are compared
	number := func(g *Game) int32 {
		if g.Plain != 0 {
			return g.Plain
		}
		n := numbers[g.Death]
		if n == 0 {
			death := xlog.PlainDeath(g.Death)
			if n = plain[death]; n == 0 {
				n = int32(len(plain)) + 1
				plain[death] = n
			}
			numbers[g.Death] = n
		}
		return n
	}
	var seen []int32 // by number, the last entrant who had it, counted from 1
	entrant := int32(0)
	return func(games []*Game) (v value, ok bool) {
		entrant++
		for _, g := range games {
			if w.tick(); g.Outcome != xlog.Died {
				continue
			}
			n := int(number(g))
			if n >= len(seen) {
				seen = append(seen, make([]int32, max(n+1, 2*len(seen))-len(seen))...)
			}
			if seen[n] != entrant {
				seen[n] = entrant
				v.n++
				v.at = g.End
				v.games = append(v.games, g)
			}
		}
		v.text = many(v.n, "deaths")
		return v, v.n > 0
	}
}

func streak(w *watch, r *Rules) func([]*Game) (value, bool) {
	return func(games []*Game) (value, bool) {
		runs := streaks(w, games, r.Define.Streak, r.Ascended, true)
		if len(runs) == 0 {
			return value{}, false
		}
		run := runs[0]
		return value{n: int64(len(run)), at: run[len(run)-1].End, text: commas(int64(len(run))) + " in a row", games: run}, true
	}
}

// bingo marks each square with the first game that fits it.
func (c *Category) bingo(w *watch, games []*Game) (value, bool) {
	var v value
	n := side(len(c.squares))
	marked := make([]bool, len(c.squares))
	for i := range c.squares {
		for _, g := range games {
			w.tick()
			if c.squares[i].Match(g) {
				marked[i] = true
				v.n++
				v.at = max(v.at, g.End)
				if !slices.Contains(v.games, g) {
					v.games = append(v.games, g)
				}
				break
			}
		}
	}
	lines := 0
	full := func(at func(k int) int) {
		for k := range n {
			if !marked[at(k)] {
				return
			}
		}
		lines++
	}
	for i := range n {
		full(func(k int) int { return i*n + k })
		full(func(k int) int { return k*n + i })
	}
	full(func(k int) int { return k*n + k })
	full(func(k int) int { return k*n + n - 1 - k })
	v.bonus = int64(lines) * c.Line
	if v.n == int64(len(c.squares)) {
		v.bonus += c.Full
	}
	v.text = many(v.n, "squares") + ", " + many(int64(lines), "lines")
	return v, v.n > 0
}
