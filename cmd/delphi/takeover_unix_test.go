//go:build unix

package main

import (
	"regexp"
	"slices"
	"testing"
	"time"
)

// holder is the process that is connected to IRC.
func (c *trial) holder() int {
	for {
		for i, w := range c.wires {
			if w.used() {
				return i
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// asked asks for an answer until there is one, often, and returns how long that took.
func (c *trial) asked(who *listener, n int) time.Duration {
	begun := time.Now()
	answer := regexp.MustCompile("PRIVMSG #delphi :.*remember.*" + character(n))
	for {
		who.say("PRIVMSG #delphi :!me wiz " + character(n))
		if _, ok := who.wait(answer, 50*time.Millisecond); ok {
			return time.Since(begun)
		}
	}
}

// BenchmarkTakeover measures how long nobody answers after each kind of fault, which
// befalls the process that holds the network. Leases are of 1 s.
func BenchmarkTakeover(b *testing.B) {
	c := newTrial(b)
	who := listen(b, c.irc, "asker")
	for i := range c.bots {
		c.start(i)
	}
	n := 1
	for _, k := range mishaps {
		b.Run(k.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				c.asked(who, n)
				n++
				i, done := c.holder(), make(chan struct{})
				go func() {
					defer close(done)
					k.do(c, i)
				}()
				time.Sleep(20 * time.Millisecond)
				took = append(took, c.asked(who, n))
				n++
				<-done
				time.Sleep(2500 * time.Millisecond) // all of them look again at who has what
			}
			slices.Sort(took)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(took[len(took)/2].Seconds(), "s/median")
			b.ReportMetric(took[len(took)-1].Seconds(), "s/longest")
		})
	}
}
