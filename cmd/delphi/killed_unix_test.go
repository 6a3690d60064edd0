//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/shared"
)

// nightly reports whether the long tests are to run.
func nightly() bool { return os.Getenv("DELPHI_NIGHTLY") != "" }

// serving is a real `delphi serve` in a process of its own.
type serving struct {
	cmd    *exec.Cmd
	stderr output
}

// output is what a process has written so far. It may be read while the process writes.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// serve starts a bot with a configuration and waits until it says that it is
// ready, as systemd does.
func serve(t testing.TB, dir, config string) *serving {
	t.Helper()
	return serveWith(t, "delphi", dir, config)
}

// serveWith is serve with a program and variables of its own.
func serveWith(t testing.TB, program, dir, config string, env ...string) *serving {
	t.Helper()
	socket := filepath.Join(dir, "notify")
	_ = os.Remove(socket)
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s := &serving{cmd: exec.Command(program, "serve", "-c", config)}
	s.cmd.Env = append(append(os.Environ(), "NOTIFY_SOCKET="+socket, "HOME="+dir, "XDG_STATE_HOME="+dir), env...)
	s.cmd.Stderr = &s.stderr
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	if err := l.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	for buf := make([]byte, 100); ; {
		n, err := l.Read(buf)
		if err != nil {
			_ = s.cmd.Process.Kill()
			_ = s.cmd.Wait()
			t.Fatalf("serve is never ready: %v\n%s", err, &s.stderr)
		}
		if string(buf[:n]) == "READY=1" {
			return s
		}
	}
}

// nowhere is a configuration whose network cannot be reached.
func nowhere(t *testing.T, dir, more string) (config, db string) {
	t.Helper()
	config, db = filepath.Join(dir, "bot.toml"), filepath.Join(dir, "delphi.db")
	text := fmt.Sprintf("[store]\npath = %q\n[metrics]\nlisten = \"\"\n[[irc]]\nname = \"nowhere\"\naddress = \"127.0.0.1:1\"\ntls = false\n%s", db, more)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return config, db
}

// TestKilled: a bot that is killed while it writes, again and again, loses
// nothing that it has acknowledged, and its file stays sound. The writes go
// through it, as those of every command beside it do.
func TestKilled(t *testing.T) {
	t.Parallel()
	rounds := 3
	if nightly() {
		rounds = 200
	}
	dir := t.TempDir()
	config, db := nowhere(t, dir, "")
	var acknowledged atomic.Int64
	for round := range rounds {
		before := acknowledged.Load()
		bot := serve(t, dir, config)
		store, err := shared.Open(t.Context(), db, shared.Options{Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for n := before + 1; ctx.Err() == nil; n++ {
				if keep(ctx, store, n) != nil {
					return
				}
				acknowledged.Store(n)
			}
		}()
		enough := before + 1 + rand.Int64N(100)
		for acknowledged.Load() < enough {
			select {
			case <-ended:
				t.Fatalf("round %d: writing ended before the bot did\n%s", round, &bot.stderr)
			case <-time.After(time.Millisecond):
			}
		}
		err = errors.Join(bot.cmd.Process.Kill(), ignoreKilled(bot.cmd.Wait()))
		stop()
		<-ended
		if err = errors.Join(err, store.Close()); err != nil {
			t.Fatal(err)
		}
		// One write may have been kept that nobody was told of.
		last := sound(t, db, acknowledged.Load())
		if at := acknowledged.Load(); last != at && last != at+1 {
			t.Fatalf("round %d: the last write is %d, acknowledged were %d", round, last, at)
		}
		acknowledged.Store(last)
	}
	t.Logf("%d writes in %d rounds", acknowledged.Load(), rounds)
}

// keep is the n-th write: a character of its own, and the number of the last.
func keep(ctx context.Context, s storage.Store, n int64) error {
	c := storage.NewCharacters(s)
	// One after the other: the second may find its way to the file after the
	// kill has ended the first.
	if err := c.SetCharacter(ctx, fmt.Sprint("test\x00p", n%500), strings.Repeat("x", int(n%700))+fmt.Sprint(" ", n)); err != nil {
		return err
	}
	return c.SetCharacter(ctx, "test\x00last", fmt.Sprint(n))
}

// sound checks a store after acknowledged writes, and returns the number of the
// last one.
func sound(t *testing.T, db string, acknowledged int64) (last int64) {
	t.Helper()
	s, err := shared.Open(t.Context(), db, shared.Options{Own: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := storage.NewCharacters(s)
	text, _, err := c.Character(t.Context(), "test\x00last")
	if err != nil {
		t.Fatal(err)
	}
	if last, err = strconv.ParseInt(text, 10, 64); err != nil {
		t.Fatal(err)
	}
	for n := max(1, acknowledged-499); n <= acknowledged; n++ {
		text, ok, err := c.Character(t.Context(), fmt.Sprint("test\x00p", n%500))
		newer := strings.HasSuffix(text, fmt.Sprint(" ", n+500)) // the one write that nobody was told of
		if err != nil || !ok || !newer && !strings.HasSuffix(text, fmt.Sprint(" ", n)) {
			t.Fatalf("write %d: %q, %v, %v", n, text, ok, err)
		}
	}
	report, err := s.Check(t.Context())
	if err = errors.Join(err, report.Err()); err != nil {
		t.Fatal(err)
	}
	return last
}

// ignoreKilled is the error of a process but for the one of its being killed.
func ignoreKilled(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
		return nil
	}
	return err
}

// TestStopsWhileCounting: a bot that counts a tournament of very many games
// ends within its five seconds all the same, and with nothing left running.
func TestStopsWhileCounting(t *testing.T) {
	t.Parallel()
	games := 20_000
	if nightly() {
		games = 300_000
	}
	dir := t.TempDir()
	config, db := nowhere(t, dir, "")
	path := filepath.Join(dir, "log")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	begin := time.Now().Unix() - int64(games)
	for n := range games {
		fmt.Fprintf(w, "version=3.6.7\tpoints=%d\tname=bob\tdeath=quit\tturns=%d\trole=Wiz\trace=Elf\tgender=Fem\talign=Cha\tstarttime=%d\tendtime=%d\n", n, n%5000+1, begin+int64(n)-1, begin+int64(n))
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
	from := time.Unix(begin-3600, 0).UTC().Format("2006-01-02 15:04")
	for _, args := range [][]string{
		{"games", "import", path},
		{"ask", `tourney new "Big" from ` + from + " to in 10d UTC rules league proof none"},
		{"ask", "join as bob"},
	} {
		if out, err := exec.Command("delphi", append([]string{"--db", db}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	for _, pause := range []time.Duration{0, 100 * time.Millisecond, time.Second} { // at different steps of the counting
		bot := serve(t, dir, config)
		time.Sleep(pause)
		began := time.Now()
		if err := bot.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := bot.cmd.Wait(); err != nil {
			t.Errorf("%v after it was ready: it ended with %v\n%s", pause, err, &bot.stderr)
		}
		t.Logf("%d games, %v after it was ready: it ended %v after the signal", games, pause, time.Since(began))
	}
}
