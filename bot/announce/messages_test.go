package announce

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"delphi/bot"
	"delphi/commands"
	"delphi/storage"
	"delphi/storage/memstore"
)

// mouth notes what is said; while it is shut it refuses.
type mouth struct {
	said chan string
	shut bool
}

func (m *mouth) Say(place string, r commands.Reply) error {
	if m.shut {
		return errors.New("no connection")
	}
	m.said <- place + " " + r.Summary
	return nil
}
func (m *mouth) Busy() bool { return false }

// TestMessages: what somebody left is said once, to whom it is for, in the place where
// it was left, whether they ask or only talk; what could not be said waits on.
func TestMessages(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	tells := storage.NewTells(memstore.New())
	tells.Now = func() time.Time { return now }
	out := &mouth{said: make(chan string, 10)}
	m := NewMessages(tells, map[string]bot.Speaker{"net": out}, func(_, place string) bool { return place == "#hush" }, slog.New(slog.DiscardHandler))
	m.now = tells.Now
	leave := func(place, to, text string) {
		t.Helper()
		if err := tells.Leave(t.Context(), "net", place, storage.Tell{To: to, From: "ann", User: "ann", Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	// come handles everybody who came, as Run does.
	come := func() (said []string) {
		for len(m.came) > 0 {
			m.pass(t.Context(), <-m.came)
		}
		for len(out.said) > 0 {
			said = append(said, <-out.said)
		}
		return said
	}
	leave("#a", "Bob", "first")
	leave("#a", "bob", "second")
	leave("#hush", "bob", "quiet")
	now = now.Add(3*time.Hour + time.Minute)
	m.Heard("net", "#b", "bob")
	m.Heard("net", "#hush", "bob")
	m.Heard("net", "#a", "bobby")
	m.Heard("other", "#a", "bob")
	if said := come(); len(said) > 0 {
		t.Errorf("said %q", said)
	}
	m.Heard("net", "#a", "BOB")
	m.Heard("net", "#a", "BOB")
	if said := come(); !slices.Equal(said, []string{"#a BOB: ann left you a message 3 hours ago: first", "#a BOB: ann left you a message 3 hours ago: second"}) {
		t.Errorf("said %q", said)
	}

	leave("#a", "12345", "by id")
	h := m.Middleware(bot.HandlerFunc(func(context.Context, commands.Request) commands.Reply { return commands.Reply{Summary: "x"} }))
	h.Answer(t.Context(), commands.Request{Network: "net", Place: "#a", User: "12345", Nick: "Zoe", Private: true})
	if said := come(); len(said) > 0 {
		t.Errorf("said in private: %q", said)
	}
	out.shut = true
	h.Answer(t.Context(), commands.Request{Network: "net", Place: "#a", User: "12345", Nick: "Zoe"})
	come()
	out.shut = false
	h.Answer(t.Context(), commands.Request{Network: "net", Place: "#a", User: "12345", Nick: "Zoe"})
	if said := come(); !slices.Equal(said, []string{"#a Zoe: ann left you a message a moment ago: by id"}) {
		t.Errorf("said %q", said)
	}
}
