package league

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/engine/games/query"
	"delphi/engine/problem"
	"delphi/storage"
)

// mostTold is the maximum length of a message in bytes, so that it fits into a line
// with the text around it.
const mostTold = 250

// named matches whom a message may be for: a nick, a mention or an id.
var named = regexp.MustCompile(`^(?:@?([\pL\pN_\[\]{}\\^|` + "`" + `.-]{1,40})|<@!?(\d{5,20})>)[:,]?$`)

// tell leaves a message for somebody, who is told when they next say something in
// the same place.
func (r *room) tell() *commands.Command {
	what := commands.NewText(commands.Param{Name: "message", Summary: "Who to tell, and what: alice the game is on", Needed: true})
	return &commands.Command{
		Name: "tell", Group: "lookups",
		// "tell me the odds of ..."
		Summary: "Leave a message for somebody who is not here now", Params: commands.Takes(what),
		Examples: []string{"tell bob your ghost killed me on dlvl 4"},
		Check: func(_ context.Context, c *commands.Call) error {
			if to, text := addressed(what.In(c)); to == "" || text == "" {
				return problem.New("Who should I tell, and what?", "tell bob your ghost killed me on dlvl 4")
			}
			return nil
		},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			to, text := addressed(what.In(c))
			switch {
			case r.tells == nil || c.Private:
				return commands.Reply{}, problem.New("I only pass on messages in channels: leave yours in one that they visit.")
			case len(text) > mostTold:
				return commands.Reply{}, problem.Newf("That is %d bytes long; a message may have %s.", len(text), query.Commas(mostTold))
			}
			if strings.EqualFold(to, asker.Nick(&c.Request)) || to == string(c.User) {
				return commands.Reply{}, problem.New("That is you.", "tell bob your ghost killed me on dlvl 4")
			}
			err := r.tells.Leave(ctx, string(c.Network), string(c.Place), storage.Tell{To: to, From: asker.Nick(&c.Request), User: string(c.User), Text: text})
			switch {
			case errors.Is(err, storage.ErrTellsTo):
				return commands.Reply{}, problem.Newf("%d messages are already waiting for %s here, which is the limit.", storage.MaxTells, to)
			case errors.Is(err, storage.ErrTellsFrom):
				return commands.Reply{}, problem.Newf("%d messages of yours are already waiting, which is the limit; each is delivered when its reader speaks, or dropped after 30 days.", storage.MaxTells)
			case err != nil:
				return commands.Reply{}, err
			}
			return commands.Reply{Summary: "I will tell " + to + " when they next say something here, within 30 days."}, nil
		},
	}
}

// addressed is whom a message is for, and its text; empty if the line says neither.
func addressed(line string) (to, text string) {
	who, text, _ := strings.Cut(strings.TrimSpace(line), " ")
	m := named.FindStringSubmatch(who)
	if m == nil || slices.Contains([]string{"me", "us", "them", "him", "her", "everybody", "everyone", "all"}, strings.ToLower(m[1])) {
		return "", ""
	}
	return m[1] + m[2], strings.TrimSpace(text)
}
