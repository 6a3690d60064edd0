package irc

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/irc/render"
	"delphi/commands"
)

// ngircd is a real server on a loopback port of its own.
type ngircd struct {
	t          testing.TB
	path, conf string
	addr       string
	cmd        *exec.Cmd
}

// newNgircd starts ngircd if it is installed, and skips the test if not.
func newNgircd(t testing.TB) *ngircd {
	t.Helper()
	path, err := exec.LookPath("ngircd")
	if err != nil {
		t.Skip("ngircd is not on PATH: the tests against a real server are skipped (Debian package ngircd, /usr/sbin)")
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := ln.Addr().(*net.TCPAddr)
	ln.Close()
	n := &ngircd{t: t, path: path, addr: addr.String(), conf: filepath.Join(t.TempDir(), "ngircd.conf")}
	conf := fmt.Sprintf(`[Global]
Name = irc.test.example
Info = test
Listen = 127.0.0.1
Ports = %d
MotdPhrase = hello
[Limits]
MaxConnections = 0
MaxConnectionsIP = 0
MaxJoins = 0
MaxNickLength = 30
MaxPenaltyTime = 0
[Options]
DNS = no
Ident = no
PAM = no
`, addr.Port)
	if err := os.WriteFile(n.conf, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	n.start()
	t.Cleanup(n.kill)
	return n
}

func (n *ngircd) start() {
	n.t.Helper()
	var out bytes.Buffer
	n.cmd = exec.Command(n.path, "-n", "-f", n.conf)
	n.cmd.Stdout, n.cmd.Stderr = &out, &out
	if err := n.cmd.Start(); err != nil {
		n.t.Fatal(err)
	}
	for end := time.Now().Add(soon); ; time.Sleep(2 * time.Millisecond) {
		if c, err := net.Dial("tcp", n.addr); err == nil {
			c.Close()
			return
		}
		if time.Now().After(end) {
			n.kill()
			n.t.Fatalf("ngircd does not listen: %s", out.String())
		}
	}
}

func (n *ngircd) kill() {
	if n.cmd != nil {
		n.cmd.Process.Kill() //nolint:errcheck // it may have ended
		n.cmd.Wait()         //nolint:errcheck // killed
		n.cmd = nil
	}
}

// rawClient is somebody else on the server.
type rawClient struct {
	t    testing.TB
	conn net.Conn
	in   *bufio.Reader
	nick string
}

func (n *ngircd) client(nick, channel string) *rawClient {
	n.t.Helper()
	conn, err := net.Dial("tcp", n.addr)
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { conn.Close() })
	c := &rawClient{n.t, conn, bufio.NewReaderSize(conn, 1<<16), nick}
	c.send("NICK "+nick, "USER "+nick+" 0 * :"+nick)
	c.until(" 001 ")
	c.send("JOIN " + channel)
	c.until(" 366 ")
	return c
}

func (c *rawClient) send(lines ...string) {
	c.t.Helper()
	if _, err := c.conn.Write([]byte(strings.Join(lines, "\r\n") + "\r\n")); err != nil {
		left, _ := c.in.Peek(c.in.Buffered())
		c.t.Fatalf("%s: %v; unread: %q", c.nick, err, left)
	}
}

// until reads up to the first line that contains part, and returns it.
func (c *rawClient) until(part string) string {
	c.t.Helper()
	c.conn.SetReadDeadline(time.Now().Add(soon))
	for {
		line, err := c.in.ReadString('\n')
		if err != nil {
			c.t.Fatalf("%s, waiting for %q: %v", c.nick, part, err)
		}
		if token, ok := strings.CutPrefix(line, "PING "); ok {
			c.send("PONG " + strings.TrimSpace(token))
		}
		if strings.Contains(line, part) {
			return strings.TrimRight(line, "\r\n")
		}
	}
}

// here returns once nick is in a channel.
func (c *rawClient) here(nick, channel string) {
	c.t.Helper()
	for end := time.Now().Add(soon); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		c.send("NAMES " + channel)
		if slices.ContainsFunc(strings.Fields(c.until(" 353 ")), func(w string) bool { return strings.TrimLeft(w, ":@+") == nick }) {
			c.until(" 366 ")
			return
		}
		c.until(" 366 ")
	}
	c.t.Fatalf("%s is not in %s", nick, channel)
}

func (n *ngircd) config() Config {
	no, unpaced := false, 0.0
	return Config{Name: "test", Address: n.addr, TLS: &no, LinesPerSecond: &unpaced, Channels: []string{"#nethack"}}
}

func TestNgircd(t *testing.T) {
	n := newNgircd(t)
	a, stop := start(t, n.config(), nil, func(a *Adapter) { a.t.retry, a.t.retryMax = 10*time.Millisecond, 50*time.Millisecond })
	ask := func() {
		t.Helper()
		c := n.client("alice", "#nethack")
		c.here("delphi", "#nethack")
		c.send("PRIVMSG #nethack :!fail wiz xl8")
		if got := c.until(" PRIVMSG "); !strings.HasSuffix(got, " PRIVMSG #nethack :force bolt: \x0247%\x02 fail (Wizard XL8)") {
			t.Errorf("got %q", got)
		}
		c.send("PRIVMSG #nethack :Delphi, whoami", "PRIVMSG delphi :whoami", "PRIVMSG #nethack :!long")
		if got := c.until(" PRIVMSG #nethack "); !strings.Contains(got, "user=~alice@127.0.0.1 nick=alice place=#nethack") {
			t.Errorf("got %q", got)
		}
		if got := c.until(" PRIVMSG alice "); !strings.Contains(got, "place=~alice@127.0.0.1 operator=true private=true") {
			t.Errorf("got %q", got)
		}
		if got := c.until(" PRIVMSG #nethack "); len(got) > 510 || !strings.HasSuffix(got, render.InPrivate) {
			t.Errorf("a line of %d bytes: ...%q", len(got), got[len(got)-20:])
		}
		for i := range privateLines {
			got := c.until(" PRIVMSG alice ")
			if len(got) > 510 || strings.HasSuffix(got, render.CutMark) != (i == privateLines-1) {
				t.Errorf("line %d of %d bytes: ...%q", i, len(got), got[len(got)-20:])
			}
		}
		c.conn.Close()
	}
	ask()
	restarts := 20
	if testing.Short() {
		restarts = 3
	}
	for range restarts {
		n.kill()
		eventually(t, "it noticed", func() bool { return !a.Detail().Connected })
		n.start()
		ask()
	}
	c := n.client("bob", "#nethack")
	c.here("delphi", "#nethack")
	stop()
	if got := c.until(" QUIT "); !strings.Contains(got, "back soon") {
		t.Errorf("quit: %q", got)
	}
}

// TestNgircdNick: a nick that is taken is regained when it is free.
// TestNgircdRefuses: a moderated channel, and one that bans us, do not keep the answer from
// who asks.
func TestNgircdRefuses(t *testing.T) {
	n := newNgircd(t)
	op := n.client("op", "#nethack")
	a, _ := start(t, n.config(), nil, nil)
	op.here("delphi", "#nethack")
	for _, mode := range []string{"m", "b delphi!*@*"} {
		op.send("MODE #nethack +" + mode)
		op.until(" MODE #nethack +")
		op.send("PRIVMSG #nethack :!fail wiz")
		if got := op.until(" PRIVMSG op :"); !strings.Contains(got, "47% fail (Wizard XL8). (#nethack does not let me speak") {
			t.Errorf("+%s: got %q", mode, got)
		}
		op.send("MODE #nethack -" + mode)
		op.until(" MODE #nethack -")
		op.send("PRIVMSG #nethack :!echo again")
		op.until(" PRIVMSG #nethack :again")
	}
	if d := a.Detail(); d.Counts.Unsent > 0 {
		t.Errorf("%d replies were not sent", d.Counts.Unsent)
	}
}

func TestNgircdNick(t *testing.T) {
	n := newNgircd(t)
	thief := n.client("delphi", "#nethack")
	start(t, n.config(), nil, nil)
	thief.here("delphi_", "#nethack")
	thief.send("QUIT :sorry")
	c := n.client("alice", "#nethack")
	c.here("delphi", "#nethack")
	c.send("PRIVMSG #nethack :delphi: echo mine")
	if got := c.until(" PRIVMSG "); !strings.HasSuffix(got, ":mine") {
		t.Errorf("got %q", got)
	}
}

// TestNgircdOperatorAndInvite: the bot is kicked and locked out, and returns when
// it is invited.
func TestNgircdOperatorAndInvite(t *testing.T) {
	n := newNgircd(t)
	op := n.client("alice", "#nethack")
	a, _ := start(t, n.config(), nil, func(a *Adapter) { a.t.rejoin, a.t.rejoinMax = time.Hour, time.Hour })
	op.here("delphi", "#nethack")
	op.send("PRIVMSG #nethack :!whoami")
	if got := op.until(" PRIVMSG "); !strings.Contains(got, "operator=true") {
		t.Errorf("got %q", got)
	}
	op.send("MODE #nethack +i", "KICK #nethack delphi :out")
	eventually(t, "it knows that it was kicked", func() bool { return strings.Contains(a.Detail().Waiting["#nethack"], "kicked by alice") })
	op.send("INVITE delphi #nethack")
	op.here("delphi", "#nethack")
}

// TestNgircdFigures logs how quick the adapter is on a real server. It checks that
// nothing is lost or out of order; the figures are for reading.
func TestNgircdFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for a second")
	}
	n := newNgircd(t)
	begun := time.Now()
	a, _ := start(t, n.config(), nil, nil)
	eventually(t, "joined", func() bool { return len(a.Detail().Joined) == 1 })
	joined := time.Since(begun)

	c := n.client("alice", "#nethack")
	const singles = 1000
	var each []time.Duration
	for range singles {
		begun := time.Now()
		c.send("PRIVMSG #nethack :!fail wiz")
		c.until(" PRIVMSG ")
		each = append(each, time.Since(begun))
	}
	slices.Sort(each)

	const piped = 40_000
	begun = time.Now()
	var wg sync.WaitGroup
	wg.Go(func() {
		w := bufio.NewWriterSize(c.conn, 1<<15)
		for i := range piped {
			fmt.Fprintf(w, "PRIVMSG #nethack :!echo %d\r\n", i)
		}
		w.Flush()
	})
	for i := range piped {
		if got := c.until(" PRIVMSG "); !strings.HasSuffix(got, fmt.Sprint(" :", i)) {
			t.Fatalf("answer %d: %q", i, got)
		}
	}
	took := time.Since(begun)
	wg.Wait()

	runtime.GC()
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	rate := float64(piped) / took.Seconds()
	t.Logf("joined after %v; question to reply: median %v, p99 %v; %d pipelined: %.0f replies/s; heap %d KB",
		joined.Round(time.Millisecond), each[singles/2], each[singles*99/100], piped, rate, mem.HeapAlloc/1024)
	if d := a.Detail().Counts.Dropped; d != 0 {
		t.Errorf("%d dropped", d)
	}
}

// TestNgircdFlood: fifty users flood at once, and the limits hold. It logs the lag
// to the server, which is how late a PONG would be.
func TestNgircdFlood(t *testing.T) {
	const users, each = 50, 2000
	n := newNgircd(t)
	var refused atomic.Uint64
	h := &bot.Gate{
		Next:    &echoHandler{},
		Limiter: bot.NewLimiter(bot.Limits{UserPerMinute: 5, GlobalPerMinute: 1000}), // all are of one host, so of one user
		Refused: func(commands.Network, string) { refused.Add(1) },
	}
	a, _ := start(t, n.config(), h, func(a *Adapter) { a.t.ping = 20 * time.Millisecond })
	eventually(t, "joined", func() bool { return len(a.Detail().Joined) == 1 })
	var wg sync.WaitGroup
	answers := make([]int, users)
	for u := range users {
		c := n.client(fmt.Sprint("user", u), fmt.Sprint("#room", u))
		wg.Go(func() {
			var b strings.Builder
			for i := range each {
				fmt.Fprintf(&b, "PRIVMSG delphi :echo %d\r\n", i)
			}
			c.send(b.String() + "PRIVMSG " + c.nick + " :that was all")
			for !strings.Contains(c.until(" PRIVMSG "), "that was all") {
				answers[u]++
			}
		})
	}
	worst, done := time.Duration(0), make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for running := true; running; {
		select {
		case <-done:
			running = false
		case <-time.After(5 * time.Millisecond):
		}
		worst = max(worst, a.Detail().Lag)
	}
	eventually(t, "every line was read", func() bool { return a.Detail().Answered+refused.Load() == users*each })
	t.Logf("%d lines from %d users: lag at most %v", users*each, users, max(worst, a.Detail().Lag))
	if n := a.Detail().Reconnects; n > 0 {
		t.Errorf("%d reconnects", n)
	}
	for u, n := range answers {
		if n > 6 {
			t.Errorf("user%d got %d lines, want five answers and a notice at most", u, n)
		}
	}
}

// TestNgircdSlowestQuestion logs how long a cheap question takes at the usual
// pace while somebody else floods: the same channel with questions, another
// with answers of many lines, and the bot in private with heavy questions. What
// it checks is that every question is answered; the figures are for reading.
func TestNgircdSlowestQuestion(t *testing.T) {
	if testing.Short() {
		t.Skip("asks at the pace of a network for some seconds")
	}
	heavy := make(chan struct{}) // what heavy questions wait for
	t.Cleanup(func() { close(heavy) })
	h := bot.HandlerFunc(func(ctx context.Context, req commands.Request) commands.Reply {
		if req.Line == "heavy" {
			select {
			case <-heavy:
			case <-ctx.Done():
			}
		}
		return (&echoHandler{}).Answer(ctx, req)
	})
	for _, flood := range []struct{ name, target, line string }{
		{"same channel", "#nethack", "!echo flood"},
		{"other channel, long answers", "#mallory", "!long"},
		{"private, heavy", "delphi", "heavy"},
	} {
		t.Run(flood.name, func(t *testing.T) {
			t.Parallel()
			n := newNgircd(t)
			cfg := n.config()
			cfg.LinesPerSecond, cfg.Burst = nil, nil // as by default
			cfg.Channels = []string{"#nethack", "#mallory"}
			cfg = cfg.withDefaults()
			a, _ := start(t, cfg, h, nil)
			eventually(t, "joined", func() bool { return len(a.Detail().Joined) == 2 })
			mallory, alice := n.client("mallory", "#mallory"), n.client("alice", "#nethack")
			mallory.send("JOIN #nethack")
			go io.Copy(io.Discard, mallory.conn) //nolint:errcheck // ends with the connection
			slowest, begun := time.Duration(0), time.Now()
			for i := range 4 {
				mallory.send(strings.Repeat("PRIVMSG "+flood.target+" :"+flood.line+"\r\n", 20))
				alice.send("PRIVMSG #nethack :!echo cheap" + strconv.Itoa(i))
				asked := time.Now()
				alice.until("cheap" + strconv.Itoa(i)) // addressed while mallory waits, too
				slowest = max(slowest, time.Since(asked))
				time.Sleep(2 * time.Second)
			}
			t.Logf("%s: the slowest of 4 cheap questions took %v; %d answers dropped, %d questions refused, in %v",
				flood.name, slowest.Round(time.Millisecond), a.Detail().Counts.Dropped, a.Detail().Counts.Refused, time.Since(begun).Round(time.Second))
		})
	}
}

// TestNgircdTwoOfUs: a second Delphi in the same channel starts no loop.
func TestNgircdTwoOfUs(t *testing.T) {
	n := newNgircd(t)
	start(t, n.config(), nil, nil)
	cfg := n.config()
	cfg.Nick = "pythia"
	start(t, cfg, nil, nil)
	c := n.client("alice", "#nethack")
	c.here("delphi", "#nethack")
	c.here("pythia", "#nethack")
	// Each answers what it is asked, and neither answers the other. In a loop,
	// another answer would come before the expected one.
	for _, q := range []struct {
		line, want string
		answers    int
	}{
		{"!echo !fail wiz", " :\u2060!fail wiz", 2},
		{"pythia: delphi: what", "no such command", 1},
		{"delphi: nothing", "no such command", 1},
		{"!echo \x01VERSION\x01", " :VERSION", 2},
		{"!echo end", " :end", 2},
	} {
		c.send("PRIVMSG #nethack :" + q.line)
		for range q.answers {
			if got := c.until(" PRIVMSG "); !strings.Contains(got, q.want) {
				t.Errorf("%s: got %q, want %q", q.line, got, q.want)
			}
		}
	}
}
