package route

import (
	"embed"
	"fmt"

	"delphi/commands/casting"
	"delphi/commands/chances"
	"delphi/commands/craft"
	"delphi/commands/explore"
	"delphi/commands/fate"
	"delphi/commands/fight"
	"delphi/commands/game"
	"delphi/commands/identify"
	"delphi/commands/league"
	"delphi/commands/lookup"
	"delphi/commands/piles"
	"delphi/commands/random"
	"delphi/commands/read"
	"delphi/commands/read/phrases"
	"delphi/commands/read/sense"
	"delphi/commands/study"
)

// ownPhrases is how players ask about the bot itself, and how they talk.
//
//go:embed *.phrases
var ownPhrases embed.FS

// newReader makes the reader of the router's commands.
func (r *Router) newReader() (*read.Reader, error) {
	files, err := phrases.Files(read.Shared, casting.Phrases, study.Phrases, chances.Phrases, craft.Phrases, explore.Phrases, fate.Phrases, fight.Phrases, game.Phrases, identify.Phrases, league.Phrases, lookup.Phrases, piles.Phrases, random.Phrases, ownPhrases)
	if err != nil {
		return nil, err
	}
	reader, err := read.New(r.commands, files)
	if err != nil {
		return nil, fmt.Errorf("the phrases: %w", err)
	}
	reader.Sense, reader.Parse, reader.Plays = sense.Sense{}, r.parsed, r.opts.Plays
	return reader, nil
}

// Reader returns the reader of the router's lines. The phrases are part of the program, and a
// test reads them: that one of them is wrong is a mistake that cannot be answered.
func (r *Router) Reader() *read.Reader {
	reader, err := r.reading()
	if err != nil {
		panic(err)
	}
	return reader
}
