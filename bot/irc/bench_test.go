package irc

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/lrstanley/girc"

	"delphi/commands/commandstest"
)

// BenchmarkNgircd is how many lines a second are answered in a channel of a real
// server, asked by one user as fast as the server takes them: the same line sent
// back by a bare client of the library that parses for us, and questions worked
// out anew each time.
func BenchmarkNgircd(b *testing.B) {
	b.Run("girc echo", func(b *testing.B) {
		n := newNgircd(b)
		host, port, _ := net.SplitHostPort(n.addr)
		number, _ := strconv.Atoi(port)
		c := girc.New(girc.Config{Server: host, Port: number, Nick: "delphi", User: "delphi", Name: "delphi", AllowFlood: true})
		c.Handlers.Add(girc.CONNECTED, func(c *girc.Client, _ girc.Event) { c.Cmd.Join("#nethack") })
		c.Handlers.Add(girc.PRIVMSG, func(c *girc.Client, e girc.Event) { c.Cmd.Message(e.Params[0], e.Last()) })
		done := make(chan struct{})
		go func() {
			c.Connect() //nolint:errcheck // closed below
			close(done)
		}()
		b.Cleanup(func() { c.Close(); <-done })
		exchange(b, n)
	})
	b.Run("uncached answers", func(b *testing.B) {
		n := newNgircd(b)
		a, err := New(n.config(), Options{})
		if err != nil {
			b.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		done := make(chan error)
		go func() { done <- a.Run(ctx, commandstest.New(b, commandstest.Uncached)) }()
		b.Cleanup(func() { stop(); <-done })
		for len(a.Detail().Joined) == 0 { // it hears nothing before
			time.Sleep(10 * time.Millisecond)
		}
		exchange(b, n)
	})
}

// exchange asks b.N questions, no two alike in a row, and waits for all answers.
func exchange(b *testing.B, n *ngircd) {
	c := n.client("alice", "#nethack")
	c.here("delphi", "#nethack")
	ask := func(i int) string {
		return fmt.Sprintf("PRIVMSG #nethack :!fail wiz xl%d int%d force bolt plate mail\r\n", 1+i%30, 3+i%16)
	}
	c.send(ask(0)) // what is read once
	c.until(" PRIVMSG #nethack ")
	b.ResetTimer()
	go func() {
		w := bufio.NewWriterSize(c.conn, 1<<15)
		for i := range b.N {
			w.WriteString(ask(i)) //nolint:errcheck // the reader below fails
		}
		w.Flush() //nolint:errcheck // likewise
	}()
	for range b.N {
		c.until(" PRIVMSG #nethack ")
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
}
