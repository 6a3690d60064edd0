package irc

import (
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"delphi/bot"
	"delphi/bot/irc/render"
	"delphi/commands"
)

const alice = "alice!~a@home.example"

// joined starts an adapter and plays it into #nethack.
func joined(t *testing.T, cfg Config) *peer {
	t.Helper()
	srv := newServer(t, nil)
	cfg.Address = srv.addr()
	if cfg.Channels == nil {
		cfg.Channels = []string{"#nethack"}
	}
	start(t, cfg, nil, nil)
	p := srv.accept()
	p.register()
	p.admit("alice", "@bob", "+carol", "@bridge")
	return p
}

func TestAnswers(t *testing.T) {
	p := joined(t, Config{})
	for _, c := range []struct{ name, line, target, want string }{
		{"prefix", ":" + alice + " PRIVMSG #nethack :!fail wiz", "#nethack", "force bolt: \x0247%\x02 fail (Wizard XL8)"},
		{"channel in capitals", ":" + alice + " PRIVMSG #NetHack :!echo a", "#NetHack", "a"},
		{"addressed", ":" + alice + " PRIVMSG #nethack :delphi: echo b", "#nethack", "b"},
		{"addressed, comma, capitals", ":" + alice + " PRIVMSG #nethack :DELPHI, echo c", "#nethack", "c"},
		{"addressed with prefix", ":" + alice + " PRIVMSG #nethack :delphi: !echo d", "#nethack", "d"},
		{"addressed, unknown", ":" + alice + " PRIVMSG #nethack :delphi: what", "#nethack", "no such command. Try: !help"},
		{"private", ":" + alice + " PRIVMSG delphi :echo e", "alice", "e"},
		{"private with prefix", ":" + alice + " PRIVMSG delphi :!echo f", "alice", "f"},
		{"private, unknown", ":" + alice + " PRIVMSG delphi :what", "alice", "no such command. Try: !help"},
		{"addressed, no question", ":" + alice + " PRIVMSG #nethack :delphi: chatter", "#nethack", "that is no question."},
		{"private, no question", ":" + alice + " PRIVMSG delphi :chatter", "alice", "that is no question."},
		{"coloured", ":" + alice + " PRIVMSG #nethack :\x02\x0304,12!echo\x03 g\x0f", "#nethack", "g"},
		{"reply only for the asker", ":" + alice + " PRIVMSG #nethack :!secret", "alice", "between us"},
		{"who, in a channel", ":" + alice + " PRIVMSG #nethack :!whoami", "#nethack",
			"user=~alice@home.example nick=alice place=#nethack operator=false private=false"},
		{"who, in private", ":" + alice + " PRIVMSG delphi :whoami", "alice",
			"user=~alice@home.example nick=alice place=~alice@home.example operator=true private=true"},
		{"channel operator", ":bob!~b@x.example PRIVMSG #nethack :!whoami", "#nethack",
			"user=~bob@x.example nick=bob place=#nethack operator=true private=false"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			p.send(c.line)
			if target, text := p.said(); target != c.target || text != c.want {
				t.Errorf("%s\ngot  %s: %q\nwant %s: %q", c.line, target, text, c.target, c.want)
			}
		})
	}
}

func TestNotAnswered(t *testing.T) {
	p := joined(t, Config{Ignore: []string{"*!*@spam.example", "mallory"}})
	for name, line := range map[string]string{
		"talk":                  ":" + alice + " PRIVMSG #nethack :fail wiz",
		"notice":                ":" + alice + " NOTICE #nethack :!fail wiz",
		"private notice":        ":" + alice + " NOTICE delphi :fail wiz",
		"another bot's command": ":" + alice + " PRIVMSG #nethack :!lg * xl>12",
		"prefix alone":          ":" + alice + " PRIVMSG #nethack :!",
		"a word that begins so": ":" + alice + " PRIVMSG #nethack :delphic: fail",
		"our own echo":          ":delphi!~delphi@host.example PRIVMSG #nethack :!fail wiz",
		"tagged as a bot":       "@bot :robot!~r@x.example PRIVMSG #nethack :!fail wiz",
		"known as a bot":        ":robot!~r@x.example PRIVMSG delphi :fail wiz",
		"action":                ":" + alice + " PRIVMSG #nethack :\x01ACTION !fail wiz\x01",
		"unknown CTCP":          ":" + alice + " PRIVMSG delphi :\x01FINGER\x01",
		"CTCP nest":             ":" + alice + " PRIVMSG delphi :\x01\x01\x01PING \x01VERSION\x01",
		"a server":              ":irc.test PRIVMSG delphi :fail wiz",
		"no source":             "PRIVMSG #nethack :!fail wiz",
		"everybody":             ":oper!~o@x.example PRIVMSG $$* :!fail wiz",
		"ignored host":          ":eve!~e@spam.example PRIVMSG #nethack :!fail wiz",
		"ignored nick":          ":Mallory!~e@x.example PRIVMSG #nethack :!fail wiz",
		"a channel we left":     ":" + alice + " PRIVMSG #elsewhere :!fail wiz",
		"silent reply":          ":" + alice + " PRIVMSG #nethack :!silence",
		"no question":           ":" + alice + " PRIVMSG #nethack :!chatter",
		"nothing":               ":" + alice + " PRIVMSG #nethack :",
	} {
		t.Run(name, func(t *testing.T) {
			p.t = t
			if name == "known as a bot" {
				p.send(":robot!~r@x.example JOIN #nethack", "@bot :robot!~r@x.example PRIVMSG #nethack :hello")
			}
			p.quiet(alice, "#nethack", line)
		})
	}
}

// TestCTCPIsLimited: PING and VERSION are answered, a few times.
func TestCTCPIsLimited(t *testing.T) {
	for request, want := range map[string]string{
		"VERSION":                          "VERSION Delphi 1.0",
		"PING 12345 67":                    "PING 12345 67",
		"PING " + strings.Repeat("x", 300): "PING " + strings.Repeat("x", maxPingToken),
	} {
		p := joined(t, Config{})
		for range 10 {
			p.send(":" + alice + " PRIVMSG delphi :\x01" + request + "\x01")
		}
		p.send(":"+alice+" PRIVMSG delphi :\x01CLIENTINFO\x01", ":"+alice+" PRIVMSG #nethack :!echo end")
		replies := 0
		for {
			m, err := p.next()
			if err != nil {
				t.Fatal(err)
			}
			if m.Command == "PRIVMSG" {
				break
			}
			if m.Command == "NOTICE" && m.Params[0] == "alice" {
				if m.Params[1] != "\x01"+want+"\x01" {
					t.Errorf("%s: %q", request, m.Params[1])
				}
				replies++
			}
		}
		if replies == 0 || replies > 2 {
			t.Errorf("%d answers to 10 CTCP %s, want one or two", replies, request)
		}
	}
}

func TestReplyStyle(t *testing.T) {
	off := false
	p := joined(t, Config{ReplyWith: "notice", Formatting: &off, AddressAsker: true, Prefix: "?"})
	p.send(":"+alice+" PRIVMSG #nethack :!fail wiz", ":"+alice+" PRIVMSG #nethack :?fail wiz")
	if m := p.expect("NOTICE"); m.Params[0] != "#nethack" || m.Params[1] != "alice: force bolt: 47% fail (Wizard XL8)" {
		t.Errorf("got %q", m.Params)
	}
}

type prefixes map[commands.Place]string

func (p prefixes) Prefix(_ commands.Network, place commands.Place, _ ...commands.Place) string {
	return p[place]
}

// Asks: lines that begin with "echo" are questions where the prefix is "$".
func (p prefixes) Asks(_ commands.Network, place commands.Place, line string, _ ...commands.Place) bool {
	return p[place] == "$" && strings.HasPrefix(line, "echo")
}

func TestMarkedQuestions(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr(), Channels: []string{"#a", "#B"}}, nil, func(a *Adapter) {
		a.opt.Settings = prefixes{"#b": "$"}
	})
	p := srv.accept()
	p.register()
	p.admit()
	p.send(":"+alice+" PRIVMSG #a :echo wrong", ":"+alice+" PRIVMSG #b : echo quoted", ":"+alice+" PRIVMSG #b :echo marked")
	if target, text := p.said(); target != "#b" || text != "marked" {
		t.Errorf("got %q in %s, want the marked line answered in #b alone", text, target)
	}
}

func TestPrefixOfAChannel(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr(), Channels: []string{"#a", "#B"}}, nil, func(a *Adapter) {
		a.opt.Settings = prefixes{"#b": "$"}
	})
	p := srv.accept()
	p.register()
	p.admit()
	p.send(":"+alice+" PRIVMSG #b :!echo wrong", ":"+alice+" PRIVMSG #a :$echo wrong",
		":"+alice+" PRIVMSG #b :$echo b", ":"+alice+" PRIVMSG #a :!echo a")
	for _, want := range []string{"b", "a"} {
		if _, text := p.said(); text != want {
			t.Errorf("got %q, want %q", text, want)
		}
	}
}

// wholeWords fails for texts with a broken word of the answer to "long".
func wholeWords(t *testing.T, lines []string) {
	t.Helper()
	for _, l := range lines {
		for _, w := range strings.Fields(strings.TrimSuffix(strings.TrimSuffix(l, render.InPrivate), render.CutMark)) {
			if w != "Elbereth" && w != "ünd" {
				t.Errorf("a broken word: %q", w)
			}
		}
	}
}

// TestLongAnswersFit: in private up to render.MaxLines are said; a channel reads one,
// and whoever asked the rest.
func TestLongAnswersFit(t *testing.T) {
	p := joined(t, Config{})
	p.send(":" + alice + " PRIVMSG delphi :long")
	var all []string
	for range render.MaxLines {
		_, text := p.said() // which checks that it fits
		all = append(all, text)
	}
	if !strings.HasSuffix(all[render.MaxLines-1], render.CutMark) || strings.HasSuffix(all[0], render.CutMark) {
		t.Errorf("only the last of the lines should say that there is more: %q", all)
	}
	wholeWords(t, all)

	p.send(":" + alice + " PRIVMSG #nethack :!long")
	target, text := p.said()
	if target != "#nethack" || !strings.HasSuffix(text, render.InPrivate) {
		t.Errorf("to %s: %q", target, text)
	}
	wholeWords(t, []string{text})
	for i := range privateLines {
		target, text = p.said()
		wholeWords(t, []string{text})
		if target != "alice" || strings.HasSuffix(text, render.CutMark) != (i == privateLines-1) {
			t.Errorf("line %d, to %s: %q", i, target, text)
		}
	}
	p.send(":"+alice+" PRIVMSG #nethack :!panic", ":"+alice+" PRIVMSG #nethack :!echo alive")
	if _, text := p.said(); text != "alive" {
		t.Errorf("after a panic: %q", text)
	}
}

// TestHostFollowed: lines are filled to the last byte, however the network shows
// our host.
func TestHostFollowed(t *testing.T) {
	p := joined(t, Config{})
	full := func() {
		t.Helper()
		p.send(":" + alice + " PRIVMSG {me} :long")
		longest := 0
		for range render.MaxLines {
			_, text := p.said()
			longest = max(longest, len(":"+p.nick+"!"+p.user+"@"+p.host+" PRIVMSG alice :\r\n")+len(text))
		}
		if longest < 512-len("Elbereth ünd ") {
			t.Errorf("with host %s the longest line is %d bytes: room wasted", p.host, longest)
		}
	}
	full()
	p.host = strings.Repeat("h", 60) + ".example"
	p.send(":irc.test 396 {me} " + p.host + " :is now your hidden host")
	full()
	old := p.host
	p.user, p.host = "oracle", strings.Repeat("g", 80)
	p.send(":{me}!~delphi@" + old + " CHGHOST oracle " + p.host)
	full()
	p.send(":{me}!oracle@" + p.host + " NICK delphi_of_the_long_name")
	p.nick = "delphi_of_the_long_name"
	full()
}

func TestBudget(t *testing.T) {
	cfg := Config{}.withDefaults()
	s := newSession(&Adapter{}, &cfg, nil)
	s.seen("~delphi", "host.example")
	line := ":delphi!~delphi@host.example PRIVMSG #nethack :\r\n"
	if got := s.budget("PRIVMSG", "#nethack"); got+len(line) != 512 {
		t.Errorf("budget %d, which with %q makes %d bytes", got, line, got+len(line))
	}
	before := s.budget("PRIVMSG", "#nethack")
	s.seen("", "x")
	s.seen("u", strings.Repeat("x", 300))
	if got := s.budget("PRIVMSG", "#nethack"); got != before {
		t.Errorf("believed nonsense: budget %d", got)
	}
}

func TestNickInUse(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, nil)
	p := srv.accept()
	p.expect("CAP", "LS")
	p.expect("NICK", "delphi")
	p.expect("USER")
	p.send("CAP * LS :", ":irc.test 433 * delphi :Nickname is already in use")
	p.expect("NICK", "delphi_")
	p.send(":irc.test 433 * delphi_ :Nickname is already in use")
	p.nick = p.expect("NICK", "delphi__").Params[0]
	p.greet()
	p.admit()
	p.send(":"+alice+" PRIVMSG #nethack :delphi: echo no", ":"+alice+" PRIVMSG #nethack :delphi__: echo yes")
	if _, text := p.said(); text != "yes" {
		t.Errorf("got %q", text)
	}
	// The holder leaves, and we take the nick at once.
	p.send(":delphi!~d@x.example QUIT :bye")
	p.expect("NICK", "delphi")
	p.send(":delphi__!~delphi@host.example NICK :delphi")
	p.nick = "delphi"
	p.send(":" + alice + " PRIVMSG #nethack :delphi: echo mine")
	if _, text := p.said(); text != "mine" {
		t.Errorf("got %q", text)
	}
}

func TestNickNeverFree(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr()}, nil, nil)
	p := srv.accept()
	p.expect("USER")
	tried := map[string]bool{"delphi": true}
	for range maxNickTries {
		p.send(":irc.test 433 * x :Nickname is already in use")
		n := p.expect("NICK").Params[0]
		if tried[n] && len(n) < 9 {
			t.Errorf("%s tried twice", n)
		}
		tried[n] = true
	}
	p.send(":irc.test 433 * x :Nickname is already in use")
	srv.accept().expect("NICK", "delphi") // starts again, on a new connection
}

func TestSASLPlain(t *testing.T) {
	for name, password := range map[string]string{
		"short": "hunter2", "one whole chunk": strings.Repeat("p", 300-len("\x00oracle\x00oracle")+0), "two chunks": strings.Repeat("q", 400),
	} {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, nil)
			a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, SASLUser: "oracle",
				Password: bot.Secret(password), RequireAccount: true}, nil, nil)
			p := srv.accept()
			p.capabilities("multi-prefix sasl=PLAIN,EXTERNAL account-tag unknown-cap", 3)
			p.expect("AUTHENTICATE", "PLAIN")
			p.send("AUTHENTICATE +")
			var response string
			for {
				chunk := p.expect("AUTHENTICATE").Params[0]
				if chunk != "+" {
					response += chunk
				}
				if len(chunk) < 400 {
					break
				}
			}
			got, err := base64.StdEncoding.DecodeString(response)
			if err != nil || string(got) != "oracle\x00oracle\x00"+password {
				t.Fatalf("response %q (%v)", got, err)
			}
			p.send(":irc.test 900 {me} {me}!u@h oracle :You are now logged in as oracle", ":irc.test 903 {me} :ok")
			p.expect("CAP", "END")
			p.greet()
			p.admit()
			p.send("@account=Alice :" + alice + " PRIVMSG #nethack :!whoami")
			if _, text := p.said(); !strings.HasPrefix(text, "user=alice nick=alice") {
				t.Errorf("account-tag: %q", text)
			}
			eventually(t, "state shows the account", func() bool { return a.Detail().Identified })
		})
	}
}

func TestSASLRefused(t *testing.T) {
	t.Run("account required", func(t *testing.T) {
		srv := newServer(t, nil)
		a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, SASLUser: "oracle",
			Password: "wrong", RequireAccount: true}, nil, nil)
		p := srv.accept()
		p.capabilities("sasl", 1)
		p.expect("AUTHENTICATE", "PLAIN")
		p.send("AUTHENTICATE +")
		p.expect("AUTHENTICATE")
		p.send(":irc.test 904 {me} :SASL authentication failed")
		srv.accept() // it tries again, having joined nothing
		for {
			m, err := p.next()
			if err != nil {
				break
			}
			if m.Command == "JOIN" {
				t.Error("joined without the account it must have")
			}
		}
		if e := a.Detail().LastError; !strings.Contains(e, "SASL") || strings.Contains(e, "wrong") {
			t.Errorf("last error: %q", e)
		}
	})
	t.Run("account optional", func(t *testing.T) {
		srv := newServer(t, nil)
		start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, SASLUser: "oracle", Password: "wrong"}, nil, nil)
		p := srv.accept()
		p.capabilities("sasl", 1)
		p.expect("AUTHENTICATE", "PLAIN")
		p.send("AUTHENTICATE +")
		p.expect("AUTHENTICATE")
		p.send(":irc.test 904 {me} :SASL authentication failed")
		p.expect("CAP", "END")
		p.greet()
		p.admit()
		p.send("CAP {me} NEW :chghost") // no reason to offer the wrong password again
		p.send("CAP {me} ACK :" + p.expect("CAP", "REQ").Params[1])
		p.send("PING :end")
		if m, err := p.next(); err != nil || m.Command != "PONG" {
			t.Errorf("%s %q (%v), want nothing before PONG", m.Command, m.Params, err)
		}
		p.send("CAP {me} DEL :sasl", "CAP {me} NEW :sasl") // services came back
		p.expect("CAP", "REQ", "sasl")
		p.send("CAP {me} ACK :sasl")
		p.expect("AUTHENTICATE", "PLAIN")
	})
}

func TestTLSAndSASLExternal(t *testing.T) {
	cert, ca, _ := certificate(t, "127.0.0.1")
	_, ours, key := certificate(t, "delphi")
	srv := newServer(t, &tls.Config{Certificates: []tls.Certificate{cert}, ClientAuth: tls.RequireAnyClientCert})
	yes := true
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, TLS: &yes, TLSCA: ca, TLSCert: ours, TLSKey: key,
		SASL: "external", RequireAccount: true}, nil, nil)
	p := srv.accept()
	p.capabilities("sasl=EXTERNAL", 1)
	p.expect("AUTHENTICATE", "EXTERNAL")
	p.send("AUTHENTICATE +")
	p.expect("AUTHENTICATE", "+")
	p.send(":irc.test 903 {me} :ok")
	p.expect("CAP", "END")
	p.greet()
	p.admit()
	if got := p.conn.(*tls.Conn).ConnectionState().PeerCertificates[0].Subject.CommonName; got != "delphi" {
		t.Errorf("client certificate of %q", got)
	}
	p.send(":" + alice + " PRIVMSG #nethack :!echo over TLS")
	if _, text := p.said(); text != "over TLS" {
		t.Errorf("got %q", text)
	}
}

func TestTLSRefusesAnUnknownCertificate(t *testing.T) {
	cert, _, _ := certificate(t, "127.0.0.1")
	srv := newServer(t, &tls.Config{Certificates: []tls.Certificate{cert}})
	yes := true
	a, _ := start(t, Config{Address: srv.addr(), TLS: &yes}, nil, nil)
	p := srv.accept()
	if m, err := p.next(); err == nil {
		t.Errorf("spoke over an unverified connection: %v", m)
	}
	eventually(t, "the error names the certificate", func() bool { return strings.Contains(a.Detail().LastError, "certificate") })
}

// TestTLSHandshakeDeadline: a server that accepts the connection and says nothing
// is given up.
func TestTLSHandshakeDeadline(t *testing.T) {
	srv := newServer(t, nil)
	yes := true
	start(t, Config{Address: srv.addr(), TLS: &yes}, nil, func(a *Adapter) { a.t.tls = 20 * time.Millisecond })
	srv.accept()
	srv.accept()
}

func TestRegistrationDeadline(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr()}, nil, func(a *Adapter) { a.t.register = 20 * time.Millisecond })
	srv.accept()
	srv.accept()
	if e := a.Detail().LastError; !strings.Contains(e, "not registered") {
		t.Errorf("last error: %q", e)
	}
}

// TestSilentServer: a server that stops talking is given up.
func TestSilentServer(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr()}, nil, func(a *Adapter) {
		a.t.ping, a.t.pong = 20*time.Millisecond, 30*time.Millisecond
	})
	p := srv.accept()
	p.register()
	p.expect("PING")
	srv.accept()
	if e := a.Detail().LastError; !strings.Contains(e, "said nothing") {
		t.Errorf("last error: %q", e)
	}
}

// TestReconnects: after a connection that was of use, the next one is made at
// once. This is tried 200 times.
func TestReconnects(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, func(a *Adapter) {
		a.t.retryMax, a.t.slowMax = time.Hour, time.Hour // pauses that grew would show
		a.t.steady, a.t.probation = 0, 0
	})
	const times = 200
	for i := range times {
		p := srv.accept()
		p.register()
		p.admit()
		p.send(":" + alice + " PRIVMSG #nethack :!echo here")
		if _, text := p.said(); text != "here" {
			t.Fatalf("connection %d: %q", i, text)
		}
		if i%2 == 1 {
			p.send("ERROR :Closing Link: go away")
		}
		p.conn.Close()
	}
	eventually(t, "200 reconnects counted", func() bool { return a.Detail().Reconnects >= times })
}

// TestMalformedLinesArePassedOver: lines that are not IRC are skipped, among them
// those that stop girc's own Client for good.
func TestMalformedLinesArePassedOver(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#café", "#nethack"}}, nil, nil)
	p := srv.accept()
	p.register()
	p.admit("alice")
	p.send("", " ", ":", "@", "@a", ":x", ": :", "@=;=; :x!y@z", "\x00\x01\x02", "KICK", "MODE #nethack +o", "MODE #nethack +ooo a",
		":x 353", ":x 353 a", ":x 005", ":x 001", ":x 354 a 152 b", "JOIN", ":x JOIN", "NICK", ":delphi NICK", ":x 433", ":x 396",
		"CAP", "CAP *", "CAP * ACK", "CAP * ACK :", "AUTHENTICATE", "INVITE", "ACCOUNT", "CHGHOST", ":delphi CHGHOST", "900", "352",
		"@account=x PRIVMSG #nethack :!fail", "@account=x ACCOUNT y", "PRIVMSG", "PRIVMSG a", ":a!b@c PRIVMSG #nethack :\xff\xfe!echo \xff",
		strings.Repeat("x", 100_000), ":"+strings.Repeat("y", 20_000)+" PRIVMSG #nethack :!fail",
		":bob!u@h JOIN #café", ":op!u@h KICK #café delphi :x", ":delphi!u@h JOIN #café", ":bob!u@h JOIN #nethack", ":bob!u@h QUIT :x",
		":delphi!u@h JOIN #"+strings.Repeat("z", 600), "PING :"+strings.Repeat("p", 600),
		":"+strings.Repeat("n", 490)+"!u@h PRIVMSG delphi :fail")
	p.quiet(alice, "#nethack")
	eventually(t, "malformed lines are counted", func() bool { return a.Detail().Counts.Malformed > 3 })
	if n := a.Detail().Reconnects; n != 0 {
		t.Errorf("%d reconnects", n)
	}
}

func TestLeaving(t *testing.T) {
	srv := newServer(t, nil)
	pace, burst := 0.001, 1 // the next line would be due in a quarter of an hour
	_, stop := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, LinesPerSecond: &pace, Burst: &burst,
		QuitMessage: "gone\r\nto Delphi"}, nil, func(a *Adapter) { a.t.drain = 2 * time.Second })
	p := srv.accept()
	p.register()
	p.admit()
	ask := func(n string) { p.send(":" + alice + " PRIVMSG #nethack :!echo " + n) }
	ask("one")
	if _, text := p.said(); text != "one" { // the whole burst
		t.Errorf("got %q", text)
	}
	ask("two")
	ask("three")
	p.barrier()
	done := make(chan struct{})
	go func() { defer close(done); stop() }()
	for _, n := range []string{"two", "three"} {
		if _, text := p.said(); text != n {
			t.Errorf("got %q, want %q", text, n)
		}
	}
	p.expect("QUIT", "gone to Delphi")
	p.conn.Close()
	<-done
}

// TestLeavingWhatHangs: neither a handler nor a server that hangs delays the end.
func TestLeavingWhatHangs(t *testing.T) {
	srv := newServer(t, nil)
	_, stop := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, func(a *Adapter) {
		a.t.drain = 100 * time.Millisecond
	})
	p := srv.accept()
	p.register()
	p.admit()
	p.send(":" + alice + " PRIVMSG #nethack :!wait")
	p.barrier()
	stop()
	p.expect("QUIT")
}

// TestHeard: whoever listens hears what people say in channels, of each line who said
// it and where, and neither bots nor what is said in private.
func TestHeard(t *testing.T) {
	srv := newServer(t, nil)
	heard := make(chan string, 10)
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, func(a *Adapter) {
		a.opt.Heard = func(n commands.Network, p commands.Place, nick string, accounts ...string) {
			heard <- fmt.Sprint(n, " ", p, " ", nick, accounts)
		}
	})
	p := srv.accept()
	p.register()
	p.admit("alice", "@bob")
	p.send(":"+alice+" PRIVMSG delphi :echo private", "@bot :robot!~r@x.example PRIVMSG #nethack :beep", ":"+alice+" PRIVMSG #NetHack :just talking", ":bob!~b@x.example PRIVMSG #nethack :!echo asked")
	for _, want := range []string{"test #nethack alice[]", "test #nethack bob[]"} {
		if got := <-heard; got != want {
			t.Errorf("heard %q, want %q", got, want)
		}
	}
}
