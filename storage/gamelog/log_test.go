package gamelog_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"delphi/storage/gamelog"
)

// logged reads the log from a point on, each entry as one word.
func logged(t *testing.T, g gamelog.Games, from gamelog.LogPoint) (gamelog.LogPoint, []string) {
	t.Helper()
	var out []string
	to, err := g.Log(context.Background(), from, gamelog.LogReader{
		Restart: func() { out = append(out, "restart") },
		Game: func(n uint64, game *gamelog.Game) {
			out = append(out, fmt.Sprintf("%d:%s@%s", n, game.Name, game.Source))
		},
		Corrected: func(n uint64) { out = append(out, fmt.Sprintf("%d corrected", n)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return to, out
}

// TestLog: what was kept is in the log in its order, corrections too; renaming a
// source and removing one begin another log.
func TestLog(t *testing.T) {
	stores(t, func(t *testing.T, g gamelog.Games) {
		var at gamelog.LogPoint
		want := func(what string, words ...string) {
			t.Helper()
			to, got := logged(t, g, at)
			if !slices.Equal(got, words) {
				t.Errorf("%s: %q, want %q", what, got, words)
			}
			at = to
		}
		want("nothing was kept")
		add(t, g, "nao", row("bob", 1000, 1, 1), row("ann", 1100, 2, 2))
		want("two games", "restart", "0:bob@nao", "1:ann@nao")
		want("nothing new")
		add(t, g, "nao", row("bob", 1200, 3, 3), row("cid", 1150, 4, 4))
		want("one of them a correction", "0 corrected", "3:bob@nao", "4:cid@nao")
		list, err := g.Logged(context.Background(), 4, 1)
		if err != nil || len(list) != 2 || list[0].Name != "cid" || list[1].Name != "ann" {
			t.Errorf("games 4 and 1: %v, %v", list, err)
		}
		if err := g.RenameSource(context.Background(), "nao", "alt"); err != nil {
			t.Fatal(err)
		}
		want("renamed", "restart", "0:bob@alt", "1:ann@alt", "0 corrected", "3:bob@alt", "4:cid@alt")
		if _, err := g.RemoveSource(context.Background(), "alt"); err != nil {
			t.Fatal(err)
		}
		want("removed", "restart", "0 corrected") // which leads nowhere
	})
}
