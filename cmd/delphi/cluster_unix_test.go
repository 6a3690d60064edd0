//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"delphi/bot/discord/discordtest"
	"delphi/cmd/delphi/scorefiles"
	"delphi/engine/games/score"
	"delphi/storage"
	"delphi/storage/contest"
	"delphi/storage/contest/archive"
	"delphi/storage/contest/people"
	"delphi/storage/contest/places"
	"delphi/storage/gamelog"
	"delphi/storage/pause"
	"delphi/storage/pgstore"
)

// faults is how many a cluster is to survive: as many as DELPHI_TEST_FAULTS says,
// else 24 where PostgreSQL must be, as in .ci/run, and one of each kind elsewhere.
func faults() int {
	if n, err := strconv.Atoi(os.Getenv("DELPHI_TEST_FAULTS")); err == nil {
		return n
	}
	if os.Getenv("DELPHI_NEED_POSTGRES") != "" {
		return 24
	}
	return len(mishaps)
}

// TestCluster: three processes share a database. Whatever dies, is stopped or is
// cut off, what was acknowledged is kept, and each game is announced.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes")
	}
	c := newTrial(t)
	store, err := pgstore.Open(t.Context(), c.database)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	cup, err := scorefiles.Templates(nil)
	if err != nil {
		t.Fatal(err)
	}
	book := &contest.Book{
		Columns: archive.Columns{Games: gamelog.Games{Store: store}, Now: time.Now}, Random: random, Templates: cup,
		Sources: func(context.Context) ([]string, error) { return []string{"here"}, nil },
	}
	here := places.Actor{Place: places.Place{Network: "test", Place: "#delphi"}, Admin: true}
	tourney, err := book.Create(t.Context(), here, contest.Tourney{
		Name: "Cup", Rules: "dash", Proof: people.ProofNone, From: time.Now().Add(time.Hour).Unix(), Until: time.Now().Add(2 * time.Hour).Unix(),
	})
	if err != nil {
		t.Fatal(err)
	}
	c.subscribe(book)
	starts := identified(t, c.discord)
	ear := listen(t, c.irc, "ear")
	for i := range c.bots {
		c.start(i)
	}

	// What goes on meanwhile: games end, characters are set in the channel, and
	// settings by somebody who has the store.
	who := listen(t, c.irc, "asker")
	ctx, stop := context.WithCancel(t.Context())
	var going sync.WaitGroup
	games, characters, settings := 0, 0, 0
	signups, slowest := 0, map[string]time.Duration{}
	going.Go(func() { games = c.play(ctx, 700*time.Millisecond) })
	going.Go(func() {
		for n := 1; ctx.Err() == nil; n++ {
			took, answered := c.asked(who, n, 250*time.Millisecond)
			if !answered {
				t.Errorf("nobody answers any more since the fault %q", c.lastFault())
				return
			}
			characters = n
			after := c.lastFault()
			slowest[after] = max(slowest[after], took.Round(time.Millisecond))
			_ = pause.For(ctx, 300*time.Millisecond)
		}
	})
	going.Go(func() {
		s := storage.NewSettings(store)
		for ctx.Err() == nil {
			if err := s.Set(context.WithoutCancel(ctx), fmt.Sprintf("test\x00#%d", settings), storage.PlaceSettings{Rules: "3.4.3"}); err != nil {
				t.Logf("a setting was not acknowledged: %v", err)
				continue
			}
			settings++
			_ = pause.For(ctx, 50*time.Millisecond)
		}
	})

	going.Go(func() {
		for ctx.Err() == nil {
			name := fmt.Sprintf("p%d", signups)
			u := people.User{Network: "test", User: name}
			if _, err := book.Join(context.WithoutCancel(ctx), tourney.ID, u, name, score.Account{Source: "here", Name: name}); err != nil {
				t.Logf("a sign-up was not acknowledged: %v", err)
				continue
			}
			signups++
			_ = pause.For(ctx, 200*time.Millisecond)
		}
	})

	for n := range faults() {
		c.fault(n)
	}
	stop()
	going.Wait()
	t.Logf("%d games, %d questions answered, %d settings, %d sign-ups", games, characters, settings, signups)
	t.Logf("the longest that a question took after each kind of fault: %v", slowest)

	said := storage.NewSettings(store)
	for n := range settings {
		if got, err := said.Get(t.Context(), fmt.Sprintf("test\x00#%d", n)); err != nil || got.Rules != "3.4.3" {
			t.Errorf("setting %d is %+v, %v", n, got, err)
		}
	}
	if entered, err := book.Find(t.Context(), here.Place, "cup"); err != nil {
		t.Error(err)
	} else {
		for n := range signups {
			name := fmt.Sprintf("p%d", n)
			if !slices.ContainsFunc(entered.Entrants, func(e contest.Entrant) bool { return e.Name == name }) {
				t.Errorf("sign-up %d is lost", n)
			}
		}
	}
	saved := regexp.MustCompile("Your character.*" + character(characters))
	for begun := time.Now(); who.heard(saved) == 0; {
		if time.Since(begun) > patience {
			t.Errorf("the character is not the last one acknowledged, %s", character(characters))
			break
		}
		who.say("PRIVMSG #delphi :!me")
		who.wait(saved, time.Second)
	}
	c.once(ear, games)
	starts()
}

// onDiscord counts how often each game was announced there.
func onDiscord(f *discordtest.Fake) map[string]int {
	posted := map[string]int{}
	for _, text := range f.Posted(discordtest.ChannelID) {
		name, _, _ := strings.Cut(text, " ")
		posted[name]++
	}
	return posted
}

// identified watches the sessions that begin at Discord until the function that it
// returns is called, which checks how far apart they were.
func identified(t *testing.T, f *discordtest.Fake) (check func()) {
	var mu sync.Mutex
	var at []time.Time
	f.Identified(func() {
		mu.Lock()
		defer mu.Unlock()
		at = append(at, time.Now())
	})
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if len(at) == 0 {
			t.Error("nobody identified at Discord")
		}
		closest := time.Hour
		for i := 1; i < len(at); i++ {
			closest = min(closest, at[i].Sub(at[i-1]))
		}
		t.Logf("%d sessions began at Discord, at least %v apart", len(at), closest.Round(time.Millisecond))
		if closest < 5*time.Second {
			t.Errorf("two sessions began within %v", closest)
		}
	}
}

// mishaps are what may go wrong, each with how often of the sum. What each does not
// undo, it makes good for the next one.
var mishaps = []struct {
	name  string
	often int
	do    func(c *trial, i int)
}{
	{"killed", 7, func(c *trial, i int) {
		_ = c.bots[i].cmd.Process.Kill()
		c.end(i)
		c.start(i)
	}},
	{"stopped for longer than its leases", 4, func(c *trial, i int) {
		_ = c.bots[i].cmd.Process.Signal(syscall.SIGSTOP)
		time.Sleep(2500 * time.Millisecond)
		_ = c.bots[i].cmd.Process.Signal(syscall.SIGCONT)
	}},
	{"cut off from IRC", 3, func(c *trial, i int) { c.wires[i].cut() }},
	{"cut off from the database", 2, func(c *trial, i int) { c.primary.Terminate() }},
	{"told to end, as for an update", 1, func(c *trial, i int) {
		_ = c.bots[i].cmd.Process.Signal(syscall.SIGTERM)
		c.end(i)
		c.start(i)
	}},
	{"the database restarted", 2, func(c *trial, i int) {
		c.primary.Kill()
		c.primary.Up()
	}},
	{"the standby promoted", 1, func(c *trial, i int) {
		port := c.primary.Port
		c.primary.Kill()
		c.standby.Promote()
		c.primary = c.standby
		c.standby = c.primary.Standby(port)
	}},
}

// fault does one thing that goes wrong: at first each kind once, then any.
func (c *trial) fault(n int) {
	k := n
	if n >= len(mishaps) {
		k = c.anyKind()
	}
	c.last.Store(&mishaps[k].name)
	mishaps[k].do(c, c.rng.IntN(len(c.bots)))
	time.Sleep(time.Duration(100+c.rng.IntN(900)) * time.Millisecond)
	if n%10 == 9 {
		c.t.Logf("%d faults", n+1)
	}
}

// anyKind draws a kind of fault.
func (c *trial) anyKind() (k int) {
	of := 0
	for _, m := range mishaps {
		of += m.often
	}
	for pick := c.rng.IntN(of); pick >= mishaps[k].often; k++ {
		pick -= mishaps[k].often
	}
	return k
}

// lastFault is what went wrong last.
func (c *trial) lastFault() string {
	if name := c.last.Load(); name != nil {
		return *name
	}
	return "none"
}

// once waits until everything was announced, ends the processes, and checks that each
// game was said once on Discord, and again on IRC only where a log says why. It
// returns how many lines were said again there.
func (c *trial) once(ear *listener, games int) (again int) {
	for n := 1; n <= games; n++ {
		if _, ok := ear.wait(announced(n), patience); !ok {
			c.t.Errorf("game %d was never announced", n)
			break
		}
	}
	for begun := time.Now(); len(onDiscord(c.discord)) < games && time.Since(begun) < patience; {
		time.Sleep(100 * time.Millisecond)
	}
	for i := range c.bots {
		if err := c.bots[i].cmd.Process.Signal(syscall.SIGTERM); err != nil {
			c.t.Error(err)
		}
		c.end(i)
	}
	posted := onDiscord(c.discord)
	for n := 1; n <= games; n++ {
		said := ear.heard(announced(n))
		reasons := len(regexp.MustCompile(fmt.Sprintf(`started but not finished.* about="?game g%dx `, n)).FindAllString(c.logs.String(), -1))
		if said > 1+reasons {
			c.t.Errorf("game %d was said %d times, with %d reasons to say it again", n, said, reasons)
		}
		again += said - 1
		if name := fmt.Sprintf("g%dx", n); posted[name] != 1 {
			c.t.Errorf("game %d was announced %d times on Discord", n, posted[name])
		}
	}
	c.t.Logf("%d of %d lines were said again", again, games)
	if strings.Contains(c.logs.String(), "panic") {
		c.t.Error("a process says panic")
	}
	return again
}
