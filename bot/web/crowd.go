package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"delphi/bot/web/share"
)

// lot is a resource's total and the share of it that one holder may have.
type lot struct{ all, each int }

// capacity is how much is done and held at once. A holder is an address, or a
// network of IPv6 (share.Holder).
type capacity struct {
	connections lot
	requests    lot // that are being answered
	readers     lot // who wait for news
	work        lot // pages and answers that are being worked out
	queue       int // those that wait for it

	silence  time.Duration // how long a connection may ask for nothing before its first request
	patience time.Duration // how long work may wait for its turn

	accounts  int     // holders that are remembered
	burst     int     // points that one has at first
	perSecond float64 // points that one regains
}

// ample is the capacity of a server. A page is about 20 KB with its compressed
// form, and is mostly made within a few milliseconds.
var ample = capacity{
	connections: lot{2000, 125}, requests: lot{1000, 62}, readers: lot{500, 30}, work: lot{16, 4}, queue: 256,
	silence: 5 * time.Second, patience: 5 * time.Second,
	accounts: 8192, burst: 120, perSecond: 10,
}

// What a request costs in points. Every one costs a point before anything is done.
const (
	workPoints      = 4  // something has to be worked out
	pointsPerSecond = 10 // and for as long as that takes
)

// crowd holds the resources that all clients share.
type crowd struct {
	connections, requests, readers *share.Places
	turns                          *share.Turns
	ledger                         *share.Ledger
}

func newCrowd(c capacity) *crowd {
	places := func(l lot) *share.Places { return share.NewPlaces(l.all, l.each) }
	return &crowd{
		places(c.connections), places(c.requests), places(c.readers),
		share.NewTurns(c.work.all, c.work.each, c.queue, time.Now), share.NewLedger(c.accounts, c.perSecond, c.burst),
	}
}

// asker identifies who sent a request, as far as limits are concerned.
type asker struct {
	share.Holder
	account *share.Account
	own     bool // the operator, at this very machine
}

// askerKey is the context key of a request's asker.
type askerKey struct{}

// whoAsks returns the asker of an admitted request.
func whoAsks(r *http.Request) *asker { return r.Context().Value(askerKey{}).(*asker) }

// refusal is an error that says that a limit was exceeded, and when to try again.
type refusal struct {
	status int
	wait   time.Duration
	text   string
}

func (e *refusal) Error() string { return e.text }

// errBusy means that the server is overloaded, and that this asker causes most of the
// load.
var errBusy = &refusal{http.StatusServiceUnavailable, 5 * time.Second, "I am working on too much at once: try again in a moment."}

// tooMuch returns the refusal for a client that exceeds its own limits.
func tooMuch(wait time.Duration) *refusal {
	return &refusal{http.StatusTooManyRequests, wait, "You asked for too much too quickly. Wait a moment, then try again."}
}

// admitted lets in askers within their share, before any work is done for them. A
// request that gives way to another's has its context ended because of errBusy.
func (s *site) admitted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := s.asker(r)
		if wait := a.account.Take(time.Now(), 1); wait > 0 {
			s.refuse(w, r, tooMuch(wait))
			return
		}
		ctx, cancel := context.WithCancelCause(r.Context())
		defer cancel(nil)
		place, ok := s.requests.Take(a.Holder, 1, func() { cancel(errBusy) })
		if !ok {
			s.refuse(w, r, errBusy)
			return
		}
		defer place.Leave()
		next.ServeHTTP(w, r.WithContext(context.WithValue(ctx, askerKey{}, a)))
	})
}

// refuse says as briefly as possible that a limit was exceeded: saying so must cost
// less than asking.
func (s *site) refuse(w http.ResponseWriter, r *http.Request, e *refusal) {
	s.refused.Add(1)
	h := w.Header()
	h.Set("Retry-After", fmt.Sprint(int(math.Ceil(e.wait.Seconds()))))
	h.Set("Cache-Control", "no-store")
	body, kind := e.text+"\n", "text/plain; charset=utf-8"
	if strings.HasPrefix(strings.TrimPrefix(r.URL.Path, s.base), "/api/") {
		text, _ := json.Marshal(e.text) // a string always can be
		body, kind = `{"ok":false,"error":{"text":`+string(text)+"}}\n", "application/json; charset=utf-8"
		h.Set("Access-Control-Allow-Origin", "*")
	}
	h.Set("Content-Type", kind)
	w.WriteHeader(e.status)
	w.Write([]byte(body))
}

// worked does some work in its turn. The error is a refusal, ctx's, or that of do.
func (s *site) worked(ctx context.Context, a *asker, do func(context.Context) error) error {
	if wait := a.account.Take(time.Now(), workPoints); wait > 0 {
		return tooMuch(wait)
	}
	patience, cancel := context.WithTimeout(ctx, s.capacity.patience)
	done, err := s.turns.Wait(patience, a.Holder, a.account)
	cancel()
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return context.Cause(ctx)
	default:
		return errBusy
	}
	begun := time.Now()
	defer func() {
		a.account.Charge(time.Now(), int(time.Since(begun).Seconds()*pointsPerSecond))
		done()
	}()
	return do(ctx)
}

// asker returns who sent a request.
func (s *site) asker(r *http.Request) *asker {
	from := remote(r.RemoteAddr)
	a := &asker{Holder: share.Of(s.client(r, from)), own: s.own(r, from)}
	if a.own {
		a.account = share.Free(s.capacity.burst)
	} else {
		a.account = s.ledger.Of(a.Holder)
	}
	return a
}

// remote returns the address in "host:port", or the zero address if there is none.
func remote(hostPort string) netip.Addr {
	at, err := netip.ParseAddrPort(hostPort)
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap()
}

// client returns the address of whoever asks: that of the connection, or what the
// proxies before us say, as far as they can be trusted.
func (s *site) client(r *http.Request, from netip.Addr) netip.Addr {
	if !s.trusts(from) {
		return from
	}
	said := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(said) - 1; i >= 0 && s.trusts(from); i-- {
		next, err := netip.ParseAddr(strings.TrimSpace(said[i]))
		if err != nil {
			break
		}
		from = next.Unmap()
	}
	return from
}

func (s *site) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(s.proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// The addresses of a machine that asks itself. The rest of 127.0.0.0/8 is nobody
// in particular.
var ourselves = [...]netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}

// own reports whether the operator tries the pages at this very machine. A proxy
// that is not named in the configuration must not be taken for them, or
// everybody would be: it mostly says for whom it asks, and where pages are
// public without TLS of their own there surely is one.
func (s *site) own(r *http.Request, from netip.Addr) bool {
	if from != ourselves[0] && from != ourselves[1] {
		return false
	}
	for _, name := range []string{"X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	return s.cfg.Public == "" || s.cfg.TLS == "auto" || s.trusts(from)
}

// holder returns to whom a connection belongs: a proxy's connections belong to the
// house, since the readers behind it are told apart by their requests.
func (s *site) holder(from net.Addr) share.Holder {
	at := remote(from.String())
	if s.trusts(at) {
		return share.Holder{}
	}
	return share.Of(at)
}
