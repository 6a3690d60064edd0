package tourneys

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"delphi/bot/chart"
	"delphi/bot/web/segment"
	"delphi/commands"
	"delphi/commands/contest"
	"delphi/engine/score"
)

// Pages makes the pages of the tournaments of a Book that are published. All fields
// but Log must be set; a nil Book has no tournaments. Its methods may be called from
// many goroutines.
type Pages struct {
	Book   *contest.Book
	Now    func() time.Time
	Link   func(path string) string // returns a path below the pages' own as a page links it
	Whole  func(path string) string // returns its full URL; "" if the public address is unknown
	Answer func(context.Context, commands.Request) commands.Reply
	Log    *slog.Logger // nil: nothing is logged

	mu      sync.Mutex
	counted map[string]counted // tournaments, by ID
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
	Links       []Cell
}

// Block is a part of a page.
type Block struct {
	ID, Title string
	Text      []string
	Chart     template.HTML
	Columns   []string
	Rows      [][]Cell
	Empty     string // what stands where there are no rows

	Number, Of     int // which page of the rows this is, where there are several
	Previous, Next string
}

// rowsShown is how many rows of a list one page shows.
const rowsShown = 100

// paged cuts the rows of a block to one page of them; ok is false if it has no
// page of that number.
func (b *Block) paged(number int, path string) (ok bool) {
	b.Number, b.Of = number, max(1, (len(b.Rows)+rowsShown-1)/rowsShown)
	if number > b.Of {
		b.Rows = nil
		return false
	}
	if number > 1 {
		b.Previous = path + "?page=" + strconv.Itoa(number-1)
	}
	if number < b.Of {
		b.Next = path + "?page=" + strconv.Itoa(number+1)
	}
	b.Rows = b.Rows[(number-1)*rowsShown : min(number*rowsShown, len(b.Rows))]
	return true
}

// Cell is a text, a time or both, perhaps with a link.
type Cell struct {
	Text string
	Link string
	At   time.Time
}

func plain(text string) Cell { return Cell{Text: text} }
func figure(n int64) Cell    { return Cell{Text: fmt.Sprint(n)} }
func moment(at int64) Cell   { return Cell{At: time.Unix(at, 0).UTC()} }

// recent is how many games a page lists.
const recent = 100

// List returns the list of the tournaments that have pages.
func (p *Pages) List(ctx context.Context) (*Page, error) {
	list, err := p.published(ctx)
	if err != nil {
		return nil, err
	}
	now := p.Now().Unix()
	rows := map[bool][][]Cell{}
	for _, t := range list {
		done := t.Phase(now) == contest.Final || t.Phase(now) == contest.Off
		rows[done] = append(rows[done], []Cell{{Text: t.Name, Link: p.Link(Path(t.ID, ""))}, moment(t.From), moment(t.Until), figure(int64(len(t.Entrants)))})
	}
	columns := []string{"tournament", "from", "until", "players"}
	return &Page{
		Title: "Tournaments", Heading: "Tournaments",
		Sections: []Block{
			{ID: "now", Title: "Now and next", Columns: columns, Rows: rows[false], Empty: "None is announced."},
			{ID: "past", Title: "Past", Columns: columns, Rows: rows[true], Empty: "None is over yet."},
		},
	}, nil
}

// Path returns the path of a page of a tournament, which ends in names.
func Path(id, what string, names ...string) string {
	out := "/t/" + segment.Of(id) + "/" + what
	for _, n := range names {
		out += "/" + segment.Of(n)
	}
	return out
}

// pages holds the pages of a tournament by the first part of what follows it. name is
// what follows that; ErrNone says that there is no such page.
var pages = map[string]func(p *Pages, ctx context.Context, e *event, name string) (title string, parts []Block, err error){
	"":        (*Pages).standingsPage,
	"p":       (*Pages).playerPage,
	"clan":    (*Pages).clanPage,
	"trophy":  (*Pages).trophyPage,
	"deaths":  (*Pages).deathsPage,
	"games":   (*Pages).gamesPage,
	"streaks": (*Pages).streaksPage,
	"rules":   (*Pages).rulesPage,
	"audit":   (*Pages).auditPage,
}

// Of returns a page of a tournament: what stands behind its ID in the address, and what
// behind that. number is that of a page of long lists, and path where it is.
func (p *Pages) Of(ctx context.Context, id, what, name, path string, number int) (*Page, error) {
	e, err := p.event(ctx, id)
	if err != nil {
		return nil, err
	}
	if feed := feeds[what]; feed != nil && name == "" {
		kind, body, err := feed(p, e)
		return &Page{Kind: kind, Body: body}, err
	}
	make := pages[what]
	if make == nil {
		return nil, ErrNone
	}
	title, sections, err := make(p, ctx, e, name)
	if err != nil {
		return nil, err
	}
	any := false
	for i := range sections {
		any = sections[i].paged(number, p.Link(path)) || any
	}
	if !any {
		return nil, ErrNone
	}
	d := &Page{
		Title: title + ", " + e.Name, Description: e.Name + ": " + e.state(), Feed: Path(e.ID, "feed.atom"), Heading: title, Sections: sections,
		Event: &Head{Name: e.Name, State: e.state(), From: time.Unix(e.From, 0).UTC(), Until: time.Unix(e.Until, 0).UTC()},
	}
	if e.phase == contest.On && what == "" {
		d.Live = Path(e.ID, "live")
	}
	for _, l := range []Cell{
		{Text: "Standings", Link: ""}, {Text: "Trophies", Link: "trophy"}, {Text: "Clans", Link: "clan"}, {Text: "Deaths", Link: "deaths"}, {Text: "Games", Link: "games"},
		{Text: "Streaks", Link: "streaks"}, {Text: "Rules", Link: "rules"}, {Text: "Audit", Link: "audit"}, {Text: "Atom", Link: "feed.atom"},
		{Text: "JSON", Link: "feed.json"}, {Text: "Calendar", Link: "cal.ics"}, {Text: "CSV", Link: "standings.csv"},
	} {
		if l.Link == "clan" && len(e.res.Clans) == 0 {
			continue
		}
		d.Event.Links = append(d.Event.Links, Cell{Text: l.Text, Link: p.Link(Path(e.ID, l.Link))})
	}
	return d, nil
}

// player returns a Cell that leads to an entrant's page.
func (p *Pages) player(e *event, person string) Cell {
	name := e.names[person]
	return Cell{Text: name, Link: p.Link(Path(e.ID, "p", name))}
}

func (p *Pages) clan(e *event, name string) Cell {
	return Cell{Text: name, Link: p.Link(Path(e.ID, "clan", name))}
}

func (p *Pages) trophy(e *event, st *score.Standing) Cell {
	return Cell{Text: st.Title, Link: p.Link(Path(e.ID, "trophy", st.Key))}
}

// rows returns the places of a standing, with links by who.
func rows(list []score.Row, who func(score.Row) Cell) (out [][]Cell) {
	for _, r := range list {
		out = append(out, []Cell{figure(int64(r.Place)), who(r), plain(r.Text), plain(r.Points.Plain())})
	}
	return out
}

var placed = []string{"place", "player", "value", "points"}

func (p *Pages) standingsPage(ctx context.Context, e *event, name string) (string, []Block, error) {
	if name != "" {
		return "", nil, ErrNone
	}
	all := Block{ID: "all", Title: commands.Capital(e.worthName()), Columns: []string{"place", "player", e.worthName(), "clan"}, Empty: "Nobody has joined yet."}
	clans := map[string]string{}
	for _, x := range e.Entrants {
		clans[x.Person] = x.Clan
	}
	for _, r := range e.res.Overall {
		row := []Cell{figure(int64(r.Place)), p.player(e, r.Entrant), plain(e.worth(&r)), {}}
		if c := clans[r.Entrant]; c != "" {
			row[3] = p.clan(e, c)
		}
		all.Rows = append(all.Rows, row)
	}
	out := []Block{all}
	if len(e.res.Clans) > 0 {
		out = append(out, Block{ID: "clans", Title: "Clans", Columns: []string{"place", "clan", "value", "points"}, Rows: rows(e.res.Clans, func(r score.Row) Cell { return p.clan(e, r.Entrant) })})
	}
	out = append(out, p.boards(e))
	if drawn := p.progress(ctx, e); drawn != "" {
		out = append(out, Block{ID: "progress", Title: commands.Capital(e.worthName()) + " over time", Chart: drawn})
	}
	return "Standings", append(out, p.survival(e)...), nil
}

// boards lists the categories and leaderboards with who leads each.
func (p *Pages) boards(e *event) Block {
	out := Block{ID: "trophies", Title: "Leaders", Columns: []string{"trophy", "player", "value"}, Empty: "The rules have no categories."}
	for i := range e.res.Categories {
		c := &e.res.Categories[i]
		row := []Cell{p.trophy(e, c), {Text: "nobody yet"}, {}}
		if len(c.Rows) > 0 {
			row[1], row[2] = p.player(e, c.Rows[0].Entrant), plain(c.Rows[0].Text)
		}
		if len(c.Rows) == 0 && len(c.Clans) > 0 {
			row[1], row[2] = p.clan(e, c.Clans[0].Name), plain(c.Clans[0].Text)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// won lists the trophies with how many have each, of those that somebody has or all.
func (p *Pages) won(e *event) Block {
	out := Block{ID: "won", Title: "Trophies", Columns: []string{"trophy", "players", "clans"}}
	for i := range e.res.Trophies {
		h := &e.res.Trophies[i]
		out.Rows = append(out.Rows, []Cell{{Text: h.Name, Link: p.Link(Path(e.ID, "trophy", h.Key))}, figure(int64(len(h.Players))), figure(int64(len(h.Clans)))})
	}
	return out
}

func (p *Pages) playerPage(_ context.Context, e *event, name string) (string, []Block, error) {
	person := e.person(name)
	if person == "" {
		return "", nil, ErrNone
	}
	points := Block{ID: "points", Title: "Points", Columns: []string{"trophy", "place", "value", "points"}, Empty: "No points yet."}
	for i := range e.res.Categories {
		c := &e.res.Categories[i]
		for _, r := range c.Rows {
			if r.Entrant == person {
				points.Rows = append(points.Rows, []Cell{p.trophy(e, c), figure(int64(r.Place)), plain(r.Text), plain(r.Points.Plain())})
			}
		}
	}
	for _, r := range e.res.Overall {
		if r.Entrant == person {
			points.Text = []string{fmt.Sprintf("Place %d with %s.", r.Place, r.Text)}
		}
	}
	has := Block{ID: "has", Title: "Trophies", Columns: []string{"trophy"}, Empty: "None yet."}
	for i := range e.res.Trophies {
		h := &e.res.Trophies[i]
		if slices.ContainsFunc(h.Players, func(r score.Row) bool { return r.Entrant == person }) {
			has.Rows = append(has.Rows, []Cell{{Text: h.Name, Link: p.Link(Path(e.ID, "trophy", h.Key))}})
		}
	}
	if len(e.res.Trophies) > 0 {
		return name, []Block{points, has, p.gameList(e, person)}, nil
	}
	return name, []Block{points, p.gameList(e, person)}, nil
}

func (p *Pages) clanPage(_ context.Context, e *event, name string) (string, []Block, error) {
	if name == "" {
		return "Clans", []Block{{ID: "clans", Columns: []string{"place", "clan", "value", "points"}, Empty: "There are no clans.", Rows: rows(e.res.Clans, func(r score.Row) Cell { return p.clan(e, r.Entrant) })}}, nil
	}
	of := Block{ID: "members", Title: "Members", Columns: []string{"place", "player", "points"}}
	in := map[string]bool{}
	for _, x := range e.Entrants {
		if x.Clan == name {
			in[x.Person] = true
		}
	}
	for _, r := range e.res.Overall {
		if in[r.Entrant] {
			of.Rows = append(of.Rows, []Cell{figure(int64(r.Place)), p.player(e, r.Entrant), plain(e.worth(&r))})
		}
	}
	if of.Rows == nil {
		return "", nil, ErrNone
	}
	for _, r := range e.res.Clans {
		if r.Entrant == name {
			of.Text = []string{fmt.Sprintf("Place %d with %s.", r.Place, r.Text)}
		}
	}
	return "Clan " + name, []Block{of, p.gameList(e, slices.Sorted(maps.Keys(in))...)}, nil
}

func (p *Pages) trophyPage(_ context.Context, e *event, name string) (string, []Block, error) {
	if name == "" {
		all := p.boards(e)
		if len(e.res.Trophies) > 0 {
			return "Trophies", []Block{p.won(e), all}, nil
		}
		all.Title = ""
		return "Trophies", []Block{all}, nil
	}
	for i := range e.res.Trophies {
		if h := &e.res.Trophies[i]; h.Key == name {
			out := []Block{{ID: "players", Title: "Players", Columns: []string{"player"}, Empty: "Nobody yet."}, {ID: "clans", Title: "Clans", Columns: []string{"clan"}, Empty: "None yet."}}
			for _, r := range h.Players {
				out[0].Rows = append(out[0].Rows, []Cell{p.player(e, r.Entrant)})
			}
			for _, r := range h.Clans {
				out[1].Rows = append(out[1].Rows, []Cell{p.clan(e, r.Name)})
			}
			return h.Name, out, nil
		}
	}
	for i := range e.res.Categories {
		if c := &e.res.Categories[i]; c.Key == name {
			out := []Block{{ID: "places", Columns: placed, Empty: "Nobody yet.", Rows: rows(c.Rows, func(r score.Row) Cell { return p.player(e, r.Entrant) })}}
			if len(c.Clans) > 0 {
				out = append(out, Block{ID: "clans", Title: "Clans", Columns: []string{"place", "clan", "value", "points"}, Rows: rows(c.Clans, func(r score.Row) Cell { return p.clan(e, r.Name) })})
			}
			return c.Title, out, nil
		}
	}
	return "", nil, ErrNone
}

// deathsPage lists what killed people, each death once, with whom it killed
// first.
func (p *Pages) deathsPage(_ context.Context, e *event, name string) (string, []Block, error) {
	if name != "" {
		return "", nil, ErrNone
	}
	list := slices.Collect(maps.Values(e.deaths))
	slices.SortFunc(list, func(a, b *death) int { return cmp.Or(b.times-a.times, later(b.first, a.first)) })
	out := Block{ID: "deaths", Text: []string{fmt.Sprintf("%d different deaths.", len(list))}, Columns: []string{"death", "times", "first"}}
	c := &commands.Chart{Kind: commands.BarChart, Title: "Deaths by killer", X: "death", Y: "times", Series: []commands.Series{{}}}
	for i, d := range list {
		out.Rows = append(out.Rows, []Cell{plain(d.text), figure(int64(d.times)), p.player(e, d.first.who)})
		c.Labels = append(c.Labels, strings.TrimPrefix(d.text, "killed by "))
		c.Series[0].Points = append(c.Series[0].Points, commands.Point{X: float64(i), Y: float64(d.times)})
	}
	if len(list) > 0 {
		out.Chart = chart.Markup(c)
	} else {
		out.Columns = nil
	}
	return "Deaths", []Block{out}, nil
}

func (p *Pages) gamesPage(_ context.Context, e *event, name string) (string, []Block, error) {
	if name != "" {
		return "", nil, ErrNone
	}
	return "Games", []Block{p.gameList(e)}, nil
}

// gameList lists the latest games that count of some entrants, or of all.
func (p *Pages) gameList(e *event, of ...string) Block {
	out := Block{ID: "games", Title: "Games that count", Columns: []string{"ended", "player", "game"}, Empty: "None yet."}
	all := e.tally
	if len(of) > 0 {
		all = tally{deaths: map[string]*death{}, roles: map[string]int{}, won: map[string]int{}}
		for _, who := range of {
			all.add(who, e.res.Verdicts(who))
		}
	}
	for _, g := range all.latest {
		out.Rows = append(out.Rows, []Cell{moment(g.End), p.player(e, g.who), plain(contest.Line(g.Game))})
	}
	if all.games > recent {
		out.Text = []string{fmt.Sprintf("The latest %d of %d.", recent, all.games)}
	}
	return out
}

func (p *Pages) streaksPage(_ context.Context, e *event, name string) (string, []Block, error) {
	if name != "" {
		return "", nil, ErrNone
	}
	out := Block{ID: "streaks", Text: []string{"Ascensions in a row, with no other end between them."}, Columns: []string{"player", "ascensions", "last game"}, Empty: "Nobody has ascended yet."}
	for _, r := range e.streaks() {
		out.Rows = append(out.Rows, []Cell{p.player(e, r.who), figure(int64(r.length)), plain(contest.Line(r.last))})
	}
	return "Streaks", []Block{out}, nil
}

func (p *Pages) rulesPage(ctx context.Context, e *event, name string) (string, []Block, error) {
	if name != "" {
		return "", nil, ErrNone
	}
	reply := p.Answer(ctx, commands.Request{Line: "rules " + e.ID, Network: commands.Network(e.Place.Network), Place: commands.Place(e.Place.Place), User: "web", At: p.Now()})
	if reply.Failed {
		return "", nil, fmt.Errorf("the rules of %s: %s", e.ID, reply.Summary)
	}
	out := []Block{{ID: "rules", Text: []string{reply.Summary}}}
	if t := reply.Table; t != nil {
		b := Block{ID: "what", Title: t.Title, Columns: t.Columns}
		for _, row := range t.Rows {
			var cells []Cell
			for _, c := range row {
				cells = append(cells, plain(c))
			}
			b.Rows = append(b.Rows, cells)
		}
		out = append(out, b)
	}
	return "Rules", out, nil
}

// auditPage lists what was decided about each game. What people did is not
// shown: it names them as the chat does.
func (p *Pages) auditPage(ctx context.Context, e *event, name string) (string, []Block, error) {
	if name != "" {
		return "", nil, ErrNone
	}
	log, err := p.Book.Audit(ctx, e.ID)
	if err != nil {
		return "", nil, err
	}
	out := Block{ID: "audit", Columns: []string{"when", "player", "game", "counted", "why"}, Empty: "No game was decided on yet."}
	for _, l := range slices.Backward(log) {
		if l.Game == "" || e.names[l.Entrant] == "" {
			continue
		}
		counted := "no"
		if l.Counted {
			counted = "yes"
		}
		out.Rows = append(out.Rows, []Cell{moment(l.At), p.player(e, l.Entrant), plain(l.Line), plain(counted), plain(l.What)})
	}
	return "Audit", []Block{out}, nil
}
