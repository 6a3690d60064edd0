package league

import (
	_ "embed"
)

// This file says which sentences are questions for the commands about games and
// tournaments, and what they ask. What each may hold is in talk.go.

//go:embed words.txt
var stopText string

// stopWords are words that are no player's name unless a place for one says so.
var stopWords = set(stopText)
