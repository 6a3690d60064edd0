package wire

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lrstanley/girc"
)

// FuzzReadLines: whatever a server sends, reading ends with its end, and every
// event has a command.
func FuzzReadLines(f *testing.F) {
	for _, s := range []string{":a!b@c PRIVMSG #x :hello\r\n", "@a=b;c :x 005 y A=B :are supported\n", "\x00\r\n:\r\n@\n", ":x", strings.Repeat("x", maxLine+10) + "\nPING :a\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		events := make(chan *girc.Event, strings.Count(s, "\n")+1)
		var malformed atomic.Uint64
		if err := ReadLines(context.Background(), strings.NewReader(s), events, &malformed); err == nil {
			t.Error("no end")
		}
		close(events)
		n := 0
		for ev := range events {
			n++
			if ev.Command == "" {
				t.Errorf("an event without a command from %q", s)
			}
		}
		if lines := strings.Count(s, "\n"); n+int(malformed.Load()) > lines+1 {
			t.Errorf("%d events and %d malformed lines from %d lines", n, malformed.Load(), lines)
		}
	})
}
