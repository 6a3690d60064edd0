package contest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"delphi/engine/query"
	"delphi/engine/xlog"
	"delphi/storage"
	"delphi/storage/memstore"
)

// held is a ColumnFile in memory.
type held struct {
	b     []byte
	loads int
}

func (h *held) Load() ([]byte, error) { h.loads++; return h.b, nil }
func (h *held) Save(b []byte) error   { h.b = b; return nil }

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
	q, err := (&query.Reader{Now: time.Unix(0, 0).UTC()}).Read(line)
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
	if b.columns.saved == 0 || file.loads != 2 {
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
