package route

import (
	"context"
	"errors"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/entries/book"
	"delphi/commands/grammar"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/pattern"
	"delphi/engine/problem"
)

// planTyped plans a line that begins with a command's name. rest is what follows it.
func (r *Router) planTyped(ctx context.Context, req *commands.Request, cmd *commands.Command, line, rest string) plan {
	if p, ok := r.planMade(ctx, req, cmd, line); ok {
		return p
	}
	call, _, err := r.prepare(ctx, cmd, req, confirmable(cmd, rest))
	free := takesAnything(cmd)
	if err == nil && !free {
		if p, ok := r.changes(ctx, req, cmd, line); ok && p.reading.keeps(call) {
			return p
		}
		if p, ok := r.planCompared(ctx, req, cmd, rest); ok {
			return p
		}
		if call.Guessed { // "forget my char" asks nothing about charm monster
			if p, ok := r.another(ctx, req, cmd, line); ok {
				return p
			}
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
		return r.planFree(ctx, req, cmd, line, rest)
	}
	// The grammar of the command cannot read it: it is a sentence.
	var mendable problem.Mendable
	if !errors.As(err, &mendable) || slices.ContainsFunc(mendable.Instead(), isVersion) { // another version would be another question
		if p, ok := r.another(ctx, req, cmd, line); ok {
			return p
		}
		return refused(cmd.Path(), false, whole(cmd.Path(), rest, err))
	}
	err = whole(cmd.Path(), rest, err)
	errors.As(err, &mendable)
	p, ok := r.planRead(ctx, req, line, cmd)
	if cmd == r.hero && (r.namesRole(rest) || describes(rest)) && (p.reading == nil || p.reading.command != cmd) { // whoever describes a character asks for nothing else
		return refused(cmd.Path(), false, &problem.Problem{Text: strings.TrimRight(mendable.Error(), ".") + ". I have saved nothing.", Hints: mendable.Instead(), Err: err})
	}
	if !ok || p.problem != nil || len(p.reading.skipped) > 0 || p.reading.command != cmd || glued.MatchString(rest) || compares(rest) {
		if both, ok := r.planEither(ctx, req, cmd, rest); ok {
			return both
		}
	}
	if ok && p.drops(cmd, line, err) {
		return refused(cmd.Path(), false, err)
	}
	if ok && strings.TrimSpace(rest) != "" && (!p.silent || cmd.Acts() || len(strings.Fields(line)) > fewWords) {
		if p.problem == nil && p.reading.command == cmd && len(p.reading.skipped) > 0 && len(strings.Fields(line)) <= typedWords && helps(mendable) {
			return refused(cmd.Path(), false, err)
		}
		if p.problem == nil || !p.silent && len(p.asks) > 0 && !helps(mendable) && (len(strings.Fields(line)) > fewWords || p.offers(cmd)) || p.lacks(cmd, line, mendable) {
			return p
		}
		if p.problem != nil && len(p.asks) > 0 && !helps(mendable) && (len(strings.Fields(line)) > fewWords || p.offers(cmd)) {
			return plan{command: cmd.Path(), problem: besides(mendable, p.asks...), asks: p.asks, proposes: p.proposes}
		}
		if p.silent && !strings.ContainsAny(line, marksOfCommands) {
			return p
		}
	}
	return refused(cmd.Path(), false, err)
}

// planFree plans a line that begins with the name of a command that takes words as they come.
func (r *Router) planFree(ctx context.Context, req *commands.Request, cmd *commands.Command, line, rest string) plan {
	if both, ok := r.planEither(ctx, req, cmd, rest); ok {
		return both
	}
	if cmd.Cacheable && asksBehind.MatchString(rest) { // "wish 3 blessed scrolls of charging, do all three come"
		if p, ok := r.planRead(ctx, req, line, nil); ok && p.reading != nil && p.problem == nil && p.reading.command == cmd {
			return p
		}
	}
	a, err := r.read(ctx, req, cmd, rest)
	typed := of(a, whole(cmd.Path(), rest, err))
	if cmd.Source == commands.FromWiki && searches.MatchString(rest) {
		return typed
	}
	if err == nil || cmd.Path() != cmd.Name || strings.TrimSpace(rest) == "" || strings.HasPrefix(line, book.Mark) {
		return typed
	}
	p, ok := r.planRead(ctx, req, line, cmd)
	if r.example(cmd, line) && (p.reading == nil || p.reading.command != cmd) {
		return typed
	}
	if p.reading != nil && p.reading.acts() && cmd == r.byName["help"] { // "help undo" undoes nothing
		return typed
	}
	another := p.problem != nil && !p.silent && p.command != cmd.Path() && // "why did i die" explains no answer
		(typed.silent || len(p.asks) > 0 && !strings.HasPrefix(p.command, cmd.Name+" ") && len(strings.Fields(line)) > fewWords) // "tell me what ..." leaves no message
	if ok && (another || r.better(p, cmd, line)) {
		return p
	}
	return typed
}

// example reports whether a line is one of those that help shows for a command.
func (r *Router) example(cmd *commands.Command, line string) bool {
	return slices.Contains(cmd.Examples, strings.TrimSpace(r.unmarked(line)))
}

// searches matches what a wiki is searched for.
var searches = pattern.Must(`(?i)^\s*search\s\S`)

// asksBehind matches a question of its own behind what a command takes.
var asksBehind = pattern.Must(`(?i)[,.;:!?-]\s+(?:do|does|did|will|would|can|could|is|are|am|what|whats|how|should|which|any)\s\S`)

// offers reports whether one of the lines that are offered is a question of a command.
func (p *plan) offers(cmd *commands.Command) bool {
	return slices.ContainsFunc(p.asks, func(line string) bool { return strings.HasPrefix(line+" ", cmd.Path()+" ") })
}

// drops reports whether a plan answers a short line without one of the two values that its
// command's grammar refused as it takes one of them: who types commands means each word.
func (p *plan) drops(cmd *commands.Command, line string, refusal error) bool {
	var twice *grammar.Twice
	if !errors.As(refusal, &twice) || p.problem != nil || p.reading.command != cmd || p.reading.corrected || len(strings.Fields(line)) > typedWords {
		return false
	}
	said := strings.Join(p.reading.reads, " ")
	return !strings.Contains(said, twice.First) || !strings.Contains(said, twice.Second)
}

// better reports whether the plan of a line as a sentence is better than the complaint of the
// command that it begins with: "tell me my odds ..." is not a message, "top 3 killers" asks for
// more than one best game, and "last one was turn 4000" for none. What acts is done only where
// every word was read, by another command: "tell us when somebody ascends".
func (r *Router) better(p plan, cmd *commands.Command, line string) bool {
	long := len(strings.Fields(line)) > fewWords
	switch {
	case p.reading != nil && p.problem == nil && !p.reading.acts():
		if p.reading.command == cmd {
			return cmd.Cacheable || p.reading.follows || p.reading.p >= surer && len(p.reading.skipped) == 0
		}
		first, _ := wording.CutWord(line)
		return long || !cmd.Acts() && (p.reading.follows || p.reading.p >= sure && !slices.Contains(p.reading.skipped, first) ||
			p.reading.p >= surer && len(p.reading.skipped) == 1 && len(strings.Fields(line)) > 2) // "best boh fodder"
	case p.reading != nil && p.problem == nil && p.reading.command == cmd && cmd.Answers:
		return p.reading.p >= surer && len(p.reading.skipped) == 0
	case p.reading != nil && p.problem == nil && p.reading.command != cmd:
		return p.reading.p >= surer && len(p.reading.skipped) == 0
	case cmd.Acts():
		return false
	case len(p.asks) > 0:
		return cmd.Cacheable || long && p.command != cmd.Path()
	case p.command != cmd.Path() && p.lacks(cmd, line, nil):
		return true
	}
	return p.silent && (long || p.chat) && !strings.ContainsAny(line, marksOfCommands)
}

// lacks reports whether a plan is a question that only lacks something, of another command than the
// one that a line of more than a few words begins with, or of that one where its grammar has nothing
// to type instead: "odds on my sleep spell failing?" lacks the role, and so does "fail rate with a robe on".
func (p *plan) lacks(cmd *commands.Command, line string, refusal error) bool {
	return len(strings.Fields(line)) > fewWords && !p.silent && p.problem != nil && p.past != nil && p.command != "" && (p.command != cmd.Path() || !helps(refusal))
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
	return p, ok && p.reading != nil && p.problem == nil && p.reading.follows && p.reading.p >= surer && !p.reading.drops(cmd.Name)
}

// planMade plans "make it 95" and "make int 18" behind a question, where make is no command: first as
// it stands, then as the figure alone. ok is false if that changes nothing.
func (r *Router) planMade(ctx context.Context, req *commands.Request, cmd *commands.Command, line string) (p plan, ok bool) {
	made := makes.FindStringSubmatch(line)
	if made == nil || cmd != r.byName["make"] {
		return plan{}, false
	}
	if p, ok := r.changes(ctx, req, cmd, line); ok {
		return p, true
	}
	p, ok = r.planRead(ctx, req, r.ofSavedWeapon(ctx, req, made[1]), nil)
	return p, ok && p.reading != nil && p.problem == nil && p.reading.follows && p.reading.command != cmd
}

// makes matches a change of one figure.
var makes = pattern.Must(`(?i)^make\s+(?:it|that|my|the)?\s*((?:[a-z]+\s)?\s*[-+]?\d+%?)\s*[.!]?$`)

// drops reports whether a reading leaves out the word that a line begins with, though its command
// has a parameter of that name: "luck 1200 turns" behind a throne counts no sits.
func (a *reading) drops(word string) bool {
	return slices.ContainsFunc(a.command.Params, func(p *commands.Param) bool { return p.Name == word }) && !strings.Contains(strings.Join(a.lines, " "), word)
}

// another returns the plan of a line as a sentence that asks another command than the one whose
// name begins it: "read charging on my wand of wishing" studies no book. ok is false if a word
// of it is passed over, or it is not read surely.
func (r *Router) another(ctx context.Context, req *commands.Request, cmd *commands.Command, line string) (p plan, ok bool) {
	p, ok = r.planRead(ctx, req, line, nil)
	return p, ok && p.reading != nil && p.problem == nil && p.reading.command != cmd && p.reading.p >= surer && len(p.reading.skipped) == 0
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

// describes reports whether a short line tells of one's character alone: a figure of it, or
// what it is not. "me int 30", "me not fast".
func describes(rest string) bool {
	return len(strings.Fields(rest)) <= fewWords && ofCharacter.MatchString(rest)
}

// ofCharacter matches what tells of a character.
var ofCharacter = pattern.Must(`(?i)^(?:(?:xl|st|str|dex|con|int|wis|cha|luck|ac|hp|maxhp)\s*[-+]?\d+\b|(?:not|without)\s\S)`)

// namesRole reports whether one of the words is a role.
func (r *Router) namesRole(rest string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(rest, func(c rune) bool { return c == ' ' || c == ',' }), func(word string) bool {
		_, is := r.grammar.Find(r.hero, r.fallback, hero.Role.Param, word)
		return is
	})
}
