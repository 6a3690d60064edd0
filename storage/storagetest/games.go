package storagetest

import (
	"errors"
	"fmt"
	"testing"

	"delphi/storage"
	"delphi/storage/gamelog"
)

// Rows returns all rows of games in the order in which they were kept; Replaced says of
// each whether a later one corrects it.
func Rows(t testing.TB, g gamelog.Games) []*gamelog.Game {
	t.Helper()
	var out []*gamelog.Game
	at := map[uint64]*gamelog.Game{}
	_, err := g.Log(t.Context(), gamelog.LogPoint{}, gamelog.LogReader{
		Restart: func() { out = nil },
		Game:    func(n uint64, game *gamelog.Game) { at[n] = game.Keep(); out = append(out, at[n]) },
		Corrected: func(n uint64) {
			if game := at[n]; game != nil {
				game.Replaced = true
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Standing returns the rows that no later one corrects.
func Standing(t testing.TB, g gamelog.Games) (out []*gamelog.Game) {
	t.Helper()
	for _, game := range Rows(t, g) {
		if !game.Replaced {
			out = append(out, game)
		}
	}
	return out
}

var errRefused = errors.New("refused")

// testGames keeps enough games to fill several blocks, with a correction in a batch of
// its own and one that fails, and removes those of a source.
func testGames(t *testing.T, s storage.Store) {
	g := gamelog.Games{Store: s}
	made := func(from, n int) (games []gamelog.Game) {
		for i := from; i < from+n; i++ {
			games = append(games, gamelog.Game{Name: fmt.Sprint("p", i), Role: "Wiz", Start: int64(100 + i), End: int64(1000 + i), Points: int64(i), Record: fmt.Append(nil, "record ", i)})
		}
		return games
	}
	at := map[string]int64{}
	add := func(source string, games []gamelog.Game) gamelog.Added {
		t.Helper()
		added, err := g.Add(t.Context(), source, &gamelog.GameBatch{From: at[source], To: gamelog.Position{Offset: at[source] + 1}, Games: games})
		must(t, err)
		at[source]++
		return added
	}
	want := func(what string, rows, standing int) {
		t.Helper()
		if n, m := len(Rows(t, g)), len(Standing(t, g)); n != rows || m != standing {
			t.Errorf("%s: %d rows of which %d stand, want %d and %d", what, n, m, rows, standing)
		}
	}
	add("a", made(0, 600))
	add("b", made(1000, 300))
	corrected := made(7, 1)
	corrected[0].Record = []byte("corrected")
	if added := add("a", append(made(595, 10), corrected...)); added.Again != 5 || len(added.New) != 6 {
		t.Errorf("%+v", added)
	}
	want("kept", 906, 905)
	_, err := g.Add(t.Context(), "a", &gamelog.GameBatch{From: at["a"], Games: made(5000, 400), With: func(storage.Tx, gamelog.Added) error { return errRefused }})
	if err == nil {
		t.Error("a batch was kept that was refused")
	}
	want("refused", 906, 905)
	if rows := Rows(t, g); rows[905].Name != "p7" || !rows[7].Replaced || rows[905].ID() == rows[7].ID() || rows[600].Source != "b" {
		t.Errorf("row 905 is %+v", rows[905])
	}
	if n, err := g.RemoveSource(t.Context(), "a"); err != nil || n != 606 {
		t.Errorf("%d removed, %v", n, err)
	}
	want("removed", 300, 300)
}
