package irctest

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ServicesHost is the host of NickServ and ChanServ.
const ServicesHost = "services.test.example"

// Password is that of every account that Register makes.
const Password = "hunter2"

// patience is a timeout long enough for a very busy machine.
const patience = time.Minute

// Network is a server and its services.
type Network struct {
	Addr string // of the server, for clients

	t     testing.TB
	dir   string
	anope string // the program
	links string // the address for services
	cmd   *exec.Cmd
}

// New starts both; they end with the test. Where they are not installed the test is
// skipped; DELPHI_NEED_INSPIRCD makes that a failure.
func New(t testing.TB) *Network {
	t.Helper()
	n := &Network{t: t, dir: t.TempDir(), Addr: freePort(t), links: freePort(t)}
	server := n.program("inspircd")
	n.anope = n.program("anope")
	n.write("inspircd.conf", inspircdConf)
	n.write("services.conf", anopeConf)
	n.write("services.motd", "")

	args := []string{"--config", filepath.Join(n.dir, "inspircd.conf"), "--nofork", "--nopid"}
	if os.Geteuid() == 0 {
		args = append(args, "--runasroot")
	}
	cmd := n.run(server, args...)
	t.Cleanup(func() { end(cmd, syscall.SIGKILL) })
	n.until("the server does not listen", func() bool {
		c, err := net.Dial("tcp", n.Addr)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	n.Services()
	t.Cleanup(func() { end(n.cmd, syscall.SIGKILL) })
	return n
}

func (n *Network) program(name string) string {
	n.t.Helper()
	found, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("DELPHI_NEED_INSPIRCD") != "" {
			n.t.Fatalf("%s is not on PATH, and DELPHI_NEED_INSPIRCD is set", name)
		}
		n.t.Skipf("%s is not on PATH: the tests against real services are skipped (Debian packages inspircd and anope, /usr/sbin)", name)
	}
	return found
}

func freePort(t testing.TB) string {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().String()
}

func (n *Network) write(name, text string) {
	n.t.Helper()
	_, port, _ := net.SplitHostPort(n.Addr)
	_, link, _ := net.SplitHostPort(n.links)
	text = strings.NewReplacer("{dir}", n.dir, "{port}", port, "{link}", link, "{host}", ServicesHost).Replace(text)
	if err := os.WriteFile(filepath.Join(n.dir, name), []byte(text), 0o600); err != nil {
		n.t.Fatal(err)
	}
}

func (n *Network) run(path string, args ...string) *exec.Cmd {
	n.t.Helper()
	var out bytes.Buffer
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = n.dir, &out, &out
	if err := cmd.Start(); err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() {
		if n.t.Failed() && testing.Verbose() {
			n.t.Logf("%s: %s", path, out.String())
		}
	})
	return cmd
}

func end(cmd *exec.Cmd, how os.Signal) {
	if cmd != nil && cmd.ProcessState == nil {
		cmd.Process.Signal(how) //nolint:errcheck // it may have ended
		cmd.Wait()              //nolint:errcheck // ended on purpose
	}
}

func (n *Network) until(not string, done func() bool) {
	n.t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			n.t.Fatal(not)
		}
	}
}

// Services starts Anope and waits until it has joined the network.
func (n *Network) Services() {
	n.t.Helper()
	modules := filepath.Join(filepath.Dir(n.anope), "../lib/anope") // where Debian has them
	n.cmd = n.run(n.anope, "--nofork", "--nothird", "--modulesdir="+modules, "--confdir="+n.dir, "--dbdir="+n.dir, "--logdir="+n.dir)
	n.whois("services do not come", "ChanServ", " 311 ")
}

// Away ends services; their database is written.
func (n *Network) Away() {
	n.t.Helper()
	end(n.cmd, syscall.SIGTERM)
	n.whois("services do not go", "NickServ", " 401 ")
}

// whois asks for a nick until the answer has a numeric.
func (n *Network) whois(not, nick, numeric string) {
	n.t.Helper()
	c := n.dial("watcher")
	defer c.quit()
	n.until(not, func() bool {
		c.send("WHOIS " + nick)
		return strings.Contains(c.until(" "+nick+" "), numeric)
	})
}

// Register registers accounts of these nicks, which are free again afterwards.
func (n *Network) Register(nicks ...string) {
	n.t.Helper()
	var all []*client
	for _, nick := range nicks { // at once: services take their time over each
		c := n.dial(nick)
		c.send("PRIVMSG NickServ :REGISTER " + Password + " " + nick + "@test.example")
		all = append(all, c)
	}
	for _, c := range all {
		c.until(" 900 ")
		c.quit()
	}
}

// client is a connection of the test itself.
type client struct {
	t    testing.TB
	conn net.Conn
	in   *bufio.Reader
}

func (n *Network) dial(nick string) *client {
	n.t.Helper()
	conn, err := net.Dial("tcp", n.Addr)
	if err != nil {
		n.t.Fatal(err)
	}
	c := &client{n.t, conn, bufio.NewReader(conn)}
	c.send("NICK "+nick, "USER "+nick+" 0 * :"+nick)
	c.until(" 001 ")
	return c
}

func (c *client) send(lines ...string) {
	c.t.Helper()
	if _, err := fmt.Fprint(c.conn, strings.Join(lines, "\r\n")+"\r\n"); err != nil {
		c.t.Fatal(err)
	}
}

// until reads up to the first line that contains part, and returns it.
func (c *client) until(part string) string {
	c.t.Helper()
	if err := c.conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		c.t.Fatal(err)
	}
	for {
		line, err := c.in.ReadString('\n')
		if err != nil {
			c.t.Fatalf("waiting for %q: %v", part, err)
		}
		if token, ok := strings.CutPrefix(line, "PING "); ok {
			c.send("PONG " + strings.TrimSpace(token))
		}
		if strings.Contains(line, part) {
			return line
		}
	}
}

func (c *client) quit() {
	c.t.Helper()
	c.send("QUIT")
	c.until("ERROR")
	c.conn.Close()
}
