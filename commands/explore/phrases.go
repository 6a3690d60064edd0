package explore

import "embed"

// Phrases is how players say what this room answers, in the notation of commands/read.
//
//go:embed *.phrases
var Phrases embed.FS
