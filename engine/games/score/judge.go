package score

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"delphi/engine/games/query"
	"delphi/engine/games/xlog"
)

// Verdict says whether one game of an entrant counted, and why not.
type Verdict struct {
	Game    *Game
	Entrant string // ID
	Counted bool
	Reason  string // why not, or what it counts as

	judged *Game // as the rules see it, where it counts
}

// verdicts decides for each game of an entrant whether it counts. It returns them
// ordered by end.
func (r *Rules) verdicts(w *watch, span Span, e *Entrant, games []*Game) []Verdict {
	games = sorted(w, games)
	var corrected map[*Game]bool
	if !span.Repeats {
		corrected = corrections(w, span, games)
	}
	out := make([]Verdict, 0, len(games))
	for _, g := range games {
		w.tick()
		v := Verdict{Game: g, Entrant: e.ID}
		switch {
		case span.late(g):
			v.Reason = "its row came after the results were final"
		case corrected[g]:
			v.Reason = "a later row corrects it"
		case e.struck(g) != "":
			v.Reason = e.struck(g)
		case r.Define.Joining == "after" && g.Start < e.Joined:
			v.Reason = "it began before its player joined"
		default:
			v.judged, v.Reason = r.refuse(span, g)
			v.Counted = v.Reason == ""
		}
		if v.Counted {
			v.Reason = g.Outcome.String()
		}
		out = append(out, v)
	}
	return out
}

// sorted returns games in the order of their ends.
func sorted(w *watch, games []*Game) []*Game {
	games = slices.Clone(games)
	if slices.IsSortedFunc(games, byEnd) { // as in most logs
		return games
	}
	type ended struct { // to compare without a look at the games
		end, start int64
		game       *Game
	}
	keys := make([]ended, len(games))
	for i, g := range games {
		keys[i] = ended{g.End, g.Start, g}
	}
	slices.SortFunc(keys, func(a, b ended) int {
		w.tick()
		if a.end != b.end {
			return cmp.Compare(a.end, b.end)
		}
		return cmp.Or(cmp.Compare(a.start, b.start), strings.Compare(a.game.ID, b.game.ID))
	})
	for i := range keys {
		games[i] = keys[i].game
	}
	return games
}

// struck returns why a game of the entrant does not count; empty: it does, as far as
// referees are concerned.
func (e *Entrant) struck(g *Game) string {
	if len(e.Struck) == 0 {
		return ""
	}
	return cmp.Or(e.Struck[g.ID], e.Struck[Same(g)])
}

// byEnd orders games by when they ended.
func byEnd(a, b *Game) int {
	if a.End != b.End {
		return cmp.Compare(a.End, b.End)
	}
	return cmp.Or(cmp.Compare(a.Start, b.Start), strings.Compare(a.ID, b.ID))
}

// corrections returns the games that a later row of the same one corrects: of those that
// were read in time the last one counts.
func corrections(w *watch, span Span, games []*Game) map[*Game]bool {
	byStart := alike(w, games)
	slices.SortFunc(byStart, func(a, b *Game) int {
		w.tick()
		return cmp.Compare(a.Start, b.Start)
	})
	var out map[*Game]bool
	for len(byStart) > 0 {
		n := 1
		for n < len(byStart) && byStart[n].Start == byStart[0].Start {
			n++
		}
		rows := byStart[:n]
		if byStart = byStart[n:]; n == 1 || rows[0].Start == 0 {
			continue
		}
		slices.SortFunc(rows, func(a, b *Game) int {
			return cmp.Or(cmp.Compare(a.Seen, b.Seen), cmp.Compare(a.Pos, b.Pos), strings.Compare(a.ID, b.ID))
		})
		var last []*Game // one of each account on each source
		for _, g := range slices.Backward(rows) {
			w.tick()
			switch {
			case slices.ContainsFunc(last, func(o *Game) bool { return sameGame(o, g) }):
				if out == nil {
					out = map[*Game]bool{}
				}
				out[g] = true
			case !span.late(g):
				last = append(last, g)
			}
		}
	}
	return out
}

// alike returns the games that began in the same second as another.
func alike(w *watch, games []*Game) (out []*Game) {
	starts := make([]int64, len(games))
	for i, g := range games {
		w.tick()
		starts[i] = g.Start
	}
	slices.Sort(starts)
	var twice []int64
	for i := 1; i < len(starts); i++ {
		if s := starts[i]; s == starts[i-1] && s != 0 && (len(twice) == 0 || twice[len(twice)-1] != s) {
			twice = append(twice, s)
		}
	}
	if len(twice) == 0 {
		return nil
	}
	for _, g := range games {
		if _, found := slices.BinarySearch(twice, g.Start); found {
			out = append(out, g)
		}
	}
	return out
}

// late reports whether a game's row was read after the deadline for rows.
func (s *Span) late(g *Game) bool {
	closed := s.Closed[g.Source]
	return s.Seen != 0 && g.Seen > s.Seen || closed != 0 && g.Seen > closed
}

// refuse returns the reason why a game does not count, or "" if it does, with the game as
// the rules see it.
func (r *Rules) refuse(span Span, g *Game) (judged *Game, reason string) {
	if reason = r.refuseTimes(span, g); reason != "" {
		return nil, reason
	}
	if judged = r.judged(g); r.where != nil && !r.where.Met(judged, time.UTC) {
		return nil, "not one of the games that count: " + r.Games
	}
	return judged, ""
}

// refuseTimes is refuse for what no condition of the rules says.
func (r *Rules) refuseTimes(span Span, g *Game) string {
	switch {
	case g.Practice:
		return "wizard or explore mode"
	case g.End < span.From:
		return "it ended before the event"
	case span.Until != 0 && (g.End > span.Until || g.End == span.Until && r.Define.Within != "closed"):
		return "it ended after the event"
	case r.Define.Within != "end" && g.Start == 0:
		return "its start is unknown"
	case r.Define.Within != "end" && g.Start < span.From:
		return "it began before the event"
	case r.scum(g):
		return "start-scumming: " + g.Outcome.String() + " after " + query.Commas(g.Turns) + " turns with " + query.Commas(g.Points) + " points"
	case len(r.Variant) > 0 && foundIn(g).variant == "":
		return "it is of none of the variants"
	}
	return ""
}

func (r *Rules) scum(g *Game) bool {
	if g.Outcome != xlog.Quit && (g.Outcome != xlog.Escaped || g.Amulet) {
		return false
	}
	return g.Points < r.Define.ScumPoints || r.Define.ScumTurns > 0 && g.Turns <= r.Define.ScumTurns
}
