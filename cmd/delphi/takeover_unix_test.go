//go:build unix

package main

import (
	"context"
	"regexp"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"delphi/storage/contest"
	"delphi/storage/contest/archive"
	"delphi/storage/gamelog"
	"delphi/storage/pause"
	"delphi/storage/pgstore"
)

// TestRollingRestart: while one process after the other is told to end and started
// again, as for an update, every question is answered and every game announced once.
func TestRollingRestart(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts seven processes and a database")
	}
	c := newTrial(t)
	store, err := pgstore.Open(t.Context(), c.database)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	c.subscribe(&contest.Book{Columns: archive.Columns{Games: gamelog.Games{Store: store}, Now: time.Now}, Random: random})
	starts := identified(t, c.discord)
	ear, who := listen(t, c.irc, "ear"), listen(t, c.irc, "asker")
	for i := range c.bots {
		c.start(i)
	}
	ctx, stop := context.WithCancel(t.Context())
	var going sync.WaitGroup
	games, questions, longest := 0, 0, time.Duration(0)
	going.Go(func() { games = c.play(ctx, 300*time.Millisecond) })
	going.Go(func() {
		for ctx.Err() == nil {
			questions++
			took, answered := c.asked(who, questions, 100*time.Millisecond)
			if !answered {
				t.Error("a question was never answered")
				return
			}
			longest = max(longest, took)
		}
	})
	for range c.bots {
		i := c.holder()
		if err := c.bots[i].cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		c.end(i)
		c.start(i)
		_ = pause.For(t.Context(), time.Second)
	}
	stop()
	going.Wait()
	t.Logf("%d questions were answered, the slowest after %v", questions, longest.Round(time.Millisecond))
	c.once(ear, games)
	starts()
}

// TestStoppedHolder: while a process that was stopped still has the nick, its successor
// answers under another; when it goes on it leaves, and the successor has the nick.
func TestStoppedHolder(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts three processes and a database")
	}
	c := newTrial(t)
	ear, who := listen(t, c.irc, "ear"), listen(t, c.irc, "asker")
	for i := range c.bots {
		c.start(i)
	}
	if _, answered := c.asked(who, 1, time.Second); !answered {
		t.Fatal("nobody answers")
	}
	former := c.bots[c.holder()].cmd.Process
	if err := former.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if _, answered := c.asked(who, 2, time.Second); !answered {
		t.Error("nobody answers in place of the stopped one")
	}
	if _, ok := ear.wait(regexp.MustCompile(`^:delphi_!.* PRIVMSG #delphi .*`+character(2)), patience); !ok {
		t.Error("the successor does not answer as delphi_")
	}
	if err := former.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if _, ok := ear.wait(regexp.MustCompile(`^:delphi_!.* NICK :delphi$`), patience); !ok {
		t.Error("the successor does not take the nick")
	}
	if _, answered := c.asked(who, 3, time.Second); !answered {
		t.Error("nobody answers after that")
	}
	if _, ok := ear.wait(regexp.MustCompile(`^:delphi!.* PRIVMSG #delphi .*`+character(3)), patience); !ok {
		t.Error("the successor does not answer as delphi")
	}
	if ear.heard(regexp.MustCompile(`^:delphi!.* PRIVMSG #delphi .*`+character(2))) > 0 {
		t.Error("the stopped one has answered, too")
	}
}

// BenchmarkTakeover measures how long nobody answers after each kind of fault, which
// befalls the process that holds the network; and how long the fault itself lasted,
// which for a database is when it was away. Leases are of 1 s.
func BenchmarkTakeover(b *testing.B) {
	c := newTrial(b)
	who := listen(b, c.irc, "asker")
	for i := range c.bots {
		c.start(i)
	}
	n := 0
	ask := func() time.Duration {
		n++
		took, answered := c.asked(who, n, 50*time.Millisecond)
		if !answered {
			b.Fatal("nobody answers")
		}
		return took
	}
	for _, k := range mishaps {
		b.Run(k.name, func(b *testing.B) {
			var silent, lasted []time.Duration
			for b.Loop() {
				ask()
				holder, over := c.holder(), make(chan time.Duration)
				go func() {
					begun := time.Now()
					k.do(c, holder)
					over <- time.Since(begun)
				}()
				time.Sleep(20 * time.Millisecond)
				silent = append(silent, ask())
				lasted = append(lasted, <-over)
				time.Sleep(2500 * time.Millisecond) // all of them look again at who has what
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(median(silent).Seconds(), "s-silent")
			b.ReportMetric(slices.Max(silent).Seconds(), "s-silent-longest")
			b.ReportMetric(median(lasted).Seconds(), "s-fault")
		})
	}
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
