package route

import (
	"context"
	"errors"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/commands/read"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	wordclass "delphi/commands/read/words"
	"delphi/engine/problem"
)

// planUnnamed plans a line that begins with no command's name. missing makes the error that
// says so.
func (r *Router) planUnnamed(ctx context.Context, req *commands.Request, line string, missing func() error) plan {
	if strings.TrimSpace(line) == "" {
		return refused("", true, missing())
	}
	if p, ok := r.planPlight(ctx, req, line); ok {
		return p
	}
	p, ok := r.planRead(ctx, req, r.ofSavedWeapon(ctx, req, line), nil)
	if cmd := r.byName["game"]; cmd != nil && !p.asked && !p.beyond(line) && r.copied(line) {
		return of(r.read(ctx, req, cmd, line))
	}
	if !ok && p.problem != nil {
		return p
	}
	if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); !ok || p.problem != nil && p.command == "" && r.byName[strings.ToLower(word)] != nil { // "admin" wants a word more
		return refused("", true, missing())
	}
	return p
}

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
	list = slices.DeleteFunc(list, func(rd read.Reading) bool { return actsUnnamed(&rd, past) })
	all := slices.Clone(list)
	list = r.sound(ctx, list, place)
	if err := r.beyondRange(ctx, place, all, list); err != nil {
		return refused(all[0].Command.Path(), false, err), true
	}
	if len(list) == 0 {
		return unsound(line, all), false
	}
	if named != nil && slices.ContainsFunc(list, func(rd read.Reading) bool { return rd.Command == named && rd.P >= hardly }) {
		list = r.Reader().Without(list, asksNothing)
	}
	if p, ok := r.differs(ctx, req, line); ok {
		return p, true
	}
	if turn, ok := r.talks.last(req); ok && turn.asking && !req.Alone && !req.Nobody {
		if i := slices.IndexFunc(list, func(rd read.Reading) bool { return rd.Kind == phrases.Pick && len(rd.Passed) == 0 }); i >= 0 {
			return r.picked(ctx, req, &list[i])
		}
	}
	best := &list[0]
	switch {
	case best.Kind == phrases.Pick && past != nil && len(best.Skipped) == 0:
		return r.picked(ctx, req, best)
	case best.Command == nil && slices.ContainsFunc(list, func(rd read.Reading) bool { return rd.Kind == phrases.Nothing && rd.P >= idle && len(rd.Used) > 0 }):
		return r.unanswerable(ctx, req, place, list), true
	case best.Kind == phrases.Talk && best.P >= idly:
		p = r.talked(ctx, req, line)
		p.chat = len(best.Used) > 0
		return p, true
	case best.Kind == phrases.Nothing && best.P >= idle && len(best.Used) == 0: // no question was seen
		return plan{}, false
	}
	talk := best.Kind == phrases.Talk
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
		doubtful = best.P < surest || best.Misspelt() || slices.ContainsFunc(best.Skipped, unknown)
	}
	if over := unmoved(best); over != "" && named == nil {
		return r.askWhat(ctx, req, over, list), true
	}
	orAsk := func(p plan) (plan, bool) {
		if past != nil && named == nil && aimless(best) && p.problem != nil && !p.proposes {
			return r.askOf(req, past, line), true
		}
		return p, true
	}
	if err := r.oneOfPart(ctx, req, past, best); err != nil && named != best.Command {
		return plan{command: best.Command.Path(), problem: err, asks: err.Instead(), about: best.Lines, asked: best.Asked, past: best.Past()}, true
	}
	if len(weighed(best, named)) > 0 || doubtful {
		return orAsk(r.askBack(ctx, req, place, line, list, named, least))
	}
	p = r.firstTaken(ctx, req, place, line, list)
	if best.Sure < hardly && p.problem == nil && named == nil { // nor does the command ask for what it lacks
		return r.askBack(ctx, req, place, line, list, named, least), true
	}
	return orAsk(p)
}

// unmoved returns the words that a line passes over where it changes the question before it, and
// no word of it says how: "and sleep" behind the charges of a wand of digging. The answer would be
// the one that was given already.
func unmoved(rd *read.Reading) string {
	if !rd.Follows || rd.Asked || slices.ContainsFunc(rd.Used, func(s read.Span) bool { return s.Slot != "" }) {
		return ""
	}
	var over []string
	for _, s := range rd.Skipped {
		over = append(over, s.Text)
	}
	return strings.Join(over, " ")
}

// aimless reports whether a reading says only one thing, and not of what: "blessed?" behind what a
// monster is says that something is blessed, and nobody asked for Luck.
func aimless(rd *read.Reading) bool {
	told := map[int]bool{}
	for _, s := range rd.Used {
		if s.Slot != "" {
			told[s.From] = true
		}
	}
	return !rd.Follows && !rd.Asked && len(rd.Lacks()) > 0 && len(told) <= 1
}

// unknown reports whether what was passed over is a word that nobody knows.
func unknown(s read.Span) bool { return s.Slot == wordclass.Unknown.String() }

// actsUnnamed reports whether a reading would do something that nobody asked for: it makes of a
// question something to do, and no word of the line names that.
func actsUnnamed(rd *read.Reading, past *said.Past) bool {
	return rd.Command != nil && rd.Command.Acts() && rd.Follows && !rd.Asked && past != nil && rd.Kind != past.Kind
}

// beyondRange returns why the likeliest reading cannot be asked, where that is a number too high
// or too low and what is left is another question: "a wizard of level 45".
func (r *Router) beyondRange(ctx context.Context, p *place, all, sound []read.Reading) error {
	if len(all) == 0 || all[0].Command == nil || all[0].P < surest || len(sound) > 0 && sound[0].Kind == all[0].Kind {
		return nil
	}
	for _, line := range all[0].Lines {
		if cmd, rest, _ := r.find(line); cmd != nil {
			_, err := r.grammar.Parse(ctx, cmd, rest, p.version)
			var wrong *problem.Problem
			var bounds *grammar.RangeError
			if errors.As(err, &wrong) && errors.As(err, &bounds) {
				return problem.New(wrong.Text, strings.Replace(line, bounds.Said, bounds.Takes, 1))
			}
		}
	}
	return nil
}

// mistypedWords is how many words a line has at most that may be a mistyped command.
const mistypedWords = 3

// unsound returns the plan for a sentence of whose readings the grammar takes none. Of a line of
// few words it is empty: its first word is said to be no command.
func unsound(line string, list []read.Reading) plan {
	if len(strings.Fields(line)) <= mistypedWords || len(list) == 0 || list[0].Command == nil || list[0].P < idly {
		return plan{}
	}
	return refused("", true, problem.New("I did not understand that.", examples(list)...))
}

// firstTaken plans the first of some readings that can be answered; where none can, the
// likeliest says what is wrong.
func (r *Router) firstTaken(ctx context.Context, req *commands.Request, place *place, line string, list []read.Reading) plan {
	var first plan
	for i := range list {
		if rd := &list[i]; i == 0 || rd.P >= likely && !rd.Command.Acts() && len(rd.Heavy) == 0 && !passesOver(rd, &list[0]) {
			a, err := r.taken(ctx, req, place, line, rd)
			p := of(a, err)
			var mendable problem.Mendable
			if err == nil || !errors.As(err, &mendable) {
				return p
			}
			if i == 0 {
				first = p
				first.problem = r.filledIn(ctx, req, place, rd, p.problem)
				if len(rd.Lacks()) > 0 || rd.P >= surest { // it says what it wants
					break
				}
			}
		}
	}
	rivalled := len(list) > 1 && list[1].P >= seldom && !list[1].Follows && list[1].Asked
	if first.problem != nil && (len(list[0].Lacks()) == 0 || rivalled) && list[0].Command.Cacheable { // where there are no such games, nothing is wrong with the question
		first.problem = r.orElse(ctx, req, first.problem, list)
	}
	return first
}

// passesOver reports whether a reading passes over words that another one used: then it is
// no answer to what the other could not answer ("already prayed once").
func passesOver(rd, other *read.Reading) bool {
	return slices.ContainsFunc(rd.Skipped, func(s read.Span) bool {
		return slices.ContainsFunc(other.Used, func(u read.Span) bool { return u.Slot != "" && u.From <= s.From && s.To <= u.To })
	})
}

// asksNothing reports whether a reading asks for no command.
func asksNothing(rd *read.Reading) bool { return rd.Command == nil }

// Readings lists the ways a line can be read, likeliest first. It is for explaining an answer;
// nothing is run.
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
		call, err := r.grammar.Parse(ctx, cmd, rest, p.version)
		if err != nil {
			return "", false
		}
		return call.Line(), true
	})
}
