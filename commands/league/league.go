package league

import (
	"context"
	"slices"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/storage"
	"delphi/storage/contest"
)

// Options configures the commands of this room.
type Options struct {
	Book     *contest.Book
	Dumplogs map[string]string // by source: where a game's dump log is, with {field} for what its record says
	Live     Live              // nil: nobody says which games go on
	Tells    *storage.Tells    // nil: nobody can leave messages
}

// room is the commands' common part.
type room struct {
	book     *contest.Book
	dumplogs map[string]string
	live     Live
	tells    *storage.Tells
}

// Commands lists the commands of this room.
func Commands(o Options) []*commands.Command {
	r := &room{o.Book, o.Dumplogs, o.Live, o.Tells}
	history := []*commands.Command{r.last(), r.asc(), r.games(), r.streak(), r.best(), r.asked()}
	for _, c := range history {
		c.Group, c.Source = "history", commands.FromGames
	}
	live := []*commands.Command{r.players(), r.whereis()}
	for _, c := range live {
		c.Group = "history"
	}
	whois, announce := r.whois(), r.announce()
	whois.Group, whois.Source, announce.Group = "tourneys", commands.FromTourney, "tourneys"
	list := slices.Concat(history, []*commands.Command{whois, announce}, live, r.shared())
	asker.Mend(list)
	return list
}

// Has reports whether there is anything for commands From a source of this room to
// answer from: games, or followed logs that will provide some; or a tournament in any
// channel, since other channels can ask about it.
func (o Options) Has(ctx context.Context, s commands.Source) (bool, error) {
	switch s {
	case commands.FromGames:
		if o.Book.Followed != nil && len(o.Book.Followed()) > 0 {
			return true, nil
		}
		read, err := o.Book.Sources(ctx)
		return len(read) > 0, err
	case commands.FromLive:
		return o.Live != nil, nil
	case commands.FromTourney:
		all, err := o.Book.All(ctx)
		return len(all) > 0, err
	}
	return true, nil
}
