package web

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// maxListening is how many readers may wait for news at once.
const maxListening = 500

// news tells readers of a page that it has changed (server-sent events): each
// event is the page's tag. It ends with the reader, or with the server.
func (s *site) news(w http.ResponseWriter, r *http.Request, key string, make func() (*page, error)) {
	select {
	case s.listening <- struct{}{}:
		defer func() { <-s.listening }()
	default:
		w.Header().Set("Retry-After", "60")
		s.wrong(w, r, http.StatusServiceUnavailable, "Too many readers wait for news already. The page itself can be read.")
		return
	}
	c := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	said := ""
	tick := time.NewTicker(live)
	defer tick.Stop()
	for {
		p, err := s.keep(key, make)
		if err != nil {
			return // the page is gone
		}
		line := ": still here\n\n"
		if p.tag != said {
			said = p.tag
			line = "data: " + said + "\n\n"
		}
		if c.SetWriteDeadline(time.Now().Add(writeTime)) != nil {
			return
		}
		if _, err := fmt.Fprint(w, line); err != nil || c.Flush() != nil {
			return
		}
		select {
		case <-tick.C:
		case <-s.ending:
			return
		case <-r.Context().Done():
			return
		}
	}
}

// withoutReader is the time to make a page in: whoever asked first may leave
// before the others have it.
func withoutReader(r *http.Request) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(r.Context()), writeTime/2)
}
