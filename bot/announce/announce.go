package announce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"delphi/bot"
	"delphi/bot/follow"
	"delphi/commands"
	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/question"
	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
	"delphi/engine/monster"
	"delphi/storage/contest"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
)

// Announcer queues announcements until their network is idle. Run must be called once; Fresh may be called from many goroutines.
type Announcer struct {
	book     *contest.Book
	speakers map[string]bot.Speaker // by network
	opt      Options
	wake     chan struct{}
	boarded  time.Time // when the boards were looked at

	mu    sync.Mutex
	lines map[places.Place]*pending
	ended *lru.Cache[ending, int64] // when an end was announced, by whom and where
	heard *lru.Cache[heard, bool]   // events that were announced
}

// Options configures an Announcer. The zero value is usable.
type Options struct {
	Dumplogs map[string]string                // by source
	MaxAge   time.Duration                    // older games and events are not announced; 0: half an hour
	Quiet    func(network, place string) bool // nothing is said there now; nil: nowhere
	Pace     time.Duration                    // between two lines in one place; 0: 4 s, below 0: none

	// Board renders a tournament's standings for its pinned scoreboard. If it is nil,
	// there are no scoreboards.
	Board func(ctx context.Context, t *contest.Tourney) (commands.Reply, error)

	Log *slog.Logger
}

// ending is the end of one game in one place.
type ending struct {
	place places.Place
	name  string // lower case
	start int64  // of the game
}

// heard records what a place was told about a game in progress.
type heard struct {
	place places.Place
	key   string
}

// sweepEvery is the interval between checks of tournaments while no games end.
const sweepEvery = 15 * time.Second

// Room is implemented by networks that limit the length of a message.
type Room interface {
	// Room returns how many bytes an announcement may have.
	Room() int
}

// lineRoom is how many bytes a message may have where a network does not say: a
// line of IRC without what is around its text.
const lineRoom = 350

// New returns an announcer of a book's tournaments and of games.
func New(book *contest.Book, speakers map[string]bot.Speaker, opt Options) *Announcer {
	opt.MaxAge = cmp.Or(opt.MaxAge, 30*time.Minute)
	opt.Pace = cmp.Or(opt.Pace, 4*time.Second)
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	ended, err := lru.New[ending, int64](4096)
	if err != nil {
		panic(err) // only for a size below one
	}
	events, err := lru.New[heard, bool](4096)
	if err != nil {
		panic(err)
	}
	return &Announcer{book: book, speakers: speakers, opt: opt, wake: make(chan struct{}, 1), lines: map[places.Place]*pending{}, ended: ended, heard: events}
}

// Run sends announcements until ctx ends.
func (a *Announcer) Run(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	var swept time.Time
	for {
		if now := time.Now(); now.Sub(swept) >= sweepEvery {
			swept = now
			a.guard("tournaments", func() { a.Sweep(ctx) })
			a.guard("scoreboards", func() { a.Boards(ctx) })
		}
		a.guard("announcements", func() { a.Flush() })
		select {
		case <-a.wake:
			swept = time.Time{} // new games: count them at once
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// guard recovers from a panic in one task, so that the others go on.
func (a *Announcer) guard(what string, do func()) {
	err := bot.Guard(func() error { do(); return nil })
	if p := (*bot.Panic)(nil); errors.As(err, &p) {
		a.opt.Log.Error("panic in a background task", "in", what, "err", p, "stack", string(p.Stack))
	}
}

// Sweep queues the news of tournaments.
func (a *Announcer) Sweep(ctx context.Context) {
	messages, err := a.book.Sweep(ctx)
	if err != nil && ctx.Err() == nil {
		a.opt.Log.Error("tournaments could not be counted", "err", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, m := range messages {
		a.at(m.Place).message(item{Reply: news(m), since: a.book.Now()})
	}
}

// news returns the announcement of something that happened in a tournament.
func news(m contest.Message) commands.Reply {
	say := commands.Reply{Summary: m.Text}
	if m.Invites {
		say.Summary += " To take part: join as ACCOUNT"
		say.Hints = []string{"join as ACCOUNT"}
	}
	for _, x := range m.Moments {
		say.Moments = append(say.Moments, commands.Moment(x))
	}
	return say
}

func (a *Announcer) at(place places.Place) *pending {
	if a.lines[place] == nil {
		a.lines[place] = &pending{}
	}
	return a.lines[place]
}

// Fresh queues announcements of games and events that were just read.
func (a *Announcer) Fresh(ctx context.Context, f follow.Fresh) {
	if err := a.fresh(ctx, f); err != nil && ctx.Err() == nil {
		a.opt.Log.Error("games could not be announced", "source", f.Source.Name, "err", err)
	}
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

func (a *Announcer) fresh(ctx context.Context, f follow.Fresh) error {
	w, err := a.audience(ctx)
	if err != nil {
		return err
	}
	return a.each(w, f, a.queue)
}

// audience lists which places subscribe to what.
type audience struct {
	subs    []places.Subscription
	wishes  map[string]people.Wish           // by lower-cased names of players
	players map[places.Place]map[string]bool // likewise, of the tournaments of a place
}

func (a *Announcer) audience(ctx context.Context) (w audience, err error) {
	w.players = map[places.Place]map[string]bool{}
	if w.subs, err = a.book.Places().Subscriptions(ctx); err != nil || len(w.subs) == 0 {
		return w, err
	}
	if w.wishes, err = a.book.People().Wishes(ctx); err != nil {
		return w, err
	}
	for _, s := range w.subs {
		if s.Entrants {
			if w.players[s.Place], err = a.book.PlayersIn(ctx, s.Place); err != nil {
				return w, err
			}
		}
	}
	return w, nil
}

// told is an announcement to one subscriber.
type told struct {
	sub   places.Subscription
	reply commands.Reply
	short string // the same in a few words
	won   bool
	ends  bool   // it is the end of a game
	name  string // of the player's account
	start int64  // of the game; 0: unknown
	at    int64
}

// each calls tell with each new game or event that an audience subscribes to.
func (a *Announcer) each(w audience, f follow.Fresh, tell func(told) error) error {
	oldest := a.book.Now().Add(-a.opt.MaxAge).Unix()
	for _, s := range w.subs {
		players := w.players[s.Place]
		wanted := func(name string) bool {
			name = strings.ToLower(name)
			return !w.wishes[name].Silent && (!s.Entrants || players[name])
		}
		rd := question.Reader{Now: a.book.Now(), Sources: []string{f.Source.Name}, Killers: monster.Names}
		filter, rest, err := rd.Filter(s.Filter)
		if err != nil || len(rest) > 0 {
			continue // it names another source
		}
		for _, g := range f.Games {
			if g.End < oldest || g.Practice || !wanted(g.Name) {
				continue
			}
			scored, err := archive.Scored(g)
			if err != nil {
				return err
			}
			won := scored.Outcome == xlog.Ascended
			if !won && scored.Turns < w.wishes[strings.ToLower(g.Name)].MinTurns {
				continue
			}
			if !filter.Match(scored) || won && !s.Ascensions || !won && !s.Deaths {
				continue
			}
			rec, err := xlog.Unpack(g.Record)
			if err != nil {
				return err
			}
			if err := tell(game(s, scored, rec.Dumplog(a.opt.Dumplogs[g.Source]))); err != nil {
				return err
			}
		}
		for _, e := range f.Events {
			if !s.Events || e.At < oldest || !wanted(e.Name) || !eventFits(&filter, e, f.Source.Name) {
				continue
			}
			if err := tell(event(s, e)); err != nil {
				return err
			}
		}
	}
	return nil
}

// eventFits asks of an event what a filter can know of it: how its game will end is not
// known, and a threshold of points or real time leaves events out.
func eventFits(f *query.Filter, e *xlog.Event, source string) bool {
	g := columns.Game{Source: source, Role: e.Role, Race: e.Race, Gender: e.Gender, Gender0: e.Gender, Align: e.Align, Align0: e.Align, Turns: e.Turns, End: e.At}
	return slices.ContainsFunc([]xlog.Outcome{xlog.Died, xlog.Ascended, xlog.Escaped, xlog.Quit}, func(o xlog.Outcome) bool {
		g.Outcome = o
		return f.Match(&g)
	})
}

// once reports whether the end of a game was not told in a place yet, and notes
// that it is now. Without a start the end's time tells one game from another.
func (a *Announcer) once(place places.Place, name string, start, end int64) bool {
	k := ending{place, strings.ToLower(name), start}
	if start != 0 {
		if _, told := a.ended.Get(k); told {
			return false
		}
		a.ended.Add(k, end)
	}
	k.start = 0
	if at, told := a.ended.Get(k); told && start == 0 && end-at < 120 && at-end < 120 {
		return false
	}
	a.ended.Add(k, end)
	return true
}

// game returns the announcement of a finished game.
func game(s places.Subscription, g *score.Game, dump string) told {
	line := fmt.Sprintf("%s (%s-%s-%s-%s), %s, %s points, T:%s", g.Name, g.Role, g.Race, g.Gender0, g.Align0, g.Death, query.Commas(g.Points), query.Commas(g.Turns))
	if dump != "" {
		line += ": " + dump
	}
	return told{
		sub: s, reply: card(g, line, dump), short: fmt.Sprintf("%s (%s, %s)", g.Name, g.Role, g.Death), won: g.Outcome == xlog.Ascended,
		ends: true, name: g.Name, start: g.Start, at: g.End,
	}
}

// card returns a finished game as separate facts.
func card(g *score.Game, line, dump string) commands.Reply {
	at := time.Unix(g.End, 0).UTC()
	ended := commands.Moment{At: at, Text: at.Format("2006-01-02 15:04 MST")}
	out := commands.Reply{
		Title: fmt.Sprintf("%s (%s-%s-%s-%s) %s", g.Name, g.Role, g.Race, g.Gender0, g.Align0, g.Death), FieldsDo: true,
		Summary: line, Tone: commands.Bad, Moments: []commands.Moment{ended},
	}
	if g.Outcome == xlog.Ascended {
		out.Tone = commands.Good
	}
	out.Field("points", "%s", query.Commas(g.Points))
	out.Field("turns", "%s", query.Commas(g.Turns))
	out.Field("ended", "%s", ended.Text)
	if dump != "" {
		out.Links = []commands.Link{{Label: "dumplog", URL: dump}}
	}
	return out
}

// event returns the announcement of an event in a game in progress.
func event(s places.Subscription, e *xlog.Event) told {
	line := fmt.Sprintf("%s (%s-%s-%s-%s) %s, T:%s", e.Name, e.Role, e.Race, e.Gender, e.Align, e.Message, query.Commas(e.Turns))
	return told{
		sub: s, reply: commands.Reply{Summary: line, Title: e.Name, FieldsDo: true, Fields: []commands.Field{
			{Name: fmt.Sprintf("%s-%s-%s-%s", e.Role, e.Race, e.Gender, e.Align), Value: e.Message}, {Name: "turn", Value: query.Commas(e.Turns)},
		}},
		short: fmt.Sprintf("%s (%s) %s", e.Name, e.Role, e.Message), ends: e.Ends(), name: e.Name, start: e.Start, at: e.At,
	}
}

// queue holds an announcement until its place can receive it.
func (a *Announcer) queue(x told) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	told := false
	if x.ends {
		told = !a.once(x.sub.Place, x.name, x.start, x.at)
	} else { // of one log under two names each event counts once
		told, _ = a.heard.ContainsOrAdd(heard{x.sub.Place, x.key()}, true)
	}
	if !told {
		it := item{Reply: x.reply, short: x.short, since: a.book.Now()}
		a.at(x.sub.Place).game(it, x.won, x.sub.Digest)
	}
	return nil
}

// line is the next announcement for a place.
type line struct {
	place places.Place
	reply commands.Reply
}

// Flush sends one line to each place that has announcements queued and no answer waiting.
// It returns how many lines it sent.
func (a *Announcer) Flush() (said int) {
	for _, l := range a.due() {
		if err := a.speakers[l.place.Network].Say(l.place.Place, l.reply); err != nil {
			a.opt.Log.Warn("an announcement could not be sent", "network", l.place.Network, "place", l.place.Place, "err", err)
			continue
		}
		said++
	}
	return said
}

// paused reports whether a place was told something too recently. A pause longer than the
// longest one means that the clock was set back, and is ignored.
func (a *Announcer) paused(p *pending, now time.Time) bool {
	left := p.next.Sub(now)
	return left > 0 && left <= a.opt.Pace
}

// due takes the next line of every place that can receive one.
func (a *Announcer) due() (out []line) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.book.Now()
	for place, p := range a.lines {
		p.forget(now.Add(-a.opt.MaxAge))
		speaker := a.speakers[place.Network]
		switch {
		case speaker == nil || p.empty():
			if !a.paused(p, now) {
				delete(a.lines, place)
			}
			continue
		case a.paused(p, now), speaker.Busy():
			continue
		case a.opt.Quiet != nil && a.opt.Quiet(place.Network, place.Place):
			p.clear() // what happens in the meantime stays unsaid
			continue
		}
		room := lineRoom
		if r, ok := speaker.(Room); ok {
			room = r.Room()
		}
		out = append(out, line{place, p.take(room)})
		p.next = now.Add(a.opt.Pace)
	}
	slices.SortFunc(out, func(x, y line) int {
		return strings.Compare(x.place.Network+" "+x.place.Place, y.place.Network+" "+y.place.Place)
	})
	return out
}
