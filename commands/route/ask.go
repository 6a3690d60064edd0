package route

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read"
	"delphi/commands/read/said"
	"delphi/engine/problem"
)

// askMore asks for what the answer to a question depends on.
func (r *Router) askMore(rd *read.Reading) plan {
	examples := rd.Command.Examples[:min(len(rd.Command.Examples), offered)]
	return plan{command: rd.Command.Path(), problem: problem.New("That depends on things you have not said", examples...), asks: examples, about: rd.Lines, past: rd.Past()}
}

// askBack asks which of several readings is meant, or what a word means, offering lines
// that are known to be answered. If only one of them can be answered, or all have the
// same answer, there is nothing left to ask.
func (r *Router) askBack(ctx context.Context, req *commands.Request, p *place, line string, list []read.Reading, named *commands.Command, least float64) plan {
	heavy := weighed(&list[0], named)
	var hints, answers []string
	var able []read.Reading
	t := trial{r: r, ctx: ctx, req: req, left: 4 * offered, sentences: offered}
	for i := range list {
		if len(hints) == offered || i > 0 && list[i].P < 0.01 {
			break
		}
		rd := &list[i]
		hint := strings.Join(rd.Lines, " "+separate+" ")
		if len(rd.Lines) == 0 || slices.Contains(hints, hint) || r.allowed(ctx, rd.Command, req) != nil {
			continue
		}
		said, ok := t.says(hint)
		if k := slices.Index(answers, said); ok && said != "" && k >= 0 { // the same in other words
			able[k].P += rd.P
		} else if ok {
			hints, able, answers = append(hints, hint), append(able, *rd), append(answers, said)
		}
	}
	best := &list[0]
	if len(able) > 0 && able[0].P >= hardly && !passesBy(list, named, &able[0]) && (able[0].P >= best.P || !passesOver(&able[0], best)) && !able[0].Command.Acts() && len(able[0].Heavy) == 0 && len(heavy) == 0 {
		if only := r.Reader().Without(able, func(*read.Reading) bool { return false }); only[0].Sure >= least {
			if a, err := r.taken(ctx, req, p, line, &only[0]); err == nil {
				return of(a, nil)
			}
		}
	}
	if best.Follows && len(hints) == 1 && len(heavy) == 0 && best.P >= surest && hints[0] == strings.Join(best.Lines, " "+separate+" ") && !best.Command.Acts() {
		return r.firstTaken(ctx, req, p, line, list[:1]) // what it changes is seen in the answer
	}
	if best.P >= hardly && len(heavy) == 0 && !slices.ContainsFunc(able, func(rd read.Reading) bool { return slices.Equal(rd.Lines, best.Lines) }) {
		hints = nil // what was plainly meant says itself what it wants
	}
	hints = likelier(hints, able, named)
	if placed := r.placed(&t, best, heavy, hints); len(placed) > 0 {
		hints = slices.Concat(hints[:min(len(hints), offered-1)], placed)
		hints = hints[:min(len(hints), offered)]
	}
	if err := r.oneOf(ctx, req, hints); err != nil {
		return plan{command: best.Command.Path(), problem: err, asks: err.Instead(), about: best.Lines, asked: best.Asked, past: best.Past()}
	}
	hints = append(hints, r.leaner(&t, best, hints, answers)...)
	text := "I can read that in more than one way. Which do you mean?"
	switch {
	case len(heavy) > 0 && (best.P >= sure || named != nil && len(hints) == 1):
		text = fmt.Sprintf("I don't know what %q means there.", heavy[0].Text)
	case len(hints) == 1:
		text = "I am not sure that I understand. Do you mean this?"
	}
	if len(hints) == 0 {
		if _, err := r.taken(ctx, req, p, line, best); err != nil { // what is missing is asked for
			var mendable problem.Mendable
			if errors.As(err, &mendable) {
				return plan{command: best.Kind, problem: r.orElse(ctx, req, r.filledIn(ctx, req, p, best, err), list), about: best.Lines, past: best.Past()}
			}
		}
		text = "I did not understand that."
		hints = examples(list)
	}
	return plan{command: best.Command.Path(), problem: problem.New(text, hints...), asks: hints, proposes: true, about: best.Lines, asked: best.Asked, past: best.Past()}
}

// askWhat asks what words are to change in the question before them, offering that question as a
// line, and what else they may mean.
func (r *Router) askWhat(ctx context.Context, req *commands.Request, over string, list []read.Reading) plan {
	best := &list[0]
	t := trial{r: r, ctx: ctx, req: req, left: 2 * offered, sentences: 0}
	var hints []string
	for i := range list {
		rd := &list[i]
		hint := strings.Join(rd.Lines, " "+separate+" ")
		if len(hints) == offered || i > 0 && rd.P < seldom {
			break
		}
		if hint == "" || slices.Contains(hints, hint) || rd.Command.Acts() || r.allowed(ctx, rd.Command, req) != nil || i > 0 && unmoved(rd) != "" {
			continue
		}
		if _, ok := t.says(hint); ok {
			hints = append(hints, hint)
		}
	}
	return plan{command: best.Command.Path(), problem: problem.New(fmt.Sprintf("I don't see what %q changes in the question before.", over), hints...), asks: hints, proposes: true, about: best.Lines, past: best.Past()}
}

// askOf asks what a line is said of that the question before it does not take, offering that
// question as a line.
func (r *Router) askOf(req *commands.Request, past *said.Past, line string) plan {
	hints := slices.DeleteFunc(r.Reader().Lines(past), func(l string) bool {
		cmd, _, _ := r.find(l)
		return cmd == nil || !cmd.Cacheable || r.allowed(context.Background(), cmd, req) != nil
	})
	return plan{problem: problem.New(fmt.Sprintf("I don't see what %q changes in the question before.", strings.TrimRight(strings.TrimSpace(line), " ?!.")), append(hints, "help")...), asks: hints, proposes: true, about: hints, past: past}
}

// passesBy reports whether a reading is of another command than the one whose name begins the
// line, though it may well be read as that one: "fail magic missile" lacks a role, and does not
// write the book.
func passesBy(list []read.Reading, named *commands.Command, rd *read.Reading) bool {
	return named != nil && rd.Command != named && slices.ContainsFunc(list, func(other read.Reading) bool {
		return other.Command == named && other.P >= hardly
	})
}

// placed returns lines to offer with a figure that a reading passes over, one fewer than are
// offered in all: where the figure belongs, nobody but the asker knows.
func (r *Router) placed(t *trial, rd *read.Reading, heavy []read.Span, hints []string) (out []string) {
	if len(heavy) == 0 || !rd.Command.Cacheable || r.allowed(t.ctx, rd.Command, t.req) != nil {
		return nil
	}
	t.left += offered
	for _, line := range r.Reader().Placed(rd) {
		if len(out) == offered-1 {
			break
		}
		if _, ok := t.says(line); ok && !slices.Contains(hints, line) {
			out = append(out, line)
		}
	}
	return out
}

// leaner returns lines to offer besides those that there are: the likeliest reading without
// something that is told beside the question, where that makes a difference.
func (r *Router) leaner(t *trial, rd *read.Reading, hints, answers []string) (out []string) {
	if len(hints) == 0 || !rd.Command.Cacheable || hints[0] != strings.Join(rd.Lines, " "+separate+" ") {
		return nil
	}
	t.left += offered
	for _, line := range r.Reader().Leaner(rd) {
		if len(hints)+len(out) == offered {
			break
		}
		if said, ok := t.says(line); ok && said != "" && !slices.Contains(hints, line) && !slices.Contains(answers, said) {
			out, answers = append(out, line), append(answers, said)
		}
	}
	return out
}

// oneOf returns what a command asks back where lines differ only in which of a kind they name, nil
// elsewhere: "duel kobold zombie" and "duel gnome zombie" are each a "duel zombie", and of those
// it knows all.
func (r *Router) oneOf(ctx context.Context, req *commands.Request, lines []string) problem.Mendable {
	if len(lines) < 2 {
		return nil
	}
	a, b := strings.Fields(lines[0]), strings.Fields(lines[1])
	from, to := 0, 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	for to < min(len(a), len(b))-from && a[len(a)-1-to] == b[len(b)-1-to] {
		to++
	}
	before, behind := strings.Join(a[:from], " ")+" ", " "+strings.Join(a[len(a)-to:], " ")
	if from == 0 || to == 0 || slices.ContainsFunc(lines, func(l string) bool { return !strings.HasPrefix(l, before) || !strings.HasSuffix(l, behind) }) {
		return nil
	}
	cmd, rest, _ := r.find(before + behind[1:])
	if cmd == nil {
		return nil
	}
	_, _, err := r.prepare(ctx, cmd, req, rest)
	var p problem.Mendable
	if !errors.As(err, &p) {
		return nil
	}
	known := slices.IndexFunc(p.Instead(), func(name string) bool { return strings.Contains(lines[0], name) })
	if known < 0 {
		return nil
	}
	var hints []string
	for _, name := range p.Instead()[:min(offered, len(p.Instead()))] {
		hints = append(hints, strings.Replace(lines[0], p.Instead()[known], name, 1))
	}
	return &problem.Problem{Text: p.Error(), Hints: hints, Err: err}
}

// weighed returns what a reading skipped that could change the answer: each word of a line that
// begins with the name of a command, as whoever types commands means each.
func weighed(rd *read.Reading, named *commands.Command) []read.Span {
	if named != nil {
		return rd.Weighty
	}
	return rd.Heavy
}

// likelier returns the lines to offer, without unlikely ones that no answer is worked out for:
// a question of the game is hardly one of who plays or of clans. Where a command is named, an
// unlikely question of another one is none either.
func likelier(hints []string, able []read.Reading, named *commands.Command) (out []string) {
	if !slices.ContainsFunc(able, func(rd read.Reading) bool { return rd.Command == named }) {
		named = nil
	}
	for i, hint := range hints {
		rd := &able[i]
		elsewhere := !rd.Command.Cacheable && rd.Command != able[0].Command || named != nil && rd.Command != named
		if rd.P >= seldom || !elsewhere {
			out = append(out, hint)
		}
	}
	return out
}

// seldom is how likely a reading must be to be offered if it asks for something else.
const seldom = 0.1

// hardlyEver is how likely a reading must be to be offered where a likelier one is refused.
const hardlyEver = 0.02

// orElse adds to what the refusal of the likeliest reading says to type instead the next that
// is answered and passes over nothing that the likeliest used.
func (r *Router) orElse(ctx context.Context, req *commands.Request, refusal error, list []read.Reading) error {
	var p problem.Mendable
	if !errors.As(refusal, &p) {
		return refusal
	}
	t := trial{r: r, ctx: ctx, req: req, left: 2 * offered, sentences: 0}
	for i := range list[1:] {
		rd := &list[1+i]
		if rd.P < hardlyEver || len(rd.Lines) != 1 || rd.Command.Acts() || r.allowed(ctx, rd.Command, req) != nil || passesOver(rd, &list[0]) {
			continue
		}
		if _, ok := t.says(rd.Lines[0]); ok && !slices.Contains(p.Instead(), rd.Lines[0]) {
			hints := slices.Clone(p.Instead())
			return &problem.Problem{Text: p.Error(), Hints: append(hints[:min(len(hints), offered)], rd.Lines[0]), Err: refusal}
		}
	}
	return refusal
}

// filledIn offers, for the refusal of a reading that lacks something, the whole question as it
// was read, with what the command's example says for that.
func (r *Router) filledIn(ctx context.Context, req *commands.Request, p *place, rd *read.Reading, refusal error) error {
	lacks, ok := errors.AsType[*problem.Problem](refusal)
	if !ok || lacks.Slot == "" || len(rd.Slots) == 0 || len(rd.Command.Examples) == 0 || rd.Command.Acts() {
		return refusal
	}
	example := r.Reader().Recall(ctx, rd.Command.Examples[:1], p.version)
	if example == nil || example.Kind != rd.Kind || example.Slots[lacks.Slot] == nil {
		return refusal
	}
	filled := *rd.Past()
	filled.Slots = maps.Clone(rd.Slots)
	filled.Slots[lacks.Slot] = example.Slots[lacks.Slot]
	lines := r.Reader().Lines(&filled)
	t := trial{r: r, ctx: ctx, req: req, left: 1}
	if len(lines) != 1 || !t.answered(lines[0]) {
		return refusal
	}
	for _, h := range lacks.Hints {
		if cmd, _, _ := r.find(h); cmd != nil && cmd != rd.Command { // the others are examples of the same
			lines = append(lines, h)
		}
	}
	return &problem.Problem{Text: lacks.Text, Slot: lacks.Slot, Hints: lines, Err: refusal}
}

// examples returns how the commands of some readings are asked.
func examples(list []read.Reading) []string {
	var out []string
	for _, rd := range list {
		if rd.Command != nil && len(rd.Command.Examples) > 0 && !slices.Contains(out, rd.Command.Examples[0]) && len(out) < 2 {
			out = append(out, rd.Command.Examples[0])
		}
	}
	return append(out, "help")
}

// unanswerable returns the plan for a question that no command answers. It offers nothing that only
// goes on with an answer.
func (r *Router) unanswerable(ctx context.Context, req *commands.Request, p *place, list []read.Reading) plan {
	list = slices.DeleteFunc(slices.Clone(list), func(rd read.Reading) bool {
		return rd.Command == nil || rd.P < 0.02 || rd.Command == r.byName["more"] || rd.Command == r.byName["why"]
	})
	return refused("", false, problem.New("I have no answer to that.", examples(list)...))
}

// picked returns the plan for a line that says which of the offered lines is meant.
func (r *Router) picked(ctx context.Context, req *commands.Request, rd *read.Reading) (plan, bool) {
	turn, ok := r.talks.last(req)
	if !ok || len(turn.offers) == 0 {
		return plan{}, false
	}
	n := 1
	if v := rd.Slots["n"]; len(v) > 0 {
		fmt.Sscan(v[0][0], &n)
	}
	if n < 1 || n > len(turn.offers) {
		return plan{}, false
	}
	return r.plan(ctx, req, turn.offers[n-1]), true
}

// besides returns a problem whose first hints are the other possible meanings of a
// line.
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
