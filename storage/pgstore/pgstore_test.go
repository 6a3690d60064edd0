package pgstore

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/gamelog"
	"delphi/storage/pgstore/pgtest"
	"delphi/storage/storagetest"
)

func open(t testing.TB, address string) *Store {
	t.Helper()
	s, err := Open(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStore(t *testing.T) {
	server := pgtest.Start(t)
	storagetest.Run(t, func(t testing.TB) storage.Store { return open(t, server.URL()) })
}

// add counts a number up by one.
func add(tx storage.Tx) error {
	v, ok, err := tx.Get([]byte("n"))
	if err != nil {
		return err
	}
	n := uint64(0)
	if ok {
		n = binary.BigEndian.Uint64(v)
	}
	return tx.Put([]byte("n"), binary.BigEndian.AppendUint64(nil, n+1))
}

func count(t *testing.T, s *Store) (n uint64) {
	t.Helper()
	err := s.View(context.Background(), func(tx storage.ReadTx) error {
		v, ok, err := tx.Get([]byte("n"))
		if ok {
			n = binary.BigEndian.Uint64(v)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Several processes that write the same key lose nothing.
func TestSeveralProcesses(t *testing.T) {
	server := pgtest.Start(t)
	address := server.URL()
	const each, processes = 60, 3
	var done sync.WaitGroup
	for range processes {
		done.Go(func() {
			s, err := Open(context.Background(), address) // all of them make the tables at once
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			for range each {
				if err := s.Update(context.Background(), add); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done.Wait()
	s := open(t, address)
	defer s.Close()
	if n := count(t, s); n != each*processes {
		t.Errorf("%d Updates were kept, want %d", n, each*processes)
	}
}

// What was acknowledged survives, and happens once, while connections are cut
// and the server is killed and comes back.
func TestFaults(t *testing.T) {
	server := pgtest.Start(t)
	s := open(t, server.URL())
	defer s.Close()
	stop := make(chan struct{})
	acknowledged, unknown := uint64(0), uint64(0)
	var done sync.WaitGroup
	done.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			switch err := s.Update(context.Background(), add); {
			case err == nil:
				acknowledged++
			default:
				if unknown++; unknown == 1 {
					t.Logf("an Update was not acknowledged: %v", err)
				}
			}
		}
	})
	for i := range 12 {
		time.Sleep(150 * time.Millisecond)
		if i%4 == 3 {
			server.Kill()
			server.Up()
		} else {
			server.Terminate()
		}
	}
	time.Sleep(300 * time.Millisecond)
	close(stop)
	done.Wait()
	n := count(t, s)
	t.Logf("%d acknowledged, %d unknown, %d kept", acknowledged, unknown, n)
	if n < acknowledged || n > acknowledged+unknown || acknowledged == 0 {
		t.Errorf("%d Updates were acknowledged and of %d it is unknown, but %d were kept", acknowledged, unknown, n)
	}
}

// An Update whose COMMIT nobody answered is looked for by what it left behind.
func TestKept(t *testing.T) {
	server := pgtest.Start(t)
	s := open(t, server.URL())
	defer s.Close()
	ctx := context.Background()
	if _, err := s.pool.Exec(ctx, `INSERT INTO delphi_commits (id) VALUES ('kept')`); err != nil {
		t.Fatal(err)
	}
	for marker, want := range map[string]bool{"kept": true, "lost": false} {
		for range 2 { // looking leaves nothing behind that the next look would find
			if kept, err := s.kept(ctx, []byte(marker)); err != nil || kept != want {
				t.Errorf("%s: %v, %v", marker, kept, err)
			}
		}
	}
	if _, err := s.pool.Exec(ctx, `UPDATE delphi_commits SET at = now() - interval '2 days'`); err != nil {
		t.Fatal(err)
	}
	if err := s.sweep(ctx); err != nil {
		t.Fatal(err)
	}
	left := 0
	if err := s.pool.QueryRow(ctx, `SELECT count(*) FROM delphi_commits`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d old rows are left, %v", left, err)
	}
}

func TestOpen(t *testing.T) {
	server := pgtest.Start(t)
	address := server.URL()
	other, _, _ := strings.Cut(address, "/postgres?")
	for wrong, want := range map[string]string{
		"postgres://delphi:secret@127.0.0.1:1/x?connect_timeout=1": "connection refused",
		"postgres://u:secret@h:port/x":                             "a number for a port",
		"postgres://u:sec#ret@h/x":                                 "%23",
		"postgres://u:secret@h/x?pool_max_conns=many":              "pool_max_conns",
		"u:secret@h":     "want postgres://user@host/name",
		other + "/nope":  "does not exist",
		address + "&x=y": "does not know",
	} {
		_, err := Open(context.Background(), wrong)
		if err == nil || strings.Contains(err.Error(), "sec") || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error of one line with %q", wrong, err, want)
		}
	}
}

func BenchmarkGet(b *testing.B) {
	s := open(b, pgtest.Start(b).URL())
	defer s.Close()
	if err := s.Update(context.Background(), add); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		err := s.View(context.Background(), func(tx storage.ReadTx) error {
			_, _, err := tx.Get([]byte("n"))
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkUpdate(b *testing.B) {
	s := open(b, pgtest.Start(b).URL())
	defer s.Close()
	for b.Loop() {
		if err := s.Update(context.Background(), add); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkImport keeps games as an import does, 10,000 at a time, of four sources one
// after another: 25 us a row.
func BenchmarkImport(b *testing.B) {
	s := open(b, pgtest.Start(b).URL())
	defer s.Close()
	games, at := gamelog.Games{Store: s}, map[string]int64{}
	const batch = 10_000
	rows := 0
	for b.Loop() {
		source := fmt.Sprintf("s%d", rows/batch%4)
		list := make([]gamelog.Game, batch)
		for i := range list {
			n := rows + i
			record := fmt.Appendf(nil, "a row of a log, about as long as they are when they are packed, with its number %d, a death by a soldier ant while praying, turns %d, points %d and so on", n, n%60_000, n*37%3_000_000)
			list[i] = gamelog.Game{Name: fmt.Sprintf("player%d", n%5000), Variant: "nethack", Version: "3.7.0", Role: "Val", Race: "Hum", Gender: "Fem", Align: "Neu", Start: int64(1e9 + 60*n), End: int64(1e9 + 60*n + 50), Record: record}
		}
		to := gamelog.Position{Offset: at[source] + batch}
		added, err := games.Add(b.Context(), source, &gamelog.GameBatch{From: at[source], To: to, Games: list, Lines: batch})
		if err != nil || len(added.New) != batch {
			b.Fatal(len(added.New), err)
		}
		at[source] = to.Offset
		rows += batch
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(rows), "us/row")
}
