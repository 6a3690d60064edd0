package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"delphi/storage"
	"delphi/storage/memstore"
)

// said is a Keeper that writes down what it is told.
type said struct{ did []string }

func (s *said) say(format string, args ...any) error {
	s.did = append(s.did, fmt.Sprintf(format, args...))
	return nil
}

func until(t time.Time) string {
	if t.IsZero() {
		return "for good"
	}
	return t.Sub(time.Unix(0, 0)).String()
}

func (s *said) Ignore(_ context.Context, n Network, who string, t time.Time, reason, by string) (string, error) {
	what := who
	if who == "eve" {
		what = "*!*@host.example"
	}
	return what, s.say("ignore %s %s %s %q %s", n, who, until(t), reason, by)
}
func (s *said) Ignores(Network) []Field { return []Field{{"*!*@host", "until noon"}} }
func (s *said) Heed(_ context.Context, n Network, who string) error {
	return s.say("heed %s %s", n, who)
}
func (s *said) Quiet(_ context.Context, n Network, ch string, t time.Time, by string) error {
	return s.say("quiet %s %s %s %s", n, ch, until(t), by)
}
func (s *said) Speak(_ context.Context, n Network, ch string) error {
	return s.say("speak %s %s", n, ch)
}
func (s *said) Join(_ context.Context, n Network, ch string) error { return s.say("join %s %s", n, ch) }
func (s *said) Part(_ context.Context, n Network, ch string) error {
	return errors.New("not in " + ch)
}
func (s *said) Reload(context.Context) error { return s.say("reload") }
func (s *said) Status(Network) []Field       { return []Field{{"test", "connected"}} }

func TestAdmin(t *testing.T) {
	store := memstore.New()
	asked := storage.NewLastAsked(nil, nil)
	t.Cleanup(func() { asked.Close(context.Background()); store.Close() })
	keeper := &said{}
	r, err := New(Options{Settings: storage.NewSettings(store), Characters: storage.Characters{Store: store}, Asked: asked, Keeper: keeper})
	if err != nil {
		t.Fatal(err)
	}
	admin := request("")
	admin.Admin = true
	for _, c := range []struct {
		line, did, says string
		failed          bool
	}{
		{"admin ignore bob 2h", `ignore test bob 2h0m0s "" alice`, "for 2h0m0s", false},
		{"admin ignore bob", `ignore test bob for good "" alice`, "A new nick evades that", false},
		{"admin ignore eve 7d pasting dumps", `ignore test eve 168h0m0s "pasting dumps" alice`, "I will ignore *!*@host.example for 168h", false},
		{"admin ignore *!*@host forever", `ignore test *!*@host for good "" alice`, "I will ignore *!*@host until further notice.", false},
		{"admin ignore bob soon", "", "not a length of time", true},
		{"admin ignore bob 900d", "", "up to a year", true},
		{"admin ignore", "", "one name", true},
		{"admin ignores", "", "I ignore *!*@host until noon.", false},
		{"admin heed bob", "heed test bob", "answer bob again", false},
		{"admin quiet 1h", "quiet test #test 1h0m0s alice", "#test", false},
		{"admin quiet #x", "quiet test #x for good alice", "#x", false},
		{"admin quiet #x 1h", "quiet test #x 1h0m0s alice", "#x", false},
		{"admin speak", "speak test #test", "", false},
		{"admin join #x", "join test #x", "", false},
		{"admin part #x", "", "not in #x", true},
		{"admin reload", "reload", "", false},
		{"admin status", "", "test connected", false},
		{"admin", "", "Which admin", true},
		{"admin dance", "", "", true},
	} {
		keeper.did = nil
		admin.Line = c.line
		reply := r.Answer(context.Background(), admin)
		if reply.Failed != c.failed || strings.Join(keeper.did, "; ") != c.did || !strings.Contains(reply.Summary, c.says) {
			t.Errorf("%s: %q, did %q, failed %v", c.line, reply.Summary, keeper.did, reply.Failed)
		}
		// Nobody else may, not even a channel's operator.
		keeper.did = nil
		if reply := r.Answer(context.Background(), request(c.line)); !reply.Failed || len(keeper.did) > 0 {
			t.Errorf("%s: anybody may: %q, did %q", c.line, reply.Summary, keeper.did)
		}
	}
}
