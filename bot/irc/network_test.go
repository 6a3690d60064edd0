package irc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lrstanley/girc"

	"delphi/bot"
	"delphi/commands"
)

// These tests are about manners and endurance on one network; irc_test.go is about
// questions and answers.

func TestServerPassword(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr(), ServerPassword: "open sesame", Bind: "127.0.0.1"}, nil, nil)
	p := srv.accept()
	p.expect("CAP", "LS")
	p.expect("PASS", "open sesame")
	p.expect("NICK")
	if host, _, _ := net.SplitHostPort(p.conn.RemoteAddr().String()); host != "127.0.0.1" {
		t.Errorf("bound to %s", host)
	}
}

func TestIPv6(t *testing.T) {
	ln, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skip("no IPv6 on this machine: ", err)
	}
	defer ln.Close()
	start(t, Config{Address: ln.Addr().String()}, nil, nil)
	c, err := ln.Accept()
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

// TestUnwelcome: after a ban we wait before we connect again.
func TestUnwelcome(t *testing.T) {
	for name, lines := range map[string][]string{
		"K-line":         {"ERROR :Closing Link: 127.0.0.1 (K-Lined)"},
		"throttled":      {"ERROR :Trying to reconnect too fast."},
		"killed":         {"ERROR :Closing Link: host (Killed (oper (spam)))"},
		"banned numeric": {":irc.test 465 * :You are banned from this server"},
		"wrong password": {":irc.test 464 * :Password incorrect"},
	} {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, nil)
			a, _ := start(t, Config{Address: srv.addr()}, nil, func(a *Adapter) {
				a.t.slow, a.t.slowMax = patience.slow, patience.slowMax
			})
			p := srv.accept()
			p.expect("USER")
			p.send(lines...)
			eventually(t, "the connection is given up", func() bool { return !a.Detail().NextTry.IsZero() })
			if wait := time.Until(a.Detail().NextTry); wait < 20*time.Second {
				t.Errorf("next try in %v", wait)
			}
		})
	}
	s := &session{t: patience, joinedAt: time.Now().Add(-2 * time.Minute)}
	if err := s.closed("Closing Link: host (Ping timeout: 240 seconds)"); errors.As(err, new(*unwelcome)) {
		t.Error("a ping timeout after two minutes is no ban")
	}
}

// TestThrownOutAfterJoining: whatever a server says when it ends a connection
// just after we joined, once may be chance; the second time it does not want us.
func TestThrownOutAfterJoining(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, func(a *Adapter) {
		a.t.slow, a.t.slowMax = patience.slow, patience.slowMax
	})
	for range 2 {
		p := srv.accept() // the second one at once
		p.register()
		p.admit()
		p.barrier()
		p.send("ERROR :Closing Link: 127.0.0.1 (Not today)")
	}
	eventually(t, "the connection is given up", func() bool { d := a.Detail(); return d.Reconnects == 2 && !d.NextTry.IsZero() })
	if wait := time.Until(a.Detail().NextTry); wait < 20*time.Second {
		t.Errorf("next try in %v", wait)
	}
}

// TestReconnectPauses: only minutes of use let the pauses start over.
func TestReconnectPauses(t *testing.T) {
	lost, banned := io.EOF, error(&unwelcome{"go away"})
	r := newReconnect(patience)
	for range 10 {
		r.after(time.Second, lost)
	}
	if d := r.after(time.Second, lost); d < 10*time.Second {
		t.Errorf("after ten connections of a second each, the next pause is only %v", d)
	}
	for range 10 {
		r.after(4*time.Minute, banned)
	}
	if d := r.after(time.Second, banned); d < 20*time.Minute {
		t.Errorf("after ten bans the next pause is only %v", d)
	}
	if d := r.after(time.Second, errReconfigured); d != patience.retry {
		t.Errorf("after a change of the configuration the pause is %v", d)
	}
	if d := r.after(time.Hour, lost); d > time.Second {
		t.Errorf("after an hour of use the pause is %v", d)
	}
	if d := r.after(time.Hour, banned); d > 2*time.Minute {
		t.Errorf("a ban after an hour of use: the pause is %v", d)
	}
}

// TestKicksCount: a kick soon after a join makes the next pause longer, one
// after minutes does not.
func TestKicksCount(t *testing.T) {
	cfg := Config{}.withDefaults()
	s := newSession(&Adapter{cfg: &cfg, log: slog.New(slog.DiscardHandler), t: patience}, &cfg, nil)
	s.wants["#x"] = s.newWanted("#x", "")
	kicked := func(after time.Duration) time.Duration {
		s.joined(girc.ParseEvent(":delphi!d@host.example JOIN #x"))
		s.wants["#x"].since = time.Now().Add(-after)
		s.gone("#x", "delphi", "kicked")
		return time.Until(s.wants["#x"].next)
	}
	for range 8 {
		kicked(time.Second)
	}
	if d := kicked(time.Second); d < 5*time.Minute {
		t.Errorf("after nine kicks the next pause is only %v", d)
	}
	if d := kicked(time.Hour); d > time.Minute {
		t.Errorf("a kick after an hour: the next pause is %v", d)
	}
}

func TestPausesGrowAndReset(t *testing.T) {
	p := pauses(time.Second, 30*time.Second)
	sum := time.Duration(0)
	for range 20 {
		d := p.NextBackOff()
		if d > 45*time.Second || d < time.Second/2 {
			t.Errorf("pause %v", d)
		}
		sum += d
	}
	if sum < 3*time.Minute {
		t.Errorf("20 pauses make only %v", sum)
	}
	p.Reset()
	if d := p.NextBackOff(); d > 1500*time.Millisecond {
		t.Errorf("after a reset %v", d)
	}
}

func TestJoinsAreRetried(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#open", "#secret xyzzy"}}, nil, nil)
	p := srv.accept()
	p.register()
	p.expect("JOIN", "#secret,#open", "xyzzy")
	p.send(":{me}!~delphi@host.example JOIN #open")
	for _, numeric := range []string{"471", "473", "474", "475", "477", "437", "470"} {
		p.send(":irc.test " + numeric + " {me} #secret :Cannot join channel (" + numeric + ")")
		eventually(t, "the state says "+numeric, func() bool { return strings.Contains(a.Detail().Waiting["#secret"], numeric) })
		p.expect("JOIN", "#secret", "xyzzy")
	}
	p.send(":{me}!~delphi@host.example JOIN #secret", ":oper!o@x KICK #open {me} :too loud")
	p.expect("JOIN", "#open")
	p.send(":{me}!~delphi@host.example JOIN #open")
	p.barrier()
	if got := a.Detail().Joined; !slices.Equal(got, []string{"#open", "#secret"}) {
		t.Errorf("joined %q", got)
	}
	// It leaves a channel that others put it into.
	p.send(":{me}!~delphi@host.example JOIN #elsewhere")
	p.expect("PART", "#elsewhere")
}

// TestRejoinsArePatient: each refusal makes the next pause longer.
func TestRejoinsArePatient(t *testing.T) {
	a := &Adapter{cfg: &Config{}, log: slog.New(slog.DiscardHandler), t: patience}
	cfg := Config{}.withDefaults()
	s := newSession(a, &cfg, nil)
	s.wants["#x"] = s.newWanted("#x", "")
	last := time.Duration(0)
	for range 12 {
		s.joinRefused("#X", "474", "banned")
		last = time.Until(s.wants["#x"].next)
	}
	if last < patience.rejoinMax/3 || last > 2*patience.rejoinMax {
		t.Errorf("after twelve refusals the next try is in %v", last)
	}
}

func TestBotMode(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, nil)
	p := srv.accept()
	p.register("BOT=B", "WHOX", "CASEMAPPING=ascii", "PREFIX=(qaohv)~&@%+", "STATUSMSG=@+", "CHANTYPES=#")
	p.admit("alice", "robot", "~owner", "%half")
	p.expect("MODE", "delphi", "+B")
	who := p.expect("WHO", "#nethack")
	if who.Params[1] != "%tnfar,"+whoxToken {
		t.Errorf("WHOX: %q", who.Params)
	}
	p.send(":irc.test 354 {me} "+whoxToken+" robot HB robbie", ":irc.test 354 {me} "+whoxToken+" alice H@ Alice :Alice in a browser",
		":irc.test 354 {me} 1 mallory H Alice", ":irc.test 354 {me} "+whoxToken+" owner H 0")
	p.quiet("alice!a@x.example", "#nethack", ":robot!r@x.example PRIVMSG #nethack :!echo I am a robot",
		":robot!r@x.example PRIVMSG {me} :echo I am a robot")
	for nick, want := range map[string]string{
		"alice": "user=alice nick=alice place=#nethack operator=false", "owner": "user=~owner@x.example nick=owner place=#nethack operator=true",
		"half": "user=~half@x.example nick=half place=#nethack operator=false",
	} {
		p.send(":" + nick + "!u@x.example PRIVMSG #nethack :!whoami")
		if _, text := p.said(); !strings.HasPrefix(text, want) {
			t.Errorf("%s: %q", nick, text)
		}
	}
	p.send(":alice!a@x.example PRIVMSG @#nethack :!echo among operators")
	if target, text := p.said(); target != "@#nethack" || text != "among operators" {
		t.Errorf("%s: %q", target, text)
	}
}

func TestOperatorsByAccountOnly(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, Operators: []string{"Oracle"}}, nil, nil)
	p := srv.accept()
	p.capabilities("account-tag account-notify extended-join", 3)
	p.expect("CAP", "END")
	p.greet()
	p.admit("Oracle")
	for line, want := range map[string]string{
		":oracle!u@x.example PRIVMSG #nethack :!whoami":                 "user=~oracle@x.example nick=oracle place=#nethack operator=false",
		"@account=oracle :anyone!u@x.example PRIVMSG #nethack :!whoami": "user=oracle nick=anyone place=#nethack operator=true",
		"@account=* :anyone!u@x.example PRIVMSG #nethack :!whoami":      "user=~anyone@x.example nick=anyone place=#nethack operator=false",
		"@account=oracle :anyone!u@x.example PRIVMSG #nethack :!admin":  "admin=true",
		"@account=oracle :anyone!u@x.example PRIVMSG {me} :admin":       "admin=true",
		":oracle!u@x.example PRIVMSG #nethack :!admin":                  "admin=false",
		":oracle!u@x.example PRIVMSG {me} :admin":                       "admin=false",
	} {
		p.send(line)
		if _, text := p.said(); !strings.HasPrefix(text, want) {
			t.Errorf("%s: %q", line, text)
		}
	}
}

// TestAccountsWithoutTags follows extended-join and account-notify.
func TestAccountsWithoutTags(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, nil)
	p := srv.accept()
	p.capabilities("account-notify extended-join", 2)
	p.expect("CAP", "END")
	p.greet()
	p.admit()
	who := func(want string) {
		t.Helper()
		p.send(":alice!a@x.example PRIVMSG #nethack :!whoami")
		if _, text := p.said(); !strings.HasPrefix(text, "user="+want+" ") {
			t.Errorf("got %q, want user %s", text, want)
		}
	}
	p.send(":alice!a@x.example JOIN #nethack AliceAccount :Alice")
	who("aliceaccount")
	p.send(":alice!a@x.example ACCOUNT *")
	who("~alice@x.example")
	p.send(":alice!a@x.example ACCOUNT other")
	who("other")
	p.send(":alice!a@x.example QUIT :bye", ":alice!m@y.example PRIVMSG {me} :whoami")
	if _, text := p.said(); !strings.HasPrefix(text, "user=~alice@y.example ") {
		t.Errorf("somebody else under a nick that left: %q", text)
	}
	p.send(":alice!m@y.example JOIN #nethack * :somebody else")
	who("~alice@x.example")
}

func TestRelays(t *testing.T) {
	p := joined(t, Config{Relays: []string{"bridge!*@relay.example", "tg!*@* {nick} - {text}"}, Operators: []string{"bob", "bridge"}})
	p.send(":irc.test 005 {me} WHOX :are supported", ":irc.test 354 {me} "+whoxToken+" bridge H bridge")
	const relay = "@bot :bridge!~x@relay.example PRIVMSG #nethack :"
	for _, c := range []struct{ line, want string }{
		{relay + "<\x0304zed\x03> !echo hello", "zed: hello"},
		{relay + "<bob> !whoami", "bob: user=~bridge/bob nick=bob place=#nethack operator=false private=false"},
		{relay + "<bob> !admin", "bob: admin=false"},
		{relay + "<zed> delphi: what", "zed: no such command. Try: !help"},
		{relay + "[discord] <zed> !echo a", "zed: a"},
		{relay + "**<zed>** !echo b", "zed: b"},
		{relay + "[zed] !echo c", "zed: c"},
		{relay + "[zed] delphi: echo d", "zed: d"},
		{relay + "zed: !echo e", "zed: e"},
		{":tg!~x@tg.example PRIVMSG #nethack :zed - !echo f", "zed: f"},
		{relay + "<zed> !secret", "zed: " + overBridge},
		{":zed/discord!relay@irc.test PRIVMSG #nethack :!whoami", "zed: user=~zed/discord nick=zed place=#nethack operator=false private=false"},
		{"@draft/relaymsg=bridge :zed/discord!relay@irc.test PRIVMSG #nethack :delphi: echo g", "zed: g"},
	} {
		p.send(c.line)
		if target, text := p.said(); target != "#nethack" || text != c.want {
			t.Errorf("%s: %q, want %q", c.line, text, c.want)
		}
	}
	p.quiet(alice, "#nethack", relay+"!echo the bridge itself", ":bridge!~x@elsewhere.example PRIVMSG #nethack :<zed> !echo not a relay",
		":tg!~x@tg.example PRIVMSG #nethack :<zed> !echo not its form", ":zed/discord!relay@irc.test PRIVMSG #nethack :hello")
}

func TestNobodyIsCalledByOthers(t *testing.T) {
	p := joined(t, Config{})
	p.send(":" + alice + " PRIVMSG #nethack :!echo alice bob, carol and dave")
	if _, text := p.said(); text != "alice b\u2060ob, c\u2060arol and dave" {
		t.Errorf("got %q", text)
	}
}

// TestNoCommandsForOtherBots: what somebody has us repeat is no command to another
// bot, in whatever line of an answer it stands, nor when it is said unasked.
func TestNoCommandsForOtherBots(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, func(a *Adapter) { a.opt.Settings = prefixes{"#nethack": "d "} })
	p := srv.accept()
	p.register()
	p.admit("alice", "OtherBot")
	for _, line := range []string{".op alice", "!kick bob", "?learn x", "$say y", ",list", "@ban bob", ">1+1", "otherbot: op alice", "OTHERBOT, op alice", "d echo d echo"} {
		p.send(":" + alice + " PRIVMSG #nethack :d echo " + line)
		if _, text := p.said(); !strings.HasPrefix(text, bot.WordJoiner) && !strings.HasPrefix(text, "O"+bot.WordJoiner) && !strings.HasPrefix(text, "o"+bot.WordJoiner) {
			t.Errorf("%s: %q", line, text)
		}
	}
	for _, said := range []string{"somebody: hello", "#force opens boxes only", "47%"} { // nobody's command
		p.send(":" + alice + " PRIVMSG #nethack :d echo " + said)
		if _, text := p.said(); text != said {
			t.Errorf("%q, want %q", text, said)
		}
	}
	p.send(":OtherBot!b@x.example QUIT :bye", ":"+alice+" PRIVMSG #nethack :d echo otherbot: op alice")
	if _, text := p.said(); text != "otherbot: op alice" {
		t.Errorf("somebody who has left is still called: %q", text)
	}
	for _, said := range []string{"d op alice", ".op alice"} {
		if err := a.Say("#NetHack", commands.Reply{Summary: said}); err != nil {
			t.Error(err)
		}
		if _, text := p.said(); !strings.HasPrefix(text, bot.WordJoiner) || strings.ReplaceAll(text, bot.WordJoiner, "") != said {
			t.Errorf("unasked: %q", text)
		}
	}
}

// Who lets us into a channel is told what we do there, once.
func TestIntroduction(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, Invites: "anyone"}, nil, func(a *Adapter) {
		a.opt.Introduction = func(n commands.Network, p commands.Place) commands.Reply {
			return commands.Reply{Summary: "Hello " + string(n) + " " + string(p)}
		}
	})
	p := srv.accept()
	p.register()
	p.admit("alice")
	p.send(":alice!a@x.example INVITE {me} :#Spam")
	p.admit("alice")
	p.expect("PRIVMSG", "#Spam", "Hello test #spam")
	p.send(":alice!a@x.example KICK #Spam {me} :out", ":alice!a@x.example INVITE {me} :#Spam")
	p.admit("alice")
	p.quiet(alice, "#Spam")
}

func TestInvites(t *testing.T) {
	for _, policy := range []string{"never", "operators", "anyone"} {
		t.Run(policy, func(t *testing.T) {
			srv := newServer(t, nil)
			a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, Operators: []string{"oracle"}, Invites: policy}, nil, nil)
			p := srv.accept()
			p.capabilities("account-tag", 1)
			p.expect("CAP", "END")
			p.greet()
			p.admit()
			p.send("@account=mallory :mallory!m@x.example INVITE {me} :#spam", "@account=oracle :nick!m@x.example INVITE {me} :#oracle",
				"@account=oracle :nick!m@x.example INVITE somebody :#other")
			p.barrier()
			a.mu.Lock()
			got := strings.Join(a.channels, " ")
			a.mu.Unlock()
			expect := map[string]string{"never": "#nethack", "operators": "#nethack #oracle", "anyone": "#nethack #spam #oracle"}[policy]
			if got != expect {
				t.Errorf("channels %q, want %q", got, expect)
			}
		})
	}
}

func TestMonitorBringsTheNickBack(t *testing.T) {
	srv := newServer(t, nil)
	start(t, Config{Address: srv.addr()}, nil, nil)
	p := srv.accept()
	p.expect("USER")
	p.send("CAP * LS :", ":irc.test 433 * delphi :Nickname is already in use")
	p.nick = p.expect("NICK", "delphi_").Params[0]
	p.greet("MONITOR=100")
	p.expect("MONITOR", "+", "delphi")
	p.send(":irc.test 731 {me} :delphi")
	p.expect("NICK", "delphi")
}

func TestSayJoinPart(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, nil)
	p := srv.accept()
	p.register()
	p.admit()
	p.barrier()
	for _, bad := range []error{a.Join("nethack"), a.Join("#a b,c"), a.Part("#other"), a.Say("#a b", commands.Reply{Summary: "x"}), a.Say("a\r\nQUIT", commands.Reply{Summary: "x"}), a.Say("", commands.Reply{Summary: "x"})} {
		if bad == nil {
			t.Error("nonsense was accepted")
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	must(a.Say("#nethack", commands.Reply{Summary: "The tournament begins.\nGood luck!"}))
	if target, text := p.said(); target != "#nethack" || text != "The tournament begins. Good luck!" {
		t.Errorf("%s: %q", target, text)
	}
	must(a.Join("#junethack"))
	p.admit()
	must(a.Part("#NETHACK"))
	p.expect("PART", "#NETHACK")
	p.send(":{me}!~delphi@host.example PART #nethack")
	p.conn.Close()
	p = srv.accept() // remembered
	p.register()
	p.expect("JOIN", "#junethack")
}

func TestReload(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#old", "#stays"}}, nil, nil)
	p := srv.accept()
	p.register()
	p.admit()
	p.barrier()
	cfg := *a.cfg
	cfg.Channels = []string{"#stays", "#new"}
	cfg.Ignore, cfg.Prefix, cfg.ReplyWith = []string{"mallory"}, "?", "notice"
	if err := a.Reload(cfg); err != nil {
		t.Fatal(err)
	}
	p.expect("PART", "#old")
	p.admit() // #new
	p.send(":mallory!m@x.example PRIVMSG #stays :?echo no", ":"+alice+" PRIVMSG #new :!echo no", ":"+alice+" PRIVMSG #new :?echo yes")
	if m := p.expect("NOTICE"); m.Params[1] != "yes" {
		t.Errorf("got %q", m.Params)
	}

	bad := cfg
	bad.Address = "nowhere"
	if err := a.Reload(bad); err == nil || !strings.Contains(err.Error(), "address") {
		t.Errorf("a bad one: %v", err)
	}
	other := cfg
	other.Name = "other"
	if err := a.Reload(other); err == nil {
		t.Error("took another network's configuration")
	}

	second := newServer(t, nil)
	cfg.Address, cfg.Nick, cfg.QuitMessage = second.addr(), "pythia", "moving"
	if err := a.Reload(cfg); err != nil {
		t.Fatal(err)
	}
	p.expect("QUIT")
	p.conn.Close()
	p = second.accept()
	p.register()
	if p.nick != "pythia" {
		t.Errorf("nick %s", p.nick)
	}
	if got := p.expect("JOIN").Params[0]; got != "#stays,#new" {
		t.Errorf("joins %s", got)
	}
}

func TestState(t *testing.T) {
	srv := newServer(t, nil)
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}}, nil, func(a *Adapter) { a.t.ping = 100 * time.Millisecond })
	if s := a.Detail(); s.Connected || s.Name != "test" || s.Address != srv.addr() {
		t.Errorf("before: %+v", s)
	}
	p := srv.accept()
	p.register()
	p.admit()
	for a.Detail().Lag == 0 {
		p.send(":irc.test PONG irc.test :" + p.expect("PING").Params[0])
		p.barrier()
	}
	p.send(":" + alice + " PRIVMSG #nethack :!echo x")
	p.said()
	eventually(t, "the answer is counted", func() bool {
		s := a.Detail()
		return s.Answered == 1 && s.Connected && s.Nick == "delphi" && len(s.Joined) == 1
	})
	p.conn.Close()
	srv.accept()
	eventually(t, "the loss shows", func() bool {
		s := a.Detail()
		return s.Reconnects == 1 && strings.Contains(s.LastError, "ing: ") && !s.Connected && s.Answered == 1
	})
}

// TestNetworksApart: a network that cannot connect does not affect another.
func TestNetworksApart(t *testing.T) {
	srv := newServer(t, nil)
	dead, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	dead.Close()
	no := false
	var adapters []bot.Adapter
	for name, addr := range map[string]string{"up": srv.addr(), "down": dead.Addr().String()} {
		a, err := New(Config{Name: name, Address: addr, TLS: &no, Channels: []string{"#nethack"}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		a.t = brisk()
		adapters = append(adapters, a)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- bot.Run(ctx, slog.New(slog.DiscardHandler), &echoHandler{}, adapters...) }()
	p := srv.accept()
	p.register()
	p.admit()
	p.send(":" + alice + " PRIVMSG #nethack :!echo up")
	if _, text := p.said(); text != "up" {
		t.Errorf("got %q", text)
	}
	p.conn.Close()
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestFlood: fifty users say 100,000 lines. The limits hold, every PING is
// answered, and the memory does not grow.
func TestFlood(t *testing.T) {
	const users, total = 50, 100_000
	lim := bot.Limits{UserPerMinute: 5, ChannelPerMinute: 100}
	h := &bot.Gate{Next: &echoHandler{}, Limiter: bot.NewLimiter(lim)}
	srv := newServer(t, nil)
	pace, burst := 1000.0, 5
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, LinesPerSecond: &pace, Burst: &burst}, h, nil)
	p := srv.accept()
	p.register()
	p.admit()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)

	var mu sync.Mutex
	sent := map[string]time.Time{}
	ahead := make(chan struct{}, 10) // thousands of lines on the way
	var wg sync.WaitGroup
	wg.Go(func() {
		var batch []string
		for i := range total {
			batch = append(batch, fmt.Sprintf(":u%d!u@h%d.example PRIVMSG #nethack :!echo %d", i%users, i%users, i))
			if i%1000 == 999 {
				ahead <- struct{}{}
				token := fmt.Sprint("flood", i)
				mu.Lock()
				sent[token] = time.Now()
				mu.Unlock()
				p.send(append(batch, "PING :"+token)...)
				batch = batch[:0]
			}
		}
	})
	answers, pongs, latest := 0, 0, time.Duration(0)
	for pongs < total/1000 {
		m, err := p.next()
		if err != nil {
			t.Fatal(err)
		}
		switch m.Command {
		case "PRIVMSG":
			answers++
		case "PONG":
			mu.Lock()
			latest = max(latest, time.Since(sent[m.Params[0]]))
			mu.Unlock()
			pongs++
			<-ahead
		}
	}
	wg.Wait()
	runtime.GC()
	runtime.ReadMemStats(&after)
	grown := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / 1024
	t.Logf("%d lines: %d answers and notices, PONG after at most %v, heap grown by %d KB", total, answers, latest, grown)
	if most := lim.ChannelPerMinute + users + 1 + 20; answers > most { // the bucket fills a little meanwhile
		t.Errorf("%d answers, want at most %d", answers, most)
	}
	if grown > 8*1024 {
		t.Errorf("%d KB kept", grown)
	}
	if a.Detail().Reconnects != 0 {
		t.Error("reconnected")
	}
}

// TestHeavyAskerStallsNobody: while one asker's questions hang, PING and another
// asker are answered; whoever floods is told what was lost, and the rest is
// dropped when they quit.
func TestHeavyAskerStallsNobody(t *testing.T) {
	release := make(chan struct{})
	var heavy atomic.Int32
	h := bot.HandlerFunc(func(ctx context.Context, req commands.Request) commands.Reply {
		if req.Line != "heavy" {
			return (&echoHandler{}).Answer(ctx, req)
		}
		heavy.Add(1)
		select {
		case <-release:
		case <-ctx.Done():
		}
		return commands.Reply{Summary: "heavy answer"}
	})
	srv := newServer(t, nil)
	pace, burst := 1000.0, 8
	a, _ := start(t, Config{Address: srv.addr(), Channels: []string{"#nethack"}, LinesPerSecond: &pace, Burst: &burst}, h, nil)
	p := srv.accept()
	p.register()
	p.admit("mallory")
	const mallory = ":mallory!m@x.example "
	for range maxWaiting + 10 {
		p.send(mallory + "PRIVMSG #nethack :!heavy")
	}
	p.send(":" + alice + " PRIVMSG #nethack :!echo cheap")
	if m := p.expect("NOTICE", "mallory"); !strings.Contains(m.Params[1], "I dropped your question \"heavy\"") {
		t.Errorf("mallory was told %q", m.Params[1])
	}
	if _, text := p.said(); text != "alice: cheap" { // mallory waits, too
		t.Errorf("got %q", text)
	}
	p.barrier()
	p.send(mallory + "QUIT :bye")
	p.barrier()
	close(release)
	p.send(":" + alice + " PRIVMSG #nethack :!echo end")
	for text := ""; !strings.HasSuffix(text, "end"); { // perhaps addressed
		_, text = p.said()
	}
	eventually(t, "the losses are counted", func() bool { return a.Detail().Counts.Refused > 0 })
	if n := heavy.Load(); n != 1 {
		t.Errorf("%d of the heavy questions were asked, want one: the others' asker has left", n)
	}
}

// TestHostileLines: whatever a server sends, it neither ends the program nor
// the connection, and questions are answered after it.
func TestHostileLines(t *testing.T) {
	total := 100_000
	if testing.Short() {
		total = 5_000
	}
	srv := newServer(t, nil)
	cfg := Config{Address: srv.addr(), Channels: []string{"#nethack"}, Invites: "anyone"}
	a, _ := start(t, cfg, bot.Chain(&echoHandler{}, bot.Recover(slog.New(slog.DiscardHandler))), nil)
	p := srv.accept()
	p.register("BOT=B", "WHOX", "MONITOR=10")
	p.admit("alice", "@bob")
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	pieces := []string{":", "@", "!", " ", " :", "\x01", "\x00", "\xff", "é", "=", ";", "\\", "*", "#nethack", "#café", "delphi", "alice", "bob",
		"alice!a@x", "PRIVMSG", "NOTICE", "JOIN", "PART", "KICK", "MODE", "NICK", "QUIT", "001", "005", "352", "353", "354", "396", "433", "437",
		"471", "731", "900", "903", "CAP", "ACK", "NAK", "LS", "NEW", "DEL", "sasl", "ACCOUNT", "CHGHOST", "INVITE", "PONG", "+o", "-ov", "account=x", "time=",
		"PREFIX=(ov)@+", "PREFIX=(", "CHANMODES=,,,", "CASEMAPPING=ascii", "!echo", "\x03,", "VERSION", whoxToken, strings.Repeat("A", 600)}
	var batch []string
	for i := range total {
		var b strings.Builder
		if rng.IntN(3) == 0 { // nearly a proper line
			fmt.Fprintf(&b, "%s:%s %s ", []string{"", "@a=b ", "@account=x;bot "}[rng.IntN(3)], pieces[rng.IntN(len(pieces))], pieces[19+rng.IntN(35)])
		}
		for range rng.IntN(8) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
			if rng.IntN(2) == 0 {
				b.WriteByte(' ')
			}
		}
		line := b.String()
		if strings.Contains(line, "ERROR") || strings.Contains(line, "NICK") && strings.Contains(line, "delphi") ||
			strings.Contains(line, "001") || strings.Contains(line, "KICK") || strings.Contains(line, "PART") || strings.Contains(line, "QUIT") {
			continue // what may rightly end the conversation or move us elsewhere
		}
		batch = append(batch, line)
		if i%500 == 0 {
			p.send(batch...)
			batch = batch[:0]
			p.barrier()
		}
	}
	p.send("@account=nobody :zed!z@x.example PRIVMSG delphi :echo alive")
	for {
		target, text := p.said()
		if target == "zed" {
			if text != "alive" {
				t.Errorf("seed %d: got %q", seed, text)
			}
			break
		}
	}
	if s := a.Detail(); s.Reconnects != 0 {
		t.Errorf("seed %d: %d reconnects, %s", seed, s.Reconnects, s.LastError)
	}
}

// TestNetsplit: half of a big channel leaves and comes back, with a storm of
// modes. Nothing is sent meanwhile, and afterwards the operators are known.
func TestNetsplit(t *testing.T) {
	const n = 2000
	p := joined(t, Config{})
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf(":n%d!u@x.example JOIN #nethack", i))
	}
	for i := range n {
		lines = append(lines, fmt.Sprintf(":n%d!u@x.example QUIT :a.example b.example", i))
	}
	for i := range n {
		lines = append(lines, fmt.Sprintf(":n%d!u@x.example JOIN #nethack", i))
	}
	for i := 0; i < n; i += 4 {
		lines = append(lines, fmt.Sprintf(":irc.test MODE #nethack +ovo-v n%d n%d n%d n%d", i, i+1, i+2, i+3))
	}
	p.send(append(lines, "PING :storm")...)
	for {
		m, err := p.next()
		if err != nil {
			t.Fatal(err)
		}
		if m.Command == "PONG" {
			break
		}
		t.Fatalf("sent in a netsplit: %s %q", m.Command, m.Params)
	}
	p.send(":n6!u@x.example PRIVMSG #nethack :!whoami", ":n5!u@x.example PRIVMSG #nethack :!whoami")
	got := map[bool]int{}
	for range 2 {
		_, text := p.said()
		got[strings.Contains(text, "operator=true")]++
	}
	if got[true] != 1 || got[false] != 1 {
		t.Errorf("operators %v, want one of the two", got)
	}
}

func TestLoopGuard(t *testing.T) {
	var g loopGuard
	at := time.Unix(1000, 0)
	req := func(user string) commands.Request {
		return commands.Request{Place: "#a", User: commands.User(user), At: at}
	}
	for i := range failedInARow {
		if g.mute(req("robot"), true) {
			t.Fatalf("silent after %d failures", i)
		}
		at = at.Add(time.Second)
	}
	if !g.mute(req("robot"), true) {
		t.Error("a loop goes on")
	}
	if g.mute(req("alice"), true) {
		t.Error("alice is silenced for the robot")
	}
	if g.mute(req("robot"), false) || g.mute(req("robot"), true) {
		t.Error("understood, and still silenced")
	}
	for range failedInARow + 5 {
		g.mute(req("robot"), true)
	}
	at = at.Add(failedWithin + time.Second)
	if g.mute(req("robot"), true) {
		t.Error("silenced for ever")
	}
}
