package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"delphi/commands"
)

// usual are the limits of a configuration that sets none.
var usual = Limits{UserPerMinute: 20, ChannelPerMinute: 60, GlobalPerMinute: 600, FlooderMinutes: 10}

// person is somebody of a channel of libera, behind a host of their own.
func person(name, channel string) commands.Request {
	return commands.Request{
		Network: "libera", Place: commands.Place(channel), User: commands.User("~" + name), Nick: name,
		Host: name + ".example", Mask: name + "!u@" + name + ".example",
	}
}

// heard is what somebody was told, and when.
type heard struct {
	answers int
	refused int
	told    []time.Time
	until   time.Time // no notice may come before
	repeats int       // notices that came all the same
}

var waits = regexp.MustCompile(`again in (?:about )?(\d+) (second|minute)s?\.$`)

func (h *heard) hear(t *testing.T, r commands.Reply, now time.Time) {
	t.Helper()
	switch {
	case !r.Failed && !Silent(r):
		h.answers++
		return
	case Silent(r):
		h.refused++
		return
	}
	h.refused++
	m := waits.FindStringSubmatch(r.Summary)
	if m == nil {
		t.Fatalf("the notice does not say for how long: %q", r.Summary)
	}
	if now.Before(h.until) {
		h.repeats++
	}
	n, _ := strconv.Atoi(m[1])
	wait := time.Duration(n) * time.Second
	if m[2] == "minute" {
		wait *= 60
	}
	h.told, h.until = append(h.told, now), now.Add(wait)
}

// crowd has so many people ask for some minutes, each as often as a user may,
// beside a bystander who asks every six seconds.
func crowd(t *testing.T, g *Gate, c *clock, n int, minutes int, of func(i int) commands.Request, bystander commands.Request) (others []heard, by heard) {
	t.Helper()
	const tick = 100 * time.Millisecond
	others = make([]heard, n)
	ticks := int(time.Duration(minutes) * time.Minute / tick)
	for at := range ticks {
		for i := range n {
			if (at+i*7)%31 == 0 { // every 3.1 seconds
				others[i].hear(t, g.Answer(context.Background(), of(i)), c.at)
			}
		}
		if at%60 == 59 {
			by.hear(t, g.Answer(context.Background(), bystander), c.at)
		}
		c.pass(tick)
	}
	return others, by
}

// TestBystander: however many ask in one channel, each within the limit of a
// user, somebody in another channel has every answer, the network is not asked
// for more than it lets out, what it lets out is used, and each who is refused
// hears of it once, until the time that the notice names has passed.
func TestBystander(t *testing.T) {
	const minutes, pace = 5, 30
	for _, n := range []int{1, 6, 60, 600} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			g, c := newGate(t, usual, say("47%"))
			g.Limiter.SetPace("libera", pace)
			others, by := crowd(t, g, c, n, minutes, func(i int) commands.Request { return person(fmt.Sprint("u", i), "#busy") }, person("bob", "#quiet"))
			if by.answers != minutes*10 || by.refused != 0 {
				t.Errorf("the bystander has %d answers of %d", by.answers, minutes*10)
			}
			sum, untold, repeats := by.answers, 0, 0
			for _, o := range others {
				sum += o.answers
				repeats += o.repeats
				if o.refused > 0 && len(o.told) == 0 {
					untold++
				}
			}
			if untold > 0 || repeats > 0 {
				t.Errorf("%d were refused without a word, %d notices were repeated", untold, repeats)
			}
			if sum > (minutes+2)*pace {
				t.Errorf("%d answers in %d minutes, where %d lines a minute are let out", sum, minutes, pace)
			}
			if n >= 6 && sum < minutes*pace*9/10 {
				t.Errorf("%d answers in %d minutes, where %d lines a minute could be had", sum, minutes, pace)
			}
			t.Logf("%d answers, of which the bystander's %d", sum, by.answers)
		})
	}
}

// shares has people ask in turns, a question each every second for some
// minutes, on a network that lets out 30 units a minute, and returns how many
// answers each of them has. cost is what an answer to somebody costs.
func shares(t *testing.T, minutes int, cost func(i int) int, people ...commands.Request) []int {
	t.Helper()
	g, c := newGate(t, Limits{}, say("47%"))
	g.Limiter.SetPace("libera", 30)
	answers := make([]int, len(people))
	order := rand.New(rand.NewPCG(1, 2)) // nobody is always the first
	for range minutes * 60 {
		for _, i := range order.Perm(len(people)) {
			req := people[i]
			if turn := Admit(g, req); turn.Answer != nil {
				turn.Answer(context.Background())
				turn.Cost(cost(i))
				answers[i]++
			} else if !Silent(turn.Refusal) {
				turn.Cost(0) // told together with others
			}
		}
		c.pass(time.Second)
	}
	return answers
}

func one(int) int { return 1 }

// about reports whether a figure is within a fifth of another.
func about(got, want int) bool { return got*5 >= want*4 && got*5 <= want*6 }

func TestShares(t *testing.T) {
	const minutes = 20
	t.Run("clones are one asker", func(t *testing.T) {
		people := []commands.Request{person("alice", "#a")}
		for i := range 20 { // by host, whatever the nick and the user are
			people = append(people, renamed(person("mallory", "#a"), fmt.Sprint("clone", i)))
		}
		got := shares(t, minutes, one, people...)
		clones := 0
		for _, n := range got[1:] {
			clones += n
		}
		if !about(got[0], minutes*15) || !about(clones, minutes*15) {
			t.Errorf("alice has %d answers and twenty clones %d, want half of %d each", got[0], clones, minutes*30)
		}
	})
	t.Run("cost, not counts", func(t *testing.T) {
		got := shares(t, minutes, func(i int) int { return []int{1, 5}[i] }, person("alice", "#a"), person("mallory", "#a"))
		if !about(got[0], minutes*15) || !about(got[1], minutes*3) {
			t.Errorf("%d answers of a line and %d of five, want %d and %d", got[0], got[1], minutes*15, minutes*3)
		}
	})
	t.Run("channels, then askers", func(t *testing.T) {
		people := []commands.Request{person("alice", "#a")}
		for i := range 5 {
			people = append(people, person(fmt.Sprint("u", i), "#b"))
		}
		got := shares(t, minutes, one, people...)
		if !about(got[0], minutes*15) || !about(got[1]+got[2]+got[3]+got[4]+got[5], minutes*15) {
			t.Errorf("%v, want half of %d in each channel", got, minutes*30)
		}
	})
	t.Run("private is one place", func(t *testing.T) {
		people := []commands.Request{person("alice", "#a")}
		for i := range 30 {
			req := person(fmt.Sprint("u", i), "")
			req.Private, req.Place = true, commands.Place(req.User)
			people = append(people, req)
		}
		if got := shares(t, minutes, one, people...); !about(got[0], minutes*15) {
			t.Errorf("alice has %d answers beside thirty in private, want half of %d", got[0], minutes*30)
		}
	})
	t.Run("servers, then channels", func(t *testing.T) {
		people := []commands.Request{person("alice", "1")}
		people[0].Within = []commands.Place{"quiet"}
		for i := range 10 {
			req := person(fmt.Sprint("u", i), fmt.Sprint("channel", i))
			req.Within = []commands.Place{"busy"}
			people = append(people, req)
		}
		if got := shares(t, minutes, one, people...); !about(got[0], minutes*15) {
			t.Errorf("alice has %d answers beside ten channels of another server, want half of %d", got[0], minutes*30)
		}
	})
	t.Run("what nobody else wants", func(t *testing.T) {
		if got := shares(t, minutes, one, person("alice", "#a")); !about(got[0], minutes*30) {
			t.Errorf("alone, alice has %d answers, want %d", got[0], minutes*30)
		}
	})
}

// TestHeeding: in a channel where sixty ask on and on, and each had a turn, those
// who ask no more often than the notice says are answered each time.
func TestHeeding(t *testing.T) {
	g, c := newGate(t, usual, say("47%"))
	g.Limiter.SetPace("libera", 30)
	ctx := context.Background()
	asked, answered := 0, 0
	for at := range 20 * 600 { // tenths of a second
		for i := range 60 {
			if (at+i*7)%31 == 0 {
				g.Answer(ctx, person(fmt.Sprint("u", i), "#a"))
			}
		}
		for i := range 5 {
			if at >= 3000 && at%1500 == i*307 {
				asked++
				if r := g.Answer(ctx, person(fmt.Sprint("bob", i), "#a")); !r.Failed && !Silent(r) {
					answered++
				}
			}
		}
		c.pass(100 * time.Millisecond)
	}
	if answered != asked {
		t.Errorf("%d of %d questions were answered", answered, asked)
	}
}

// TestSharesOfChannel: what a channel may have is shared, too.
func TestSharesOfChannel(t *testing.T) {
	g, c := newGate(t, Limits{UserPerMinute: 20, ChannelPerMinute: 30}, say("47%"))
	others, by := crowd(t, g, c, 6, 5, func(i int) commands.Request { return person(fmt.Sprint("u", i), "#a") }, person("bob", "#a"))
	if by.answers < 5*30/7*4/5 {
		t.Errorf("beside six who ask twice as much, bob has %d answers", by.answers)
	}
	for i, o := range others {
		if o.refused > 0 && len(o.told) == 0 || o.repeats > 0 {
			t.Errorf("%d was refused %d times, told %d times, of which %d too soon", i, o.refused, len(o.told), o.repeats)
		}
	}
}

// TestWorkCounts: where the network is not busy otherwise, whoever has a lot
// worked out is refused before somebody who does not.
func TestWorkCounts(t *testing.T) {
	var c *clock
	g, c := newGate(t, Limits{GlobalPerMinute: 60}, HandlerFunc(func(_ context.Context, req commands.Request) commands.Reply {
		if req.Nick == "mallory" {
			c.pass(8 * time.Second)
		}
		return commands.Reply{Summary: "47%"}
	}))
	answers := map[string]int{}
	start := c.at
	for range 2000 {
		for _, req := range []commands.Request{person("alice", "#a"), person("mallory", "#a")} {
			before := c.at
			if r := g.Answer(context.Background(), req); !r.Failed && !Silent(r) {
				answers[req.Nick]++
			}
			c.at = before // many are worked on at a time
		}
		c.pass(500 * time.Millisecond)
	}
	minutes := c.at.Sub(start).Minutes()
	// A question of mallory's is one unit and 8 seconds of a sixteenth of a unit a second.
	if n := answers["mallory"]; n > answers["alice"]*3/4 {
		t.Errorf("in %.0f minutes alice has %d answers, and mallory, each of whose takes 8 seconds, %d", minutes, answers["alice"], n)
	}
}

// TestFloodIsRefusedEarly: whoever is over the limit of a user wants no share.
func TestFloodIsRefusedEarly(t *testing.T) {
	g, _ := newGate(t, usual, say("47%"))
	g.Limiter.SetPace("libera", 30)
	script(g, bob, 5)
	p, _ := g.Limiter.networks.Get("libera")
	owed := p.root.owes(g.Limiter.now())
	for i := range 1000 {
		script(g, renamed(bob, fmt.Sprint("b", i)), 1)
	}
	if now := p.root.owes(g.Limiter.now()); now != owed || p.askers.Len() != 1 {
		t.Errorf("a flood took %.1f units and %d places", now-owed, p.askers.Len())
	}
}

// TestPoolIsBounded: the least recent asker is forgotten, and the branches that
// nobody is on.
func TestPoolIsBounded(t *testing.T) {
	p, now := newPool(30, 8), time.Unix(1000, 0)
	for i := range 1000 {
		at, wait := p.take(now, []string{fmt.Sprint("#", i/2), fmt.Sprint(i)})
		if wait == 0 {
			at.spend(1, now)
		}
	}
	if p.askers.Len() != 8 || len(p.root.children) != 4 {
		t.Errorf("%d askers in %d channels are remembered, want 8 in 4", p.askers.Len(), len(p.root.children))
	}
	p.take(now.Add(contends), []string{"#a", "alice"})
	if p.askers.Len() != 1 || len(p.root.children) != 1 {
		t.Errorf("after a minute of silence %d askers in %d channels are remembered", p.askers.Len(), len(p.root.children))
	}
}

func BenchmarkGateCrowd(b *testing.B) {
	g, c := newGate(b, Limits{ChannelPerMinute: 60}, say("47%"))
	g.Limiter.SetPace("libera", 30)
	reqs := make([]commands.Request, 10_000)
	for i := range reqs {
		reqs[i] = person(fmt.Sprint("user", i), fmt.Sprint("#", i%50))
	}
	ctx := context.Background()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		g.Answer(ctx, reqs[i%len(reqs)])
		c.pass(time.Millisecond)
	}
}

func TestPath(t *testing.T) {
	who := asker{"x", "alice"}
	for name, c := range map[string]struct {
		req  commands.Request
		want string
	}{
		"channel":                {commands.Request{Place: "#a", User: "alice"}, "#a alice"},
		"private":                {commands.Request{Place: "alice", User: "alice", Private: true}, " alice"},
		"page":                   {commands.Request{Place: "web", User: "10.0.0.1", Private: true}, " alice"},
		"thread":                 {commands.Request{Place: "3", User: "alice", Within: []commands.Place{"2", "1"}}, "1 2 3 alice"},
		"for one alone, in view": {commands.Request{Place: "2", User: "alice", Private: true, Within: []commands.Place{"1"}}, "1 2 alice"},
	} {
		if got := strings.Join(path(&c.req, who), " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
