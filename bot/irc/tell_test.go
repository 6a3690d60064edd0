package irc

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"delphi/bot"
	"delphi/commands"
)

var _ bot.Teller = (*Adapter)(nil)

// TestTell: a line counts as said when a real server has answered the PING
// behind it; and whoever no longer has the network writes nothing.
func TestTell(t *testing.T) {
	n := newNgircd(t)
	var lost atomic.Bool
	a, stop := start(t, n.config(), nil, func(a *Adapter) {
		a.t.retry, a.t.retryMax = 10*time.Millisecond, 50*time.Millisecond
		a.opt.Held = func() bool { return !lost.Load() }
	})
	defer stop()
	c := n.client("alice", "#nethack")
	c.here("delphi", "#nethack")
	for _, line := range []string{"bob quit", "amy quit"} {
		if err := a.Tell(t.Context(), "#nethack", commands.Reply{Summary: line}, line, false); err != nil {
			t.Fatal(err)
		}
	}
	c.until(" PRIVMSG #nethack :bob quit")
	c.until(" PRIVMSG #nethack :amy quit")
	if err := a.Tell(t.Context(), "no place", commands.Reply{Summary: "x"}, "x", false); !errors.Is(err, bot.ErrNever) {
		t.Errorf("what is no place: %v", err)
	}
	lost.Store(true)
	if err := a.Tell(t.Context(), "#nethack", commands.Reply{Summary: "of the past"}, "x", false); err == nil {
		t.Error("said by one who no longer has the network")
	}
	if got := c.until(":delphi!"); !strings.Contains(got, " QUIT ") {
		t.Errorf("got %q", got)
	}
}

// TestTellWhileLeaving: what was to be told when the end came counts as said once the
// server has read it, so that no other process says it again.
func TestTellWhileLeaving(t *testing.T) {
	srv := newServer(t, nil)
	a, stop := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, func(a *Adapter) {
		a.t.drain, a.t.farewell = soon, soon
	})
	p := srv.accept()
	p.register()
	p.admit()
	eventually(t, "it is connected", a.Ready)
	ctx, cancel := context.WithCancel(t.Context())
	told, left := make(chan error, 1), make(chan struct{})
	go func() { told <- a.Tell(ctx, "#nethack", commands.Reply{Summary: "bob quit"}, "x", false) }()
	p.expect("PRIVMSG", "#nethack", "bob quit")
	ping := p.expect("PING")
	cancel()
	go func() { defer close(left); stop() }()
	p.expect("QUIT")
	p.send(":irc.test PONG irc.test :" + ping.Params[0])
	if err := <-told; err != nil {
		t.Errorf("what the server has read: %v", err)
	}
	p.conn.Close()
	<-left
}
