package score

import "slices"

// Placed is a line of a leaderboard. Value is an int64, or a z-score as text of two
// decimals. Points are those that the place gives, with two decimals at most.
type Placed struct {
	Place  int      `json:"place"`
	Name   string   `json:"name"`
	Value  any      `json:"value"`
	Points *float64 `json:"points,omitempty"`
}

// Listing is a leaderboard, filled.
type Listing struct {
	Key     string   `json:"key"`
	Title   string   `json:"title"`
	Variant string   `json:"variant,omitempty"`
	Players []Placed `json:"players"`
	Clans   []Placed `json:"clans"`
}

// Awarded is a trophy with those who have it, in alphabetical order.
type Awarded struct {
	Key     string   `json:"key"`
	Name    string   `json:"name"`
	Variant string   `json:"variant,omitempty"`
	Players []string `json:"players"`
	Clans   []string `json:"clans"`
}

// Honours holds a result as files and programs have it: the categories and leaderboards,
// the trophies, and the points in all where the rules give some.
type Honours struct {
	Leaderboards []Listing `json:"leaderboards"`
	Trophies     []Awarded `json:"trophies"`
	Unlisted     []Awarded `json:"unlisted,omitempty"` // trophies that count, and are shown nowhere else
	Players      []Placed  `json:"players,omitempty"`
	Clans        []Placed  `json:"clans,omitempty"`
}

// Honours returns what a whole result says.
func (r *Result) Honours() *Honours {
	out := &Honours{Leaderboards: []Listing{}, Trophies: []Awarded{}}
	for i := range r.Categories {
		s, p := &r.Categories[i], &r.rules.parts[i]
		out.Leaderboards = append(out.Leaderboards, Listing{Key: s.Key, Title: s.Title, Variant: s.Variant, Players: p.lines(s.Rows), Clans: p.lines(s.Clans)})
	}
	names := func(rows []Row) []string {
		out := []string{}
		for _, r := range rows {
			out = append(out, r.Name)
		}
		return out
	}
	awarded := func(h Held) Awarded {
		return Awarded{Key: h.Key, Name: h.Name, Variant: h.Variant, Players: names(h.Players), Clans: names(h.Clans)}
	}
	for _, h := range r.Trophies {
		out.Trophies = append(out.Trophies, awarded(h))
	}
	for _, h := range r.Unlisted {
		out.Unlisted = append(out.Unlisted, awarded(h))
	}
	if len(r.rules.Category) > 0 || slices.ContainsFunc(r.rules.parts, func(p part) bool { return p.per != 0 }) {
		out.Players, out.Clans = totals(r.Overall), totals(r.Clans)
	}
	return out
}

// totals returns the points in all.
func totals(rows []Row) (out []Placed) {
	for _, r := range rows {
		out = append(out, Placed{Place: r.Place, Name: r.Name, Value: r.Points})
	}
	return out
}

// lines returns the rows of a part as files have them.
func (p *part) lines(rows []Row) []Placed {
	out := []Placed{}
	for i := range rows {
		r := &rows[i]
		line := Placed{Place: r.Place, Name: r.Name, Value: r.Value}
		switch {
		case p.decimals:
			line.Value = r.Text
		case r.exact != nil:
			line.Value, _ = r.exact.Float64()
		}
		if len(p.award) > 0 || p.hundredth || p.per != 0 {
			f := r.Points.Float()
			line.Points = &f
		}
		out = append(out, line)
	}
	return out
}
