package league

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/query"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// ranking is a criterion by which games are compared.
type ranking struct {
	name, alias string
	of          func(*score.Game) int64
	low         bool // the lowest is the best
	all         bool // of all games; else of ascensions alone
	show        func(int64) string
	words       string
	example     string
}

var rankings = []*ranking{
	{
		name: "turns", alias: "turncount", example: "best turns",
		of: func(f *score.Game) int64 { return f.Turns }, low: true,
		show: func(n int64) string { return query.Commas(n) + " turns" }, words: "ascensions in the fewest turns",
	},
	{
		name: "points", alias: "score", example: "best points wiz",
		of: func(f *score.Game) int64 { return f.Points }, all: true,
		show: func(n int64) string { return query.Commas(n) + " points" }, words: "highest scores of all games",
	},
	{
		name: "realtime", alias: "time", example: "best realtime",
		of: func(f *score.Game) int64 { return f.Realtime }, low: true,
		show: query.Clock, words: "ascensions in the shortest real time",
	},
	{
		name: "conducts", example: "best conducts val 2020",
		of:   func(f *score.Game) int64 { return int64(len(f.Conducts)) },
		show: func(n int64) string { return query.Commas(n) + " conducts" }, words: "ascensions with the most conducts, as their variant counts them",
	},
}

// rankingNames returns what games are compared by, and alias what else each is called.
func rankingNames() (names []string, also map[string]string) {
	also = map[string]string{}
	for _, by := range rankings {
		names = append(names, by.name)
		if by.alias != "" {
			also[by.alias] = by.name
		}
	}
	return names, also
}

func (r *room) best() *commands.Command {
	choices, also := rankingNames()
	ranked := commands.NewChoice(commands.Param{Name: "ranking", Summary: "What to compare games by", Choices: choices, Also: also, Bare: true})
	p := r.query()
	p.Bare, p.Summary = true, "A player, or filters as for last"
	p.Complete = func(set *rules.Set, typed string, most int) []string {
		return append(seq.Filter(choices, func(name string) bool { return asker.HasFold(name, typed) }), r.completeQuery(set, typed, most)...)
	}
	query := commands.NewWords(p)
	cmd := &commands.Command{
		Name: "best", Public: true, SharedName: true, Aliases: []string{"top", "record", "records"}, Summary: "Show the best games by turns, points, real time or conducts",
		Params: commands.Takes(ranked, query),
	}
	for _, by := range rankings {
		cmd.Examples = append(cmd.Examples, by.example)
	}
	cmd.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
		i := slices.IndexFunc(rankings, func(by *ranking) bool { return by.name == ranked.In(c) })
		if i < 0 {
			return commands.Reply{}, problem.New("The best by what?", wording.Prefixed("best ", choices)...)
		}
		q, err := r.ask(ctx, c, query.In(c))
		if err != nil {
			return commands.Reply{}, err
		}
		if q.first {
			return commands.Reply{}, q.uncounted()
		}
		return r.bestGames(ctx, q, rankings[i])
	}
	return cmd
}

// bestShown is how many games a ranking lists, bestNamed how many of them its
// sentence names.
const (
	bestShown = 10
	bestNamed = 3
)

// highestFirst is how many of the highest scores are searched first for those that
// match a query; most queries find theirs there, without a look at all games.
const highestFirst = 1000

// bestGames lists the best games of a ranking; among equals, the earlier is better.
func (r *room) bestGames(ctx context.Context, q *gameQuery, by *ranking) (commands.Reply, error) {
	if !by.all {
		if !q.Where.Part("outcome").Met(&score.Game{Outcome: xlog.Ascended, Death: "ascended"}, q.zone) {
			return commands.Reply{}, problem.New("Only ascensions are ranked by "+by.name+".", "best "+by.name, "best points died")
		}
		q.won = true
	}
	better := func(a, b *score.Game) int {
		d := cmp.Compare(by.of(b), by.of(a))
		if by.low {
			d = -d
		}
		return cmp.Or(d, cmp.Compare(a.End, b.End))
	}
	most, named := max(bestShown, q.count), cmp.Or(q.count, bestNamed)
	var top []*score.Game
	w, err := q.wanted(), error(nil)
	for n := highestFirst; ; n *= 32 {
		if by.all { // by points; ascensions are few
			if w.Points, err = r.book.Highest(ctx, q.wanted(), n); err != nil {
				return commands.Reply{}, err
			}
		}
		top = top[:0]
		if err := r.searchIn(ctx, q, w, func(f *score.Game) bool {
			if by.of(f) <= 0 || len(top) == most && better(f, top[most-1]) >= 0 {
				return true
			}
			i, _ := slices.BinarySearchFunc(top, f, better)
			top = slices.Insert(top, i, f)
			top = top[:min(most, len(top))]
			return true
		}); err != nil {
			return commands.Reply{}, err
		}
		if len(top) == most || w.Points == 0 {
			break
		}
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
		table.Rows = append(table.Rows, []string{strconv.Itoa(i + 1), g.Name, value, g.hero(), ended, g.Source, g.dump})
		data = append(data, g.data())
		if i < named {
			parts = append(parts, fmt.Sprintf("%s %s (%s, %s)", g.Name, value, g.hero(), ended))
		}
	}
	list, told := wording.List(parts, "; ", commands.LineBudget-80)
	table.Told = told
	return commands.Reply{
		Summary: list + ".", Table: table, Data: data,
		Notes: []commands.Note{{Kind: commands.Remarked, Text: by.words + "; wizard and explore mode left out"}},
	}, nil
}
