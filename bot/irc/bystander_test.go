package irc

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lrstanley/girc"

	"delphi/bot"
	"delphi/commands"
	"delphi/commands/commandstest"
)

// BenchmarkBystander is how somebody fares beside a crowd on a real server, where
// everything is as in a configuration that sets nothing: how long he waits, how
// many of his questions are answered, and how many lines the bot says in a
// minute. In another channel he asks ten questions, one every six seconds; in
// that of the crowd four, one every twenty. Each of the crowd is behind an
// address of its own and asks every three seconds, which is as often as a user
// may. A run takes 70 to 120 seconds.
func BenchmarkBystander(b *testing.B) {
	for _, n := range []int{1, 6, 60, 600} {
		b.Run(fmt.Sprintf("channel=another/askers=%d", n), func(b *testing.B) {
			for b.Loop() {
				beside(b, n, "#quiet", 10, 6*time.Second)
			}
		})
	}
	for _, n := range []int{6, 60} {
		b.Run(fmt.Sprintf("channel=same/askers=%d", n), func(b *testing.B) {
			for b.Loop() {
				beside(b, n, "#busy", 4, 20*time.Second)
			}
		})
	}
}

// beside has a bystander ask so many questions in a channel while a crowd asks
// in #busy.
func beside(b *testing.B, crowd int, where string, questions int, every time.Duration) {
	const patience = 30 * time.Second // after the last question
	n := newNgircd(b)
	cfg := n.config()
	cfg.LinesPerSecond, cfg.Channels = nil, []string{"#busy", "#quiet"} // the pace is the usual one
	a, err := New(cfg, Options{})
	if err != nil {
		b.Fatal(err)
	}
	h := &bot.Gate{
		Next:    commandstest.New(b, commandstest.Uncached),
		Limiter: bot.NewLimiter(bot.Limits{UserPerMinute: 20, ChannelPerMinute: 60, GlobalPerMinute: 600, FlooderMinutes: 10}),
	}
	h.Limiter.SetPace(commands.Network(cfg.Name), a.PerMinute())
	ctx, stop := context.WithCancel(b.Context())
	done := make(chan error)
	go func() { done <- a.Run(ctx, h) }()
	var others sync.WaitGroup
	defer others.Wait()
	defer func() { stop(); <-done }()
	eventually(b, "joined", func() bool { return len(a.Detail().Joined) == 2 })

	var said atomic.Int64 // lines, by the bot
	listen := func(nick string, in *bufio.Reader) {
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			if isSaid(line, nick) {
				said.Add(1)
			}
		}
	}
	askers := make([]net.Conn, crowd)
	for i := range askers {
		nick := fmt.Sprint("crowd", i)
		askers[i] = n.stranger(i, nick)
		defer askers[i].Close()
		others.Go(func() { listen(nick, bufio.NewReader(askers[i])) }) // ends with the connection
	}
	bob := n.client("bob", where)
	defer bob.conn.Close()
	listener := n.client("listener", "#busy")
	defer listener.conn.Close()
	listener.send("JOIN #quiet")
	listener.conn.SetReadDeadline(time.Time{}) //nolint:errcheck // a socket has deadlines
	others.Go(func() { listen("#", listener.in) })

	b.ResetTimer()
	for i, c := range askers {
		others.Go(func() {
			pause := time.Duration(i) * 3 * time.Second / time.Duration(crowd)
			for k := 0; ; k++ {
				select {
				case <-time.After(pause):
				case <-ctx.Done():
					return
				}
				pause = 3 * time.Second
				fmt.Fprintf(c, "PRIVMSG #busy :!fail wiz xl%d int%d force bolt\r\n", 1+(i+k)%9, 3+k%16) //nolint:errcheck // at the end it may be closed
			}
		})
	}
	time.Sleep(10 * time.Second)
	var waits []time.Duration
	asked := map[string]time.Time{}
	ask := func(i int) {
		asked[fmt.Sprintf("XL%d,", 10+i)] = time.Now()
		bob.send(fmt.Sprintf("PRIVMSG %s :!fail wiz xl%d force bolt", where, 10+i))
	}
	begun := time.Now()
	for i, end := 0, begun.Add(time.Duration(questions)*every+patience); time.Now().Before(end) && (i < questions || len(asked) > 0); {
		next := end
		if i < questions {
			if next = begun.Add(time.Duration(i) * every); !time.Now().Before(next) {
				ask(i)
				i++
				continue
			}
		}
		bob.conn.SetReadDeadline(next) //nolint:errcheck // a socket has deadlines
		line, err := bob.in.ReadString('\n')
		if err != nil && !isTimeout(err) {
			b.Fatal(err)
		}
		if isSaid(line, bob.nick) {
			said.Add(1)
		}
		for mark, at := range asked {
			if strings.HasPrefix(line, ":delphi!") && strings.Contains(line, mark) {
				waits = append(waits, time.Since(at))
				delete(asked, mark)
			}
		}
	}
	lasted := time.Since(begun)
	slices.Sort(waits)
	if len(waits) == 0 {
		waits = append(waits, patience) // nobody knows for how long
	}
	b.ReportMetric(0, "ns/op") // it lasts as long as it lasts
	b.ReportMetric(float64(questions-len(asked))/float64(questions)*100, "%answered")
	b.ReportMetric(waits[len(waits)/2].Seconds(), "median-s")
	b.ReportMetric(waits[len(waits)-1].Seconds(), "longest-s")
	b.ReportMetric(float64(said.Load())/(lasted+10*time.Second).Minutes(), "lines/min")
}

func isTimeout(err error) bool {
	t, ok := err.(net.Error)
	return ok && t.Timeout()
}

// isSaid reports whether a line is the bot's to a target, of which the beginning is
// given.
func isSaid(line, target string) bool {
	source, rest, _ := strings.Cut(line, " ")
	command, rest, _ := strings.Cut(rest, " ")
	return strings.HasPrefix(source, ":delphi!") && (command == girc.PRIVMSG || command == girc.NOTICE) && strings.HasPrefix(rest, target)
}

// stranger is a connection from an address that no other has. It is in no
// channel, since a crowd hears too much of itself for one machine.
func (n *ngircd) stranger(i int, nick string) net.Conn {
	n.t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 1, byte(i/250), byte(1+i%250))}}
	conn, err := d.Dial("tcp", n.addr)
	if err != nil {
		n.t.Skipf("the crowd needs an address of the loopback network for each: %v", err)
	}
	fmt.Fprintf(conn, "NICK %s\r\nUSER crowd 0 * :crowd\r\n", nick) //nolint:errcheck // the asking fails
	if _, err := io.ReadFull(conn, make([]byte, 1)); err != nil {   // it is welcome
		n.t.Fatal(err)
	}
	return conn
}
