package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"delphi/bot/web/segment"
	"delphi/bot/web/tourneys"
	"delphi/commands"
)

// pagesOf returns the maker of the pages of tournaments.
func (s *site) pagesOf() *tourneys.Pages {
	return &tourneys.Pages{
		Book: s.Book, Now: s.now, Link: s.link, Whole: s.whole, Log: s.Log, Dumplogs: s.Dumplogs, Live: s.Live, Static: s.toFiles,
		Answer: func(ctx context.Context, req commands.Request) commands.Reply { return s.free.Answer(ctx, req) },
	}
}

// tournaments lists the tournaments that have pages.
func (s *site) tournaments(w http.ResponseWriter, r *http.Request) {
	p, err := s.keep(r, "/t/", func(ctx context.Context) (*page, error) {
		list, err := s.tourneys.List(ctx)
		return s.tourneyPage(list, "/t/", err)
	})
	s.sent(w, r, p, err)
}

// tournament serves a page of a tournament, or one of its feeds.
func (s *site) tournament(w http.ResponseWriter, r *http.Request) {
	raw := strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/t/"), "/")
	parts := make([]string, len(raw))
	for i, p := range raw {
		text, ok := segment.Text(p)
		if !ok {
			s.wrong(w, r, http.StatusNotFound, "There is no page here.")
			return
		}
		parts[i] = text
	}
	q := r.URL.Query()
	ask := tourneys.Ask{
		ID: parts[0], What: parts[1], Name: strings.Join(parts[2:], "/"), Path: r.URL.EscapedPath(),
		Number: pageNumber(r), Sort: q.Get("sort"), A: q.Get("a"), B: q.Get("b"),
	}
	if len(ask.Sort)+len(ask.A)+len(ask.B) > longestChoice {
		s.wrong(w, r, http.StatusNotFound, "There is no page here.")
		return
	}
	if ask.What == "live" && ask.Name == "" {
		ask = tourneys.Ask{ID: ask.ID, Path: strings.TrimSuffix(ask.Path, "live"), Number: 1}
		s.news(w, r, ask.Key(), s.eventMaker(ask))
		return
	}
	p, err := s.keep(r, ask.Key(), s.eventMaker(ask))
	s.sent(w, r, p, err)
}

// longestChoice is how long what a page of a tournament is asked for may be in all, in bytes.
const longestChoice = 300

// eventMaker returns a maker of a page of a tournament.
func (s *site) eventMaker(ask tourneys.Ask) maker {
	return func(ctx context.Context) (*page, error) {
		p, err := s.tourneys.Of(ctx, ask)
		return s.tourneyPage(p, ask.Path, err)
	}
}

// tourneyPage returns a page of tournaments as it is sent.
func (s *site) tourneyPage(p *tourneys.Page, path string, err error) (*page, error) {
	if errors.Is(err, tourneys.ErrNone) {
		return nil, errNone
	}
	if err != nil {
		return nil, err
	}
	out := &page{kind: p.Kind, body: p.Body, until: s.Now().Add(live)}
	if p.Body != nil {
		return out, nil
	}
	h := head{Title: p.Title, Description: p.Description, Path: path, Feed: p.Feed, Live: p.Live, Sorts: true}
	if p.Live != "" {
		h.Script = "live.js"
	}
	out.script = true
	out.body, err = s.render("tourney", struct {
		Head head
		*tourneys.Page
	}{h, p})
	return out, err
}
