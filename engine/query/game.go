package query

import "delphi/engine/xlog"

// FromRecord is a decoded record as a Table has it; source is where it was read.
func FromRecord(x *xlog.Game, source string) Game {
	g := Game{
		Name: x.Name, Source: source, Variant: x.Variant, Version: x.Version, Role: x.Role, Race: x.Race, Gender: x.Gender, Gender0: x.Gender0,
		Align: x.Align, Align0: x.Align0, Death: x.Death, While: x.While, Outcome: x.Outcome.String(), Conducts: x.Conducts, Achieved: x.Achieved,
		Points: x.Points, Turns: x.Turns, Realtime: x.Realtime, Start: x.Start, End: x.End, DeathDNum: x.DeathDNum, DeathLev: x.DeathLev,
		MaxLvl: x.MaxLvl, HP: x.HP, MaxHP: x.MaxHP, Died: x.Deaths, Practice: x.Practice(),
	}
	if g.Start == 0 {
		g.Start = g.End
	}
	return g
}
