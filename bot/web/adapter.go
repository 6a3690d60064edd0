package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/net/netutil"

	"delphi/bot"
	"delphi/commands"
)

// Name is the network that pages are asked from.
const Name = "web"

// Adapter serves pages. It implements bot.Adapter, bot.Stater and bot.Pulse.
type Adapter struct {
	cfg  Config
	opts Options
	up   atomic.Bool
	addr atomic.Pointer[net.TCPAddr]
	bot.Heart
}

// New returns an Adapter of a configuration that was checked.
func New(cfg Config, o Options) (*Adapter, error) {
	if o.Router == nil {
		return nil, errors.New("web: there is no router")
	}
	return &Adapter{cfg: cfg, opts: o}, nil
}

// Name is "web".
func (a *Adapter) Name() string { return Name }

// State says whether pages are served.
func (a *Adapter) State() bot.State { return bot.State{Connected: a.up.Load()} }

// Addr is where pages are served; nil before they are.
func (a *Adapter) Addr() net.Addr {
	if at := a.addr.Load(); at != nil {
		return at
	}
	return nil
}

// Limits of connections. A page is made within the handler's deadline.
const (
	maxConnections = 2000
	headTime       = 5 * time.Second
	writeTime      = 30 * time.Second
	idleTime       = 2 * time.Minute
	endTime        = 5 * time.Second
	maxHead        = 16 << 10
)

// Run serves pages until ctx ends, and lets those that are being sent end.
func (a *Adapter) Run(ctx context.Context, h bot.Handler) error {
	s, err := newSite(a.cfg, a.opts)
	if err != nil {
		return err
	}
	s.limited, s.free = h, bot.Behind(h)
	l, err := net.Listen("tcp", a.cfg.Listen)
	if err != nil {
		return fmt.Errorf("[web]: listen: %w", err)
	}
	if at, ok := l.Addr().(*net.TCPAddr); ok {
		a.addr.Store(at)
	}
	l = netutil.LimitListener(l, maxConnections)
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
		Handler: s.handler(), ReadHeaderTimeout: headTime, ReadTimeout: headTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHead, ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
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

// request is a line that the reader of a page asks.
func (s *site) request(r *http.Request, line string) commands.Request {
	from := s.client(r)
	return commands.Request{
		Line: line, Network: Name, Place: Name, User: commands.User(from), Host: from, Nick: "you",
		Nobody: true, Private: true, Buttons: true, At: s.Now(),
	}
}

// client is the address of whoever asks: that of the connection, or what the
// proxies before us say, as far as they can be trusted.
func (s *site) client(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	at, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	said := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(said) - 1; i >= 0 && s.trusts(at); i-- {
		next, err := netip.ParseAddr(strings.TrimSpace(said[i]))
		if err != nil {
			break
		}
		at = next
	}
	return at.Unmap().String()
}

func (s *site) trusts(a netip.Addr) bool {
	for _, p := range s.proxies {
		if p.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}
