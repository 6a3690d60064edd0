package explore

import (
	"delphi/commands"
	"delphi/commands/foe"
)

// Commands lists the commands of this room.
func Commands() []*commands.Command {
	return []*commands.Command{experience(), outrun(), dig(), nurse(), foocubus(), marker(), weigh(), polybuc(), questCommand(), sokobanPrize(), openTin(), polytrap()}
}

// monster is the monster that a question is about.
var monster = foe.Monster

// loads are the states of encumbrance, in order.
var loads = []string{"unencumbered", "burdened", "stressed", "strained", "overtaxed"}
