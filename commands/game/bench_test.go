package game_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"delphi/commands/game"
	"delphi/engine/dump"
	"delphi/engine/truthtest"
)

// A dump is read and answered; the aim is 10 ms.
func BenchmarkOverview(b *testing.B) {
	var texts []string
	truthtest.Rows(b, filepath.Join("..", "..", "engine", "dump", "testdata", "dumps.tsv.gz"), func(row truthtest.Row) {
		var text string
		if err := json.Unmarshal([]byte(row["dump"]), &text); err != nil {
			b.Fatal(err)
		}
		texts = append(texts, text)
	})
	for i := 0; b.Loop(); i++ {
		h, err := dump.Read(texts[i%len(texts)], dump.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if game.Overview(h).Summary == "" {
			b.Fatal("no answer")
		}
	}
}
