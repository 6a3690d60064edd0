package question

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/xlog"
)

// oneLines are conditions of every kind.
var oneLines = []string{
	"", "win", "!win", "(val|sam) win", "!(val|sam)", "vegan", "!vegan pacifist", "conduct=", "conduct!=", "achieve!=amulet", "feat:amulet",
	"turns<500", "conducts>=2", "nconduct=1", "achievements>0", "wallclock>10", "start>=1000000005", "${points/turns}>3", "points>turns", "align!=align0",
	"killer=newt", "killer=", "death:newt", "death!~newt", "char=Val-Hum", "while!=", "boring turns<=100", "scum", "hour(end)=1", "trunc(turns,100)=300", "log(points)=2",
	"hp<=0", "maxhp>10", "maxlvl>3", "deathlev<4", "deaths=1", "name=p1", "source=nao", "variant=nethack", "2001-09",
	"killer=uniq", "val|wiz", "killer!=newt|jackal", "killer|while=newt", "killer&while!=", "3.6", "!3.6.7", "version>=3.6", "version<3.6.7", "valhum", "death=~*newt", "killer~~^n", "killer!~~^n",
	"${turns**2}>100", "${turns % 7}=3", "${turns > maxlvl*10}", "${abs(start-end)}>5", "int(points/7)=3", "trunc(points/turns,2)=4", "${abs(points/turns)}>2.5", "${-turns}<-300", "length(killer)>3", "size(conduct)=2",
	"playtime=0", "playtime>20", "realtime>100000", "week(end)=2001-09-03", "day(end)>2001-09-09", "day(end)!=2001-09-09", "month(end)=2001-09", "nmonth(end)=9", "nmin(end)<30", "ndayofmonth(end)=9", "nweekofyear(end)=36", "end=2001-09-09",
}

// TestMetIsMatches: one game meets a condition where its row in a table does, and what
// is kept of it comes back.
func TestMetIsMatches(t *testing.T) {
	var conds []*query.Cond
	for _, line := range oneLines {
		c, err := reader.Condition(line)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		conds = append(conds, c)
	}
	rapid.Check(t, func(t *rapid.T) {
		one := func(list ...string) string { return rapid.SampledFrom(list).Draw(t, "text") }
		some := func(list []string) []string { return list[:rapid.IntRange(0, len(list)).Draw(t, "some")] }
		n := func(most int64) int64 { return rapid.Int64Range(0, most).Draw(t, "n") }
		var table columns.Table
		var games []columns.Game
		for range rapid.IntRange(1, 5).Draw(t, "games") {
			g := columns.Game{
				Name: one("p1", "P1", "p2"), Source: one("nao", "hdf"), Variant: one("nethack", "xnethack"), Version: "3.6.7", Role: one("Val", "Sam", "Wiz"), Race: one("Hum", "Elf"),
				Gender: one("Fem", "Mal"), Gender0: "Fem", Align: one("Law", "Cha"), Align0: one("Law", "Cha"), Death: one("killed by a newt", "quit", "ascended", "Killed by a Newt"),
				While: one("", "praying"), Outcome: rapid.SampledFrom([]xlog.Outcome{xlog.Died, xlog.Ascended, xlog.Quit}).Draw(t, "outcome"),
				Conducts: some([]string{"vegan", "pacifist", "foodless"}), Achieved: some([]string{"amulet", "bell"}),
				Points: n(2000), Turns: n(600), Realtime: rapid.SampledFrom([]int64{-5, 0, 7, 40, 90_000}).Draw(t, "realtime"), End: 1e9 + n(20000), DeathLev: n(8), MaxLvl: n(8), HP: n(3), MaxHP: n(30), Died: n(2), Amulet: n(1) == 1,
			}
			if start := n(20); start > 0 {
				g.Start = g.End - start
			}
			games = append(games, g)
			table.Add(&g)
		}
		for i, c := range conds {
			for row, want := range c.Matches(&table, time.UTC) {
				if got := c.Met(&games[row], time.UTC); got != want {
					t.Fatalf("%q of %+v: %v, its row %v", oneLines[i], games[row], got, want)
				}
				if want && !c.Possible(games[row].Outcome) {
					t.Fatalf("%q cannot be met by %+v, it says", oneLines[i], games[row])
				}
			}
		}
		rows := make([]int32, len(games))
		for i := range rows {
			rows[i] = int32(i)
		}
		table.Games(rows, func(i int, g *columns.Game) {
			if g.Start != games[i].Start || g.Role != games[i].Role || g.Outcome != games[i].Outcome || g.Died != games[i].Died || g.While != games[i].While || len(g.Conducts) != len(games[i].Conducts) {
				t.Fatalf("%+v came back as %+v", games[i], g)
			}
		})
	})
}

// TestPossible: a game that ended in a way that a condition rules out need not be looked at.
func TestPossible(t *testing.T) {
	for line, want := range map[string]string{
		"": "died ascended escaped quit", "win": "ascended", "!win": "died escaped quit", "win turns<500": "ascended", "(win|turns<500)": "died ascended escaped quit",
		"win !vegan": "ascended", "(quit|escaped) vegan": "escaped quit", "turns<500": "died ascended escaped quit", "!(win turns<500)": "died ascended escaped quit",
	} {
		c, err := reader.Condition(line)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		var got []string
		for o := xlog.Died; o <= xlog.Quit; o++ {
			if c.Possible(o) {
				got = append(got, o.String())
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}
