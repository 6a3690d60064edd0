package route

import (
	"context"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/said"
	"delphi/engine/pattern"
	"delphi/engine/problem"
)

// plan is what is to be done for a line: its reading is carried out, or say is
// said, or it is refused with a problem. Nothing of it has been done.
type plan struct {
	reading  *reading
	say      string // a politeness that asks nothing
	problem  error
	command  string     // the whole name of the command that refuses
	silent   bool       // no question was seen in the line
	chat     bool       // and words of talk were
	asks     []string   // where the bot asks back, the lines that it offers
	proposes bool       // they are different questions, of which the asker must choose one
	about    []string   // the canonical lines of what was understood all the same
	past     *said.Past // the same as a sentence says it
	asked    bool       // words of the line ask for the command
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
	sure     = 0.75 // to be answered
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
	if parts := strings.Split(line, ";"); len(parts) > 1 && r.eachTyped(parts) {
		return r.planEach(ctx, req, parts)
	}
	if p, ok := r.planThen(ctx, req, line); ok {
		return p
	}
	if at := toSomebody.FindStringSubmatch(line); at != nil { // "@ann yes. and with a robe?"
		if p := r.plan(ctx, req, at[1]); p.problem == nil && p.reading != nil && !p.reading.acts() {
			return p
		}
	}
	cmd, rest, missing := r.find(line)
	if asked := uncourteous(line); asked != line {
		if c, more, _ := r.find(asked); c != nil && c.Cacheable { // elsewhere it may be part of what somebody wants said or kept
			cmd, line, rest = c, asked, more
		}
	}
	if cmd != nil {
		if err := r.switchedOff(ctx, cmd, req); err != nil { // a sentence does not get around it
			if !cmd.SharedName || !strings.Contains(strings.TrimSpace(rest), " ") {
				return refused(cmd.Path(), false, err)
			}
			if p, ok := r.planRead(ctx, req, line, nil); ok && p.reading != nil && !p.reading.acts() {
				return p // "tell me ..." is for no other bot
			}
			return refused(cmd.Path(), false, err)
		}
	}
	if cmd == nil || cmd == r.byName["why"] {
		if p, ok := r.planLinked(ctx, req, line); ok {
			return p
		}
	}
	if cmd == r.byName["help"] && rest != "" {
		if p, ok := r.planPlight(ctx, req, line); ok { // "help! Dlvl:5 HP:3(40) ..."
			return p
		}
	}
	if cmd == nil {
		return r.planUnnamed(ctx, req, line, missing)
	}
	if cmd.Pasted != nil {
		if with, words, ok := withPasted(req, cmd, rest); ok {
			p := r.planTyped(ctx, &with, cmd, strings.TrimSpace(cmd.Path()+" "+words), words)
			if p.problem == nil || req.Text == "" {
				return p
			}
		}
	}
	return r.planTyped(ctx, req, cmd, line, rest)
}

// eachTyped reports whether each part of a line is a question that begins with the name of its
// command.
func (r *Router) eachTyped(parts []string) bool {
	return !slices.ContainsFunc(parts, func(part string) bool {
		cmd, rest, _ := r.find(strings.TrimSpace(part))
		return cmd == nil || !cmd.Cacheable || strings.TrimSpace(rest) == ""
	})
}

// planThen plans a typed question with a change of it behind a semicolon: "...; and how about 900".
func (r *Router) planThen(ctx context.Context, req *commands.Request, line string) (plan, bool) {
	at := changedBehind.FindStringSubmatch(line)
	if at == nil || !r.eachTyped(at[1:2]) {
		return plan{}, false
	}
	first := r.plan(ctx, req, at[1])
	if first.problem != nil || first.reading == nil {
		return plan{}, false
	}
	with := *req
	with.Follows = first.about
	then := r.plan(ctx, &with, at[2])
	if then.problem != nil || then.reading == nil || !then.reading.follows || then.reading.acts() {
		return plan{}, false
	}
	all := &reading{}
	all.join(first.reading)
	all.join(then.reading)
	return plan{reading: all, command: all.path(), about: all.reads}, true
}

// changedBehind matches a question and what may change it behind a semicolon.
var changedBehind = pattern.Must(`(?i)^([^;]+);\s*((?:and|or|what|how)\b[^;]+)$`)

// toSomebody matches a sentence to somebody else with another behind it, of some words.
var toSomebody = pattern.Must(`^@[^\s.!?]+\s[^.!?]*[.!?]+\s+(\S+(?:\s+\S+){2,})$`)

// thanked matches a courtesy at the end of a question.
var thanked = pattern.Must(`(?i)[\s,.;!?]+(?:please|pls|plz|thanks|thank you|thx|ty|tia|cheers)[\s.!?]*$`)

// uncourteous returns a line without thanks and full stops behind it. A mark by itself stays: it
// may be the sign of a class of objects.
func uncourteous(line string) string {
	for at := thanked.FindStringSubmatchIndex(line); at != nil && at[0] > 0; at = thanked.FindStringSubmatchIndex(line) {
		line = line[:at[0]]
	}
	if plain := strings.TrimRight(line, ".!?"); !strings.HasSuffix(plain, " ") {
		return plain
	}
	return line
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
