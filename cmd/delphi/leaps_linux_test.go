package main

import (
	"fmt"
	"testing"
	"time"

	"delphi/bot/irc/irctest"
)

// day is a day.
const day = 24 * time.Hour

// looks is what a bot takes to look at everything that the time may have brought:
// it sweeps each 15 seconds, which the test lets pass at once, and polls each second.
func (c *fakeClock) looks() {
	c.Pass(20 * time.Second)
	time.Sleep(1500 * time.Millisecond)
}

// settles lets a clock that has leapt be believed: it looks at it, and again after more
// than ten minutes.
func (c *fakeClock) settles() {
	c.looks()
	c.Pass(11 * time.Minute)
	c.looks()
}

// TestClockLeaps: the time of day leaps while a bot serves, forward and back, and nothing
// comes of it that people would notice.
func TestClockLeaps(t *testing.T) {
	t.Parallel()
	program := buildWithClock(t)
	n := irctest.New(t)
	n.Register("boss", "mallory")
	boss := arrive(t, n.Addr, "boss")
	boss.identify(irctest.Password)
	l := newLive(t, n.Addr, "")
	c := withClock(l, program)
	l.env = append(l.env, "DELPHI_LIMITS_USER_PER_MINUTE=30")
	l.start(boss)
	ask := func(who *listener, line, answer string) {
		t.Helper()
		c.Pass(20 * time.Second) // no limit is met by that
		who.ask(line, answer)
	}
	ask(boss, `!tourney new "Dash" from in 1s to in 1d UTC rules deaths proof none grace 1h`, "Dash")
	ask(boss, `!tourney new "Next" from in 2d to in 4d UTC rules deaths proof none grace 1h`, "Next")
	ask(boss, "!announce deaths", "deaths")
	ask(boss, "!join as stenno in dash", "boss plays in Dash as stenno")
	mallory, ann := arrive(t, n.Addr, "mallory"), arrive(t, n.Addr, "ann")
	mallory.identify(irctest.Password) // or else the others share a host with who is ignored
	boss.hear(0, "Dash has begun")

	games, from := 0, boss.now()
	var began time.Time
	play := func() (announced string) {
		games++
		for began.Unix() == c.Right().Unix() { // two games that begin in one second are one that two logs have
			time.Sleep(10 * time.Millisecond)
		}
		began = c.Right()
		l.play(endedGame{name: "stenno", death: fmt.Sprintf("killed by a newt, while number %d", games), points: 5000, start: began.Add(time.Second), end: began.Add(2 * time.Second)})
		return fmt.Sprintf("number %d,", games)
	}
	boss.hear(from, play())

	// said counts what the time alone makes the bot say.
	said := func(since int) (n int) {
		for _, text := range []string{"is over", "is final", "has begun", "begins in", "ends in", "so far"} {
			n += boss.heardOf(since, text)
		}
		return n
	}
	for _, leap := range []time.Duration{3 * day, -2 * time.Hour, -365 * day} {
		at := boss.now()
		c.Leap(leap)
		meanwhile := play() // is not read yet: nobody knows when it was
		c.looks()
		ask(ann, "!tourney dash", `Dash \(on\)`)
		ask(ann, "!tourney next", `Next \(open\)`)
		ask(boss, "!admin ignore mallory 30m", "mallory")
		asked := ann.now()
		for range 10 { // more than anybody may ask at once
			ann.say("PRIVMSG #delphi :!odds 1/6")
		}
		ann.hear(asked, "You may ask")
		if n := said(at) + boss.heardOf(at, meanwhile); n > 0 {
			t.Errorf("a leap of %v makes it say %d things", leap, n)
		}
		c.Leap(-leap)
		boss.hear(at, meanwhile)
		ask(ann, "!odds 1/6", "Tries needed")
		c.Pass(31 * time.Minute)
		ask(mallory, "!tourney dash", `Dash \(on\)`)
		boss.hear(at, play())
		if n := said(at); n > 0 {
			t.Errorf("a leap by %v and back makes it say %d things", leap, n)
		}
	}

	// Whoever was silenced for half an hour by a clock that was ahead is not for longer
	// because of a restart.
	c.Leap(365 * day)
	ask(boss, "!admin ignore mallory 30m", "mallory")
	c.Leap(-365 * day)
	log := l.stop()
	l.start(boss)
	c.Pass(31 * time.Minute)
	ask(mallory, "!tourney dash", `Dash \(on\)`)

	// A clock that stays where it has leapt to is believed. What it ends is ended once,
	// and coming back to the right time begins nothing a second time.
	at := boss.now()
	c.Leap(3 * day)
	c.settles()
	c.looks() // the log has been read to its end, and so the results are final
	boss.hear(at, "Dash is final")
	ask(ann, "!tourney dash", `Dash \(over, final\)`)
	c.Leap(-3 * day)
	c.settles()
	boss.hear(at, play())
	c.looks()
	log += l.stop()
	l.start(boss)
	c.looks()
	for _, text := range []string{"Dash is final", "Dash is over", "Dash has begun", "Next has begun"} {
		if n := boss.heardOf(at, text); n > 1 {
			t.Errorf("%q is said %d times", text, n)
		}
	}
	for n := range games {
		if times := boss.heardOf(0, fmt.Sprintf("number %d,", n+1)); times != 1 {
			t.Errorf("game %d is announced %d times", n+1, times)
		}
	}
	log += l.stop()
	if n := logged(log, "level=(WARN|ERROR)") - logged(log, "systemd could not be notified"); n > 0 { // the test has listened to its start only
		t.Errorf("%d complaints: %s", n, log)
	}
	if n := logged(log, "msg=connected"); n != 3 {
		t.Errorf("it connected %d times in 3 runs", n)
	}
}

// TestClockBehindAtStart: a machine without a battery for its clock starts with the time
// of when it was last on. What ended since is not set aside as of the future, but read
// once the time is right.
func TestClockBehindAtStart(t *testing.T) {
	t.Parallel()
	program := buildWithClock(t)
	boss := arrive(t, ircServer(t), "boss")
	l := newLive(t, boss.conn.RemoteAddr().String(), "")
	c := withClock(l, program)
	l.start(boss)
	boss.ask("!announce deaths", "deaths")
	play := func(which string) {
		now := c.Right()
		l.play(endedGame{name: "stenno", death: "killed by a newt, while " + which, points: 5000, start: now.Add(-2 * time.Second), end: now.Add(-time.Second)})
	}
	at := boss.now()
	play("first")
	boss.hear(at, "while first")
	l.stop()

	c.Leap(-3 * day)
	play("second")
	l.start(boss)
	c.looks()
	if boss.heardOf(at, "while second") > 0 {
		t.Error("a game is announced three days before it ended")
	}
	c.Leap(3 * day)
	c.looks()
	boss.hear(at, "while second")
	l.stop()

	// A clock that is right, where the one before was ahead, is believed after a while.
	c.Leap(3 * day)
	l.start(boss)
	c.looks()
	l.stop()
	c.Leap(-3 * day)
	l.start(boss)
	c.looks()
	play("third")
	c.settles()
	boss.hear(at, "while third")
	l.stop()
}
