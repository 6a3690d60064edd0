package web

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/contest"
	"delphi/engine/score"
)

// tourneyData is what the template of all pages of tournaments shows.
type tourneyData struct {
	Head     head
	Event    *eventData // nil: the list of tournaments
	Heading  string
	Sections []block
}

// eventData is the head of a tournament's pages.
type eventData struct {
	Name, State string
	From, Until time.Time
	Links       []cell
}

// block is a part of a page.
type block struct {
	ID, Title string
	Text      []string
	Chart     template.HTML
	Columns   []string
	Rows      [][]cell
	Empty     string // what stands where there are no rows

	Number, Of     int // which page of the rows this is, where there are several
	Previous, Next string
}

// eventRows is how many rows of a list one page of a tournament shows.
const eventRows = 100

// paged cuts the rows of a block to one page of them; ok is false if it has no
// page of that number.
func (b *block) paged(number int, path string) (ok bool) {
	b.Number, b.Of = number, max(1, (len(b.Rows)+eventRows-1)/eventRows)
	if number > b.Of {
		b.Rows = nil
		return false
	}
	b.Previous, b.Next = turn(path, number, b.Of)
	b.Rows = b.Rows[(number-1)*eventRows : min(number*eventRows, len(b.Rows))]
	return true
}

// cell is a text, a time or both, perhaps with a link.
type cell struct {
	Text string
	Link string
	At   time.Time
}

func plain(text string) cell { return cell{Text: text} }
func figure(n int64) cell    { return cell{Text: fmt.Sprint(n)} }
func moment(at int64) cell   { return cell{At: time.Unix(at, 0).UTC()} }

// recent is how many games a page lists.
const recent = 100

// tournaments lists the tournaments that have pages.
func (s *site) tournaments(w http.ResponseWriter, r *http.Request) {
	p, err := s.keep(r, "/t/", func(ctx context.Context) (*page, error) {
		list, err := s.published(ctx)
		if err != nil {
			return nil, err
		}
		now := s.Now().Unix()
		rows := map[bool][][]cell{}
		for _, t := range list {
			done := t.Phase(now) == contest.Final || t.Phase(now) == contest.Off
			rows[done] = append(rows[done], []cell{{Text: t.Name, Link: s.link(eventPath(t.ID, ""))}, moment(t.From), moment(t.Until), figure(int64(len(t.Entrants)))})
		}
		columns := []string{"tournament", "from", "until", "players"}
		body, err := s.render("tourney", &tourneyData{
			Head: head{Title: "Tournaments", Path: "/t/"}, Heading: "Tournaments",
			Sections: []block{
				{ID: "now", Title: "Now and next", Columns: columns, Rows: rows[false], Empty: "None is announced."},
				{ID: "past", Title: "Past", Columns: columns, Rows: rows[true], Empty: "None is over yet."},
			},
		})
		return &page{body: body, until: s.Now().Add(live)}, err
	})
	s.sent(w, r, p, err)
}

// eventPath returns the path of a page of a tournament, which ends in parts.
func eventPath(id, what string, names ...string) string {
	out := "/t/" + segment(id) + "/" + what
	for _, n := range names {
		out += "/" + segment(n)
	}
	return out
}

// eventPages holds the pages of a tournament by the first part of what follows
// it. name is what follows that; errNone says that there is no such page.
var eventPages = map[string]func(s *site, ctx context.Context, e *event, name string) (title string, parts []block, err error){
	"":        (*site).standingsPage,
	"p":       (*site).playerPage,
	"clan":    (*site).clanPage,
	"trophy":  (*site).trophyPage,
	"deaths":  (*site).deathsPage,
	"games":   (*site).gamesPage,
	"streaks": (*site).streaksPage,
	"rules":   (*site).rulesPage,
	"audit":   (*site).auditPage,
}

// tournament serves a page of a tournament, or one of its feeds.
func (s *site) tournament(w http.ResponseWriter, r *http.Request) {
	raw := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/t/"), "/")
	parts := make([]string, len(raw))
	for i, p := range raw {
		text, ok := unsegment(p)
		if !ok {
			s.wrong(w, r, http.StatusNotFound, "There is no page here.")
			return
		}
		parts[i] = text
	}
	id, what, name := parts[0], parts[1], strings.Join(parts[2:], "/")
	number := pageNumber(r)
	if what == "live" && name == "" {
		what = ""
		at := strings.TrimSuffix(r.URL.EscapedPath(), "live")
		s.news(w, r, at+"?1", s.eventMaker(id, what, name, at, 1))
		return
	}
	p, err := s.keep(r, r.URL.EscapedPath()+"?"+strconv.Itoa(number), s.eventMaker(id, what, name, r.URL.EscapedPath(), number))
	s.sent(w, r, p, err)
}

// eventMaker returns a maker of a page of a tournament.
func (s *site) eventMaker(id, what, name, path string, number int) maker {
	return func(ctx context.Context) (*page, error) {
		e, err := s.event(ctx, id)
		if err != nil {
			return nil, err
		}
		p, err := s.eventPage(ctx, e, what, name, path, number)
		if err == nil {
			p.until = s.Now().Add(live)
		}
		return p, err
	}
}

// eventPage makes a page of a tournament.
func (s *site) eventPage(ctx context.Context, e *event, what, name, path string, number int) (*page, error) {
	if feed := feeds[what]; feed != nil && name == "" {
		kind, body, err := feed(s, e)
		return &page{kind: kind, body: body}, err
	}
	make := eventPages[what]
	if make == nil {
		return nil, errNone
	}
	title, sections, err := make(s, ctx, e, name)
	if err != nil {
		return nil, err
	}
	any := false
	for i := range sections {
		any = sections[i].paged(number, s.link(path)) || any
	}
	if !any {
		return nil, errNone
	}
	d := &tourneyData{
		Head:    head{Title: title + ", " + e.Name, Description: e.Name + ": " + e.state(), Path: path, Feed: eventPath(e.ID, "feed.atom"), Sorts: true},
		Heading: title, Sections: sections,
		Event: &eventData{Name: e.Name, State: e.state(), From: time.Unix(e.From, 0).UTC(), Until: time.Unix(e.Until, 0).UTC()},
	}
	running := e.phase == contest.On && what == ""
	if running {
		d.Head.Script, d.Head.Live = "live.js", eventPath(e.ID, "live")
	}
	for _, l := range []cell{
		{Text: "Standings", Link: ""}, {Text: "Trophies", Link: "trophy"}, {Text: "Clans", Link: "clan"}, {Text: "Deaths", Link: "deaths"}, {Text: "Games", Link: "games"},
		{Text: "Streaks", Link: "streaks"}, {Text: "Rules", Link: "rules"}, {Text: "Audit", Link: "audit"}, {Text: "Atom", Link: "feed.atom"},
		{Text: "JSON", Link: "feed.json"}, {Text: "Calendar", Link: "cal.ics"}, {Text: "CSV", Link: "standings.csv"},
	} {
		if l.Link == "clan" && len(e.res.Clans) == 0 {
			continue
		}
		d.Event.Links = append(d.Event.Links, cell{Text: l.Text, Link: s.link(eventPath(e.ID, l.Link))})
	}
	body, err := s.render("tourney", d)
	return &page{body: body, script: true}, err
}

// player returns a cell that leads to an entrant's page.
func (s *site) player(e *event, person string) cell {
	name := e.names[person]
	return cell{Text: name, Link: s.link(eventPath(e.ID, "p", name))}
}

func (s *site) clan(e *event, name string) cell {
	return cell{Text: name, Link: s.link(eventPath(e.ID, "clan", name))}
}

func (s *site) trophy(e *event, st *score.Standing) cell {
	return cell{Text: st.Title, Link: s.link(eventPath(e.ID, "trophy", st.Key))}
}

// rows returns the places of a standing, with links by who.
func rows(list []score.Row, who func(score.Row) cell) (out [][]cell) {
	for _, r := range list {
		out = append(out, []cell{figure(int64(r.Place)), who(r), plain(r.Text), plain(r.Points.Plain())})
	}
	return out
}

var placed = []string{"place", "player", "value", "points"}

func (s *site) standingsPage(ctx context.Context, e *event, name string) (string, []block, error) {
	if name != "" {
		return "", nil, errNone
	}
	all := block{ID: "all", Title: commands.Capital(e.worthName()), Columns: []string{"place", "player", e.worthName(), "clan"}, Empty: "Nobody has joined yet."}
	clans := map[string]string{}
	for _, p := range e.Entrants {
		clans[p.Person] = p.Clan
	}
	for _, r := range e.res.Overall {
		row := []cell{figure(int64(r.Place)), s.player(e, r.Entrant), plain(e.worth(&r)), {}}
		if c := clans[r.Entrant]; c != "" {
			row[3] = s.clan(e, c)
		}
		all.Rows = append(all.Rows, row)
	}
	out := []block{all}
	if len(e.res.Clans) > 0 {
		out = append(out, block{ID: "clans", Title: "Clans", Columns: []string{"place", "clan", "value", "points"}, Rows: rows(e.res.Clans, func(r score.Row) cell { return s.clan(e, r.Entrant) })})
	}
	out = append(out, s.boards(e))
	if drawn := s.progress(ctx, e); drawn != "" {
		out = append(out, block{ID: "progress", Title: commands.Capital(e.worthName()) + " over time", Chart: drawn})
	}
	return "Standings", append(out, s.survival(e)...), nil
}

// boards lists the categories and leaderboards with who leads each.
func (s *site) boards(e *event) block {
	out := block{ID: "trophies", Title: "Leaders", Columns: []string{"trophy", "player", "value"}, Empty: "The rules have no categories."}
	for i := range e.res.Categories {
		c := &e.res.Categories[i]
		row := []cell{s.trophy(e, c), {Text: "nobody yet"}, {}}
		if len(c.Rows) > 0 {
			row[1], row[2] = s.player(e, c.Rows[0].Entrant), plain(c.Rows[0].Text)
		}
		if len(c.Rows) == 0 && len(c.Clans) > 0 {
			row[1], row[2] = s.clan(e, c.Clans[0].Name), plain(c.Clans[0].Text)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// won lists the trophies with how many have each, of those that somebody has or all.
func (s *site) won(e *event) block {
	out := block{ID: "won", Title: "Trophies", Columns: []string{"trophy", "players", "clans"}}
	for i := range e.res.Trophies {
		h := &e.res.Trophies[i]
		out.Rows = append(out.Rows, []cell{{Text: h.Name, Link: s.link(eventPath(e.ID, "trophy", h.Key))}, figure(int64(len(h.Players))), figure(int64(len(h.Clans)))})
	}
	return out
}

func (s *site) playerPage(_ context.Context, e *event, name string) (string, []block, error) {
	person := e.person(name)
	if person == "" {
		return "", nil, errNone
	}
	points := block{ID: "points", Title: "Points", Columns: []string{"trophy", "place", "value", "points"}, Empty: "No points yet."}
	for i := range e.res.Categories {
		c := &e.res.Categories[i]
		for _, r := range c.Rows {
			if r.Entrant == person {
				points.Rows = append(points.Rows, []cell{s.trophy(e, c), figure(int64(r.Place)), plain(r.Text), plain(r.Points.Plain())})
			}
		}
	}
	for _, r := range e.res.Overall {
		if r.Entrant == person {
			points.Text = []string{fmt.Sprintf("Place %d with %s.", r.Place, r.Text)}
		}
	}
	has := block{ID: "has", Title: "Trophies", Columns: []string{"trophy"}, Empty: "None yet."}
	for i := range e.res.Trophies {
		h := &e.res.Trophies[i]
		if slices.ContainsFunc(h.Players, func(r score.Row) bool { return r.Entrant == person }) {
			has.Rows = append(has.Rows, []cell{{Text: h.Name, Link: s.link(eventPath(e.ID, "trophy", h.Key))}})
		}
	}
	if len(e.res.Trophies) > 0 {
		return name, []block{points, has, s.gameList(e, person)}, nil
	}
	return name, []block{points, s.gameList(e, person)}, nil
}

func (s *site) clanPage(_ context.Context, e *event, name string) (string, []block, error) {
	if name == "" {
		return "Clans", []block{{ID: "clans", Columns: []string{"place", "clan", "value", "points"}, Empty: "There are no clans.", Rows: rows(e.res.Clans, func(r score.Row) cell { return s.clan(e, r.Entrant) })}}, nil
	}
	of := block{ID: "members", Title: "Members", Columns: []string{"place", "player", "points"}}
	in := map[string]bool{}
	for _, p := range e.Entrants {
		if p.Clan == name {
			in[p.Person] = true
		}
	}
	for _, r := range e.res.Overall {
		if in[r.Entrant] {
			of.Rows = append(of.Rows, []cell{figure(int64(r.Place)), s.player(e, r.Entrant), plain(e.worth(&r))})
		}
	}
	if of.Rows == nil {
		return "", nil, errNone
	}
	for _, r := range e.res.Clans {
		if r.Entrant == name {
			of.Text = []string{fmt.Sprintf("Place %d with %s.", r.Place, r.Text)}
		}
	}
	return "Clan " + name, []block{of, s.gameList(e, slices.Sorted(maps.Keys(in))...)}, nil
}

func (s *site) trophyPage(_ context.Context, e *event, name string) (string, []block, error) {
	if name == "" {
		all := s.boards(e)
		if len(e.res.Trophies) > 0 {
			return "Trophies", []block{s.won(e), all}, nil
		}
		all.Title = ""
		return "Trophies", []block{all}, nil
	}
	for i := range e.res.Trophies {
		if h := &e.res.Trophies[i]; h.Key == name {
			out := []block{{ID: "players", Title: "Players", Columns: []string{"player"}, Empty: "Nobody yet."}, {ID: "clans", Title: "Clans", Columns: []string{"clan"}, Empty: "None yet."}}
			for _, r := range h.Players {
				out[0].Rows = append(out[0].Rows, []cell{s.player(e, r.Entrant)})
			}
			for _, r := range h.Clans {
				out[1].Rows = append(out[1].Rows, []cell{s.clan(e, r.Name)})
			}
			return h.Name, out, nil
		}
	}
	for i := range e.res.Categories {
		if c := &e.res.Categories[i]; c.Key == name {
			out := []block{{ID: "places", Columns: placed, Empty: "Nobody yet.", Rows: rows(c.Rows, func(r score.Row) cell { return s.player(e, r.Entrant) })}}
			if len(c.Clans) > 0 {
				out = append(out, block{ID: "clans", Title: "Clans", Columns: []string{"place", "clan", "value", "points"}, Rows: rows(c.Clans, func(r score.Row) cell { return s.clan(e, r.Name) })})
			}
			return c.Title, out, nil
		}
	}
	return "", nil, errNone
}

// deathsPage lists what killed people, each death once, with whom it killed
// first.
func (s *site) deathsPage(_ context.Context, e *event, name string) (string, []block, error) {
	if name != "" {
		return "", nil, errNone
	}
	list := slices.Collect(maps.Values(e.deaths))
	slices.SortFunc(list, func(a, b *death) int { return cmp.Or(b.times-a.times, later(b.first, a.first)) })
	out := block{ID: "deaths", Text: []string{fmt.Sprintf("%d different deaths.", len(list))}, Columns: []string{"death", "times", "first"}}
	c := &commands.Chart{Kind: commands.BarChart, Title: "Deaths by killer", X: "death", Y: "times", Series: []commands.Series{{}}}
	for i, d := range list {
		out.Rows = append(out.Rows, []cell{plain(d.text), figure(int64(d.times)), s.player(e, d.first.who)})
		c.Labels = append(c.Labels, strings.TrimPrefix(d.text, "killed by "))
		c.Series[0].Points = append(c.Series[0].Points, commands.Point{X: float64(i), Y: float64(d.times)})
	}
	if len(list) > 0 {
		out.Chart = drawn(c)
	} else {
		out.Columns = nil
	}
	return "Deaths", []block{out}, nil
}

func (s *site) gamesPage(_ context.Context, e *event, name string) (string, []block, error) {
	if name != "" {
		return "", nil, errNone
	}
	return "Games", []block{s.gameList(e)}, nil
}

// gameList lists the latest games that count of some entrants, or of all.
func (s *site) gameList(e *event, of ...string) block {
	out := block{ID: "games", Title: "Games that count", Columns: []string{"ended", "player", "game"}, Empty: "None yet."}
	all := e.tally
	if len(of) > 0 {
		all = tally{deaths: map[string]*death{}, roles: map[string]int{}, won: map[string]int{}}
		for _, who := range of {
			all.add(who, e.res.Verdicts(who))
		}
	}
	for _, g := range all.latest {
		out.Rows = append(out.Rows, []cell{moment(g.End), s.player(e, g.who), plain(contest.Line(g.Game))})
	}
	if all.games > recent {
		out.Text = []string{fmt.Sprintf("The latest %d of %d.", recent, all.games)}
	}
	return out
}

func (s *site) streaksPage(_ context.Context, e *event, name string) (string, []block, error) {
	if name != "" {
		return "", nil, errNone
	}
	out := block{ID: "streaks", Text: []string{"Ascensions in a row, with no other end between them."}, Columns: []string{"player", "ascensions", "last game"}, Empty: "Nobody has ascended yet."}
	for _, r := range e.streaks() {
		out.Rows = append(out.Rows, []cell{s.player(e, r.who), figure(int64(r.length)), plain(contest.Line(r.last))})
	}
	return "Streaks", []block{out}, nil
}

func (s *site) rulesPage(ctx context.Context, e *event, name string) (string, []block, error) {
	if name != "" {
		return "", nil, errNone
	}
	reply := s.free.Answer(ctx, commands.Request{Line: "rules " + e.ID, Network: commands.Network(e.Place.Network), Place: commands.Place(e.Place.Place), User: Name, At: s.Now()})
	if reply.Failed {
		return "", nil, fmt.Errorf("the rules of %s: %s", e.ID, reply.Summary)
	}
	out := []block{{ID: "rules", Text: []string{reply.Summary}}}
	if t := reply.Table; t != nil {
		b := block{ID: "what", Title: t.Title, Columns: t.Columns}
		for _, row := range t.Rows {
			var cells []cell
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
func (s *site) auditPage(ctx context.Context, e *event, name string) (string, []block, error) {
	if name != "" {
		return "", nil, errNone
	}
	log, err := s.Book.Audit(ctx, e.ID)
	if err != nil {
		return "", nil, err
	}
	out := block{ID: "audit", Columns: []string{"when", "player", "game", "counted", "why"}, Empty: "No game has been judged yet."}
	for _, l := range slices.Backward(log) {
		if l.Game == "" || e.names[l.Entrant] == "" {
			continue
		}
		counted := "no"
		if l.Counted {
			counted = "yes"
		}
		out.Rows = append(out.Rows, []cell{moment(l.At), s.player(e, l.Entrant), plain(l.Line), plain(counted), plain(l.What)})
	}
	return "Audit", []block{out}, nil
}
