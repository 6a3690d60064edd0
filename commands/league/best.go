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

// ranking is something that games are compared by.
type ranking struct {
	name, alias, summary string
	of                   func(found) int64
	low                  bool // the lowest is the best
	all                  bool // of all games; else of ascensions alone
	show                 func(int64) string
	words                string
	example              string
}

var rankings = []*ranking{
	{
		name: "turns", summary: "Show the ascensions in the fewest turns", example: "best turns",
		of: func(f found) int64 { return f.Turns }, low: true,
		show: func(n int64) string { return score.Commas(n) + " turns" }, words: "ascensions in the fewest turns",
	},
	{
		name: "points", alias: "score", summary: "Show the highest scores of all games", example: "best points wiz",
		of: func(f found) int64 { return f.Points }, all: true,
		show: func(n int64) string { return score.Commas(n) + " points" }, words: "highest scores of all games",
	},
	{
		name: "realtime", alias: "time", summary: "Show the ascensions in the shortest real time", example: "best realtime",
		of: func(f found) int64 { return f.Realtime }, low: true,
		show: score.Clock, words: "ascensions in the shortest real time",
	},
	{
		name: "conducts", summary: "Show the ascensions with the most conducts", example: "best conducts val 2020",
		of:   func(f found) int64 { return int64(f.kept.Conducts) },
		show: func(n int64) string { return score.Commas(n) + " conducts" }, words: "ascensions with the most conducts, as their variant counts them",
	},
}

func (r *room) best() *commands.Command {
	cmd := &commands.Command{Name: "best", Aliases: []string{"top", "record", "records"}, Summary: "Show the best games by turns, points, real time or conducts"}
	for _, by := range rankings {
		query := commands.NewText(r.query())
		sub := &commands.Command{
			Name: by.name, Summary: by.summary, Params: commands.Takes(query), Examples: []string{by.example},
			Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
				q, err := r.ask(ctx, c, query.In(c))
				if err != nil {
					return commands.Reply{}, err
				}
				return r.bestGames(ctx, q, by)
			},
		}
		if by.alias != "" {
			sub.Aliases = []string{by.alias}
		}
		cmd.Subs = append(cmd.Subs, sub)
		cmd.Examples = append(cmd.Examples, by.example)
	}
	return cmd
}

// bestShown is how many games a ranking lists, bestNamed how many of them its
// sentence names.
const (
	bestShown = 10
	bestNamed = 3
)

// bestGames lists the best games of a ranking; of equals, the earlier is better.
func (r *room) bestGames(ctx context.Context, q *gameQuery, by *ranking) (commands.Reply, error) {
	if !by.all {
		if len(q.Outcomes) > 0 && !slices.Equal(q.Outcomes, []xlog.Outcome{xlog.Ascended}) {
			return commands.Reply{}, problem.New("Only ascensions are ranked by "+by.name+".", "best "+by.name, "best points died")
		}
		q.Outcomes = []xlog.Outcome{xlog.Ascended}
	}
	better := func(a, b found) int {
		d := cmp.Compare(by.of(b), by.of(a))
		if by.low {
			d = -d
		}
		return cmp.Or(d, cmp.Compare(a.End, b.End))
	}
	var top []found
	if err := r.search(ctx, q, false, func(f found) bool {
		if by.of(f) <= 0 || len(top) == bestShown && better(f, top[bestShown-1]) >= 0 {
			return true
		}
		i, _ := slices.BinarySearchFunc(top, f, better)
		top = slices.Insert(top, i, keep(f))
		top = top[:min(bestShown, len(top))]
		return true
	}); err != nil {
		return commands.Reply{}, err
	}
	if len(top) == 0 {
		return commands.Reply{}, r.none(ctx, q, "game")
	}
	table := &commands.Table{Columns: []string{"", "player", by.name, "hero", "ended", "source", "dump log"}}
	var data []gameAnswer
	var parts []string
	for i, f := range top {
		g, err := r.filled(ctx, f)
		if err != nil {
			return commands.Reply{}, err
		}
		value, ended := by.show(by.of(f)), day(g.End, q.zone)
		table.Rows = append(table.Rows, []string{strconv.Itoa(i + 1), g.Account, value, g.hero(), ended, g.Source, g.dump})
		data = append(data, g.data())
		if i < bestNamed {
			parts = append(parts, fmt.Sprintf("%s %s (%s, %s)", g.Account, value, g.hero(), ended))
		}
	}
	return commands.Reply{
		Summary: strings.Join(parts, "; ") + ".", Table: table, Data: data,
		Notes: []commands.Note{{Kind: commands.Assumed, Text: by.words + "; wizard and explore mode left out"}},
	}, nil
}
