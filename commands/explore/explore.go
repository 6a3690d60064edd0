package explore

import (
	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
)

// Commands lists the commands of this room.
func Commands() []*commands.Command {
	return []*commands.Command{experience(), outrun(), dig(), nurse(), foocubus(), marker(), weigh(), polybuc(), questCommand(), sokobanPrize(), openTin(), polytrap(), revive(), throwGem(), ride(), exercise(), burn(), hunger(), stuck(), lycanthropyCommand(), petstepsCommand(), iceboxCommand()}
}

// monster is the monster that a question is about.
var monster = foe.Monster

// loads holds the states of encumbrance in which a hero can move, in order.
var loads = hero.Loads[:5]
