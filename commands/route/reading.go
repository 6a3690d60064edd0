package route

import (
	"context"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/compare"
	"delphi/commands/read/said"
	"delphi/commands/wording"
)

// reading is one way to take a line: what it asks of a command. What would change
// something has not been done.
type reading struct {
	command   *commands.Command
	calls     []*commands.Call // one for each question, in the line's order
	line      string           // the sentence that it was read from; empty: it was typed as a command
	unused    []string         // words of it that nobody read
	notes     []commands.Note  // how a sentence was read
	lines     []string         // the calls as lines to type
	reads     []string         // what the line says, in canonical words, before anything is filled in
	confirm   bool             // it must be confirmed first
	worked    []worked         // of each call, once it is worked out
	silent    bool             // no question was seen in what it was to work out
	follows   bool             // it changes the question before it
	asked     bool             // a word asks for the command
	corrected bool             // it puts right what the line said first
	skipped   []string         // what of a sentence was passed over
	over      []string         // names among these
	p         float64          // how likely it is
	past      *said.Past       // what a sentence says, for the lines that change it
}

// join adds the questions of another reading.
func (a *reading) join(b *reading) {
	if a.command == nil {
		a.command = b.command
	}
	a.calls, a.lines, a.worked = append(a.calls, b.calls...), append(a.lines, b.lines...), append(a.worked, b.worked...)
	a.reads = append(a.reads, b.reads...)
	a.skipped, a.over, a.notes = append(a.skipped, b.skipped...), append(a.over, b.over...), append(a.notes, b.notes...)
}

// path returns the whole name of the command.
func (a *reading) path() string {
	if a == nil || a.command == nil {
		return ""
	}
	return a.command.Path()
}

// name returns the full name of the command for the reply.
func (a *reading) name() string {
	if a != nil && len(a.calls) > 1 {
		return compare.Name
	}
	return a.path()
}

// acts reports whether carrying it out may change something.
func (a *reading) acts() bool { return a.command.Acts() }

// read reads a line whose command is known by that command's grammar.
func (r *Router) read(ctx context.Context, req *commands.Request, cmd *commands.Command, rest string) (*reading, error) {
	a := &reading{command: cmd}
	sure := true
	if cmd.Confirm != nil {
		rest, sure = confirmed(rest)
	}
	if err := r.allowed(ctx, cmd, req); err != nil {
		return a, err
	}
	call, as, err := r.prepare(ctx, cmd, req, rest)
	if err != nil {
		return a, err
	}
	a.calls, a.lines, a.reads, a.confirm = []*commands.Call{call}, []string{strings.TrimSpace(cmd.Path() + " " + rest)}, []string{as}, !sure
	return a, r.workOut(ctx, a)
}

// confirmed cuts the word that says yes off the end of the arguments of a
// command that asks for it.
func confirmed(rest string) (string, bool) {
	before, ok := strings.CutSuffix(rest, "confirm")
	if !ok || before != "" && !strings.HasSuffix(before, " ") {
		return rest, false
	}
	return strings.TrimSpace(before), true
}

// workOut checks the words of a reading, and works out what it asks, where that changes
// nothing: what cannot be answered is not a good reading. The rest is for whoever carries
// it out.
func (r *Router) workOut(ctx context.Context, a *reading) error {
	for _, call := range a.calls {
		if call.Command.Check != nil {
			if err := call.Command.Check(ctx, call); err != nil {
				return err
			}
		}
		if a.acts() {
			continue
		}
		w, err := r.work(ctx, call)
		if err != nil {
			a.silent = w.Silent
			return err
		}
		a.worked = append(a.worked, w)
	}
	return nil
}

// reply returns the reply to a reading that was worked out: how it was read, and the answers.
func (a *reading) reply() commands.Reply {
	replies := make([]commands.Reply, len(a.worked))
	for i := range a.worked {
		replies[i] = a.worked[i].Reply
	}
	reply := compare.Several(replies, commands.Apart(a.calls))
	reply.Notes = append(slices.Clip(a.notes), reply.Notes...)
	if len(a.over) > 0 {
		reply.Notes = append([]commands.Note{{Kind: commands.Warned, Text: "I passed over " + wording.And(slices.Compact(a.over))}}, reply.Notes...)
	}
	if len(a.unused) > 0 {
		reply.Notes = append([]commands.Note{{Kind: commands.Remarked, Text: "not used: " + strings.Join(a.unused, ", ")}}, reply.Notes...)
	}
	return reply
}
