//go:build unix

package main

import (
	"context"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"delphi/commands/contest"
	"delphi/storage"
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
	c.subscribe(&contest.Book{Games: storage.Games{Store: store}, Now: time.Now, Random: random})
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
		every(t.Context(), time.Second)
	}
	stop()
	going.Wait()
	t.Logf("%d questions were answered, the slowest after %v", questions, longest.Round(time.Millisecond))
	c.once(ear, games)
	starts()
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
