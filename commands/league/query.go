package league

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/asker"
	"delphi/commands/wording"
	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/question"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/engine/monster"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// query returns the parameter of the commands about games: which games.
func (r *room) query() commands.Param {
	return commands.Param{
		Name: "games", Summary: "A player; role, race, variant, source; turns<20000, since monday, 2026-11, asc, not quit",
		Complete: r.completeQuery,
	}
}

// gameQuery is what a line about games asks for.
type gameQuery struct {
	query.Filter
	won    bool // ascensions alone
	player string
	first  bool // the first game, not the latest
	count  int  // how many games are asked for; 0: it is not said
	zone   *time.Location
}

// mostCounted is how many games may be asked for.
const mostCounted = 100

// uncounted refuses a number of games, or the first of them, where all are counted.
func (q *gameQuery) uncounted() error {
	if q.first {
		return problem.New("The first of all these games is not what I count here.", "last first", "query first win")
	}
	if q.count == 0 {
		return nil
	}
	return problem.Newf("%d is neither a filter nor a player I have games of.", q.count).Try("last "+strconv.Itoa(q.count), "best points "+strconv.Itoa(q.count))
}

// window says in which time the games ended, or nothing if in any.
func (q *gameQuery) window() string {
	shown := func(unix int64) string {
		t := time.Unix(unix, 0).In(q.zone)
		if t.Hour() == 0 && t.Minute() == 0 {
			return t.Format(time.DateOnly)
		}
		return t.Format("2006-01-02 15:04")
	}
	until := q.Until
	if t := time.Unix(until, 0).In(q.zone); until != 0 && t.Hour() == 0 && t.Minute() == 0 {
		until = t.AddDate(0, 0, -1).Unix() // the day is the last one within
	}
	switch {
	case q.From == 0 && q.Until == 0:
		return ""
	case q.From == 0:
		return "up to " + shown(until)
	case q.Until == 0:
		return "since " + shown(q.From)
	case q.From == until:
		return "on " + shown(until)
	}
	return "from " + shown(q.From) + " to " + shown(until)
}

// noise holds words of a query that say nothing.
var noise = map[string]bool{
	"*": true, "": true, "ever": true, "all-time": true, "alltime": true,
	"a": true, "an": true, "the": true, "of": true, "on": true, "in": true, "with": true, "is": true, "are": true, "please": true,
	"what": true, "for": true, "and": true, "at": true, "to": true, "as": true, "by": true, "games": true, "game": true,
	"pls": true, "plz": true, "thanks": true, "thx": true, "ty": true,
}

// meansFirst holds words for the first game where otherwise the latest is meant.
var meansFirst = map[string]bool{"first": true, "earliest": true, "oldest": true}

// isMe reports whether a word of a query means the asker.
func isMe(word string) bool { return strings.EqualFold(word, "me") || strings.EqualFold(word, "my") }

// ask reads the free text of a line about games.
func (r *room) ask(ctx context.Context, c *commands.Call, text string) (*gameQuery, error) {
	zone, err := asker.Zone(ctx, r.book, &c.Request)
	if err != nil {
		return nil, err
	}
	sources, err := r.book.Sources(ctx)
	if err != nil {
		return nil, err
	}
	q := &gameQuery{zone: zone}
	var words []string
	for _, w := range denials(strings.Fields(text)) {
		w = strings.TrimRight(w, "?!")
		if name, ok := strings.CutPrefix(w, "player:"); ok && name != "" {
			q.player = name
			continue
		}
		words = append(words, w)
	}
	rd := question.Reader{
		Now: r.book.Now().In(zone), Sources: sources, Killers: monster.Names, Me: []string{strings.ToLower(asker.Nick(&c.Request))},
		Played: func(name string) bool { return isMe(name) || r.plays(name) },
	}
	f, rest, err := rd.Filter(strings.Join(words, " "))
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(words, isMe) {
		c.Note(commands.Remarked, fmt.Sprintf("your account in the game is called %s, too", wording.Typed(asker.Nick(&c.Request))))
	}
	q.Filter = f
	if w := q.window(); w != "" {
		c.Note(commands.Remarked, "games that ended "+w)
	}
	for _, w := range rest {
		if isMe(w) && q.player == "" {
			q.player = asker.Nick(&c.Request)
			continue
		}
		if noise[strings.ToLower(w)] {
			continue
		}
		if meansFirst[strings.ToLower(w)] {
			q.first = true
			continue
		}
		if n, err := strconv.Atoi(w); err == nil && q.count == 0 && n > 0 && n <= mostCounted && !r.plays(w) {
			q.count = n
			continue
		}
		if q.player == "" {
			q.player = w
			continue
		}
		return nil, problem.New(fmt.Sprintf("I read %s as the player's name, but %q is not a filter.", q.player, wording.Typed(w)), likeFilter(w, sources)...)
	}
	return q, nil
}

// likeFilter returns the filter words most similar to a word that is not one.
func likeFilter(word string, sources []string) []string {
	x := names.NewIndex()
	for _, w := range question.Words(sources) {
		x.Add(&names.Entry{Name: w})
	}
	out := seq.Map(x.Nearest(word, 3, nil), func(n names.Near) string { return n.Name })
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
	for _, w := range question.Words(sources) {
		if len(out) < most && asker.HasFold(w, last) {
			out = append(out, head+w)
		}
	}
	return out
}

// none returns the error for a question that no game matches.
func (r *room) none(ctx context.Context, q *gameQuery, thing string) error {
	sources, err := r.book.Sources(ctx)
	if err != nil {
		return err
	}
	switch {
	case len(sources) == 0:
		return problem.New("I don't follow any game servers yet; the bot's operator can add one.")
	case q.player == "" && q.window() != "":
		return problem.New("I have no "+wording.Plural(thing)+" like that "+q.window()+".", "last", "best points")
	case q.player == "":
		return problem.New("I have no "+wording.Plural(thing)+" like that.", "last", "best points")
	}
	text := fmt.Sprintf("I have no %s by %s on %s.", wording.Plural(thing), wording.Typed(q.player), wording.Or(sources))
	if thing == "game" && r.plays(q.player) {
		text = fmt.Sprintf("I have no %s like that by %s on %s.", wording.Plural(thing), wording.Typed(q.player), wording.Or(sources))
	}
	if w := q.window(); w != "" {
		text = strings.TrimSuffix(text, ".") + " " + w + "."
	}
	return problem.New(text, "last", "best points")
}

// search calls each with the matching games, latest first, until it returns false.
// Practice games are left out.
func (r *room) search(ctx context.Context, q *gameQuery, each func(*score.Game) bool) error {
	return r.searchIn(ctx, q, q.wanted(), each)
}

// wanted returns the condition for searching the columns, which may match more games
// than are asked for.
func (q *gameQuery) wanted() columns.Wanted {
	w := columns.Wanted{Player: q.player, From: q.From, Until: q.Until}
	if q.won {
		w.Outcome = xlog.Ascended.String()
	}
	return w
}

// searchIn is search, limited to some of the games that match the query.
func (r *room) searchIn(ctx context.Context, q *gameQuery, w columns.Wanted, each func(*score.Game) bool) error {
	return r.book.Latest(ctx, w, func(g *score.Game) bool {
		return g.Practice || q.won && g.Outcome != xlog.Ascended || !q.Match(g) || each(g)
	})
}
