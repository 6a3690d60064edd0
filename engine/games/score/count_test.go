package score

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/games/question"
	"delphi/engine/games/xlog"
	"delphi/engine/truthtest"
)

// TestCountEqualsScore keeps a count up to date through joins, renamings, changed
// accounts, leaves, clans and games of any time, corrections among them; whenever
// it is looked at, it is what counting everything anew gives.
func TestCountEqualsScore(t *testing.T) {
	var all []*Rules
	for _, name := range slices.Sorted(maps.Keys(Builtin())) {
		r, err := ParseRules(Builtin()[name])
		if err != nil {
			t.Fatal(err)
		}
		r.Clans.Size, r.Clans.Best = 3, 2
		for i := range r.Category { // so that there are more entrants than awards
			r.Category[i].Award = r.Category[i].Award[:min(1, len(r.Category[i].Award))]
		}
		for i := range r.parts {
			r.parts[i].award = r.parts[i].award[:min(1, len(r.parts[i].award))]
		}
		all = append(all, r)
	}
	accounts := []string{"ann", "Ann", "bob", "cid", "dee"}
	truthtest.Tries(t, 30)
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(all).Draw(t, "rules")
		span := Span{From: 20 * 3600, Until: 70 * 3600, Closed: map[string]int64{"hdf": 90 * 3600}}
		var c *Count
		who := map[string]Entrant{}
		for i, name := range accounts[1:] {
			id := fmt.Sprint(i + 1)
			who[id] = Entrant{ID: id, Name: name, Accounts: []Account{{Name: name}}}
		}
		var games []*Game
		of := func(id string) (out []*Game) {
			for _, x := range games {
				if c.Owner(x.Name, x.Source) == id {
					out = append(out, x)
				}
			}
			return out
		}
		c = NewCount(r, span, func(ids []string) (out [][]*Game) {
			for _, id := range ids {
				out = append(out, of(id))
			}
			return out
		})
		put := func(id string) {
			if _, err := c.Put(context.Background(), id); err != nil {
				t.Fatal(err)
			}
		}
		enter := func() {
			again := c.Enter(slices.Collect(maps.Values(who)))
			if len(again) > 2 {
				if err := c.Fill(context.Background(), slices.Collect(slices.Chunk(again, 2)), func(string, []Verdict) {}); err != nil {
					t.Fatal(err)
				}
				return
			}
			for _, id := range again {
				put(id)
			}
		}
		enter()
		for i := range rapid.IntRange(1, 60).Draw(t, "steps") {
			id := rapid.SampledFrom([]string{"1", "2", "3", "4", "5"}).Draw(t, "who")
			switch e, in := who[id]; rapid.SampledFrom([]string{"join", "account", "clan", "leave", "game", "game", "game", "game", "game", "game", "game", "game", "correction"}).Draw(t, "what") {
			case "join":
				who[id] = Entrant{ID: id, Name: rapid.SampledFrom([]string{"x", "X", "y"}).Draw(t, "name"), Accounts: e.Accounts, Joined: rapid.Int64Range(0, 60).Draw(t, "joined") * 3600}
				enter()
			case "account":
				if in {
					a := Account{Name: rapid.SampledFrom(accounts).Draw(t, "account"), Source: rapid.SampledFrom([]string{"", "nao", "hdf"}).Draw(t, "source")}
					e.Accounts = append(slices.Clip(e.Accounts), a)
					who[id] = e
					enter()
				}
			case "clan":
				if in {
					e.Clan = rapid.SampledFrom([]string{"", "reds", "blues"}).Draw(t, "clan")
					who[id] = e
					enter()
				}
			case "leave":
				delete(who, id)
				enter()
			case "game":
				start := rapid.Int64Range(0, 75).Draw(t, "start")
				x := g(rapid.SampledFrom(accounts).Draw(t, "on"), rapid.SampledFrom([]string{"A", "D", "Q", "E"}).Draw(t, "how"), start, start+rapid.Int64Range(0, 9).Draw(t, "long"))
				x.ID, x.Seen = fmt.Sprint("g", i), int64(i)*3*3600
				x.Source = rapid.SampledFrom([]string{"nao", "hdf"}).Draw(t, "on source")
				x.Points, x.Turns = rapid.Int64Range(-1, 5).Draw(t, "points")*700, rapid.Int64Range(0, 3).Draw(t, "turns")*8
				x.Role = rapid.SampledFrom(question.Roles[:4]).Draw(t, "role")
				x.Death = rapid.SampledFrom([]string{"killed by a newt", "killed by a rat", "ascended"}).Draw(t, "death")
				games = append(games, x)
				if o := c.Owner(x.Name, x.Source); o != "" {
					put(o)
				}
			case "correction":
				if len(games) > 0 {
					x := *rapid.SampledFrom(games).Draw(t, "corrected")
					x.ID, x.Seen, x.Points, x.Outcome = fmt.Sprint("g", i), int64(i)*3*3600, 4321, xlog.Died
					games = append(games, &x)
					if o := c.Owner(x.Name, x.Source); o != "" {
						put(o)
					}
				}
			}
			got, err := c.Result(context.Background(), 0)
			if err != nil {
				t.Fatal(err)
			}
			want := tally(t, r, span, slices.Collect(maps.Values(who)), games)
			if !same(got, want) {
				for k := range got.Categories {
					if !reflect.DeepEqual(got.Categories[k], want.Categories[k]) {
						t.Logf("%+v, want %+v", got.Categories[k], want.Categories[k])
					}
				}
				t.Logf("%+v, want %+v", got.Clans, want.Clans)
				t.Fatalf("%s after step %d: %+v and %+v, want %+v and %+v", r.Name, i, got.Overall, got.Categories, want.Overall, want.Categories)
			}
		}
	})
}
