package tourney

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/score"
	"delphi/engine/problem"
	"delphi/storage/contest/audit"
)

// partsShown is how many of the things that give an entrant points the sentence names.
const partsShown = 6

// of shows what one entrant has in each category and the gap to the next place, or to a
// rival, who may be "". For why it shows the ledger: which games gave how much for what, and which were refused.
func (s *standing) of(person, rival string) error {
	i := slices.IndexFunc(s.res.Overall, func(x score.Row) bool { return strings.EqualFold(x.Entrant, person) })
	if x := s.t.Disqualified(person); i < 0 && x != nil {
		s.out.Summary = fmt.Sprintf("%s: %s.", s.t.Name, x.Words(func(string) string { return "this entrant" }))
		return nil
	}
	if i < 0 {
		return problem.New("You are not in "+s.t.Name+".", "join as ACCOUNT")
	}
	row, other := &s.res.Overall[i], i-1
	if rival != "" {
		other = slices.IndexFunc(s.res.Overall, func(x score.Row) bool { return x.Entrant == rival })
	}
	table := &commands.Table{Columns: []string{"category", "place", "what", "points"}}
	var parts []string
	for k := range s.res.Categories {
		c := &s.res.Categories[k]
		for n := range c.Rows {
			x := &c.Rows[n]
			if x.Entrant != row.Entrant {
				continue
			}
			table.Rows = append(table.Rows, []string{c.Title, strconv.Itoa(x.Place), x.Text, x.Points.String()})
			switch {
			case x.Points != 0:
				parts = append(parts, c.Title+" "+x.Points.String())
			case s.res.Pointless() && x.Place <= placesShown:
				parts = append(parts, fmt.Sprintf("%s %d.", c.Title, x.Place))
			}
			s.booked(c, x)
		}
	}
	for k := range s.res.Trophies {
		h := &s.res.Trophies[k]
		if slices.ContainsFunc(h.Players, func(r score.Row) bool { return r.Entrant == row.Entrant }) {
			table.Rows = append(table.Rows, []string{h.Name, "", "trophy", h.Points.String()})
			s.out.Field("trophy", "%s", h.Name)
			if h.Points != 0 {
				parts = append(parts, h.Name+" "+h.Points.String())
			}
		}
	}
	for _, n := range s.t.About(row.Entrant) {
		x, name := &s.t.Rulings[n-1], "ruling "+strconv.Itoa(n)
		if x.Undone != "" {
			name += ", undone by " + x.Undone + ","
		}
		s.out.Field(name, "%s", x.Words(s.t.Called()))
	}
	counted, refused := 0, 0
	for _, v := range s.res.Verdicts(row.Entrant) {
		verdict := "counted"
		if v.Counted {
			counted++
		} else {
			refused++
			verdict = "refused (" + v.Reason + ")"
		}
		s.out.Field(verdict, "%s", audit.Line(v.Game))
	}
	s.steps()
	s.out.Table = table
	s.out.Summary = fmt.Sprintf("%s in %s: place %d with %s", row.Name, s.t.Name, row.Place, row.Text)
	if len(parts) > 0 {
		shown := min(partsShown, len(parts))
		s.out.Summary += " (" + strings.Join(parts[:shown], ", ") + wording.AndMore(len(parts)-shown) + ")"
	}
	s.out.Summary += fmt.Sprintf("; %s counted, %d refused%s.", asker.Many(counted, "game"), refused, s.gap(i, other))
	s.out.Data = standingData([]score.Row{*row})
	return nil
}

// booked notes in the ledger what a place in a category gives, and for which games.
func (s *standing) booked(c *score.Standing, x *score.Row) {
	book := "+" + x.Points.String()
	if x.Points == 0 {
		if !s.res.Pointless() || x.Value == 0 {
			return
		}
		book = fmt.Sprintf("place %d", x.Place)
	}
	of := ""
	if games := s.res.Behind(x); len(games) > 0 {
		of = ": " + audit.Line(games[0])
		if len(games) > 1 {
			of += fmt.Sprintf(", and %d more", len(games)-1)
		}
	}
	if x.Points == 0 {
		s.out.Field(book, "%s with %s%s", c.Title, x.Text, of)
		return
	}
	s.out.Field(book, "%s, place %d with %s%s", c.Title, x.Place, x.Text, of)
}

// gap returns how far somebody is behind another, and which place in a category would
// close the gap.
func (s *standing) gap(i, other int) string {
	rows := s.res.Overall
	if other < 0 || s.res.Pointless() || rows[0].Points == 0 {
		return ""
	}
	ahead := &rows[other]
	behind := ahead.Points - rows[i].Points
	if other > i {
		return fmt.Sprintf("; %s ahead of %s", (-behind).Words(), ahead.Name)
	}
	out := fmt.Sprintf("; %s behind %s", behind.Words(), ahead.Name)
	if behind == 0 && rows[i].Points == 0 {
		return ""
	}
	if behind == 0 {
		return fmt.Sprintf("; level with %s, who got there first", ahead.Name)
	}
	for k := range s.res.Categories {
		c := &s.res.Categories[k]
		mine := slices.IndexFunc(c.Rows, func(r score.Row) bool { return r.Entrant == rows[i].Entrant })
		for n := range c.Rows[:max(mine, 0)] {
			if up := c.Rows[n].Points - c.Rows[mine].Points; up > behind || up == behind && c.Rows[n].Entrant == ahead.Entrant {
				return out + fmt.Sprintf(", which place %d in %s (%s) would close", c.Rows[n].Place, c.Title, c.Rows[n].Text)
			}
		}
	}
	return out
}
