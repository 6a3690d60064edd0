//go:build unix

package main

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/gamelog"
	"delphi/storage/shared"
	"delphi/storage/storagetest"
)

// TestKilledWhileImporting: an import that is killed, again and again, loses no row and
// keeps none twice, and the file stays sound.
func TestKilledWhileImporting(t *testing.T) {
	t.Parallel()
	rounds, rows := 4, 30_000
	if nightly() {
		rounds, rows = 40, 300_000
	}
	dir := t.TempDir()
	db, log := filepath.Join(dir, "delphi.db"), filepath.Join(dir, "made.xlogfile")
	var text strings.Builder
	for i := range rows {
		end := 1_200_000_000 + i*250
		fmt.Fprintf(&text, "version=3.6.6\tpoints=%d\tmaxlvl=9\tdeaths=1\trole=Val\trace=Dwa\tgender=Fem\talign=Law\tname=p%d\tdeath=killed by a newt, called %d\tturns=%d\tstarttime=%d\tendtime=%d\n", i, i%700, i, i%9000, end-100, end)
	}
	if err := os.WriteFile(log, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	whole := time.Second
	for round := range rounds {
		cmd := exec.Command("delphi", "--db", db, "games", "import", log)
		cmd.Env = append(os.Environ(), "HOME="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case err := <-ended: // it was done first
			if err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
			whole = max(time.Since(began)/2, time.Millisecond)
			continue
		case <-time.After(rand.N(whole)):
		}
		if err := errors.Join(cmd.Process.Kill(), ignoreKilled(<-ended)); err != nil {
			t.Fatal(err)
		}
		kept := soundGames(t, db)
		t.Logf("round %d: killed with %d rows kept", round, kept)
		if kept > rows {
			t.Fatalf("round %d: %d rows are kept of %d", round, kept, rows)
		}
	}
	if out, err := exec.Command("delphi", "--db", db, "games", "import", log).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if kept := soundGames(t, db); kept != rows {
		t.Errorf("%d rows are kept of %d", kept, rows)
	}
}

// soundGames checks a store, that its games are those of the log up to one of them, and
// returns how many.
func soundGames(t *testing.T, db string) int {
	t.Helper()
	s, err := shared.Open(t.Context(), db, shared.Options{Own: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	report, err := s.Check(t.Context())
	problems, unread := storage.Unreadable(t.Context(), s, gamelog.Readable)
	if err = errors.Join(err, report.Err(), unread); err != nil || len(problems) > 0 {
		t.Fatalf("%v, %q", err, problems)
	}
	rows := storagetest.Rows(t, gamelog.Games{Store: s})
	for i, g := range rows {
		if g.Points != int64(i) || g.Replaced {
			t.Fatalf("row %d is that of %d points, replaced %v", i, g.Points, g.Replaced)
		}
	}
	return len(rows)
}
