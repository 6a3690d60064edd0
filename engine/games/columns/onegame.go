package columns

import (
	"strings"

	"delphi/engine/games/xlog"
)

// Number returns a number of a game.
func (g *Game) Number(f *Field) int64 {
	switch {
	case f.Clean:
		return xlog.Playtime(g.Realtime, g.Start, g.End)
	case f.Minus[0] != "":
		return g.Number(Called(f.Minus[0])) - g.Number(Called(f.Minus[1]))
	case f.Count != nil:
		if f.Name == "nconduct" {
			return vanilla(strings.Join(g.Conducts, " "))
		}
		if f.Column == Conducts || f.Column == Achieved {
			return int64(len(g.Set(f.Column)))
		}
		return f.Count(*g.Column(f.Column))
	}
	switch f.Column {
	case Points:
		return g.Points
	case Turns:
		return g.Turns
	case Realtime:
		return g.Realtime
	case Start:
		if g.Start == 0 {
			return g.End
		}
		return g.Start
	case End:
		return g.End
	case DeathDNum:
		return g.DeathDNum
	case DeathLev:
		return g.DeathLev
	case MaxLvl:
		return g.MaxLvl
	case HP:
		return g.HP
	case MaxHP:
		return g.MaxHP
	}
	return g.Died
}

// Set returns one of the two sets that a game has.
func (g *Game) Set(column int) []string {
	if column == Conducts {
		return g.Conducts
	}
	return g.Achieved
}

// Text returns a text of a game.
func (g *Game) Text(f *Field) string {
	if f.Column == Outcome {
		return g.Outcome.String()
	}
	text := *g.Column(f.Column)
	if f.Pick != nil {
		return f.Pick(text)
	}
	return text
}

// Column returns where a game has the text of a column.
func (g *Game) Column(column int) *string {
	switch column {
	case Name:
		return &g.Name
	case Source:
		return &g.Source
	case Variant:
		return &g.Variant
	case Version:
		return &g.Version
	case Role:
		return &g.Role
	case Race:
		return &g.Race
	case Gender:
		return &g.Gender
	case Gender0:
		return &g.Gender0
	case Align:
		return &g.Align
	case Align0:
		return &g.Align0
	case While:
		return &g.While
	}
	return &g.Death
}
