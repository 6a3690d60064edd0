package league

import (
	"context"
	"delphi/commands"
	"delphi/commands/contest"
)

// Options are what the commands about games and tournaments work with.
type Options struct {
	Book     *contest.Book
	Dumplogs map[string]string // by source: where a game's dump log is, with {field} for what its record says
}

type room struct{ Options }

// text is what stands behind a command of this room.
var text = commands.NewText(commands.Param{Name: "what", Summary: "What you ask for"})

// Commands lists the commands about games, tournaments and announcements.
func Commands(o Options) []*commands.Command {
	r := &room{o}
	list := []*commands.Command{
		r.last(), r.asc(), r.gamesOf(), r.streak(), r.best(),
		r.tourney(), r.join(), r.leave(), r.clan(), r.tourneyRules(), r.standings(), r.draw(), r.link(), r.announce(),
	}
	for _, cmd := range list {
		run := cmd.Run
		cmd.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			reply, err := run(ctx, c)
			return reply, refused(err)
		}
	}
	return list
}
