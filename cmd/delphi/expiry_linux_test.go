package main

import (
	"regexp"
	"testing"
	"time"

	"delphi/bot/irc/irctest"
)

// TestExpiry: what is to end with time ends, as people see it who talk to the bot.
func TestExpiry(t *testing.T) {
	t.Parallel()
	program := buildWithClock(t)
	n := irctest.New(t)
	n.Register("boss", "ann", "mallory")
	boss := arrive(t, n.Addr, "boss")
	boss.identify(irctest.Password)
	l := newLive(t, n.Addr, "")
	c := withClock(l, program)
	l.env = append(l.env, "DELPHI_LIMITS_FLOODER_MINUTES=10", "DELPHI_LIMITS_USER_PER_MINUTE=300")
	l.start(boss)
	ann, mallory, guest := arrive(t, n.Addr, "ann"), arrive(t, n.Addr, "mallory"), arrive(t, n.Addr, "guest")
	ann.identify(irctest.Password)
	mallory.identify(irctest.Password)

	// silent checks that somebody is not answered, while the administrator is.
	silent := func(who *listener, why string) {
		t.Helper()
		from := boss.now()
		who.say("PRIVMSG #delphi :!odds 1/6")
		boss.hear(from, "!odds 1/6")
		boss.ask("!odds 1/9", "11.1%")
		if boss.heardOf(from, "16.7%") > 0 {
			t.Errorf("%s: %s is answered", why, who.nick)
		}
	}
	ann.ask("!odds 1/7", "14.3%") // from now on her nick stands for her account
	boss.ask("!admin ignore ann 30m", "ignore account:ann")
	silent(ann, "ignored")
	c.Pass(31 * time.Minute)
	ann.ask("!odds 1/7", "14.3%")
	boss.ask("!admin quiet #delphi 30m", "#delphi")
	silent(ann, "in a channel that is quiet")
	c.Pass(31 * time.Minute)
	ann.ask("!odds 1/7", "14.3%")
	for range 50 {
		mallory.say("PRIVMSG #delphi :!odds 1/8")
	}
	mallory.hear(0, "You may ask")
	silent(mallory, "a flooder")
	c.Pass(11 * time.Minute)
	mallory.ask("!odds 1/7", "14.3%")

	// The code of a link.
	code := regexp.MustCompile(`link ([0-9a-f]{8})`).FindStringSubmatch(ann.ask("!link", "link [0-9a-f]{8}"))
	ann.ask("!link "+code[1], "on the other network")
	c.Pass(31 * time.Minute)
	mallory.ask("!link "+code[1], "no such code")

	// A challenge is met within its hour, and the row may come an hour later.
	boss.ask(`!tourney new "Dash" from in 1s to in 2d UTC rules deaths grace 1h`, "Dash")
	from := boss.now()
	hero, own := ann.challenged("stenno"), mallory.challenged("mal")
	inTime := time.Now().Add(c.pass + time.Minute)
	c.Pass(90 * time.Minute)
	l.play(endedGame{name: "stenno", hero: hero, points: 1, start: c.Right(), end: c.Right()}) // too late
	l.play(endedGame{name: "mal", hero: own, points: 2, start: inTime, end: inTime})
	boss.hear(from, "mallory has proved to be mal")
	c.Pass(60 * time.Minute)
	c.looks()
	l.play(endedGame{name: "stenno", hero: hero, points: 3, start: inTime, end: inTime}) // its row is too late
	l.play(endedGame{name: "stenno", hero: ann.challenged("stenno"), points: 4, start: c.Right().Add(time.Minute), end: c.Right().Add(2 * time.Minute)})
	boss.hear(from, "ann has proved to be stenno")
	if got := boss.proofs(from); len(got) != 2 {
		t.Errorf("proofs: %q", got)
	}

	// A tournament's end, messages that nobody comes for, and what is remembered of
	// somebody whom nobody vouches for.
	guest.ask("!me wiz xl7 int16", "remember")
	boss.ask("!set on tell", "Changed")
	ann.ask("!tell dana I have your wand", "I will tell")
	ann.ask("!tell guest I have your ring", "I will tell")
	c.Pass(29 * day)
	c.looks() // the log is read to its end
	c.looks() // and so the results are final
	boss.hear(from, "Dash is final")
	mark := guest.now()
	guest.say("PRIVMSG #delphi :hello")
	guest.hear(mark, "I have your ring")
	boss.ask("!tourney dash", `Dash \(over, final\)`)
	if n := boss.heardOf(from, "Dash is final"); n != 1 {
		t.Errorf("its end is told %d times", n)
	}
	c.Pass(2 * day)
	dana := arrive(t, n.Addr, "dana")
	mark = dana.now()
	dana.say("PRIVMSG #delphi :hello")
	dana.ask("!odds 1/7", "14.3%")
	if dana.heardOf(mark, "wand") > 0 {
		t.Error("a message of 31 days ago is handed over")
	}
	c.Pass(31 * day)
	l.stop()
	l.start(boss)
	guest.ask("!me", "You have not saved a character")
	l.stop()
}
