package route_test

import (
	"context"
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/commands/route"
)

func TestAdmin(t *testing.T) {
	keeper := &commandstest.Keeper{}
	r := commandstest.New(t, func(o *route.Options) { o.Keeper = keeper })
	admin := commandstest.Request("")
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
		{"admin ignore", "", "needs", true},
		{"admin ignores", "", "I ignore *!*@host until noon.", false},
		{"admin heed bob", "heed test bob", "answer bob again", false},
		{"admin quiet 1h", "quiet test #test 1h0m0s alice", "#test", false},
		{"admin quiet #x", "quiet test #x for good alice", "#x", false},
		{"admin quiet #x 1h", "quiet test #x 1h0m0s alice", "#x", false},
		{"admin speak", "speak test #test", "", false},
		{"admin join #x", "join test #x", "", false},
		{"admin part #x", "", "ot in #x", true},
		{"admin reload", "reload", "", false},
		{"admin status", "", "test connected", false},
		{"admin", "", "one more word", true},
		{"admin dance", "", "", true},
	} {
		keeper.Did = nil
		admin.Line, admin.Mask = c.line, "alice!a@a.example"
		reply := r.Answer(context.Background(), admin)
		if reply.Failed != c.failed || strings.Join(keeper.Did, "; ") != c.did || !strings.Contains(reply.Summary, c.says) {
			t.Errorf("%s: %q, did %q, failed %v", c.line, reply.Summary, keeper.Did, reply.Failed)
		}
		// Nobody else may, not even a channel's operator.
		keeper.Did = nil
		if reply := r.Answer(context.Background(), commandstest.Request(c.line)); !reply.Failed || len(keeper.Did) > 0 {
			t.Errorf("%s: anybody may: %q, did %q", c.line, reply.Summary, keeper.Did)
		}
	}
}
