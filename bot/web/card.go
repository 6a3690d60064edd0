package web

import (
	"context"
	"net/http"
	"strings"

	"delphi/bot/chart"
)

// card is the picture that a link to an answer shows: its chart, or else the
// answer in large letters.
func (s *site) card(w http.ResponseWriter, r *http.Request) {
	raw, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.EscapedPath(), "/card"), ".png")
	line, reads := question(raw)
	if !ok || !reads {
		s.wrong(w, r, http.StatusNotFound, "There is no picture here.")
		return
	}
	p, err := s.keep(r, r.URL.EscapedPath(), func(ctx context.Context) (*page, error) {
		reply := s.free.Answer(ctx, s.request(r, line))
		if reply.Failed {
			return nil, errNone
		}
		draw := func() ([]byte, error) { return chart.Face(reply.Headline, reply.Summary) }
		if c := reply.Chart; c != nil {
			draw = func() ([]byte, error) { return chart.PNG(c) }
		}
		body, err := draw()
		p := &page{kind: "image/png", body: body, lasting: reply.Question != ""}
		if !p.lasting {
			p.until = s.Now().Add(live)
		}
		return p, err
	})
	s.sent(w, r, p, err)
}
