package route

import (
	"context"
	"slices"
	"strings"

	"delphi/commands"
)

// reading is one way to take a line: what it asks of a command. What would change
// something has not been done.
type reading struct {
	command *commands.Command
	calls   []*commands.Call // one for each question, in the line's order
	line    string           // the sentence that it was read from; empty: it was typed as a command
	unused  []string         // words of it that nobody read
	notes   []commands.Note  // how a sentence was read
	lines   []string         // the calls as lines to type
	confirm bool             // it is to be confirmed first
	worked  []worked         // of each call, once it is worked out
	silent  bool             // no question was seen in what it was to work out
}

// path is the whole name of the command.
func (a *reading) path() string {
	if a == nil || a.command == nil {
		return ""
	}
	return a.command.Path()
}

// name is the whole name of the command, as the reply has it.
func (a *reading) name() string {
	if a != nil && len(a.calls) > 1 {
		return severalName
	}
	return a.path()
}

// acts reports whether carrying it out may change something.
func (a *reading) acts() bool { return a.command.Acts() }

// strays reports whether a reading would do something for a line that names another
// command, which is not how anybody asks for it. "pick me a role" does not name the
// command for locks: the word speaks for the lots.
func (r *Router) strays(a *reading, from *commands.Command, line string, named bool) bool {
	if a == nil || !a.acts() || a.command.Top() == from.Top() || from.Opens {
		return false
	}
	word, _ := commands.CutWord(line)
	return named || !r.hearer.Speaks(a.command, word)
}

// question is what it asks, in full, where it is one question and was worked out.
func (a *reading) question() string {
	if len(a.worked) != 1 {
		return ""
	}
	return a.worked[0].Question
}

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
	call, err := r.prepare(ctx, cmd, req, rest)
	if err != nil {
		return a, err
	}
	a.calls, a.lines, a.confirm = []*commands.Call{call}, []string{strings.TrimSpace(cmd.Path() + " " + rest)}, !sure
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

// heard reads a line as a sentence. heard is false where no question was found in it.
// only is the command that the line named, if it named one; then only a question may
// hold words that are passed over, and only such as mean something elsewhere.
func (r *Router) heard(ctx context.Context, req *commands.Request, line string, only *commands.Command) (a *reading, heard bool, err error) {
	a = &reading{}
	p, err := r.place(ctx, req)
	if err != nil {
		return a, true, err
	}
	q, err := r.hearer.Read(ctx, line, p.version, only)
	if err != nil {
		return a, true, err
	}
	if q == nil || only != nil && len(q.Unused) > 0 && q.Strange {
		return a, false, nil
	}
	a = &reading{command: q.Command, calls: q.Calls, lines: q.Lines, line: line, unused: q.Unused, notes: q.Notes, confirm: q.Command.Confirm != nil}
	if err := r.allowed(ctx, q.Command, req); err != nil {
		return a, true, err
	}
	for _, call := range q.Calls {
		if len(q.Lines) == 0 {
			a.lines = append(a.lines, typed(call)) // before the asker's character says the rest
		}
		r.complete(call, req, p)
	}
	return a, true, r.workOut(ctx, a)
}

// workOut checks the words of a reading, and works out what it asks, where that changes
// nothing: what cannot be answered is no good reading. The rest is for whoever carries
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

// reply is the reply to a reading that was worked out: how it was read, and the answers.
func (a *reading) reply() commands.Reply {
	replies := make([]commands.Reply, len(a.worked))
	for i := range a.worked {
		replies[i] = a.worked[i].Reply
	}
	reply := several(replies, commands.Apart(a.calls))
	reply.Notes = append(slices.Clip(a.notes), reply.Notes...)
	if len(a.unused) > 0 {
		reply.Notes = append([]commands.Note{{Kind: commands.Remarked, Text: "not used: " + strings.Join(a.unused, ", ")}}, reply.Notes...)
	}
	return reply
}
