package league

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/query"
	"delphi/engine/games/question"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/engine/problem"
)

func (r *room) last() *commands.Command {
	query := commands.NewText(r.query())
	return &commands.Command{
		Name: "last", Public: true, SharedName: true, Aliases: []string{"lastgame"},
		Summary:  "Show the latest game, overall or for one player",
		Params:   commands.Takes(query),
		Examples: []string{"last", "last wiz not quit", "last since 2020-11 turns<20000"},

		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			q, err := r.ask(ctx, c, latestSpan(query.In(c), r.book.Now()))
			if err != nil {
				return commands.Reply{}, err
			}
			if q.count > 1 { // a list is what query has
				return r.answerQuery(ctx, c, "last "+query.In(c))
			}
			var hit *score.Game
			if err := r.search(ctx, q, func(g *score.Game) bool { hit = g; return q.first }); err != nil {
				return commands.Reply{}, err
			}
			if hit == nil {
				return commands.Reply{}, r.none(ctx, q, "game")
			}
			g, err := r.filled(ctx, hit)
			if err != nil {
				return commands.Reply{}, err
			}
			before := ""
			if q.first {
				before = "The first: "
			}
			return r.answerGame(g, q.zone, before), nil
		},
	}
}

// latestSpan puts back the "last" of a time that the name of the command has taken: "last
// month".
func latestSpan(text string, now time.Time) string {
	words := strings.Fields("last " + text)
	word := func(i int) string {
		if i < len(words) {
			return strings.ToLower(strings.TrimRight(words[i], ",?!."))
		}
		return ""
	}
	if _, _, used, err := (&question.Reader{Now: now}).Span(word); used > 1 && err == nil {
		return strings.Join(words, " ")
	}
	return text
}

func (r *room) asc() *commands.Command {
	query := commands.NewText(r.query())
	return &commands.Command{
		Name: "asc", Public: true, SharedName: true, Aliases: []string{"lastasc", "ascensions", "ascension", "won"},
		Summary:  "Show the latest ascension, overall or for one player",
		Params:   commands.Takes(query),
		Examples: []string{"asc", "asc val turns<30000", "asc 2020"},

		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			q, err := r.ask(ctx, c, query.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			if q.count > 1 {
				return r.answerQuery(ctx, c, "last "+query.In(c)+" wins")
			}
			q.won = true
			var hit *score.Game
			n := 0
			kinds := breakdown{}
			if err := r.search(ctx, q, func(g *score.Game) bool {
				if n++; n == 1 || q.first {
					hit = g
				}
				kinds.add(g)
				return true
			}); err != nil {
				return commands.Reply{}, err
			}
			which := "latest"
			if q.first {
				which = "first"
			}
			before := "The " + which + " of " + asker.Many(n, "ascension") + ": "
			if q.player != "" {
				before = asker.Many(n, "ascension") + " (" + kinds.words(breakdownShown) + "), the " + which + ": "
			}
			switch n {
			case 0:
				return commands.Reply{}, r.none(ctx, q, "ascension")
			case 1:
				before = "The only ascension: "
			}
			g, err := r.filled(ctx, hit)
			if err != nil {
				return commands.Reply{}, err
			}
			out := r.answerGame(g, q.zone, before)
			if n > 1 {
				for i, kind := range kindsOfHero {
					out.Field(kind, "%s", counted(kinds[i], 1000))
				}
			}
			out.Notes = append(out.Notes, commands.Note{Kind: commands.Remarked, Text: "an ascension is what the variant's own log calls one"})
			return out, nil
		},
	}
}

// kindsOfHero holds what ascensions are broken down by.
var kindsOfHero = []string{"roles", "races", "genders", "alignments", "variants"}

// breakdown counts games by each of kindsOfHero.
type breakdown [5]map[string]int

// breakdownShown is how many bytes of a sentence a breakdown may take.
const breakdownShown = 150

func (b *breakdown) add(g *score.Game) {
	for i, kind := range []string{g.Role, g.Race, g.Gender0, g.Align0, g.Variant} {
		if b[i] == nil {
			b[i] = map[string]int{}
		}
		b[i][strings.Clone(kind)]++
	}
}

// words returns the counts of all kinds within a number of bytes: "Rog 4, Val 3; Orc
// 7". Variants are named if there are several.
func (b *breakdown) words(budget int) string {
	var parts []string
	for i := range b {
		if i < 4 || len(b[i]) > 1 {
			parts = append(parts, counted(b[i], budget/len(b)))
		}
	}
	return strings.Join(parts, "; ")
}

// counted lists things with their counts, most frequent first, within a number of
// bytes.
func counted(of map[string]int, budget int) string {
	var parts []string
	keys := slices.Collect(maps.Keys(of))
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), strings.Compare(a, b)) })
	for _, k := range keys {
		parts = append(parts, k+" "+strconv.Itoa(of[k]))
	}
	list, _ := wording.List(parts, ", ", budget)
	return list
}

func (r *room) games() *commands.Command {
	query := commands.NewText(r.query())
	return &commands.Command{
		Name: "games", Public: true, SharedName: true, Aliases: []string{"stats", "gamesby"},
		Summary:  "Count a player's games: how they ended and which were best",
		Params:   commands.Takes(query),
		Examples: []string{"games microlance", "games 2020-11"},

		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			if strings.TrimSpace(query.In(c)) == "" {
				return commands.Reply{}, problem.New("Whose games?", "games microlance", "games since monday")
			}
			q, err := r.ask(ctx, c, query.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			if err := q.uncounted(); err != nil {
				return commands.Reply{}, err
			}
			return r.countGames(ctx, q)
		},
	}
}

// totals holds the figures of many games.
type totals struct {
	Player    string `json:"player"`
	Games     int    `json:"games"`
	Ascended  int    `json:"ascended"`
	Died      int    `json:"died"`
	Quit      int    `json:"quit"`
	Escaped   int    `json:"escaped"`
	BestScore int64  `json:"best_points"`
	Turns     int64  `json:"turns"`
	Realtime  int64  `json:"realtime_seconds"`
}

func (r *room) countGames(ctx context.Context, q *gameQuery) (commands.Reply, error) {
	sum := totals{Player: "All players"}
	ended, roles, won := map[xlog.Outcome]int{}, map[string]int{}, map[string]int{}
	if err := r.search(ctx, q, func(f *score.Game) bool {
		if sum.Games++; sum.Games == 1 && q.player != "" {
			sum.Player = f.Name
		}
		sum.Turns += f.Turns
		sum.Realtime += f.Realtime
		sum.BestScore = max(sum.BestScore, f.Points)
		ended[f.Outcome]++
		roles[f.Role]++
		if f.Outcome == xlog.Ascended {
			won[f.Role]++
		}
		return true
	}); err != nil {
		return commands.Reply{}, err
	}
	if sum.Games == 0 {
		return commands.Reply{}, r.none(ctx, q, "game")
	}
	sum.Ascended, sum.Died, sum.Quit, sum.Escaped = ended[xlog.Ascended], ended[xlog.Died], ended[xlog.Quit], ended[xlog.Escaped]
	table := &commands.Table{Columns: []string{"role", "games", "ascended"}}
	var order []string
	for role := range roles {
		order = append(order, role)
	}
	slices.SortFunc(order, func(a, b string) int { return cmp.Or(cmp.Compare(roles[b], roles[a]), strings.Compare(a, b)) })
	for _, role := range order {
		table.Rows = append(table.Rows, []string{role, strconv.Itoa(roles[role]), strconv.Itoa(won[role])})
	}
	return commands.Reply{
		Table: table, Data: sum,
		Summary: fmt.Sprintf("%s: %s, %d ascended (%.1f%%), %d died, %d quit, %d escaped; best score %s; %s turns in %s; most often %s.",
			sum.Player, asker.Many(sum.Games, "game"), sum.Ascended, 100*float64(sum.Ascended)/float64(sum.Games), sum.Died, sum.Quit, sum.Escaped,
			query.Commas(sum.BestScore), query.Commas(sum.Turns), query.Clock(sum.Realtime), order[0]),
	}, nil
}
