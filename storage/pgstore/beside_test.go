package pgstore

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/question"
	"delphi/engine/games/streak"
	"delphi/engine/games/xlog"
	"delphi/storage/pgstore/pgtest"
)

// beside holds the same made-up games as columns and as a table of PostgreSQL's with the
// indexes that somebody would give it.
type beside struct {
	columns *columns.Table
	sql     *pgx.Conn
	read    *question.Reader
}

// newBeside makes n games by so many players, one in three of them won. No two games of a
// player overlap, so that a streak is a run of rows in SQL as well.
func newBeside(tb testing.TB, n, players int) *beside {
	tb.Helper()
	ctx := tb.Context()
	conn, err := pgx.Connect(ctx, pgtest.Start(tb).URL())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { conn.Close(ctx) })
	exec := func(statement string) {
		tb.Helper()
		if _, err := conn.Exec(ctx, statement); err != nil {
			tb.Fatalf("%s: %v", statement, err)
		}
	}
	exec("create table games (name text, role text, death text, won bool, points bigint, turns bigint, ended bigint)")
	rng, t := rand.New(rand.NewPCG(1, 2)), &columns.Table{}
	copied, err := conn.CopyFrom(ctx, pgx.Identifier{"games"}, []string{"name", "role", "death", "won", "points", "turns", "ended"}, pgx.CopyFromSlice(n, func(i int) ([]any, error) {
		end := int64(1e9) + int64(i)*20
		g := columns.Game{
			Name: fmt.Sprintf("player%d", rng.IntN(players)), Source: "s", Variant: "nethack", Start: end - 1, End: end, Role: question.Roles[rng.IntN(13)],
			Outcome: xlog.Died, Death: fmt.Sprintf("killed by a monster%d", rng.IntN(700)), Points: rng.Int64N(3_000_000), Turns: rng.Int64N(80_000), Ref: int64(i),
		}
		if rng.IntN(3) == 0 {
			g.Outcome, g.Death = xlog.Ascended, "ascended"
		}
		t.Add(&g)
		return []any{g.Name, g.Role, g.Death, g.Outcome == xlog.Ascended, g.Points, g.Turns, g.End}, nil
	}))
	if err != nil || copied != int64(n) {
		tb.Fatal(copied, err)
	}
	exec("create index on games (name, ended)")
	exec("create index on games (won, role)")
	exec("vacuum analyze games")
	return &beside{t, conn, &question.Reader{Now: time.Unix(1_700_000_000, 0).UTC(), Played: t.Played, Sources: t.Sources()}}
}

// asked are questions in the games language with the same in SQL, which gives the same rows.
var asked = []struct{ line, sql string }{
	{"* win s=role", "select role, count(*) from games where won group by role order by 2 desc, 1"},
	{"* s=death", "select death, count(*) from games group by death order by 2 desc, 1"},
	{"* win s=role x=avg(turns)", "select role, count(*), avg(turns)::float8 from games where won group by role order by 2 desc, 1"},
	{"* turns>=1000 turns<=5000", "select count(*) from games where turns between 1000 and 5000"},
}

// run returns how many games match, and the number of each group, as the columns tell it.
func (b *beside) run(tb testing.TB, line string) (matched int, groups map[string]int64) {
	q, err := b.read.Read(line)
	if err != nil {
		tb.Fatal(err)
	}
	q.Most = 5_000
	r, err := query.Run(tb.Context(), b.columns, q)
	if err != nil {
		tb.Fatal(err)
	}
	groups = map[string]int64{}
	for _, row := range r.Rows {
		if r.Groups == 1 {
			groups[fmt.Sprint(row[0])] = row[1].(int64)
		}
	}
	return r.Matched, groups
}

// runSQL returns the same as PostgreSQL tells it.
func (b *beside) runSQL(tb testing.TB, statement string) (matched int, groups map[string]int64) {
	rows, err := b.sql.Query(tb.Context(), statement)
	if err != nil {
		tb.Fatal(err)
	}
	defer rows.Close()
	groups = map[string]int64{}
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			tb.Fatal(err)
		}
		if name, ok := values[0].(string); ok {
			groups[name] = values[1].(int64)
			matched += int(values[1].(int64))
		} else {
			matched += int(values[0].(int64))
		}
	}
	if err := rows.Err(); err != nil {
		tb.Fatal(err)
	}
	return matched, groups
}

// longest is the longest run of won games of one player, in SQL: gaps and islands.
const longest = `select max(n) from (select count(*) n from (
	select name, row_number() over (partition by name order by ended) - row_number() over (partition by name, won order by ended) island, won from games
) runs where won group by name, island) lengths`

// streak returns the length of the longest streak, as the columns tell it.
func (b *beside) streak(tb testing.TB) int64 {
	found, err := streak.Search(tb.Context(), b.columns, &query.Query{Zone: time.UTC}, streak.Default, 1, false)
	if err != nil || len(found) != 1 {
		tb.Fatal(found, err)
	}
	return int64(found[0].Length)
}

// sqlNumber returns the one number that a statement gives.
func (b *beside) sqlNumber(tb testing.TB, statement string) (n int64) {
	if err := b.sql.QueryRow(tb.Context(), statement).Scan(&n); err != nil {
		tb.Fatal(err)
	}
	return n
}

// TestBeside: the columns and PostgreSQL answer the same.
func TestBeside(t *testing.T) {
	b := newBeside(t, 20_000, 300)
	for _, a := range asked {
		matched, groups := b.run(t, a.line)
		want, wanted := b.runSQL(t, a.sql)
		if matched != want || len(groups) != len(wanted) {
			t.Errorf("%s: %d games in %d groups, PostgreSQL has %d in %d", a.line, matched, len(groups), want, len(wanted))
		}
		for g, n := range wanted {
			if groups[g] != n {
				t.Errorf("%s: %s: %d, PostgreSQL has %d", a.line, g, groups[g], n)
			}
		}
	}
	if got, want := b.streak(t), b.sqlNumber(t, longest); got != want {
		t.Errorf("the longest streak has %d games, PostgreSQL's %d", got, want)
	}
	last := b.columns.Latest(columns.Wanted{Player: "player7"})
	if got, want := b.columns.End(int(last[0])), b.sqlNumber(t, "select max(ended) from games where name = 'player7'"); got != want {
		t.Errorf("the latest game ended at %d, PostgreSQL's at %d", got, want)
	}
}

// BenchmarkBeside asks the columns and PostgreSQL 15 the same of two million games, on two cores:
// wins by role 6 ms (33), deaths 5 ms (163), means 12 ms (114), a range of turns 17 ms (77),
// streaks 39 ms (5.9 s), the latest game of one player 0.1 ms (0.2).
func BenchmarkBeside(bench *testing.B) {
	b := newBeside(bench, 2_000_000, 20_000)
	for _, a := range asked {
		bench.Run("columns/"+a.line, func(bench *testing.B) {
			for bench.Loop() {
				b.run(bench, a.line)
			}
		})
		bench.Run("postgres/"+a.line, func(bench *testing.B) {
			for bench.Loop() {
				b.runSQL(bench, a.sql)
			}
		})
	}
	bench.Run("columns/streaks", func(bench *testing.B) {
		for bench.Loop() {
			b.streak(bench)
		}
	})
	bench.Run("postgres/streaks", func(bench *testing.B) {
		for bench.Loop() {
			b.sqlNumber(bench, longest)
		}
	})
	bench.Run("columns/latest of one", func(bench *testing.B) {
		for bench.Loop() {
			b.columns.Latest(columns.Wanted{Player: "player7"})
		}
	})
	bench.Run("postgres/latest of one", func(bench *testing.B) {
		for bench.Loop() {
			b.sqlNumber(bench, "select ended from games where name = 'player7' order by ended desc limit 1")
		}
	})
}
