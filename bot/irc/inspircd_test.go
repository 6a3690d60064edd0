package irc

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// inspircd is a real network with services: InspIRCd and Anope, each on
// loopback ports of its own.
type inspircd struct {
	*ngircd // for its clients
	t       *testing.T
	dir     string
	path    struct{ inspircd, anope string }
	links   string // the port for services
	anope   *exec.Cmd
}

const servicesHost = "services.test.example"

// newInspircd starts both if they are installed, and skips the test if not.
func newInspircd(t *testing.T) *inspircd {
	t.Helper()
	n := &inspircd{t: t, dir: t.TempDir()}
	for name, path := range map[string]*string{"inspircd": &n.path.inspircd, "anope": &n.path.anope} {
		found, err := exec.LookPath(name)
		if err != nil {
			if os.Getenv("DELPHI_NEED_INSPIRCD") != "" {
				t.Fatalf("%s is not on PATH, and DELPHI_NEED_INSPIRCD is set", name)
			}
			t.Skipf("%s is not on PATH: the tests against real services are skipped (Debian packages inspircd and anope, /usr/sbin)", name)
		}
		*path = found
	}
	n.ngircd = &ngircd{t: t, addr: freePort(t)}
	n.links = freePort(t)
	n.write("inspircd.conf", inspircdConf)
	n.write("services.conf", anopeConf)
	n.write("services.motd", "")

	args := []string{"--config", filepath.Join(n.dir, "inspircd.conf"), "--nofork", "--nopid"}
	if os.Geteuid() == 0 {
		args = append(args, "--runasroot")
	}
	cmd := n.run(n.path.inspircd, args...)
	t.Cleanup(func() { end(cmd, syscall.SIGKILL) })
	n.listening(n.addr)
	n.services()
	t.Cleanup(func() { end(n.anope, syscall.SIGKILL) })
	return n
}

func freePort(t *testing.T) string {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().String()
}

func (n *inspircd) write(name, text string) {
	n.t.Helper()
	_, port, _ := net.SplitHostPort(n.addr)
	_, link, _ := net.SplitHostPort(n.links)
	text = strings.NewReplacer("{dir}", n.dir, "{port}", port, "{link}", link, "{host}", servicesHost).Replace(text)
	if err := os.WriteFile(filepath.Join(n.dir, name), []byte(text), 0o600); err != nil {
		n.t.Fatal(err)
	}
}

func (n *inspircd) run(path string, args ...string) *exec.Cmd {
	n.t.Helper()
	var out bytes.Buffer
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = n.dir, &out, &out
	if err := cmd.Start(); err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() {
		if n.t.Failed() {
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

func (n *inspircd) listening(addr string) {
	n.t.Helper()
	for end := time.Now().Add(4 * soon); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return
		}
	}
	n.t.Fatalf("nothing listens at %s", addr)
}

// services starts Anope and waits until it has joined the network.
func (n *inspircd) services() {
	n.t.Helper()
	modules := filepath.Join(filepath.Dir(n.path.anope), "../lib/anope") // where Debian has them
	n.anope = n.run(n.path.anope, "--nofork", "--nothird", "--modulesdir="+modules, "--confdir="+n.dir, "--dbdir="+n.dir, "--logdir="+n.dir)
	c := n.client("watcher", "#watchers")
	defer c.conn.Close()
	for end := time.Now().Add(4 * soon); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		c.send("WHOIS ChanServ")
		if strings.Contains(c.until(" ChanServ "), " 311 ") {
			c.send("QUIT")
			return
		}
	}
	n.t.Fatal("services do not come")
}

// away ends services; their database is written.
func (n *inspircd) away() {
	n.t.Helper()
	end(n.anope, syscall.SIGTERM)
	c := n.client("watcher", "#watchers")
	defer c.conn.Close()
	for end := time.Now().Add(soon); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		c.send("WHOIS NickServ")
		if strings.Contains(c.until(" NickServ "), " 401 ") {
			c.send("QUIT")
			return
		}
	}
	n.t.Fatal("services do not go")
}

// owner registers a nick with services and stays there.
func (n *inspircd) owner(nick string) *rawClient {
	n.t.Helper()
	c := n.client(nick, "#owners")
	c.send("PRIVMSG NickServ :REGISTER hunter2 " + nick + "@test.example")
	c.until(" 900 ")
	return c
}

// account registers a nick and leaves it free.
func (n *inspircd) account(nick string) {
	n.t.Helper()
	c := n.owner(nick)
	c.send("QUIT")
	c.until("ERROR")
	c.conn.Close()
}

func (n *inspircd) config(nick string) Config {
	cfg := n.ngircd.config()
	cfg.Nick, cfg.SASL, cfg.SASLUser, cfg.Password = nick, "off", nick, "hunter2"
	cfg.NickServ = "NickServ@" + servicesHost
	return cfg
}

func identifiedAs(a *Adapter, nick string) func() bool {
	return func() bool { d := a.Detail(); return d.Identified && d.Nick == nick }
}

// TestServices has what real services do to a bot, and what it does about it.
func TestServices(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a network with services, which takes some seconds")
	}
	n := newInspircd(t)
	for _, nick := range []string{"byname", "bysasl", "ghosted", "recovered", "guest", "careful"} {
		n.account(nick)
	}
	haste := func(a *Adapter) { a.t.login, a.t.loginMax, a.t.freed = 100*time.Millisecond, time.Second, time.Second }

	t.Run("NickServ", func(t *testing.T) {
		a, _ := start(t, n.config("byname"), nil, haste)
		eventually(t, "identified by NickServ", identifiedAs(a, "byname"))
	})
	t.Run("SASL", func(t *testing.T) {
		cfg := n.config("bysasl")
		cfg.SASL, cfg.NickServ, cfg.RequireAccount = "plain", "", true
		a, _ := start(t, cfg, nil, haste)
		eventually(t, "identified by SASL", identifiedAs(a, "bysasl"))
	})
	t.Run("ghost", func(t *testing.T) {
		for _, sasl := range []string{"plain", "off"} {
			old := n.client("ghosted", "#nethack") // a connection that we lost without its noticing
			old.send("PRIVMSG NickServ :IDENTIFY ghosted hunter2")
			old.until(" 900 ")
			cfg := n.config("ghosted")
			cfg.SASL = sasl
			a, stop := start(t, cfg, nil, haste)
			eventually(t, "it has its nick", identifiedAs(a, "ghosted"))
			stop()
			old.conn.Close()
		}
	})
	t.Run("two processes", func(t *testing.T) { n.succeeds(t, haste) })
	t.Run("channels", func(t *testing.T) { n.channels(t, haste) })
	t.Run("replies", func(t *testing.T) {
		alice := n.client("alice", "#nethack")
		alice.send("CAP REQ :message-tags echo-message")
		alice.until(" ACK ")
		cfg := n.config("byname")
		cfg.Nick = "delphi"
		start(t, cfg, nil, haste)
		alice.here("delphi", "#nethack")
		repliesName(t, alice)
	})
	t.Run("services come back", func(t *testing.T) { n.comeBack(t, haste) })
}

// succeeds: a process that takes a network over from one that was stopped has the nick
// freed, and the other one says nothing more when it goes on.
func (n *inspircd) succeeds(t *testing.T, haste func(*Adapter)) {
	cfg := n.config("ghosted")
	cfg.SASL, cfg.Channels = "plain", []string{"#nethack"}
	var lost atomic.Bool
	former, end := start(t, cfg, nil, func(a *Adapter) {
		haste(a)
		a.t.slow, a.t.slowMax = time.Hour, time.Hour // services throw it out, and it does not come back
		a.opt.Held = func() bool { return !lost.Load() }
	})
	eventually(t, "the former one has its nick", identifiedAs(former, "ghosted"))
	goOn := make(chan struct{})
	former.ctl <- func(*session) error { <-goOn; return nil }
	successor, _ := start(t, cfg, nil, haste)
	eventually(t, "the successor has the nick", identifiedAs(successor, "ghosted"))
	lost.Store(true)
	close(goOn)
	end()
	alice := n.client("asker", "#nethack")
	alice.here("ghosted", "#nethack")
	alice.send("PRIVMSG #nethack :!echo here")
	if line := alice.until(" PRIVMSG #nethack :here"); !strings.HasPrefix(line, ":ghosted!") {
		t.Errorf("got %q", line)
	}
}

// channels: ChanServ lets us in where we have access.
func (n *inspircd) channels(t *testing.T, haste func(*Adapter)) {
	owner := n.owner("owner")
	for _, channel := range []string{"#invite", "#key", "#ban", "#full"} {
		owner.send("JOIN " + channel)
		owner.until(" 366 ")
		owner.send("PRIVMSG ChanServ :REGISTER "+channel+" test", "PRIVMSG ChanServ :ACCESS "+channel+" ADD guest 10")
		owner.until("access list")
	}
	owner.send("MODE #invite +i", "MODE #key +k xyzzy", "MODE #ban +b guest!*@*", "MODE #full +l 1")
	cfg := n.config("guest")
	cfg.Channels = []string{"#invite", "#key", "#ban", "#full"}
	a, _ := start(t, cfg, nil, func(a *Adapter) { haste(a); a.t.rejoin, a.t.rejoinMax = time.Hour, time.Hour })
	eventually(t, "it is in all of them", func() bool { return len(a.Detail().Joined) == len(cfg.Channels) })
}

// comeBack: a bot that came while services were away is identified once they
// are back, whenever it would have tried again by itself, and comes back itself
// after somebody used services to take its nick; and one whose configuration names a
// service that a stranger poses as gives nothing away.
func (n *inspircd) comeBack(t *testing.T, haste func(*Adapter)) {
	n.away()
	impostor := n.client("AuthServ", "#nethack")
	cfg := n.config("careful")
	cfg.NickServ = "AuthServ@" + servicesHost
	careful, stop := start(t, cfg, nil, haste)
	eventually(t, "it complains of the impostor", func() bool {
		return strings.Contains(careful.Detail().LastError, "the password was not sent")
	})
	stop()
	impostor.send("PRIVMSG AuthServ :that was all")
	if got := impostor.until(" PRIVMSG AuthServ "); !strings.Contains(got, "that was all") {
		t.Errorf("the impostor was told %q", got)
	}

	cfg = n.config("bysasl")
	cfg.SASL, cfg.NickServ = "plain", ""
	bySASL, _ := start(t, cfg, nil, haste)
	byName, _ := start(t, n.config("byname"), nil, haste)
	late := func(a *Adapter) { haste(a); a.t.login, a.t.loginMax = time.Hour, time.Hour }
	recovered, _ := start(t, n.config("recovered"), nil, late)
	eventually(t, "they are there without services", func() bool {
		return recovered.Detail().Connected && bySASL.Detail().Connected && byName.Detail().Connected
	})
	n.services()
	eventually(t, "identified when services say that they are back", identifiedAs(recovered, "recovered"))
	// Somebody who knows the password takes the nick, for which services kill the bot.
	thief := n.client("thief", "#nethack")
	thief.send("PRIVMSG NickServ :IDENTIFY recovered hunter2")
	thief.until(" 900 ")
	thief.send("PRIVMSG NickServ :RECOVER recovered")
	thief.until(" NICK :recovered")
	again := func() bool { return recovered.Detail().Reconnects > 0 && identifiedAs(recovered, "recovered")() }
	for what, ready := range map[string]func() bool{
		"by SASL":      identifiedAs(bySASL, "bysasl"),
		"by NickServ":  identifiedAs(byName, "byname"),
		"after a kill": again,
	} {
		for end := time.Now().Add(4 * soon); !ready() && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		}
		if !ready() {
			t.Errorf("never identified %s", what)
		}
	}
}

const inspircdConf = `<server name="irc.test.example" description="test" id="1AA" network="Test">
<admin name="test" nick="test" email="test@test.example">
<bind address="127.0.0.1" port="{port}" type="clients">
<bind address="127.0.0.1" port="{link}" type="servers">
<path configdir="{dir}" datadir="{dir}" logdir="{dir}" runtimedir="{dir}">
<connect name="main" allow="*" timeout="30" pingfreq="120" softsendq="1048576" hardsendq="1048576" recvq="262144"
 localmax="1000" globalmax="1000" commandrate="1000000" threshold="1000000" fakelag="off" resolvehostnames="no" useident="no" useconnectban="no" useconnflood="no">
<options casemapping="ascii">
<dns server="127.0.0.1" timeout="1">
<module name="spanningtree"><module name="services_account"><module name="cap"><module name="sasl"><module name="ircv3">
<module name="ircv3_accounttag"><module name="ircv3_capnotify"><module name="ircv3_chghost"><module name="ircv3_ctctags"><module name="ircv3_msgid"><module name="ircv3_echomessage">
<module name="svshold"><module name="hidechans"><module name="monitor"><module name="botmode"><module name="allowinvite"><module name="chghost"><module name="chgident">
<sasl target="{host}" requiressl="no">
<link name="{host}" ipaddr="127.0.0.1" port="{link}" sendpass="linkpass" recvpass="linkpass" allowmask="127.0.0.0/8">
<uline server="{host}" silent="yes">
`

const anopeConf = `uplink { host = "127.0.0.1"; ipv6 = no; ssl = no; port = {link}; password = "linkpass" }
serverinfo { name = "{host}"; description = "Services"; pid = "{dir}/services.pid"; motd = "{dir}/services.motd" }
module { name = "inspircd3"; use_server_side_mlock = no; use_server_side_topiclock = no }
networkinfo { networkname = "Test"; nicklen = 30; userlen = 10; hostlen = 64; chanlen = 64; modelistsize = 100
 vhost_chars = "abcdefghijklmnopqrstuvwxyz.-"; allow_undotted_vhosts = false; disallow_start_or_end = ".-" }
options { casemap = "ascii"; warningtimeout = 4h; timeoutcheck = 1s; retrywait = 1s; updatetimeout = 5m; expiretimeout = 30m
 readtimeout = 5s; hideprivilegedcommands = no; hideregisteredcommands = no; languages = ""; defaultlanguage = "" }
log { target = "services.log"; bot = ""; logage = 1; admin = "*"; users = "*"; other = "*"; rawio = no; debug = no }
mail { usemail = no; sendmailpath = ""; sendfrom = "services@test.example"; registration_subject = "x"; registration_message = "x"
 reset_subject = "x"; reset_message = "x"; emailchange_subject = "x"; emailchange_message = "x"; memo_subject = "x"; memo_message = "x" }
module { name = "db_flatfile"; database = "anope.db"; keepbackups = 0; fork = no }
module { name = "enc_sha256" }
module { name = "m_sasl" }
service { nick = "NickServ"; user = "services"; host = "{host}"; gecos = "NickServ"; modes = "+o" }
service { nick = "ChanServ"; user = "services"; host = "{host}"; gecos = "ChanServ"; modes = "+o" }
module { name = "nickserv"; client = "NickServ"; forceemail = no; confirmemailchanges = no
 defaults = "killprotect kill_quick ns_secure autoop"; regdelay = 0s; expire = 21d; secureadmins = yes; modeonid = yes
 hidenetsplitquit = no; killquick = 1s; kill = 1s; enforceruser = "enforcer"; enforcerhost = "{host}"; releasetimeout = 1m
 guestnickprefix = "Guest"; nonicknameownership = no; passlen = 32 }
module { name = "ns_identify"; maxlogins = 10 }
command { service = "NickServ"; name = "IDENTIFY"; command = "nickserv/identify"; }
module { name = "ns_register"; registration = "none"; unconfirmedexpire = 1d }
command { service = "NickServ"; name = "REGISTER"; command = "nickserv/register"; }
module { name = "ns_recover"; restoreonrecover = yes }
command { service = "NickServ"; name = "RECOVER"; command = "nickserv/recover"; }
module { name = "chanserv"; client = "ChanServ"; defaults = "keeptopic peace cs_secure securefounder signkick"; maxregistered = 20
 expire = 14d; accessmax = 1000; inhabit = 15s; reasonmax = 200; signkickformat = "%m (%n)"; disallow_hostmask_access = false
 disallow_channel_access = false; always_lower_ts = false }
privilege { name = "INVITE"; rank = 120; level = 5; flag = "i"; xop = "AOP" }
privilege { name = "UNBAN"; rank = 200; level = 5; flag = "u"; xop = "AOP" }
privilege { name = "GETKEY"; rank = 180; level = 5; flag = "G"; xop = "AOP" }
privilege { name = "FOUNDER"; rank = 10000; level = 10000; flag = "F" }
privilege { name = "ACCESS_CHANGE"; rank = 0; level = 10; flag = "f"; xop = "SOP" }
privilege { name = "ACCESS_LIST"; rank = 10; level = 3; flag = "f"; xop = "VOP" }
module { name = "cs_access" }
command { service = "ChanServ"; name = "ACCESS"; command = "chanserv/access"; group = "chanserv/access" }
module { name = "cs_register" }
command { service = "ChanServ"; name = "REGISTER"; command = "chanserv/register"; }
module { name = "cs_invite" }
command { service = "ChanServ"; name = "INVITE"; command = "chanserv/invite"; }
module { name = "cs_unban" }
command { service = "ChanServ"; name = "UNBAN"; command = "chanserv/unban"; }
module { name = "cs_getkey" }
command { service = "ChanServ"; name = "GETKEY"; command = "chanserv/getkey"; }
`
