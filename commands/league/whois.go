package league

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/query"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/engine/problem"
	"delphi/storage/contest/people"
)

// mostAccounts is how many accounts of one person the sentence names.
const mostAccounts = 4

// whois tells who somebody is in the game.
func (r *room) whois() *commands.Command {
	who := commands.NewWords(commands.Param{
		Name: "user", Summary: "A services account, a mention or an id; leave it out for yourself", Bare: true, One: true, Refers: commands.ToUser,
	})
	return &commands.Command{
		Name: "whois", ReadOnly: true, Summary: "Show who somebody is in the game: their accounts, and how they did",
		Params: commands.Takes(who), Examples: []string{"whois", "whois alice"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			u, named := asker.User(&c.Request), asker.Nick(&c.Request)
			if word := who.In(c); word != "" {
				id, err := asker.ReadWho(&c.Request, word, "whois")
				if err != nil {
					return commands.Reply{}, err
				}
				u.User, named = id, id
			}
			return r.tellWho(ctx, c, u, named)
		},
	}
}

// tellWho answers who a user is. If they have never taken part, only named gives their
// name.
func (r *room) tellWho(ctx context.Context, c *commands.Call, u people.User, named string) (commands.Reply, error) {
	p, err := r.book.People().Person(ctx, u)
	if err != nil {
		return commands.Reply{}, err
	}
	name, claims, err := r.book.Played(ctx, p)
	if err != nil {
		return commands.Reply{}, err
	}
	if len(claims) == 0 {
		if u == asker.User(&c.Request) {
			return commands.Reply{}, problem.New("I don't know your account in the game. I learn it when you join a tournament.", "join as ACCOUNT", "link")
		}
		return commands.Reply{}, problem.New("I don't know their account in the game. I learn it when they join a tournament.", "whois", "tourney entrants")
	}
	name = cmp.Or(name, named)
	out := commands.Reply{Title: name, FieldsDo: true}
	var parts []string
	for _, claim := range claims {
		played, err := r.playedBy(ctx, claim.Account)
		if err != nil {
			return commands.Reply{}, err
		}
		account := claim.String() + proofWords(claim)
		parts = append(parts, account+" ("+played.text+")")
		out.Field(account, "%s", wording.Capital(played.text))
		if played.games > 0 && len(out.Hints) < 2*mostAccounts {
			line := strings.TrimSpace(claim.Name + " " + claim.Source)
			out.Hints = append(out.Hints, "games "+line, "last "+line)
		}
	}
	rest := wording.AndMore(len(parts) - min(mostAccounts, len(parts)))
	parts = parts[:min(mostAccounts, len(parts))]
	out.Summary = fmt.Sprintf("%s plays as %s%s.", name, strings.Join(parts, ", "), rest)
	if rest == "" {
		out.Summary = fmt.Sprintf("%s plays as %s.", name, wording.And(parts))
	}
	return out, nil
}

// proofWords says how far an account is known to be somebody's; empty if they have
// shown it themselves.
func proofWords(c people.Claim) string {
	switch c.Proved {
	case "":
		return ", not confirmed"
	case people.ProofNone:
		return ", by their own word"
	case people.ProofOrganiser:
		return ", as an organiser confirmed"
	}
	return ""
}

// played says in words how an account did.
type played struct {
	games int
	text  string
}

// playedBy counts the games of an account.
func (r *room) playedBy(ctx context.Context, account score.Account) (played, error) {
	q := &gameQuery{player: account.Name, zone: time.UTC}
	if account.Source != "" {
		q.Where = query.Is("source", account.Source)
	}
	won, latest := 0, int64(0)
	var best int64
	var out played
	err := r.search(ctx, q, func(f *score.Game) bool {
		out.games++
		if f.Outcome == xlog.Ascended {
			won++
		}
		latest, best = max(latest, f.End), max(best, f.Points)
		return true
	})
	if out.text = "no games yet"; out.games > 0 {
		out.text = fmt.Sprintf("%s, %d ascended, best score %s, the latest on %s", asker.Many(out.games, "game"), won, query.Commas(best), day(latest, q.zone))
	}
	return out, err
}
