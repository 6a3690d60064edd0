package irc

import (
	"strings"
	"testing"
	"time"
)

// withServices is a configuration that may give its password to NickServ.
func withServices(srv *testServer) Config {
	return Config{Address: srv.addr(), Channels: []string{"#nethack"}, SASL: "off", SASLUser: "oracle", Password: "hunter2",
		NickServ: "NickServ@services.example"}
}

const (
	nickServHere  = ":irc.test 311 {me} NickServ services services.example * :Nickname services"
	nickServMask  = ":NickServ!services@services.example NOTICE {me} :"
	chanServMask  = ":ChanServ!services@services.example NOTICE {me} :"
	nowIdentified = ":irc.test 900 {me} {me}!u@h oracle :You are now logged in as oracle"
)

// identify plays services up to the point where they know the bot.
func (p *peer) identify() {
	p.t.Helper()
	p.expect("WHOIS", "NickServ")
	p.send(nickServHere)
	p.expect("PRIVMSG", "NickServ", "IDENTIFY oracle hunter2")
	p.send(nowIdentified)
}

// never fails if the client sends a line with that command before it has
// handled everything sent so far.
func (p *peer) never(command string) {
	p.t.Helper()
	p.pings++
	p.send("PING :never")
	for {
		m, err := p.next()
		switch {
		case err != nil:
			p.t.Fatal(err)
		case m.Command == "PONG" && m.Params[0] == "never":
			return
		case m.Command == command:
			p.t.Errorf("the client sent %s %q", command, m.Params)
		}
	}
}

func TestNickServ(t *testing.T) {
	for name, grant := range map[string]string{
		"numeric": nowIdentified,
		"notice":  nickServMask + "You are now identified for \x02oracle\x02.",
		"mode":    ":NickServ MODE {me} :+r",
	} {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, nil)
			cfg := withServices(srv)
			cfg.RequireAccount = true
			a, _ := start(t, cfg, nil, nil)
			p := srv.accept()
			p.register()
			p.expect("WHOIS", "NickServ")
			p.send(nickServHere)
			p.expect("PRIVMSG", "NickServ", "IDENTIFY oracle hunter2")
			p.send(":mallory!m@x.example NOTICE {me} :You are now identified, join us",
				":NickServ!m@x.example NOTICE {me} :You are now identified, join us")
			p.never("JOIN")
			if a.Detail().Identified {
				t.Error("identified by a stranger's notice")
			}
			p.send(grant)
			p.admit()
		})
	}
}

// TestPasswordStaysHere: the password goes to nobody but NickServ at the host
// that the configuration names.
func TestPasswordStaysHere(t *testing.T) {
	t.Run("another host", func(t *testing.T) {
		srv := newServer(t, nil)
		a, _ := start(t, withServices(srv), nil, func(a *Adapter) { a.t.identify = 50 * time.Millisecond })
		p := srv.accept()
		p.register()
		p.expect("WHOIS", "NickServ")
		p.send(":irc.test 311 {me} NickServ mallory evil.example * :Nickname services")
		p.never("PRIVMSG")
		p.admit() // it is not required
		p.never("PRIVMSG")
		if e := a.Detail().LastError; !strings.Contains(e, "evil.example") || strings.Contains(e, "hunter2") {
			t.Errorf("last error: %q", e)
		}
	})
	t.Run("nobody there, then services", func(t *testing.T) {
		srv := newServer(t, nil)
		start(t, withServices(srv), nil, func(a *Adapter) {
			a.t.identify, a.t.login, a.t.loginMax = 20*time.Millisecond, 20*time.Millisecond, 20*time.Millisecond
		})
		p := srv.accept()
		p.register()
		p.expect("WHOIS", "NickServ")
		p.send(":irc.test 401 {me} NickServ :No such nick")
		p.admit()
		p.identify()
		p.never("JOIN")
	})
	t.Run("SASL failed", func(t *testing.T) {
		srv := newServer(t, nil)
		cfg := withServices(srv)
		cfg.SASL = "plain"
		start(t, cfg, nil, nil)
		p := srv.accept()
		p.capabilities("sasl", 1)
		p.expect("AUTHENTICATE", "PLAIN")
		p.send("AUTHENTICATE +")
		p.expect("AUTHENTICATE")
		p.send(":irc.test 904 {me} :SASL authentication failed")
		p.expect("CAP", "END")
		p.greet()
		p.admit()
		p.send(nickServMask + "This nickname is registered. Please identify via /msg NickServ identify <password>.")
		p.never("WHOIS")
		p.never("PRIVMSG")
	})
	t.Run("not asked for", func(t *testing.T) {
		srv := newServer(t, nil)
		cfg := withServices(srv)
		cfg.SASL, cfg.NickServ = "plain", ""
		start(t, cfg, nil, nil)
		p := srv.accept()
		p.register() // without SASL
		p.admit()
		p.send(nickServMask + "This nickname is registered. Please identify via /msg NickServ identify <password>.")
		p.never("WHOIS")
		p.never("PRIVMSG")
	})
	t.Run("refused", func(t *testing.T) {
		srv := newServer(t, nil)
		start(t, withServices(srv), nil, func(a *Adapter) { a.t.login = time.Nanosecond })
		p := srv.accept()
		p.register()
		p.expect("WHOIS", "NickServ")
		p.send(nickServHere)
		p.expect("PRIVMSG", "NickServ")
		p.send(nickServMask+"Password incorrect.", nickServMask+"This nickname is registered and protected. Please identify.")
		p.never("PRIVMSG")
	})
}

func TestServicesNeverIdentify(t *testing.T) {
	srv := newServer(t, nil)
	cfg := withServices(srv)
	cfg.RequireAccount = true
	a, _ := start(t, cfg, nil, func(a *Adapter) { a.t.identify = 20 * time.Millisecond })
	p := srv.accept()
	p.register()
	p.expect("WHOIS", "NickServ")
	srv.accept()
	if e := a.Detail().LastError; !strings.Contains(e, "did not identify") || strings.Contains(e, "hunter2") {
		t.Errorf("last error: %q", e)
	}
}

// TestServicesComeBack: they ask who we are, and are told.
func TestServicesComeBack(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, withServices(srv), nil, func(a *Adapter) { a.t.steady, a.t.login, a.t.loginMax = 0, time.Hour, time.Hour })
	p := srv.accept()
	p.register()
	p.identify()
	p.admit()
	p.send(nickServMask + "This nickname is registered and protected. If it is your nick, type /msg NickServ IDENTIFY password.")
	p.identify()
	p.never("JOIN")
	eventually(t, "identified again", func() bool { return a.Detail().Identified })
	// A stranger under the nick gets nothing, and makes us ask nobody.
	p.send(":NickServ!m@evil.example NOTICE {me} :This nickname is registered. Please identify.")
	p.never("WHOIS")
}

// TestServicesComeBackWithSASL: where SASL is configured, it is used again.
func TestServicesComeBackWithSASL(t *testing.T) {
	srv := newServer(t, nil)
	cfg := withServices(srv)
	cfg.SASL, cfg.NickServ = "plain", ""
	start(t, cfg, nil, func(a *Adapter) { a.t.steady = 0 })
	p := srv.accept()
	p.capabilities("sasl", 1)
	p.expect("AUTHENTICATE", "PLAIN")
	p.send(nowIdentified, ":irc.test 903 {me} :ok")
	p.expect("CAP", "END")
	p.greet()
	p.admit()
	p.send(":irc.test 901 {me} {me}!u@h :You are now logged out")
	p.expect("AUTHENTICATE", "PLAIN")
}

// TestForcedRename: services rename us, we identify, and only then take the
// nick back.
func TestForcedRename(t *testing.T) {
	srv := newServer(t, nil)
	start(t, withServices(srv), nil, func(a *Adapter) {
		a.t.steady, a.t.identify = 0, time.Millisecond
		a.t.regain, a.t.regainMax = time.Millisecond, time.Millisecond
		a.t.login, a.t.loginMax = time.Hour, time.Hour
	})
	p := srv.accept()
	p.register()
	p.expect("WHOIS", "NickServ")
	p.send(":irc.test 401 {me} NickServ :No such nick") // services are away
	p.admit()
	p.send(nickServMask+"This nickname is registered.", ":delphi!~delphi@host.example NICK Guest123")
	p.nick = "Guest123"
	p.never("NICK")
	time.Sleep(20 * time.Millisecond) // in which the chores could ask for the nick
	p.never("NICK")
	p.send(nowIdentified)
	p.expect("NICK", "delphi")
	p.send(":Guest123!~delphi@host.example NICK delphi")
}

// TestRenamedWithoutAccount: without an account a nick that services took from
// us is not asked for again.
func TestRenamedWithoutAccount(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr()}, nil, func(a *Adapter) { a.t.regain, a.t.regainMax = time.Millisecond, time.Millisecond })
	p := srv.accept()
	p.register()
	p.send(":delphi!~delphi@host.example NICK Guest123")
	p.nick = "Guest123"
	p.never("NICK")
	time.Sleep(20 * time.Millisecond)
	p.never("NICK")
}

// TestNickIsRegainedWithTime: where there is no account, a nick that another
// user holds is asked for now and then.
func TestNickIsRegainedWithTime(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr()}, nil, func(a *Adapter) { a.t.regain, a.t.regainMax = 10*time.Millisecond, 10*time.Millisecond })
	p := srv.accept()
	p.expect("USER")
	p.send("CAP * LS :", ":irc.test 433 * delphi :Nickname is already in use")
	p.nick = p.expect("NICK", "delphi_").Params[0]
	p.greet()
	for range 3 {
		p.expect("NICK", "delphi")
		p.send(":irc.test 433 {me} delphi :Nickname is already in use")
	}
}

// TestServicesFreeTheNick: services that know us free our nick, by whatever
// command they have.
func TestServicesFreeTheNick(t *testing.T) {
	for name, c := range map[string]struct {
		numeric string
		unknown []string // commands these services do not have
		command string   // the one they have
	}{
		"Atheme":   {"433", nil, "REGAIN delphi"},
		"ergo":     {"433", []string{"REGAIN delphi"}, "GHOST delphi"},
		"Anope":    {"433", []string{"REGAIN delphi", "GHOST delphi"}, "RECOVER delphi"},
		"enforcer": {"432", nil, "RELEASE delphi"},
	} {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, nil)
			start(t, withServices(srv), nil, func(a *Adapter) { a.t.freed = time.Hour })
			p := srv.accept()
			p.expect("USER")
			p.send("CAP * LS :", ":irc.test 433 * delphi :Nickname is already in use")
			p.nick = p.expect("NICK", "delphi_").Params[0]
			p.greet()
			p.identify()
			p.admit()
			p.expect("NICK", "delphi")
			p.send(":irc.test " + c.numeric + " {me} delphi :No")
			for _, u := range c.unknown {
				p.expect("PRIVMSG", "NickServ", u)
				p.send(nickServMask + "Unknown command \x02" + u + "\x02. \"/msg NickServ HELP\" for help.")
			}
			p.expect("PRIVMSG", "NickServ", c.command)
			p.send(nickServMask + "\x02delphi\x02 has been freed.")
			p.expect("NICK", "delphi")
			p.send(":delphi_!~delphi@host.example NICK delphi")
			p.nick = "delphi"
			p.never("NICK")
		})
	}
}

// TestServicesAreNotAskedForEver: a nick that stays taken ends the attempt.
func TestServicesAreNotAskedForEver(t *testing.T) {
	srv := newServer(t, nil)
	start(t, withServices(srv), nil, nil)
	p := srv.accept()
	p.expect("USER")
	p.send("CAP * LS :", ":irc.test 433 * delphi :Nickname is already in use")
	p.nick = p.expect("NICK", "delphi_").Params[0]
	p.greet()
	p.identify()
	p.admit()
	const taken = ":irc.test 433 {me} delphi :Nickname is already in use"
	p.expect("NICK", "delphi")
	p.send(taken)
	p.expect("PRIVMSG", "NickServ", "REGAIN delphi")
	p.send(nickServMask + "Access denied.")
	p.expect("NICK", "delphi")
	p.send(taken)
	p.never("PRIVMSG")
	p.never("NICK")
}

// TestChanServ: it is asked for help where a channel refuses us, once services
// know us.
func TestChanServ(t *testing.T) {
	for numeric, c := range map[string]struct{ ask, answer, join string }{
		"473": {"INVITE #nethack", ":ChanServ!services@services.example INVITE {me} :#nethack", "#nethack"},
		"471": {"INVITE #nethack", ":ChanServ!services@services.example INVITE {me} :#nethack", "#nethack"},
		"474": {"UNBAN #nethack", chanServMask + "You have been unbanned from \x02#nethack\x02.", "#nethack"},
		"475": {"GETKEY #nethack", chanServMask + "Key for channel \x02#nethack\x02 is \x02xyzzy\x02.", "#nethack xyzzy"},
	} {
		t.Run(numeric, func(t *testing.T) {
			srv := newServer(t, nil)
			start(t, withServices(srv), nil, func(a *Adapter) { a.t.rejoin, a.t.rejoinMax = time.Hour, time.Hour })
			p := srv.accept()
			p.register()
			p.identify()
			refusal := ":irc.test " + numeric + " {me} #nethack :Cannot join channel"
			p.expect("JOIN", "#nethack")
			p.send(refusal)
			p.expect("PRIVMSG", "ChanServ", c.ask)
			p.send(":ChanServ!m@evil.example NOTICE {me} :Key for channel #nethack is wrong.")
			p.never("JOIN")
			p.send(c.answer)
			p.expect("JOIN", strings.Fields(c.join)...)
			p.send(refusal) // its help did not help: no haste
			p.never("PRIVMSG")
			p.send(c.answer)
			p.expect("JOIN") // the answer to what was asked before
		})
	}
}

func TestChannelKeyIn(t *testing.T) {
	for text, want := range map[string]string{
		"Key for channel #nethack is xyzzy.": "xyzzy",
		"Channel #nethack key is: xyzzy":     "xyzzy",
		"The channel #nethack has no key.":   "",
		"Key for channel #nethack is a,b.":   "",
		"Access denied.":                     "",
		"":                                   "",
	} {
		if got, ok := channelKeyIn(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %t", text, got, ok)
		}
	}
}
