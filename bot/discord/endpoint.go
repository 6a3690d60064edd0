package discord

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/api"
)

const (
	maxBody = 256 << 10       // an interaction is a few KB
	maxAge  = 5 * time.Minute // of a signed request, and as much for clocks that differ
)

// endpoint answers interactions that come over HTTP. Any instance may answer
// any of them: all that is kept between two requests is which ids have come.
type endpoint struct {
	a      *Adapter
	key    ed25519.PublicKey
	answer answerer
	ctx    context.Context // of the work that goes on after a request
	once   *once
}

// ServeHTTP takes POST at / and /interactions, and says "ok" to GET /healthz.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/healthz":
		io.WriteString(w, "ok\n")
		return
	case r.URL.Path != "/" && r.URL.Path != "/interactions":
		http.NotFound(w, r)
		return
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "interactions are posted here by Discord", http.StatusMethodNotAllowed)
		return
	case r.ContentLength > maxBody:
		e.a.stats.malformed.Add(1)
		http.Error(w, "the body is too large", http.StatusRequestEntityTooLarge)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	// The signature comes first: nothing is read from, nor said to, anybody but
	// Discord. It covers the timestamp, so that nobody can make an old request
	// look young.
	if !discordgo.VerifyInteraction(r, e.key) {
		e.a.stats.badSignatures.Add(1)
		http.Error(w, "the signature is not Discord's", http.StatusUnauthorized)
		return
	}
	stamp, err := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
	if age := e.a.now().Sub(time.Unix(stamp, 0)); err != nil || age > maxAge || age < -maxAge {
		e.a.stats.stale.Add(1)
		http.Error(w, "the request was signed too long ago", http.StatusUnauthorized)
		return
	}
	content, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "the body could not be read", http.StatusBadRequest)
		return
	}
	i, err := decode(content)
	switch {
	case err != nil:
		e.a.unreadable("HTTP", err)
		http.Error(w, "the body is not an interaction", http.StatusBadRequest)
	case i.Type == discordgo.InteractionPing:
		write(w, api.Response{Type: discordgo.InteractionResponsePong})
	case !e.once.first(i.ID):
		e.a.stats.replayed.Add(1)
		http.Error(w, "this interaction has been answered", http.StatusConflict)
	default:
		e.serve(w, i)
	}
}

// serve gives the first answer in the response's body; what comes after goes
// the way it does for the gateway's, and is waited for by the adapter.
func (e *endpoint) serve(w http.ResponseWriter, i *interaction) {
	answers := make(chan api.Response)
	written := make(chan error, 1)
	done := make(chan struct{})
	taken := e.a.take(e.ctx, func(ctx context.Context) {
		defer close(done)
		e.answer(ctx, i, func(ctx context.Context, r api.Response) error {
			select {
			case answers <- r:
				return <-written
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	if !taken {
		http.Error(w, "too much to do", http.StatusServiceUnavailable)
		return
	}
	select {
	case r := <-answers:
		written <- write(w, r)
	case <-done: // without an answer
		http.Error(w, "an interaction of this kind is not known here", http.StatusBadRequest)
	}
}

// write sends r as the response, and returns when it is on its way.
func write(w http.ResponseWriter, r api.Response) error {
	contentType, content, err := api.Body(r, r.Chart())
	if err != nil {
		http.Error(w, "the answer could not be written", http.StatusInternalServerError)
		return err
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	if _, err := w.Write(content); err != nil {
		return err
	}
	return http.NewResponseController(w).Flush()
}

// open listens at the endpoint's address.
func (a *Adapter) open(ctx context.Context) (net.Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", a.cfg.Listen)
	if err != nil {
		return nil, fmt.Errorf("[discord] listen: %w", err)
	}
	a.mu.Lock()
	a.address = l.Addr()
	a.mu.Unlock()
	close(a.listening)
	a.log.Info("receiving interactions over HTTP", "address", l.Addr().String())
	return l, nil
}

// isListening reports whether the endpoint listens.
func (a *Adapter) isListening() bool {
	select {
	case <-a.listening:
		return true
	default:
		return false
	}
}

// Address returns where the endpoint listens, once it does.
func (a *Adapter) Address(ctx context.Context) (net.Addr, error) {
	select {
	case <-a.listening:
		a.mu.Lock()
		defer a.mu.Unlock()
		return a.address, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// listen serves the endpoint until ctx ends. work is the context of what goes
// on after a request.
func (a *Adapter) listen(ctx, work context.Context, l net.Listener, answer answerer) error {
	key, err := a.cfg.publicKey()
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           &endpoint{a: a, key: key, answer: answer, ctx: work, once: newOnce(mostIDs, a.now().Add(-firstAnswer))},
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.t.drain)
		defer cancel()
		if server.Shutdown(bye) != nil {
			server.Close()
		}
	})
	err = server.Serve(l)
	if stop() { // ctx has not ended: Serve failed
		server.Close()
		return fmt.Errorf("the endpoint at %s stopped: %w", a.cfg.Listen, err)
	}
	<-stopped
	return nil
}
