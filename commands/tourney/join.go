package tourney

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/score"
	"delphi/engine/problem"
	"delphi/storage/contest"
)

// readAccount reads "ACCOUNT" or "ACCOUNT@SOURCE".
func (r *room) readAccount(ctx context.Context, word string) (score.Account, error) {
	account := score.Account{Name: word}
	if at := strings.LastIndexByte(word, '@'); at > 0 {
		account = score.Account{Name: word[:at], Source: word[at+1:]}
		sources, err := r.book.Sources(ctx)
		if err != nil {
			return account, err
		}
		if !slices.Contains(sources, account.Source) {
			return account, problem.New(fmt.Sprintf("I don't know a server called %q.", wording.Typed(account.Source)), wording.Prefixed(account.Name+"@", sources)...)
		}
	}
	if len(account.Name) > asker.LongestAccount || strings.HasPrefix(account.Name, "@") {
		return account, problem.New(fmt.Sprintf("%q is not the name of an account in the game.", wording.Typed(account.Name)), "join as stenno", "join as stenno@nao")
	}
	return account, nil
}

func (r *room) join() *commands.Command {
	account := commands.NewWords(commands.Param{
		Name: "account", Summary: "Your account in the game, such as stenno, or stenno@nao for one server",
		Words: []string{"as"}, Bare: true, One: true, Needed: true, Complete: asker.Accounts(r.book),
	})
	name := r.tournament(quoted)
	return &commands.Command{
		Name: "join", Aliases: []string{"enter"},
		Summary:  "Join this channel's tournament with your account in the game",
		Params:   commands.Takes(name, account),
		Examples: []string{"join as stenno", "join as stenno@nao in league"},

		Check: r.isHere(name),
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			as, err := r.readAccount(ctx, account.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			return r.joined(ctx, c, as, name.In(c))
		},
	}
}

// joined enters an account of the asker and says what is left to do.
func (r *room) joined(ctx context.Context, c *commands.Call, as score.Account, name string) (commands.Reply, error) {
	t, err := r.find(ctx, &c.Request, name)
	if err != nil {
		return commands.Reply{}, err
	}
	who := asker.Nick(&c.Request)
	j, err := r.book.Join(ctx, t.ID, asker.User(&c.Request), who, as)
	if err != nil {
		return commands.Reply{}, err
	}
	out := commands.Reply{
		Hints: []string{"rules", "standings"},
		Data:  map[string]any{"tournament": t.ID, "account": as.String(), "proved": j.Proved},
	}
	switch {
	case j.Proved:
		out.Summary = fmt.Sprintf("%s in %s as %s.", does(who, "play"), t.Name, as)
	case j.Challenge != nil:
		ch, until := j.Challenge, moment(t.Show(j.Challenge.Until))
		out.Summary = fmt.Sprintf("%s entered in %s. To prove that %s is yours, start a game there as %s, %s, %s, %s before %s and quit it.",
			does(who, "be"), t.Name, as, ch.Role, ch.Race, ch.Gender, ch.Align, until.Text)
		out.Moments = []commands.Moment{until}
		out.Fields = []commands.Field{{Name: "role", Value: ch.Role}, {Name: "race", Value: ch.Race},
			{Name: "gender", Value: ch.Gender}, {Name: "alignment", Value: ch.Align}, {Name: "until", Value: until.Text}}
	default:
		out.Summary = fmt.Sprintf("%s entered in %s as %s. An organiser still has to confirm the account.", does(who, "be"), t.Name, as)
		out.Hints = []string{"tourney confirm " + as.String()}
	}
	return out, nil
}

// does begins a sentence about the asker, whom a console knows as "you".
func does(who, verb string) string {
	switch {
	case who == "you" && verb == "be":
		return "You are"
	case who == "you":
		return "You " + verb
	case verb == "be":
		return who + " is"
	}
	return who + " " + verb + "s"
}

func (r *room) leave() *commands.Command {
	name := r.tournament()
	return &commands.Command{
		Name:    "leave",
		Fillers: "the this tourney tournament now pls plz please", Summary: "Leave this channel's tournament", Params: commands.Takes(name), Examples: []string{"leave"},

		Check: r.isHere(name),
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err == nil {
				t, err = r.book.Leave(ctx, t.ID, asker.User(&c.Request))
			}
			if err != nil {
				return commands.Reply{}, err
			}
			return commands.Reply{Summary: "You have left " + t.Name + "."}, nil
		},
	}
}

// isHere checks that a tournament that a call names is one of its channel's.
func (r *room) isHere(name commands.Words) func(context.Context, *commands.Call) error {
	return func(ctx context.Context, c *commands.Call) error {
		if name.In(c) == "" {
			return nil
		}
		_, err := r.find(ctx, &c.Request, name.In(c))
		return err
	}
}

// entrant returns a parameter that names who takes part.
func (r *room) entrant(change ...func(*commands.Param)) commands.Words {
	p := commands.Param{Name: "entrant", Summary: "The entrant's name", Bare: true, Needed: true, Complete: r.completeEntrant}
	for _, c := range change {
		c(&p)
	}
	return commands.NewWords(p)
}

// oneWord makes a parameter take one word, or what is in quotation marks.
func oneWord(p *commands.Param) { p.One = true }

// confirm takes an organiser's word that an account belongs to an entrant.
func (r *room) confirm() *commands.Command {
	account := commands.NewWords(commands.Param{Name: "account", Summary: "An account that somebody has joined with", Bare: true, One: true, Needed: true, Complete: asker.Accounts(r.book)})
	who := r.entrant(func(p *commands.Param) { p.Words, p.Bare, p.Needed = []string{"for"}, false, false })
	name := r.tournament(quoted)
	return &commands.Command{
		Name: "confirm", Summary: "Confirm that an account belongs to an entrant", Rights: commands.Organiser,
		Params: commands.Takes(name, account, who), Examples: []string{"tourney confirm stenno", "tourney confirm stenno for ann"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err == nil {
				t, err = r.book.Confirm(ctx, asker.Actor(&c.Request), t.ID, account.In(c), who.In(c))
			}
			if err != nil {
				return commands.Reply{}, err
			}
			return commands.Reply{Summary: account.In(c) + " is confirmed for " + t.Name + ".", Hints: []string{"tourney entrants"}}, nil
		},
	}
}

// enter lets an organiser enter somebody else.
func (r *room) enter() *commands.Command {
	who := commands.NewWords(commands.Param{Name: "user", Summary: "Their services account, a mention or an id", Bare: true, One: true, Needed: true, Refers: commands.ToUser})
	account := commands.NewWords(commands.Param{Name: "account", Summary: "Their account in the game", Words: []string{"as"}, One: true, Needed: true, Complete: asker.Accounts(r.book)})
	name := r.tournament(quoted)
	return &commands.Command{
		Name: "enter", Summary: "Enter somebody else, with an account that you vouch for", Rights: commands.Organiser,
		Params: commands.Takes(name, who, account), Examples: []string{"tourney enter ann as stenno"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			id, err := asker.ReadWho(&c.Request, who.In(c), "tourney enter")
			if err != nil {
				return commands.Reply{}, err
			}
			as, err := r.readAccount(ctx, account.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err == nil {
				t, err = r.book.Enter(ctx, asker.Actor(&c.Request), t.ID, id, id, as)
			}
			if err != nil {
				return commands.Reply{}, err
			}
			if out, ok := entersNothing(t, id); ok {
				return out, nil
			}
			return commands.Reply{Summary: fmt.Sprintf("%s plays in %s as %s.", id, t.Name, as), Hints: []string{"tourney entrants"}}, nil
		},
	}
}

// entersNothing tells of an account that was entered for somebody who is disqualified.
func entersNothing(t *contest.Tourney, name string) (commands.Reply, bool) {
	person := personOf(t, name)
	if person == "" || t.Disqualified(person) == nil {
		return commands.Reply{}, false
	}
	n := slices.IndexFunc(t.Rulings, func(x contest.Ruling) bool {
		return x.Person == person && x.Kind == contest.Disqualify && x.Undone == ""
	}) + 1
	return commands.Reply{
		Summary: fmt.Sprintf("%s is entered in %s, but disqualified: games count only if ruling %d is undone.", name, t.Name, n),
		Hints:   []string{"tourney undo " + strconv.Itoa(n)},
	}, true
}

// remove lets an organiser take out an entrant.
func (r *room) remove() *commands.Command {
	who, name := r.entrant(), r.tournament(quoted)
	return &commands.Command{
		Name: "remove", Summary: "Remove an entrant from the tournament", Rights: commands.Organiser,
		Params: commands.Takes(name, who), Examples: []string{"tourney remove ann"},
		Confirm: func(ctx context.Context, c *commands.Call) (string, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err == nil {
				err = r.book.MayChange(ctx, asker.Actor(&c.Request), t)
			}
			if err != nil {
				return "", err
			}
			if personOf(t, who.In(c)) == "" {
				return "", notEntered(t, who.In(c))
			}
			return fmt.Sprintf("This removes %s from %s, with all accounts and points.", who.In(c), t.Name), nil
		},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			t, err := r.find(ctx, &c.Request, name.In(c))
			if err == nil {
				t, err = r.book.Remove(ctx, asker.Actor(&c.Request), t.ID, who.In(c))
			}
			if err != nil {
				return commands.Reply{}, err
			}
			return commands.Reply{Summary: who.In(c) + " is no longer in " + t.Name + "."}, nil
		},
	}
}
