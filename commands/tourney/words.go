package tourney

import (
	_ "embed"

	"delphi/engine/names"
)

//go:embed words.txt
var stopText string

// stopWords holds words that are not taken for a player's name unless a keyword says
// so.
var stopWords = names.Set(stopText)
