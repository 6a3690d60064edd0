//go:build unix

package main

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"delphi/bot/irc/irctest"
)

// challenge is what the bot asks of somebody who joins.
var challenge = regexp.MustCompile(`start a game there as (\w+), (\w+), (\w+), (\w+) before .* and quit it`)

// challenged joins with an account, and returns the hero that proves it.
func (l *listener) challenged(account string) (hero string) {
	l.t.Helper()
	// By name: what others were just asked for may be heard late.
	m := challenge.FindStringSubmatch(l.ask("!join as "+account, l.nick+" is entered in Dash. To prove that "+account+" is yours"))
	if m == nil {
		l.t.Fatal("there is no challenge")
	}
	return strings.Join(m[1:], " ")
}

// TestProofByChallenge is a sign-up from join to accepted on a network with services:
// only the game that was asked for proves an account, and only for whom it was asked of.
func TestProofByChallenge(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a network with services, which takes some seconds")
	}
	t.Parallel()
	n := irctest.New(t)
	n.Register("boss", "ann", "mallory")
	boss := arrive(t, n.Addr, "boss")
	boss.identify(irctest.Password)
	l := newLive(t, n.Addr, "")
	l.start(boss)
	boss.ask(`!tourney new "Dash" from in 1s to in 2d UTC rules deaths`, "accounts are proved by a challenge")

	ann, mallory, anybody := arrive(t, n.Addr, "ann"), arrive(t, n.Addr, "mallory"), arrive(t, n.Addr, "anybody")
	anybody.ask("!join as stenno", "identify with the network's services first")
	ann.identify(irctest.Password)
	mallory.identify(irctest.Password)
	hero := ann.challenged("stenno")
	wrong := mallory.challenged("stenno") // it is nobody's yet
	if wrong == hero {
		t.Errorf("ann and mallory are both to start as %s", hero)
	}
	if again := mallory.challenged("stenno"); again != wrong {
		t.Errorf("mallory, asking again, is to start as %s, not as %s", again, wrong)
	}
	boss.ask("!tourney entrants", `ann.*stenno.*mallory.*stenno`)

	own := mallory.challenged("mal")
	from := boss.now()
	now := time.Now()
	for _, g := range []endedGame{
		{name: "stenno", hero: hero, death: "killed by a newt", points: 1},  // not quit
		{name: "stenno", hero: hero, points: 2, start: now.Add(-time.Hour)}, // begun before it was asked for
		{name: "stenno", hero: hero, points: 3, end: now.Add(2 * time.Hour)},
		{name: "stenno", hero: otherThan(hero, wrong), points: 4},
		{name: "mallory", hero: hero, points: 5}, // somebody else's account
		{name: "mal", hero: own, points: 6},
	} {
		l.play(g)
	}
	boss.hear(from, `^:delphi\S* PRIVMSG #delphi :Dash: mallory has proved to be mal\.`) // so all of them were looked at
	ann.ask("!standings me", "0 points; 0 games counted")
	if got := boss.proofs(from); len(got) != 1 {
		t.Fatalf("wrong games prove: %q", got)
	}

	l.play(endedGame{name: "stenno", hero: hero, points: 7})
	boss.hear(from, `^:delphi\S* PRIVMSG #delphi :Dash: ann has proved to be stenno\.`)
	ann.ask("!join as stenno", "ann plays in Dash as stenno")
	mallory.ask("!join as stenno", "(?i:stenno) already plays in Dash for ann")
	l.play(endedGame{name: "stenno", hero: wrong, points: 8}) // mallory's challenge is void
	l.play(endedGame{name: "stenno", hero: "Val Hum Fem Law", death: "killed by a soldier ant", points: 1500, start: now.Add(5 * time.Second)})
	ann.again("!standings", "ann")
	if got := boss.proofs(from); len(got) != 2 {
		t.Errorf("proofs: %q", got)
	}
	if entrants := boss.ask("!tourney entrants", "ann"); regexp.MustCompile(`mallory[^,;]*stenno`).MatchString(entrants) {
		t.Errorf("mallory still claims it: %s", entrants)
	}
	l.stop()
}

// proofs are the proofs that the bot has told of since.
func (l *listener) proofs(from int) (out []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.lines[from:] {
		if strings.Contains(line, "has proved to be") {
			out = append(out, line)
		}
	}
	return out
}

// otherThan is a hero that is none of some.
func otherThan(heroes ...string) string {
	for _, h := range []string{"Val Hum Fem Law", "Sam Hum Mal Law", "Hea Hum Fem Neu"} {
		if !strings.Contains(strings.Join(heroes, "/"), h) {
			return h
		}
	}
	return ""
}
