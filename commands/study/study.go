package study

import (
	"embed"

	"delphi/commands"
)

// Phrases holds the ways in which players ask what this room answers, in the notation
// of commands/read/phrases.
//
//go:embed *.phrases
var Phrases embed.FS

// Commands lists the commands of this room.
func Commands() []*commands.Command {
	return []*commands.Command{learn(), practice(), memory()}
}
