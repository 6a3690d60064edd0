package archive

import (
	"slices"

	"delphi/engine/games/columns"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/storage/gamelog"
)

// Kept returns a game from a source in the form in which it is stored. record is its
// row, in the form of xlog.Record.Append. The reader fills in Pos and Seen.
func Kept(source string, g *xlog.Game, record []byte) gamelog.Game {
	return gamelog.Game{
		Source: source, Name: g.Name, Variant: g.Variant, Version: g.Version,
		Role: g.Role, Race: g.Race, Gender: g.Gender, Align: g.Align, Gender0: g.Gender0, Align0: g.Align0,
		Outcome: uint8(g.Outcome), Practice: g.Practice(),
		Points: g.Points, Turns: g.Turns, Realtime: g.Realtime, Start: g.Start, End: g.End,
		Deaths: g.Deaths, MaxLvl: g.MaxLvl, Conducts: len(g.Conducts), Achieved: len(g.Achieved),
		Record: record,
	}
}

// Scored returns a stored game in the form that scoring reads.
func Scored(k *gamelog.Game) (*score.Game, error) {
	r, err := xlog.Unpack(k.Record)
	if err != nil {
		return nil, err
	}
	// The variant is the one that was found when the row was read.
	x, err := xlog.DecodeFrom(r, k.Variant, k.Source)
	if err != nil {
		return nil, err
	}
	g := columns.FromRecord(x, k.Source)
	g.ID, g.Seen, g.Pos = k.ID(), k.Seen, k.Pos
	return &g, nil
}

// GameID returns the ID of the game in a row.
func GameID(table *columns.Table, row int32) string {
	source, line := table.Key(int(row))
	return gamelog.GameID(table.End(int(row)), source, line)
}

// Scoring converts ascending lists of rows into games for scoring. The Ref of a game is its
// row, its More what more says of that; more may be nil.
func Scoring(table *columns.Table, more func(row int32) any, lists ...[]int32) [][]*score.Game {
	out := make([][]*score.Game, len(lists))
	n := 0
	for i, rows := range lists {
		out[i] = make([]*score.Game, 0, len(rows))
		n += len(rows)
	}
	merged := make([]uint64, 0, n) // a row, and whose it is
	for i, rows := range lists {
		for _, row := range rows {
			merged = append(merged, uint64(row)<<32|uint64(i))
		}
	}
	if len(lists) > 1 {
		slices.Sort(merged)
	}
	rows := make([]int32, n)
	for i, m := range merged {
		rows[i] = int32(m >> 32)
	}
	all := make([]score.Game, n)
	table.Games(rows, func(i int, g *columns.Game) {
		all[i] = *g
		all[i].ID, all[i].Ref = gamelog.GameID(g.End, g.Key, g.Line), int64(rows[i])
		if more != nil {
			all[i].More = more(rows[i])
		}
		whose := uint32(merged[i])
		out[whose] = append(out[whose], &all[i])
	})
	return out
}
