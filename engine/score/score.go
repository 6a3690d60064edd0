package score

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/xlog"
)

// Account is a name in the logs of a source; an empty Source is every source.
type Account struct {
	Source string `json:"source,omitempty"`
	Name   string `json:"name"`
}

func (a Account) String() string {
	if a.Source == "" {
		return a.Name
	}
	return a.Name + "@" + a.Source
}

// owns reports whether a game was played on the account.
func (a Account) owns(g *Game) bool {
	return strings.EqualFold(a.Name, g.Account) && (a.Source == "" || a.Source == g.Source)
}

// Entrant is one participant.
type Entrant struct {
	ID       string
	Name     string
	Accounts []Account
	Clan     string
	Joined   int64 // unix seconds; 0: before everything
}

// Span is the time of an event, in unix seconds. From is within it, Until is not.
type Span struct {
	From, Until int64
	Seen        int64            // rows read later are not counted; 0: no end
	Closed      map[string]int64 // the same, by source
}

// Verdict says whether one game of an entrant counted, and why not.
type Verdict struct {
	Game    *Game
	Entrant string // ID
	Counted bool
	Reason  string // why not, or what it counts as
}

// Row is one entrant's place in a category, or overall.
type Row struct {
	Entrant string // ID; for a clan its name
	Name    string
	Value   int64
	Text    string // the value in words: "21,450 turns"
	Points  int64
	Place   int // from 1
	At      int64
	Games   []*Game // that make the value
}

// Standing is a category's rows, the best first.
type Standing struct {
	Key, Title string
	Rows       []Row
}

// Result is everything that scoring produces.
type Result struct {
	Overall    []Row // Value is Points
	Clans      []Row
	Categories []Standing
	Verdicts   []Verdict // of every game of an entrant's accounts, by end
}

// Score counts games. The order of games and entrants does not matter. The only
// error it returns is that of a cancelled ctx.
func Score(ctx context.Context, r *Rules, span Span, entrants []Entrant, games []*Game) (res *Result, err error) {
	w := &watch{ctx: ctx}
	defer w.stopped(&err)
	res = &Result{}
	entrants = slices.Clone(entrants)
	slices.SortFunc(entrants, func(a, b Entrant) int { return strings.Compare(a.ID, b.ID) })
	counted := map[string][]*Game{}
	for _, v := range judge(w, r, span, entrants, games) {
		if v.Counted {
			counted[v.Entrant] = append(counted[v.Entrant], v.Game)
		}
		res.Verdicts = append(res.Verdicts, v)
	}
	points, at := map[string]int64{}, map[string]int64{}
	for i := range r.Category {
		for _, s := range r.Category[i].standings(w, r, entrants, counted) {
			for _, row := range s.Rows {
				points[row.Entrant] += row.Points
				if row.Points > 0 {
					at[row.Entrant] = max(at[row.Entrant], row.At)
				}
			}
			res.Categories = append(res.Categories, s)
		}
	}
	clans, sums := map[string][]Row{}, []string{}
	for _, e := range entrants {
		row := Row{Entrant: e.ID, Name: e.Name, Value: points[e.ID], Points: points[e.ID], At: at[e.ID], Games: counted[e.ID]}
		row.Text = fmt.Sprintf("%s points", commas(row.Points))
		res.Overall = append(res.Overall, row)
		if e.Clan != "" && r.Clans.Size > 0 {
			if clans[e.Clan] == nil {
				sums = append(sums, e.Clan)
			}
			clans[e.Clan] = append(clans[e.Clan], row)
		}
	}
	place(res.Overall, false)
	for _, name := range sums {
		members := clans[name]
		place(members, false)
		if r.Clans.Best > 0 {
			members = members[:min(r.Clans.Best, len(members))]
		}
		row := Row{Entrant: name, Name: name}
		for _, m := range members {
			row.Points += m.Points
			row.At = max(row.At, m.At)
		}
		row.Value, row.Text = row.Points, fmt.Sprintf("%s points", commas(row.Points))
		res.Clans = append(res.Clans, row)
	}
	place(res.Clans, false)
	return res, nil
}

// place sorts rows and gives them their places: the better value, then who had
// it first, then the name.
func place(rows []Row, low bool) {
	slices.SortFunc(rows, func(a, b Row) int {
		better := cmp.Compare(b.Value, a.Value)
		if low {
			better = -better
		}
		return cmp.Or(better, cmp.Compare(a.At, b.At), strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Entrant, b.Entrant))
	})
	for i := range rows {
		rows[i].Place = i + 1
	}
}

// judge decides for every game of an entrant whether it counts. It returns them
// ordered by end.
func judge(w *watch, r *Rules, span Span, entrants []Entrant, games []*Game) []Verdict {
	// An account that two entrants have named belongs to the one whose name
	// sorts first. Joining does not let that happen.
	owner := func(g *Game) *Entrant {
		for i := range entrants {
			for _, a := range entrants[i].Accounts {
				if a.owns(g) {
					return &entrants[i]
				}
			}
		}
		return nil
	}
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
	last := map[key]*Game{}
	for _, g := range games {
		w.tick()
		if g.Start == 0 || span.late(g) {
			continue
		}
		k := key{g.Source, strings.ToLower(g.Account), g.Start}
		if o := last[k]; o == nil || cmp.Or(cmp.Compare(o.Seen, g.Seen), cmp.Compare(o.Pos, g.Pos), strings.Compare(o.ID, g.ID)) < 0 {
			last[k] = g
		}
	}
	var out []Verdict
	for _, g := range games {
		w.tick()
		e := owner(g)
		if e == nil {
			continue
		}
		v := Verdict{Game: g, Entrant: e.ID}
		l := last[key{g.Source, strings.ToLower(g.Account), g.Start}]
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

// value is what one entrant has in a category.
type value struct {
	n     int64
	at    int64
	text  string
	games []*Game
	bonus int64 // points that n does not give
}

// standings are a category's: one, or one for each of what it is of.
func (c *Category) standings(w *watch, r *Rules, entrants []Entrant, counted map[string][]*Game) []Standing {
	m := measures[c.Measure]
	make1 := func(key, title string, low bool, eval func([]*Game) (value, bool)) Standing {
		s := Standing{Key: key, Title: title}
		for _, e := range entrants {
			games := make([]*Game, 0, len(counted[e.ID]))
			for _, g := range counted[e.ID] {
				w.tick()
				if c.filter.Match(g) {
					games = append(games, g)
				}
			}
			v, ok := eval(games)
			if !ok || !low && v.n < max(1, c.Least) {
				continue
			}
			s.Rows = append(s.Rows, Row{Entrant: e.ID, Name: e.Name, Value: v.n, Text: v.text, At: v.at, Games: v.games, Points: v.bonus})
		}
		place(s.Rows, low)
		for i := range s.Rows {
			row := &s.Rows[i]
			if i < len(c.Award) {
				row.Points += c.Award[i]
			}
			row.Points += c.Per * row.Value * boolInt(!low)
		}
		return s
	}
	asc := func(g *Game) bool { w.tick(); return r.Ascended(g) }
	switch c.Measure {
	case "conduct", "feat", "role":
		var out []Standing
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
			out = append(out, make1(c.Key+":"+of, c.Title+": "+of, low, eval))
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
		"unique-deaths": unique(func(g *Game) bool { w.tick(); return g.Outcome == xlog.Died }, func(g *Game) []string { return []string{xlog.PlainDeath(g.Death)} }, "deaths"),
		"combos":        unique(asc, func(g *Game) []string { return []string{g.character()} }, "characters"),
		"roles":         unique(asc, func(g *Game) []string { return []string{g.Role} }, "roles"),
		"feats":         unique(all, func(g *Game) []string { return g.Feats }, "achievements"),
		"bingo":         func(games []*Game) (value, bool) { return c.bingo(w, games) },
	}
	return []Standing{make1(c.Key, c.Title, m.low, evals[c.Measure])}
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
		v.text = commas(v.n) + " " + unit
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
			text := commas(n) + " " + unit
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
		v.text = commas(v.n) + " " + unit
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
	v.text = fmt.Sprintf("%d squares, %d lines", v.n, lines)
	return v, v.n > 0
}
