package score

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"delphi/engine/games/query"
)

// Result returns the current count: up to most rows of everything, or all of them and
// the trophies if most is 0. Its only error is that of a cancelled ctx.
func (c *Count) Result(ctx context.Context, most int) (*Result, error) {
	if err := c.settle(ctx); err != nil {
		return nil, err
	}
	most = cmp.Or(most, math.MaxInt)
	res := &Result{rules: c.rules}
	for i, l := range c.ladders {
		s := Standing{Key: l.key, Title: l.title, Variant: l.variant, Board: l.shared}
		s.Rows, s.Clans = c.rows(l, i, l.rungs, most), c.rows(l, i, l.clan, most)
		res.Categories = append(res.Categories, s)
	}
	for i, p := range c.order[:min(most, len(c.order))] {
		row := c.overallRow(&p.party, p.points, c.rules.pointless)
		row.Place, row.all, row.Games = i+1, true, p.counted
		if i > 0 && c.rules.pointless && row.Value == res.Overall[i-1].Value {
			row.Place = res.Overall[i-1].Place
		}
		res.Overall = append(res.Overall, row)
	}
	res.Clans = c.clanRows(most)
	if most == math.MaxInt {
		res.Trophies, res.Unlisted = c.held(false), c.held(true)
	}
	res.players = slices.Clone(c.order)
	res.span, res.games = c.span, c.games
	return res, nil
}

// From makes a result ask for games elsewhere, as of when it was made.
func (r *Result) From(games func(ids []string) [][]*Game) { r.games = games }

// judge says which games of a player count.
func (r *Result) judge(p *player) []Verdict {
	return r.rules.verdicts(nil, r.span, &p.Entrant, r.games([]string{p.ID})[0])
}

// rows returns the first rows of a ladder.
func (c *Count) rows(l *ladder, part int, rungs []*rung, most int) []Row {
	c.placed(l, part, rungs, most)
	rungs = rungs[:min(most, len(rungs))]
	if len(rungs) == 0 {
		return nil
	}
	out := make([]Row, 0, len(rungs))
	for _, r := range rungs {
		row := Row{Entrant: r.of.id, Name: r.of.name, Value: r.n, Text: l.text(&r.value), Points: r.gives, Place: r.place, At: r.at, Games: len(r.games), games: r.games, exact: r.exact}
		if r.exact != nil {
			x, _ := r.exact.Float64()
			row.Value = int64(math.Floor(x))
		}
		out = append(out, row)
	}
	return out
}

// overallRow returns what somebody has in all, points or trophies, without a place.
func (c *Count) overallRow(p *party, points Points, pointless bool) Row {
	row := Row{Entrant: p.id, Name: p.name, Points: points, Value: int64(points) / 100, Text: points.Words(), At: p.at}
	if pointless {
		n := c.rules.listedTrophies(p.has)
		row.Value, row.Text = int64(n), query.Commas(int64(n))+" trophies"
		if n == 1 {
			row.Text = "1 trophy"
		}
	}
	return row
}

// clanRows returns the places of clans: by the points of their members and their own.
func (c *Count) clanRows(most int) (out []Row) {
	for _, g := range c.clans {
		points := g.points
		in := g.members
		if best := c.rules.Clans.Best; best > 0 {
			in = in[:min(best, len(in))]
		}
		row := c.overallRow(&g.party, points, c.rules.pointless && !c.rules.priced)
		if len(c.rules.Category) > 0 {
			for _, p := range in {
				points += p.points
				row.At = max(row.At, p.at)
			}
			row.Points, row.Value, row.Text = points, int64(points)/100, points.Words()
		}
		out = append(out, row)
	}
	slices.SortFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Value, a.Value), cmp.Compare(a.At, b.At), strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Entrant, b.Entrant))
	})
	for i := range out {
		out[i].Place = i + 1
	}
	return out[:min(most, len(out))]
}

// held returns the trophies that are listed, or those that are not, with those who have
// them.
func (c *Count) held(unlisted bool) (out []Held) {
	by := func(a, b Row) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Entrant, b.Entrant))
	}
	for i := range c.rules.trophies {
		t := &c.rules.trophies[i]
		if t.Unlisted != unlisted {
			continue
		}
		h := Held{Key: t.Key, Name: t.Name, Variant: t.variant, Points: pointsOf(rat(t.Points))}
		for _, p := range c.order {
			if p.has.has(i) {
				h.Players = append(h.Players, Row{Entrant: p.ID, Name: p.Name})
			}
		}
		for _, g := range c.clans {
			if g.has.has(i) {
				h.Clans = append(h.Clans, Row{Entrant: g.id, Name: g.name})
			}
		}
		slices.SortFunc(h.Players, by)
		slices.SortFunc(h.Clans, by)
		out = append(out, h)
	}
	return out
}

// TrophyKeys returns the keys of the trophies of a set that Count.Trophies gives, but those
// that are not listed.
func (r *Rules) TrophyKeys(has []uint64) (out []string) {
	for i := range r.trophies {
		if !r.trophies[i].Unlisted && trophySet(has).has(i) {
			out = append(out, r.trophies[i].Key)
		}
	}
	return out
}

// Pointless reports whether nothing gives players points.
func (r *Rules) Pointless() bool { return r.pointless }

// TrophySet returns the set of the trophies of some keys.
func (r *Rules) TrophySet(keys []string) []uint64 {
	out := r.noTrophies()
	for i := range r.trophies {
		if slices.Contains(keys, r.trophies[i].Key) {
			out.add(i)
		}
	}
	return out
}

// TrophyName returns the name of the trophy with a key, or "".
func (r *Rules) TrophyName(key string) string {
	if i := slices.IndexFunc(r.trophies, func(t Trophy) bool { return t.Key == key }); i >= 0 {
		return r.trophies[i].Name
	}
	return ""
}

// EachTrophies gives the trophies of every entrant, as Count.Trophies does.
func (r *Result) EachTrophies(each func(id string, has []uint64)) {
	for _, p := range r.players {
		each(p.ID, p.has)
	}
}

// Standing returns a category by its key, loosely: "turns", "conduct:vegan", or
// the beginning of a title.
func (r *Result) Standing(key string) (*Standing, bool) {
	key = strings.ToLower(strings.TrimSpace(key))
	i := slices.IndexFunc(r.Categories, func(s Standing) bool {
		return strings.EqualFold(s.Key, key) || strings.EqualFold(s.Title, key)
	})
	if i < 0 && key != "" {
		i = slices.IndexFunc(r.Categories, func(s Standing) bool { return strings.Contains(strings.ToLower(s.Title), key) })
	}
	if i < 0 {
		return nil, false
	}
	return &r.Categories[i], true
}
