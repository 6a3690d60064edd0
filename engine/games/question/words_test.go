package question

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"delphi/engine/games/query"
)

// said are questions in words, and each in notation.
var said = []struct{ words, notation string }{
	{"How many games are recorded?", "* title:count"},
	{"How many games were won and what share is that?", "* / win"},
	{"The most recent win", "* win"},
	{"The very first win", "* win 1"},
	{"The third most recent win", "* win -3"},
	{"Wins per player", "* win s=name"},
	{"Wins per player with each one's share of all wins", "* win s=name%"},
	{"Games per player, fewest first", "* s=-name"},
	{"Games per player, alphabetically", "* s=name o=-."},
	{"Win rate by role", "* s=role / win"},
	{"Win rate by role ignoring games quit or escaped", "* !(quit|escaped) s=role / win"},
	{"Win rate by race", "* s=race / win"},
	{"Win rate by role and race, only those with at least 5 games", "* s=char / win ?: den.N>=5"},
	{"Win rate by player, excluding players with 10 or fewer games", "* s=name / win ?: den.N>10"},
	{"Win rate by player, only players with more than one win", "* s=name / win ?: N>1"},
	{"Role-race pairs never won", "* s=char / win ?: N=0"},
	{"Roles ordered by number of wins, then by win rate", "* s=role / win o=N,%"},
	{"What kills people most", "* !win s=death"},
	{"Top killers with share", "* killer!= s=killer%"},
	{"Rarest killers first", "* killer!= s=-killer"},
	{"Who was killed by soldier ants", "* killer=soldier_ant s=name"},
	{"Deaths to soldier ants on levels 5 to 10 of the main dungeon", "* killer=soldier_ant deathlev>=5 deathlev<=10 deathdnum=0"},
	{"Where people die: dungeon branch and level", "* !win s=deathdnum,deathlev"},
	{"Average and median turn count of wins by role", "* win s=role x=avg(turns),median(turns)"},
	{"Average turn count over all games", "* x=avg(turns)"},
	{"Median, mean, min, max and standard deviation of points of wins", "* win x=median(points),avg(points),min(points),max(points),std(points)"},
	{"Total turns and real seconds played, per player", "* s=name x=sum(turns),sum(realtime)"},
	{"Fastest win by turns", "* win min=turns"},
	{"Third fastest win by turns", "* win min=turns -3"},
	{"Fastest win by wall clock", "* win min=${end-start}"},
	{"Longest game by real time that was not won", "* !win max=realtime"},
	{"Highest scoring game", "* max=points"},
	{"Highest scoring game that was not a win, third place", "* !win max=points -3"},
	{"Lowest scoring win", "* win min=points"},
	{"Best score per role", "* s=role x=+max(points)"},
	{"Fastest winning turn count per role", "* win s=role x=-min(turns)"},
	{"Number of different players", "* x=cdist(name)"},
	{"Different roles won per player", "* win s=name x=+cdist(role)"},
	{"Different full combinations won per player", "* win s=name x=+cdist(combo)"},
	{"Different death reasons per player", "* s=name x=+cdist(death)"},
	{"How many games ended per day", "* s=day(end) o=-."},
	{"How many games ended per month, with win rate", "* s=month(end) / win o=-."},
	{"At which hour of the day games end", "* s=nhour(end) o=-."},
	{"Games per weekday", "* s=ndayofweek(end) o=-."},
	{"Share of games that reached gehennom", "* / gehennom"},
	{"Most conducts kept in a win", "* win max=conducts"},
	{"Most vanilla conducts kept in a win", "* win max=nconduct"},
	{"Number of wins by number of vanilla conducts kept", "* win s=nconduct o=-."},
	{"Share of wins that kept each vanilla conduct", "* win s=conduct / bit"},
	{"Histogram of turn counts in steps of 1000", "* s=trunc(turns,1000) o=-."},
	{"Histogram of points by power of ten, points above 0", "* points>0 s=log(points) o=-."},
	{"Games between 1000 and 5000 turns by neither Valkyries nor Samurai", "* turns>=1000 turns<=5000 !(Val|Sam)"},
	{"How many deaths mentioning priest", "* died death=~priest title:count"},
	{"Cumulative number of different players who have won, by day", "* win s=day(end) x=cdist(name) running"},
	{"Top ten points per turn of wins", "* win max=${points/turns} -count:10"},

	{"3 fastest wins", "* win min=turns -count:3"},
	{"10 highest scores", "* max=points -count:10"},
	{"3 longest games", "* max=turns -count:3"},
	{"fastest win 2", "* win min=turns -count:2"},
	{"4 most recent wins", "* win -count:4"},
	{"deaths by role", "* died s=role"},
	{"deaths by day", "* died s=day(end) o=-."},
	{"deaths by killer", "* died killer!= s=killer"},
	{"deaths by soldier ant by player", "* killer=soldier_ant s=name"},
	{"who died most to soldier ants", "* killer=soldier_ant s=name"},
	{"best win rate by role", "* s=role / win o=%"},
	{"lowest win rate by role", "* s=role / win o=-%"},
	{"which role has the lowest win rate", "* s=role / win o=-%"},
	{"worst role", "* s=role / win o=-%"},
	{"best race", "* s=race / win o=%"},
	{"most wins", "* win s=name"},
	{"most deaths", "* died s=name"},
	{"most wins by role", "* win s=role"},
	{"wins with 8 conducts", "* win conducts=8"},
	{"wins with exactly 8 vanilla conducts", "* win nconduct=8"},
	{"players by number of roles won", "* win s=name x=+cdist(role)"},
	{"death of stenno", "stenno died"},
	{"wins from 2020-11-05 to 2020-11-10", "* win 2020-11-05 to 2020-11-10"},

	{"wins by role", "* win s=role"},
	{"what is stenno's win rate", "stenno / win"},
	{"stenno's last 3 games", "stenno -count:3"},
	{"games of stenno by role", "stenno s=role"},
	{"who won most", "* win s=name"},
	{"who has the fastest win", "* win min=turns"},
	{"top 10 killers", "* killer!= s=killer -count:10"},
	{"which role dies most in sokoban", "* died deathdnum=4 s=role"},
	{"deaths in sokoban by role", "* died deathdnum=4 s=role"},
	{"average points of valkyries", "* val x=avg(points)"},
	{"val sam wins by role", "* (val|sam) win s=role"},
	{"how many games since 2020-11-10", "* end>=2020-11-10 title:count"},
	{"wins in november 2020 under 20000 turns", "* end>=2020-11-01 end<2020-12-01 win turns<20000"},
	{"vegan wins by player", "* vegan win s=name"},
	{"wins without polypiling", ""},
	{"quits under 100 turns by player", "* quit turns<100 s=name"},
	{"not quit games by role", "* !quit s=role"},
	{"deaths while praying by role", "* died while=~praying s=role"},
	{"win rate by role of stenno", "stenno s=role / win"},
	{"median turns by role of wins", "* win s=role x=median(turns)"},
	{"wins by role and gender", "* win s=role,gender0"},
	{"fastest 3 wins", "* win min=turns -count:3"},
	{"top 5 by points", "* max=points -count:5"},
	{"wins by month", "* win s=month(end) o=-."},
}

// TestWords: a question in words has the answer that its notation has.
func TestWords(t *testing.T) {
	table := readTable(t, unzip(t, "games.xlogfile.gz"))
	rd := &Reader{Now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), Played: table.Played, Sources: []string{"log"}}
	for _, s := range said {
		q, err := rd.Read(s.words)
		if s.notation == "" {
			if err == nil {
				t.Errorf("%q is read as %s", s.words, q.Words())
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", s.words, err)
			continue
		}
		other, err := rd.Read(s.notation)
		if err != nil {
			t.Fatalf("%q: %v", s.notation, err)
		}
		got, err := query.Run(t.Context(), table, q)
		if err != nil {
			t.Fatal(err)
		}
		want, err := query.Run(t.Context(), table, other)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Columns, want.Columns) || !reflect.DeepEqual(got.Rows, want.Rows) || got.Matched != want.Matched {
			t.Errorf("%q is read as\n  %s, not as\n  %s (%d and %d games, %v and %v)", s.words, q.Words(), other.Words(), got.Matched, want.Matched, got.Columns, want.Columns)
		}
		if strings.TrimSpace(q.Words()) == "" {
			t.Errorf("%q says nothing", s.words)
		}
	}
}
