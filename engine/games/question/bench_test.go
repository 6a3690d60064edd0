package question

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/xlog"
)

// The size that questions are to be answered at.
const (
	benchGames  = 2_000_000
	benchNames  = 50_000
	benchDeaths = 200_000
)

var benchTable *columns.Table

// big returns a table of two million made-up games.
func big(tb testing.TB) *columns.Table {
	if benchTable != nil {
		return benchTable
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	t := &columns.Table{}
	races := []string{"Hum", "Elf", "Dwa", "Gno", "Orc"}
	deaths := make([]string, benchDeaths)
	for i := range deaths {
		deaths[i] = fmt.Sprintf("killed by a monster%d called pet %d", i%700, i)
	}
	for i := range benchGames {
		g := columns.Game{
			Name: fmt.Sprintf("player%d", int(rnd.ExpFloat64()*benchNames/8)%benchNames), Source: fmt.Sprintf("s%d", i%20), Variant: "nethack", Version: "3.6.7",
			Role: Roles[rnd.IntN(13)], Race: races[rnd.IntN(5)], Gender: "Fem", Gender0: "Fem", Align: "Cha", Align0: "Cha",
			Death: deaths[rnd.IntN(benchDeaths)], Outcome: xlog.Died, Points: rnd.Int64N(3_000_000), Turns: rnd.Int64N(80_000), Realtime: rnd.Int64N(100_000),
			End: 1_200_000_000 + int64(i)*250, DeathDNum: rnd.Int64N(5), DeathLev: rnd.Int64N(50), MaxLvl: rnd.Int64N(50), HP: -3, MaxHP: rnd.Int64N(300),
			Conducts: columns.VanillaConducts[:rnd.IntN(8)], Ref: int64(i),
		}
		if rnd.IntN(40) == 0 {
			g.Outcome, g.Death = xlog.Ascended, "ascended"
		}
		g.Start = g.End - rnd.Int64N(200_000)
		t.Add(&g)
	}
	benchTable = t
	tb.Logf("%d games take %d MB", t.Len(), t.Size()>>20)
	return t
}

// processor returns the processor time that was spent so far: other programs run on the
// same machine.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkRun asks what players ask of two million games: any question is to
// take 50 ms at most, pairs of fields and distinct counts 100 ms.
func BenchmarkRun(b *testing.B) {
	t := big(b)
	rd := &Reader{Now: time.Unix(1_700_000_000, 0).UTC(), Played: t.Played, Sources: t.Sources()}
	for _, line := range []string{
		"*", "player7", "* win", "* win min=turns", "* / win", "* s=role / win", "* s=name / win o=% ?: den.N>=100", "* win s=role x=avg(turns),median(turns)",
		"* s=death", "* s=killer", "* s=death(plain)", "* s=day(end)", "* s=month(end) / win", "* s=trunc(turns,1000) o=-.", "* max=points -count:10", "* max=${points/turns} -count:10",
		"* death=~monster12", "* death~~[0-9]7$", "* turns>=1000 turns<=5000 !(val|sam)", "* x=median(points)", "* s=conduct / bit",
		"* s=role,race", "* s=killer,deathlev", "* s=name,day(end) -count:10", "* x=cdist(death)", "* s=name x=+cdist(death)", "* s=name x=+cdist(role)", "* win s=name x=+z(role)",
	} {
		q, err := rd.Read(line)
		if err != nil {
			b.Fatal(err)
		}
		q.Most = 5_000
		b.Run(line, func(b *testing.B) {
			before, n := processor(), 0
			for ; b.Loop(); n++ {
				if _, err := query.Run(b.Context(), t, q); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((processor()-before).Microseconds())/1000/float64(n), "cpu-ms/op")
		})
	}
}
