package score

import (
	"context"

	"delphi/engine/games/columns"
	"delphi/engine/games/xlog"
	"delphi/engine/seq"
)

// Log is the games of an event as they are read from files, to be counted at once.
type Log struct {
	rules    *Rules
	span     Span
	accounts map[Account]string // who owns an account; nil: each name is a player
	table    columns.Table
	looker   *Looker
	found    []uint32 // by row, the number of what was found, where the rules look at rows
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
	x, err := xlog.DecodeFrom(*rec, variant, source)
	if err != nil {
		return err.Error()
	}
	var row LogRow
	if reason = l.Read(x, source, &row); reason == "" {
		l.Put(&row)
	}
	return reason
}

// LogRow is a row of a log that may count.
type LogRow struct {
	game   columns.Game
	player string
	found  uint32 // the number of what was found; 0: nothing was looked for
}

// Read makes a row of a decoded record, for Put, which adds it, in the order of the rows: many
// goroutines may read. It is Add but for that.
func (l *Log) Read(x *xlog.Game, source string, row *LogRow) (reason string) {
	row.player, row.found = x.Name, 0
	if l.accounts != nil {
		if row.player = l.accounts[Account{Source: source, Name: x.Name}]; row.player == "" {
			return "it is nobody's account"
		}
	}
	g := &row.game
	*g = columns.FromRecord(x, source)
	if l.rules.Looks() {
		row.found = l.looker.Look(&x.Record, source, x.Variant)
		g.More = l.looker.Found()[row.found-1]
	}
	if reason = l.rules.refuseTimes(l.span, g); reason == "" && l.rules.where != nil {
		_, reason = l.rules.refuse(l.span, g)
	}
	return reason
}

// Put adds a row that was read.
func (l *Log) Put(row *LogRow) {
	n := int32(l.table.Len())
	l.table.Add(&row.game)
	if row.found != 0 {
		l.found = append(l.found, row.found)
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
	out, found := make([][]*Game, len(players)), l.looker.Found()
	for i, name := range players {
		all := make([]Game, len(l.rows[name]))
		l.table.Games(l.rows[name], func(k int, g *Game) {
			all[k] = *g
			row := l.rows[name][k]
			all[k].ID = rowID(row)
			if l.found != nil {
				all[k].More = found[l.found[row]-1]
			}
			out[i] = append(out[i], &all[k])
		})
	}
	return out
}

// rowID is the ID of the game of a row: its number, in ten digits.
func rowID(row int32) string {
	var digits [10]byte
	for i := range digits {
		digits[len(digits)-1-i] = '0' + byte(row%10)
		row /= 10
	}
	return string(digits[:])
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
	entrants := seq.Map(l.names, func(name string) Entrant { return Entrant{ID: name, Name: name, Clan: clan[name]} })
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
