package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"delphi/bot"
	"delphi/bot/web/share"
	"delphi/commands"
)

// Name is the name of the network of requests from pages.
const Name = "web"

// Adapter serves pages. It implements bot.Adapter, bot.Stater and bot.Pulse.
type Adapter struct {
	cfg  Config
	opts Options
	up   atomic.Bool
	addr atomic.Pointer[net.TCPAddr]
	bot.Heart

	refused atomic.Uint64 // requests and connections
	turns   atomic.Pointer[share.Turns]
}

// New returns an Adapter for a validated configuration.
func New(cfg Config, o Options) (*Adapter, error) {
	if o.Router == nil {
		return nil, errors.New("web: there is no router")
	}
	return &Adapter{cfg: cfg, opts: o}, nil
}

// Name returns "web".
func (a *Adapter) Name() string { return Name }

// State says whether pages are served, how many requests were refused, and how
// many wait until there is time to work on them.
func (a *Adapter) State() bot.State {
	st := bot.State{Connected: a.up.Load(), Counts: bot.Counts{Refused: a.refused.Load()}}
	if t := a.turns.Load(); t != nil {
		_, st.Queued = t.Waiting()
	}
	return st
}

// Addr returns the address on which pages are served, or nil before they are.
func (a *Adapter) Addr() net.Addr {
	if at := a.addr.Load(); at != nil {
		return at
	}
	return nil
}

// How long everything may take.
const (
	makeTime  = 15 * time.Second // a page is made
	writeTime = 30 * time.Second
	idleTime  = 2 * time.Minute
	endTime   = 5 * time.Second
	maxHead   = 16 << 10
)

// Run serves pages until ctx ends, and lets responses in progress finish.
func (a *Adapter) Run(ctx context.Context, h bot.Handler) error {
	s, err := newSite(a.cfg, a.opts)
	if err != nil {
		return err
	}
	s.limited, s.free, s.refused = h, bot.Behind(h), &a.refused
	a.turns.Store(s.turns)
	l, err := net.Listen("tcp", a.cfg.Listen)
	if err != nil {
		return fmt.Errorf("[web]: listen: %w", err)
	}
	if at, ok := l.Addr().(*net.TCPAddr); ok {
		a.addr.Store(at)
	}
	l = &door{Listener: l, site: s, plain: a.cfg.TLS == ""}
	if a.cfg.TLS == "auto" {
		c := newCertificates(s.origin, a.opts.State, s.Log)
		defer c.cache.Stop()
		if err := c.magic.ManageAsync(ctx, []string{c.name}); err != nil {
			l.Close()
			return fmt.Errorf("[web]: tls: %w", err)
		}
		l = tls.NewListener(l, c.config())
	}
	server := &http.Server{
		Handler: s.handler(), ReadHeaderTimeout: s.capacity.silence, ReadTimeout: s.capacity.silence, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHead, ConnState: weigh, ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	a.up.Store(true)
	defer a.up.Store(false)
	s.Log.Info("serving pages", "listen", l.Addr().String(), "public", a.cfg.Public)
	tick := time.NewTicker(30 * time.Second)
	defer tick.Stop()
	for {
		a.Turn()
		select {
		case <-tick.C:
		case err := <-failed:
			return fmt.Errorf("[web]: %w", err)
		case <-ctx.Done():
			close(s.ending)
			end, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
			defer cancel()
			if server.Shutdown(end) != nil {
				server.Close()
			}
			<-failed
			s.close()
			return nil
		}
	}
}

// request returns the request for a line asked by the reader of a page.
func (s *site) request(r *http.Request, line string) commands.Request {
	from := ""
	if a := whoAsks(r); !a.House() {
		from = a.String()
	}
	return commands.Request{
		Line: line, Network: Name, Place: Name, User: commands.User(from), Host: from, Nick: "you",
		Nobody: true, Private: true, Buttons: true, At: s.Now(),
	}
}
