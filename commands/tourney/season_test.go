package tourney_test

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"delphi/commands/commandstest"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage/contest"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/gamelog"
)

// TestChannelCountsAsFiles: a tournament by TNNT's rules that a channel holds, over real
// games in a store, has the places and trophies that the same rows have as a file, in which
// the scoreboard's own code has been matched.
func TestChannelCountsAsFiles(t *testing.T) {
	f, err := os.Open("../../engine/games/score/testdata/tnnt2020eu.xlogfile.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := score.ParseRules(score.Builtin()["tnnt"])
	if err != nil {
		t.Fatal(err)
	}
	from, until := time.Date(2020, 11, 1, 0, 0, 0, 0, time.UTC).Unix(), time.Date(2020, 12, 1, 0, 0, 0, 0, time.UTC).Unix()
	log := score.NewLog(rules, score.Span{From: from, Until: until}, &score.Entrants{})
	w := commandstest.NewWorld(t)
	seen, names, at := map[string]bool{}, map[string]bool{}, int64(0)
	batch := gamelog.GameBatch{Where: "nao", Seen: w.Now.Unix(), Whole: true}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		row := lines.Text()
		if seen[row] { // a store keeps it once
			continue
		}
		seen[row] = true
		rec, err := xlog.Parse(row)
		if err != nil {
			t.Fatal(err)
		}
		g, err := xlog.Decode(rec, "")
		if err != nil {
			t.Fatal(err)
		}
		kept := archive.Kept("nao", g, rec.Append(nil))
		kept.Seen, kept.Pos = w.Now.Unix(), at
		at += int64(len(row)) + 1
		batch.Lines++
		batch.Games = append(batch.Games, kept)
		if log.Add(&rec, "nao", "") == "" {
			names[g.Name] = true
		}
	}
	batch.To = gamelog.Position{Offset: at}
	if _, err := w.Book.Games.Add(t.Context(), "nao", &batch); err != nil {
		t.Fatal(err)
	}
	admin := places.Actor{Who: people.User{Network: "test", User: "root"}, Place: places.Place{Network: "test", Place: "#test"}, Admin: true}
	tourney, err := w.Book.Create(t.Context(), admin, contest.Tourney{Name: "TNNT", Rules: "tnnt", Zone: "UTC", Proof: people.ProofNone, From: from, Until: until})
	if err != nil {
		t.Fatal(err)
	}
	for name := range names {
		if _, err := w.Book.Join(t.Context(), tourney.ID, people.User{Network: "test", User: name}, name, score.Account{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	w.Wait(time.Minute)
	if tourney, err = w.Book.Find(t.Context(), tourney.Place, "TNNT"); err != nil {
		t.Fatal(err)
	}
	got, err := w.Book.Standings(t.Context(), tourney)
	if err != nil {
		t.Fatal(err)
	}
	want, err := log.Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lines := func(h *score.Honours) (out []string) {
		for _, l := range h.Leaderboards {
			for _, p := range l.Players {
				out = append(out, fmt.Sprint(l.Key, " ", p.Place, " ", p.Name, " ", p.Value))
			}
		}
		for _, a := range h.Trophies {
			out = append(out, fmt.Sprint(a.Key, " ", a.Players))
		}
		return out
	}
	g, x := lines(got.Honours()), lines(want.Honours())
	if len(x) < 500 || !slices.Equal(g, x) {
		t.Errorf("%d lines, want %d", len(g), len(x))
		for i := range min(len(g), len(x)) {
			if g[i] != x[i] {
				t.Errorf("%s, want %s", g[i], x[i])
			}
		}
	}
}
