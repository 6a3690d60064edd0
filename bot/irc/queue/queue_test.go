package queue

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

func one(target, asker, line string) Answer {
	return Answer{Target: target, Asker: asker, Nick: asker, Lines: []string{line}, Sorry: "sorry " + asker}
}

// drain takes every line that may go out now.
func drain(q *Queue, now time.Time) string {
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
	q := New(1, 2)
	for i := 1; i <= 3; i++ {
		q.Add(ctx, one("#a", "alice", fmt.Sprint("a", i)))
	}
	q.Add(ctx, Answer{Target: "#b", Asker: "bob", Lines: []string{"b1", "b2"}})
	q.Now("PONG")
	if got := drain(q, now); got != "PONG a1 b1" {
		t.Errorf("at once: %q, want what is urgent and then a burst of two, in turns", got)
	}
	q.Now("JOIN")
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

// lines takes everything that is waiting, an hour apart.
func lines(q *Queue) (out []string) {
	for i := 1; q.Size() > 0; i++ {
		line, _, _, _ := q.next(time.Now().Add(time.Duration(i) * time.Hour))
		out = append(out, line)
	}
	return out
}

// TestQueueFullIsFair: the flooder loses the latest answers and is told once;
// nobody else loses any.
func TestQueueFullIsFair(t *testing.T) {
	ctx := context.Background()
	q := New(0.01, 1) // room for 16
	q.Add(ctx, one("#a", "alice", "alice"))
	for i := range 100 {
		q.Add(ctx, one("#a", "mallory", fmt.Sprint("m", i)))
	}
	q.Add(ctx, one("#a", "bob", "bob"))
	if n := q.TakeDropped(); n != 102-uint64(q.most) || q.TakeDropped() != 0 {
		t.Errorf("%d dropped, want %d, once", n, 102-q.most)
	}
	got := strings.Join(lines(q), " ")
	if want := "alice"; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want first %s", got, want)
	}
	for _, want := range []string{"bob", "m0 ", "m13 "} {
		if !strings.Contains(got+" ", want) {
			t.Errorf("%q, want %s in it", got, want)
		}
	}
	if strings.Contains(got, "m14") || strings.Count(got, "sorry mallory") != 1 || strings.Count(got, "sorry") != 1 {
		t.Errorf("%q, want no later answer and one apology, to the flooder", got)
	}
}

// TestQueueFullOfSingles: where everybody has one answer waiting, the latest to
// ask loses, whatever the name, and not everybody is told at once.
func TestQueueFullOfSingles(t *testing.T) {
	ctx := context.Background()
	q := New(0.01, 1)
	for i := range q.most {
		q.Add(ctx, one("#a", fmt.Sprint("early", i), fmt.Sprint("kept", i)))
	}
	for i := range 100 {
		q.Add(ctx, one("#a", fmt.Sprint("a", i), "lost"))
	}
	if q.Size() > q.most+maxApologies {
		t.Errorf("%d are waiting, want at most %d and %d apologies", q.Size(), q.most, maxApologies)
	}
	got := strings.Join(lines(q), " ")
	if strings.Contains(got, "lost") || strings.Count(got, "kept") != q.most || strings.Count(got, "sorry a") != maxApologies {
		t.Errorf("%q", got)
	}
}

// TestQueueOneAskerDelaysNoOther: while one asker has twenty answers waiting in
// a channel, another's goes at once, time after time.
func TestQueueOneAskerDelaysNoOther(t *testing.T) {
	ctx, now := context.Background(), time.Now()
	q := New(0.5, 8)
	for i := range 20 {
		q.Add(ctx, one("#a", "mallory", fmt.Sprint("m", i)))
	}
	if got := drain(q, now); got != "m0 m1 m2 m3 m4 m5" {
		t.Errorf("the flooder had %q at once, want six lines and the rest of the bucket left", got)
	}
	for i := range 10 {
		now = now.Add(4 * time.Second)
		q.Add(ctx, one("#a", "alice", fmt.Sprint("alice", i)))
		if got := drain(q, now); !strings.Contains(got, fmt.Sprint("alice", i)) {
			t.Errorf("question %d: %q, want the answer at once", i, got)
		}
	}
}

// TestQueueAskersTakeTurns: within a channel, askers take turns by whole
// answers, and nobody's lines are mixed with another's.
func TestQueueAskersTakeTurns(t *testing.T) {
	ctx := context.Background()
	q := New(0, 1)
	two := func(asker, a, b string) {
		q.Add(ctx, Answer{Target: "#a", Asker: asker, Nick: asker, Lines: []string{a, b}})
	}
	two("alice", "a1", "a2")
	two("alice", "a3", "a4")
	two("bob", "b1", "b2")
	q.Add(ctx, one("bob", "bob", "private"))
	if got := drain(q, time.Now()); got != "a1 private a2 b1 b2 a3 a4" {
		t.Errorf("%q", got)
	}
}

// TestQueueForgets: answers to those who have left are not sent, but for one
// that is half said.
func TestQueueForgets(t *testing.T) {
	ctx, now := context.Background(), time.Now()
	q := New(1, 2)
	q.Add(ctx, Answer{Target: "#a", Asker: "bob", Nick: "bob", Lines: []string{"b1", "b2", "b3"}})
	q.Add(ctx, one("#a", "bob", "b4"))
	q.Add(ctx, one("bob", "bob", "b5"))
	q.Add(ctx, one("#a", "alice", "a1"))
	if line, _, _, _ := q.next(now); line != "b1" {
		t.Errorf("first %q", line)
	}
	q.Forget("bob")
	if got := strings.Join(lines(q), " "); got != "b2 a1 b3" && got != "b2 b3 a1" && got != "a1 b2 b3" {
		t.Errorf("left: %q", got)
	}
}

// TestQueueAnnouncesLast: announcements wait for every answer, and the reserve
// is not for them.
func TestQueueAnnouncesLast(t *testing.T) {
	ctx, now := context.Background(), time.Now()
	q := New(1, 3)
	for i := range 3 {
		if err := q.Announce(one("#a", "", fmt.Sprint("news", i))); err != nil {
			t.Fatal(err)
		}
	}
	q.Add(ctx, one("#a", "alice", "answer"))
	if got := drain(q, now); got != "answer news0" {
		t.Errorf("%q", got)
	}
	if got := drain(q, now.Add(2*time.Second)); got != "news1 news2" {
		t.Errorf("later: %q", got)
	}
	for range q.most {
		q.Announce(one("#a", "", "news")) //nolint:errcheck // the last one is looked at
	}
	if err := q.Announce(one("#a", "", "news")); err == nil {
		t.Error("announcements without end were taken")
	}
}

// TestQueueUnpacedWaits: with pacing off nothing is lost, adding waits.
func TestQueueUnpacedWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	q := New(0, 1)
	const writers, each = 4, 500
	finished := make(chan struct{})
	for w := range writers {
		go func() {
			for i := range each {
				q.Add(ctx, one(fmt.Sprint("#", w), "alice", fmt.Sprint(w, " ", i)))
			}
			finished <- struct{}{}
		}()
	}
	go func() {
		for range writers {
			<-finished
		}
		q.Close("QUIT", time.Second)
	}()
	var out bytes.Buffer
	if err := q.Run(ctx, &out); err != nil {
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
	q := New(0, 1)
	ctx, cancel := context.WithCancel(context.Background())
	for range q.most {
		q.Add(ctx, one("#a", "alice", "x"))
	}
	done := make(chan struct{})
	go func() { q.Add(ctx, one("#a", "alice", "x")); close(done) }()
	cancel()
	<-done
	if err := q.Run(ctx, io.Discard); err != context.Canceled {
		t.Errorf("run = %v", err)
	}
}

func TestQueueControlIsBounded(t *testing.T) {
	q := New(0, 1)
	for range maxControl + 1 {
		q.Now("PONG")
	}
	if err := q.Run(context.Background(), io.Discard); err != ErrControlFull {
		t.Errorf("run = %v, want %v", err, ErrControlFull)
	}
}

func BenchmarkQueue(b *testing.B) {
	ctx := context.Background()
	q := New(0, 1)
	now := time.Now()
	b.ReportAllocs()
	for b.Loop() {
		q.Add(ctx, Answer{Target: "#nethack", Asker: "alice", Lines: []string{"PRIVMSG #nethack :47%"}})
		q.next(now)
	}
}

// A batch goes out as a whole, and costs as much as its lines.
func TestBatchesCost(t *testing.T) {
	q := New(1, 8)
	const line = "BATCH +d1 draft/multiline #c\r\n@batch=d1 PRIVMSG #c :one \r\n@batch=d1 PRIVMSG #c :two \r\n@batch=d1 PRIVMSG #c :three\r\nBATCH -d1"
	q.Offer(Answer{Target: "#c", Asker: "a", Lines: []string{line}})
	now := time.Now()
	before := q.pace.TokensAt(now)
	if got, ok, _, _ := q.next(now); !ok || got != line {
		t.Fatalf("%q", got)
	}
	if cost := before - q.pace.TokensAt(now); cost < 4.9 || cost > 5.1 {
		t.Errorf("five lines cost %g", cost)
	}
}
