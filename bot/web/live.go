package web

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// errListened means that there are too many readers, many of them from the same holder.
var errListened = &refusal{http.StatusServiceUnavailable, time.Minute, "Too many readers are already waiting for updates. The page itself still works."}

// news tells readers of a page that it has changed (server-sent events): each
// event is the page's tag. It ends with the reader, with the server, or when the
// place is given to another reader.
func (s *site) news(w http.ResponseWriter, r *http.Request, key string, make maker) {
	lost, lose := context.WithCancel(r.Context())
	defer lose()
	place, ok := s.readers.Take(whoAsks(r).Holder, 1, lose)
	if !ok {
		s.refuse(w, r, errListened)
		return
	}
	defer place.Leave()
	c := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	said := ""
	tick := time.NewTicker(live)
	defer tick.Stop()
	for {
		p, err := s.keep(r, key, make)
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
		case <-lost.Done():
			fmt.Fprint(w, "retry: 60000\n\n") // milliseconds: there may be room again
			return
		}
	}
}
