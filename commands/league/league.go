package league

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/contest"
	"delphi/engine/score"
	"delphi/storage"
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
	entrants := []*commands.Command{r.join(), r.leave(), r.clan(), r.rules(), r.standings(), r.whois()}
	organisers := []*commands.Command{r.tourney(), r.draw(), r.link(), r.announce()}
	for _, c := range history {
		c.Group, c.From = "history", commands.FromGames
	}
	live := []*commands.Command{r.players(), r.whereis()}
	for _, c := range live {
		c.Group = "history"
	}
	for _, c := range slices.Concat(entrants, organisers) {
		c.Group = "tourneys"
	}
	for _, c := range entrants {
		c.From = commands.FromTourney
	}
	list := slices.Concat(history, organisers[:1], entrants, organisers[1:], live, r.shared())
	r.besides(list)
	mend(list)
	return list
}

// besides makes the commands that default to the tournament of the place say which
// others are on there.
func (r *room) besides(list []*commands.Command) {
	for _, cmd := range list {
		r.besides(cmd.Subs)
		run := cmd.Run
		i := slices.IndexFunc(cmd.Params, func(p *commands.Param) bool { return p.Name == tournamentName })
		if run == nil || i < 0 {
			continue
		}
		cmd.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			reply, err := run(ctx, c)
			if err != nil || c.Value(cmd.Params[i]).Said {
				return reply, err
			}
			if others, no := r.book.Others(ctx, place(&c.Request)); no == nil && len(others) > 0 {
				names, _ := commands.List(others, ", ", 100)
				reply.Notes = append(reply.Notes, commands.Note{Kind: commands.Remarked, Text: "also on here: " + names + ` (say in "` + others[0] + `")`})
			}
			return reply, nil
		}
	}
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

// mend turns contest's refusals into Problems, in all commands and their Subs.
func mend(list []*commands.Command) {
	for _, cmd := range list {
		if run := cmd.Run; run != nil {
			cmd.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
				reply, err := run(ctx, c)
				return reply, refusal(cmd, err)
			}
		}
		if check := cmd.Check; check != nil {
			cmd.Check = func(ctx context.Context, c *commands.Call) error { return refusal(cmd, check(ctx, c)) }
		}
		if confirm := cmd.Confirm; confirm != nil {
			cmd.Confirm = func(ctx context.Context, c *commands.Call) (string, error) {
				does, err := confirm(ctx, c)
				return does, refusal(cmd, err)
			}
		}
		mend(cmd.Subs)
	}
}

// user returns the asker as tournaments know them. Tournaments show their entrants to
// everybody, so the host is left out: a bare nick may join one, but change nothing once
// it has begun.
func user(req *commands.Request) contest.User {
	return contest.User{Network: string(req.Network), User: string(req.User.Shown())}
}

func place(req *commands.Request) contest.Place {
	return contest.Place{Network: string(req.Network), Place: string(req.Place)}
}

// places returns the place of a request and those around it, nearest first: a thread
// has what its channel has. The last of Within is the server, where no tournament is
// held.
func places(req *commands.Request) []contest.Place {
	out := []contest.Place{place(req)}
	for _, p := range req.Within[:max(0, len(req.Within)-1)] {
		out = append(out, contest.Place{Network: string(req.Network), Place: string(p)})
	}
	return out
}

// find calls contest.Book.Find for the place of a request, and then for those around
// it.
func (r *room) find(ctx context.Context, req *commands.Request, name string) (*contest.Tourney, error) {
	around := places(req)
	t, err := r.book.Find(ctx, around[0], name)
	for _, p := range around[1:] {
		if !refused(err, contest.NoneHere) && !refused(err, contest.NoTournament) && !refused(err, contest.Ambiguous) {
			break
		}
		if there, other := r.book.Find(ctx, p, name); other == nil {
			return there, nil
		}
	}
	return t, err
}

// zoneAt returns the time zone where a request is made: that of its place, or else of
// the nearest place around it that has set one.
func (r *room) zoneAt(ctx context.Context, req *commands.Request) (zone *time.Location, err error) {
	for _, p := range places(req) {
		if zone, err = r.book.Zone(ctx, p); err != nil || zone != time.UTC {
			break
		}
	}
	return zone, err
}

// nick returns what to call the asker.
func nick(req *commands.Request) string {
	if req.Nick != "" {
		return req.Nick
	}
	return string(req.User.Shown())
}

// actor returns who asks, where, and with which rights.
func actor(req *commands.Request) contest.Actor {
	return contest.Actor{Who: user(req), Place: place(req), Around: places(req)[1:], Private: req.Private, Roles: req.Roles, Operator: req.Operator, Admin: req.Admin}
}

// Organises reports whether the asker may run the tournaments of the place of a
// request.
func (o Options) Organises(ctx context.Context, req *commands.Request) (bool, error) {
	err := o.Book.MayOrganise(ctx, actor(req))
	var no *contest.Refusal
	if errors.As(err, &no) {
		return false, nil
	}
	return err == nil, err
}

// tournamentName is the name of the parameter that names a tournament.
const tournamentName = "tournament"

// tournament returns the parameter that names a tournament: behind "in", or without
// a keyword. It is the one of the place if it is not said.
func (r *room) tournament(change ...func(*commands.Param)) commands.Words {
	p := commands.Param{
		Name: tournamentName, Summary: "The tournament's name, if not the one on here",
		Words: []string{"in"}, Bare: true, Complete: r.completeTournament,
	}
	for _, c := range change {
		c(&p)
	}
	return commands.NewWords(p)
}

// quoted makes a tournament's name need its quotation marks or keyword, for
// commands that take other names, too.
func quoted(p *commands.Param) { p.Quoted = true }

// hasFold reports whether s begins with prefix, ignoring case.
func hasFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// many returns a number of things, with thousands separators: "1,234 games".
func many(n int, thing string) string {
	if n != 1 {
		thing = commands.Plural(thing)
	}
	return score.Commas(int64(n)) + " " + thing
}

// moment returns a time of a tournament for a reply.
func moment(m contest.Moment) commands.Moment { return commands.Moment(m) }
