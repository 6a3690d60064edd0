//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// live is a bot in a process of its own that serves a real IRC server and follows a
// log of games.
type live struct {
	t       testing.TB
	dir     string
	config  string
	db      string
	xlog    string // the log that is followed
	irc     string // the server's address
	wire    *wire  // from the bot to the server
	program string // empty: delphi
	env     []string
	bot     *serving
	played  int
}

// liveConfig is the configuration, where more goes to the end: into the network's section.
const liveConfig = `[store]
path = %q
backup_every = "0s"
[limits]
user_per_minute = 0
channel_per_minute = 0
global_per_minute = 0
flooder_minutes = 0
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
operators = ["boss"]
%s`

// newLive prepares a bot for the server at an address; it does not run yet.
func newLive(t testing.TB, irc, more string) *live {
	t.Helper()
	dir := t.TempDir()
	l := &live{t: t, dir: dir, config: filepath.Join(dir, "bot.toml"), db: filepath.Join(dir, "delphi.db"), xlog: filepath.Join(dir, "xlogfile"), irc: irc, wire: newWire(t, irc)}
	for name, text := range map[string]string{l.xlog: "", l.config: fmt.Sprintf(liveConfig, l.db, l.xlog, l.wire.Addr(), more)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// start starts the bot, and returns once who sees it in the channel.
func (l *live) start(who *listener) {
	l.t.Helper()
	program := l.program
	if program == "" {
		program = "delphi"
	}
	from := who.now()
	l.bot = serveWith(l.t, program, l.dir, l.config, l.env...)
	l.t.Cleanup(func() {
		if l.t.Failed() {
			l.t.Logf("the bot: %s", strings.TrimSpace(l.bot.stderr.String()))
		}
	})
	who.hear(from, `^:\w+!\S+ JOIN `)
}

// stop ends the bot as systemd does, and returns what it logged.
func (l *live) stop() string {
	l.t.Helper()
	if err := errors.Join(l.bot.cmd.Process.Signal(syscall.SIGTERM), l.bot.cmd.Wait()); err != nil {
		l.t.Errorf("it ended with %v\n%s", err, &l.bot.stderr)
	}
	return l.bot.stderr.String()
}

// endedGame is a line of a game log.
type endedGame struct {
	name, hero, death string // hero: "Wiz Elf Fem Cha"; death: "quit" if empty
	points            int
	start, end        time.Time
}

// play ends a game.
func (l *live) play(g endedGame) {
	l.t.Helper()
	l.played++
	if err := appendTo(l.xlog, g.line(l.played)); err != nil {
		l.t.Fatal(err)
	}
}

// line is a game as the log has it, the n-th of it.
func (g *endedGame) line(n int) string {
	hero := strings.Fields(g.hero)
	if len(hero) == 0 {
		hero = []string{"Wiz", "Elf", "Fem", "Cha"}
	}
	if g.death == "" {
		g.death = "quit"
	}
	if g.end.IsZero() {
		g.end = time.Now()
	}
	if g.start.IsZero() {
		g.start = g.end
	}
	return fmt.Sprintf("version=3.6.7\tpoints=%d\tname=%s\tdeath=%s\tturns=%d\trole=%s\trace=%s\tgender=%s\talign=%s\tgender0=%s\talign0=%s\tstarttime=%d\tendtime=%d\n",
		g.points, g.name, g.death, n, hero[0], hero[1], hero[2], hero[3], hero[2], hero[3], g.start.Unix(), g.end.Unix())
}

func appendTo(file, text string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// now is how many lines somebody has heard.
func (l *listener) now() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.lines)
}

// hear waits for a line that fits, of those behind the first from, and returns it with
// its number.
func (l *listener) hear(from int, pattern string) (line string, at int) {
	l.t.Helper()
	what := regexp.MustCompile(pattern)
	late := time.After(liveTime)
	for {
		l.mu.Lock()
		for at = from; at < len(l.lines); at++ {
			if line = l.lines[at]; what.MatchString(line) {
				l.mu.Unlock()
				return line, at
			}
		}
		heard := slices.Clone(l.lines[min(from, len(l.lines)):])
		l.mu.Unlock()
		select {
		case <-l.more:
		case <-time.After(50 * time.Millisecond): // another one may have taken the sign
		case <-late:
			l.t.Fatalf("%s never hears %q, but:\n%s", l.nick, pattern, strings.Join(heard, "\n"))
		}
	}
}

// liveTime is how long a line may take on a very busy machine.
const liveTime = 20 * time.Second

// ask says something in the channel and waits for an answer of the bot that fits.
func (l *listener) ask(line, answer string) string {
	l.t.Helper()
	from := l.now()
	l.say("PRIVMSG #delphi :" + line)
	said, _ := l.hear(from, `^:delphi\S* PRIVMSG \S+ :.*(`+answer+")")
	return said
}

// again asks until an answer fits.
func (l *listener) again(line, answer string) string {
	l.t.Helper()
	what := regexp.MustCompile(answer)
	for end := time.Now().Add(liveTime); ; time.Sleep(200 * time.Millisecond) {
		said := l.ask(line, ".")
		if what.MatchString(said) {
			return said
		}
		if time.Now().After(end) {
			l.t.Fatalf("%s says %q and never hears %q, but\n%s", l.nick, line, answer, said)
		}
	}
}

// arrive is somebody who has joined the channel.
func arrive(t testing.TB, address, nick string) *listener {
	t.Helper()
	l := listen(t, address, nick)
	l.hear(0, " 366 ")
	return l
}

// identify tells services who somebody is.
func (l *listener) identify(password string) {
	l.t.Helper()
	l.say("PRIVMSG NickServ :IDENTIFY " + password)
	l.hear(0, " 900 ")
}

// until waits until something is so.
func (l *listener) until(what string, is func() bool) {
	l.t.Helper()
	for end := time.Now().Add(liveTime); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			l.t.Fatalf("%s: never: %s", l.nick, what)
		}
	}
}

// heardOf counts the lines since that have a text.
func (l *listener) heardOf(from int, text string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.lines[from:] {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}

// logged counts the lines of a log that fit.
func logged(log, pattern string) int {
	return len(regexp.MustCompile(pattern).FindAllString(log, -1))
}

// until waits until something is so with the bot.
func (l *live) until(what string, is func() bool) {
	l.t.Helper()
	for end := time.Now().Add(liveTime); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			l.t.Fatalf("never: %s\n%s", what, strings.TrimSpace(l.bot.stderr.String()))
		}
	}
}
