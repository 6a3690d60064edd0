package league

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"delphi/commands"
	"delphi/engine/problem"
)

// organiser shows and names those who may run tournaments in a place.
func (r *room) organiser() *commands.Command {
	return &commands.Command{
		Name: "organiser", Aliases: []string{"organizer", "organisers", "organizers"}, Summary: "Show or appoint who may run tournaments in this channel",
		Own: "show", Examples: []string{"tourney organiser"},
		Subs: []*commands.Command{
			r.appoint("add", "Let somebody run tournaments in this channel", true),
			r.appoint("remove", "Stop somebody from running tournaments in this channel", false),
		},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			var named []string
			for _, p := range places(&c.Request) {
				there, err := r.book.Organisers(ctx, p)
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
			id, err := readWho(&c.Request, who.In(c), "tourney organiser "+word)
			if err != nil {
				return commands.Reply{}, err
			}
			named, err := r.book.SetOrganiser(ctx, actor(&c.Request), id, add)
			if err != nil {
				return commands.Reply{}, err
			}
			return organisersReply(named), nil
		},
	}
}

// Mentions of a user and of a role, as they arrive in a line, and a bare id.
var (
	userMention = regexp.MustCompile(`^<@!?(\d+)>$`)
	roleMention = regexp.MustCompile(`^(?:<@&(\d+)>|role:(\d+))$`)
	bareID      = regexp.MustCompile(`^\d+$`)
)

// readWho reads whom a word names: a mention, an id, a role, or a services
// account. Where the asker's own id is a number, users of the network have
// numbers, and no other word names one. line is the question without the word.
func readWho(req *commands.Request, word, line string) (string, error) {
	if m := userMention.FindStringSubmatch(word); m != nil {
		return m[1], nil
	}
	if m := roleMention.FindStringSubmatch(word); m != nil {
		return "role:" + m[1] + m[2], nil
	}
	if bareID.MatchString(string(req.User)) && !bareID.MatchString(word) {
		return "", problem.New(fmt.Sprintf("I can't tell who %q is. Mention them, or give the id.", commands.Typed(word)), line+" @USER")
	}
	if strings.HasPrefix(word, "~") || strings.ContainsAny(word, "@#!<>,:*") || len(word) > 64 {
		return "", problem.New(fmt.Sprintf("%q is not a services account, and a nick alone proves nothing.", commands.Typed(word)), line+" ACCOUNT")
	}
	return word, nil
}
