package fate

import (
	"delphi/commands"
)

// Commands lists the commands of this room.
func Commands() []*commands.Command {
	return []*commands.Command{luckCommand(), pray()}
}

// The parameters that several commands take. Those of a hero are in package hero.
var (
	amulet = commands.NewFlag(commands.Param{Name: "amulet", Summary: "Carrying the Amulet of Yendor", Words: []string{"with amulet", "with the amulet", "amulet of yendor"}})
	chart  = commands.NewFlag(commands.Param{Name: "chart", Summary: "Show the curve"})

	sure = commands.NewNumber(commands.Param{Name: "sure", Summary: "Count the tries for a given chance: for 95%", Words: []string{"for"}, Min: 1, Max: 99})
)
