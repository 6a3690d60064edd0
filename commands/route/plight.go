package route

import (
	"context"
	"strings"

	"delphi/commands"
	"delphi/engine/dump"
)

// The hit points that stand in for a status line in a sentence, and how they are read.
const (
	somebody     = "hp 5(40) "
	somebodyRead = "hp5 maxhp40"
)

// planPlight plans a status line with a question about it behind or before it, "what should i
// do", where the same words behind hit points alone ask what to do. ok is false for any other
// line.
func (r *Router) planPlight(ctx context.Context, req *commands.Request, line string) (p plan, ok bool) {
	cmd := r.byName["now"]
	if cmd == nil || req.Text != "" || !strings.Contains(line, "HP:") {
		return plan{}, false
	}
	copied, words := dump.Copied(line, r.fallback)
	if copied == "" || words == "" {
		return plan{}, false
	}
	about, ok := r.planRead(ctx, req, somebody+words, nil)
	if !ok {
		return plan{}, false
	}
	reads := about.asks
	if about.problem == nil && about.reading != nil && !about.reading.follows {
		reads = about.about
	}
	for _, read := range reads {
		rest, is := strings.CutPrefix(read, cmd.Path()+" ")
		if !is || !strings.Contains(rest, somebodyRead) || about.problem == nil && about.reading.command != cmd {
			continue
		}
		with := *req
		with.Text, with.Pasted = copied, true
		return of(r.read(ctx, &with, cmd, strings.Trim(strings.Replace(rest, somebodyRead, "", 1), " ,"))), true
	}
	return plan{}, false
}
