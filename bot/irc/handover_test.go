package irc

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lrstanley/girc"

	"delphi/bot"
	"delphi/commands"
)

// yielding is an adapter that makes no pause.
func yielding(t *testing.T, srv *testServer) *Adapter {
	t.Helper()
	a, err := New(Config{Name: "test", Address: srv.addr(), TLS: new(bool)}, Options{Yield: 1, Log: testLog(t)})
	if err != nil {
		t.Fatal(err)
	}
	a.t = brisk()
	return a
}

// serveOnce runs an adapter against a server that ends connections with lines, one
// after the other, until the adapter lets others connect.
func serveOnce(t *testing.T, srv *testServer, a *Adapter, lines ...string) *bot.Away {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- a.Run(context.Background(), &echoHandler{}) }()
	for _, line := range lines {
		p := srv.accept()
		p.expect("USER")
		if line != "" {
			p.send(line)
		}
		p.conn.Close()
	}
	select {
	case err := <-done:
		away := new(bot.Away)
		if !errors.As(err, &away) {
			t.Fatalf("Run = %v", err)
		}
		return away
	case <-time.After(soon):
		t.Fatal("Run does not return")
		return nil
	}
}

// TestYield: where other processes can connect, pauses are left to them, and still
// grow.
func TestYield(t *testing.T) {
	srv := newServer(t, nil)
	a := yielding(t, srv)
	a.t.retryMax = time.Hour
	first := serveOnce(t, srv, a, "")
	if first.For <= 0 || first.For > 2*a.t.retry || first.Err == nil {
		t.Errorf("the first pause is %v (%v)", first.For, first.Err)
	}
	for range 7 {
		first = serveOnce(t, srv, a, "")
	}
	if first.For < 30*a.t.retry {
		t.Errorf("the eighth pause is %v", first.For)
	}
}

// TestYieldWhereUnwelcome: nobody comes at once in place of one whom the server threw
// out, but where the server does so again, perhaps it wants another.
func TestYieldWhereUnwelcome(t *testing.T) {
	srv := newServer(t, nil)
	a := yielding(t, srv)
	const killed = "ERROR :Closing Link: host (Killed (oper (spam)))"
	for range 2 { // a connection that was merely lost lets it begin again
		serveOnce(t, srv, a, killed, killed)
		serveOnce(t, srv, a, "")
	}
}

// TestNothingToLeave: whoever no longer has the network does not stay for answers
// under way, which nobody would hear.
func TestNothingToLeave(t *testing.T) {
	srv := newServer(t, nil)
	var lost atomic.Bool
	_, stop := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, func(a *Adapter) {
		a.t.drain = time.Hour
		a.opt.Held = func() bool { return !lost.Load() }
	})
	p := srv.accept()
	p.register()
	p.admit()
	p.send(":" + alice + " PRIVMSG #nethack :!wait")
	p.barrier()
	lost.Store(true)
	stop()
}

// TestWokenTooLate: a process that was stopped, and lost the network meanwhile, does not
// take the questions that came while it was.
func TestWokenTooLate(t *testing.T) {
	srv := newServer(t, nil)
	var lost atomic.Bool
	var asked atomic.Int64
	h := counting{&asked}
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, h, func(a *Adapter) {
		a.opt.Held = func() bool { return !lost.Load() }
	})
	p := srv.accept()
	p.register()
	p.admit()
	p.barrier()
	lost.Store(true)
	p.send(":" + alice + " PRIVMSG #nethack :!fail")
	eventually(t, "the connection is given up", func() bool { return a.Detail().Reconnects > 0 || !a.Detail().NextTry.IsZero() })
	if n := asked.Load(); n != 0 {
		t.Errorf("%d questions were taken", n)
	}
}

// counting is a bot.Handler that counts what it is asked.
type counting struct{ asked *atomic.Int64 }

func (c counting) Answer(context.Context, commands.Request) commands.Reply {
	c.asked.Add(1)
	return commands.Reply{Summary: "x"}
}

// TestReadRest: a question that has come before the end is asked.
func TestReadRest(t *testing.T) {
	cfg := Config{Name: "test", Address: "x:1", Nick: "delphi"}.withDefaults()
	a, err := New(cfg, Options{Log: testLog(t)})
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(a, &cfg, nil)
	events := make(chan *girc.Event, 2)
	events <- girc.ParseEvent(":alice!a@host.example PRIVMSG delphi :fail wiz")
	s.readRest(events)
	close(events)
	s.readRest(events)
	s.desk.Close()
	if j, ok := s.desk.Take(); !ok || j.Req.Line != "fail wiz" {
		t.Errorf("%q waits, want the question", j.Req.Line)
	}
}
