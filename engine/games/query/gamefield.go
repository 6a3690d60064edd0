package query

import (
	"strings"

	"delphi/engine/games/xlog"
)

// number returns a number of a game.
func (g *Game) number(f *Field) int64 {
	switch {
	case f.clean:
		return xlog.Playtime(g.Realtime, g.Start, g.End)
	case f.minus[0] != "":
		return g.number(Called(f.minus[0])) - g.number(Called(f.minus[1]))
	case f.count != nil:
		if f.Name == "nconduct" {
			return vanilla(strings.Join(g.Conducts, " "))
		}
		if f.column == colConducts || f.column == colAchieved {
			return int64(len(g.set(f.column)))
		}
		return f.count(*g.texts(f.column))
	}
	switch f.column {
	case colPoints:
		return g.Points
	case colTurns:
		return g.Turns
	case colRealtime:
		return g.Realtime
	case colStart:
		if g.Start == 0 {
			return g.End
		}
		return g.Start
	case colEnd:
		return g.End
	case colDeathDNum:
		return g.DeathDNum
	case colDeathLev:
		return g.DeathLev
	case colMaxLvl:
		return g.MaxLvl
	case colHP:
		return g.HP
	case colMaxHP:
		return g.MaxHP
	}
	return g.Died
}

// set returns one of the two sets that a game has.
func (g *Game) set(column int) []string {
	if column == colConducts {
		return g.Conducts
	}
	return g.Achieved
}

// text returns a text of a game.
func (g *Game) text(f *Field) string {
	if f.column == colOutcome {
		return g.Outcome.String()
	}
	text := *g.texts(f.column)
	if f.pick != nil {
		return f.pick(text)
	}
	return text
}

// texts returns where a game has the text of a column.
func (g *Game) texts(column int) *string {
	switch column {
	case colName:
		return &g.Name
	case colSource:
		return &g.Source
	case colVariant:
		return &g.Variant
	case colVersion:
		return &g.Version
	case colRole:
		return &g.Role
	case colRace:
		return &g.Race
	case colGender:
		return &g.Gender
	case colGender0:
		return &g.Gender0
	case colAlign:
		return &g.Align
	case colAlign0:
		return &g.Align0
	case colWhile:
		return &g.While
	}
	return &g.Death
}
