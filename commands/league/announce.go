package league

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/question"
	"delphi/engine/monster"
	"delphi/engine/problem"
	"delphi/storage/contest/places"
	"delphi/storage/contest/refusal"
)

// The parameters of announce.
var (
	announcedDeaths   = commands.NewFlag(commands.Param{Name: "deaths", Summary: "Games that end without an ascension"})
	announcedAsc      = commands.NewFlag(commands.Param{Name: "asc", Summary: "Ascensions", Words: []string{"ascensions"}})
	announcedEvents   = commands.NewFlag(commands.Param{Name: "livelog", Summary: "What happens within games", Words: []string{"events"}})
	announcedAll      = commands.NewFlag(commands.Param{Name: "all", Summary: "All three"})
	announcedEntrants = commands.NewFlag(commands.Param{Name: "entrants", Summary: "Only those of a tournament's entrants"})
	announcedDigest   = commands.NewNumber(commands.Param{Name: "digest", Summary: "When more games than this end at once, tell each in a few words", Min: 1, Max: 1000})
	announcedAlso     = commands.NewFlag(commands.Param{Name: "also", Summary: "Beside what is announced already; without it, in place of that", Words: []string{"too", "as well"}})
	announcedFilter   = commands.NewWords(commands.Param{Name: "filter", Summary: "Only games like this: turns>1000 not quit", Bare: true})
)

func (r *room) announce() *commands.Command {
	return &commands.Command{
		Name:    "announce",
		Fillers: "and only here", Summary: "Show or set what is announced in this channel as games end",
		RunName: "set", ForStaff: true,
		Params:   commands.Takes(announcedDeaths, announcedAsc, announcedEvents, announcedAll, announcedEntrants, announcedDigest, announcedAlso, announcedFilter),
		Examples: []string{"announce", "announce asc", "announce deaths asc turns>1000", "announce also asc", "announce entrants asc deaths livelog"},
		Subs: []*commands.Command{
			{Name: "show", ReadOnly: true, Summary: "Show what is announced in this channel", Examples: []string{"announce show"}, Run: r.announced},
			{
				Name: "off", Aliases: []string{"nothing", "none"}, Summary: "Announce nothing in this channel", Examples: []string{"announce off"},
				Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
					return r.subscribe(ctx, c, places.Subscription{})
				},
			},
			r.silence("optout", "Keep your games out of announcements", true),
			r.silence("optin", "Let your games be announced again", false),
		},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			if c.SaidCount() == 0 {
				return r.announced(ctx, c)
			}
			return r.setAnnounced(ctx, c)
		},
	}
}

// announced shows what is announced in a place.
func (r *room) announced(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	s, ok, err := r.book.Places().Subscription(ctx, asker.Place(&c.Request))
	if err != nil {
		return commands.Reply{}, err
	}
	if !ok {
		return commands.Reply{Summary: "Nothing is announced here.", Hints: []string{"announce optout ACCOUNT", "announce asc", "announce deaths asc turns>1000", "announce entrants asc deaths livelog"}}, nil
	}
	return commands.Reply{Summary: "Announced here: " + subscriptionWords(s) + ".", Hints: []string{"announce optout ACCOUNT", "announce off"}}, nil
}

// setAnnounced sets what is announced in a place.
func (r *room) setAnnounced(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	all := announcedAll.In(c)
	digest, _ := announcedDigest.In(c)
	s := places.Subscription{
		Deaths: all || announcedDeaths.In(c), Ascensions: all || announcedAsc.In(c), Events: all || announcedEvents.In(c),
		Entrants: announcedEntrants.In(c), Digest: digest, Filter: strings.ToLower(announcedFilter.In(c)),
	}
	if !s.Deaths && !s.Ascensions && !s.Events {
		return commands.Reply{}, problem.New("Announce what?", "announce asc", "announce deaths turns>1000", "announce livelog", "announce off")
	}
	if announcedAlso.In(c) {
		had, _, err := r.book.Places().Subscription(ctx, asker.Place(&c.Request))
		if err != nil {
			return commands.Reply{}, err
		}
		if err := oneFilter(had, s); err != nil {
			return commands.Reply{}, err
		}
		s = beside(had, s)
	}
	sources, err := r.book.Sources(ctx)
	if err != nil {
		return commands.Reply{}, err
	}
	rd := question.Reader{Now: r.book.Now(), Sources: sources, Killers: monster.Names}
	f, rest, err := rd.Filter(s.Filter)
	switch {
	case err != nil:
		return commands.Reply{}, err
	case len(rest) > 0:
		return commands.Reply{}, problem.New(fmt.Sprintf("%q is not a filter.", wording.Typed(rest[0])), likeFilter(rest[0], sources)...)
	case f.From != 0 || f.Until != 0:
		return commands.Reply{}, problem.New("Games are announced as they end, so a filter can't name times.", "announce deaths turns>1000")
	}
	return r.subscribe(ctx, c, s)
}

// beside returns what a place had announced and what is to be announced there as well. What
// is said of the new holds for both, as a place has one filter.
func beside(had, s places.Subscription) places.Subscription {
	s.Deaths, s.Ascensions, s.Events = s.Deaths || had.Deaths, s.Ascensions || had.Ascensions, s.Events || had.Events
	s.Entrants = s.Entrants || had.Entrants
	s.Digest, s.Filter = cmp.Or(s.Digest, had.Digest), cmp.Or(s.Filter, had.Filter)
	return s
}

// oneFilter refuses a second filter beside the one that a place has: it would take the
// place of the first also for what is announced already.
func oneFilter(had, s places.Subscription) error {
	if had.Filter == "" || s.Filter == "" || had.Filter == s.Filter {
		return nil
	}
	both := beside(had, s)
	line := "announce " + strings.Join(kinds(both, "asc", "deaths", "livelog"), " ")
	return problem.New(fmt.Sprintf("A channel has one filter for all that is announced, and here that is %s. Say which one is to hold.", had.Filter), line+" "+s.Filter, line+" "+had.Filter)
}

// kinds lists the kinds of news that a place wants, each in the word that is given for it.
func kinds(s places.Subscription, ascensions, deaths, events string) (out []string) {
	for _, p := range []struct {
		on   bool
		word string
	}{{s.Ascensions, ascensions}, {s.Deaths, deaths}, {s.Events, events}} {
		if p.on {
			out = append(out, p.word)
		}
	}
	return out
}

func (r *room) subscribe(ctx context.Context, c *commands.Call, s places.Subscription) (commands.Reply, error) {
	err := r.book.Places().Subscribe(ctx, asker.Actor(&c.Request), s)
	if asker.Refused(err, refusal.NotOrganiser) {
		return commands.Reply{}, &problem.Problem{
			Text:  "Only this channel's operators and organisers can set what is announced here. You can keep your own games out of it.",
			Hints: []string{"announce optout ACCOUNT", "announce"}, Err: err,
		}
	}
	if err != nil {
		return commands.Reply{}, err
	}
	return commands.Reply{Summary: "Announced here: " + subscriptionWords(s) + "."}, nil
}

// silence sets whether a player's own games are announced.
func (r *room) silence(name, summary string, silent bool) *commands.Command {
	ownAccount := commands.NewWords(commands.Param{Name: "account", Summary: "Your account in the game", Bare: true, One: true, Needed: true, Complete: asker.Accounts(r.book)})
	return &commands.Command{
		Name: name, Summary: summary, Params: commands.Takes(ownAccount), Examples: []string{"announce " + name + " alice"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			account := ownAccount.In(c)
			if err := r.book.People().Silence(ctx, asker.User(&c.Request), account, silent); err != nil {
				return commands.Reply{}, err
			}
			if silent {
				return commands.Reply{Summary: "Games of " + account + " are not announced anywhere now.", Hints: []string{"announce optin " + account}}, nil
			}
			return commands.Reply{Summary: "Games of " + account + " may be announced again.", Hints: []string{"announce optout " + account}}, nil
		},
	}
}

// subscriptionWords says in words what a place wants announced.
func subscriptionWords(s places.Subscription) string {
	parts := kinds(s, "ascensions", "deaths", "livelog events")
	if len(parts) == 0 {
		return "nothing"
	}
	out := wording.And(parts)
	if s.Entrants {
		out += " of a tournament's entrants"
	}
	if s.Filter != "" {
		out += ", if " + s.Filter
	}
	if s.Digest > 0 {
		out += fmt.Sprintf("; when more than %s end at once, each in a few words", asker.Many(s.Digest, "game"))
	}
	return out
}
