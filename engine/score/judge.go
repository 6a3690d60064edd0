package score

import (
	"cmp"
	"slices"
	"strings"

	"delphi/engine/xlog"
)

// Verdict says whether one game of an entrant counted, and why not.
type Verdict struct {
	Game    *Game
	Entrant string // ID
	Counted bool
	Reason  string // why not, or what it counts as
}

// verdicts decides for each game of an entrant whether it counts. It returns them
// ordered by end.
func (r *Rules) verdicts(w *watch, span Span, e *Entrant, games []*Game) []Verdict {
	games = slices.Clone(games)
	slices.SortFunc(games, func(a, b *Game) int {
		w.tick()
		return cmp.Or(cmp.Compare(a.End, b.End), cmp.Compare(a.Start, b.Start), strings.Compare(a.ID, b.ID))
	})
	// Of the rows of one game the last one read in time counts.
	type key struct {
		source, account string
		start           int64
	}
	of := func(g *Game) key { return key{g.Source, strings.ToLower(g.Account), g.Start} }
	last := make(map[key]*Game, len(games))
	for _, g := range games {
		w.tick()
		if g.Start == 0 || span.late(g) {
			continue
		}
		if o := last[of(g)]; o == nil || cmp.Or(cmp.Compare(o.Seen, g.Seen), cmp.Compare(o.Pos, g.Pos), strings.Compare(o.ID, g.ID)) < 0 {
			last[of(g)] = g
		}
	}
	out := make([]Verdict, 0, len(games))
	for _, g := range games {
		w.tick()
		v := Verdict{Game: g, Entrant: e.ID}
		l := last[of(g)]
		switch {
		case span.late(g):
			v.Reason = "its row came after the results were final"
		case l != nil && l != g && sameGame(l, g):
			v.Reason = "a later row corrects it"
		case r.Define.Joining == "after" && g.Start < e.Joined:
			v.Reason = "it began before its player joined"
		default:
			v.Reason = r.refuse(span, g)
			v.Counted = v.Reason == ""
		}
		if v.Counted {
			v.Reason = g.Outcome.String()
		}
		out = append(out, v)
	}
	return out
}

// late reports whether a game's row was read after the deadline for rows.
func (s *Span) late(g *Game) bool {
	closed := s.Closed[g.Source]
	return s.Seen != 0 && g.Seen > s.Seen || closed != 0 && g.Seen > closed
}

// refuse returns the reason why a game does not count, or "" if it does.
func (r *Rules) refuse(span Span, g *Game) string {
	switch {
	case g.Practice:
		return "wizard or explore mode"
	case g.End < span.From:
		return "it ended before the event"
	case g.End > span.Until, g.End == span.Until && r.Define.Within != "closed":
		return "it ended after the event"
	case r.Define.Within != "end" && g.Start == 0:
		return "its start is unknown"
	case r.Define.Within != "end" && g.Start < span.From:
		return "it began before the event"
	case r.scum(g):
		return "start-scumming: " + g.Outcome.String() + " after " + commas(g.Turns) + " turns with " + commas(g.Points) + " points"
	case !r.filter.Match(g):
		return "not one of the games that count: " + r.Games
	}
	return ""
}

func (r *Rules) scum(g *Game) bool {
	if g.Outcome != xlog.Quit && (g.Outcome != xlog.Escaped || g.Amulet) {
		return false
	}
	return g.Points < r.Define.ScumPoints || r.Define.ScumTurns > 0 && g.Turns <= r.Define.ScumTurns
}

// Ascended reports whether a game is an ascension under the rules.
func (r *Rules) Ascended(g *Game) bool {
	switch r.Define.Ascended {
	case "achieve":
		return slices.Contains(g.Feats, "ascended")
	case "amulet":
		return g.Outcome == xlog.Ascended || g.Outcome == xlog.Escaped && g.Amulet
	}
	return g.Outcome == xlog.Ascended
}
