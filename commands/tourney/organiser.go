package tourney

import (
	"context"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
)

// organiser shows and names those who may run tournaments in a place.
func (r *room) organiser() *commands.Command {
	return &commands.Command{
		Name: "organiser", Aliases: []string{"organizer", "organisers", "organizers"}, Summary: "Show or appoint who may run tournaments in this channel",
		RunName: "show", Examples: []string{"tourney organiser"},
		Subs: []*commands.Command{
			r.appoint("add", "Let somebody run tournaments in this channel", true),
			r.appoint("remove", "Stop somebody from running tournaments in this channel", false),
		},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			var named []string
			for _, p := range asker.Places(&c.Request) {
				there, err := r.book.Places().Organisers(ctx, p)
				if err != nil {
					return commands.Reply{}, err
				}
				named = append(named, there...)
			}
			return organisersReply(named), nil
		},
	}
}

func organisersReply(named []string) commands.Reply {
	if len(named) == 0 {
		return commands.Reply{Summary: "This channel has no organisers yet.", Hints: []string{"tourney organiser add ACCOUNT"}}
	}
	return commands.Reply{Summary: "Organisers here: " + strings.Join(named, ", ") + "."}
}

func (r *room) appoint(word, summary string, add bool) *commands.Command {
	who := commands.NewWords(commands.Param{Name: "account", Summary: "A services account, a mention, an id, or role:ID", Bare: true, One: true, Needed: true, Refers: commands.ToUserOrRole})
	return &commands.Command{
		Name: word, Summary: summary, Rights: commands.Operator, Params: commands.Takes(who), Examples: []string{"tourney organiser " + word + " alice"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			id, err := asker.ReadWho(&c.Request, who.In(c), "tourney organiser "+word)
			if err != nil {
				return commands.Reply{}, err
			}
			named, err := r.book.Places().SetOrganiser(ctx, asker.Actor(&c.Request), id, add)
			if err != nil {
				return commands.Reply{}, err
			}
			return organisersReply(named), nil
		},
	}
}
