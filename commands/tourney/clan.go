package tourney

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/engine/problem"
	"delphi/storage/contest"
)

// clanName is the parameter that names a clan.
var clanName = commands.NewWords(commands.Param{Name: "clan", Summary: "The clan's name", Bare: true, Needed: true})

func (r *room) clan() *commands.Command {
	return &commands.Command{
		Name: "clan", Summary: "Join a clan of this channel's tournament, lead yours or leave it",
		Examples: []string{"clan join Demigods", "clan leave"},
		Subs:     []*commands.Command{r.clanJoin(), r.clanInvite(), r.clanPassword(), r.clanLeave()},
	}
}

func (r *room) clanJoin() *commands.Command {
	password := commands.NewWords(commands.Param{Name: "password", Summary: "The clan's password, if you were not invited", One: true})
	name := r.tournament(quoted)
	return &commands.Command{
		Name: "join", Summary: "Join a clan, or found it", Params: commands.Takes(name, clanName, password), Examples: []string{"clan join Demigods"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			return r.intoClan(ctx, c, name.In(c), clanName.In(c), password.In(c))
		},
	}
}

func (r *room) clanLeave() *commands.Command {
	name := r.tournament()
	return &commands.Command{
		Name: "leave", Summary: "Leave your clan", Params: commands.Takes(name), Examples: []string{"clan leave"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			return r.intoClan(ctx, c, name.In(c), "", "")
		},
	}
}

// intoClan puts the asker into a clan; an empty name takes them out of theirs.
func (r *room) intoClan(ctx context.Context, c *commands.Call, tournament, clan, password string) (commands.Reply, error) {
	t, err := r.find(ctx, &c.Request, tournament)
	if err == nil {
		t, err = r.book.JoinClan(ctx, t.ID, asker.User(&c.Request), clan, password)
	}
	if err != nil {
		return commands.Reply{}, err
	}
	if clan == "" {
		return commands.Reply{Summary: "You are no longer in a clan of " + t.Name + "."}, nil
	}
	return commands.Reply{Summary: fmt.Sprintf("You are in the clan %s of %s.", asFounded(t, clan), t.Name), Hints: []string{"standings clan"}}, nil
}

// asFounded returns a clan's name as its founder wrote it.
func asFounded(t *contest.Tourney, clan string) string {
	for _, c := range t.Clans {
		if strings.EqualFold(c.Name, clan) {
			return c.Name
		}
	}
	return clan
}

func (r *room) clanInvite() *commands.Command {
	who, name := r.entrant(), r.tournament(quoted)
	return &commands.Command{
		Name: "invite", Summary: "Invite an entrant to the clan that you founded", Params: commands.Takes(name, who), Examples: []string{"clan invite stenno"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			clan, err := r.book.Invite(ctx, t.ID, asker.User(&c.Request), who.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			return commands.Reply{Summary: fmt.Sprintf("%s is invited to join %s.", who.In(c), clan), Hints: []string{"clan join " + clan}}, nil
		},
	}
}

func (r *room) clanPassword() *commands.Command {
	word := commands.NewWords(commands.Param{Name: "password", Summary: "The new password; leave it out to have none", Bare: true, One: true})
	name := r.tournament(quoted)
	return &commands.Command{
		Name: "password", Summary: "Set or remove the password of the clan that you founded", Params: commands.Takes(word, name), Examples: []string{"clan password"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			if word.In(c) != "" && !c.Private {
				return commands.Reply{}, problem.New("Everybody here can read that password. Tell me one in private.", `clan password WORD in "`+t.ID+`"`)
			}
			clan, err := r.book.SetClanPassword(ctx, t.ID, asker.User(&c.Request), word.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			if word.In(c) == "" {
				return commands.Reply{Private: true, Summary: clan + " has no password now. People need an invitation to join it.", Hints: []string{"clan invite NICK"}}, nil
			}
			return commands.Reply{Private: true, Summary: "Whoever knows the password can now join " + clan + ".", Hints: []string{"clan join " + clan + " password WORD"}}, nil
		},
	}
}

// moveClan puts an entrant into a clan on behalf of an organiser.
func (r *room) moveClan() *commands.Command {
	who, name := r.entrant(oneWord), r.tournament(quoted)
	clan := commands.NewWords(commands.Param{Name: "clan", Summary: "The clan's name, or none", Bare: true, Needed: true})
	return &commands.Command{
		Name: "clan", Summary: "Put an entrant into a clan, or into none", Rights: commands.Organiser,
		Params: commands.Takes(name, who, clan), Examples: []string{"tourney clan ann Demigods", "tourney clan ann none"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			into := clan.In(c)
			if strings.EqualFold(into, "none") {
				into = ""
			}
			if t, err = r.book.SetClan(ctx, asker.Actor(&c.Request), t.ID, who.In(c), into); err != nil {
				return commands.Reply{}, err
			}
			if into == "" {
				return commands.Reply{Summary: fmt.Sprintf("%s is in no clan of %s now.", who.In(c), t.Name)}, nil
			}
			return commands.Reply{Summary: fmt.Sprintf("%s is in the clan %s of %s.", who.In(c), asFounded(t, into), t.Name), Hints: []string{"standings clan"}}, nil
		},
	}
}
