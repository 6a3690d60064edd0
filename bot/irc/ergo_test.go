package irc

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"delphi/bot/irc/render"
)

// newErgo starts the Ergo that ERGO_IRCD names. Debian's package of that name is
// another program, so none is looked for.
func newErgo(t *testing.T) *ngircd {
	t.Helper()
	path := os.Getenv("ERGO_IRCD")
	if path == "" {
		t.Skip("ERGO_IRCD names no binary of the Ergo IRC server: the tests on it are skipped")
	}
	dir := t.TempDir()
	n := &ngircd{t: t, addr: freePort(t)}
	conf := filepath.Join(dir, "ircd.yaml")
	if err := os.WriteFile(conf, []byte(strings.NewReplacer("{addr}", n.addr, "{dir}", dir).Replace(ergoConf)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(path, "initdb", "--conf", conf).CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v: %s", err, out)
	}
	cmd := exec.Command(path, "run", "--conf", conf)
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill() //nolint:errcheck // it may have ended
		cmd.Wait()         //nolint:errcheck // killed
	})
	for end := time.Now().Add(4 * soon); ; time.Sleep(10 * time.Millisecond) {
		if c, err := net.Dial("tcp", n.addr); err == nil {
			c.Close()
			return n
		}
		if time.Now().After(end) {
			t.Fatal("ergo does not listen")
		}
	}
}

var msgidTag = regexp.MustCompile(`[@;]msgid=([^; ]+)`)

// repliesName holds that an answer names the message that asked, on a server
// that gives messages names.
func repliesName(t *testing.T, alice *rawClient) {
	t.Helper()
	alice.send("PRIVMSG #nethack :!echo who asked")
	asked := msgidTag.FindStringSubmatch(alice.until(" PRIVMSG #nethack :!echo who asked"))
	if asked == nil {
		t.Fatal("the server gives messages no names")
	}
	if got := alice.until(" PRIVMSG #nethack :who asked"); !strings.Contains(got, "+draft/reply="+asked[1]) {
		t.Errorf("a reply to %s: %q", asked[1], got)
	}
}

// TestErgo has what Ergo alone can: one message of several lines, and people
// behind bridges under names of their own.
func TestErgo(t *testing.T) {
	n := newErgo(t)
	alice := n.client("alice", "#nethack")
	alice.send("CAP REQ :message-tags echo-message batch draft/multiline")
	alice.until(" ACK ")
	start(t, n.config(), nil, nil)
	alice.here("delphi", "#nethack")
	repliesName(t, alice)

	alice.send("PRIVMSG #nethack :!long")
	begin := alice.until(" draft/multiline #nethack")
	if !strings.Contains(begin, ":delphi!") || !strings.Contains(begin, "+draft/reply=") {
		t.Errorf("the message begins with %q", begin)
	}
	if first := alice.until(" PRIVMSG #nethack "); !strings.Contains(first, "batch=") || strings.Contains(first, render.InPrivate) {
		t.Errorf("its first line is %q", first)
	}
	alice.until(" BATCH -")

	alice.send("RELAYMSG #nethack zed/discord :!whoami")
	if got := alice.until("user="); !strings.Contains(got, " PRIVMSG #nethack :zed: user=~zed/discord nick=zed ") {
		t.Errorf("somebody behind a bridge: %q", got)
	}
}

const ergoConf = `network: {name: Test}
server:
  name: irc.test.example
  listeners: {"{addr}": {}}
  casemapping: ascii
  enforce-utf8: true
  max-sendq: 96k
  relaymsg: {enabled: true, separators: "/", available-to-chanops: true}
  ip-limits: {count: false, throttle: false}
  ip-cloaking: {enabled: false}
accounts:
  authentication-enabled: true
  registration: {enabled: false}
channels: {default-modes: +n, registration: {enabled: false}}
datastore: {path: "{dir}/ircd.db", autoupgrade: true}
languages: {enabled: false}
limits:
  nicklen: 32
  identlen: 20
  channellen: 64
  awaylen: 390
  kicklen: 390
  topiclen: 390
  monitor-entries: 100
  whowas-entries: 100
  chan-list-modes: 100
  registration-messages: 1024
  multiline: {max-bytes: 4096, max-lines: 100}
fakelag: {enabled: false}
history: {enabled: false}
logging: [{method: stderr, type: "*", level: error}]
`
