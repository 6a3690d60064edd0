//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
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
	"syscall"
	"testing"
	"time"

	"delphi/bot/discord/discordtest"
	"delphi/commands/contest"
	"delphi/engine/score"
	"delphi/storage"
	"delphi/storage/pgstore"
	"delphi/storage/pgstore/pgtest"
)

// faults is how many a cluster is to survive: as many as DELPHI_TEST_FAULTS says,
// else 60 where PostgreSQL must be, as in .ci/run, and 10 elsewhere.
func faults() int {
	if n, err := strconv.Atoi(os.Getenv("DELPHI_TEST_FAULTS")); err == nil {
		return n
	}
	if os.Getenv("DELPHI_NEED_POSTGRES") != "" {
		return 60
	}
	return 10
}

// wire is a line to a server that can be cut.
type wire struct {
	net.Listener
	mu    sync.Mutex
	conns []net.Conn
}

func newWire(t *testing.T, to string) *wire {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: l}
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
			w.mu.Lock()
			w.conns = append(w.conns, in, out)
			w.mu.Unlock()
			for _, ends := range [][2]net.Conn{{in, out}, {out, in}} {
				go func() {
					_, _ = io.Copy(ends[0], ends[1])
					ends[0].Close()
					ends[1].Close()
				}()
			}
		}
	}()
	return w
}

func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conns {
		c.Close()
	}
	w.conns = nil
}

// ircServer is a real server.
func ircServer(t *testing.T) (address string) {
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
	conn net.Conn

	mu    sync.Mutex
	lines []string
	more  chan struct{}
}

func listen(t *testing.T, address, nick string) *listener {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	l := &listener{conn: conn, more: make(chan struct{}, 1)}
	l.say("NICK " + nick + "\r\nUSER " + nick + " 0 * :x\r\nJOIN #delphi")
	go func() {
		for in := bufio.NewScanner(conn); in.Scan(); {
			line := in.Text()
			if token, ok := strings.CutPrefix(line, "PING "); ok {
				l.say("PONG " + token)
				continue
			}
			l.mu.Lock()
			l.lines = append(l.lines, line)
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

// trial is the cluster of the test: three processes, a database with a standby, IRC.
type trial struct {
	t       *testing.T
	rng     *rand.Rand
	dir     string
	bots    [3]*serving
	wires   [3]*wire // from each process to IRC
	primary *pgtest.Server
	standby *pgtest.Server
	logs    strings.Builder
	last    atomic.Pointer[string] // the name of the last fault
}

func (c *trial) start(i int) {
	c.t.Helper()
	dir := filepath.Join(c.dir, fmt.Sprint(i))
	c.bots[i] = serve(c.t, dir, filepath.Join(dir, "bot.toml"))
}

// end notes what a process that has ended said.
func (c *trial) end(i int) {
	_ = c.bots[i].cmd.Wait()
	c.logs.Write(c.bots[i].stderr.Bytes())
}

// TestCluster: three processes share a database. Whatever dies, is stopped or is
// cut off, what was acknowledged is kept, and each game is announced.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes")
	}
	seed := uint64(time.Now().UnixNano())
	if s, err := strconv.ParseUint(os.Getenv("DELPHI_TEST_SEED"), 10, 64); err == nil {
		seed = s
	}
	t.Logf("seed %d", seed)
	irc, discord := ircServer(t), discordtest.New(t)
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte(discordtest.Token), 0o600); err != nil {
		t.Fatal(err)
	}
	c := &trial{t: t, rng: rand.New(rand.NewPCG(seed, 0)), dir: t.TempDir(), primary: pgtest.Start(t)}
	c.standby = c.primary.Standby(pgtest.FreePort(t))
	address := fmt.Sprintf("postgres://delphi@127.0.0.1:%d,127.0.0.1:%d/postgres?connect_timeout=2", c.primary.Port, c.standby.Port)
	log := filepath.Join(c.dir, "xlogfile")
	if err := os.WriteFile(log, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range c.bots {
		c.wires[i] = newWire(t, irc)
		dir := filepath.Join(c.dir, fmt.Sprint(i))
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
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
`, address, filepath.Join(dir, "delphi.db"), log, c.wires[i].Addr(), token, discord.Server.URL)
		if err := os.WriteFile(filepath.Join(dir, "bot.toml"), []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	store, err := pgstore.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	cup, err := templates(nil)
	if err != nil {
		t.Fatal(err)
	}
	book := &contest.Book{
		Games: storage.Games{Store: store}, Now: time.Now, Random: random, Templates: cup,
		Sources: func(context.Context) ([]string, error) { return []string{"here"}, nil },
	}
	here := contest.Actor{Place: contest.Place{Network: "test", Place: "#delphi"}, Admin: true}
	tourney, err := book.Create(t.Context(), here, contest.Tourney{
		Name: "Cup", Rules: "dash", Proof: contest.ProofNone, From: time.Now().Add(time.Hour).Unix(), Until: time.Now().Add(2 * time.Hour).Unix(),
	})
	if err != nil {
		t.Fatal(err)
	}
	for network, place := range map[string]string{"test": "#delphi", "discord": discordtest.ChannelID} {
		a := contest.Actor{Place: contest.Place{Network: network, Place: place}, Operator: true}
		if err := book.Subscribe(t.Context(), a, contest.Subscription{Deaths: true}); err != nil {
			t.Fatal(err)
		}
	}
	starts := identified(t, discord)
	ear := listen(t, irc, "ear")
	for i := range c.bots {
		c.start(i)
	}

	// What goes on meanwhile: games end, characters are set in the channel, and
	// settings by somebody who has the store.
	who := listen(t, irc, "asker")
	ctx, stop := context.WithCancel(t.Context())
	var going sync.WaitGroup
	games, characters, settings := 0, 0, 0
	signups, slowest := 0, map[string]time.Duration{}
	going.Go(func() {
		f, err := os.OpenFile(log, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		for every(ctx, 700*time.Millisecond) {
			games++
			now := time.Now().Unix()
			fmt.Fprintf(f, "version=3.6.7\tname=g%dx\tdeath=quit\tpoints=%d\tturns=1\trole=Wiz\trace=Elf\tgender=Fem\talign=Cha\tstarttime=%d\tendtime=%d\n", games, games, now-1000-int64(games), now)
		}
	})
	going.Go(func() {
		for n := 1; ctx.Err() == nil; n++ {
			// A question that is lost with the process that read it is asked again,
			// as people do.
			begun, answered := time.Now(), false
			for !answered {
				who.say("PRIVMSG #delphi :!me wiz " + character(n))
				_, answered = who.wait(regexp.MustCompile("PRIVMSG #delphi :.*remember.*"+character(n)), 2*time.Second)
			}
			characters = n
			after := c.lastFault()
			slowest[after] = max(slowest[after], time.Since(begun).Round(time.Millisecond))
			every(ctx, 300*time.Millisecond)
		}
	})
	going.Go(func() {
		s := storage.NewSettings(store)
		for ctx.Err() == nil {
			if err := s.Set(context.WithoutCancel(ctx), fmt.Sprintf("test\x00#%d", settings), storage.PlaceSettings{Rules: "3.4.3"}); err != nil {
				t.Logf("a setting was not acknowledged: %v", err)
				continue
			}
			settings++
			every(ctx, 50*time.Millisecond)
		}
	})

	going.Go(func() {
		for ctx.Err() == nil {
			name := fmt.Sprintf("p%d", signups)
			u := contest.User{Network: "test", User: name}
			if _, err := book.Join(context.WithoutCancel(ctx), tourney.ID, u, name, score.Account{Source: "here", Name: name}); err != nil {
				t.Logf("a sign-up was not acknowledged: %v", err)
				continue
			}
			signups++
			every(ctx, 200*time.Millisecond)
		}
	})

	for n := range faults() {
		c.fault(n)
	}
	stop()
	going.Wait()
	t.Logf("%d games, %d questions answered, %d settings, %d sign-ups", games, characters, settings, signups)
	t.Logf("the longest that a question took after each kind of fault: %v", slowest)

	c.check(ear, store, games, settings)
	if entered, err := book.Find(t.Context(), here.Place, "cup"); err != nil {
		t.Error(err)
	} else {
		for n := range signups {
			name := fmt.Sprintf("p%d", n)
			if !slices.ContainsFunc(entered.Entrants, func(e contest.Entrant) bool { return e.Name == name }) {
				t.Errorf("sign-up %d is lost", n)
			}
		}
	}
	for begun := time.Now(); len(onDiscord(discord)) < games && time.Since(begun) < time.Minute; {
		every(t.Context(), 100*time.Millisecond)
	}
	who.say("PRIVMSG #delphi :!me")
	if _, ok := who.wait(regexp.MustCompile("Your character.*"+character(characters)), 10*time.Second); !ok {
		t.Errorf("the character is not the last one acknowledged, %s", character(characters))
	}
	for i := range c.bots {
		if err := c.bots[i].cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		c.end(i)
	}
	c.once(ear, games)
	starts()
	posted := onDiscord(discord)
	for n := 1; n <= games; n++ {
		if name := fmt.Sprintf("g%dx", n); posted[name] != 1 {
			t.Errorf("game %d was announced %d times on Discord", n, posted[name])
		}
	}
}

// onDiscord counts how often each game was announced there.
func onDiscord(f *discordtest.Fake) map[string]int {
	posted := map[string]int{}
	for _, text := range f.Posted(discordtest.ChannelID) {
		name, _, _ := strings.Cut(text, " ")
		posted[name]++
	}
	return posted
}

// identified watches the sessions that begin at Discord until the function that it
// returns is called, which checks how far apart they were.
func identified(t *testing.T, f *discordtest.Fake) (check func()) {
	var mu sync.Mutex
	var at []time.Time
	f.Identified(func() {
		mu.Lock()
		defer mu.Unlock()
		at = append(at, time.Now())
	})
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if len(at) == 0 {
			t.Error("nobody identified at Discord")
		}
		closest := time.Hour
		for i := 1; i < len(at); i++ {
			closest = min(closest, at[i].Sub(at[i-1]))
		}
		t.Logf("%d sessions began at Discord, at least %v apart", len(at), closest.Round(time.Millisecond))
		if closest < 5*time.Second {
			t.Errorf("two sessions began within %v", closest)
		}
	}
}

// mishaps are what may go wrong, each with how often of the sum. What each does not
// undo, it makes good for the next one.
var mishaps = []struct {
	name  string
	often int
	do    func(c *trial, i int)
}{
	{"killed", 7, func(c *trial, i int) {
		_ = c.bots[i].cmd.Process.Kill()
		c.end(i)
		c.start(i)
	}},
	{"stopped for longer than its leases", 4, func(c *trial, i int) {
		_ = c.bots[i].cmd.Process.Signal(syscall.SIGSTOP)
		time.Sleep(2500 * time.Millisecond)
		_ = c.bots[i].cmd.Process.Signal(syscall.SIGCONT)
	}},
	{"cut off from IRC", 3, func(c *trial, i int) { c.wires[i].cut() }},
	{"cut off from the database", 2, func(c *trial, i int) { c.primary.Terminate() }},
	{"told to end, as for an update", 1, func(c *trial, i int) {
		_ = c.bots[i].cmd.Process.Signal(syscall.SIGTERM)
		c.end(i)
		c.start(i)
	}},
	{"the database restarted", 2, func(c *trial, i int) {
		c.primary.Kill()
		c.primary.Up()
	}},
	{"the standby promoted", 1, func(c *trial, i int) {
		port := c.primary.Port
		c.primary.Kill()
		c.standby.Promote()
		c.primary = c.standby
		c.standby = c.primary.Standby(port)
	}},
}

// fault does one thing that goes wrong.
func (c *trial) fault(n int) {
	of := 0
	for _, k := range mishaps {
		of += k.often
	}
	pick, k := c.rng.IntN(of), 0
	for ; pick >= mishaps[k].often; k++ {
		pick -= mishaps[k].often
	}
	c.last.Store(&mishaps[k].name)
	mishaps[k].do(c, c.rng.IntN(len(c.bots)))
	time.Sleep(time.Duration(200+c.rng.IntN(1500)) * time.Millisecond)
	if n%10 == 9 {
		c.t.Logf("%d faults", n+1)
	}
}

// lastFault is what went wrong last.
func (c *trial) lastFault() string {
	if name := c.last.Load(); name != nil {
		return *name
	}
	return "none"
}

// check waits until everything was announced, and looks for what was acknowledged.
func (c *trial) check(ear *listener, store storage.Store, games, settings int) {
	for n := 1; n <= games; n++ {
		if _, ok := ear.wait(regexp.MustCompile(fmt.Sprintf(`#delphi :g%dx \(`, n)), time.Minute); !ok {
			c.t.Errorf("game %d was never announced", n)
		}
	}
	s := storage.NewSettings(store)
	for n := range settings {
		if got, err := s.Get(c.t.Context(), fmt.Sprintf("test\x00#%d", n)); err != nil || got.Rules != "3.4.3" {
			c.t.Errorf("setting %d is %+v, %v", n, got, err)
		}
	}
}

// once checks that a game was said again only where a log says why.
func (c *trial) once(ear *listener, games int) {
	again := 0
	for n := 1; n <= games; n++ {
		said := ear.heard(regexp.MustCompile(fmt.Sprintf(`#delphi :g%dx \(`, n)))
		reasons := len(regexp.MustCompile(fmt.Sprintf(`begun and not finished.* about="?game g%dx `, n)).FindAllString(c.logs.String(), -1))
		if said > 1+reasons {
			c.t.Errorf("game %d was said %d times, with %d reasons to say it again", n, said, reasons)
		}
		again += said - 1
	}
	c.t.Logf("%d lines were said again", again)
	for _, bad := range []string{"panic"} {
		if strings.Contains(c.logs.String(), bad) {
			c.t.Errorf("a process says %s", bad)
		}
	}
}
