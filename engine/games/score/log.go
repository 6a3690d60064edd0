package score

import (
	"context"
	"fmt"

	"delphi/engine/games/columns"
	"delphi/engine/games/xlog"
)

// Log is the games of an event as they are read from files, to be counted at once.
type Log struct {
	rules    *Rules
	span     Span
	accounts map[Account]string // who owns an account; nil: each name is a player
	table    columns.Table
	looker   *Looker
	found    []any // by row, where the rules look at rows
	rows     map[string][]int32
	names    []string // of players, in the order of their first games
	clans    []Clan
	former   [][]Clan
}

// NewLog returns a log without games. Its rows count as they stand: one that repeats another
// counts as well.
func NewLog(r *Rules, span Span, e *Entrants, former ...[]Clan) *Log {
	span.Repeats = true
	return &Log{rules: r, span: span, looker: r.Looker(), accounts: e.Accounts, clans: e.Clans, former: former, rows: map[string][]int32{}}
}

// Add adds a record from a source, if it may count; otherwise the reason says why it
// does not.
func (l *Log) Add(rec *xlog.Record, source, variant string) (reason string) {
	row, reason := l.Read(rec, source, variant)
	if reason == "" {
		l.Put(row)
	}
	return reason
}

// LogRow is a row of a log that may count.
type LogRow struct {
	game   columns.Game
	player string
}

// Read is Add without adding anything, which Put does, in the order of the rows: many
// goroutines may read.
func (l *Log) Read(rec *xlog.Record, source, variant string) (row *LogRow, reason string) {
	x, err := xlog.DecodeFrom(*rec, variant, source)
	if err != nil {
		return nil, err.Error()
	}
	row = &LogRow{player: x.Name}
	if l.accounts != nil {
		if row.player = l.accounts[Account{Source: source, Name: x.Name}]; row.player == "" {
			return nil, "it is nobody's account"
		}
	}
	g := &row.game
	*g = columns.FromRecord(x, source)
	if l.rules.Looks() {
		g.More = l.looker.Look(rec, source)
	}
	if reason = l.rules.refuseTimes(l.span, g); reason == "" && l.rules.where != nil {
		_, reason = l.rules.refuse(l.span, g)
	}
	return row, reason
}

// Put adds a row that was read.
func (l *Log) Put(row *LogRow) {
	n := int32(l.table.Len())
	l.table.Add(&row.game)
	if row.game.More != nil {
		l.found = append(l.found, row.game.More)
	}
	if l.rows[row.player] == nil {
		l.names = append(l.names, row.player)
	}
	l.rows[row.player] = append(l.rows[row.player], n)
}

// Len returns how many games count.
func (l *Log) Len() int { return l.table.Len() }

// games returns those of players.
func (l *Log) games(players []string) [][]*Game {
	out := make([][]*Game, len(players))
	for i, name := range players {
		all := make([]Game, len(l.rows[name]))
		l.table.Games(l.rows[name], func(k int, g *Game) {
			all[k] = *g
			row := l.rows[name][k]
			all[k].ID = fmt.Sprintf("%010d", row)
			if l.found != nil {
				all[k].More = l.found[row]
			}
			out[i] = append(out[i], &all[k])
		})
	}
	return out
}

// gamesAtOnce is about how many games are read at once.
const gamesAtOnce = 10_000

// Count counts the games. Its only error is that of a cancelled ctx.
func (l *Log) Count(ctx context.Context) (*Result, error) {
	c := NewCount(l.rules, l.span, l.games)
	clan := map[string]string{}
	for _, k := range l.clans {
		for _, m := range k.Members {
			clan[m] = k.Name
		}
	}
	var entrants []Entrant
	for _, name := range l.names {
		entrants = append(entrants, Entrant{ID: name, Name: name, Clan: clan[name]})
	}
	c.Former(l.former...)
	var batches [][]string
	n := gamesAtOnce
	for _, id := range c.Enter(entrants) {
		if n >= gamesAtOnce {
			batches, n = append(batches, nil), 0
		}
		last := len(batches) - 1
		batches[last] = append(batches[last], id)
		n += len(l.rows[id])
	}
	if err := c.Fill(ctx, batches, func(string, []Verdict) {}); err != nil {
		return nil, err
	}
	return c.Result(ctx, 0)
}
