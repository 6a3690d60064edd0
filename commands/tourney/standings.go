package tourney

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/query"
	"delphi/engine/games/score"
	"delphi/engine/problem"
	"delphi/engine/seq"
	"delphi/storage/contest"
	"delphi/storage/contest/audit"
	"delphi/storage/contest/refusal"
)

// standingsParams holds the parameters of standings.
type standingsParams struct {
	category, tournament, entrant commands.Words
	me, clan, chart               commands.Flag
}

func (r *room) standings() *commands.Command {
	x := &standingsParams{
		category:   commands.NewWords(commands.Param{Name: "category", Summary: "A category of the rules, such as turns", Bare: true, Complete: r.completeCategory}),
		tournament: r.tournament(quoted),
		entrant:    commands.NewWords(commands.Param{Name: "entrant", Summary: "An entrant, for their points and games, or how far you are from them", Words: []string{"against"}, Complete: r.completeEntrant}),
		me:         commands.NewFlag(commands.Param{Name: "me", Summary: "Show your own points and games"}),
		clan:       commands.NewFlag(commands.Param{Name: "clan", Summary: "Show the clans", Words: []string{"clans"}}),
		chart:      commands.NewFlag(commands.Param{Name: "chart", Summary: "Show the points over time"}),
	}
	return &commands.Command{
		Name: "standings", ReadOnly: true, Aliases: []string{"scores"},
		Summary:  "Show the points in this channel's tournament",
		Params:   commands.Takes(x.tournament, x.category, x.entrant, x.me, x.clan, x.chart),
		Examples: []string{"standings", "standings turns", "standings clan", "standings me", "standings chart"},

		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			return r.runStandings(ctx, c, x)
		},
	}
}

func (r *room) runStandings(ctx context.Context, c *commands.Call, x *standingsParams) (commands.Reply, error) {
	name, category := x.tournament.In(c), x.category.In(c)
	t, err := r.look(ctx, &c.Request, name)
	if asker.Refused(err, refusal.NoneHere) && category != "" { // "standings autumn dash"
		t, err = r.find(ctx, &c.Request, category)
		category = ""
	}
	if asker.Refused(err, refusal.NoTournament) && category == "" { // `standings "most ascensions"`
		if here, other := r.find(ctx, &c.Request, ""); other == nil {
			t, category, err = here, name, nil
		}
	}
	if err != nil {
		return commands.Reply{}, err
	}
	res, err := r.book.Standings(ctx, t)
	if err != nil {
		return commands.Reply{}, err
	}
	s := &standing{room: r, t: t, res: res}
	s.state, s.out.Moments = r.suffix(t)
	category = wording.WithoutName(category, t.Name) // "standings dash turns" where Dash is on
	person, rival := "", ""
	switch {
	case x.me.In(c):
		if said := x.entrant.In(c); said != "" {
			if rival = personOf(t, said); rival == "" {
				return commands.Reply{}, notEntered(t, said)
			}
		}
		p, err := r.book.People().Person(ctx, asker.User(&c.Request))
		if err != nil {
			return commands.Reply{}, err
		}
		person = p.ID
	case x.entrant.In(c) != "":
		if person = personOf(t, x.entrant.In(c)); person == "" {
			return commands.Reply{}, notEntered(t, x.entrant.In(c))
		}
	case category != "" && !s.has(category):
		person = personOf(t, category) // "standings ann"
	}
	s.out.Question = canonical(c, x, t, category, person)
	switch {
	case person != "":
		err = s.of(person, rival)
	case x.clan.In(c) && category == "":
		err = s.clans()
	case category != "":
		s.ofClans = x.clan.In(c)
		err = s.category(category)
	default:
		s.rows(res.Overall, t.Name+s.state)
		if x.chart.In(c) {
			err = s.chart(ctx)
		}
	}
	s.out.Menu = s.menu()
	return s.out, err
}

// mostCategories is how many categories a menu offers.
const mostCategories = 18

// menu lists the other views of the standings, by the tournament's id.
func (s *standing) menu() *commands.Menu {
	line := "standings tournament:" + strconv.Quote(s.t.ID)
	m := &commands.Menu{Prompt: "Another view", Choices: []commands.Next{{Label: "Overall", Line: line}}}
	for _, x := range s.res.Categories {
		if !strings.Contains(x.Key, ":") && len(m.Choices) <= mostCategories {
			m.Choices = append(m.Choices, commands.Next{Label: x.Title, Line: line + " category:" + strconv.Quote(x.Key)})
		}
	}
	if len(s.res.Trophies) > 0 {
		m.Choices = append(m.Choices, commands.Next{Label: "Trophies", Line: line + " category:trophies"})
	}
	if len(s.res.Clans) > 0 {
		m.Choices = append(m.Choices, commands.Next{Label: "Clans", Line: line + " clan"})
	}
	m.Choices = append(m.Choices, commands.Next{Label: "My points and games", Line: line + " me"}, commands.Next{Label: "Chart", Line: line + " chart"})
	return m
}

// canonical returns what was answered, with the tournament and the entrant by their
// ids.
func canonical(c *commands.Call, x *standingsParams, t *contest.Tourney, category, person string) string {
	full := *c
	full.Values = make([]commands.Value, len(c.Values))
	say := func(p *commands.Param, text string) {
		if text != "" {
			*full.Value(p) = commands.Value{Said: true, Text: text}
		}
	}
	say(x.tournament.Param, t.ID)
	switch {
	case person != "":
		say(x.entrant.Param, person)
	case x.clan.In(c) || category != "":
		if x.clan.In(c) {
			say(x.clan.Param, "clan")
		}
		say(x.category.Param, category)
	case x.chart.In(c):
		say(x.chart.Param, "chart")
	}
	return full.Line()
}

// suffix returns a tournament's state as it follows its name, and a time that it
// mentions. It is empty while people may join.
func (r *room) suffix(t *contest.Tourney) (string, []commands.Moment) {
	state, moments := r.state(t)
	switch {
	case t.Final != nil:
		return " (final)", nil
	case !r.joinable(t):
		return " (" + state + ")", moments
	}
	return "", nil
}

// standing is the answer about one tournament's count.
type standing struct {
	room  *room
	t     *contest.Tourney
	res   *score.Result
	state string
	out   commands.Reply

	ofClans bool // a leaderboard is asked for that of clans
}

func (s *standing) has(category string) bool {
	_, ok := s.res.Standing(category)
	return ok || s.trophies(category)
}

// personOf returns the person that an entrant's name or person's id means, or "" if
// there is none.
func personOf(t *contest.Tourney, name string) string {
	for _, e := range t.Entrants {
		if strings.EqualFold(e.Person, name) {
			return e.Person
		}
	}
	i := slices.IndexFunc(t.Entrants, func(e contest.Entrant) bool { return strings.EqualFold(e.Name, name) })
	if i < 0 {
		return ""
	}
	return t.Entrants[i].Person
}

// notEntered returns the error for a name that belongs to no entrant.
func notEntered(t *contest.Tourney, name string) error {
	return problem.New(fmt.Sprintf("%q is not in %s.", wording.Typed(name), t.Name), "tourney entrants")
}

func (s *standing) clans() error {
	if len(s.res.Clans) == 0 {
		return problem.New("There are no clans in "+s.t.Name+".", "clan join Demigods", "rules")
	}
	s.rows(s.res.Clans, s.t.Name+" clans"+s.state)
	return nil
}

func (s *standing) category(key string) error {
	x, ok := s.res.Standing(key)
	if !ok && s.trophies(key) {
		return nil
	}
	if !ok {
		var keys []string
		for _, x := range s.res.Categories {
			if !strings.Contains(x.Key, ":") {
				keys = append(keys, "standings "+x.Key)
			}
		}
		return problem.New(fmt.Sprintf("%s has no category %q.", s.t.Name, wording.Typed(key)), append(keys, "standings clan", "standings me")...)
	}
	switch title := s.t.Name + ", " + x.Title; {
	case s.ofClans || len(x.Rows) == 0 && len(x.Clans) > 0:
		s.rows(x.Clans, title+", clans"+s.state)
	default:
		s.rows(x.Rows, title+s.state)
	}
	return nil
}

// steps hints at why, if there are games behind the points.
func (s *standing) steps() {
	if s.out.Hints = []string{"why"}; len(s.out.Fields) == 0 {
		s.out.Hints = []string{"rules"}
	}
}

// placesShown is how many places the sentence of standings names.
const placesShown = 5

// worth returns somebody's total as a figure.
func worth(res *score.Result, row *score.Row) string {
	if res.Pointless() {
		return query.Commas(row.Value)
	}
	return row.Points.String()
}

// value returns the same as a number.
func value(res *score.Result, row *score.Row) float64 {
	if res.Pointless() {
		return float64(row.Value)
	}
	return row.Points.Float()
}

// rows shows a ranking. Where no place gives points, none are shown.
func (s *standing) rows(rows []score.Row, title string) {
	if len(rows) == 0 {
		s.out.Summary = title + ": nobody yet."
		if s.out.Hints = []string{"join as ACCOUNT", "rules"}; !s.room.joinable(s.t) {
			s.out.Hints = []string{"rules", "tourney list"}
		}
		return
	}
	given := slices.ContainsFunc(rows, func(r score.Row) bool { return r.Points != 0 }) || !s.res.Pointless()
	table := &commands.Table{Columns: []string{"", "who", "what"}}
	if given {
		table.Columns = append(table.Columns, "points")
	}
	var parts []string
	for i, row := range rows {
		cells := []string{strconv.Itoa(row.Place), row.Name, row.Text}
		if given {
			cells = append(cells, row.Points.String())
		}
		table.Rows = append(table.Rows, cells)
		if i < placesShown {
			part := fmt.Sprintf("%d. %s %s", row.Place, row.Name, row.Text)
			if given && !strings.HasSuffix(row.Text, "point") && !strings.HasSuffix(row.Text, "points") {
				part += " (" + row.Points.String() + ")"
			}
			parts = append(parts, part)
		}
	}
	s.out.Summary = title + ": " + strings.Join(parts, ", ") + wording.AndMore(len(rows)-len(parts)) + "."
	s.out.Table, table.Told = table, len(parts)
	for _, g := range s.res.Behind(&rows[0]) {
		s.out.Field(rows[0].Name, "%s", audit.Line(g))
	}
	s.steps()
	s.out.Data = standingData(rows)
}

// trophies lists who has which trophies, or who has a particular one.
func (s *standing) trophies(key string) bool {
	if len(s.res.Trophies) == 0 {
		return false
	}
	names := func(rows []score.Row) (out []string) {
		for _, r := range rows {
			out = append(out, r.Name)
		}
		return out
	}
	if key == "trophies" || key == "trophy" {
		table := &commands.Table{Columns: []string{"trophy", "who", "clans"}}
		var parts []string
		won := 0
		for i := range s.res.Trophies {
			h := &s.res.Trophies[i]
			table.Rows = append(table.Rows, []string{h.Name, strings.Join(names(h.Players), ", "), strings.Join(names(h.Clans), ", ")})
			if len(h.Players) > 0 {
				won++
				parts = append(parts, fmt.Sprintf("%s %d", h.Name, len(h.Players)))
			}
		}
		s.out.Table = table
		if s.out.Summary = fmt.Sprintf("%s%s: none of the %d trophies has been won yet.", s.t.Name, s.state, len(table.Rows)); won > 0 {
			before := fmt.Sprintf("%s%s: %d of %d trophies have been won: ", s.t.Name, s.state, won, len(table.Rows))
			list, _ := wording.List(parts, ", ", commands.LineBudget-len(before))
			s.out.Summary = before + list + "."
		}
		return true
	}
	i := slices.IndexFunc(s.res.Trophies, func(h score.Held) bool { return strings.EqualFold(h.Key, key) || strings.EqualFold(h.Name, key) })
	if i < 0 {
		return false
	}
	h := &s.res.Trophies[i]
	before := fmt.Sprintf("%s, %s%s: ", s.t.Name, h.Name, s.state)
	list, _ := wording.List(names(h.Players), ", ", commands.LineBudget-len(before))
	if s.out.Summary = before + list + "."; len(h.Players) == 0 {
		s.out.Summary = before + "nobody has won it yet."
	}
	if len(h.Clans) > 0 {
		s.out.Field("clans", "%s", strings.Join(names(h.Clans), ", "))
	}
	return true
}

// chartPoints is how many points in time a chart has, chartSeries how many
// entrants.
const (
	chartPoints = 24
	chartSeries = 5
)

// chart draws the points of the first few over time.
func (s *standing) chart(ctx context.Context) error {
	t := s.t
	end := min(t.Until, s.room.book.Now().Unix())
	if end <= t.From {
		return problem.New(t.Name+" has not begun yet.", "tourney")
	}
	times := make([]int64, chartPoints+1)
	for i := range times {
		times[i] = t.From + (end-t.From)*int64(i)/chartPoints
	}
	first := seq.Map(s.res.Overall[:min(chartSeries, len(s.res.Overall))], func(top score.Row) string { return top.Entrant })
	then, err := s.room.book.Progress(ctx, t, first, times)
	if err != nil {
		return err
	}
	chart := &commands.Chart{Kind: commands.Steps, Title: t.Name + ": points over time", X: "hours", Y: "points"}
	if s.res.Pointless() {
		chart.Title, chart.Y = t.Name+": trophies over time", "trophies"
	}
	for _, top := range s.res.Overall[:min(chartSeries, len(s.res.Overall))] {
		line := commands.Series{Name: top.Name}
		for i, at := range then {
			for _, row := range at.Overall {
				if row.Entrant == top.Entrant {
					line.Points = append(line.Points, commands.Point{X: float64(times[i]-t.From) / 3600, Y: value(at, &row)})
					chart.YMax = max(chart.YMax, value(at, &row))
				}
			}
		}
		chart.Series = append(chart.Series, line)
	}
	s.out.Chart = chart
	return nil
}

// standingRow is a place in a ranking in machine-readable form.
type standingRow struct {
	Place  int          `json:"place"`
	Who    string       `json:"who"`
	Value  int64        `json:"value"`
	What   string       `json:"what"`
	Points score.Points `json:"points"`
	Games  int          `json:"games"`
}

func standingData(rows []score.Row) []standingRow {
	out := make([]standingRow, len(rows))
	for i, r := range rows {
		out[i] = standingRow{r.Place, r.Name, r.Value, r.Text, r.Points, r.Games}
	}
	return out
}
