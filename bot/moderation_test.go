package bot

import (
	"context"
	"strings"
	"testing"
	"time"

	"delphi/commands"
	"delphi/storage"
	"delphi/storage/memstore"
)

func newModeration(t testing.TB, store storage.Store) (*Moderation, *clock) {
	t.Helper()
	m, err := NewModeration(context.Background(), storage.Moderation{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	m.now = c.now
	return m, c
}

func TestIgnore(t *testing.T) {
	ctx := context.Background()
	bobby := renamed(bob, "bobby")
	guest := commands.Request{Network: "libera", Place: "#nethack", User: "~guest", Nick: "guest", Host: "dyn-7.b.example", Mask: "guest!g@dyn-7.b.example"}
	user := commands.Request{Network: "discord", Place: "100", User: "80351110224678912", Nick: "Bob"}
	for name, c := range map[string]struct {
		who     string
		seen    []commands.Request // before the ignore
		what    string
		matches []commands.Request
		spares  []commands.Request
	}{
		"a nick that has asked":      {"Bob", []commands.Request{bob}, "*!*@b.example", []commands.Request{bob, bobby}, []commands.Request{alice, guest}},
		"a nick with an account":     {"alice", []commands.Request{alice}, "account:alice", []commands.Request{alice, renamed(alice, "al")}, []commands.Request{bob}},
		"a nick nobody has heard of": {"bob", nil, "bob", []commands.Request{bob}, []commands.Request{alice, bobby}},
		"an account":                 {"account:Alice", nil, "account:alice", []commands.Request{alice}, []commands.Request{bob}},
		"a host":                     {"host:B.example", nil, "*!*@b.example", []commands.Request{bob, bobby}, []commands.Request{alice, guest}},
		"a mask":                     {"*!*@*b.example", nil, "*!*@*b.example", []commands.Request{bob, bobby, guest}, []commands.Request{alice}},
		"user and host":              {"g@dyn-?.b.example", nil, "*!g@dyn-?.b.example", []commands.Request{guest}, []commands.Request{alice, bob}},
		"a mask of nicks":            {"bob*", nil, "bob*!*@*", []commands.Request{bob, bobby}, []commands.Request{alice, guest}},
		"another network":            {"80351110224678912", nil, "80351110224678912", nil, []commands.Request{bob}},
	} {
		t.Run(name, func(t *testing.T) {
			store := memstore.New()
			defer store.Close()
			m, now := newModeration(t, store)
			for _, req := range c.seen {
				m.Silenced(req)
			}
			what, err := m.Ignore(ctx, "libera", c.who, now.at.Add(time.Hour), "spam", "carol")
			if err != nil || what != c.what {
				t.Fatalf("ignores %q, %v; want %q", what, err, c.what)
			}
			again, _ := newModeration(t, store) // as after a restart
			for _, m := range []*Moderation{m, again} {
				for _, req := range c.matches {
					if !m.Silenced(req) {
						t.Errorf("%s is answered", req.Mask)
					}
					req.Admin = true
					if m.Silenced(req) {
						t.Errorf("the administrator %s is not answered", req.Mask)
					}
				}
				for _, req := range append(c.spares, user) {
					if m.Silenced(req) {
						t.Errorf("%s is not answered", req.Mask)
					}
				}
				l := m.List("libera")
				if len(l) != 1 || l[0].Who != c.what || l[0].Reason != "spam" || l[0].By != "carol" {
					t.Errorf("the list is %+v", l)
				}
			}
			if lifted, err := m.Heed(ctx, "libera", c.who); err != nil || !lifted {
				t.Errorf("heed %s: %v, %v", c.who, lifted, err)
			}
			if lifted, _ := m.Heed(ctx, "libera", c.who); lifted {
				t.Error("lifted twice")
			}
			if len(m.masks["libera"]) != 0 {
				t.Errorf("masks are left: %v", m.masks)
			}
			now.pass(time.Hour)
			for _, req := range c.matches {
				if again.now = now.now; m.Silenced(req) || again.Silenced(req) {
					t.Errorf("%s is not answered when the time is over", req.Mask)
				}
			}
		})
	}
}

func TestIgnoreByMentionOnDiscord(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	m, _ := newModeration(t, store)
	user := commands.Request{Network: "discord", Place: "100", User: "80351110224678912", Nick: "Bob"}
	for _, who := range []string{"<@80351110224678912>", "<@!80351110224678912>", "80351110224678912"} {
		if _, err := m.Ignore(context.Background(), "discord", who, time.Time{}, "", ""); err != nil || !m.Silenced(user) {
			t.Errorf("%s: %v, and the user is answered", who, err)
		}
		m.Heed(context.Background(), "discord", who)
		if m.Silenced(user) {
			t.Errorf("%s is still ignored", who)
		}
	}
}

func TestIgnoreRefusesNonsense(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	m, _ := newModeration(t, store)
	for _, who := range []string{"", "*", "*!*@*", "?*!*@*", "host:*", "two words"} {
		if what, err := m.Ignore(context.Background(), "libera", who, time.Time{}, "", ""); err == nil {
			t.Errorf("%q ignores %q", who, what)
		}
	}
}

func TestQuiet(t *testing.T) {
	ctx := context.Background()
	store := memstore.New()
	defer store.Close()
	m, _ := newModeration(t, store)
	if err := m.Quiet(ctx, "libera", "#NetHack", time.Time{}, "carol"); err != nil {
		t.Fatal(err)
	}
	private := bob
	private.Private = true
	if !m.Silenced(bob) || m.Silenced(private) {
		t.Error("quiet is for the channel, and for nothing else")
	}
	if lifted, err := m.Speak(ctx, "libera", "#nethack"); err != nil || !lifted || m.Silenced(bob) {
		t.Errorf("lifted %v, %v", lifted, err)
	}
	if lifted, _ := m.Speak(ctx, "libera", "#nethack"); lifted {
		t.Error("lifted twice")
	}
}

// TestPunishIsBounded: a crowd of flooders does not fill the memory, and a
// silence that an administrator set is not shortened.
func TestPunishIsBounded(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	m, now := newModeration(t, store)
	if _, err := m.Ignore(context.Background(), "libera", "host:b.example", time.Time{}, "", "carol"); err != nil {
		t.Fatal(err)
	}
	m.Punish(bob, time.Minute, "flooding")
	for i := range 2 * maxPunished {
		req := bob
		req.Host = strings.Repeat("x", i%50) + string(rune('a'+i%26)) + time.Duration(i).String()
		m.Punish(req, time.Minute, "flooding")
	}
	if n := len(m.active); n > maxPunished {
		t.Errorf("%d are remembered, want at most %d", n, maxPunished)
	}
	now.pass(time.Minute)
	m.Punish(alice, time.Minute, "flooding")
	if n := len(m.List("libera")); n != 2 || len(m.active) != 2 || len(m.masks["libera"]) != 1 {
		t.Errorf("%d hold, %d are remembered, masks %v; want bob's and alice's", n, len(m.active), m.masks)
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true}, {"", "a", false}, {"*", "", true}, {"*", "abc", true}, {"a*c", "abbc", true}, {"a*c", "abb", false},
		{"*!*@*.example", "bob!b@x.example", true}, {"?ob!*@*", "bob!b@h", true}, {"?ob!*@*", "bbob!b@h", false},
		{"*a*b", "aab", true}, {"a**", "a", true}, {"*ab", "aab", true},
	} {
		if got := Glob(c.pattern, c.text); got != c.want {
			t.Errorf("Glob(%q, %q) = %v", c.pattern, c.text, got)
		}
	}
}

// FuzzIgnore: whatever an administrator types, what is ignored can be heeded
// in the same words, and a mask never fits everybody.
func FuzzIgnore(f *testing.F) {
	for _, who := range []string{"bob", "*!*@host", "account:bob", "host:x", "<@!1>", "a!b@c", "!@", "**", "b?b", "ÄÖ@"} {
		f.Add(who)
	}
	ctx := context.Background()
	f.Fuzz(func(t *testing.T, who string) {
		store := memstore.New()
		defer store.Close()
		m, _ := newModeration(t, store)
		what, err := m.Ignore(ctx, "libera", who, time.Time{}, "", "")
		if err != nil {
			return
		}
		if strings.Contains(what, "@") && m.Silenced(alice) && m.Silenced(bob) && m.Silenced(commands.Request{Network: "libera", User: "~z", Nick: "z", Host: "0", Mask: "z!y@0"}) {
			t.Errorf("%q ignores everybody as %q", who, what)
		}
		if lifted, err := m.Heed(ctx, "libera", who); err != nil || !lifted {
			t.Errorf("%q, ignored as %q, cannot be heeded: %v", who, what, err)
		}
	})
}

func BenchmarkSilenced(b *testing.B) {
	store := memstore.New()
	defer store.Close()
	m, _ := newModeration(b, store)
	for _, who := range []string{"carol", "*!*@*.spam.example", "account:dave"} {
		m.Ignore(context.Background(), "libera", who, time.Time{}, "", "")
	}
	b.ReportAllocs()
	for b.Loop() {
		m.Silenced(alice)
	}
}

// TestSilenceOfTheFuture: who was ignored for an hour while the clock was a year ahead
// is ignored for an hour.
func TestSilenceOfTheFuture(t *testing.T) {
	store := memstore.New()
	defer store.Close()
	m, clock := newModeration(t, store)
	clock.at = time.Now().AddDate(1, 0, 0)
	if _, err := m.Ignore(t.Context(), "libera", "bob", clock.at.Add(time.Hour), "", "op"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		later  time.Duration
		silent bool
	}{{0, true}, {50 * time.Minute, true}, {2 * time.Hour, false}} {
		m, clock := newModeration(t, store) // after the clock was put back
		clock.at = time.Now().Add(c.later)
		if got := m.Silenced(bob); got != c.silent {
			t.Errorf("%v later: silenced %v", c.later, got)
		}
	}
}
