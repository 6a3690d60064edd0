package lookup

import (
	"delphi/commands"
	"delphi/commands/thing"
)

// Commands lists the commands of this room.
func Commands() []*commands.Command {
	return []*commands.Command{mon(), eat(), item(), cure(), resists(), stops(), sources(), heroes()}
}

var (
	monsterText = commands.NewText(commands.Param{
		Name: "monster", Summary: "A name or a description (F yellow, level 10-12 flies), and a version; or compare NAME and two",
		Complete: completeMon,
	})

	itemName = commands.NewName[any](commands.Param{Name: "item", Noun: "an object", Summary: "The object, such as cloak of magic resistance", Vocabulary: thing.Items})
)
