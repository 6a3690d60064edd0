//go:build unix

package main

import (
	"slices"
	"testing"
	"time"
)

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
