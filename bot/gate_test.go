package bot

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"delphi/commands"
	"delphi/storage"
	"delphi/storage/memstore"
)

// clock is a time that a test moves.
type clock struct{ at time.Time }

func (c *clock) now() time.Time       { return c.at }
func (c *clock) pass(d time.Duration) { c.at = c.at.Add(d) }

// newGate returns a gate whose handler says text, by a clock of its own.
func newGate(t testing.TB, lim Limits, next Handler) (*Gate, *clock) {
	t.Helper()
	store := memstore.New()
	t.Cleanup(func() { store.Close() })
	m, err := NewModeration(context.Background(), storage.Moderation{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	g := &Gate{Limiter: NewLimiter(lim), Moderation: m, Next: next}
	m.now, g.Limiter.now = c.now, c.now
	return g, c
}

// script asks n times and writes down what came: a for an answer, n for a
// notice, . for silence.
func script(h Handler, req commands.Request, n int) string {
	var b strings.Builder
	for range n {
		switch r := h.Answer(context.Background(), req); {
		case Silent(r):
			b.WriteByte('.')
		case r.Failed:
			b.WriteByte('n')
		default:
			b.WriteByte('a')
		}
	}
	return b.String()
}

var (
	alice = commands.Request{Network: "libera", Place: "#nethack", User: "alice", Nick: "alice", Account: "alice", Host: "a.example", Mask: "alice!a@a.example"}
	bob   = commands.Request{Network: "libera", Place: "#nethack", User: "~bob", Nick: "bob", Host: "b.example", Mask: "bob!b@b.example"}
)

// renamed is the same person after /nick.
func renamed(req commands.Request, nick string) commands.Request {
	req.Nick, req.Mask = nick, nick+req.Mask[strings.IndexByte(req.Mask, '!'):]
	if req.Account == "" {
		req.User = commands.User("~" + nick)
	}
	return req
}

func TestLimits(t *testing.T) {
	elsewhere, private := alice, bob
	elsewhere.Network = "oftc"
	private.Private, private.Place = true, "~bob"
	check := func(t *testing.T, h Handler, req commands.Request, n int, want string) {
		t.Helper()
		if got := script(h, req, n); got != want {
			t.Errorf("%s: got %s, want %s", req.Nick, got, want)
		}
	}
	t.Run("user", func(t *testing.T) {
		g, now := newGate(t, Limits{UserPerMinute: 20}, say("47%"))
		check(t, g, alice, 8, "aaaaan..")
		check(t, g, bob, 2, "aa")
		check(t, g, elsewhere, 1, "a")
		now.pass(3 * time.Second) // one question's worth: not yet half of the burst
		check(t, g, alice, 2, "..")
		now.pass(3 * time.Second)
		check(t, g, alice, 4, "aan.")
		now.pass(time.Minute)
		check(t, g, alice, 6, "aaaaan") // never more than the burst
	})
	t.Run("a new nick is no new user", func(t *testing.T) {
		g, _ := newGate(t, Limits{UserPerMinute: 20}, say("47%"))
		check(t, g, bob, 6, "aaaaan")
		check(t, g, renamed(bob, "bobby"), 2, "..")
		check(t, g, alice, 6, "aaaaan")
		roaming := renamed(alice, "al")
		roaming.Host = "elsewhere.example"
		check(t, g, roaming, 2, "..")
	})
	t.Run("the notice says when", func(t *testing.T) {
		g, _ := newGate(t, Limits{UserPerMinute: 20}, say("47%"))
		script(g, alice, 5)
		want := "You may ask 5 questions at once and 20 a minute. I will answer again in 7 seconds."
		if r := g.Answer(context.Background(), alice); r.Summary != want {
			t.Errorf("got %q, want %q", r.Summary, want)
		}
	})
	t.Run("channel", func(t *testing.T) {
		g, _ := newGate(t, Limits{ChannelPerMinute: 2}, say("47%"))
		check(t, g, alice, 1, "a")
		check(t, g, bob, 3, "an.")
		check(t, g, alice, 2, "n.") // each user is told once
		check(t, g, private, 3, "aaa")
	})
	t.Run("network", func(t *testing.T) {
		g, _ := newGate(t, Limits{GlobalPerMinute: 2}, say("47%"))
		check(t, g, alice, 1, "a")
		check(t, g, bob, 3, "an.")
		check(t, g, alice, 2, "n.") // each user is told once
		check(t, g, elsewhere, 1, "a")
	})
	t.Run("pace", func(t *testing.T) {
		g, _ := newGate(t, Limits{GlobalPerMinute: 600}, say("47%"))
		g.Limiter.SetPace("libera", 3)
		check(t, g, alice, 5, "aaan.")
		check(t, g, elsewhere, 5, "aaaaa")
		g.Limiter.SetPace("libera", 0)
		g.Limiter.Set(Limits{})
		check(t, g, alice, 5, "aaaaa")
	})
	t.Run("changed", func(t *testing.T) {
		g, _ := newGate(t, Limits{UserPerMinute: 1}, say("47%"))
		check(t, g, alice, 2, "an")
		g.Limiter.Set(Limits{UserPerMinute: 2})
		check(t, g, alice, 3, "aan")
	})
	t.Run("bounded", func(t *testing.T) {
		bs := newBuckets[int](8)
		for i := range 100 {
			bs.take(i, 1, 1, time.Unix(1000, 0))
		}
		if n := bs.cache.Len(); n != 8 {
			t.Errorf("%d buckets kept, want 8", n)
		}
	})
}

// TestAdmit: a refused request costs no work, and one that was admitted is not
// charged again when its turn comes.
func TestAdmit(t *testing.T) {
	worked := 0
	g, _ := newGate(t, Limits{UserPerMinute: 20}, HandlerFunc(func(context.Context, commands.Request) commands.Reply {
		worked++
		return commands.Reply{Summary: "47%"}
	}))
	refused := map[string]int{}
	g.Refused = func(n commands.Network, reason string) { refused[string(n)+" "+reason]++ }
	var waiting []func(context.Context) commands.Reply
	for range 20 {
		if turn := Admit(g, alice); turn.Answer != nil {
			waiting = append(waiting, turn.Answer)
			if !Silent(turn.Refusal) {
				t.Errorf("admitted, and told %q", turn.Refusal.Summary)
			}
		}
	}
	if len(waiting) != 5 || worked != 0 || refused["libera user"] != 15 {
		t.Errorf("%d wait, %d were answered, refused %v; want 5, 0 and 15", len(waiting), worked, refused)
	}
	for _, answer := range waiting {
		if r := answer(context.Background()); r.Summary != "47%" {
			t.Errorf("admitted, but answered %+v", r)
		}
	}
	if worked != 5 {
		t.Errorf("%d were answered, want 5", worked)
	}
	if turn := Admit(say("47%"), alice); turn.Answer == nil || turn.Answer(context.Background()).Summary != "47%" {
		t.Error("a plain handler does not admit everything")
	}
}

func TestFloodersAreIgnored(t *testing.T) {
	limits := Limits{UserPerMinute: 20, FlooderMinutes: 10}
	t.Run("refusals", func(t *testing.T) {
		g, now := newGate(t, limits, say("47%"))
		if got, want := script(g, bob, 18), "aaaaan.........n.."; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		now.pass(9 * time.Minute)
		if got := script(g, renamed(bob, "bobby"), 2); got != ".." {
			t.Errorf("a flooder with a new nick got %s, want silence", got)
		}
		if got := script(g, alice, 1); got != "a" {
			t.Errorf("alice got %s", got)
		}
		if l := g.Moderation.List("libera"); len(l) != 1 || l[0].Who != "*!b@b.example" || l[0].Reason != "flooding" || l[0].Nick != "bob" {
			t.Errorf("the list is %+v", l)
		}
		now.pass(time.Minute)
		if got := script(g, bob, 1); got != "a" {
			t.Errorf("after ten minutes: %s, want an answer", got)
		}
	})
	unknown := HandlerFunc(func(_ context.Context, req commands.Request) commands.Reply {
		return commands.Reply{Summary: "There is no such command.", Failed: true, Command: req.Line}
	})
	t.Run("unknown commands", func(t *testing.T) {
		g, now := newGate(t, Limits{FlooderMinutes: 10}, unknown)
		for range 10 {
			script(g, bob, 1)
			now.pass(time.Second)
		}
		script(g, bob, 1)
		r := g.Answer(context.Background(), bob)
		if got := script(g, bob, 5); got != "....." {
			t.Errorf("after twelve unknown commands: %s (%+v)", got, r)
		}
	})
	t.Run("failures of a command are not held against anybody", func(t *testing.T) {
		g, _ := newGate(t, Limits{FlooderMinutes: 10}, unknown)
		req := bob
		req.Line = "fail"
		if got := script(g, req, 30); strings.Trim(got, "n") != "" {
			t.Errorf("got %s", got)
		}
	})
	t.Run("administrators and switched off", func(t *testing.T) {
		g, _ := newGate(t, limits, say("47%"))
		admin := alice
		admin.Admin = true
		script(g, admin, 40)
		off, _ := newGate(t, Limits{UserPerMinute: 20}, say("47%"))
		script(off, bob, 40)
		if l := append(g.Moderation.List("libera"), off.Moderation.List("libera")...); len(l) != 0 {
			t.Errorf("ignored: %+v", l)
		}
	})
}

func BenchmarkGate(b *testing.B) {
	g, _ := newGate(b, Limits{UserPerMinute: 1 << 30, ChannelPerMinute: 1 << 30}, Chain(say("47%"), Recover(discard()), Deadline(DefaultDeadline)))
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		g.Answer(ctx, alice)
	}
}

func BenchmarkGateManyUsers(b *testing.B) {
	g, _ := newGate(b, Limits{UserPerMinute: 20}, say("47%"))
	reqs := make([]commands.Request, 10_000)
	for i := range reqs {
		reqs[i] = commands.Request{Network: "libera", User: commands.User(fmt.Sprint("user", i))}
	}
	ctx := context.Background()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		g.Answer(ctx, reqs[i%len(reqs)])
	}
}

// TestSharedHost: of those who share a host, a web gateway's or a shell's, each has limits of
// their own; whoever comes back under ever new user names meets those of the host.
func TestSharedHost(t *testing.T) {
	from := func(ident string) commands.Request {
		return commands.Request{Network: "libera", Place: "#nethack", User: commands.User("~" + ident), Nick: ident, Host: "gateway.example", Mask: ident + "!" + ident + "@gateway.example", Line: "fail"}
	}
	g, _ := newGate(t, Limits{UserPerMinute: 20, FlooderMinutes: 10}, say("47%"))
	script(g, from("flooder"), 30)
	if got := script(g, from("neighbour"), 1); got != "a" {
		t.Errorf("who shares the flooder's host got %s", got)
	}
	named := func(realname string) commands.Request { // of a gateway whose user names are the same
		req := from("web")
		req.Realname = realname
		return req
	}
	script(g, named("Flo"), 30)
	if got := script(g, named("Nell"), 1) + script(g, named("flo"), 1); got != "a." {
		t.Errorf("of two realnames behind one user name the second and the first got %s", got)
	}
	g, _ = newGate(t, Limits{UserPerMinute: 20, FlooderMinutes: 10}, say("47%"))
	answered := 0
	for i := range 100 {
		answered += strings.Count(script(g, from(fmt.Sprint("clone", i)), 1), "a")
	}
	if most := sharing*userBurst + 1; answered > most {
		t.Errorf("a hundred names of one host get %d answers, want at most %d", answered, most)
	}
}
