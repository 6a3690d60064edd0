package main

import (
	"regexp"
	"testing"
	"time"

	"delphi/bot/irc/irctest"
)

// TestServicesAway: services go away under a serving bot. Until they are back nobody gets an
// account's rights by its nick, and the bot, which has lost its connection and its nick
// meanwhile, says who it is and takes the nick back by itself.
func TestServicesAway(t *testing.T) {
	t.Parallel()
	program := buildWithClock(t)
	n := irctest.New(t)
	n.Register("boss", "delphi")
	boss := arrive(t, n.Addr, "boss")
	boss.identify(irctest.Password)
	l := newLive(t, n.Addr, "sasl = \"plain\"\nsasl_user = \"delphi\"\n")
	c := withClock(l, program)
	l.env = append(l.env, "DELPHI_IRC_TEST_PASSWORD="+irctest.Password)
	l.start(boss)
	boss.ask(`!tourney new "Dash" from in 1s to in 2d UTC rules deaths`, "Dash")
	boss.ask("!admin status", "connected")

	n.Away()
	boss.ask("!admin status", "connected") // the server still knows who that is
	boss.say("QUIT")
	dana := arrive(t, n.Addr, "dana")
	dana.until("boss has gone", func() bool {
		from := dana.now()
		dana.say("NAMES #delphi")
		line, _ := dana.hear(from, " 353 ")
		return !regexp.MustCompile(`\bboss\b`).MatchString(line)
	})
	impostor := arrive(t, n.Addr, "boss")
	refused := func() {
		t.Helper()
		impostor.ask("!admin status", "(?i)only|not allowed|administrator")
		impostor.ask("!tourney cancel dash confirm", "Only (the )?organisers")
		impostor.ask("!join as stenno", "identify with the network's services first")
	}
	refused()

	// The bot loses its connection, and somebody takes its nick.
	thief := arrive(t, n.Addr, "thief")
	l.wire.cut()
	thief.until("it has the nick", func() bool {
		from := thief.now()
		thief.say("NICK delphi")
		line, _ := thief.hear(from, "NICK :delphi| 433 ")
		return regexp.MustCompile("NICK :delphi").MatchString(line)
	})
	dana.hear(0, `^:delphi_!\S+ JOIN `)
	from := dana.now()
	dana.say("PRIVMSG #delphi :!odds 1/6")
	dana.hear(from, `^:delphi_!\S+ PRIVMSG #delphi :.*Tries needed`)

	from = dana.now()
	began := time.Now()
	n.Services()
	c.Pass(91 * time.Second) // nothing tells it that they are back: it tries again after a minute at first, give or take half of it
	dana.hear(from, `^:delphi_!\S+ NICK :delphi$`)
	t.Logf("it has its nick back %v after services were started", time.Since(began).Round(time.Millisecond))
	refused()
	back := arrive(t, n.Addr, "back")
	back.identify("boss " + irctest.Password)
	back.ask("!admin status", "connected")
	back.ask("!tourney dash", `Dash \(on\)`)
	if log := l.stop(); logged(log, "identified=true") == 0 || regexp.MustCompile(irctest.Password).MatchString(log) {
		t.Errorf("the log has\n%s", log)
	}
}
