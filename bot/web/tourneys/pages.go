package tourneys

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"delphi/bot/web/segment"
	"delphi/commands"
	"delphi/engine/games/xlog"
	"delphi/storage/contest"
)

// Pages makes the pages of the tournaments of a Book that are published. The fields up to
// Answer must be set, but for Book: nil has no tournaments. Its methods may be called from
// many goroutines.
type Pages struct {
	Book   *contest.Book
	Now    func() time.Time
	Link   func(path string) string // returns a path below the pages' own as a page links it
	Whole  func(path string) string // returns its full URL; "" if the public address is unknown
	Answer func(context.Context, commands.Request) commands.Reply

	Dumplogs map[string]string // by source: where a game's dump log is, with {field} for what its record says
	Live     Live              // nil: nobody says which games go on
	Static   bool              // pages are files: nothing is asked of them
	Log      *slog.Logger      // nil: nothing is logged

	mu      sync.Mutex
	counted map[string]counted // tournaments, by ID
	races   races
	past    sync.Map // of *season, by ID
}

// Live looks up games in progress. failed lists the sources that could not be reached.
type Live interface {
	Players(ctx context.Context) (games []xlog.Live, failed []string)
}

// Fresh is how old a page may be.
const Fresh = 5 * time.Second

// ErrNone means that an address has no page.
var ErrNone = errors.New("no page")

// Page is a page for people, or a file for programs.
type Page struct {
	Kind string // of Body
	Body []byte // of a file

	Title, Description string
	Feed, Live         string // where its feed is, and news of it come from; may be empty
	Heading            string
	Event              *Head // nil: the list of tournaments
	Sections           []Block
}

// Head stands above the pages of a tournament.
type Head struct {
	Name, State string
	From, Until time.Time
	Links       []Link
}

// Link leads to another page of a tournament.
type Link struct {
	Text, To string
	Here     bool // it is this page
}

// Path returns the path of a page of a tournament, which ends in names.
func Path(id, what string, names ...string) string {
	out := "/t/" + segment.Of(id) + "/" + what
	for _, n := range names {
		out += "/" + segment.Of(n)
	}
	return out
}

// List returns the list of the tournaments that have pages.
func (p *Pages) List(ctx context.Context) (*Page, error) {
	list, err := p.published(ctx)
	if err != nil {
		return nil, err
	}
	now := p.Now().Unix()
	next := Block{ID: "now", Title: "Now and next", Columns: columns("tournament", "from", "until", "players#"), Empty: "None is announced."}
	past := Block{ID: "past", Title: "Past", Columns: columns("tournament", "from", "until", "players#", "won by"), Empty: "None is over yet."}
	for _, t := range list {
		row := []Cell{{Text: t.Name, Link: p.Link(Path(t.ID, ""))}, moment(t.From), until(t), figure(int64(len(t.Entrants)))}
		if phase := t.Phase(now); phase != contest.Final && phase != contest.Off {
			next.Rows = append(next.Rows, row)
			continue
		}
		x, err := p.season(ctx, t)
		if err != nil {
			return nil, err
		}
		past.Rows = append(past.Rows, append(row, plain(x.winners())))
	}
	out := &Page{Title: "Tournaments", Heading: "Tournaments", Sections: []Block{next, past}}
	for i := range out.Sections {
		out.Sections[i].shown(&Ask{Number: 1}, "", false)
	}
	return out, nil
}

// until returns a cell with the end of a tournament.
func until(t *contest.Tourney) Cell {
	if t.Endless() {
		return plain("no end")
	}
	return moment(t.Until)
}

// kind is a kind of page of a tournament.
type kind struct {
	link string // what leads to it; empty: nothing but other pages
	make func(p *Pages, ctx context.Context, e *event, a *Ask) (title string, parts []Block, err error)
	has  func(p *Pages, e *event) bool // whether a tournament has it; nil: all have
}

// kinds holds the pages of a tournament by the first part of what follows it.
var kinds = map[string]kind{
	"":        {"Standings", (*Pages).standingsPage, nil},
	"p":       {"", (*Pages).playerPage, nil},
	"trophy":  {"Trophies", (*Pages).trophyPage, nil},
	"clan":    {"Clans", (*Pages).clanPage, func(_ *Pages, e *event) bool { return len(e.res.Clans) > 0 }},
	"vs":      {"Compare", (*Pages).versusPage, (*Pages).compares},
	"now":     {"Playing now", (*Pages).nowPage, func(p *Pages, e *event) bool { return !p.Static && p.Live != nil && e.phase == contest.On }},
	"games":   {"Games", (*Pages).gamesPage, nil},
	"heroes":  {"Heroes", (*Pages).heroesPage, nil},
	"deaths":  {"Deaths", (*Pages).deathsPage, nil},
	"streaks": {"Streaks", (*Pages).streaksPage, nil},
	"seasons": {"Seasons", (*Pages).seasonsPage, nil},
	"rules":   {"Rules", (*Pages).rulesPage, nil},
	"audit":   {"Audit", (*Pages).auditPage, nil},
}

// linked is the order in which pages of a tournament lead to each other, and to files.
var linked = []string{"", "trophy", "clan", "vs", "now", "games", "heroes", "deaths", "streaks", "seasons", "rules", "audit"}

// files holds the labels of the links to files.
var files = []struct{ name, what string }{
	{"Atom", "feed.atom"}, {"JSON", "feed.json"}, {"Calendar", "cal.ics"}, {"Standings as CSV", "standings.csv"}, {"Trophies as CSV", "trophies.csv"},
}

// Of returns a page of a tournament, or one of its files.
func (p *Pages) Of(ctx context.Context, a Ask) (*Page, error) {
	e, err := p.event(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	if feed := feeds[a.What]; feed != nil && a.Name == "" {
		kind, body, err := feed(p, e)
		return &Page{Kind: kind, Body: body}, err
	}
	if a.What == pictures {
		body, err := e.picture(a.Name)
		return &Page{Kind: "image/svg+xml", Body: body}, err
	}
	k, ok := kinds[a.What]
	if !ok || k.has != nil && !k.has(p, e) {
		return nil, ErrNone
	}
	title, sections, err := k.make(p, ctx, e, &a)
	if err != nil {
		return nil, err
	}
	// What does not go on is on the first page alone.
	var shown []Block
	for _, b := range sections {
		if b.shown(&a, p.Link(a.Path), !p.Static) { // which sorts it, and cuts it to the page
			shown = append(shown, b)
		}
	}
	if len(shown) == 0 {
		return nil, ErrNone
	}
	d := &Page{
		Title: title + ", " + e.Name, Description: e.Name + ": " + e.state(), Feed: Path(e.ID, "feed.atom"), Heading: title, Sections: shown,
		Event: &Head{Name: e.Name, State: e.state(), From: time.Unix(e.From, 0).UTC(), Until: until(e.Tourney).At},
	}
	if e.phase == contest.On && a.What == "" {
		d.Live = Path(e.ID, "live")
	}
	for _, what := range linked {
		if l := kinds[what]; l.has == nil || l.has(p, e) {
			d.Event.Links = append(d.Event.Links, Link{l.link, p.Link(Path(e.ID, what)), what == a.What && a.Name == ""})
		}
	}
	for _, f := range files {
		d.Event.Links = append(d.Event.Links, Link{f.name, p.Link(Path(e.ID, f.what)), false})
	}
	return d, nil
}

// player returns a cell that leads to an entrant's page.
func (p *Pages) player(e *event, person string) Cell {
	name := e.names[person]
	return Cell{Text: name, Link: p.Link(Path(e.ID, "p", name))}
}

func (p *Pages) clan(e *event, name string) Cell {
	return Cell{Text: name, Link: p.Link(Path(e.ID, "clan", name))}
}

func (p *Pages) trophy(e *event, title, key string) Cell {
	return Cell{Text: title, Link: p.Link(Path(e.ID, "trophy", key))}
}
