package irc

import (
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"delphi/bot/irc/irctest"
	"delphi/bot/irc/render"
)

// inspircd is a real network with services and its clients.
type inspircd struct {
	*ngircd // for its clients
	*irctest.Network
	t *testing.T
}

const servicesHost = irctest.ServicesHost

func newInspircd(t *testing.T) *inspircd {
	t.Helper()
	n := irctest.New(t)
	return &inspircd{t: t, Network: n, ngircd: &ngircd{t: t, addr: n.Addr}}
}

func freePort(t *testing.T) string {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().String()
}

// owner registers a nick with services and stays there.
func (n *inspircd) owner(nick string) *rawClient {
	n.t.Helper()
	c := n.client(nick, "#owners")
	c.send("PRIVMSG NickServ :REGISTER hunter2 " + nick + "@test.example")
	c.until(" 900 ")
	return c
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
	n.Register("byname", "bysasl", "ghosted", "recovered", "guest", "careful", "heard")
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
	t.Run("refusals", func(t *testing.T) { n.refusals(t) })
	t.Run("doctor", func(t *testing.T) { n.examined(t) })
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
	n.Away()
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
	n.Services()
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

// refusals: whatever a channel does not let pass, the asker reads the answer.
func (n *inspircd) refusals(t *testing.T) {
	op := n.client("op", "#strict")
	cfg := n.config("mute")
	cfg.NickServ, cfg.Password, cfg.Channels = "", "", []string{"#strict"}
	a, _ := start(t, cfg, nil, nil)
	op.here("mute", "#strict")
	const plain = "force bolt: 47% fail (Wizard XL8)"
	for _, c := range []struct{ on, off, in, answer string }{
		{"+c", "-c", "PRIVMSG #strict :", plain},
		{"+m", "-m", "PRIVMSG heard :", plain + ". (#strict does not let me speak"},
		{"+b mute!*@*", "-b mute!*@*", "PRIVMSG heard :", plain + ". (#strict"},
		{"+b m:mute!*@*", "-b m:mute!*@*", "PRIVMSG heard :", plain + ". (#strict"},
		{"+M", "-M", "PRIVMSG heard :", plain + ". (#strict"},
	} {
		asker := n.client("heard", "#strict")
		asker.send("PRIVMSG NickServ :IDENTIFY heard hunter2")
		asker.until(" 900 ")
		op.send("MODE #strict " + c.on)
		op.until(strings.Fields(c.on)[0])
		if c.on != "+c" {
			op.send("MODE #strict +o heard") // who may be heard
			op.until("+o")
		}
		asker.send("PRIVMSG #strict :!fail wiz")
		if got := asker.until(c.in); !strings.Contains(got, ":"+c.answer) {
			t.Errorf("%s: got %q", c.on, got)
		}
		eventually(t, c.on+" is in status", func() bool { return a.Detail().Limited["#strict"] != "" })
		op.send("MODE #strict " + c.off)
		op.until(strings.Fields(c.off)[0])
		asker.send("PRIVMSG #strict :!fail wiz") // as before
		if got := asker.until(" PRIVMSG #strict :force bolt"); !strings.Contains(got, render.Bold) {
			t.Errorf("after %s: got %q", c.off, got)
		}
		asker.send("QUIT")
		asker.until("ERROR")
	}
}

// examined: the doctor says what does not work on a real network, and what to change.
func (n *inspircd) examined(t *testing.T) {
	op := n.client("doctor_op", "#strict2")
	op.send("MODE #strict2 +cm", "JOIN #closed", "MODE #closed +i")
	op.until("+i")
	cfg := n.config("bysasl")
	cfg.SASL, cfg.NickServ, cfg.Channels = "plain", "", []string{"#open", "#strict2", "#closed"}
	or(&cfg.Name, "test")
	cfg.TLS, cfg.LinesPerSecond = new(bool), new(float64)
	a, err := New(cfg, Options{})
	if err != nil {
		t.Fatal(err)
	}
	a.t = brisk()
	all := ""
	for _, f := range a.Examine(t.Context()) {
		all += f.String() + "\n"
	}
	for _, want := range []string{
		"ok    connected to " + n.Addr, "ok    identified to services as bysasl", "ok    joined #open",
		"wrong joined #strict2", "+m lets only voiced people speak", "+c refuses or strips formatting", "wrong not in #closed",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("lacks %q:\n%s", want, all)
		}
	}
}
