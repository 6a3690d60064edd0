package web

import (
	"context"
	"net/http"
	"strings"

	"delphi/bot/chart"
	"delphi/commands/wording"
)

// card serves the picture that a link to an answer shows: the figure that was asked for
// in large letters, with a small chart.
func (s *site) card(w http.ResponseWriter, r *http.Request) {
	raw, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.EscapedPath(), "/card"), ".png")
	line, reads := question(raw)
	if !ok || !reads {
		s.wrong(w, r, http.StatusNotFound, "There is no picture here.")
		return
	}
	as := asTyped(r)
	p, err := s.keep(r, r.URL.EscapedPath()+"?"+as, func(ctx context.Context) (*page, error) {
		reply := s.free.Answer(ctx, s.request(r, line))
		if reply.Failed {
			return nil, errNone
		}
		f := chart.Face{
			Asked: reply.Question, Figure: reply.Headline, Words: wording.Capital(reply.Figure()), Text: reply.Summary, Chart: reply.Chart,
			Notes: append(s.typedAs(ctx, r, &reply, as), reply.Warnings()...),
		}
		if a := reply.Assumptions(); len(a) > 0 {
			f.Notes = append(f.Notes, "Assumed: "+strings.Join(a, ", "))
		}
		if call, err := s.Router.Read(reply.Question); err == nil && f.Chart == nil && reply.Question != "" && reply.Headline != "" {
			f.Chart = s.chartOf(ctx, r, call)
		}
		body, err := f.PNG()
		p := &page{kind: "image/png", body: body, lasting: reply.Question != ""}
		if !p.lasting {
			p.until = s.Now().Add(live)
		}
		return p, err
	})
	s.sent(w, r, p, err)
}
