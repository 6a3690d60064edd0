package contest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"delphi/engine/games/question"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
)

// seasonRow returns a row of TNNT: most games end early, with few achievements.
func seasonRow(i int, rnd *rand.Rand) string {
	pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
	few := func() uint64 { // bits that fewer and fewer games have
		set := uint64(0)
		for bit := 0; rnd.IntN(3) == 0; bit++ {
			set |= 1 << (bit + rnd.IntN(3))
		}
		return set
	}
	start := int64(1e9) + rnd.Int64N(70_000)
	death, achieve := fmt.Sprintf("killed by a monster%d", rnd.IntN(700)), few()
	if rnd.IntN(40) == 0 {
		death, achieve = "ascended", 0xfff
	}
	return fmt.Sprintf("version=3.6.7\tname=p%d\trole=%s\trace=Hum\tgender=Fem\tgender0=Fem\talign=Cha\talign0=Cha\tdeath=%s\tturns=%d\trealtime=%d\tconduct=0x%x\tachieve=0x%x\ttnntachieve0=0x%x\ttnntachieve1=0x%x\tmaxlvl=9\tmaxhp=50\tstarttime=%d\tendtime=%d\tpoints=%d",
		rnd.IntN(benchEntrants), pick(question.Roles...), death, 100+rnd.Int64N(80_000), rnd.Int64N(100_000), rnd.IntN(4096), achieve, few(), few(), start, start+rnd.Int64N(9_000), rnd.Int64N(3_000_000))
}

// BenchmarkRestart is a start of the program until it has counted and gives the standings
// of two million games by 5,000 entrants in clans: a second of processor time.
func BenchmarkRestart(b *testing.B) {
	games, dir := gamelog.Games{Store: memstore.New()}, b.TempDir()
	open := func() *Book {
		return &Book{
			Columns: archive.Columns{Games: games, Now: func() time.Time { return time.Unix(1e9+90_000, 0) }, File: storage.File{Path: filepath.Join(dir, "columns")}}, Templates: score.Builtin(),
			Random: func() uint64 { return 1 }, Sources: func(context.Context) ([]string, error) { return []string{"nao"}, nil },
			CountFile: storage.File{Path: filepath.Join(dir, "counts")}, Program: func() string { return "this" },
		}
	}
	fill(b, games)
	for _, rules := range []string{"dash", "tnnt"} {
		id := enter(b, open(), rules)
		var book *Book
		ask := func() {
			book = open()
			if _, err := book.Sweep(b.Context()); err != nil {
				b.Fatal(err)
			}
			t, err := book.get(b.Context(), id)
			if err != nil {
				b.Fatal(err)
			}
			if res, err := book.Standings(b.Context(), t); err != nil || len(res.Overall) != benchEntrants {
				b.Fatal(err)
			}
		}
		ask()
		b.Run(rules+" counted anew", func(b *testing.B) { measure(b, ask) })
		if err := book.KeepCounts(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.Run(rules, func(b *testing.B) {
			measure(b, ask)
			info, err := os.Stat(filepath.Join(dir, "counts"))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(info.Size())/1e6, "MB-file")
		})
		if _, err := open().change(b.Context(), id, func(_ storage.Tx, t *Tourney) ([]any, error) { t.State = Archived; return nil, nil }); err != nil {
			b.Fatal(err)
		}
		runtime.GC()
	}
}

// fill puts a season into a store.
func fill(b *testing.B, games gamelog.Games) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for at := 0; at < benchGames; at += 10_000 {
		batch := &gamelog.GameBatch{Where: "nao", From: int64(at), To: gamelog.Position{Offset: int64(at + 10_000)}, Seen: 1e9 + 80_000}
		for i := range 10_000 {
			rec, err := xlog.Parse(seasonRow(at+i, rnd))
			if err != nil {
				b.Fatal(err)
			}
			x, err := xlog.Decode(rec, "")
			if err != nil {
				b.Fatal(err)
			}
			k := archive.Kept("nao", x, rec.Append(nil))
			k.Pos = int64(at + i)
			batch.Games = append(batch.Games, k)
		}
		if _, err := games.Add(b.Context(), "nao", batch); err != nil {
			b.Fatal(err)
		}
	}
}

// enter makes a tournament of everybody, in clans of ten.
func enter(b *testing.B, book *Book, rules string) string {
	admin := places.Actor{Who: people.User{Network: "test", User: "root"}, Place: places.Place{Network: "test", Place: "#test"}, Admin: true}
	t, err := book.Create(b.Context(), admin, Tourney{Name: rules, Rules: rules, Zone: "UTC", Proof: people.ProofNone, From: 1e9, Until: 1e9 + 80_000, Grace: 86400})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := book.change(b.Context(), t.ID, func(_ storage.Tx, t *Tourney) ([]any, error) {
		for i := range benchEntrants {
			name := fmt.Sprint("p", i)
			t.Entrants = append(t.Entrants, Entrant{Person: name, Name: name, Clan: fmt.Sprint("c", i/10), Accounts: []people.Claim{{Account: score.Account{Name: name}, Proved: people.ProofNone}}})
		}
		return nil, nil
	}); err != nil {
		b.Fatal(err)
	}
	return t.ID
}
