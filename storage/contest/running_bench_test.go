package contest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/games/question"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage/contest/people"
)

// The size that tournaments are to be counted at: two million games of 5,000
// entrants, or as many as DELPHI_BENCH_GAMES says.
var (
	benchGames    = gamesWanted()
	benchEntrants = benchGames / 400
)

func gamesWanted() int {
	if n, err := strconv.Atoi(os.Getenv("DELPHI_BENCH_GAMES")); err == nil && n >= 400 {
		return n
	}
	return 2_000_000
}

// processor returns the processor time that was spent so far.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// measure reports the processor time of each run of a benchmark beside that of the
// clock: other programs run on the same machine.
func measure(b *testing.B, run func()) {
	before := processor()
	n := 0
	for b.Loop() {
		run()
		n++
	}
	b.ReportMetric(float64((processor()-before).Microseconds())/1000/float64(n), "cpu-ms/op")
}

var benchColumns *columns.Table

// bigBook returns a book with a tournament of 5,000 entrants who have played two million
// games, all of which count.
func bigBook(tb testing.TB) (b *Book, id string) {
	tb.Helper()
	b, _ = idleBook(tb, benchEntrants)
	ctx := context.Background()
	if benchColumns == nil {
		benchColumns = bigColumns()
	}
	at, err := b.Games.LogEnd(ctx)
	if err != nil {
		tb.Fatal(err)
	}
	b.Preset(benchColumns, at)
	all, err := b.All(ctx)
	if err != nil {
		tb.Fatal(err)
	}
	return b, all[0].ID
}

func bigColumns() *columns.Table {
	t := &columns.Table{}
	rnd := rand.New(rand.NewPCG(1, 2))
	deaths := make([]string, 200_000)
	for i := range deaths {
		deaths[i] = fmt.Sprintf("killed by a monster%d called pet %d", i%700, i)
	}
	conducts := []string{"foodless", "vegan", "vegetarian", "atheist", "weaponless", "pacifist", "illiterate", "polypileless"}
	feats := []string{"bell", "gehennom", "candelabrum", "book", "invocation", "amulet", "planes", "astral"}
	for i := range benchGames {
		g := bigGame(i, rnd)
		g.Death, g.Conducts, g.Achieved = deaths[rnd.IntN(len(deaths))], conducts[:rnd.IntN(8)], feats[:rnd.IntN(4)]
		if rnd.IntN(40) == 0 {
			g.Outcome, g.Death, g.Achieved = xlog.Ascended, "ascended", feats
		}
		t.Add(&g)
	}
	return t
}

func bigGame(i int, rnd *rand.Rand) columns.Game {
	start := int64(1e9) + rnd.Int64N(70_000)
	return columns.Game{
		Name: fmt.Sprint("p", rnd.IntN(benchEntrants)), Source: fmt.Sprint("s", i%20), Variant: "nethack", Version: "3.6.7", Role: question.Roles[rnd.IntN(13)], Race: "Hum",
		Gender: "Fem", Gender0: "Fem", Align: "Cha", Align0: "Cha", Outcome: xlog.Died, Death: "killed by a newt", Points: rnd.Int64N(3_000_000), Turns: 100 + rnd.Int64N(80_000), Realtime: rnd.Int64N(100_000),
		Start: start, End: start + rnd.Int64N(9_000), MaxHP: 50, Ref: int64(i), Seen: 1e9 + 100, Pos: int64(i) * 500, Key: uint16(i % 20), Line: rnd.Uint64(),
	}
}

// BenchmarkIdleSweep is a sweep with nothing new over a tournament of 5,000: it is
// to take less than a millisecond.
func BenchmarkIdleSweep(b *testing.B) {
	book, _ := idleBook(b, benchEntrants)
	for range 3 {
		if _, err := book.Sweep(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	measure(b, func() {
		if _, err := book.Sweep(b.Context()); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkRebuild counts everything after a start: it is to take three seconds at
// most, and at most 300 MB more.
func BenchmarkRebuild(b *testing.B) {
	book, id := bigBook(b)
	t, err := book.get(b.Context(), id)
	if err != nil {
		b.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var r *live
	measure(b, func() {
		r = &live{}
		if _, err := r.bring(b.Context(), book, t); err != nil {
			b.Fatal(err)
		}
	})
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB")
	runtime.KeepAlive(r)
}

// BenchmarkStandings makes the standings where a game is new each time: 50 ms.
func BenchmarkStandings(b *testing.B) {
	book, id := bigBook(b)
	t, err := book.get(b.Context(), id)
	if err != nil {
		b.Fatal(err)
	}
	book.live(id)
	rnd := rand.New(rand.NewPCG(3, 4))
	ask := func() {
		g := bigGame(benchColumns.Len(), rnd)
		benchColumns.Add(&g)
		if res, err := book.Standings(b.Context(), t); err != nil || len(res.Overall) != benchEntrants {
			b.Fatal(err)
		}
	}
	ask()
	measure(b, ask)
}

// BenchmarkNewGame counts one game more, and what a sweep needs of it: 1 ms.
func BenchmarkNewGame(b *testing.B) {
	book, id := bigBook(b)
	t, err := book.get(b.Context(), id)
	if err != nil {
		b.Fatal(err)
	}
	r := book.live(id)
	if _, err := r.bring(b.Context(), book, t); err != nil {
		b.Fatal(err)
	}
	r.count.Agree()
	r.kept, r.held, r.rules = map[string]score.Points{}, map[string][]uint64{}, r.count.Rules()
	r.count.Points(func(person, _ string, n score.Points) { r.kept[person] = n })
	rnd := rand.New(rand.NewPCG(5, 6))
	n := 0
	measure(b, func() {
		g := bigGame(benchColumns.Len(), rnd)
		benchColumns.Add(&g)
		c, err := book.count(b.Context(), t)
		// By chance a game begins in the same second as one before it, and corrects that.
		if err != nil || !slices.ContainsFunc(c.fresh, func(v score.Verdict) bool { return v.Game.Ref == g.Ref }) {
			b.Fatal(err, c.fresh)
		}
		if len(c.moved)+len(c.gained) > 0 {
			t.Counts++ // as a sweep does
		}
		c.kept()
		n++
	})
}

// BenchmarkJoin is the joining of one more where 5,000 have joined: 3 ms.
func BenchmarkJoin(b *testing.B) {
	book, _ := idleBook(b, benchEntrants)
	all, err := book.All(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	measure(b, func() {
		n++
		name := fmt.Sprint("new", n)
		if _, err := book.Join(b.Context(), all[0].ID, people.User{Network: "test", User: name}, name, score.Account{Name: name}); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkRecount counts everything from its games, as exporting, freezing and
// replaying do, and reports how much was allocated for it.
func BenchmarkRecount(b *testing.B) {
	book, id := bigBook(b)
	t, err := book.get(b.Context(), id)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	measure(b, func() {
		if res, err := book.Count(b.Context(), t, book.Now().Unix()); err != nil || len(res.Overall) != benchEntrants {
			b.Fatal(err)
		}
	})
}

// BenchmarkLatest looks for the latest games of two million: of all, and of one player.
func BenchmarkLatest(b *testing.B) {
	book, _ := bigBook(b)
	for name, w := range map[string]columns.Wanted{"all": {}, "player": {Player: "p7"}, "ascended": {Outcome: "ascended"}} {
		b.Run(name, func(b *testing.B) {
			measure(b, func() {
				if err := book.Latest(b.Context(), w, func(*score.Game) bool { return false }); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

// BenchmarkHighest looks for the games with the highest scores of two million.
func BenchmarkHighest(b *testing.B) {
	book, _ := bigBook(b)
	measure(b, func() {
		least, err := book.Highest(b.Context(), columns.Wanted{}, 1000)
		if err == nil {
			err = book.Latest(b.Context(), columns.Wanted{Points: least}, func(*score.Game) bool { return true })
		}
		if err != nil {
			b.Fatal(err)
		}
	})
}
