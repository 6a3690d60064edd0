package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

const (
	maxBody = 256 << 10       // an interaction is a few KB
	maxAge  = 5 * time.Minute // of a signed request, and as much for clocks that differ
)

// endpoint answers interactions that come over HTTP. Nothing is kept between
// two requests: any instance may answer any of them.
type endpoint struct {
	a      *Adapter
	key    ed25519.PublicKey
	answer func(ctx context.Context, i *discordgo.Interaction, first send)
	ctx    context.Context // of the work that goes on after a request
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
	// The signature first: nothing is read from, nor said to, anybody else. It
	// covers the timestamp, so that an old request cannot be made young.
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
	i := new(discordgo.Interaction)
	if err := decode(content, i); err != nil {
		e.a.stats.malformed.Add(1)
		http.Error(w, "the body is not an interaction", http.StatusBadRequest)
		return
	}
	if i.Type == discordgo.InteractionPing {
		write(w, response{Type: discordgo.InteractionResponsePong})
		return
	}
	e.serve(w, i)
}

// serve gives the first answer in the response's body; what comes after goes
// the way it does for the gateway's, and is waited for by the adapter.
func (e *endpoint) serve(w http.ResponseWriter, i *discordgo.Interaction) {
	answers := make(chan response)
	written := make(chan error, 1)
	done := make(chan struct{})
	taken := e.a.take(e.ctx, func(ctx context.Context) {
		defer close(done)
		e.answer(ctx, i, func(ctx context.Context, r response) error {
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

// write is r as a response, on its way when it returns.
func write(w http.ResponseWriter, r response) error {
	contentType, content, err := body(r, r.chart())
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

// decode reads an interaction and says what is missing of what every one has.
func decode(content []byte, i *discordgo.Interaction) error {
	if err := json.Unmarshal(content, i); err != nil {
		return err
	}
	if i.Type == 0 || i.Type != discordgo.InteractionPing && (i.ID == "" || i.Token == "") {
		return errors.New("an interaction without type, id or token")
	}
	return nil
}

// listen serves the endpoint until ctx ends. work is the context of what goes
// on after a request.
func (a *Adapter) listen(ctx, work context.Context, l net.Listener, answer func(context.Context, *discordgo.Interaction, send)) error {
	key, err := a.cfg.publicKey()
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           &endpoint{a: a, key: key, answer: answer, ctx: work},
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
