package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/boltstore"
)

// smallIRC is an IRC server that lets one client in at a time, and passes on what is asked of it in #test and
// what it says. alice is logged in.
type smallIRC struct {
	listener net.Listener
	asks     chan string
	said     chan string
}

func newSmallIRC(t *testing.T) *smallIRC {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &smallIRC{listener: l, asks: make(chan string), said: make(chan string, 100)}
	var served sync.WaitGroup
	served.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			served.Go(func() { s.serve(conn) })
		}
	})
	t.Cleanup(func() { l.Close(); served.Wait() })
	return s
}

func (s *smallIRC) serve(conn net.Conn) {
	defer conn.Close()
	var mu sync.Mutex
	send := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(conn, format+"\r\n", args...)
	}
	done := make(chan struct{})
	defer close(done)
	for in := bufio.NewScanner(conn); in.Scan(); {
		line := in.Text()
		switch command, rest, _ := strings.Cut(line, " "); command {
		case "CAP":
			if strings.HasPrefix(rest, "LS") {
				send(":s CAP * LS :account-tag")
			} else if names, ok := strings.CutPrefix(rest, "REQ :"); ok {
				send(":s CAP * ACK :%s", names)
			}
		case "USER":
			send(":s 001 delphi :hi")
			send(":s 376 delphi :end")
		case "PING":
			send(":s PONG s %s", rest)
		case "JOIN":
			send(":delphi!d@h JOIN %s", rest)
			send(":s 366 delphi %s :end", rest)
			go func() {
				for {
					select {
					case ask := <-s.asks:
						send("@account=alice :alice!a@h PRIVMSG #test :%s", ask)
					case <-done:
						return
					}
				}
			}()
		case "PRIVMSG", "NOTICE":
			_, text, _ := strings.Cut(rest, " :")
			s.said <- strings.ReplaceAll(text, "\x02", "") // bold
		}
	}
}

// ask asks something in #test and returns what is said next.
func (s *smallIRC) ask(t *testing.T, line string) string {
	t.Helper()
	select {
	case s.asks <- line:
	case <-time.After(20 * time.Second):
		t.Fatal("nobody came to #test")
	}
	select {
	case text := <-s.said:
		return text
	case <-time.After(20 * time.Second):
		t.Fatalf("%s was not answered", line)
	}
	return ""
}

// freeAddress is an address of this machine that nobody listens at.
func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// damagedStore makes a store with a character of alice's in which an entry is
// damaged.
func damagedStore(t *testing.T, path string) (sound []byte) {
	t.Helper()
	s, err := boltstore.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := storage.NewCharacters(s).SetCharacter(t.Context(), "somebody", "Wizard, xl8 int16"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if sound, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(sound, []byte("xl8 int16"), []byte("xl9 int16")), 0o600); err != nil {
		t.Fatal(err)
	}
	return sound
}

// TestServeWithADamagedStore: a bot whose store is damaged comes up, answers what needs
// no store, says what is wrong to whoever runs it, and does not keep them from putting
// a backup in its place.
func TestServeWithADamagedStore(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "bot.db")
	sound := damagedStore(t, path)
	damaged, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	irc, metrics := newSmallIRC(t), freeAddress(t)
	config := filepath.Join(dir, "bot.toml")
	if err := os.WriteFile(config, fmt.Appendf(nil, `
[store]
path = %q
[metrics]
listen = %q
[[irc]]
name = "test"
address = %q
tls = false
nick = "delphi"
channels = ["#test"]
operators = ["alice"]
`, path, metrics, irc.listener.Addr()), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var errs bytes.Buffer
	served := make(chan error, 1)
	go func() { served <- run(ctx, []string{"serve", "-c", config}, strings.NewReader(""), io.Discard, &errs) }()

	if got := irc.ask(t, "!fail wiz xl8 int16 force bolt"); !strings.Contains(got, "0% fail") || !strings.Contains(got, "what I remember, such as this channel's settings and your character, is not available just now") {
		t.Errorf("fail: %s", got)
	}
	if got := irc.ask(t, "!item lamp"); !strings.Contains(got, "oil lamp") {
		t.Errorf("item: %s", got)
	}
	if got := irc.ask(t, "!me wiz xl8"); !strings.Contains(got, "What I remember is not available just now, and me needs it") {
		t.Errorf("me: %s", got)
	}
	status := irc.ask(t, "!admin status")
	for len(irc.said) > 0 {
		status += <-irc.said
	}
	if !strings.Contains(status, "store cannot be used") || !strings.Contains(status, "delphi store restore") {
		t.Errorf("admin status: %s", status)
	}
	answer, err := http.Get("http://" + metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || !strings.Contains(string(page), "\ndelphi_store_failing 1\n") {
		t.Errorf("metrics: %v, %s", err, page)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, damaged) {
		t.Errorf("the damaged file was changed, %v", err)
	}
	backup := filepath.Join(dir, "backup.db")
	if err := os.WriteFile(backup, sound, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(ctx, []string{"--db", path, "store", "restore", backup}, strings.NewReader(""), io.Discard, io.Discard); err != nil {
		t.Errorf("restore beside the bot: %v", err)
	}
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
	if log := errs.String(); !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "the store is damaged") || !strings.Contains(log, "delphi store check") {
		t.Errorf("the log does not tell it loudly:\n%s", log)
	}
}

// TestStoreOfALaterFormat stops the start of whatever would use it.
func TestStoreOfALaterFormat(t *testing.T) {
	dir := t.TempDir()
	path, config := filepath.Join(dir, "bot.db"), filepath.Join(dir, "bot.toml")
	f, err := os.Open("../../storage/boltstore/testdata/format-900.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, fmt.Appendf(nil, "[store]\npath = %q\n[web]\nlisten = %q\n", path, freeAddress(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for _, args := range [][]string{
		{"serve", "-c", config}, {"--db", path, "ask", "odds 1/6"}, {"--db", path}, {"--db", path, "web"},
		{"--db", path, "store", "check"}, {"--db", path, "store", "compact"}, {"--db", path, "games", "sources"},
		{"--db", filepath.Join(dir, "new.db"), "store", "restore", path},
	} {
		err := run(ctx, args, strings.NewReader(""), io.Discard, io.Discard)
		if !errors.Is(err, storage.ErrFormat) || !strings.Contains(err.Error(), fmt.Sprintf("of format 900, made by delphi v9.1.2, and this program (%s) reads formats 2 to %d; use that program or a later one", storage.Program, storage.Format)) {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// TestDatabaseAway: without its database a question is answered, and a bot that shares
// its work by leases in it does not start.
func TestDatabaseAway(t *testing.T) {
	url := "postgres://delphi@127.0.0.1:1/delphi?connect_timeout=1"
	var out bytes.Buffer
	if err := run(t.Context(), []string{"--db", url, "ask", "item", "lamp"}, strings.NewReader(""), &out, io.Discard); err != nil ||
		!strings.Contains(out.String(), "oil lamp") || !strings.Contains(out.String(), "not available just now") {
		t.Errorf("ask: %v, %s", err, out.String())
	}
	config := filepath.Join(t.TempDir(), "bot.toml")
	if err := os.WriteFile(config, fmt.Appendf(nil, "[store]\nurl = %q\n[web]\nlisten = %q\n", url, freeAddress(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), []string{"serve", "-c", config}, strings.NewReader(""), io.Discard, io.Discard); !errors.Is(err, storage.ErrAway) || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("serve: %v", err)
	}
}
