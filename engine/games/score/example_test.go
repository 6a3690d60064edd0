package score_test

import (
	"context"
	"fmt"

	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
)

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
		{ID: "a", Source: "nao", Name: "alice", Role: "Wiz", Outcome: xlog.Ascended, Start: 100, End: 200},
		{ID: "b", Source: "nao", Name: "bob", Role: "Val", Outcome: xlog.Died, Start: 100, End: 300},
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
