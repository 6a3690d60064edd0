package desk

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"delphi/commands"
)

// workers is how many take questions, and perPlace how many of them one place may occupy.
const workers, perPlace = 16, 12

func queued(asker, line string) Job {
	return Job{Req: commands.Request{User: commands.User(asker), Line: line, At: time.Now()}, Nick: asker, Folded: asker}
}

// TestDeskTakesTurns: askers take turns, and one whose question is under way
// has no other taken.
func TestDeskTakesTurns(t *testing.T) {
	d := New(100, workers)
	for i := range 3 {
		d.Put(queued("mallory", fmt.Sprint("m", i)))
	}
	d.Put(queued("alice", "a0"))
	var got []string
	take := func() {
		j, ok := d.Take()
		if !ok {
			t.Fatal("nothing to take")
		}
		got = append(got, j.Req.Line)
	}
	take() // m0, which takes its time
	take()
	d.Put(queued("bob", "b0"))
	take()
	d.Done("alice")
	d.Done("mallory")
	take()
	if s := strings.Join(got, " "); s != "m0 a0 b0 m1" {
		t.Errorf("order %s", s)
	}
	d.Close()
	d.Done("mallory")
	take()
	d.Done("mallory")
	if _, ok := d.Take(); ok {
		t.Error("closed and empty, and there is more")
	}
}

// TestDeskFullIsFair: the asker with the most questions loses the latest.
func TestDeskFullIsFair(t *testing.T) {
	d := New(4, workers)
	for i := range 4 {
		if lost := d.Put(queued("mallory", fmt.Sprint("m", i))); lost != nil {
			t.Errorf("lost %s", lost.Req.Line)
		}
	}
	for _, c := range []struct{ asker, line, lost string }{
		{"mallory", "m4", "m4"}, {"alice", "a0", "m3"}, {"bob", "b0", "m2"}, {"alice", "a1", "a1"}, {"zed", "z0", "m1"},
		{"zed", "z1", "z1"}, {"carol", "c0", "c0"},
	} {
		lost := d.Put(queued(c.asker, c.line))
		if lost == nil || lost.Req.Line != c.lost {
			t.Errorf("for %s: %+v was lost, want %s", c.line, lost, c.lost)
		}
	}
	if d.waiting != 4 {
		t.Errorf("%d wait", d.waiting)
	}
}

func TestDeskForgets(t *testing.T) {
	d := New(10, workers)
	d.Put(queued("bob", "b0"))
	d.Take()
	d.Put(queued("bob", "b1"))
	d.Put(queued("carol", "c0"))
	d.Put(queued("carol", "c1"))
	d.Put(queued("alice", "a0"))
	d.Forget("bob")
	d.Forget("carol")
	d.Done("bob")
	if j, _ := d.Take(); j.Req.Line != "a0" || d.waiting != 0 {
		t.Errorf("took %s, %d wait", j.Req.Line, d.waiting)
	}
}

// TestDeskKeepsOrder: with many workers, each asker's questions are answered
// one after another, in order, and none is lost.
func TestDeskKeepsOrder(t *testing.T) {
	const askers, each = 20, 200
	d := New(askers*each, workers)
	var mu sync.Mutex
	next, busy := map[commands.User]int{}, map[commands.User]bool{}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for {
				j, ok := d.Take()
				if !ok {
					return
				}
				mu.Lock()
				if busy[j.Req.User] || j.Req.Line != fmt.Sprint(next[j.Req.User]) {
					t.Errorf("%s: took %s, want %d, one at a time", j.Req.User, j.Req.Line, next[j.Req.User])
				}
				busy[j.Req.User] = true
				next[j.Req.User]++
				mu.Unlock()
				mu.Lock()
				busy[j.Req.User] = false
				mu.Unlock()
				d.Done(j.Req.User)
			}
		})
	}
	for i := range each {
		for a := range askers {
			d.Put(queued(fmt.Sprint("asker", a), fmt.Sprint(i)))
		}
	}
	d.Close()
	wg.Wait()
	for a, n := range next {
		if n != each {
			t.Errorf("%s: %d answered", a, n)
		}
	}
}

// inChannel is a question in a channel.
func inChannel(channel, asker, line string) Job {
	j := queued(asker, line)
	j.Target, j.Req.Place = channel, commands.Place(channel)
	return j
}

// TestDeskKeepsWorkers: however many in one channel have heavy questions, there
// are workers for another, and channels take turns.
func TestDeskKeepsWorkers(t *testing.T) {
	d := New(100, workers)
	for i := range 2 * workers {
		d.Put(inChannel("#busy", fmt.Sprint("u", i), fmt.Sprint("m", i)))
	}
	for i := range perPlace {
		if j, _ := d.Take(); j.Req.Line != fmt.Sprint("m", i) {
			t.Errorf("took %q", j.Req.Line)
		}
	}
	got := make(chan string, workers)
	for range workers - perPlace {
		go func() {
			j, _ := d.Take()
			got <- j.Req.Line
		}()
	}
	d.Put(inChannel("#quiet", "bob", "b0"))
	if line := <-got; line != "b0" {
		t.Errorf("took %q, want b0", line)
	}
	d.Done("u0")
	if want := fmt.Sprint("m", perPlace); <-got != want {
		t.Errorf("another is not %q", want)
	}
	d.Put(inChannel("#quiet", "carol", "c0"))
	if line := <-got; line != "c0" {
		t.Errorf("took %q, want c0", line)
	}
	d.Close()
	for i := 1; i <= perPlace; i++ { // one that waits is taken for each that is done
		d.Done(commands.User(fmt.Sprint("u", i)))
		if i == 1 {
			<-got
		} else if _, ok := d.Take(); !ok {
			t.Fatal("closed with questions waiting")
		}
	}
}

// TestDeskFullSparesOtherChannels: where nobody has two questions waiting, the
// channel with the most of them loses the latest.
func TestDeskFullSparesOtherChannels(t *testing.T) {
	d := New(4, workers)
	for i := range 4 {
		d.Put(inChannel("#busy", fmt.Sprint("u", i), fmt.Sprint("m", i)))
	}
	for _, c := range []struct{ channel, asker, line, lost string }{
		{"#quiet", "bob", "b0", "m3"}, {"#busy", "u4", "m4", "m4"}, {"#quiet", "carol", "c0", "m2"}, {"#quiet", "dan", "d0", "d0"},
	} {
		if lost := d.Put(inChannel(c.channel, c.asker, c.line)); lost == nil || lost.Req.Line != c.lost {
			t.Errorf("for %s: %+v was lost, want %s", c.line, lost, c.lost)
		}
	}
}
