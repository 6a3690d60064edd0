package route_test

import (
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/commands/route"
	"delphi/storage"
	"delphi/storage/memstore"
)

// A request that came to two processes changes something in one of them; one that
// only reads is answered by both.
func TestRepeatedRequests(t *testing.T) {
	shared := memstore.New()
	t.Cleanup(func() { shared.Close() })
	router := func() *route.Router {
		return commandstest.NewWorld(t, func(o *route.Options) { o.Characters = storage.NewCharacters(storage.Once(shared)) }).Router
	}
	one, other := router(), router()
	ask := func(r *route.Router, id, line string) string {
		req := commandstest.Request(line)
		req.ID = id
		reply := r.Answer(t.Context(), req)
		return reply.Summary
	}
	if got := ask(one, "1", "me wiz xl5"); !strings.Contains(got, "remember") {
		t.Fatalf("the first: %s", got)
	}
	if got := ask(other, "1", "me pri xl9"); got != "That has been done already." {
		t.Errorf("again, by another process: %s", got)
	}
	for _, r := range []*route.Router{one, other} {
		if got := ask(r, "2", "me"); !strings.Contains(got, "Wizard") {
			t.Errorf("the character: %s", got)
		}
	}
	if got := ask(other, "3", "me pri xl9"); !strings.Contains(got, "remember") {
		t.Errorf("another request: %s", got)
	}
}
