package tourney

import (
	"context"
	"fmt"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
)

func (r *room) link() *commands.Command {
	code := commands.NewWords(commands.Param{Name: "code", Summary: "The code from your other network; leave it out to get one", Bare: true, One: true})
	return &commands.Command{
		Name: "link", Summary: "Link your names on two networks, so that you are one entrant",
		RunName: "code", Params: commands.Takes(code), Examples: []string{"link"},
		Subs: []*commands.Command{r.linkConfirm(), r.linkShow()},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			if code.In(c) == "" {
				code, err := r.book.People().Link(ctx, asker.User(&c.Request))
				if err != nil {
					return commands.Reply{}, err
				}
				return commands.Reply{
					Private: true, Hints: []string{"link confirm"},
					Summary: fmt.Sprintf("On the other network, say: link %s. Then come back within half an hour and say: link confirm", code),
				}, nil
			}
			other, err := r.book.People().LinkWith(ctx, asker.User(&c.Request), code.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			return commands.Reply{Private: true, Summary: fmt.Sprintf("That is the code of %s on %s. To finish, say there: link confirm", other.User, other.Network)}, nil
		},
	}
}

func (r *room) linkConfirm() *commands.Command {
	return &commands.Command{
		Name: "confirm", Aliases: []string{"yes"}, Summary: "Finish a link, after saying your code on the other network", Examples: []string{"link confirm"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			p, other, err := r.book.ConfirmLink(ctx, asker.User(&c.Request))
			if err != nil {
				return commands.Reply{}, err
			}
			return commands.Reply{Summary: fmt.Sprintf("You are also %s on %s. I now know you by %s, and you are one entrant everywhere.", other.User, other.Network, wording.Count(len(p.Users), "name"))}, nil
		},
	}
}

func (r *room) linkShow() *commands.Command {
	return &commands.Command{
		Name: "show", ReadOnly: true, Aliases: []string{"who"}, Summary: "Show the names and accounts that I know you by", Examples: []string{"link show"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			p, err := r.book.People().Person(ctx, asker.User(&c.Request))
			if err != nil {
				return commands.Reply{}, err
			}
			var names []string
			for _, u := range p.Users {
				names = append(names, u.User+" on "+u.Network)
			}
			for _, a := range p.Accounts {
				names = append(names, a.String()+" in the game")
			}
			return commands.Reply{Private: true, Summary: "You are " + wording.And(names) + ".", Hints: []string{"link"}}, nil
		},
	}
}
