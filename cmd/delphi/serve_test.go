package main

import (
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"delphi/bot"
)

func TestShutdownIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		release := make(chan struct{})
		b := &beside{}
		b.Go("metrics", func() { <-ctx.Done() })
		b.Go("following game logs", func() { <-release })
		time.AfterFunc(time.Hour, stop)
		began := time.Now()
		err := within(ctx, b, func() error { b.Wait(); return nil })
		if took := time.Since(began) - time.Hour; took != shutdown {
			t.Errorf("ended %v after the signal, want %v", took, shutdown)
		}
		if err == nil || !strings.HasSuffix(err.Error(), "still running: following game logs") {
			t.Errorf("got %v, want what is stuck", err)
		}
		close(release)
		if err := within(ctx, b, func() error { b.Wait(); return nil }); err != nil || len(b.Running()) != 0 {
			t.Errorf("in time: %v, %v", err, b.Running())
		}
	})
}

// stuck is an adapter whose loop turned last at a time.
type stuck struct {
	beat time.Time
}

func (stuck) Name() string                             { return "libera" }
func (s stuck) Run(context.Context, bot.Handler) error { return nil }
func (s stuck) Beat() time.Time                        { return s.beat }

func TestWatchdogIsFedOnlyWhileLoopsTurn(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	t.Setenv("WATCHDOG_USEC", "2000")
	fed := func(a bot.Adapter, run bool) bool {
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		w := &watched{Adapter: a}
		if run {
			w.Run(ctx, nil)
		}
		go func() { defer close(done); watchdog(ctx, slog.New(slog.DiscardHandler), []*watched{w}) }()
		l.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
		buf := make([]byte, 100)
		n, _ := l.Read(buf)
		stop()
		<-done
		first := string(buf[:n])
		for err := error(nil); err == nil; { // what was sent before it stopped is not the next one's
			l.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
			_, err = l.Read(buf)
		}
		return first == "WATCHDOG=1"
	}
	if !fed(stuck{time.Now()}, false) {
		t.Error("not fed while the loop turns")
	}
	if fed(stuck{time.Now().Add(-standstill - time.Second)}, false) {
		t.Error("fed while the loop stands still")
	}
	if !fed(stuck{time.Now().Add(-time.Hour)}, true) {
		t.Error("an adapter that has stopped for good starves the watchdog of the others")
	}
}
