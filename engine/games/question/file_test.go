package question

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/xlog"
)

func written(tb testing.TB, t *columns.Table, mark [2]uint64) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := t.Write(&b, mark); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// TestTableAsBytes: a table that was written and read has the same answers, takes
// more games, and one with a byte changed is refused.
func TestTableAsBytes(t *testing.T) {
	table := readTable(t, unzip(t, "games.xlogfile.gz"))
	for table.Len() < 2*columns.BlockSize+5 { // full blocks and a part of one
		g := columns.Game{Name: "ann", Role: "Wiz", Death: "quit", Outcome: xlog.Quit, Points: int64(table.Len()) << 20, End: 1e9}
		table.Add(&g)
	}
	b := written(t, table, [2]uint64{7, 9})
	read, mark, err := columns.Read(b)
	if err != nil || mark != [2]uint64{7, 9} {
		t.Fatal(err, mark)
	}
	g := columns.Game{Name: "bob", Role: "Val", Death: "quit", Outcome: xlog.Quit, End: 2e9}
	table.Add(&g)
	read.Add(&g)
	for _, line := range []string{"* s=role / win", "* s=death", "* max=points -count:5", "* win s=name x=cdist(combo),median(turns)", "* s=conduct bits", "*"} {
		q, err := reader.Read(line)
		if err != nil {
			t.Fatal(err)
		}
		want, err := query.Run(t.Context(), table, q)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := query.Run(t.Context(), read, q); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v, want %v", line, got, err, want)
		}
	}
	for _, at := range []int{3, len(b) / 2, len(b) - 1} {
		bad := append([]byte{}, b...)
		bad[at] ^= 4
		if _, _, err := columns.Read(bad); !errors.Is(err, columns.ErrTable) {
			t.Errorf("byte %d changed: %v", at, err)
		}
	}
	if _, _, err := columns.Read(b[:len(b)/2]); !errors.Is(err, columns.ErrTable) {
		t.Errorf("half of it: %v", err)
	}
}

// BenchmarkRead reads two million games, as a start does.
func BenchmarkRead(b *testing.B) {
	bytes := written(b, big(b), [2]uint64{})
	b.Logf("%d MB", len(bytes)>>20)
	for b.Loop() {
		if _, _, err := columns.Read(bytes); err != nil {
			b.Fatal(err)
		}
	}
}
