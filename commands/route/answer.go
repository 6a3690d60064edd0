package route

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/commands/hear"
	"delphi/commands/hero"
	"delphi/engine/dump"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/storage"
)

// Answer answers one request. It never fails and never panics outward: what
// goes wrong becomes a Reply with Failed set.
func (r *Router) Answer(ctx context.Context, req commands.Request) (reply commands.Reply) {
	defer func() {
		if p := recover(); p != nil {
			ref := rand.Text()[:8]
			r.opts.Log.Error("panic while answering", "ref", ref, "panic", p, "stack", string(debug.Stack()))
			reply = commands.Reply{Failed: true, Summary: "Something broke while I was answering that; the log has it under " + ref + "."}
		}
	}()
	if req.ID != "" {
		ctx = storage.ForRequest(ctx, string(req.Network)+" "+req.ID)
	}
	reply, err := r.answer(ctx, &req)
	if err == nil {
		reply.Terse = r.terse(ctx, &req)
		return reply
	}
	failed := r.failure(err, reply.Command)
	failed.Silent = reply.Silent || isMuted(err)
	if !reply.Silent {
		r.named(ctx, &req, &failed)
	}
	if lines := r.typable(ctx, &req, err); lines != nil && !slices.Equal(lines, failed.Hints) {
		failed.Hints, failed.Meant = lines, failed.Hints
	}
	return failed
}

// named adds to a failure which version the place has chosen, where the answer
// would depend on it and the sentence does not say it: what is offered instead is
// read by that version too.
func (r *Router) named(ctx context.Context, req *commands.Request, failed *commands.Reply) {
	cmd := r.byName[failed.Command]
	if cmd == nil || cmd == r.hero || cmd.Param(commands.KindVersion) == nil || len(failed.Hints) == 0 || r.terse(ctx, req) {
		return
	}
	set, err := r.chosen(ctx, req)
	if err == nil && set != nil && !strings.Contains(failed.Summary, set.Title) && !strings.Contains(failed.Summary, set.Name) {
		failed.Summary += " " + plays(set, req.Private)
	}
}

// terse reports whether the place of a request wants no more than the answer.
// Settings that cannot be read are as good as none here: the answer is there.
func (r *Router) terse(ctx context.Context, req *commands.Request) bool {
	d, err := r.settings(ctx, req)
	return err == nil && d.Terse
}

// failure turns an error into the reply that the asker sees.
func (r *Router) failure(err error, command string) commands.Reply {
	failed := func(text string) commands.Reply {
		return commands.Reply{Failed: true, Command: command, Summary: text}
	}
	var mendable problem.Mendable
	switch {
	case errors.As(err, &mendable):
		reply := failed(commands.Capital(mendable.Error()))
		reply.Hints = mendable.Instead()
		return reply
	case errors.Is(err, context.DeadlineExceeded):
		return failed("That took too long; ask for less at once.")
	case errors.Is(err, storage.ErrRepeated):
		return failed("That has been done already.")
	case errors.Is(err, context.Canceled):
		return failed("I am shutting down.")
	}
	ref := rand.Text()[:8]
	r.opts.Log.Error("answering failed", "ref", ref, "command", command, "err", err)
	return failed("I could not answer that; the log says why under " + ref + ".")
}

func (r *Router) answer(ctx context.Context, req *commands.Request) (commands.Reply, error) {
	if err := ctx.Err(); err != nil {
		return commands.Reply{}, err
	}
	if len(req.Line) > commands.MaxLine {
		return commands.Reply{}, problem.Newf("That line is %d bytes long; I read at most %d.", len(req.Line), commands.MaxLine)
	}
	line := marked(grammar.Clean(req.Line))
	cmd, rest, missing := r.find(line)
	if hear.Complaint(line) { // "why do i keep dying to gnome lords"
		return commands.Reply{Silent: true}, problem.Newf("I take that for talk.").Try("help")
	}
	if cmd == nil {
		reply, heard, err := r.heard(ctx, req, line, nil)
		var offers *hear.Perhaps
		if errors.As(err, &offers) { // unless it only says who the hero is
			if p, placed := r.place(ctx, req); placed == nil {
				err = cmp.Or(r.described(ctx, req, line, p), err)
			}
		}
		if heard && (err == nil || !inventory.MatchString(line)) {
			return reply, err
		}
		if pasted, ok, err := r.pasted(ctx, req, line); ok {
			return pasted, err
		}
		if heard {
			return reply, err
		}
		if reply, talked, err := r.talked(ctx, req, line); talked {
			return reply, err
		}
		problem := missing()
		if err := r.unasked(ctx, req, line); err != nil && !helps(problem) { // unless it is a command misspelt
			problem = err
		}
		return commands.Reply{Silent: true}, problem
	}
	if err := r.switchedOff(ctx, cmd, req); err != nil { // a sentence is no way around it
		if cmd.Shared && cmd.Opens && strings.Contains(strings.TrimSpace(rest), " ") { // "tell me ..." is for no other bot
			if reply, heard, err := r.heard(ctx, req, line, nil); heard && err == nil && reply.Command != cmd.Name {
				return reply, nil
			}
		}
		return commands.Reply{Command: cmd.Path()}, err
	}
	if cmd == r.byName["help"] && hear.TalkOf(line) == hear.Lost { // "help pls"
		rest = ""
	}
	// Two words that name a command are no beginning of a sentence.
	said := cmd.Path() != cmd.Name || strings.HasPrefix(line, r.opts.Prefix)
	if hear.Chatter(rest) && !said { // "bones are scary"
		word, _ := commands.CutWord(line)
		return commands.Reply{Silent: true}, r.noCommand(word)
	}
	if !cmd.Opens && len(cmd.Cues) > 0 && hear.Framed(rest) { // "wish odds of ..." wishes for nothing
		if reply, heard, err := r.heard(ctx, req, line, nil); heard && err == nil && !slices.ContainsFunc(reply.Notes, notUsed) {
			return reply, nil
		}
	}
	if word, _ := commands.CutWord(line); len(cmd.Cues) == 0 && word != cmd.Name && !said && goesOn(rest) { // "standing on 4 horns ..."
		if reply, heard, err := r.heard(ctx, req, line, nil); heard && err == nil && !slices.ContainsFunc(reply.Notes, notUsed) {
			return reply, nil
		}
	}
	talk, idle := r.banter(cmd, rest)
	idle = idle && !said
	if idle && !said && !cmd.ForAll() && cmd.Needs() == commands.Anyone { // "leave me alone" leaves nothing
		word, _ := commands.CutWord(line)
		return commands.Reply{Silent: true, Command: cmd.Path()}, problem.Newf("I take that for talk, and did nothing.").Try("help " + word)
	}
	idle = idle && strings.Contains(rest, " ")                                                                             // "make it so", not "crown me"
	if cmd.Pile() != nil && (strings.Contains(rest, "?") || hear.OrBust(rest) || hear.Asking(rest)) || hear.Worded(rest) { // "poly 10 unicorn horns, marker?"
		if reply, heard, err := r.heard(ctx, req, rest, cmd); heard && err == nil && !slices.ContainsFunc(reply.Notes, notUsed) {
			return reply, nil
		}
	}
	reply, err := r.run(ctx, cmd, req, rest)
	err = whole(cmd.Path(), rest, err)
	reply.Command = cmd.Path()
	var mendable problem.Mendable
	if word, _ := commands.CutWord(rest); cmd == r.byName["entry"] && errors.As(err, &mendable) && r.byName[word] != nil {
		err = besides(mendable, "help "+r.byName[word].Name) // "?? bones"
	}
	if !errors.As(err, &mendable) {
		reply.Silent = reply.Silent || idle
		return reply, err
	}
	if other, heard, err := r.sentence(ctx, req, cmd, line, rest, mendable); heard {
		other.Silent = other.Silent || idle
		return other, err
	}
	if hear.Statement(line) && !said && !helps(mendable) { // "price of gas is up again"
		word, _ := commands.CutWord(line)
		return commands.Reply{Silent: true}, r.noCommand(word)
	}
	reply.Silent = reply.Silent || talk // "why do i keep dying" asks nothing
	return reply, err
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

// sentence reads as a sentence what the grammar of the command that it begins
// with does not read as it stands. heard is false where the grammar's own
// problem says more.
func (r *Router) sentence(ctx context.Context, req *commands.Request, cmd *commands.Command, line, rest string, refused problem.Mendable) (reply commands.Reply, heard bool, err error) {
	if cmd.Opens && strings.Contains(strings.TrimSpace(rest), " ") {
		if reply, heard, err := r.heard(ctx, req, line, nil); heard && err == nil && (reply.Command != cmd.Name || !slices.ContainsFunc(reply.Notes, notUsed)) {
			return reply, true, nil
		}
	}
	var elsewhere *grammar.Elsewhere
	if errors.As(refused, &elsewhere) {
		return reply, false, nil
	}
	if len(cmd.Cues) > 0 {
		reply, heard, err = r.heard(ctx, req, rest, cmd)
		var unclear *hear.Unclear
		if heard && (err == nil || errors.As(err, &unclear)) {
			if err == nil && slices.ContainsFunc(reply.Notes, notUsed) { // "priest ... learn chance?" has another use for all of it
				if other, heard, err := r.heard(ctx, req, line, nil); heard && err == nil && other.Command != cmd.Name && !slices.ContainsFunc(other.Notes, notUsed) {
					return other, true, nil
				}
			}
			return reply, true, err
		}
		// "failure to learn" is a question about learning.
		if _, parses := r.grammar.Parse(cmd, rest, r.fallback); parses == nil && (cmd.Compose == nil || !strings.Contains(strings.TrimSpace(rest), " ")) {
			return reply, false, nil
		}
	} else if _, parses := r.grammar.Parse(cmd, rest, r.fallback); parses == nil || cmd.Needs() > commands.Anyone {
		return reply, false, nil
	}
	other, heardOther, otherErr := r.heard(ctx, req, line, nil)
	var missing *hear.Missing
	switch {
	case errors.As(err, &missing), errors.As(otherErr, &missing):
		return commands.Reply{Command: cmd.Path()}, true, missing
	case !heardOther:
	case otherErr == nil && other.Command != cmd.Name && !slices.ContainsFunc(other.Notes, notUsed):
		return other, true, nil
	case heard && helps(err) && !helps(refused):
		return reply, true, err
	case helps(refused) && cmd.Param(commands.KindText) == nil && cmd.Param(commands.KindWords) == nil:
		// what it offers is better than a guess
	case otherErr == nil && other.Command != cmd.Name && other.Question != "":
		return commands.Reply{Command: cmd.Path()}, true, besides(refused, other.Question)
	case otherErr != nil && helps(otherErr) && !helps(refused):
		var more problem.Mendable
		errors.As(otherErr, &more)
		return commands.Reply{Command: cmd.Path()}, true, besides(refused, more.Instead()...)
	}
	if heard && helps(err) && !helps(refused) {
		return reply, true, err
	}
	return commands.Reply{}, false, nil
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

// pasted answers a line that was copied from the game, a status line or a stack
// of the inventory, as the game command does.
func (r *Router) pasted(ctx context.Context, req *commands.Request, line string) (reply commands.Reply, pasted bool, err error) {
	l := dump.ReadLine(line, r.fallback)
	cmd := r.byName["game"]
	if cmd == nil || l.Status == nil && l.Item == nil {
		return reply, false, nil
	}
	reply, err = r.run(ctx, cmd, req, line)
	reply.Command = cmd.Path()
	return reply, true, err
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

// run checks the right to run a command, parses its arguments and answers,
// through the cache where the answer depends on the question alone.
func (r *Router) run(ctx context.Context, cmd *commands.Command, req *commands.Request, rest string) (commands.Reply, error) {
	if err := r.allowed(ctx, cmd, req); err != nil {
		return commands.Reply{}, err
	}
	sure := true
	if cmd.Confirm != nil {
		rest, sure = confirmed(rest)
	}
	call, err := r.prepare(ctx, cmd, req, rest)
	if err != nil {
		return commands.Reply{}, err
	}
	if !sure {
		does, err := cmd.Confirm(ctx, call)
		if err != nil {
			return commands.Reply{}, err
		}
		again := strings.TrimSpace(cmd.Path()+" "+rest) + " confirm"
		return commands.Reply{Summary: does + " Say " + again + " to go ahead.", Hints: []string{again}, Confirms: true}, nil
	}
	return r.finish(ctx, call)
}

// finish runs a parsed call and remembers its question.
func (r *Router) finish(ctx context.Context, call *commands.Call) (reply commands.Reply, err error) {
	if call.Command.Lasting {
		question := call.Line()
		reply, err = r.lasting(ctx, call, question)
		reply.Question = question
	} else {
		reply, err = call.Command.Run(ctx, call)
	}
	if err != nil {
		path := call.Command.Path()
		return reply, whole(path, strings.TrimPrefix(call.Line(), path), err)
	}
	line := r.page(call, &reply)
	switch {
	case reply.Paged != nil && line != "":
		r.remember(&call.Request, line, reply.Paged.Page)
	case reply.Question != "":
		r.remember(&call.Request, reply.Question, 0)
	}
	reply.Command = call.Command.Path()
	notes := call.Notes
	if call.Buttons && call.Command.Next != nil {
		reply.Next = call.Command.Next(call)
	}
	reply.Notes = append(slices.Clip(notes), reply.Notes...)
	return reply, nil
}

// page cuts the table of a reply to what the network shows at once, and returns
// the line that asks for it again, which `more` runs for anybody; empty where
// there is nothing more to ask for.
func (r *Router) page(call *commands.Call, reply *commands.Reply) (line string) {
	if reply.Table == nil || reply.Paged != nil || call.Size == (commands.PageSize{}) {
		return ""
	}
	line = reply.Question
	if line == "" && call.Text == "" && call.Command.Needs() == commands.Anyone {
		line = call.Line()
	}
	table, paged := reply.Table.Page(call.Size, call.Page, line)
	if line == "" || paged.Pages < 2 {
		return ""
	}
	reply.Table, reply.Paged = table, paged
	return line
}

// allowed refuses whoever may not run a command: who lacks the rights that it
// needs, and nobody where it needs to know who asks. It is the first check, not
// the only one: what a command changes checks again where it
// lives.
func (r *Router) allowed(ctx context.Context, cmd *commands.Command, req *commands.Request) error {
	if req.Nobody && !cmd.ForAll() {
		return problem.Newf("%s is asked in a chat, where I know who asks.", commands.Capital(cmd.Path())).Try("help")
	}
	if err := r.switchedOff(ctx, cmd, req); err != nil {
		return err
	}
	return r.entitled(ctx, cmd.Needs(), req)
}

// entitled refuses whoever lacks some rights.
func (r *Router) entitled(ctx context.Context, needs commands.Rights, req *commands.Request) error {
	if needs == commands.Anyone || req.Admin {
		return nil
	}
	switch needs {
	case commands.Administrator:
		return problem.New("That is for the bot's administrators, and you are not logged in to one of their accounts.")
	case commands.Operator:
		if req.Operator {
			return nil
		}
		return problem.New("Only operators of this channel can do that.")
	}
	if r.opts.Organises != nil {
		if ok, err := r.opts.Organises(ctx, req); err != nil || ok {
			return err
		}
	}
	p := problem.New("Only organisers can do that. A channel operator can appoint one.")
	if req.Operator && !req.Private {
		return p.Try("tourney organiser add ACCOUNT")
	}
	return p
}

// lasting answers a question that depends on its line alone. The notes of how
// the line was read are left to the caller: other lines ask the same.
func (r *Router) lasting(ctx context.Context, call *commands.Call, question string) (commands.Reply, error) {
	work := func(ctx context.Context) (*commands.Reply, error) {
		notes := call.Notes
		call.Notes = nil
		defer func() { call.Notes = notes }()
		reply, err := call.Command.Run(ctx, call)
		if err != nil {
			return nil, err
		}
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

// place is what a place and an asker say before any line does.
type place struct {
	version   *rules.Set
	whence    string         // where the version comes from: "the default"
	character *commands.Call // the asker's saved character; nil: none
}

func (r *Router) place(ctx context.Context, req *commands.Request) (*place, error) {
	p := &place{version: r.fallback, whence: "the default"}
	if req.Nobody {
		return p, nil
	}
	d, err := r.settings(ctx, req)
	if err != nil {
		return nil, err
	}
	if set := rules.Get(d.Rules); set != nil {
		p.version, p.whence = set, "this channel's"
	}
	line, ok, err := r.opts.Characters.Character(ctx, req.Owner())
	if err != nil || !ok {
		return p, err
	}
	if p.character, err = r.grammar.Parse(r.hero, line, p.version); err != nil {
		return nil, &problem.Problem{Text: "I can't read your saved character any more.", Hints: []string{"me forget"}, Err: err}
	}
	return p, nil
}

// prepare parses the arguments of a command and fills in what was not said.
func (r *Router) prepare(ctx context.Context, cmd *commands.Command, req *commands.Request, rest string) (*commands.Call, error) {
	p := &place{version: r.fallback, whence: "the default"}
	if cmd != r.hero && (cmd.Param(commands.KindVersion) != nil || len(cmd.Cues) > 0) {
		var err error
		if p, err = r.place(ctx, req); err != nil {
			return nil, err
		}
	}
	call, err := r.grammar.Parse(cmd, rest, p.meant(cmd))
	if err != nil {
		return nil, err
	}
	r.complete(call, req, p)
	return call, nil
}

// meant is the version that a question for a command means if it says none.
func (p *place) meant(cmd *commands.Command) *rules.Set {
	if p.character != nil && p.character.VersionSaid && hero.About(cmd, p.character.Command) {
		return p.character.Rules
	}
	return p.version
}

// complete fills in what a call did not say: the asker's saved character, the
// place's version.
func (r *Router) complete(call *commands.Call, req *commands.Request, p *place) {
	call.Request, call.Character = *req, p.character
	cmd, whence := call.Command, p.whence
	if cmd == r.hero {
		return
	}
	if p.character != nil && hero.About(cmd, p.character.Command) {
		if p.character.VersionSaid {
			whence = "your character's"
		}
		hero.Remember(&r.grammar, call, p.character)
	}
	if cmd.Param(commands.KindVersion) != nil && !call.VersionSaid && cmd.Lasting {
		call.Note(commands.Assumed, fmt.Sprintf("%s (%s)", call.Rules.Name, whence))
	}
}
