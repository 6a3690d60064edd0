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
	if whole, ok := r.planRead(ctx, req, line, nil); ok && whole.asked && !strings.HasPrefix(whole.first(), cmd.Path()) {
		return plan{}, false // it asks something else of the status line
	}
	about, ok := r.planRead(ctx, req, somebody+words, nil)
	if !ok {
		return plan{}, false
	}
	rest, is := strings.CutPrefix(about.first(), cmd.Path()+" ")
	if !is || !strings.Contains(rest, somebodyRead) {
		return plan{}, false
	}
	with := *req
	with.Text, with.Pasted = copied, true
	return of(r.read(ctx, &with, cmd, strings.Trim(strings.Replace(rest, somebodyRead, "", 1), " ,"))), true
}

// first returns the likeliest line of a plan that changes no question before it; empty if there
// is none.
func (p *plan) first() string {
	reads := p.asks
	if p.problem == nil && p.reading != nil && !p.reading.follows {
		reads = p.about
	}
	if len(reads) == 0 {
		return ""
	}
	return reads[0]
}
