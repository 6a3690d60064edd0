package audit

import (
	"fmt"

	"delphi/engine/games/query"
	"delphi/engine/games/score"
)

// Entry is one line of a tournament's audit log. Lines are only ever added.
type Entry struct {
	At      int64  `json:"at"`
	Entrant string `json:"entrant,omitempty"`
	Game    string `json:"game,omitempty"` // gamelog.Game.ID
	Counted bool   `json:"counted,omitempty"`
	What    string `json:"what"`           // the reason; or what was done, without a game
	Line    string `json:"line,omitempty"` // the game in short
}

// Line returns a game in a few words: "Wiz-Elf-Fem-Cha, 12,345 points, 6,789 turns,
// killed by a newt".
func Line(g *score.Game) string {
	return fmt.Sprintf("%s %s-%s-%s-%s, %s points, %s turns, %s", g.Name, g.Role, g.Race, g.Gender0, g.Align0,
		query.Commas(g.Points), query.Commas(g.Turns), g.Death)
}

// Of returns the log line for a verdict.
func Of(v *score.Verdict, at int64) Entry {
	return Entry{At: at, Entrant: v.Entrant, Game: v.Game.ID, Counted: v.Counted, What: v.Reason, Line: Line(v.Game)}
}

// byGame returns the last line of a log about each game, by the game's ID.
func byGame(log []Entry) map[string]Entry {
	said := map[string]Entry{}
	for _, e := range log {
		if e.Game != "" {
			said[e.Game] = e
		}
	}
	return said
}

// Fresh returns the verdicts of a result that a log does not contain yet, and their log lines.
func Fresh(log []Entry, res *score.Result, at int64) (lines []any, fresh []score.Verdict) {
	said := byGame(log)
	for _, v := range res.AllVerdicts() {
		if e, ok := said[v.Game.ID]; ok && e.Counted == v.Counted && e.What == v.Reason && e.Entrant == v.Entrant {
			continue
		}
		lines = append(lines, Of(&v, at))
		fresh = append(fresh, v)
	}
	return lines, fresh
}

// Differences lists the games for which a log differs from a recount of the rows read by the
// time at.
func Differences(log []Entry, res *score.Result, at int64) (out []string) {
	said := byGame(log)
	for _, v := range res.AllVerdicts() {
		e, ok := said[v.Game.ID]
		if !ok && v.Game.Seen > at {
			continue // it came after the last look at the log
		}
		if !ok || e.Counted != v.Counted || e.Entrant != v.Entrant {
			out = append(out, fmt.Sprintf("game %s: the log says %q, recounted %q", v.Game.ID, e.What, v.Reason))
		}
	}
	return out
}
