package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"delphi/bot/web/segment"
	"delphi/bot/web/tourneys"
	"delphi/commands"
)

// pagesOf returns the maker of the pages of tournaments.
func (s *site) pagesOf() *tourneys.Pages {
	return &tourneys.Pages{
		Book: s.Book, Now: s.now, Link: s.link, Whole: s.whole, Log: s.Log,
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
		p, err := s.tourneys.Of(ctx, id, what, name, path, number)
		return s.tourneyPage(p, path, err)
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
