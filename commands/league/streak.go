package league

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/games/query"
	"delphi/engine/games/score"
	"delphi/engine/games/streak"
	"delphi/engine/games/xlog"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/seq"
)

var (
	across = commands.NewFlag(commands.Param{Name: "across", Summary: "Take all sources as one"})
	going  = commands.NewFlag(commands.Param{Name: "open", Summary: "Only streaks that no game has ended yet"})
	order  = commands.NewChoice(commands.Param{Name: "by", Summary: "Order the games by when they began or ended", Choices: []string{"start", "end"}})
)

func (r *room) streak() *commands.Command {
	p := r.query()
	p.Bare, p.Summary = true, "A player, or filters as for last"
	games := commands.NewWords(p)
	return &commands.Command{
		Name: "streak", Public: true, SharedName: true, Aliases: []string{"streaks"},
		Summary:  "Show the longest ascension streaks, overall or for one player",
		Params:   commands.Takes(across, going, order, games),
		Examples: []string{"streak", "streak stenno", "streak across", "streak open", "streak by end"},

		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			rule := score.DefaultStreak
			rule.Across = across.In(c)
			rule.Order = cmp.Or(order.In(c), rule.Order)
			line := games.In(c)
			if going.In(c) {
				line += " open"
			}
			return r.streakLine(ctx, c, line, rule)
		},
	}
}

// streakWords holds what Sequell's users add that a line about streaks means anyway.
var streakWords = names.Set("s=name win . * x=max(len) max(len) max=len o=max(len) x=max(length) longest")

// streakLine answers a line about streaks. "s=name", as Sequell has it, asks for
// everybody's, which a line without a player does anyway.
func (r *room) streakLine(ctx context.Context, c *commands.Call, line string, rule score.StreakRule) (commands.Reply, error) {
	going := false
	words := slices.DeleteFunc(strings.Fields(line), func(w string) bool {
		w = strings.ToLower(w)
		going = going || openWords[w]
		return streakWords[w] || openWords[w]
	})
	if strings.Contains(" "+line+" ", " . ") {
		words = append(words, "me")
	}
	q, err := r.ask(ctx, c, strings.Join(words, " "))
	if err != nil {
		return commands.Reply{}, err
	}
	if err := q.uncounted(); err != nil {
		return commands.Reply{}, err
	}
	if q.Where.Asks("outcome") {
		return commands.Reply{}, problem.New("A streak is made of all games in a row, so I can't filter by how they ended.", "streak", "streak wiz")
	}
	if q.player == "" || going {
		return r.longest(ctx, q, rule, going)
	}
	return r.streaksOf(ctx, q, rule)
}

// openWords ask for streaks that no game has ended yet.
var openWords = names.Set("open alive ongoing current active unbroken")

// longestShown is how many players' streaks are listed.
const longestShown = 5

// longest lists the longest streaks of all players, one for each; if going, those that may
// go on.
func (r *room) longest(ctx context.Context, q *gameQuery, rule score.StreakRule, going bool) (commands.Reply, error) {
	t, release, err := r.book.Table(ctx)
	if err != nil {
		return commands.Reply{}, err
	}
	defer release()
	asked := &query.Query{Where: q.Cond(), Zone: q.zone}
	if q.player != "" {
		asked.Players = []string{strings.ToLower(q.player)}
	}
	found, err := streak.Search(ctx, t, asked, rule, longestShown, going)
	if err != nil {
		return commands.Reply{}, err
	}
	notes := []commands.Note{{Kind: commands.Remarked, Text: rule.Words()}}
	like, hint := "", "asc"
	if asked.Where != nil || asked.Players != nil {
		like, hint = " like that", "streak"
	}
	if len(found) == 0 && going {
		return commands.Reply{Summary: "No streak of two or more ascensions" + like + " may go on.", Notes: notes, Hints: []string{"streak"}}, nil
	}
	if len(found) == 0 {
		return commands.Reply{}, problem.Newf("I know no streak of two or more ascensions%s.", like).Try(hint)
	}
	parts := make([]string, len(found))
	for i, x := range found {
		parts[i] = fmt.Sprintf("%s %d (until %s)", x.Name, x.Length, day(x.End, q.zone))
	}
	out := commands.Reply{Summary: "Longest streaks: " + strings.Join(parts, ", ") + ".", Notes: notes, Data: found}
	if going {
		out.Summary = "Streaks that may go on: " + strings.Join(parts, ", ") + "."
	}
	return out, nil
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
	roles := seq.Map(run, func(g *score.Game) string { return g.Role })
	dates := func(run []*score.Game) string {
		return "from " + day(run[0].Start, q.zone) + " to " + day(run[len(run)-1].End, q.zone)
	}
	out.Summary = fmt.Sprintf("%s: %d ascensions in a row, %s, %s on %s%s.", latest.Name, len(run), strings.Join(roles, " "), dates(run), run[0].Source, open)
	for i, x := range runs {
		out.Field("streak "+strconv.Itoa(i+1), "%d ascensions in a row %s", len(x), dates(x))
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
