//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/discord/discordtest"
	"delphi/storage/contest"
	"delphi/storage/contest/places"
	"delphi/storage/pause"
	"delphi/storage/pgstore/pgtest"
)

// wire is a line to a server that can be cut.
type wire struct {
	net.Listener
	mu    sync.Mutex
	conns map[net.Conn]bool // those that are open
}

func newWire(t testing.TB, to string) *wire {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: l, conns: map[net.Conn]bool{}}
	t.Cleanup(func() { l.Close(); w.cut() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				in.Close()
				continue
			}
			w.open(in, out)
			for _, ends := range [][2]net.Conn{{in, out}, {out, in}} {
				go func() {
					_, _ = io.Copy(ends[0], ends[1])
					w.close(ends[:])
				}()
			}
		}
	}()
	return w
}

func (w *wire) open(conns ...net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range conns {
		w.conns[c] = true
	}
}

func (w *wire) close(conns []net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range conns {
		c.Close()
		delete(w.conns, c)
	}
}

// used reports whether somebody is connected.
func (w *wire) used() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.conns) > 0
}

func (w *wire) cut() {
	w.mu.Lock()
	conns := slices.Collect(maps.Keys(w.conns))
	w.mu.Unlock()
	w.close(conns)
}

// ircServer is a real server.
func ircServer(t testing.TB) (address string) {
	path, err := exec.LookPath("ngircd")
	if err != nil {
		if os.Getenv("DELPHI_NEED_NGIRCD") != "" {
			t.Fatal("ngircd is not on PATH")
		}
		t.Skip("ngircd is not on PATH (Debian package ngircd, /usr/sbin)")
	}
	port := pgtest.FreePort(t)
	conf := filepath.Join(t.TempDir(), "ngircd.conf")
	text := fmt.Sprintf("[Global]\nName = irc.test.example\nInfo = test\nListen = 127.0.0.1\nPorts = %d\n[Limits]\nMaxConnectionsIP = 0\nMaxNickLength = 30\nMaxPenaltyTime = 0\nMaxConnections = 0\n[Options]\nDNS = no\nIdent = no\nPAM = no\n", port)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "-n", "-f", conf)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	address = fmt.Sprintf("127.0.0.1:%d", port)
	for range 1000 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return address
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("ngircd does not listen")
	return ""
}

// listener is somebody on IRC who hears everything.
type listener struct {
	t    testing.TB
	nick string
	conn net.Conn

	mu    sync.Mutex
	lines []string
	more  chan struct{}
}

func listen(t testing.TB, address, nick string) *listener {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	l := &listener{t: t, nick: nick, conn: conn, more: make(chan struct{}, 1)}
	l.say("NICK " + nick + "\r\nUSER " + nick + " 0 * :x")
	go func() {
		for in := bufio.NewScanner(conn); in.Scan(); {
			line := in.Text()
			if token, ok := strings.CutPrefix(line, "PING "); ok {
				l.say("PONG " + token)
				continue
			}
			if strings.Contains(line, " 001 ") { // before that nobody may join
				l.say("JOIN #delphi")
			}
			l.mu.Lock()
			l.lines = append(l.lines, strings.ReplaceAll(line, bot.WordJoiner, "")) // which keeps nicks from being alerted
			l.mu.Unlock()
			select {
			case l.more <- struct{}{}:
			default:
			}
		}
	}()
	return l
}

func (l *listener) say(line string) { fmt.Fprintf(l.conn, "%s\r\n", line) }

// heard counts the lines that fit.
func (l *listener) heard(what *regexp.Regexp) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.lines {
		if what.MatchString(line) {
			n++
		}
	}
	return n
}

// wait waits until a line fits, and returns how long that took.
func (l *listener) wait(what *regexp.Regexp, patience time.Duration) (time.Duration, bool) {
	begun := time.Now()
	late := time.After(patience)
	for l.heard(what) == 0 {
		select {
		case <-l.more:
		case <-late:
			return time.Since(begun), false
		}
	}
	return time.Since(begun), true
}

// character is the n-th one, different from all others of a test.
func character(n int) string { return fmt.Sprintf("xl%d con%d int%d", 1+n%30, 3+n/600%20, 3+n/30%20) }

// patience is how long anything may take on a very busy machine.
const patience = 3 * time.Minute

// asked asks a question until it is answered, and returns how long that took. One
// that is lost with the process that read it is asked again, as people do.
func (c *trial) asked(who *listener, n int, again time.Duration) (took time.Duration, answered bool) {
	begun := time.Now()
	answer := regexp.MustCompile("PRIVMSG #delphi :.*remember.*" + character(n))
	for took = 0; !answered && took < patience; took = time.Since(begun) {
		who.say("PRIVMSG #delphi :!me wiz " + character(n))
		_, answered = who.wait(answer, again)
	}
	return took, answered
}

// holder is the process that is connected to IRC.
func (c *trial) holder() int {
	for begun := time.Now(); time.Since(begun) < patience; time.Sleep(time.Millisecond) {
		for i, w := range c.wires {
			if w.used() {
				return i
			}
		}
	}
	c.t.Fatal("nobody is connected to IRC")
	return -1
}

// trial is the cluster of the test: three processes, a database with a standby, IRC.
type trial struct {
	t       testing.TB
	rng     *rand.Rand
	dir     string
	bots    [3]*serving
	wires   [3]*wire // from each process to IRC
	primary *pgtest.Server
	standby *pgtest.Server
	logs    strings.Builder

	irc      string // the address of its server
	discord  *discordtest.Fake
	database string // the address of both servers
	xlog     string // the file that is followed

	last atomic.Pointer[string] // the name of the last fault
}

func (c *trial) start(i int) {
	c.t.Helper()
	dir := filepath.Join(c.dir, fmt.Sprint(i))
	c.bots[i] = serve(c.t, dir, filepath.Join(dir, "bot.toml"))
}

// end notes what a process that has ended said.
func (c *trial) end(i int) {
	_ = c.bots[i].cmd.Wait()
	c.logs.WriteString(c.bots[i].stderr.String())
}

// play adds games to the log until ctx ends, and returns how many.
func (c *trial) play(ctx context.Context, between time.Duration) (games int) {
	f, err := os.OpenFile(c.xlog, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		c.t.Error(err)
		return 0
	}
	defer f.Close()
	for pause.For(ctx, between) == nil {
		games++
		now := time.Now().Unix()
		fmt.Fprintf(f, "version=3.6.7\tname=g%dx\tdeath=quit\tpoints=%d\tturns=1\trole=Wiz\trace=Elf\tgender=Fem\talign=Cha\tstarttime=%d\tendtime=%d\n", games, games, now-1000-int64(games), now)
	}
	return games
}

// announced is how the n-th of those is said in the channel.
func announced(n int) *regexp.Regexp { return regexp.MustCompile(fmt.Sprintf(`#delphi :g%dx \(`, n)) }

// subscribe lets the deaths be announced on IRC and on Discord.
func (c *trial) subscribe(book *contest.Book) {
	c.t.Helper()
	for network, place := range map[string]string{"test": "#delphi", "discord": discordtest.ChannelID} {
		a := places.Actor{Place: places.Place{Network: network, Place: place}, Operator: true}
		if err := book.Places().Subscribe(c.t.Context(), a, places.Subscription{Deaths: true}); err != nil {
			c.t.Fatal(err)
		}
	}
}

// newTrial makes a cluster whose processes do not run yet.
func newTrial(t testing.TB) *trial {
	seed := uint64(time.Now().UnixNano())
	if s, err := strconv.ParseUint(os.Getenv("DELPHI_TEST_SEED"), 10, 64); err == nil {
		seed = s
	}
	t.Logf("seed %d", seed)
	c := &trial{
		t: t, rng: rand.New(rand.NewPCG(seed, 0)), dir: t.TempDir(), irc: ircServer(t), discord: discordtest.New(t), primary: pgtest.Start(t),
	}
	c.standby = c.primary.Standby(pgtest.FreePort(t))
	c.database = fmt.Sprintf("postgres://delphi@127.0.0.1:%d,127.0.0.1:%d/postgres?connect_timeout=2", c.primary.Port, c.standby.Port)
	c.xlog = filepath.Join(c.dir, "xlogfile")
	token := filepath.Join(c.dir, "token")
	for name, text := range map[string]string{c.xlog: "", token: discordtest.Token} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range c.bots {
		c.wires[i] = newWire(t, c.irc)
		c.configure(i, token)
	}
	return c
}

// configure writes what the process i is told.
func (c *trial) configure(i int, token string) {
	dir := filepath.Join(c.dir, fmt.Sprint(i))
	if err := os.Mkdir(dir, 0o700); err != nil {
		c.t.Fatal(err)
	}
	config := fmt.Sprintf(`[store]
url = %q
path = %q
lease = "1s"
[limits]
user_per_minute = 0
channel_per_minute = 0
global_per_minute = 0
[games]
announce_pace = "0s"
[[games.source]]
name = "here"
path = %q
poll = "1s"
[[irc]]
name = "test"
address = %q
nick = "delphi"
channels = ["#delphi"]
tls = false
lines_per_second = 0
[discord]
enabled = true
token_file = %q
api = %q
`, c.database, filepath.Join(dir, "delphi.db"), c.xlog, c.wires[i].Addr(), token, c.discord.Server.URL)
	if err := os.WriteFile(filepath.Join(dir, "bot.toml"), []byte(config), 0o600); err != nil {
		c.t.Fatal(err)
	}
}
