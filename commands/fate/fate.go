package fate

import (
	"delphi/commands"
)

// Commands lists the commands of this room.
func Commands() []*commands.Command {
	return append([]*commands.Command{luckCommand(), pray(), sac(), crown(), protect(), elbereth(), smite(), altarsCommand()}, rolls()...)
}

// The parameters that several commands take. Those of a hero are in package hero.
var (
	amulet = commands.NewFlag(commands.Param{Name: "amulet", Summary: "Carrying the Amulet of Yendor", Words: []string{"with amulet", "with the amulet", "amulet of yendor"}})
	chart  = commands.NewFlag(commands.Param{Name: "chart", Summary: "Show the curve"})
)
