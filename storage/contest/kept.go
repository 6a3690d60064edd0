package contest

import (
	"delphi/engine/games/xlog"
	"delphi/storage"
)

// Kept returns a game from a source in the form in which it is stored. record is its
// row, in the form of xlog.Record.Append. The reader fills in Pos and Seen.
func Kept(source string, g *xlog.Game, record []byte) storage.Game {
	return storage.Game{
		Source: source, Name: g.Name, Variant: g.Variant, Version: g.Version,
		Role: g.Role, Race: g.Race, Gender: g.Gender, Align: g.Align, Gender0: g.Gender0, Align0: g.Align0,
		Outcome: uint8(g.Outcome), Practice: g.Practice(),
		Points: g.Points, Turns: g.Turns, Realtime: g.Realtime, Start: g.Start, End: g.End,
		Deaths: g.Deaths, MaxLvl: g.MaxLvl, Conducts: len(g.Conducts), Achieved: len(g.Achieved),
		Record: record,
	}
}
