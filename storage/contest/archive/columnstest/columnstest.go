package columnstest

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"delphi/engine/games/xlog"
	"delphi/storage/contest/archive"
	"delphi/storage/gamelog"
)

// File is a archive.File in memory.
type File struct {
	B     []byte
	Loads int
}

func (h *File) Load() ([]byte, error) { h.Loads++; return h.B, nil }

func (h *File) Aside([]byte) {}
func (h *File) Save(write func(io.Writer) error) error {
	var b bytes.Buffer
	err := write(&b)
	h.B = b.Bytes()
	return err
}

// Keep adds games of the source nao to a store, from the offset at on.
func Keep(t testing.TB, games gamelog.Games, at int64, lines ...string) {
	t.Helper()
	var kept []gamelog.Game
	for i, line := range lines {
		rec, err := xlog.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		x, err := xlog.Decode(rec, "")
		if err != nil {
			t.Fatal(err)
		}
		k := archive.Kept("nao", x, rec.Append(nil))
		k.Pos = at + int64(i)
		kept = append(kept, k)
	}
	_, err := games.Add(t.Context(), "nao", &gamelog.GameBatch{Where: "nao", From: at, To: gamelog.Position{Offset: at + int64(len(lines))}, Games: kept, Seen: 1})
	if err != nil {
		t.Fatal(err)
	}
}

// Ended is the row of a game.
func Ended(name string, start, end, points int64) string {
	return fmt.Sprintf("version=3.6.7\tpoints=%d\trole=Val\trace=Hum\tgender=Fem\talign=Neu\tname=%s\tdeath=quit\tturns=5\tstarttime=%d\tendtime=%d", points, name, start, end)
}
