package route

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/commands/hear"
	"delphi/engine/dump"
	"delphi/engine/problem"
)

// plan is what is to be done for a line: its reading is carried out, or say is
// said, or it is refused with a problem. Nothing of it has been done.
type plan struct {
	reading *reading
	say     string // a politeness that asks nothing
	problem error
	command string // the whole name of the command that refuses
	silent  bool   // no question was seen in the line
}

// refused is the plan of a line that is not carried out.
func refused(command string, silent bool, problem error) plan {
	return plan{command: command, silent: silent, problem: problem}
}

// of is the plan to carry out a reading, or to refuse it with the problem that it
// has.
func of(a *reading, problem error) plan {
	if problem != nil {
		return refused(a.path(), a.silent, problem)
	}
	return plan{reading: a, command: a.path()}
}

// plan chooses among the readings of a cleaned line: as its first word's command, as
// a sentence for that command, as a sentence for any.
func (r *Router) plan(ctx context.Context, req *commands.Request, line string) plan {
	cmd, rest, missing := r.find(line)
	if hear.Complaint(line) { // "why do i keep dying to gnome lords"
		return refused("", true, problem.Newf("I take that for talk.").Try("help"))
	}
	if hear.Wishes(line) {
		cmd, missing = nil, func() error { return r.noCommand("id") }
	}
	if cmd == nil {
		return r.unnamed(ctx, req, line, missing)
	}
	if err := r.switchedOff(ctx, cmd, req); err != nil { // a sentence is no way around it
		if cmd.Shared && cmd.Opens && strings.Contains(strings.TrimSpace(rest), " ") { // "tell me ..." is for no other bot
			if a, heard, err := r.heard(ctx, req, line, nil); heard && err == nil && a.name() != cmd.Name && !a.acts() {
				return of(a, nil)
			}
		}
		return refused(cmd.Path(), false, err)
	}
	if cmd == r.byName["help"] && hear.TalkOf(line) == hear.Lost { // "help pls"
		rest = ""
	}
	// Two words that name a command are no beginning of a sentence.
	said := cmd.Path() != cmd.Name || strings.HasPrefix(line, r.opts.Prefix)
	if hear.Chatter(rest) && !said { // "bones are scary"
		word, _ := commands.CutWord(line)
		return refused("", true, r.noCommand(word))
	}
	if a := r.sentenceInstead(ctx, req, cmd, line, rest, said); a != nil && !r.strays(a, cmd, line, said) {
		return of(a, nil)
	}
	talk, idle := r.banter(cmd, rest)
	idle = idle && !said
	if idle && cmd.Acts() { // "leave me alone" leaves nothing
		word, _ := commands.CutWord(line)
		return refused(cmd.Path(), true, problem.New(tookForTalk, "help "+word))
	}
	idle = idle && strings.Contains(rest, " ")                                                                             // "make it so", not "crown me"
	if cmd.Pile() != nil && (strings.Contains(rest, "?") || hear.OrBust(rest) || hear.Asking(rest)) || hear.Worded(rest) { // "poly 10 unicorn horns, marker?"
		if a := r.wholly(ctx, req, rest, cmd); a != nil {
			return of(a, nil)
		}
	}
	a, err := r.read(ctx, req, cmd, rest)
	err = whole(cmd.Path(), rest, err)
	var mendable problem.Mendable
	if word, _ := commands.CutWord(rest); cmd == r.byName["entry"] && errors.As(err, &mendable) && r.byName[word] != nil {
		err = besides(mendable, "help "+r.byName[word].Name) // "?? bones"
	}
	out := of(a, err)
	if !errors.As(err, &mendable) {
		out.silent = idle
		return out
	}
	if other, heard := r.sentence(ctx, req, cmd, line, rest, mendable); heard {
		if a := other.reading; r.strays(a, cmd, line, said) { // "about take me out of the tournament"
			other = refused(cmd.Path(), false, besides(mendable, a.lines...))
		}
		other.silent = idle
		return other
	}
	if hear.Statement(line) && !said && !helps(mendable) { // "price of gas is up again"
		word, _ := commands.CutWord(line)
		return refused("", true, r.noCommand(word))
	}
	out.silent = out.silent || talk // "why do i keep dying" asks nothing
	return out
}

// unnamed is the plan of a line that names no command.
func (r *Router) unnamed(ctx context.Context, req *commands.Request, line string, missing func() error) plan {
	a, heard, err := r.heard(ctx, req, line, nil)
	var offers *hear.Perhaps
	if errors.As(err, &offers) { // unless it only says who the hero is
		if p, placed := r.place(ctx, req); placed == nil {
			err = cmp.Or(r.described(ctx, req, line, p), err)
		}
	}
	if heard && (err == nil || !inventory.MatchString(line)) {
		return of(a, err)
	}
	if cmd := r.byName["game"]; cmd != nil && r.copied(line) {
		a, err := r.read(ctx, req, cmd, line)
		return of(a, err)
	}
	if heard {
		return of(a, err)
	}
	if p, talked := r.talked(ctx, req, line); talked {
		return p
	}
	problem := missing()
	if err := r.unasked(ctx, req, line); err != nil && !helps(problem) { // unless it is a command misspelt
		problem = err
	}
	return refused("", true, problem)
}

// sentenceInstead reads as a sentence for any command what begins with the name of one
// by chance; nil: it is none.
func (r *Router) sentenceInstead(ctx context.Context, req *commands.Request, cmd *commands.Command, line, rest string, said bool) *reading {
	if !cmd.Opens && len(cmd.Cues) > 0 && hear.Framed(rest) { // "wish odds of ..." wishes for nothing
		if a := r.wholly(ctx, req, line, nil); a != nil {
			return a
		}
	}
	if word, _ := commands.CutWord(line); len(cmd.Cues) == 0 && word != cmd.Name && !said && goesOn(rest) { // "standing on 4 horns ..."
		return r.wholly(ctx, req, line, nil)
	}
	return nil
}

// wholly reads a line as a sentence without a word left over; nil: it is none.
func (r *Router) wholly(ctx context.Context, req *commands.Request, line string, only *commands.Command) *reading {
	if a, heard, err := r.heard(ctx, req, line, only); heard && err == nil && len(a.unused) == 0 {
		return a
	}
	return nil
}

// sentence reads as a sentence what the grammar of the command that it begins
// with does not read as it stands. heard is false where the grammar's own
// problem says more.
func (r *Router) sentence(ctx context.Context, req *commands.Request, cmd *commands.Command, line, rest string, refusal problem.Mendable) (out plan, heard bool) {
	if cmd.Opens && strings.Contains(strings.TrimSpace(rest), " ") {
		if a, heard, err := r.heard(ctx, req, line, nil); heard && err == nil && (a.name() != cmd.Name || len(a.unused) == 0) {
			return of(a, nil), true
		}
	}
	var elsewhere *grammar.Elsewhere
	if errors.As(refusal, &elsewhere) {
		return out, false
	}
	var mine plan // as a sentence for the command
	if len(cmd.Cues) > 0 {
		a, ok, err := r.heard(ctx, req, rest, cmd)
		var unclear *hear.Unclear
		if ok && (err == nil || errors.As(err, &unclear)) {
			if err == nil && len(a.unused) > 0 { // "priest ... learn chance?" has another use for all of it
				if other, heard, err := r.heard(ctx, req, line, nil); heard && err == nil && other.name() != cmd.Name && len(other.unused) == 0 {
					return of(other, nil), true
				}
			}
			return of(a, err), true
		}
		if mine = refused(a.path(), false, err); ok {
			heard = true
		}
		// "failure to learn" is a question about learning.
		if _, parses := r.grammar.Parse(ctx, cmd, rest, r.fallback); parses == nil && (cmd.Compose == nil || !strings.Contains(strings.TrimSpace(rest), " ")) {
			return out, false
		}
	} else if _, parses := r.grammar.Parse(ctx, cmd, rest, r.fallback); parses == nil || cmd.Needs() > commands.Anyone {
		return out, false
	}
	other, heardOther, otherErr := r.heard(ctx, req, line, nil)
	var missing *hear.Missing
	switch {
	case errors.As(mine.problem, &missing), errors.As(otherErr, &missing):
		return refused(cmd.Path(), false, missing), true
	case !heardOther:
	case otherErr == nil && other.name() != cmd.Name && len(other.unused) == 0:
		return of(other, nil), true
	case heard && helps(mine.problem) && !helps(refusal):
		return mine, true
	case helps(refusal) && cmd.Param(commands.KindText) == nil && cmd.Param(commands.KindWords) == nil:
		// what it offers is better than a guess
	case otherErr == nil && other.name() != cmd.Name && other.question() != "":
		return refused(cmd.Path(), false, besides(refusal, other.question())), true
	case otherErr != nil && helps(otherErr) && !helps(refusal):
		var more problem.Mendable
		errors.As(otherErr, &more)
		return refused(cmd.Path(), false, besides(refusal, more.Instead()...)), true
	}
	if heard && helps(mine.problem) && !helps(refusal) {
		return mine, true
	}
	return out, false
}

// goesOn reports whether what stands behind the first word of a line goes on with it as a
// sentence does.
func goesOn(rest string) bool {
	word, _ := commands.CutWord(strings.TrimSpace(rest))
	return slices.Contains([]string{"on", "in", "at", "over", "under", "by"}, word)
}

// banter is hear.Banter of what stands behind a command's name. "asc me" and
// "standings me" are about a player.
func (r *Router) banter(cmd *commands.Command, rest string) (talk, idle bool) {
	if cmd.From != commands.FromRules && strings.TrimSpace(rest) == "me" {
		return false, false
	}
	return r.hearer.Banter(rest, r.fallback)
}

// besides is a problem that offers first what else a line may mean.
func besides(p problem.Mendable, others ...string) error {
	const most = 5
	hints := slices.Concat(others[:min(len(others), 3)], p.Instead())
	return &problem.Problem{Text: p.Error(), Hints: hints[:min(len(hints), most)], Err: p}
}

// helps reports whether a problem has something to type instead other than a
// command's help.
func helps(err error) bool {
	var mendable problem.Mendable
	return errors.As(err, &mendable) && slices.ContainsFunc(mendable.Instead(), func(hint string) bool { return !strings.HasPrefix(hint, "help") })
}

// inventory begins a line of an inventory: it asks nothing.
var inventory = regexp.MustCompile(`^[a-zA-Z$#] - `)

// copied reports whether a line was copied from the game, a status line or a stack of
// the inventory, which the game command answers.
func (r *Router) copied(line string) bool {
	l := dump.ReadLine(line, r.fallback)
	return l.Status != nil || l.Item != nil
}
