package route

import (
	"context"
	"errors"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/entries"
	"delphi/commands/read"
	"delphi/engine/dump"
	"delphi/engine/problem"
)

// plan is what is to be done for a line: its reading is carried out, or say is
// said, or it is refused with a problem. Nothing of it has been done.
type plan struct {
	reading *reading
	say     string // a politeness that asks nothing
	problem error
	command string     // the whole name of the command that refuses
	silent  bool       // no question was seen in the line
	chat    bool       // and words of talk were
	asks    []string   // where the bot asks back, the lines that it offers
	about   []string   // the canonical lines of what was understood all the same
	past    *read.Past // the same as a sentence says it
	asked   bool       // words of the line ask for the command
}

// refused returns the plan of a line that is not carried out.
func refused(command string, silent bool, problem error) plan {
	return plan{command: command, silent: silent, problem: problem}
}

// of returns the plan to carry out a reading, or to refuse it with the problem that it
// has.
func of(a *reading, problem error) plan {
	p := plan{reading: a, command: a.path()}
	if problem != nil {
		p = refused(a.path(), a.silent, problem)
	}
	p.about, p.asked, p.past = a.reads, a.asked, a.past
	return p
}

// How likely a reading must be to be accepted.
const (
	sure     = 0.8  // to be answered
	behind   = 0.65 // to be answered after a question, as what it was read as is shown with the answer
	surest   = 0.7  // to do something
	surer    = 0.85 // in place of a command that reads the line as it stands
	idly     = 0.6  // to be taken for talk
	idle     = 0.35 // to be taken for a question that no command answers
	hardly   = 0.35 // for a line with the command's name not to be taken as talk
	likely   = 0.12 // to be tried where a likelier one cannot be answered
	offered  = 3    // how many lines are offered where none is taken
	separate = ";;" // parts several questions in one line
)

// plan chooses among the ways to read a cleaned line.
func (r *Router) plan(ctx context.Context, req *commands.Request, line string) plan {
	if strings.Contains(line, separate) {
		return r.planEach(ctx, req, strings.Split(line, separate))
	}
	cmd, rest, missing := r.find(line)
	if cmd != nil {
		if err := r.switchedOff(ctx, cmd, req); err != nil { // a sentence does not get around it
			if !cmd.Shared || !strings.Contains(strings.TrimSpace(rest), " ") {
				return refused(cmd.Path(), false, err)
			}
			if p, ok := r.planRead(ctx, req, line, nil); ok && p.reading != nil && !p.reading.acts() {
				return p // "tell me ..." is for no other bot
			}
			return refused(cmd.Path(), false, err)
		}
	}
	if cmd == nil {
		if strings.TrimSpace(line) == "" {
			return refused("", true, missing())
		}
		p, ok := r.planRead(ctx, req, line, nil)
		if cmd := r.byName["game"]; cmd != nil && !p.asked && !p.beyond(line) && r.copied(line) {
			return of(r.read(ctx, req, cmd, line))
		}
		if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); !ok || p.problem != nil && r.byName[strings.ToLower(word)] != nil { // "admin" wants a word more
			return refused("", true, missing())
		}
		return p
	}
	call, _, err := r.prepare(ctx, cmd, req, confirmable(cmd, rest))
	free := takesAnything(cmd)
	if err == nil && !free {
		if p, ok := r.changes(ctx, req, cmd, line); ok && p.reading.keeps(call) {
			return p
		}
		a, err := r.read(ctx, req, cmd, rest)
		if err != nil && cmd.Check != nil && !cmd.Acts() && strings.TrimSpace(rest) != "" { // "now for sleep" is not a question about what is wrong
			if p, ok := r.planRead(ctx, req, line, cmd); ok && p.reading != nil && p.problem == nil {
				return p
			}
		}
		return of(a, whole(cmd.Path(), rest, err))
	}
	if free {
		a, err := r.read(ctx, req, cmd, rest)
		typed := of(a, whole(cmd.Path(), rest, err))
		if err == nil || cmd.Path() != cmd.Name || strings.TrimSpace(rest) == "" || strings.HasPrefix(line, entries.Mark) {
			return typed
		}
		if p, ok := r.planRead(ctx, req, line, cmd); ok && r.better(p, cmd, line) {
			return p
		}
		return typed
	}
	// The grammar of the command cannot read it: it is a sentence.
	var mendable problem.Mendable
	if !errors.As(err, &mendable) || slices.ContainsFunc(mendable.Instead(), isVersion) { // another version would be another question
		return refused(cmd.Path(), false, whole(cmd.Path(), rest, err))
	}
	err = whole(cmd.Path(), rest, err)
	errors.As(err, &mendable)
	if p, ok := r.planRead(ctx, req, line, cmd); ok && strings.TrimSpace(rest) != "" && (!p.silent || cmd.Acts() || len(strings.Fields(line)) > fewWords) {
		if p.problem == nil && p.reading.command == cmd && len(p.reading.skipped) > 0 && len(strings.Fields(line)) <= typedWords && helps(mendable) {
			return refused(cmd.Path(), false, err)
		}
		if p.problem == nil || !p.silent && len(p.asks) > 0 && !helps(mendable) {
			return p
		}
		if p.problem != nil && len(p.asks) > 0 && !helps(mendable) {
			return plan{command: cmd.Path(), problem: besides(mendable, p.asks...), asks: p.asks}
		}
		if p.silent && !strings.ContainsAny(line, marksOfCommands) {
			return p
		}
	}
	return refused(cmd.Path(), false, err)
}

// better reports whether the plan of a line as a sentence is better than the complaint of the
// command that it begins with: "tell me my odds ..." is not a message, "top 3 killers" asks for
// more than one best game, and "last one was turn 4000" for none.
func (r *Router) better(p plan, cmd *commands.Command, line string) bool {
	long := len(strings.Fields(line)) > fewWords
	switch {
	case p.reading != nil && p.problem == nil && !p.reading.acts():
		if p.reading.command == cmd {
			return cmd.Lasting || p.reading.follows || p.reading.p >= surer && len(p.reading.skipped) == 0
		}
		first, _ := commands.CutWord(line)
		return long || !cmd.Acts() && (p.reading.follows || p.reading.p >= sure && !slices.Contains(p.reading.skipped, first))
	case cmd.Acts():
		return false
	case len(p.asks) > 0:
		return cmd.Lasting || long && p.command != cmd.Path()
	}
	return p.silent && (long || p.chat) && !strings.ContainsAny(line, marksOfCommands)
}

// marksOfCommands holds characters that occur in typed commands but hardly ever in
// conversation.
const marksOfCommands = "<>=*/:#+|"

// fewWords is how many words a line may have that is a command as it stands and all the same
// may change the question before it: "luck 5" behind a prayer.
const fewWords = 4

// typedWords is the largest number of words in a line that begins with a command's name
// for which each word is assumed to be deliberate.
const typedWords = 8

// changes returns the plan of a line that begins with a command's name and changes the
// question before it; ok is false if it does not.
func (r *Router) changes(ctx context.Context, req *commands.Request, cmd *commands.Command, line string) (p plan, ok bool) {
	if cmd.Acts() || len(strings.Fields(line)) > fewWords {
		return plan{}, false
	}
	place, err := r.place(ctx, req)
	if err != nil {
		return plan{}, false
	}
	past := r.past(ctx, req, place)
	if past == nil || past.Kind == cmd.Path() {
		return plan{}, false
	}
	p, ok = r.planRead(ctx, req, line, cmd)
	return p, ok && p.reading != nil && p.problem == nil && p.reading.follows && p.reading.p >= surer
}

// keeps reports whether a reading says all names that the line said as it stands.
func (a *reading) keeps(c *commands.Call) bool {
	said := strings.Join(a.lines, " ")
	for _, v := range c.Values {
		for _, n := range v.Names {
			if !v.Quiet && !strings.Contains(said, n.Name) {
				return false
			}
		}
	}
	return true
}

// confirmable returns what a command's grammar reads from its arguments.
func confirmable(cmd *commands.Command, rest string) string {
	if cmd.Confirm != nil {
		rest, _ = confirmed(rest)
	}
	return rest
}

// takesAnything reports whether a command takes words as they come, so that a sentence
// that only begins with its name may be taken for one of its questions.
func takesAnything(cmd *commands.Command) bool {
	return slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool {
		return p.Kind == commands.KindText || p.Kind == commands.KindWords && (p.Bare || p.Rest || p.One)
	})
}

// planEach plans several questions that a line parts by a mark; all of them must be
// answered, and none may do anything.
func (r *Router) planEach(ctx context.Context, req *commands.Request, lines []string) plan {
	all := &reading{}
	for _, line := range lines[:min(len(lines), mostQuestions)] {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		p := r.plan(ctx, req, line)
		switch {
		case p.problem != nil || p.reading == nil:
			return p
		case p.reading.acts() && len(lines) > 1:
			return refused(p.command, false, problem.New("I do one thing at a time.", line))
		}
		all.join(p.reading)
	}
	if all.command == nil {
		return refused("", true, problem.New("Ask me something.", "fail wiz xl8 int16 force bolt", "help"))
	}
	return plan{reading: all, command: all.path(), about: all.reads}
}

// mostQuestions is how many questions one line may ask.
const mostQuestions = 8

// planRead chooses among the readings of a line; ok is false if there is none. named is
// the command that the line begins with, if it may be a sentence for that: then it is
// hardly talk.
func (r *Router) planRead(ctx context.Context, req *commands.Request, line string, named *commands.Command) (p plan, ok bool) {
	place, err := r.place(ctx, req)
	if err != nil {
		return refused("", false, err), true
	}
	past := r.past(ctx, req, place)
	list, err := r.Reader().Read(ctx, r.unmarked(line), place.version, past, func(cmd *commands.Command) bool {
		return (!req.Nobody || cmd.ForAll()) && r.switchedOff(ctx, cmd, req) == nil
	})
	if err != nil {
		return refused("", false, err), true
	}
	list = r.sound(ctx, list, place)
	if len(list) == 0 {
		return plan{}, false
	}
	if named != nil && slices.ContainsFunc(list, func(rd read.Reading) bool { return rd.Command == named && rd.P >= hardly }) {
		list = r.Reader().Without(list, asksNothing)
	}
	best := &list[0]
	switch {
	case best.Kind == read.Pick && past != nil:
		return r.picked(ctx, req, best)
	case best.Command == nil && slices.ContainsFunc(list, func(rd read.Reading) bool { return rd.Kind == read.Nothing && rd.P >= idle && len(rd.Used) > 0 }):
		return r.unanswerable(ctx, req, place, list), true
	case best.Kind == read.Talk && best.P >= idly:
		p = r.talked(ctx, req, line)
		p.chat = len(best.Used) > 0
		return p, true
	case best.Kind == read.Nothing && best.P >= idle && len(best.Used) == 0: // no question was seen
		return plan{}, false
	}
	talk := best.Kind == read.Talk
	list = slices.DeleteFunc(list, func(rd read.Reading) bool { return asksNothing(&rd) })
	switch {
	case len(list) > 0:
		best = &list[0]
	case talk:
		return r.talked(ctx, req, line), true
	default:
		return plan{}, false
	}
	least := sure
	if past != nil {
		least = behind
	}
	if best.Bare {
		return r.askMore(best), true
	}
	doubtful := best.Sure < least && (len(best.Lacks()) == 0 || best.P < sure) // what it lacks is asked for
	if named == best.Command && len(best.Skipped) == 0 && best.P >= surer {    // every word of a typed command was read
		doubtful = false
	}
	if best.Command.Acts() { // whose words are weighed one by one before anything is done
		doubtful = best.P < surest
	}
	heavy := best.Heavy
	if named != nil { // whoever types commands means each word
		heavy = best.Weighty
	}
	if len(heavy) > 0 || doubtful {
		return r.askBack(ctx, req, place, line, list, heavy, least), true
	}
	var first plan
	for i := range list {
		if rd := &list[i]; i == 0 || rd.P >= likely && !rd.Command.Acts() && len(rd.Heavy) == 0 {
			a, err := r.taken(ctx, req, place, line, rd)
			p := of(a, err)
			var mendable problem.Mendable
			if err == nil || !errors.As(err, &mendable) {
				return p, true
			}
			if i == 0 {
				first = p
				if len(rd.Lacks()) > 0 || rd.P >= surest { // it says what it wants
					break
				}
			}
		}
	}
	return first, true
}

// asksNothing reports whether a reading asks for no command.
func asksNothing(rd *read.Reading) bool { return rd.Command == nil }

// Readings lists how a line may be read, the likeliest first, for whoever wants to know
// why it was answered so. Nothing is run.
func (r *Router) Readings(ctx context.Context, req commands.Request) ([]read.Reading, error) {
	p, err := r.place(ctx, &req)
	if err != nil {
		return nil, err
	}
	list, err := r.Reader().Read(ctx, req.Line, p.version, r.past(ctx, &req, p), nil)
	if err != nil {
		return nil, err
	}
	return r.sound(ctx, list, p), nil
}

// sound drops readings whose lines the grammar refuses, and joins those that ask the same.
func (r *Router) sound(ctx context.Context, list []read.Reading, p *place) []read.Reading {
	return r.Reader().Sound(list, func(_ *read.Reading, line string) (string, bool) {
		cmd, rest, _ := r.find(line)
		if cmd == nil {
			return "", false
		}
		call, err := r.grammar.Parse(ctx, cmd, rest, p.meant(cmd))
		if err != nil {
			return "", false
		}
		return call.Line(), true
	})
}

// taken turns a reading from the reader into one that can be carried out, and works out
// what it asks.
func (r *Router) taken(ctx context.Context, req *commands.Request, p *place, line string, rd *read.Reading) (*reading, error) {
	a := &reading{command: rd.Command, line: line, lines: rd.Lines, follows: rd.Follows, confirm: rd.Command.Confirm != nil, asked: rd.Asked, p: rd.P, past: rd.Past()}
	for _, l := range rd.Lines {
		cmd, rest, _ := r.find(l)
		if err := r.allowed(ctx, cmd, req); err != nil {
			return a, err
		}
		call, err := r.grammar.Parse(ctx, cmd, rest, p.meant(cmd))
		if err != nil {
			return a, err
		}
		a.reads = append(a.reads, typed(call))
		r.complete(call, req, p)
		a.calls = append(a.calls, call)
	}
	for _, s := range rd.Skipped {
		a.skipped = append(a.skipped, s.Text)
		if s.Slot == read.PassedName {
			a.over = append(a.over, s.Text)
		}
	}
	if a.acts() {
		for _, w := range rd.Passed {
			if !polite[w] {
				a.unused = append(a.unused, w)
			}
		}
		for w := range strings.FieldsSeq(a.request(line)) { // also where a phrase took them
			if w = strings.Trim(w, ",.?!"); wavers[w] && !a.command.Answers && !slices.Contains(a.unused, w) {
				a.unused = append(a.unused, w)
			}
		}
	}
	return a, r.workOut(ctx, a)
}

// request returns a line in lower case without what it gives as the reason: the end of
// the line that a parameter took behind its keyword, to the last word.
func (a *reading) request(line string) string {
	line = strings.TrimRight(strings.ToLower(line), " .!?")
	for _, c := range a.calls {
		for i, p := range c.Command.Params {
			if v := c.Values[i]; p.Rest && !p.Bare && v.Said {
				line = strings.TrimSuffix(line, strings.TrimRight(strings.ToLower(v.Text), " .!?"))
			}
		}
	}
	return line
}

// polite holds words used around a clear request.
var polite = commands.WordSet("please pls plz thanks thx ty hi hello hey delphi bot up i id ill would like to want can could you u a an the my me now just ok okay in for as")

// wavers holds words that indicate asking, denying, supposing or speaking about
// somebody else.
var wavers = commands.WordSet("if not dont don't never wont won't cant can't how why when who whether suppose friend he she they his her their did didnt didn't was were yesterday about")

// beyond reports whether a plan takes a line for more than something copied from the game: for
// a question behind it, or for a change of the question before it.
func (p *plan) beyond(line string) bool {
	if p.reading != nil && p.problem == nil && p.reading.follows {
		return true
	}
	return strings.Contains(line, "?") && (p.reading != nil || len(p.asks) > 0)
}

// copied reports whether a line was copied from the game, a status line or a stack of
// the inventory, which the game command answers.
func (r *Router) copied(line string) bool {
	l := dump.ReadLine(line, r.fallback)
	return l.Status != nil || l.Item != nil
}
