package queue

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestQueueBusyChannelDelaysNoOther: while ever more people each have an answer
// waiting in a channel, one in another channel goes at once, time after time.
func TestQueueBusyChannelDelaysNoOther(t *testing.T) {
	ctx, now := context.Background(), time.Now()
	q := New(0.5, 8)
	n := 0
	crowd := func() {
		for range 5 {
			q.Add(ctx, one("#busy", fmt.Sprint("u", n%60), fmt.Sprint("m", n)))
			n++
		}
	}
	crowd()
	crowd()
	for range 10 {
		drain(q, now)
		crowd()
		now = now.Add(6 * time.Second)
		drain(q, now)
		q.Add(ctx, one("#quiet", "bob", "bob"))
		if got := drain(q, now); !strings.Contains(got, "bob") {
			t.Errorf("%q, want bob's answer at once", got)
		}
	}
}

// TestQueueFullSparesOtherChannels: where everybody has one answer waiting, the
// channel with the most of them loses one, whoever was the latest to ask.
func TestQueueFullSparesOtherChannels(t *testing.T) {
	ctx := context.Background()
	q := New(0.01, 1)
	for i := range q.most {
		q.Add(ctx, one("#busy", fmt.Sprint("u", i), fmt.Sprint("m", i, ".")))
	}
	q.Add(ctx, one("#quiet", "bob", "bob"))
	got := strings.Join(lines(q), " ")
	if lost := fmt.Sprint("m", q.most-1, "."); !strings.Contains(got, " bob") && !strings.HasPrefix(got, "bob") || strings.Contains(got, lost) {
		t.Errorf("%q, want bob's answer and not the latest of the others", got)
	}
}

// TestQueuePrivateIsOnePlace: thirty people who ask in private are no more to a
// channel than another channel is.
func TestQueuePrivateIsOnePlace(t *testing.T) {
	ctx, now := context.Background(), time.Now()
	q := New(0.5, 8)
	for i := range 30 {
		nick := fmt.Sprint("u", i)
		q.Add(ctx, one("", nick, nick))
	}
	drain(q, now)
	q.Add(ctx, one("#quiet", "bob", "bob"))
	if got := drain(q, now); got != "bob" {
		t.Errorf("%q, want bob's answer at once", got)
	}
}

// TestQueueTellsTogether: those who are refused in a channel share lines, of which
// none is too long, each of them is named once, and answers go on between.
func TestQueueTellsTogether(t *testing.T) {
	const head, text, most = "PRIVMSG #busy :", "Ask again.", 400
	ctx := context.Background()
	q := New(0.01, 1)
	more := 0
	for range 2 {
		for i := range 200 {
			if q.Tell("#busy", head, fmt.Sprint("user", i), text, most) {
				more++
			}
		}
	}
	q.Tell("#busy", head, "alice", "Something else.", most)
	q.Add(ctx, one("#busy", "bob", "bob"))
	named, where := map[string]int{}, map[string]int{}
	all := lines(q)
	for i, line := range all {
		rest, ok := strings.CutPrefix(line, head)
		if !ok {
			where[line] = i
			continue
		}
		names, said, _ := strings.Cut(rest, ": ")
		for name := range strings.SplitSeq(names, ", ") {
			named[name+" "+said]++
		}
		if len(line) > most {
			t.Errorf("%d bytes: %s", len(line), line)
		}
	}
	for i := range 200 {
		if n := named[fmt.Sprint("user", i, " ", text)]; n != 1 {
			t.Errorf("user%d is named %d times", i, n)
		}
	}
	if len(named) != 201 || named["alice Something else."] != 1 {
		t.Errorf("named: %v", named)
	}
	if len(all) != more+2 || len(all) > 10 || where["bob"] > 1 {
		t.Errorf("%d lines, of which %d were said to be more; bob's is number %d", len(all), more, where["bob"])
	}
	for i := range 2 * maxApologies { // each says something else
		q.Tell("#busy", head, "alice", fmt.Sprint("Text ", i), most)
	}
	if q.Size() != maxApologies {
		t.Errorf("%d are waiting to be told, want at most %d", q.Size(), maxApologies)
	}
}
