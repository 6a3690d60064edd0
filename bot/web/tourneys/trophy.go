package tourneys

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"strings"

	"delphi/engine/games/score"
)

// pictures is the prefix of a trophy's key in the address of its picture.
const pictures = "picture"

// won lists the trophies with how many have each.
func (p *Pages) won(e *event) Block {
	out := Block{ID: "won", Title: "Trophies", Columns: columns("trophy", "players#", "clans#", "points#")}
	for i := range e.res.Trophies {
		h := &e.res.Trophies[i]
		out.Rows = append(out.Rows, []Cell{p.trophy(e, h.Name, h.Key), figure(int64(len(h.Players))), figure(int64(len(h.Clans))), points(h.Points)})
	}
	return out
}

func (p *Pages) trophyPage(_ context.Context, e *event, a *Ask) (string, []Block, error) {
	if a.Name == "" {
		all := p.leaders(e)
		if len(e.res.Trophies) > 0 {
			return "Trophies", []Block{p.won(e), all}, nil
		}
		all.Title = ""
		return "Trophies", []Block{all}, nil
	}
	picture := Block{ID: "picture", Title: "Its picture", Picture: p.Link(Path(e.ID, pictures, a.Name+".svg"))}
	if h := e.held(a.Name); h != nil {
		out := []Block{{ID: "players", Title: "Players", Columns: columns("player"), Empty: "Nobody yet."}, {ID: "clans", Title: "Clans", Columns: columns("clan"), Empty: "None yet."}, picture}
		for _, r := range h.Players {
			out[0].Rows = append(out[0].Rows, []Cell{p.player(e, r.Entrant)})
		}
		for _, r := range h.Clans {
			out[1].Rows = append(out[1].Rows, []Cell{p.clan(e, r.Name)})
		}
		return h.Name, out, nil
	}
	if c := e.standing(a.Name); c != nil {
		out := []Block{{ID: "places", Columns: columns(placed...), Empty: "Nobody yet.", Rows: rows(c.Rows, func(r score.Row) Cell { return p.player(e, r.Entrant) })}}
		if len(c.Clans) > 0 {
			out = append(out, Block{ID: "clans", Title: "Clans", Columns: columns(placedClans...), Rows: rows(c.Clans, func(r score.Row) Cell { return p.clan(e, r.Name) })})
		}
		return c.Title, append(out, picture), nil
	}
	return "", nil, ErrNone
}

// held returns the trophy of a key, or nil.
func (e *event) held(key string) *score.Held {
	for i := range e.res.Trophies {
		if h := &e.res.Trophies[i]; h.Key == key {
			return h
		}
	}
	return nil
}

// standing returns the category or leaderboard of a key, or nil.
func (e *event) standing(key string) *score.Standing {
	for i := range e.res.Categories {
		if c := &e.res.Categories[i]; c.Key == key {
			return c
		}
	}
	return nil
}

// winnersShown is the largest number of winners that a picture names.
const winnersShown = 3

// picture draws a trophy with who has it, for whoever wants to show it elsewhere. file is
// its key with ".svg" behind it.
func (e *event) picture(file string) ([]byte, error) {
	key, ok := strings.CutSuffix(file, ".svg")
	title, names := "", []string(nil)
	switch h, c := e.held(key), e.standing(key); {
	case !ok:
		return nil, ErrNone
	case h != nil:
		title = h.Name
		for _, r := range h.Players {
			names = append(names, e.names[r.Entrant])
		}
	case c != nil:
		title = c.Title
		for _, r := range c.Rows {
			if r.Place == 1 {
				names = append(names, e.names[r.Entrant])
			}
		}
	default:
		return nil, ErrNone
	}
	return cup(title, e.Name, names, e.state()), nil
}

// cup draws a cup over a trophy's name, the tournament's, and its winners.
func cup(title, tournament string, names []string, state string) []byte {
	var b bytes.Buffer
	who := "nobody yet"
	if len(names) > 0 {
		who = strings.Join(names[:min(winnersShown, len(names))], ", ")
		if n := len(names) - winnersShown; n > 0 {
			who += fmt.Sprintf(" and %d more", n)
		}
	}
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300" role="img" font-family="system-ui, sans-serif"><title>`)
	escape(&b, title+", "+tournament+": "+who)
	metal := `#b8860b`
	if len(names) == 0 {
		metal = `#8a8f98`
	}
	fmt.Fprintf(&b, `</title><rect width="480" height="300" rx="12" fill="#1f222a"/><g fill="none" stroke="%[1]s" stroke-width="7"><path d="M196 46c-34 0-34 52 6 54M284 46c34 0 34 52-6 54"/></g><path d="M192 32h96v34c0 34-18 52-36 58v24h22v16h-68v-16h22v-24c-18-6-36-24-36-58z" fill="%[1]s"/>`, metal)
	y := 198
	for _, line := range wrapped(title, 30) {
		centred(&b, y, 24, "#eceef2", "700", line)
		y += 28
	}
	centred(&b, y, 18, "#ffd75e", "400", cut(who, 46))
	centred(&b, y+26, 14, "#b2b8c2", "400", cut(tournament+". "+state, 62))
	b.WriteString("</svg>")
	return b.Bytes()
}

func escape(b *bytes.Buffer, text string) { _ = xml.EscapeText(b, []byte(text)) } // a Buffer takes all

// centred writes a line of text in the middle.
func centred(b *bytes.Buffer, y, size int, colour, weight, text string) {
	fmt.Fprintf(b, `<text x="240" y="%d" font-size="%d" fill="%s" font-weight="%s" text-anchor="middle">`, y, size, colour, weight)
	escape(b, text)
	b.WriteString("</text>")
}

// wrapped breaks a text into at most two lines of about so many letters.
func wrapped(text string, most int) []string {
	if len([]rune(text)) <= most {
		return []string{text}
	}
	words, first := strings.Fields(text), ""
	for len(words) > 1 && len([]rune(first))+len([]rune(words[0])) < most {
		first, words = strings.TrimSpace(first+" "+words[0]), words[1:]
	}
	if first == "" {
		return []string{cut(text, most)}
	}
	return []string{first, cut(strings.Join(words, " "), most)}
}

// cut shortens a text to at most so many letters.
func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-3]) + "..."
	}
	return text
}
