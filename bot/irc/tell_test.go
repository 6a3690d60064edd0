package irc

import (
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
