package archive_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"delphi/engine/games/question"
	"delphi/engine/games/xlog"
	"delphi/storage"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/archive/columnstest"
	"delphi/storage/contest/refusal"
	"delphi/storage/gamelog"
	"delphi/storage/memstore"
)

// counted is how many games of a name are asked about, and the sum of points.
func asked(t *testing.T, b *archive.Columns, line string) string {
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
	file := &columnstest.File{}
	b := &archive.Columns{Games: gamelog.Games{Store: memstore.New()}, File: file, SaveEvery: 1}
	const sum = "* s=name x=sum(points) o=-."
	want := func(what, text string) {
		t.Helper()
		if got := asked(t, b, sum); got != text {
			t.Errorf("%s: %s, want %s", what, got, text)
		}
	}
	want("nothing", "0 []")
	columnstest.Keep(t, b.Games, 0, columnstest.Ended("ann", 1e9, 1e9+50, 10), columnstest.Ended("bob", 1e9, 1e9+60, 20))
	want("two games", "2 [[ann 1 10] [bob 1 20]]")
	columnstest.Keep(t, b.Games, 2, columnstest.Ended("ann", 1e9, 1e9+55, 15))
	want("a correction", "2 [[ann 1 15] [bob 1 20]]")
	if file.B == nil {
		t.Fatal("the columns were not saved")
	}
	again := &archive.Columns{Games: b.Games, File: file, SaveEvery: 1}
	columnstest.Keep(t, b.Games, 3, columnstest.Ended("cid", 1e9, 1e9+70, 30))
	b = again
	want("after a start", "3 [[ann 1 15] [bob 1 20] [cid 1 30]]")
	if !b.Saved() || file.Loads != 3 {
		t.Errorf("the file was read %d times", file.Loads)
	}
	other := &archive.Columns{Games: gamelog.Games{Store: memstore.New()}, File: file, SaveEvery: 1}
	columnstest.Keep(t, other.Games, 0, columnstest.Ended("dan", 1e9, 1e9+50, 1))
	b = other
	want("another store", "1 [[dan 1 1]]")
	file.B = []byte("rubbish")
	b = &archive.Columns{Games: other.Games, File: file, SaveEvery: 1}
	want("a damaged file", "1 [[dan 1 1]]")
	if _, err := other.Games.RemoveSource(t.Context(), "nao"); err != nil && !errors.Is(err, gamelog.ErrNoSource) {
		t.Fatal(err)
	}
	want("its source removed", "0 []")
}

// TestKeptRowsThatCannotBeTrue: rows that a store kept before such rows were set aside are
// no games, and a row that one of them was to correct stands.
func TestKeptRowsThatCannotBeTrue(t *testing.T) {
	b := &archive.Columns{Games: gamelog.Games{Store: memstore.New()}, Now: func() time.Time { return time.Unix(1e9+1000, 0) }}
	with := func(points, turns string) string {
		line := columnstest.Ended("eve", 1e9+1, 1e9+60, 3)
		return strings.Replace(strings.Replace(line, "points=3", "points="+points, 1), "turns=5", "turns="+turns, 1)
	}
	columnstest.Keep(t, b.Games, 0,
		columnstest.Ended("ann", 1e9, 1e9+50, 10), columnstest.Ended("ann", 1e9, 2777e6, 11), // no correction
		columnstest.Ended("bob", 1e9, 1e9+60, 20), columnstest.Ended("bob", 1e9, 2777e6, 21), columnstest.Ended("bob", 1e9, 1e9+65, 22), // corrected, after all
		columnstest.Ended("cid", 1e9, 2777e6, 30),
		columnstest.Ended("dan", 1e9+70, 1e9+60, 40),
		with("-2147483648", "5"), with("4294967295", "5"), with("3", "-5"), with("3", "4294967291"),
	)
	const sum = "* s=name x=sum(points) o=-."
	if got, want := asked(t, b, sum), "2 [[ann 1 10] [bob 1 22]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if _, last, err := b.Span(t.Context()); err != nil || last > 1e9+1000 {
		t.Errorf("the last game ended at %d, %v", last, err)
	}
	want := map[string]int64{
		xlog.ErrFuture.Error(): 3, xlog.ErrBackwards.Error(): 1, xlog.ErrPointsBelow.Error(): 1, xlog.ErrPointsOver.Error(): 1,
		xlog.ErrTurnsBelow.Error(): 1, xlog.ErrTurnsOver.Error(): 1,
	}
	if got := b.LeftOut(); !maps.Equal(got, want) {
		t.Errorf("left out are %v, want %v", got, want)
	}
	columnstest.Keep(t, b.Games, 11, columnstest.Ended("eli", 1e9, 1e9+90, 5), columnstest.Ended("eli", 1e9, 2777e6, 6))
	if got, want := asked(t, b, sum), "3 [[ann 1 10] [bob 1 22] [eli 1 5]]"; got != want {
		t.Errorf("%s, want %s", got, want)
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
	b := &archive.Columns{Games: gamelog.Games{Store: memstore.New()}, File: &columnstest.File{}, SaveEvery: 1}
	var lines []string
	for i := range 6000 {
		lines = append(lines, columnstest.Ended(fmt.Sprint("p", i), 1e9, 1e9+int64(i), 1))
	}
	columnstest.Keep(t, b.Games, 0, lines...)
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
	path := filepath.Join(t.TempDir(), "columns")
	b := &archive.Columns{Games: gamelog.Games{Store: memstore.New()}, File: storage.File{Path: path}, SaveEvery: 1}
	var lines []string
	for i := range 20_000 { // full blocks are read from the file
		lines = append(lines, columnstest.Ended(fmt.Sprint("p", i), 1e9, 1e9+int64(i), int64(i)))
	}
	columnstest.Keep(t, b.Games, 0, lines...)
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
		b := &archive.Columns{Games: gamelog.Games{Store: memstore.New()}}
		columnstest.Keep(t, b.Games, 0, "name=ann\tendtime=1604188935\tdeath=quit\tturns=1")
		done := b.Reading(700_000, 2_000_000)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		began := time.Now()
		_, _, err := b.Table(ctx)
		var no *refusal.Refusal
		if took := time.Since(began); !errors.As(err, &no) || no.Reason != refusal.Reading || !strings.Contains(err.Error(), "700000 of 2000000") || took != archive.QuestionWaits {
			t.Errorf("after %v: %v", took, err)
		}
		go func() {
			time.Sleep(time.Minute)
			done()
		}()
		table, release, err := b.Table(t.Context())
		if err != nil || table.Len() != 1 || time.Since(began) < time.Minute {
			t.Fatalf("after %v: %v", time.Since(began), err)
		}
		release()
	})
}
