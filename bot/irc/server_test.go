package irc

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ergochat/irc-go/ircmsg"
	"go.uber.org/goleak"

	"delphi/bot"
	"delphi/commands"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// soon bounds each wait in these tests.
const soon = 30 * time.Second

// brisk is the patience of tests: what they wait for happens at once, and what
// they do not expect does not happen by itself.
func brisk() timing {
	t := patience
	t.tick = 5 * time.Millisecond
	t.retry, t.retryMax = time.Millisecond, 10*time.Millisecond
	t.slow, t.slowMax = time.Millisecond, 10*time.Millisecond
	t.rejoin, t.rejoinMax = 10*time.Millisecond, 50*time.Millisecond
	t.freed = 20 * time.Millisecond
	t.farewell = 200 * time.Millisecond
	return t
}

// testServer is a server that tests play by hand, through one peer for each
// connection. Every line that the client sends is parsed strictly.
type testServer struct {
	t     *testing.T
	ln    net.Listener
	conns chan net.Conn
}

func newServer(t *testing.T, tlsConfig *tls.Config) *testServer {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if tlsConfig != nil {
		ln = tls.NewListener(ln, tlsConfig)
	}
	s := &testServer{t: t, ln: ln, conns: make(chan net.Conn, 16)}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			s.conns <- c
		}
	})
	t.Cleanup(func() { ln.Close(); wg.Wait() })
	return s
}

func (s *testServer) addr() string { return s.ln.Addr().String() }

// accept waits for the next connection.
func (s *testServer) accept() *peer {
	s.t.Helper()
	select {
	case c := <-s.conns:
		p := &peer{t: s.t, conn: c, in: bufio.NewReader(c), host: "host.example", user: "~delphi"}
		s.t.Cleanup(func() { c.Close() })
		return p
	case <-time.After(soon):
		s.t.Fatal("nobody connected")
		return nil
	}
}

// peer is one connection as the server sees it.
type peer struct {
	t                *testing.T
	conn             net.Conn
	in               *bufio.Reader
	nick, user, host string // of the client
	pings            int
}

// send sends lines, in which {me} stands for the client's nick.
func (p *peer) send(lines ...string) {
	p.t.Helper()
	var b bytes.Buffer
	for _, l := range lines {
		b.WriteString(strings.ReplaceAll(l, "{me}", p.nick) + "\r\n")
	}
	p.conn.SetWriteDeadline(time.Now().Add(soon))
	if _, err := p.conn.Write(b.Bytes()); err != nil {
		p.t.Fatalf("server: writing: %v", err)
	}
}

// next returns the client's next line. It must be strict IRC, and what a server
// would pass on must fit in 512 bytes with the client's prefix.
func (p *peer) next() (ircmsg.Message, error) {
	p.conn.SetReadDeadline(time.Now().Add(soon))
	line, err := p.in.ReadString('\n')
	if err != nil {
		return ircmsg.Message{}, err
	}
	bare := line // tags have room of their own
	if tags, rest, ok := strings.Cut(line, " "); ok && line[0] == '@' && len(tags) < 4094 {
		bare = rest
	}
	if !strings.HasSuffix(line, "\r\n") || len(bare) > 512 {
		p.t.Errorf("line of %d bytes, or without CRLF: %q", len(line), line)
	}
	m, err := ircmsg.ParseLineStrict(strings.TrimRight(line, "\r\n"), true, 512)
	if err != nil {
		p.t.Errorf("not IRC: %q: %v", line, err)
	}
	if m.Command == "PRIVMSG" || m.Command == "NOTICE" {
		if full := len(":"+p.nick+"!"+p.user+"@"+p.host+" ") + len(bare); full > 512 {
			p.t.Errorf("%d bytes with our prefix: %q", full, line)
		}
		if !utf8.ValidString(line) {
			p.t.Errorf("not UTF-8: %q", line)
		}
	}
	return m, nil
}

// expect reads up to a line with that command and those first parameters, and
// returns it.
func (p *peer) expect(command string, params ...string) ircmsg.Message {
	p.t.Helper()
	var skipped []string
	for end := time.Now().Add(soon); ; {
		m, err := p.next()
		if err == nil && time.Now().After(end) {
			err = fmt.Errorf("still not after %v", soon)
		}
		if err != nil {
			p.t.Fatalf("waiting for %s %q: %v; there came %q", command, params, err, skipped)
		}
		if m.Command == command && len(m.Params) >= len(params) && slices.Equal(m.Params[:len(params)], params) {
			return m
		}
		if m.Command == "PING" && command != "PING" {
			p.pings++
			p.send(":irc.test PONG irc.test :" + m.Params[0])
			continue
		}
		skipped = append(skipped, m.Command+" "+strings.Join(m.Params, " "))
	}
}

// said waits for the next answer, and returns its target and text.
func (p *peer) said() (target, text string) {
	p.t.Helper()
	m := p.expect("PRIVMSG")
	return m.Params[0], m.Params[1]
}

// barrier returns once the client has handled everything sent before.
func (p *peer) barrier() {
	p.t.Helper()
	p.pings++
	token := fmt.Sprint("barrier", p.pings)
	p.send("PING :" + token)
	p.expect("PONG", token)
}

// quiet fails if the client answers lines. Questions of one user are answered in
// order, so the answer to another question marks the end.
func (p *peer) quiet(mask, channel string, lines ...string) {
	p.t.Helper()
	p.send(lines...)
	p.send(":" + mask + " PRIVMSG " + channel + " :!echo end of silence")
	if _, text := p.said(); !strings.Contains(text, "end of silence") {
		p.t.Errorf("%q was answered with %q", lines, text)
	}
}

// register plays the server's part of a plain registration, with ISUPPORT
// tokens, up to the end of the greeting.
func (p *peer) register(isupport ...string) {
	p.t.Helper()
	p.expect("CAP", "LS")
	p.nick = p.expect("NICK").Params[0]
	p.expect("USER")
	p.send("CAP * LS :")
	p.expect("CAP", "END")
	p.greet(isupport...)
}

func (p *peer) greet(isupport ...string) {
	p.send(":irc.test 001 {me} :Welcome to the test")
	if len(isupport) > 0 {
		p.send(":irc.test 005 {me} " + strings.Join(isupport, " ") + " :are supported by this server")
	}
	p.send(":irc.test 422 {me} :no MOTD")
}

// admit lets the client into the channels of its next JOIN.
func (p *peer) admit(names ...string) {
	p.t.Helper()
	for _, ch := range strings.Split(p.expect("JOIN").Params[0], ",") {
		p.send(":{me}!"+p.user+"@"+p.host+" JOIN "+ch,
			":irc.test 353 {me} = "+ch+" :{me} "+strings.Join(names, " "),
			":irc.test 366 {me} "+ch+" :end")
	}
}

// capabilities plays CAP up to the last request and acknowledges everything.
func (p *peer) capabilities(offered string, requests int) {
	p.t.Helper()
	p.expect("CAP", "LS")
	p.nick = p.expect("NICK").Params[0]
	p.expect("USER")
	p.send("CAP * LS :" + offered)
	for range requests {
		p.send("CAP * ACK :" + p.expect("CAP", "REQ").Params[1])
	}
}

// echoHandler answers "echo X" with X, and has some other commands for tests.
type echoHandler struct {
	mu   sync.Mutex
	seen []commands.Request
}

func (h *echoHandler) Answer(ctx context.Context, req commands.Request) commands.Reply {
	h.mu.Lock()
	h.seen = append(h.seen, req)
	h.mu.Unlock()
	name, rest, _ := strings.Cut(req.Line, " ")
	switch name {
	case "echo":
		return commands.Reply{Summary: rest}
	case "fail":
		return commands.Reply{Summary: "force bolt: 47% fail (Wizard XL8)", Headline: "47%"}
	case "whoami":
		return commands.Reply{Summary: fmt.Sprintf("user=%s nick=%s place=%s operator=%t private=%t",
			req.User, req.Nick, req.Place, req.Operator, req.Private)}
	case "admin":
		return commands.Reply{Summary: fmt.Sprint("admin=", req.Admin)}
	case "long":
		return commands.Reply{Summary: strings.TrimSpace(strings.Repeat("Elbereth ünd ", 300))}
	case "network":
		return commands.Reply{Summary: string(req.Network)}
	case "secret":
		return commands.Reply{Summary: "between us", Private: true}
	case "silence":
		return commands.Reply{}
	case "chatter":
		return commands.Reply{Summary: "that is no question.", Failed: true, Silent: true}
	case "panic":
		panic("test")
	case "wait":
		<-ctx.Done()
		return commands.Reply{Summary: "waited"}
	}
	return commands.Reply{Summary: "no such command.", Failed: true, Hints: []string{"!help"}}
}

func known(line string) bool {
	name, _, _ := strings.Cut(line, " ")
	return slices.Contains([]string{"admin", "echo", "fail", "heavy", "whoami", "long", "network", "secret", "silence", "chatter", "panic", "wait"}, name)
}

// start runs an adapter until the test ends. The function change may alter it
// before.
func start(t *testing.T, cfg Config, h bot.Handler, change func(*Adapter)) (a *Adapter, stop func()) {
	t.Helper()
	or(&cfg.Name, "test")
	if cfg.TLS == nil {
		cfg.TLS = new(bool)
	}
	if cfg.LinesPerSecond == nil { // tests do not wait
		cfg.LinesPerSecond = new(float64)
	}
	if h == nil {
		h = &echoHandler{}
	}
	a, err := New(cfg, Options{Known: func(_ commands.Network, _ commands.Place, line string) bool { return known(line) }, Version: "Delphi 1.0", Log: testLog(t)})
	if err != nil {
		t.Fatal(err)
	}
	a.t = brisk()
	if change != nil {
		change(a)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx, h) }()
	stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("Run = %v, want nil after its context ended", err)
			}
		case <-time.After(soon):
			t.Error("Run did not return")
		}
	})
	t.Cleanup(stop)
	return a, stop
}

// logTo collects what is logged and shows it if the test fails.
type logTo struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logTo) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logTo) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func testLog(t *testing.T) *slog.Logger {
	l := &logTo{}
	t.Cleanup(func() {
		if t.Failed() && testing.Verbose() {
			t.Logf("log:\n%s", l)
		}
	})
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// eventually waits until ok is true, which another goroutine is about to make it.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(soon); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

// certificate makes a self-signed certificate for name, and the PEM files of
// it and its key.
func certificate(t *testing.T, name string) (cert tls.Certificate, certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	keyPEM := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})
	for file, data := range map[string][]byte{certFile: certPEM, keyFile: keyPEM} {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cert, err = tls.X509KeyPair(certPEM, keyPEM)
	if err != nil {
		t.Fatal(err)
	}
	return cert, certFile, keyFile
}
