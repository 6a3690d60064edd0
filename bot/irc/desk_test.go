package irc

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"delphi/commands"
)

func queued(asker, line string) job {
	return job{req: commands.Request{User: commands.User(asker), Line: line, At: time.Now()}, nick: asker, folded: asker}
}

// TestDeskTakesTurns: askers take turns, and one whose question is under way
// has no other taken.
func TestDeskTakesTurns(t *testing.T) {
	d := newDesk(100)
	for i := range 3 {
		d.put(queued("mallory", fmt.Sprint("m", i)))
	}
	d.put(queued("alice", "a0"))
	var got []string
	take := func() {
		j, ok := d.take()
		if !ok {
			t.Fatal("nothing to take")
		}
		got = append(got, j.req.Line)
	}
	take() // m0, which takes its time
	take()
	d.put(queued("bob", "b0"))
	take()
	d.done("alice")
	d.done("mallory")
	take()
	if s := strings.Join(got, " "); s != "m0 a0 b0 m1" {
		t.Errorf("order %s", s)
	}
	d.close()
	d.done("mallory")
	take()
	d.done("mallory")
	if _, ok := d.take(); ok {
		t.Error("closed and empty, and there is more")
	}
}

// TestDeskFullIsFair: the asker with the most questions loses the latest.
func TestDeskFullIsFair(t *testing.T) {
	d := newDesk(4)
	for i := range 4 {
		if lost := d.put(queued("mallory", fmt.Sprint("m", i))); lost != nil {
			t.Errorf("lost %s", lost.req.Line)
		}
	}
	for _, c := range []struct{ asker, line, lost string }{
		{"mallory", "m4", "m4"}, {"alice", "a0", "m3"}, {"bob", "b0", "m2"}, {"alice", "a1", "a1"}, {"zed", "z0", "m1"},
		{"zed", "z1", "z1"}, {"carol", "c0", "c0"},
	} {
		lost := d.put(queued(c.asker, c.line))
		if lost == nil || lost.req.Line != c.lost {
			t.Errorf("for %s: %+v was lost, want %s", c.line, lost, c.lost)
		}
	}
	if d.size() != 4 {
		t.Errorf("%d wait", d.size())
	}
}

func TestDeskForgets(t *testing.T) {
	d := newDesk(10)
	d.put(queued("bob", "b0"))
	d.take()
	d.put(queued("bob", "b1"))
	d.put(queued("carol", "c0"))
	d.put(queued("carol", "c1"))
	d.put(queued("alice", "a0"))
	d.forget("bob")
	d.forget("carol")
	d.done("bob")
	if j, _ := d.take(); j.req.Line != "a0" || d.size() != 0 {
		t.Errorf("took %s, %d wait", j.req.Line, d.size())
	}
}

// TestDeskKeepsOrder: with many workers, each asker's questions are answered
// one after another, in order, and none is lost.
func TestDeskKeepsOrder(t *testing.T) {
	const askers, each = 20, 200
	d := newDesk(askers * each)
	var mu sync.Mutex
	next, busy := map[commands.User]int{}, map[commands.User]bool{}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for {
				j, ok := d.take()
				if !ok {
					return
				}
				mu.Lock()
				if busy[j.req.User] || j.req.Line != fmt.Sprint(next[j.req.User]) {
					t.Errorf("%s: took %s, want %d, one at a time", j.req.User, j.req.Line, next[j.req.User])
				}
				busy[j.req.User] = true
				next[j.req.User]++
				mu.Unlock()
				mu.Lock()
				busy[j.req.User] = false
				mu.Unlock()
				d.done(j.req.User)
			}
		})
	}
	for i := range each {
		for a := range askers {
			d.put(queued(fmt.Sprint("asker", a), fmt.Sprint(i)))
		}
	}
	d.close()
	wg.Wait()
	for a, n := range next {
		if n != each {
			t.Errorf("%s: %d answered", a, n)
		}
	}
}

// inChannel is a question in a channel.
func inChannel(channel, asker, line string) job {
	j := queued(asker, line)
	j.target, j.req.Place = channel, commands.Place(channel)
	return j
}

// TestDeskKeepsWorkers: however many in one channel have heavy questions, there
// are workers for another, and channels take turns.
func TestDeskKeepsWorkers(t *testing.T) {
	d := newDesk(100)
	for i := range 2 * workers {
		d.put(inChannel("#busy", fmt.Sprint("u", i), fmt.Sprint("m", i)))
	}
	for i := range perPlace {
		if j, _ := d.take(); j.req.Line != fmt.Sprint("m", i) {
			t.Errorf("took %q", j.req.Line)
		}
	}
	got := make(chan string, workers)
	for range workers - perPlace {
		go func() {
			j, _ := d.take()
			got <- j.req.Line
		}()
	}
	d.put(inChannel("#quiet", "bob", "b0"))
	if line := <-got; line != "b0" {
		t.Errorf("took %q, want b0", line)
	}
	d.done("u0")
	if want := fmt.Sprint("m", perPlace); <-got != want {
		t.Errorf("another is not %q", want)
	}
	d.put(inChannel("#quiet", "carol", "c0"))
	if line := <-got; line != "c0" {
		t.Errorf("took %q, want c0", line)
	}
	d.close()
	for i := 1; i <= perPlace; i++ { // one that waits is taken for each that is done
		d.done(commands.User(fmt.Sprint("u", i)))
		if i == 1 {
			<-got
		} else if _, ok := d.take(); !ok {
			t.Fatal("closed with questions waiting")
		}
	}
}

// TestDeskFullSparesOtherChannels: where nobody has two questions waiting, the
// channel with the most of them loses the latest.
func TestDeskFullSparesOtherChannels(t *testing.T) {
	d := newDesk(4)
	for i := range 4 {
		d.put(inChannel("#busy", fmt.Sprint("u", i), fmt.Sprint("m", i)))
	}
	for _, c := range []struct{ channel, asker, line, lost string }{
		{"#quiet", "bob", "b0", "m3"}, {"#busy", "u4", "m4", "m4"}, {"#quiet", "carol", "c0", "m2"}, {"#quiet", "dan", "d0", "d0"},
	} {
		if lost := d.put(inChannel(c.channel, c.asker, c.line)); lost == nil || lost.req.Line != c.lost {
			t.Errorf("for %s: %+v was lost, want %s", c.line, lost, c.lost)
		}
	}
}

// TestPrivateIsOnePlace: what is answered in private takes turns as one channel.
func TestPrivateIsOnePlace(t *testing.T) {
	s := &session{}
	j := job{target: "alice", nick: "alice", folded: "alice"}
	j.req.Place = "alice"
	if all := s.answers(j, []string{"x"}); len(all) != 1 || all[0].Target != "" || all[0].Nick != "alice" {
		t.Errorf("%+v", all)
	}
	j.target, j.req.Place = "#a", "#a"
	if all := s.answers(j, []string{"x"}); len(all) != 1 || all[0].Target != "#a" {
		t.Errorf("%+v", all)
	}
}
