package route

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/problem"
)

// carryOut does what a plan says, once.
func (r *Router) carryOut(ctx context.Context, req *commands.Request, p plan) (commands.Reply, error) {
	refusal := commands.Reply{Command: p.command, Silent: p.silent, Read: strings.Join(p.about, " "+separate+" ")}
	for _, line := range p.asks {
		refusal.Asks = append(refusal.Asks, commands.Ask{Try: line})
	}
	a := p.reading
	switch {
	case p.problem != nil:
		return refusal, p.problem
	case a == nil:
		refusal.Summary = p.say
		return refusal, nil
	case a.acts():
		if err := a.doubt(p.silent); err != nil {
			return refusal, err
		}
		if a.confirm {
			if reply, asks, err := r.asksFirst(ctx, a); asks || err != nil {
				return reply, err
			}
		}
		for _, call := range a.calls {
			w, err := r.work(ctx, call)
			if err != nil {
				refusal.Silent = refusal.Silent || w.Silent
				return refusal, err
			}
			a.worked = append(a.worked, w)
		}
	}
	reply := a.reply()
	reply.Read, reply.Follows, reply.Skipped = strings.Join(p.about, " "+separate+" "), a.follows, a.skipped
	reply.Silent = reply.Silent || p.silent
	if !reply.Silent {
		for i := range a.worked {
			r.remember(req, &a.worked[i])
		}
	}
	return reply, nil
}

// asksFirst returns the reply that asks for confirmation before something is done. asks
// is false if this call needs no confirmation.
func (r *Router) asksFirst(ctx context.Context, a *reading) (reply commands.Reply, asks bool, err error) {
	does, err := a.command.Confirm(ctx, a.calls[0])
	if err != nil || does == "" {
		return commands.Reply{Command: a.name()}, false, err
	}
	again := a.lines[0] + " confirm"
	return commands.Reply{Command: a.name(), Summary: does + " Say " + again + " to go ahead.", Hints: []string{again}, Confirms: true}, true, nil
}

// tookForTalk is the private reply to a line that may be conversation and would have
// done something.
const tookForTalk = "That looked like small talk to me, so I did nothing."

// doubt returns the error for a reading that would change something although the line
// may not ask for that, or nil. silent says that the line may be conversation.
func (a *reading) doubt(silent bool) error {
	why := ""
	switch warned := a.warned(); {
	case len(a.unused) > 0:
		quoted := make([]string, len(a.unused))
		for i, w := range a.unused {
			quoted[i] = fmt.Sprintf("%q", wording.Typed(w))
		}
		why = fmt.Sprintf("I did nothing, because I don't know what %s means there.", wording.Or(quoted))
	case a.line != "" && warned != "":
		why = "I did nothing, as " + warned + "."
	case len(a.calls) > 1:
		why = "I did nothing, because that could mean several things. Which do you mean?"
	case silent:
		why = tookForTalk
	case a.line != "" && a.p < surest:
		why = "I did nothing, because I am not sure you want it done."
	default:
		return nil
	}
	return problem.New(why, a.lines...)
}

// warned returns the calls' warnings about how they were read.
func (a *reading) warned() string {
	for _, call := range a.calls {
		for _, n := range call.Notes {
			if n.Kind == commands.Warned {
				return n.Text
			}
		}
	}
	return ""
}

// typed returns a call as a line to type.
func typed(call *commands.Call) string {
	if !call.VersionSaid && call.Command.Param(commands.KindVersion) != nil {
		return strings.TrimSpace(call.Command.Path() + " " + characterLine(call))
	}
	return call.Line()
}

// worked is a reply, with the question that why and more are about.
type worked struct {
	commands.Reply
	asked string
}

// shown says how much of its table a reply shows: the page, and the row after it.
func (w *worked) shown() (page, row int) {
	if w.Paged == nil || w.asked == "" {
		return 0, 0
	}
	return w.Paged.Page, w.Paged.First + len(w.Table.Rows)
}

// work runs a call.
func (r *Router) work(ctx context.Context, call *commands.Call) (w worked, err error) {
	if call.Command.Cacheable {
		question := call.Line()
		w.Reply, err = r.lasting(ctx, call, question)
		w.Question = question
	} else {
		w.Reply, err = call.Command.Run(ctx, call)
	}
	if err = r.forgot(call, err); err != nil {
		path := call.Command.Path()
		return w, whole(path, strings.TrimPrefix(call.Line(), path), err)
	}
	w.asked = cmp.Or(w.Question, w.Asked)
	w.Notes = slices.Concat(r.unsure(call, &w.Reply), nobody(call, &w.Reply), useless(call, &w.Reply), w.Notes)
	if line := r.page(call, &w.Reply); line != "" {
		w.asked = line
	}
	w.Command = call.Command.Path()
	switch call.Command.Top().Source {
	case commands.FromGames, commands.FromLive, commands.FromTourney:
		w.People = true
	}
	if w.asked == "" && (w.People || w.Table != nil) && !call.Command.Acts() {
		w.asked = repeatable(call) // why and more are about this, not about the question before it
	}
	if w.Chart != nil && !w.Chart.Tells() {
		w.Chart = nil
		if strings.Contains(call.Request.Line, "chart") { // who did not ask for it misses nothing
			w.Notes = append(slices.Clip(w.Notes), commands.Note{Kind: commands.Remarked, Text: "a chart would show a single figure"})
		}
	}
	if call.Buttons && call.Command.Next != nil {
		other := *call // what is noted of changed questions is not about this one
		w.Next = call.Command.Next(&other)
	}
	return w, nil
}

// useless warns of what was said, by the line and not by a saved character, and that the answer
// does not depend on.
func useless(call *commands.Call, reply *commands.Reply) []commands.Note {
	var list []string
	for i, p := range call.Command.Params {
		if v := &call.Values[i]; slices.Contains(reply.Idle, p.Name) && !v.Quiet && !p.Aside {
			list = append(list, v.Pieces(p)...)
		}
	}
	reply.Idle = nil
	switch len(list) {
	case 0:
		return nil
	case 1:
		return []commands.Note{{Kind: commands.Warned, Text: list[0] + " makes no difference here"}}
	}
	return []commands.Note{{Kind: commands.Warned, Text: wording.And(list) + " make no difference here"}}
}

// nobody warns of a role and a race that no hero has both, where the answer does not say so itself:
// what is asked of a gnomish Priest is asked of nobody.
func nobody(call *commands.Call, reply *commands.Reply) []commands.Note {
	role, race := hero.Role.One(call), hero.Race.In(call)
	may := call.Rules.Heroes()
	if slices.ContainsFunc(call.Command.Params, func(p *commands.Param) bool {
		return (p == hero.Role.Param || p == hero.Race.Param) && call.Value(p).Quiet
	}) { // a saved character is somebody else
		return nil
	}
	if role == nil || race == "" || may == nil || may.Agree(role.Name, race) || strings.Contains(reply.Summary, "no "+race+" "+role.Name) {
		return nil
	}
	return []commands.Note{{Kind: commands.Warned, Text: fmt.Sprintf("no %s is %s", role.Name, wording.Article(race))}}
}

// page cuts the table of a reply to what the network shows at once, and returns the
// line that asks for it again, which `more` runs for anybody; empty if there is nothing
// more to ask for.
func (r *Router) page(call *commands.Call, reply *commands.Reply) (line string) {
	if reply.Table == nil || reply.Paged != nil || call.Size == (commands.PageSize{}) {
		return ""
	}
	line = cmp.Or(reply.Question, reply.Asked, repeatable(call))
	if line == "" {
		return ""
	}
	table, paged := part(reply.Table, reply, call.Size, call.Page, 0, line)
	if len(table.Rows) == len(reply.Table.Rows) {
		return ""
	}
	reply.Table, reply.Paged = table, paged
	return line
}

// repeatable returns the line of a call that anybody may ask again; empty if it also takes a text,
// or a right.
func repeatable(call *commands.Call) string {
	if call.Text != "" || call.Command.Needs() != commands.Anyone {
		return ""
	}
	return call.Line()
}

// part returns what a network shows at once of the whole table of a reply: a page, or from a
// row on as much as fits on the screen beside the reply.
func part(whole *commands.Table, reply *commands.Reply, size commands.PageSize, page, row int, line string) (*commands.Table, *commands.Paged) {
	if size.Height == 0 {
		return whole.Page(size, page, line)
	}
	return whole.Screen(row, size.Width, size.Height-reply.Beside(size.Width), line)
}

// lasting answers a question that depends on its line alone. The notes of how
// the line was read are left to the caller: other lines ask the same.
func (r *Router) lasting(ctx context.Context, call *commands.Call, question string) (commands.Reply, error) {
	work := func(ctx context.Context) (*commands.Reply, error) {
		notes := call.Notes
		call.Notes = nil
		defer func() { call.Notes = notes }()
		call.Watch()
		reply, err := call.Command.Run(ctx, call)
		if err != nil {
			return nil, err
		}
		reply.Idle = call.Idle()
		reply.Command = call.Command.Path()
		reply.Notes = append(call.Notes, reply.Notes...)
		return &reply, nil
	}
	do := func() (*commands.Reply, error) { return work(ctx) }
	if r.opts.Cache != nil {
		do = func() (*commands.Reply, error) { return r.opts.Cache.Do(ctx, question, work) }
	}
	reply, err := do()
	if err != nil {
		return commands.Reply{}, err
	}
	return *reply, nil
}
