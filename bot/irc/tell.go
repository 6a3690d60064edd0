package irc

import (
	"context"
	"crypto/rand"
	"sync"
	"time"

	"delphi/commands"
)

// echoes are the PINGs that we sent behind lines, to hear that the server has
// read those. The zero value is ready for use.
type echoes struct {
	mu      sync.Mutex
	waiting map[string]chan struct{} // by token; closed by the PONG
	ended   chan struct{}            // closed with the connection
}

func (e *echoes) init() {
	if e.ended == nil {
		e.waiting, e.ended = map[string]chan struct{}{}, make(chan struct{})
	}
}

// expect returns a token for a PING, and what to wait on.
func (e *echoes) expect() (token string, heard, ended <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.init()
	token = "said-" + rand.Text()
	c := make(chan struct{})
	e.waiting[token] = c
	return token, c, e.ended
}

// heard takes the token of a PONG.
func (e *echoes) heard(token string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if c := e.waiting[token]; c != nil {
		close(c)
		delete(e.waiting, token)
	}
}

// end marks the end of the connection, after which no PONG comes.
func (e *echoes) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.init()
	close(e.ended)
}

// Ready implements bot.Teller.
func (a *Adapter) Ready() bool { return !a.Busy() }

// Tell implements bot.Teller: it says a reply as Say does, and waits until the
// server has answered a PING that was sent behind it. When ctx ends as the
// connection does, what is queued is still said, and so waited for.
func (a *Adapter) Tell(ctx context.Context, target string, r commands.Reply, _ string, _ bool) error {
	s, said, err := a.unasked(target, r)
	if err != nil {
		return err
	}
	token, heard, ended := s.echoes.expect()
	said.Lines = append(said.Lines, "PING :"+token)
	if err := s.out.Announce(said); err != nil {
		return err
	}
	select {
	case <-heard:
		return nil
	case <-ended:
		return errNotConnected
	case <-ctx.Done():
	}
	select {
	case <-heard:
		return nil
	case <-ended:
	case <-time.After(a.t.drain + a.t.farewell):
	}
	return ctx.Err()
}
