package storage_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"delphi/storage"
)

// logged reads the log from a point on, each entry as one word.
func logged(t *testing.T, g storage.Games, from storage.LogPoint) (storage.LogPoint, []string) {
	t.Helper()
	var out []string
	to, err := g.Log(context.Background(), from, func() { out = append(out, "restart") }, func(n uint64, game *storage.Game, corrected bool) {
		out = append(out, fmt.Sprintf("%d:%s@%s:%v:%v", n, game.Name, game.Source, corrected, game.Replaced))
	})
	if err != nil {
		t.Fatal(err)
	}
	return to, out
}

// TestLog: what was kept is in the log in its order, corrections too; renaming a
// source and removing one begin another log.
func TestLog(t *testing.T) {
	stores(t, func(t *testing.T, g storage.Games) {
		var at storage.LogPoint
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
		want("two games", "restart", "0:bob@nao:false:false", "1:ann@nao:false:false")
		want("nothing new")
		add(t, g, "nao", row("bob", 1200, 3, 3), row("cid", 1150, 4, 4))
		want("one of them a correction", "2:bob@nao:true:true", "3:bob@nao:false:false", "4:cid@nao:false:false")
		list, err := g.Logged(context.Background(), 4, 1)
		if err != nil || len(list) != 2 || list[0].Name != "cid" || list[1].Name != "ann" {
			t.Errorf("games 4 and 1: %v, %v", list, err)
		}
		if err := g.RenameSource(context.Background(), "nao", "alt"); err != nil {
			t.Fatal(err)
		}
		want("renamed", "restart", "0:bob@alt:true:true", "1:ann@alt:false:false", "2:cid@alt:false:false", "3:bob@alt:false:false")
		if _, err := g.RemoveSource(context.Background(), "alt"); err != nil {
			t.Fatal(err)
		}
		want("removed", "restart")
	})
}
