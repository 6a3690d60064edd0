package tourneys

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"delphi/bot/web/segment"
	"delphi/engine/games/score"
	"delphi/storage/contest/audit"
)

// feeds holds the machine-readable feeds of a tournament by file name.
var feeds = map[string]func(*Pages, *event) (kind string, body []byte, err error){
	"feed.atom": (*Pages).atom, "feed.json": (*Pages).jsonFeed, "cal.ics": (*Pages).calendar,
	"standings.csv": (*Pages).table, "trophies.csv": (*Pages).trophyTable,
}

// inFeed is the number of games in a feed.
const inFeed = 50

// about returns a page of a tournament with all that stands before it, or as far as
// that is known.
func (p *Pages) about(path string) string {
	if whole := p.Whole(path); whole != "" {
		return whole
	}
	return p.Link(path)
}

// gameID returns a unique name for a game.
func (p *Pages) gameID(e *event, g *score.Game) string {
	return "urn:delphi:" + segment.Of(e.ID+" "+g.ID)
}

type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Title   string      `xml:"title"`
	ID      string      `xml:"id"`
	Updated string      `xml:"updated"`
	Link    []atomLink  `xml:"link"`
	Author  atomAuthor  `xml:"author"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomAuthor struct {
	Name string `xml:"name"`
}

type atomEntry struct {
	Title   string   `xml:"title"`
	ID      string   `xml:"id"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Content string   `xml:"content"`
}

func stamp(at int64) string { return time.Unix(at, 0).UTC().Format(time.RFC3339) }

// atom returns the latest games as a feed (RFC 4287).
func (p *Pages) atom(e *event) (string, []byte, error) {
	home := p.about(Path(e.ID, ""))
	f := atomFeed{
		Title: e.Name, ID: "urn:delphi:" + segment.Of(e.ID), Updated: stamp(e.From), Author: atomAuthor{"Delphi"},
		Link: []atomLink{{"self", p.about(Path(e.ID, "feed.atom"))}, {"", home}},
	}
	for i, g := range e.latest[:min(inFeed, len(e.latest))] {
		if i == 0 {
			f.Updated = stamp(g.End)
		}
		who := e.names[g.who]
		f.Entries = append(f.Entries, atomEntry{
			Title: who + ": " + audit.Line(g.Game), ID: p.gameID(e, g.Game), Updated: stamp(g.End), Link: atomLink{"", p.about(Path(e.ID, "p", who))}, Content: audit.Line(g.Game),
		})
	}
	body, err := xml.MarshalIndent(f, "", " ")
	return "application/atom+xml; charset=utf-8", append([]byte(xml.Header), body...), err
}

// jsonFeed returns the latest games as JSON Feed 1.1.
func (p *Pages) jsonFeed(e *event) (string, []byte, error) {
	items := []map[string]any{}
	for _, g := range e.latest[:min(inFeed, len(e.latest))] {
		who := e.names[g.who]
		items = append(items, map[string]any{
			"id": p.gameID(e, g.Game), "url": p.about(Path(e.ID, "p", who)), "title": who + ": " + audit.Line(g.Game), "content_text": audit.Line(g.Game), "date_published": stamp(g.End),
		})
	}
	body, err := json.Marshal(map[string]any{
		"version": "https://jsonfeed.org/version/1.1", "title": e.Name, "home_page_url": p.about(Path(e.ID, "")),
		"feed_url": p.about(Path(e.ID, "feed.json")), "items": items,
	})
	return "application/feed+json; charset=utf-8", body, err
}

// calendar returns the tournament's dates as an iCalendar file (RFC 5545).
func (p *Pages) calendar(e *event) (string, []byte, error) {
	var b bytes.Buffer
	line := func(name, value string) {
		for i, part := range folded(name + ":" + value) {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(part + "\r\n")
		}
	}
	at := func(t int64) string { return time.Unix(t, 0).UTC().Format("20060102T150405Z") }
	text := strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`, "\r", "").Replace
	line("BEGIN", "VCALENDAR")
	line("VERSION", "2.0")
	line("PRODID", "-//Delphi//Tournaments//EN")
	line("BEGIN", "VEVENT")
	line("UID", segment.Of(e.ID)+"@delphi")
	line("DTSTAMP", at(max(e.Made, 0)))
	line("DTSTART", at(e.From))
	if !e.Endless() {
		line("DTEND", at(e.Until))
	}
	line("SUMMARY", text(e.Name))
	if url := p.Whole(Path(e.ID, "")); url != "" {
		line("URL", url)
	}
	line("END", "VEVENT")
	line("END", "VCALENDAR")
	return "text/calendar; charset=utf-8", b.Bytes(), nil
}

// folded cuts a line of a calendar into parts of at most 75 bytes with the
// blank that those after the first begin with, never inside a character.
func folded(line string) (out []string) {
	most := 75
	for len(line) > most {
		cut := most
		for !utf8.RuneStart(line[cut]) {
			cut--
		}
		out = append(out, line[:cut])
		line, most = line[cut:], 74
	}
	return append(out, line)
}

// table returns the standings for a spreadsheet.
func (p *Pages) table(e *event) (string, []byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	clans := map[string]string{}
	for _, x := range e.Entrants {
		clans[x.Person] = x.Clan
	}
	w.Write([]string{"place", "player", e.worthName(), "clan"})
	for _, r := range e.res.Overall {
		w.Write([]string{fmt.Sprint(r.Place), inert(e.names[r.Entrant]), e.worth(&r), inert(clans[r.Entrant])})
	}
	w.Flush()
	return "text/csv; charset=utf-8", b.Bytes(), w.Error()
}

// trophyTable lists, for whoever makes prizes or pictures of them, who has each trophy and the
// first three places of each category.
func (p *Pages) trophyTable(e *event) (string, []byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"kind", "key", "trophy", "place", "player", "clan", "value", "picture"})
	clans := map[string]string{}
	for _, x := range e.Entrants {
		clans[x.Person] = x.Clan
	}
	for i := range e.res.Trophies {
		h := &e.res.Trophies[i]
		at := p.about(Path(e.ID, pictures, h.Key+".svg"))
		for _, r := range h.Players {
			w.Write([]string{"trophy", h.Key, inert(h.Name), "", inert(e.names[r.Entrant]), inert(clans[r.Entrant]), "", at})
		}
		for _, r := range h.Clans {
			w.Write([]string{"trophy", h.Key, inert(h.Name), "", "", inert(r.Name), "", at})
		}
	}
	for i := range e.res.Categories {
		c := &e.res.Categories[i]
		at := p.about(Path(e.ID, pictures, c.Key+".svg"))
		for _, r := range c.Rows {
			if r.Place <= 3 {
				w.Write([]string{"category", c.Key, inert(c.Title), fmt.Sprint(r.Place), inert(e.names[r.Entrant]), inert(clans[r.Entrant]), inert(r.Text), at})
			}
		}
		for _, r := range c.Clans {
			if r.Place <= 3 {
				w.Write([]string{"category", c.Key, inert(c.Title), fmt.Sprint(r.Place), "", inert(r.Name), inert(r.Text), at})
			}
		}
	}
	w.Flush()
	return "text/csv; charset=utf-8", b.Bytes(), w.Error()
}

// inert returns a text in a form that no spreadsheet takes for a formula.
func inert(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
