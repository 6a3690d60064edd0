package league

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/problem"
	"delphi/engine/score"
	"delphi/engine/xlog"
)

var (
	across = commands.NewFlag(commands.Param{Name: "across", Summary: "Count all servers as one"})
	order  = commands.NewChoice(commands.Param{Name: "by", Summary: "Order the games by when they began or ended", Choices: []string{"start", "end"}})
)

func (r *room) streak() *commands.Command {
	p := r.query()
	p.Bare, p.Summary = true, "A player, or filters as for last"
	query := commands.NewWords(p)
	return &commands.Command{
		Name: "streak", Anybody: true, Shared: true, Aliases: []string{"streaks"},
		Summary:  "Show the longest ascension streaks, overall or for one player",
		Params:   commands.Takes(across, order, query),
		Examples: []string{"streak", "streak stenno", "streak across", "streak by end"},

		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			rule := score.DefaultStreak
			rule.Across = across.In(c)
			rule.Order = cmp.Or(order.In(c), rule.Order)
			return r.streakLine(ctx, c, query.In(c), rule)
		},
	}
}

// streakLine answers a line about streaks. "s=name", as Sequell has it, asks for
// everybody's, which a line without a player does anyway.
func (r *room) streakLine(ctx context.Context, c *commands.Call, line string, rule score.StreakRule) (commands.Reply, error) {
	words := slices.DeleteFunc(strings.Fields(line), func(w string) bool { return w == "s=name" || w == "win" || w == "." })
	if strings.Contains(" "+line+" ", " . ") {
		words = append(words, "me")
	}
	q, err := r.ask(ctx, c, strings.Join(words, " "))
	if err != nil {
		return commands.Reply{}, err
	}
	if q.Where.Asks("outcome") {
		return commands.Reply{}, problem.New("A streak is made of all games in a row, so I can't filter by how they ended.", "streak", "streak wiz")
	}
	if q.player == "" {
		return r.longest(ctx, q, rule)
	}
	return r.streaksOf(ctx, q, rule)
}

// longestShown is how many players' streaks are listed.
const longestShown = 5

// longest lists the longest streaks of all players, one for each.
func (r *room) longest(ctx context.Context, q *gameQuery, rule score.StreakRule) (commands.Reply, error) {
	asc := *q
	asc.won = true
	wins := map[string]int{}
	if err := r.search(ctx, &asc, func(f *score.Game) bool { wins[strings.ToLower(f.Name)]++; return true }); err != nil {
		return commands.Reply{}, err
	}
	players := make([]string, 0, len(wins))
	for p := range wins {
		players = append(players, p)
	}
	// Players are looked at by how often they won. One with no more wins than
	// the shortest streak of the list is long cannot have a longer one.
	slices.SortFunc(players, func(a, b string) int { return cmp.Or(cmp.Compare(wins[b], wins[a]), strings.Compare(a, b)) })
	var rows [][]*score.Game
	for _, p := range players {
		if wins[p] < 2 || len(rows) == longestShown && wins[p] <= len(rows[longestShown-1]) {
			break
		}
		one := *q
		one.player = p
		runs, _, err := r.streaks(ctx, &one, rule)
		if err != nil {
			return commands.Reply{}, err
		}
		if len(runs) > 0 {
			rows = append(rows, runs[0])
			slices.SortStableFunc(rows, func(a, b []*score.Game) int { return cmp.Compare(len(b), len(a)) })
			rows = rows[:min(longestShown, len(rows))]
		}
	}
	if len(rows) == 0 {
		return commands.Reply{}, problem.New("I have no streak of two or more ascensions.", "asc")
	}
	parts := make([]string, len(rows))
	for i, run := range rows {
		parts[i] = fmt.Sprintf("%s %d (until %s)", run[0].Name, len(run), day(run[len(run)-1].End, q.zone))
	}
	return commands.Reply{Summary: "Longest streaks: " + strings.Join(parts, ", ") + ".", Notes: []commands.Note{{Kind: commands.Remarked, Text: rule.Words()}}}, nil
}

// streaksOf shows the streaks of one player.
func (r *room) streaksOf(ctx context.Context, q *gameQuery, rule score.StreakRule) (commands.Reply, error) {
	runs, latest, err := r.streaks(ctx, q, rule)
	if err != nil {
		return commands.Reply{}, err
	}
	if latest == nil {
		return commands.Reply{}, r.none(ctx, q, "game")
	}
	out := commands.Reply{Notes: []commands.Note{{Kind: commands.Remarked, Text: rule.Words()}}}
	if len(runs) == 0 {
		out.Summary = latest.Name + " has no streak of two or more ascensions."
		return out, nil
	}
	run := runs[0]
	open := ""
	if run[len(run)-1] == latest {
		open = ", and it may go on"
	}
	var roles []string
	for _, g := range run {
		roles = append(roles, g.Role)
	}
	dates := func(run []*score.Game) string {
		return "from " + day(run[0].Start, q.zone) + " to " + day(run[len(run)-1].End, q.zone)
	}
	out.Summary = fmt.Sprintf("%s: %d ascensions in a row, %s, %s on %s%s.", latest.Name, len(run), strings.Join(roles, " "), dates(run), run[0].Source, open)
	for i, x := range runs {
		out.Field(strconv.Itoa(i+1), "%d %s", len(x), dates(x))
	}
	return out, nil
}

// streaks returns a player's streaks, longest first, and the player's latest game, or
// nil if there is none.
func (r *room) streaks(ctx context.Context, q *gameQuery, rule score.StreakRule) (runs [][]*score.Game, latest *score.Game, err error) {
	var games []*score.Game
	err = r.search(ctx, q, func(f *score.Game) bool {
		games = append(games, f)
		return true
	})
	if len(games) > 0 {
		latest = games[0]
	}
	return score.Streaks(games, rule, func(g *score.Game) bool { return g.Outcome == xlog.Ascended }, false), latest, err
}
