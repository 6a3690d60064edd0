package irc

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"
)

func one(target, asker, line string) answer { return answer{target, asker, []string{line}} }

// drain takes every line that may go out now.
func drain(q *queue, now time.Time) string {
	var out []string
	for {
		line, ok, _, _ := q.next(now)
		if !ok {
			return strings.Join(out, " ")
		}
		out = append(out, line)
	}
}

func TestQueuePacesAndTakesTurns(t *testing.T) {
	ctx, now := context.Background(), time.Now()
	q := newQueue(1, 2)
	for i := 1; i <= 3; i++ {
		q.add(ctx, one("#a", "alice", fmt.Sprint("a", i)))
	}
	q.add(ctx, answer{"#b", "bob", []string{"b1", "b2"}})
	q.now("PONG")
	if got := drain(q, now); got != "PONG a1 b1" {
		t.Errorf("at once: %q, want what is urgent and a burst of two, by turns", got)
	}
	q.now("JOIN")
	if got := drain(q, now); got != "JOIN" {
		t.Errorf("an empty bucket held back %q", got)
	}
	if _, _, wait, _ := q.next(now); wait <= 0 || wait > time.Second+time.Millisecond {
		t.Errorf("wait %v, want at most the second a token takes", wait)
	}
	if got := drain(q, now.Add(3*time.Second)); got != "a2 b2" {
		t.Errorf("later: %q, want the burst again", got)
	}
	if got := drain(q, now.Add(4*time.Second)); got != "a3" {
		t.Errorf("later still: %q", got)
	}
	if _, _, wait, done := q.next(now); wait != math.MaxInt64 || done {
		t.Errorf("empty: wait %v, done %t", wait, done)
	}
}

func TestQueueFullDropsTheFloodersOldest(t *testing.T) {
	ctx := context.Background()
	q := newQueue(0.01, 1) // room for 16
	q.add(ctx, one("#a", "alice", "alice"))
	for i := range 100 {
		q.add(ctx, one("#a", "mallory", fmt.Sprint("m", i)))
	}
	q.add(ctx, one("#a", "bob", "bob"))
	if n := q.size(); n != q.most {
		t.Errorf("%d wait, want %d", n, q.most)
	}
	if n := q.takeDropped(); n != 102-uint64(q.most) || q.takeDropped() != 0 {
		t.Errorf("%d dropped, want %d, once", n, 102-q.most)
	}
	var got []string
	for q.size() > 0 {
		line, _, _, _ := q.next(time.Now().Add(time.Duration(len(got)+1) * time.Hour))
		got = append(got, line)
	}
	if got[0] != "alice" || got[len(got)-1] != "bob" || got[len(got)-2] != "m99" || got[1] != "m86" {
		t.Errorf("kept %q: want alice, bob and the flooder's latest", got)
	}
}

// TestQueueUnpacedWaits: with pacing off nothing is lost, adding waits.
func TestQueueUnpacedWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	q := newQueue(0, 1)
	const writers, each = 4, 500
	finished := make(chan struct{})
	for w := range writers {
		go func() {
			for i := range each {
				q.add(ctx, one(fmt.Sprint("#", w), "alice", fmt.Sprint(w, " ", i)))
			}
			finished <- struct{}{}
		}()
	}
	go func() {
		for range writers {
			<-finished
		}
		q.close("QUIT", time.Second)
	}()
	var out bytes.Buffer
	if err := q.run(ctx, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\r\n"), "\r\n")
	if len(lines) != writers*each+1 || lines[len(lines)-1] != "QUIT" {
		t.Fatalf("%d lines, the last %q; want %d and QUIT", len(lines), lines[len(lines)-1], writers*each+1)
	}
	next := map[string]int{}
	for _, l := range lines[:len(lines)-1] {
		w, n, _ := strings.Cut(l, " ")
		if n != fmt.Sprint(next[w]) {
			t.Fatalf("%s: got %s, want %d: out of order", w, n, next[w])
		}
		next[w]++
	}
}

func TestQueueWaitEndsWithContext(t *testing.T) {
	q := newQueue(0, 1)
	ctx, cancel := context.WithCancel(context.Background())
	for range q.most {
		q.add(ctx, one("#a", "alice", "x"))
	}
	done := make(chan struct{})
	go func() { q.add(ctx, one("#a", "alice", "x")); close(done) }()
	cancel()
	<-done
	if err := q.run(ctx, io.Discard); err != context.Canceled {
		t.Errorf("run = %v", err)
	}
}

func TestQueueControlIsBounded(t *testing.T) {
	q := newQueue(0, 1)
	for range maxControl + 1 {
		q.now("PONG")
	}
	if err := q.run(context.Background(), io.Discard); err != errControlFull {
		t.Errorf("run = %v, want %v", err, errControlFull)
	}
}

func BenchmarkQueue(b *testing.B) {
	ctx := context.Background()
	q := newQueue(0, 1)
	now := time.Now()
	b.ReportAllocs()
	for b.Loop() {
		q.add(ctx, answer{"#nethack", "alice", []string{"PRIVMSG #nethack :47%"}})
		q.next(now)
	}
}
