package league

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/contest"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/score"
	"delphi/engine/xlog"
	"delphi/storage"
)

// query is the parameter of the commands about games: which games.
func (r *room) query() commands.Param {
	return commands.Param{
		Name: "games", Summary: "A player; role, race, variant, source; turns<20000, since monday, 2026-11, asc, not quit",
		Complete: r.completeQuery,
	}
}

// gameQuery is what a line about games asks for.
type gameQuery struct {
	score.Filter
	player string
	zone   *time.Location
}

// noise are words of a query that say nothing.
var noise = map[string]bool{
	"*": true, "": true, "ever": true, "all-time": true, "alltime": true,
	"a": true, "an": true, "the": true, "of": true, "on": true, "in": true, "with": true, "is": true, "are": true, "please": true,
	"what": true, "for": true, "and": true, "at": true, "to": true, "as": true, "by": true, "games": true, "game": true,
}

// isMe reports whether a word of a query means whoever asks.
func isMe(word string) bool { return strings.EqualFold(word, "me") || strings.EqualFold(word, "my") }

// ask reads the free text of a line about games.
func (r *room) ask(ctx context.Context, c *commands.Call, text string) (*gameQuery, error) {
	zone, err := r.zoneAt(ctx, &c.Request)
	if err != nil {
		return nil, err
	}
	sources, err := r.book.Sources(ctx)
	if err != nil {
		return nil, err
	}
	q := &gameQuery{zone: zone}
	var words []string
	for w := range strings.FieldsSeq(text) {
		w = strings.TrimRight(w, "?!")
		if name, ok := strings.CutPrefix(w, "player:"); ok && name != "" {
			q.player = name
			continue
		}
		words = append(words, w)
	}
	rd := score.Reader{Now: r.book.Now().In(zone), Sources: sources}
	f, rest, err := rd.ReadFilter(words)
	if err != nil {
		return nil, err
	}
	q.Filter = f
	for _, w := range rest {
		if isMe(w) && q.player == "" {
			q.player = nick(&c.Request)
			c.Note(commands.Remarked, fmt.Sprintf("your account in the game is called %s, too", commands.Typed(q.player)))
			continue
		}
		if noise[strings.ToLower(w)] {
			continue
		}
		if q.player == "" {
			q.player = w
			continue
		}
		return nil, problem.New(fmt.Sprintf("I take %s for the player, but %q is not a filter.", q.player, commands.Typed(w)), likeFilter(w, sources)...)
	}
	return q, nil
}

// likeFilter are the filter words nearest to one that is none.
func likeFilter(word string, sources []string) []string {
	x := names.NewIndex()
	for _, w := range score.Words(sources) {
		x.Add(&names.Entry{Name: w})
	}
	var out []string
	for _, n := range x.Nearest(word, 3, nil) {
		out = append(out, n.Name)
	}
	if len(out) == 0 {
		out = []string{"wiz", "turns<20000", "since monday", "not quit"}
	}
	return out
}

// completeQuery continues the last word of a query with the words of filters.
func (r *room) completeQuery(_ *rules.Set, typed string, most int) []string {
	at := strings.LastIndexByte(typed, ' ') + 1
	head, last := typed[:at], typed[at:]
	if last == "" {
		return nil
	}
	sources, err := r.book.Sources(context.Background())
	if err != nil {
		return nil
	}
	var out []string
	for _, w := range score.Words(sources) {
		if len(out) < most && hasFold(w, last) {
			out = append(out, head+w)
		}
	}
	return out
}

// none is the problem of a question that no game answers.
func (r *room) none(ctx context.Context, q *gameQuery, thing string) error {
	sources, err := r.book.Sources(ctx)
	if err != nil {
		return err
	}
	switch {
	case len(sources) == 0:
		return problem.New("I don't follow any game servers yet; the bot's operator can add one.")
	case q.player == "":
		return problem.New("I know no "+commands.Plural(thing)+" like that.", "last", "best points")
	}
	text := fmt.Sprintf("I know no %s by %s on %s.", commands.Plural(thing), commands.Typed(q.player), commands.Or(sources))
	return problem.New(text, "last", "best points")
}

// found is a game with where it is kept.
type found struct {
	*score.Game
	kept *storage.Game
}

// search gives the games asked for, the latest first, until each returns false.
// Practice games are left out. whole says that each needs what only the record
// says.
func (r *room) search(ctx context.Context, q *gameQuery, whole bool, each func(found) bool) error {
	s := &searching{q: q, short: q.Short(), whole: whole || q.NeedsAll(), each: each}
	ascOnly := len(q.Outcomes) == 1 && q.Outcomes[0] == xlog.Ascended
	if q.player == "" && !ascOnly {
		var inner error
		err := r.book.Games.Window(ctx, q.From, q.Until, func(k *storage.Game) bool {
			more, err := s.one(k)
			inner = err
			return more && err == nil
		})
		return errors.Join(err, inner)
	}
	list, err := r.listed(ctx, s)
	// Records are read after the games are found, some at a time.
	for len(list) > 0 && err == nil {
		some := list[:min(len(list), 256)]
		list = list[len(some):]
		if s.whole {
			if err = r.book.Games.Fill(ctx, some...); err != nil {
				return err
			}
		}
		for _, k := range some {
			if more, err := s.one(k); err != nil || !more {
				return err
			}
		}
	}
	return err
}

// searching is one search: what is asked for, and who is told.
type searching struct {
	q      *gameQuery
	short  score.Filter // what can be told without a game's record
	whole  bool
	each   func(found) bool
	glance score.Game
}

// maybe reports whether a game may be meant, by what is known without its
// record; s.glance is that.
func (s *searching) maybe(k *storage.Game) bool {
	s.glance = contest.Glance(k)
	return !k.Practice && s.short.Match(&s.glance)
}

// one gives a game to each if it is meant; more is what each returned.
func (s *searching) one(k *storage.Game) (more bool, err error) {
	if !s.maybe(k) {
		return true, nil
	}
	if !s.whole {
		g := s.glance
		return s.each(found{&g, k}), nil
	}
	g, err := contest.Scored(k)
	if err != nil {
		return false, err
	}
	return !s.q.Match(g) || s.each(found{g, k}), nil
}

// listed are the games of a player, or else the ascensions, that may be meant.
func (r *room) listed(ctx context.Context, s *searching) ([]*storage.Game, error) {
	q, g := s.q, r.book.Games
	scan := func(f func(*storage.Game) bool) error { return g.Ascensions(ctx, q.From, q.Until, f) }
	if q.player != "" {
		scan = func(f func(*storage.Game) bool) error { return g.Player(ctx, q.player, q.From, q.Until, f) }
	}
	var list []*storage.Game
	err := scan(func(k *storage.Game) bool {
		if s.maybe(k) {
			list = append(list, k.Keep())
		}
		return true
	})
	return list, err
}
