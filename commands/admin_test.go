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

func (s *said) Ignore(_ context.Context, n Network, who string, t time.Time) error {
	return s.say("ignore %s %s %s", n, who, until(t))
}
func (s *said) Heed(_ context.Context, n Network, who string) error {
	return s.say("heed %s %s", n, who)
}
func (s *said) Quiet(_ context.Context, n Network, ch string, t time.Time) error {
	return s.say("quiet %s %s %s", n, ch, until(t))
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
		{"admin ignore bob 2h", "ignore test bob 2h0m0s", "for 2h0m0s", false},
		{"admin ignore bob", "ignore test bob for good", "for good", false},
		{"admin ignore bob 7d", "ignore test bob 168h0m0s", "", false},
		{"admin ignore bob soon", "", "not a length of time", true},
		{"admin ignore bob 900d", "", "up to a year", true},
		{"admin ignore", "", "one name", true},
		{"admin heed bob", "heed test bob", "answered again", false},
		{"admin quiet 1h", "quiet test #test 1h0m0s", "#test", false},
		{"admin quiet #x", "quiet test #x for good", "#x", false},
		{"admin speak", "speak test #test", "", false},
		{"admin join #x", "join test #x", "", false},
		{"admin part #x", "", "not in #x", true},
		{"admin reload", "reload", "", false},
		{"admin status", "", "test connected", false},
		{"admin", "", "admin what", true},
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
