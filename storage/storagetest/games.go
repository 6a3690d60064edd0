package storagetest

import (
	"testing"

	"delphi/storage"
)

// Rows are all rows of games in the order in which they were kept; Replaced says of
// each whether a later one corrects it.
func Rows(t testing.TB, g storage.Games) []*storage.Game {
	t.Helper()
	var out []*storage.Game
	at := map[uint64]*storage.Game{}
	_, err := g.Log(t.Context(), storage.LogPoint{}, storage.LogReader{
		Restart: func() { out = nil },
		Game:    func(n uint64, game *storage.Game) { at[n] = game.Keep(); out = append(out, at[n]) },
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

// Standing are the rows that no later one corrects.
func Standing(t testing.TB, g storage.Games) (out []*storage.Game) {
	t.Helper()
	for _, game := range Rows(t, g) {
		if !game.Replaced {
			out = append(out, game)
		}
	}
	return out
}
