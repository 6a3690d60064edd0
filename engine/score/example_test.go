package score_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"delphi/engine/score"
	"delphi/engine/xlog"
)

func ExampleReader_ReadFilter() {
	rd := score.Reader{Now: time.Date(2026, 11, 5, 12, 0, 0, 0, time.UTC)}
	f, rest, err := rd.ReadFilter(strings.Fields("wiz asc turns<20000 bob"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Roles, f.Outcomes, f.Compare, rest)
	fmt.Println(f.Match(&score.Game{Role: "Wiz", Outcome: xlog.Ascended, Turns: 15000}))
	// Output:
	// [Wiz] [ascended] [{turns < 20000}] [bob]
	// true
}

func ExampleScore() {
	rules, err := score.ParseRules([]byte(`
name = "dash"
[[category]]
key = "asc"
measure = "ascensions"
per = 10
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	entrants := []score.Entrant{
		{ID: "1", Name: "alice", Accounts: []score.Account{{Name: "alice"}}},
		{ID: "2", Name: "bob", Accounts: []score.Account{{Name: "bob"}}},
	}
	games := []*score.Game{
		{ID: "a", Source: "nao", Account: "alice", Role: "Wiz", Outcome: xlog.Ascended, Start: 100, End: 200},
		{ID: "b", Source: "nao", Account: "bob", Role: "Val", Outcome: xlog.Died, Start: 100, End: 300},
	}
	res, err := score.Score(context.Background(), rules, score.Span{From: 50, Until: 1000}, entrants, games)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range res.Overall {
		fmt.Println(row.Place, row.Name, row.Text)
	}
	// Output:
	// 1 alice 10 points
	// 2 bob 0 points
}
