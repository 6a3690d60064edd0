package streak

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/xlog"
)

var rules = []Rule{{Order: "start"}, {Order: "end"}, {Order: "overlap"}, {Order: "side"}, {Order: "overlap", Across: true}, {Order: "end", Across: true}}

// TestSearchIsRuns: what is found in columns is what Runs finds among the games of each
// account, whether games overlap or not.
func TestSearchIsRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(rules).Draw(t, "rule")
		players, apart := rapid.IntRange(1, 4).Draw(t, "players"), rapid.Bool().Draw(t, "apart")
		table, plays, now := &columns.Table{}, map[string][]Play{}, int64(1e9)
		for range rapid.IntRange(0, 40).Draw(t, "games") {
			g := columns.Game{Name: fmt.Sprintf("p%d", rapid.IntRange(1, players).Draw(t, "p")), Source: rapid.SampledFrom([]string{"nao", "hdf"}).Draw(t, "source")}
			if rapid.Bool().Draw(t, "upper") {
				g.Name = strings.ToUpper(g.Name)
			}
			length := rapid.Int64Range(0, 3).Draw(t, "length")
			if apart {
				now += length + rapid.Int64Range(0, 2).Draw(t, "pause")
			} else {
				now += rapid.Int64Range(-2, 3).Draw(t, "later")
			}
			if g.End, g.Start = now, now-length; rapid.IntRange(0, 9).Draw(t, "unknown") == 0 {
				g.Start = 0
			}
			if g.Outcome = xlog.Died; rapid.IntRange(0, 2).Draw(t, "won") > 0 {
				g.Outcome = xlog.Ascended
			}
			table.Add(&g)
			key := strings.ToLower(g.Name)
			if !r.Across {
				key += " " + g.Source
			}
			plays[key] = append(plays[key], Play{Start: g.Start, End: g.End, Won: g.Outcome == xlog.Ascended})
		}
		want := map[string]int{}
		for key, all := range plays {
			player, _, _ := strings.Cut(key, " ")
			for _, run := range Runs(nil, all, Rule{Order: r.Order, Across: true}) {
				want[player] = max(want[player], len(run))
			}
		}
		var lengths []int
		for _, n := range want {
			if n > 1 {
				lengths = append(lengths, n)
			}
		}
		slices.SortFunc(lengths, func(a, b int) int { return cmp.Compare(b, a) })
		lengths = lengths[:min(len(lengths), 2)]
		got, err := Search(t.Context(), table, &query.Query{}, r, 2, false)
		if err != nil {
			t.Fatal(err)
		}
		var found []int
		for _, s := range got {
			found = append(found, s.Length)
			if n := want[strings.ToLower(s.Name)]; n != s.Length {
				t.Fatalf("%v: %s has %d in a row, found %d", r, s.Name, n, s.Length)
			}
		}
		if !slices.Equal(found, lengths) {
			t.Fatalf("%v: found %v, want %v", r, found, lengths)
		}
	})
}

// TestOtherServers: a player's games on other servers, of which nobody knows when they
// began, change nothing about a streak whose games overlap.
func TestOtherServers(t *testing.T) {
	table := &columns.Table{}
	for _, g := range []columns.Game{
		{Source: "hdf", Start: 1000, Outcome: xlog.Ascended},
		{Source: "nao", Outcome: xlog.Died},
		{Source: "nao", Outcome: xlog.Ascended},
		{Source: "hdf", Start: 1000, Outcome: xlog.Ascended},
	} {
		g.Name, g.End = "ann", 1000
		table.Add(&g)
	}
	for _, r := range []Rule{{Order: "start"}, {Order: "overlap"}, {Order: "start", Across: true}} {
		got, err := Search(t.Context(), table, &query.Query{}, r, 1, false)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != 1 || got[0].Length != 2 || got[0].Source != "hdf" {
			t.Errorf("%v: found %+v, want 2 in a row on hdf", r, got)
		}
	}
}

// TestOnePlayerTwoServers: a player whose games overlap on two servers is one of the
// players that are wanted, not two of them.
func TestOnePlayerTwoServers(t *testing.T) {
	table := &columns.Table{}
	for _, account := range []struct {
		name, source string
		wins         int
	}{{"ann", "nao", 3}, {"ann", "hdf", 3}, {"bob", "nao", 2}} {
		for range account.wins {
			table.Add(&columns.Game{Name: account.name, Source: account.source, Start: 1000, End: 1000, Outcome: xlog.Ascended})
		}
	}
	// All in one part: else each player has one of their own.
	got, err := newSearch(table, Rule{Order: "start"}, false, 0, 1).search(t.Context(), &query.Query{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Name != "ann" || got[0].Length != 3 || got[1].Name != "bob" || got[1].Length != 2 {
		t.Errorf("found %+v, want 3 in a row by ann and 2 by bob", got)
	}
}

// TestOpen: a streak goes on until another game ends it.
func TestOpen(t *testing.T) {
	for line, want := range map[string]int{"WW": 2, "WWL": 0, "LWW": 2, "WWLW": 0, "WWLWWW": 3} {
		table := &columns.Table{}
		for i, c := range line {
			g := columns.Game{Name: "ann", Source: "nao", Start: int64(1000 + 10*i), End: int64(1009 + 10*i), Outcome: xlog.Died}
			if c == 'W' {
				g.Outcome = xlog.Ascended
			}
			table.Add(&g)
		}
		// The same games, and one that overlaps the first.
		overlapping := &columns.Table{}
		table.Games(all(table.Len()), func(_ int, g *columns.Game) { overlapping.Add(g) })
		overlapping.Add(&columns.Game{Name: "ann", Source: "nao", Start: 1001, End: 1002, Outcome: xlog.Died})
		for _, tb := range []*columns.Table{table, overlapping} {
			got, err := Search(t.Context(), tb, &query.Query{}, Default, 5, true)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, s := range got {
				if n = s.Length; !s.Open {
					t.Errorf("%s: the streak is not open", line)
				}
			}
			if n != want {
				t.Errorf("%s of %d games: %d in a row may go on, want %d", line, tb.Len(), n, want)
			}
		}
	}
}

func all(n int) (rows []int32) {
	for i := range n {
		rows = append(rows, int32(i))
	}
	return rows
}

// table returns n games by so many players on 20 sources, of which one in three is won;
// of every 50 players one plays games at the same time.
func table(n, players int) *columns.Table {
	rng := rand.New(rand.NewPCG(1, 2))
	t := &columns.Table{}
	free := make([]int64, players)
	for i := range n {
		p := rng.IntN(players)
		end := int64(1e9) + int64(i)*20
		g := columns.Game{Name: fmt.Sprintf("player%d", p), Source: fmt.Sprintf("s%d", p%20), Start: max(free[p], end-20*int64(rng.IntN(500))), End: end, Role: "Val", Outcome: xlog.Died, Ref: int64(i)}
		if free[p] = end + 1; p%50 == 0 {
			free[p] = 0
		}
		if g.Start > g.End {
			g.Start = g.End
		}
		if rng.IntN(3) == 0 {
			g.Outcome = xlog.Ascended
		}
		t.Add(&g)
	}
	return t
}

// processor returns the processor time that was spent so far.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkSearch: 50 ms over 2 million rows with many streaks, 20 ms over 400,000 by
// 2,000 players. The processor time beside it is of all processors together.
func BenchmarkSearch(b *testing.B) {
	for _, size := range []struct{ rows, players int }{{2_000_000, 20_000}, {400_000, 2_000}} {
		t := table(size.rows, size.players)
		b.Run(fmt.Sprintf("%d rows %d players", size.rows, size.players), func(b *testing.B) {
			before := processor()
			for b.Loop() {
				if _, err := Search(b.Context(), t, &query.Query{Zone: time.UTC}, Default, 5, false); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((processor()-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
		b.Run(fmt.Sprintf("%d rows latest of one", size.rows), func(b *testing.B) {
			for b.Loop() {
				if len(t.Latest(columns.Wanted{Player: "player7"})) == 0 {
					b.Fatal("none")
				}
			}
		})
	}
}
