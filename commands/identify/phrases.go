package identify

import "embed"

// Phrases holds the ways in which players ask what this room answers, in the notation
// of commands/read/phrases.
//
//go:embed *.phrases
var Phrases embed.FS
