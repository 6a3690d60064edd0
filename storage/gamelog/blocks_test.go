package gamelog_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/truthtest"
	"delphi/storage"
	"delphi/storage/boltstore"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
	"delphi/storage/storagetest"
)

// kept is a row as a test knows it.
type kept struct {
	source, name, record string
	start                int64
	replaced             bool
}

// TestGamesAsAModel: whatever is read, renamed and removed, in batches that fill blocks
// or hardly begin one, the rows are those of a plain list.
func TestGamesAsAModel(t *testing.T) {
	truthtest.Tries(t, 40)
	rapid.Check(t, func(rt *rapid.T) {
		g := gamelog.Games{Store: memstore.New()}
		at := map[string]int64{}
		var model []kept
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			source := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(rt, "source")
			switch rapid.SampledFrom([]string{"add", "add", "add", "add", "remove", "rename"}).Draw(rt, "what") {
			case "add":
				n := rapid.SampledFrom([]int{1, 3, 120, 255, 256, 257, 600}).Draw(rt, "rows")
				rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
				var games []gamelog.Game
				for range n {
					x := ended(fmt.Sprint("P", rnd.IntN(9)), int64(1000+rnd.IntN(40)), nil)
					x.Start, x.Points = int64(rnd.IntN(30)), int64(rnd.IntN(4))
					x.Record = fmt.Appendf(nil, "%s %d %d %d%s", x.Name, x.Start, x.End, x.Points, strings.Repeat("x", rnd.IntN(3)*rnd.IntN(900)))
					games = append(games, x)
				}
				if _, err := g.Add(t.Context(), source, &gamelog.GameBatch{From: at[source], To: gamelog.Position{Offset: at[source] + 1}, Games: games}); err != nil {
					rt.Fatal(err)
				}
				at[source]++
				for i := range games {
					model = keepIn(model, source, &games[i])
				}
			case "remove":
				if _, err := g.RemoveSource(t.Context(), source); err != nil && !errors.Is(err, gamelog.ErrNoSource) {
					rt.Fatal(err)
				}
				model = slices.DeleteFunc(model, func(k kept) bool { return k.source == source })
				delete(at, source)
			case "rename":
				to := source + "'"
				if err := g.RenameSource(t.Context(), source, to); err != nil {
					continue // there is none, or one of that name
				}
				for i := range model {
					if model[i].source == source {
						model[i].source = to
					}
				}
				at[to] = at[source]
				delete(at, source)
			}
		}
		var got, want []string
		for _, k := range storagetest.Rows(t, g) {
			got = append(got, fmt.Sprint(kept{k.Source, k.Name, string(k.Record), k.Start, k.Replaced}))
		}
		for _, k := range model {
			want = append(want, fmt.Sprint(k))
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("%d rows, want %d:\n%.300q\n%.300q", len(got), len(want), got, want)
		}
		if problems, err := storage.Unreadable(t.Context(), g.Store, gamelog.Readable); err != nil || len(problems) > 0 {
			rt.Fatalf("%q, %v", problems, err)
		}
	})
}

// keepIn returns what Add promises: a line is kept once, of all sources, and of the rows of
// one game the last one stands.
func keepIn(model []kept, source string, g *gamelog.Game) []kept {
	stood := -1
	for i, k := range model {
		if k.record == string(g.Record) && k.start == g.Start {
			return model
		}
		if k.source == source && k.start == g.Start && g.Start != 0 && strings.EqualFold(k.name, g.Name) && !k.replaced {
			stood = i
		}
	}
	if stood >= 0 {
		model[stood].replaced = true
	}
	return append(model, kept{source, g.Name, string(g.Record), g.Start, false})
}

// blocksOf returns the stored blocks of rows, by key.
func blocksOf(t *testing.T, s storage.Store) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	if err := s.View(t.Context(), func(tx storage.ReadTx) error {
		for e, err := range storage.ScanPrefix(tx, storage.Key("game-rows")) {
			if err != nil {
				return err
			}
			out[string(e.Key)] = bytes.Clone(e.Value)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// many returns n games of different players.
func many(n int) (games []gamelog.Game) {
	for i := range n {
		games = append(games, ended(fmt.Sprint("p", i), int64(1000+i), nil))
	}
	return games
}

// TestDamagedBlock: a block that was changed is an error that says which rows it had, and a
// check names it; rows are not made up.
func TestDamagedBlock(t *testing.T) {
	stores(t, func(t *testing.T, g gamelog.Games) {
		add(t, g, "nao", many(600)...)
		blocks := blocksOf(t, g.Store)
		if len(blocks) != 3 {
			t.Fatalf("%d blocks", len(blocks))
		}
		key := slices.Min(slices.Collect(maps.Keys(blocks)))
		for _, at := range []int{0, 1, 9, len(blocks[key]) / 2, len(blocks[key]) - 1} {
			bad := bytes.Clone(blocks[key])
			bad[at] ^= 0x10
			put := func(v []byte) {
				if err := g.Store.Update(t.Context(), func(tx storage.Tx) error { return tx.Put([]byte(key), v) }); err != nil {
					t.Fatal(err)
				}
			}
			put(bad)
			_, err := g.Log(t.Context(), gamelog.LogPoint{}, gamelog.LogReader{Restart: func() {}, Corrected: func(uint64) {}, Game: func(n uint64, k *gamelog.Game) {
				if k.Name != fmt.Sprint("p", n) {
					t.Errorf("byte %d changed: row %d is %s's", at, n, k.Name)
				}
			}})
			if problems, checked := storage.Unreadable(t.Context(), g.Store, gamelog.Readable); err == nil || checked != nil || len(problems) != 1 {
				t.Errorf("byte %d changed: %v, a check finds %q, %v", at, err, problems, checked)
			}
			put(blocks[key])
		}
	})
}

// TestLostBlock: rows of a block that was lost, as restoring what is sound of a damaged
// store loses it, are missed by whoever asks for them, the others stay, and a log that
// has them brings them back.
func TestLostBlock(t *testing.T) {
	for lost := range 3 {
		g := gamelog.Games{Store: memstore.New()}
		add(t, g, "nao", many(600)...)
		keys := slices.Sorted(maps.Keys(blocksOf(t, g.Store)))
		if err := g.Store.Update(t.Context(), func(tx storage.Tx) error { return tx.Delete([]byte(keys[lost])) }); err != nil {
			t.Fatal(err)
		}
		before, err := g.LogEnd(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		gone := 256
		if lost == 2 {
			gone = 600 - 512
		}
		if rows := storagetest.Standing(t, g); len(rows) != 600-gone {
			t.Errorf("block %d lost: %d rows, want %d", lost, len(rows), 600-gone)
		}
		if _, err := g.Logged(t.Context(), uint64(lost*256+3)); err == nil || !strings.Contains(err.Error(), "missing") {
			t.Errorf("block %d lost: one of its rows: %v", lost, err)
		}
		if added := add(t, g, "nao", many(601)...); len(added.New) != gone+1 || added.Again != 600-gone {
			t.Errorf("block %d lost: %d rows are new, %d known", lost, len(added.New), added.Again)
		}
		if rows := storagetest.Standing(t, g); len(rows) != 601 {
			t.Errorf("block %d lost and read again: %d rows", lost, len(rows))
		}
		if s, _, err := g.Source(t.Context(), "nao"); err != nil || s.Games != 601 {
			t.Errorf("block %d lost and read again: %d games of the source, %v", lost, s.Games, err)
		}
		if after, err := g.LogEnd(t.Context()); err != nil || after.Epoch == before.Epoch {
			t.Errorf("block %d lost and read again: it is the same log, %v", lost, err)
		}
		if n, err := g.RemoveSource(t.Context(), "nao"); err != nil || n != 601 {
			t.Errorf("block %d lost: %d removed, %v", lost, n, err)
		}
	}
}

// TestLostLogEnd: where the entry that says where the log ends was lost, no number is
// given twice.
func TestLostLogEnd(t *testing.T) {
	g := gamelog.Games{Store: memstore.New()}
	add(t, g, "nao", many(512)...)
	if err := g.Store.Update(t.Context(), func(tx storage.Tx) error { return tx.Delete(storage.Key("game-log-state")) }); err != nil {
		t.Fatal(err)
	}
	if rows := storagetest.Standing(t, g); len(rows) != 512 {
		t.Errorf("%d rows", len(rows))
	}
	add(t, g, "nao", ended("new", 9000, nil))
	if list, err := g.Logged(t.Context(), 512, 5); err != nil || list[0].Name != "new" || list[1].Name != "p5" {
		t.Errorf("%v, %v", list, err)
	}
}

// TestBlocksAreSmall: a game that is kept in a file takes few bytes of it, also where
// several sources are read one after the other.
func TestBlocksAreSmall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.db")
	s, err := boltstore.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	g := gamelog.Games{Store: s}
	const n = 5_000
	for _, source := range []string{"a", "b"} {
		games := many(n)
		for i := range games {
			games[i].Record = fmt.Appendf(nil, "%s %d", source, i)
		}
		add(t, g, source, games...)
	}
	if bytes := s.Size(); bytes > 2*n*250 {
		t.Errorf("%d bytes a game", bytes/(2*n))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// FuzzRows: no bytes make the reader of blocks panic or take much room.
func FuzzRows(f *testing.F) {
	f.Add(2, []byte("\x05g\x01\x01\x02\x03\x01x"), []byte("\x01\x00\x02"))
	f.Fuzz(func(t *testing.T, n int, body, stored []byte) {
		if n < 0 || n > 1000 {
			return
		}
		if err := gamelog.ReadRows(n, body, stored); err == nil && n > 0 && len(stored) < 8 {
			t.Error("that is no block")
		}
	})
}
