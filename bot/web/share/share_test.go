package share

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"
)

func of(address string) Holder { return Of(netip.MustParseAddr(address)) }

func TestHolder(t *testing.T) {
	for name, c := range map[string]struct {
		a, b string
		same bool
	}{
		"one IPv4 address":      {"192.0.2.1", "192.0.2.1", true},
		"two IPv4 addresses":    {"192.0.2.1", "192.0.2.2", false},
		"IPv4 written as IPv6":  {"192.0.2.1", "::ffff:192.0.2.1", true},
		"two written as IPv6":   {"::ffff:192.0.2.1", "::ffff:192.0.2.2", false},
		"one /64":               {"2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true},
		"two /64":               {"2001:db8:1:2::1", "2001:db8:1:3::1", false},
		"one /64 of two links":  {"fe80::1%eth0", "fe80::2%eth1", true},
		"two loopbacks of IPv4": {"127.0.0.1", "127.0.0.2", false},
	} {
		if got := of(c.a) == of(c.b); got != c.same {
			t.Errorf("%s: %s and %s are the same: %v", name, c.a, c.b, got)
		}
	}
	for address, want := range map[string]string{"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "2001:db8:1:2::1": "2001:db8:1:2::/64"} {
		if got := of(address).String(); got != want {
			t.Errorf("%s is called %s, want %s", address, got, want)
		}
	}
	if !(Holder{}).House() || of("::").House() || of("0.0.0.0").House() || !Of(netip.Addr{}).House() {
		t.Error("the house is whoever has no address, and nobody else")
	}
}

// An account is filled at its rate, may owe, and is forgotten when too many
// others came after it.
func TestLedger(t *testing.T) {
	now := time.Unix(1000, 0)
	l := NewLedger(2, 10, 20)
	a := l.Of(of("192.0.2.1"))
	for i := range 20 {
		if wait := a.Take(now, 1); wait != 0 {
			t.Fatalf("point %d: wait %v", i, wait)
		}
	}
	if wait := a.Take(now, 5); wait != 500*time.Millisecond {
		t.Errorf("5 points come after %v", wait)
	}
	now = now.Add(time.Second)
	a.Charge(now, 50)
	if left := a.Left(now); left != -40 {
		t.Errorf("%v points are left", left)
	}
	if wait := l.Of(of("192.0.2.1")).Take(now, 1).Round(time.Millisecond); wait != 4100*time.Millisecond {
		t.Errorf("whoever owes 40 waits %v", wait)
	}
	for i := range 5000 {
		l.Of(of(fmt.Sprintf("10.0.%d.%d", i/250, i%250)))
	}
	if l.accounts.Len() != 2 {
		t.Errorf("%d accounts are kept", l.accounts.Len())
	}
	house := l.Of(Holder{})
	for range 1000 {
		if house.Take(now, 5) != 0 {
			t.Fatal("the house has to wait")
		}
	}
	if house.Left(now) != 20 {
		t.Errorf("the house has %v left", house.Left(now))
	}
}

// watched takes places for somebody, and tells whose is lost.
type watched struct {
	*Places
	t    *testing.T
	lost []string
}

func (p *watched) take(who Holder, name string, weight int) *Place {
	place, ok := p.Take(who, weight, func() { p.lost = append(p.lost, name) })
	if !ok {
		p.lost = append(p.lost, "refused "+name)
	}
	return place
}

func (p *watched) want(lost ...string) {
	p.t.Helper()
	if !slices.Equal(p.lost, lost) {
		p.t.Errorf("lost are %q, want %q", p.lost, lost)
	}
	p.lost = nil
}

func TestPlaces(t *testing.T) {
	ann, bob, eve := of("192.0.2.1"), of("192.0.2.2"), of("192.0.2.3")
	t.Run("who has the most gives way, the oldest first", func(t *testing.T) {
		p := &watched{Places: NewPlaces(4, 3), t: t}
		p.take(ann, "a1", 1)
		p.take(eve, "e1", 1)
		e2 := p.take(eve, "e2", 1)
		p.take(eve, "e3", 1)
		p.want()
		p.take(bob, "b1", 1)
		p.want("e1")
		p.take(bob, "b2", 1) // eve would have as many as bob
		p.want("refused b2")
		p.take(eve, "e4", 1)
		p.want("refused e4")
		e2.Leave()
		e2.Leave()
		p.take(bob, "b2", 1)
		p.want()
		if p.taken != 4 {
			t.Errorf("%d places are taken", p.taken)
		}
	})
	t.Run("nobody has more than each", func(t *testing.T) {
		p := &watched{Places: NewPlaces(100, 2), t: t}
		p.take(ann, "a1", 1)
		p.take(ann, "a2", 1)
		p.take(ann, "a3", 1)
		p.want("refused a3")
	})
	t.Run("what weighs more gives way", func(t *testing.T) {
		p := &watched{Places: NewPlaces(4, 3), t: t}
		p.take(ann, "idle", 1).Weigh(16)
		p.take(bob, "b1", 1)
		p.take(bob, "b2", 1)
		p.take(bob, "b3", 1)
		p.take(eve, "e1", 1)
		p.want("idle")
		p.take(ann, "a1", 1)
		p.want("b1")
	})
	t.Run("at his most one gives way to himself", func(t *testing.T) {
		p := &watched{Places: NewPlaces(100, 2), t: t}
		p.take(ann, "a1", 1)
		p.take(ann, "a2", 1).Weigh(16)
		p.take(ann, "a3", 1)
		p.want("a2")
	})
	t.Run("of a single holder's", func(t *testing.T) {
		p := &watched{Places: NewPlaces(5, 1), t: t}
		p.take(ann, "a1", 1).Weigh(4)
		p.take(ann, "a2", 1)
		p.want("a1")
	})
	t.Run("the house has no share and gives way to nobody", func(t *testing.T) {
		p := &watched{Places: NewPlaces(3, 1), t: t}
		p.take(ann, "a1", 1)
		for i := range 3 {
			p.take(Holder{}, fmt.Sprint("h", i), 1).Weigh(16)
		}
		p.want("a1")
		p.take(bob, "b1", 1)
		p.want("refused b1")
	})
	t.Run("thousands", func(t *testing.T) {
		p := NewPlaces(500, 20)
		for i := range 20_000 {
			if place, ok := p.Take(of(fmt.Sprintf("10.%d.%d.1", i/200%100, i%200)), 1, func() {}); ok {
				place.Weigh(16)
			}
		}
		if p.taken != 500 || len(p.by) > 500 || len(p.lines) != len(p.by) {
			t.Errorf("%d places of %d holders", p.taken, len(p.by))
		}
	})
}

// waits begins to wait and tells what came of it.
func waits(t *Turns, ctx context.Context, who Holder, a *Account) <-chan func() {
	_, before := t.Waiting()
	out := make(chan func(), 1)
	go func() {
		done, err := t.Wait(ctx, who, a)
		if err != nil {
			done = nil
		}
		out <- done
	}()
	for n := before; n == before && len(out) == 0; _, n = t.Waiting() {
		time.Sleep(100 * time.Microsecond)
	}
	return out
}

func TestTurns(t *testing.T) {
	now := time.Unix(1000, 0)
	clock := func() time.Time { return now }
	ann, bob, eve := of("192.0.2.1"), of("192.0.2.2"), of("192.0.2.3")
	ctx := context.Background()
	t.Run("who asked the least goes first", func(t *testing.T) {
		l, turns := NewLedger(10, 1, 100), NewTurns(1, 1, 10, clock)
		l.Of(eve).Charge(now, 60)
		l.Of(bob).Charge(now, 10)
		first := <-waits(turns, ctx, eve, l.Of(eve))
		e, b, a := waits(turns, ctx, eve, l.Of(eve)), waits(turns, ctx, bob, l.Of(bob)), waits(turns, ctx, ann, l.Of(ann))
		first()
		(<-a)()
		(<-b)()
		(<-e)()
		if running, waiting := turns.Waiting(); running != 0 || waiting != 0 || len(turns.by) != 0 {
			t.Errorf("%d run and %d wait, of %d holders", running, waiting, len(turns.by))
		}
	})
	t.Run("nobody has more than each", func(t *testing.T) {
		l, turns := NewLedger(10, 1, 100), NewTurns(4, 2, 10, clock)
		one, two := <-waits(turns, ctx, eve, l.Of(eve)), <-waits(turns, ctx, eve, l.Of(eve))
		three := waits(turns, ctx, eve, l.Of(eve))
		(<-waits(turns, ctx, ann, l.Of(ann)))()
		select {
		case <-three:
			t.Error("a third piece of work began")
		default:
		}
		one()
		two()
		(<-three)()
	})
	t.Run("who has the most waiting loses the last of it", func(t *testing.T) {
		l, turns := NewLedger(10, 1, 100), NewTurns(1, 1, 3, clock)
		first := <-waits(turns, ctx, eve, l.Of(eve))
		e1, e2, b := waits(turns, ctx, eve, l.Of(eve)), waits(turns, ctx, eve, l.Of(eve)), waits(turns, ctx, bob, l.Of(bob))
		a := make(chan func(), 1)
		go func() {
			done, _ := turns.Wait(ctx, ann, l.Of(ann))
			a <- done
		}()
		if <-e2 != nil {
			t.Error("the last of eve's was not lost")
		}
		if _, err := turns.Wait(ctx, bob, l.Of(bob)); !errors.Is(err, ErrFull) {
			t.Errorf("another of bob's: %v", err)
		}
		first()
		(<-e1)()
		(<-b)()
		(<-a)()
	})
	t.Run("who leaves frees the place", func(t *testing.T) {
		l, turns := NewLedger(10, 1, 100), NewTurns(1, 1, 3, clock)
		first := <-waits(turns, ctx, eve, l.Of(eve))
		gone, leave := context.WithCancel(ctx)
		b := waits(turns, gone, bob, l.Of(bob))
		leave()
		if <-b != nil {
			t.Error("whoever left got a turn")
		}
		if _, waiting := turns.Waiting(); waiting != 0 {
			t.Errorf("%d wait", waiting)
		}
		first()
	})
	t.Run("many at once", func(t *testing.T) {
		l, turns := NewLedger(10, 1000, 100), NewTurns(4, 2, 50, time.Now)
		var all sync.WaitGroup
		for i := range 200 {
			all.Go(func() {
				ctx, cancel := context.WithTimeout(ctx, time.Duration(i%7)*time.Millisecond)
				defer cancel()
				who := of(fmt.Sprintf("192.0.2.%d", i%9))
				if done, err := turns.Wait(ctx, who, l.Of(who)); err == nil {
					if running, _ := turns.Waiting(); running > 4 {
						t.Errorf("%d run", running)
					}
					time.Sleep(time.Millisecond)
					done()
				}
			})
		}
		all.Wait()
		if running, waiting := turns.Waiting(); running != 0 || waiting != 0 || len(turns.by) != 0 {
			t.Errorf("%d run and %d wait, of %d holders", running, waiting, len(turns.by))
		}
	})
}

// BenchmarkAdmission is what a request costs before anything is done for it: its
// account, a place and a turn, among thousands of holders.
func BenchmarkAdmission(b *testing.B) {
	l, places, turns := NewLedger(8192, 10, 120), NewPlaces(1000, 64), NewTurns(16, 4, 256, time.Now)
	var all []Holder
	for i := range 5000 {
		all = append(all, of(fmt.Sprintf("10.0.%d.%d", i/250, i%250)))
	}
	for i := range 999 {
		places.Take(all[i], 1, func() {})
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		who := all[i*7919%len(all)]
		a := l.Of(who)
		a.Take(time.Now(), 1)
		place, _ := places.Take(who, 1, func() {})
		done, err := turns.Wait(context.Background(), who, a)
		if err != nil {
			b.Fatal(err)
		}
		done()
		place.Leave()
	}
}

// BenchmarkCrowded is what a newcomer costs while every place is taken.
func BenchmarkCrowded(b *testing.B) {
	places := NewPlaces(2000, 128)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if place, ok := places.Take(of(fmt.Sprintf("10.0.%d.%d", i/250%250, i%250)), 1, func() {}); ok {
			place.Weigh(16)
		}
	}
}
