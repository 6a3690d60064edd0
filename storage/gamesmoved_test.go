package storage_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"delphi/storage"
	"delphi/storage/memstore"
	"delphi/storage/storagetest"
)

// formerGame is a game as the former form has it.
type formerGame struct {
	ID, Source, Name, Record      string
	Points, Start, End, Seen, Pos int64
	Outcome                       uint8
	Replaced                      bool
}

// line is the game as one text.
func (g formerGame) line() string { return fmt.Sprintf("%+v", g) }

// former puts a store into s as the program wrote it before games stood in blocks, with
// two sources, corrections, copies and games of no known start, and returns its games.
func former(t *testing.T, s storage.Store) (games []formerGame) {
	t.Helper()
	f, err := os.Open("testdata/former.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(t.Context(), func(tx storage.Tx) error {
		for d := json.NewDecoder(z); ; {
			var line struct {
				Key, Value []byte
				Game       *formerGame
			}
			if err := d.Decode(&line); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
			if line.Game != nil {
				games = append(games, *line.Game)
			} else if err := tx.Put(line.Key, line.Value); err != nil {
				return err
			}
		}
	})
	if err != nil || len(games) < 300 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	return games
}

// wantFormer compares what is kept with the games of the former form.
func wantFormer(t *testing.T, g storage.Games, want []formerGame) {
	t.Helper()
	var got, all []string
	for _, k := range storagetest.Rows(t, g) {
		got = append(got, formerGame{k.ID(), k.Source, k.Name, string(k.Record), k.Points, k.Start, k.End, k.Seen, k.Pos, k.Outcome, k.Replaced}.line())
	}
	for _, k := range want {
		all = append(all, k.line())
	}
	slices.Sort(got)
	slices.Sort(all)
	if !slices.Equal(got, all) {
		t.Errorf("%d games, want %d; the first %s, want %s", len(got), len(all), got[0], all[0])
	}
}

// TestFormerGames: a store of the form before is taken over when it is first asked or
// added to, with everything that is known of its games.
func TestFormerGames(t *testing.T) {
	stores(t, func(t *testing.T, g storage.Games) {
		want := former(t, g.Store)
		before, err := g.Sources(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if former, err := g.Former(t.Context()); err != nil || !former {
			t.Errorf("it is of the former form: %v, %v", former, err)
		}
		wantFormer(t, g, want)
		if former, err := g.Former(t.Context()); err != nil || former {
			t.Errorf("it is of the former form still: %v, %v", former, err)
		}
		if after, err := g.Sources(t.Context()); err != nil || fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("sources %v, %v, want %v", after, err, before)
		}
		left := 0
		if err := g.Store.View(t.Context(), func(tx storage.ReadTx) error {
			for e, err := range tx.Scan(nil, nil) {
				if err != nil {
					return err
				}
				segments, _, _ := strings.Cut(string(e.Key), "\x00")
				if !slices.Contains([]string{"game-rows", "game-log-state", "game-source", "known"}, segments) {
					left++
				}
			}
			return nil
		}); err != nil || left > 0 {
			t.Errorf("%d entries of the form before are left, %v", left, err)
		}
		if problems, err := storage.Unreadable(t.Context(), g.Store); err != nil || len(problems) > 0 {
			t.Errorf("%q, %v", problems, err)
		}
		// What was known is known, and bob's game is corrected once more.
		added := add(t, g, "nao", row("bob", 1000, 1, 1), row("Bob", 999, 3, 3), row("bob", 1002, 4, 4))
		if added.Again != 2 || len(added.New) != 1 {
			t.Errorf("%+v", added)
		}
		var standing []int64
		for _, k := range storagetest.Standing(t, g) {
			if strings.EqualFold(k.Name, "bob") && k.Source == "nao" && k.Start == 900 {
				standing = append(standing, k.Points)
			}
		}
		if !slices.Equal(standing, []int64{4}) {
			t.Errorf("of bob's game stand %v", standing)
		}
		if copied := add(t, g, "third", row("bob", 1000, 7, 1)); copied.Copies["hdf"] != 1 {
			t.Errorf("a line of another source: %+v", copied)
		}
	})
}

// faulty is a store that fails after so many transactions have written.
type faulty struct {
	storage.Store
	left int
}

var errFault = errors.New("no power")

func (f *faulty) Update(ctx context.Context, fn func(storage.Tx) error) error {
	if f.left--; f.left < 0 {
		return errFault
	}
	return f.Store.Update(ctx, fn)
}

// TestFormerGamesInPieces: a takeover that is cut short at any transaction goes on where it
// was, and until then no game is given.
func TestFormerGamesInPieces(t *testing.T) {
	defer storage.SmallMoves()()
	for steps := range 40 {
		s := memstore.New()
		want := former(t, s)
		_, err := storage.Games{Store: &faulty{s, steps}}.Logged(t.Context(), 0)
		if err == nil {
			if steps < 10 {
				t.Errorf("it took only %d transactions", steps)
			}
			return
		}
		if !errors.Is(err, errFault) {
			t.Fatal(err)
		}
		wantFormer(t, storage.Games{Store: s}, want)
	}
	t.Error("it never ended")
}
