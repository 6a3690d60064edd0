package contest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"delphi/engine/games/question"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage"
	"delphi/storage/memstore"
)

// held is a ColumnFile in memory.
type held struct {
	b     []byte
	loads int
}

func (h *held) Load() ([]byte, error) { h.loads++; return h.b, nil }

func (h *held) Aside([]byte) {}
func (h *held) Save(write func(io.Writer) error) error {
	var b bytes.Buffer
	err := write(&b)
	h.b = b.Bytes()
	return err
}

// keepRows adds games to a store, from the offset at on.
func keepRows(t *testing.T, b *Book, at int64, lines ...string) {
	t.Helper()
	var games []storage.Game
	for i, line := range lines {
		rec, err := xlog.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		x, err := xlog.Decode(rec, "")
		if err != nil {
			t.Fatal(err)
		}
		k := Kept("nao", x, rec.Append(nil))
		k.Pos = at + int64(i)
		games = append(games, k)
	}
	_, err := b.Games.Add(t.Context(), "nao", &storage.GameBatch{Where: "nao", From: at, To: storage.Position{Offset: at + int64(len(lines))}, Games: games, Seen: 1})
	if err != nil {
		t.Fatal(err)
	}
}

func ended(name string, start, end, points int64) string {
	return fmt.Sprintf("version=3.6.7\tpoints=%d\trole=Val\trace=Hum\tgender=Fem\talign=Neu\tname=%s\tdeath=quit\tturns=5\tstarttime=%d\tendtime=%d", points, name, start, end)
}

// counted is how many games of a name are asked about, and the sum of points.
func asked(t *testing.T, b *Book, line string) string {
	t.Helper()
	q, err := (&question.Reader{Now: time.Unix(0, 0).UTC()}).Read(line)
	if err != nil {
		t.Fatal(err)
	}
	res, err := b.Ask(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(res.Matched, res.Rows)
}

// TestColumnsFollowTheStore: what is kept, corrected and removed shows in the next
// answer, after a start from the file, too; a file of another store is left alone.
func TestColumnsFollowTheStore(t *testing.T) {
	was := saveEvery
	defer func() { saveEvery = was }()
	saveEvery = 1
	file := &held{}
	b := &Book{Games: storage.Games{Store: memstore.New()}, ColumnFile: file}
	const sum = "* s=name x=sum(points) o=-."
	want := func(what, text string) {
		t.Helper()
		if got := asked(t, b, sum); got != text {
			t.Errorf("%s: %s, want %s", what, got, text)
		}
	}
	want("nothing", "0 []")
	keepRows(t, b, 0, ended("ann", 1e9, 1e9+50, 10), ended("bob", 1e9, 1e9+60, 20))
	want("two games", "2 [[ann 1 10] [bob 1 20]]")
	keepRows(t, b, 2, ended("ann", 1e9, 1e9+55, 15))
	want("a correction", "2 [[ann 1 15] [bob 1 20]]")
	if file.b == nil {
		t.Fatal("the columns were not saved")
	}
	again := &Book{Games: b.Games, ColumnFile: file}
	keepRows(t, b, 3, ended("cid", 1e9, 1e9+70, 30))
	b = again
	want("after a start", "3 [[ann 1 15] [bob 1 20] [cid 1 30]]")
	if b.columns.saved == 0 || file.loads != 3 {
		t.Errorf("the file was read %d times", file.loads)
	}
	other := &Book{Games: storage.Games{Store: memstore.New()}, ColumnFile: file}
	keepRows(t, other, 0, ended("dan", 1e9, 1e9+50, 1))
	b = other
	want("another store", "1 [[dan 1 1]]")
	file.b = []byte("rubbish")
	b = &Book{Games: other.Games, ColumnFile: file}
	want("a damaged file", "1 [[dan 1 1]]")
	if _, err := other.Games.RemoveSource(t.Context(), "nao"); err != nil && !errors.Is(err, storage.ErrNoSource) {
		t.Fatal(err)
	}
	want("its source removed", "0 []")
}

// TestKeptRowsThatCannotBeTrue: rows that a store kept before such rows were set aside are
// no games, and a row that one of them was to correct stands.
func TestKeptRowsThatCannotBeTrue(t *testing.T) {
	b := &Book{Games: storage.Games{Store: memstore.New()}, Now: func() time.Time { return time.Unix(1e9+1000, 0) }}
	with := func(points, turns string) string {
		line := ended("eve", 1e9+1, 1e9+60, 3)
		return strings.Replace(strings.Replace(line, "points=3", "points="+points, 1), "turns=5", "turns="+turns, 1)
	}
	keepRows(t, b, 0,
		ended("ann", 1e9, 1e9+50, 10), ended("ann", 1e9, 2777e6, 11), // no correction
		ended("bob", 1e9, 1e9+60, 20), ended("bob", 1e9, 2777e6, 21), ended("bob", 1e9, 1e9+65, 22), // corrected, after all
		ended("cid", 1e9, 2777e6, 30),
		ended("dan", 1e9+70, 1e9+60, 40),
		with("-2147483648", "5"), with("4294967295", "5"), with("3", "-5"), with("3", "4294967291"),
	)
	const sum = "* s=name x=sum(points) o=-."
	if got, want := asked(t, b, sum), "2 [[ann 1 10] [bob 1 22]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if _, _, last, err := b.played(t.Context()); err != nil || last > 1e9+1000 {
		t.Errorf("the last game ended at %d, %v", last, err)
	}
	want := map[string]int64{
		xlog.ErrFuture.Error(): 3, xlog.ErrBackwards.Error(): 1, xlog.ErrPointsBelow.Error(): 1, xlog.ErrPointsOver.Error(): 1,
		xlog.ErrTurnsBelow.Error(): 1, xlog.ErrTurnsOver.Error(): 1,
	}
	if got := b.LeftOut(); !maps.Equal(got, want) {
		t.Errorf("left out are %v, want %v", got, want)
	}
	keepRows(t, b, 11, ended("eli", 1e9, 1e9+90, 5), ended("eli", 1e9, 2777e6, 6))
	if got, want := asked(t, b, sum), "3 [[ann 1 10] [bob 1 22] [eli 1 5]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// viewed counts the transactions that read a store.
type viewed struct {
	storage.Store
	views int
}

func (s *viewed) View(ctx context.Context, fn func(storage.ReadTx) error) error {
	s.views++
	return s.Store.View(ctx, fn)
}

// idleBook returns a book with a tournament of n entrants, each of whom has played once.
func idleBook(tb testing.TB, n int) (*Book, *viewed) {
	tb.Helper()
	store := &viewed{Store: memstore.New()}
	b := &Book{
		Games: storage.Games{Store: store}, Now: func() time.Time { return time.Unix(1e9+1000, 0) }, Templates: score.Builtin(),
		Random: func() uint64 { return 1 }, Sources: func(context.Context) ([]string, error) { return []string{"nao"}, nil },
	}
	admin := Actor{Who: User{"test", "root"}, Place: Place{"test", "#test"}, Admin: true}
	t, err := b.Create(context.Background(), admin, Tourney{Name: "Dash", Rules: "dash", Zone: "UTC", Proof: ProofNone, From: 1e9, Until: 1e9 + 80000})
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := b.change(context.Background(), t.ID, func(_ storage.Tx, t *Tourney) ([]any, error) {
		for i := range n {
			name := fmt.Sprint("p", i)
			t.Entrants = append(t.Entrants, Entrant{Person: name, Name: name, Accounts: []Claim{{Account: score.Account{Name: name}, Proved: ProofNone}}})
		}
		return nil, nil
	}); err != nil {
		tb.Fatal(err)
	}
	return b, store
}

// TestIdleSweepCountsNothing: a sweep with nothing new reads a few records only;
// one with a new game counts it.
func TestIdleSweepCountsNothing(t *testing.T) {
	b, store := idleBook(t, 50)
	sweep := func() int {
		t.Helper()
		before := store.views
		if _, err := b.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		return store.views - before
	}
	for range 3 {
		sweep()
	}
	if n := sweep(); n > 3 {
		t.Errorf("an idle sweep reads %d times", n)
	}
	keepRows(t, b, 0, strings.Replace(ended("p7", 1e9+10, 1e9+900, 5000), "death=quit\tturns=5", "death=killed by a newt\tturns=900", 1))
	if n := sweep(); n < 5 {
		t.Errorf("a sweep after a game reads only %d times", n)
	}
	all, err := b.All(t.Context())
	if err != nil || all[0].Last == nil {
		t.Fatalf("the game was not counted: %v", err)
	}
	if points, err := b.points(t.Context(), all[0].ID); err != nil || points["p7"] == 0 || len(points) != 1 {
		t.Errorf("points %v, %v", points, err)
	}
	keepRows(t, b, 1, strings.Replace(ended("p8", 1e9+10, 1e9+900, 6000), "death=quit\tturns=5", "death=killed by a newt\tturns=900", 1))
	sweep()
	log, err := b.Audit(t.Context(), all[0].ID)
	if err != nil || len(log) != 3 || log[1].Entrant != "p7" || log[2].Entrant != "p8" {
		t.Errorf("the log says %+v, %v", log, err)
	}
}

// slow is a store whose reading is cut short after a few looks at the clock.
type slow struct {
	context.Context
	looks int
}

func (s *slow) Err() error {
	if s.looks--; s.looks < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestColumnsGoOn: columns that are not done in time go on from where they were, with no
// game twice or missing.
func TestColumnsGoOn(t *testing.T) {
	b := &Book{Games: storage.Games{Store: memstore.New()}, ColumnFile: &held{}}
	var lines []string
	for i := range 6000 {
		lines = append(lines, ended(fmt.Sprint("p", i), 1e9, 1e9+int64(i), 1))
	}
	keepRows(t, b, 0, lines...)
	tries := 0
	for ; ; tries++ {
		_, release, err := b.Table(&slow{t.Context(), 20})
		if err == nil {
			release()
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) || tries > 100 {
			t.Fatal(tries, err)
		}
	}
	if tries < 2 {
		t.Errorf("it was done after %d tries", tries+1)
	}
	if got := asked(t, b, "* x=sum(points),cdist(name)"); got != "6000 [[6000 6000 6000]]" {
		t.Errorf("after %d tries: %s", tries, got)
	}
}

// TestColumnFileIsCutShort: columns whose file somebody cuts short under the program make a
// question fail, and not the program.
func TestColumnFileIsCutShort(t *testing.T) {
	was := saveEvery
	defer func() { saveEvery = was }()
	saveEvery = 1
	path := filepath.Join(t.TempDir(), "columns")
	b := &Book{Games: storage.Games{Store: memstore.New()}, ColumnFile: storage.File{Path: path}}
	var lines []string
	for i := range 20_000 { // full blocks are read from the file
		lines = append(lines, ended(fmt.Sprint("p", i), 1e9, 1e9+int64(i), int64(i)))
	}
	keepRows(t, b, 0, lines...)
	if got := asked(t, b, "* x=max(points)"); got != "20000 [[20000 19999]]" {
		t.Fatal(got)
	}
	if runtime.GOOS != "linux" {
		t.Skip("another system may keep the pages, or the file")
	}
	if err := os.Truncate(path, 100); err != nil {
		t.Fatal(err)
	}
	err := func() (err any) {
		defer func() { err = recover() }()
		q, _ := (&question.Reader{Now: time.Unix(0, 0).UTC()}).Read("* x=sum(points)")
		_, _ = b.Ask(t.Context(), q)
		return nil
	}()
	if !storage.IsFault(err) {
		t.Errorf("the question ended with %v", err)
	}
}

// TestQuestionsSayThatGamesAreRead: while somebody reads the games, a question that must be
// answered soon says how far they are, and one that can wait waits.
func TestQuestionsSayThatGamesAreRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &Book{Games: storage.Games{Store: memstore.New()}}
		keepRows(t, b, 0, "name=ann\tendtime=1604188935\tdeath=quit\tturns=1")
		b.columns.begin.Do(func() { b.columns.turn = make(chan struct{}, 1) })
		b.columns.turn <- struct{}{} // somebody reads
		b.columns.goal.Store(2_000_000)
		b.columns.reached.Store(700_000)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		began := time.Now()
		_, _, err := b.Table(ctx)
		var no *Refusal
		if took := time.Since(began); !errors.As(err, &no) || no.Reason != Reading || !strings.Contains(err.Error(), "700000 of 2000000") || took != questionWaits {
			t.Errorf("after %v: %v", took, err)
		}
		go func() {
			time.Sleep(time.Minute)
			<-b.columns.turn
		}()
		table, release, err := b.Table(t.Context())
		if err != nil || table.Len() != 1 || time.Since(began) < time.Minute {
			t.Fatalf("after %v: %v", time.Since(began), err)
		}
		release()
	})
}
