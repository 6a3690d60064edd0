package tourney

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/storage/contest"
	"delphi/storage/contest/refusal"
)

// room is the commands' common part.
type room struct {
	book     *contest.Book
	commands []*commands.Command // all of them
}

// Commands returns the commands of this room.
func Commands(book *contest.Book) []*commands.Command {
	r := &room{book: book}
	entrants := []*commands.Command{r.join(), r.leave(), r.clan(), r.rules(), r.standings()}
	for _, c := range entrants {
		c.Source = commands.FromTourney
	}
	list := slices.Concat([]*commands.Command{r.tourney()}, entrants, []*commands.Command{r.draw(), r.link()})
	for _, c := range list {
		c.Group = "tourneys"
	}
	r.commands = list
	r.besides(list)
	asker.Mend(list)
	r.aims(list)
	return list
}

// besides makes the commands that default to the tournament of the place say which
// others are on there.
func (r *room) besides(list []*commands.Command) {
	for _, cmd := range list {
		r.besides(cmd.Subs)
		run := cmd.Run
		name := takesTournament(cmd)
		if run == nil || name == nil {
			continue
		}
		cmd.Run = func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			if said := c.Value(name); cmd.ReadOnly && !said.Said {
				if other := r.mentioned(ctx, &c.Request); other != "" {
					*said = commands.Value{Said: true, Text: other}
				}
			}
			reply, err := run(ctx, c)
			if err != nil || c.Value(name).Said {
				return reply, err
			}
			if others, no := r.book.Others(ctx, asker.Place(&c.Request)); no == nil && len(others) > 0 {
				names, _ := wording.List(others, ", ", 100)
				reply.Notes = append(reply.Notes, commands.Note{Kind: commands.Remarked, Text: "also on here: " + names + ` (say in "` + others[0] + `")`})
			}
			return reply, nil
		}
	}
}

// mentioned returns the name of a tournament of the place that the words of a question hold
// where its reader takes no names: "who is winning in Summer"; empty: it is the one that is
// on, or none.
func (r *room) mentioned(ctx context.Context, req *commands.Request) string {
	all, err := r.book.All(ctx)
	if err != nil {
		return ""
	}
	line := " " + wordsAlone(req.Line) + " "
	found := ""
	for _, t := range all {
		name := wordsAlone(t.Name)
		if !slices.Contains(asker.Places(req), t.Place) || len(name) < len(wordsAlone(found)) {
			continue
		}
		if slices.ContainsFunc(beforeName, func(w string) bool { return strings.Contains(line, " "+w+" "+name+" ") }) {
			found = t.Name
		}
	}
	return found
}

// beforeName holds the words behind which a question names a tournament.
var beforeName = []string{"in", "of", "for", "at", "does", "do", "did", "is", "will", "has", "was", "won", "wins", "leads"}

// wordsAlone returns a text in small letters with one space between its words.
func wordsAlone(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }), " ")
}

// find calls contest.Book.Find for the place of a request, and then for those around
// it.
func (r *room) find(ctx context.Context, req *commands.Request, name string) (*contest.Tourney, error) {
	around := asker.Places(req)
	t, err := r.book.Find(ctx, around[0], name)
	for _, p := range around[1:] {
		if !asker.Refused(err, refusal.NoneHere) && !asker.Refused(err, refusal.NoTournament) && !asker.Refused(err, refusal.Ambiguous) {
			break
		}
		if there, other := r.book.Find(ctx, p, name); other == nil {
			return there, nil
		}
	}
	return t, err
}

// tournament returns the parameter that names a tournament: behind "in", or without
// a keyword. It is the one of the place if it is not said.
func (r *room) tournament(change ...func(*commands.Param)) commands.Words {
	p := commands.Param{
		Name: asker.Tournament, Summary: "The tournament's name, if not the one on here",
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

// look is find for those who only read: in a place that has only archived tournaments, it
// is the last of them that is meant if none is named.
func (r *room) look(ctx context.Context, req *commands.Request, name string) (*contest.Tourney, error) {
	t, err := r.find(ctx, req, name)
	if name != "" || !asker.Refused(err, refusal.NoneHere) {
		return t, err
	}
	all, other := r.book.All(ctx)
	if other != nil {
		return nil, other
	}
	for _, t := range all {
		if slices.Contains(asker.Places(req), t.Place) && t.Final != nil {
			return t, nil
		}
	}
	return nil, err
}

// moment returns a time of a tournament for a reply.
func moment(m contest.Moment) commands.Moment { return commands.Moment(m) }

// Organises returns a function that reports whether the asker may run the tournaments of
// the place of a request.
func Organises(book *contest.Book) func(context.Context, *commands.Request) (bool, error) {
	return func(ctx context.Context, req *commands.Request) (bool, error) {
		err := book.Places().MayOrganise(ctx, asker.Actor(req))
		var no *refusal.Refusal
		if errors.As(err, &no) {
			return false, nil
		}
		return err == nil, err
	}
}
