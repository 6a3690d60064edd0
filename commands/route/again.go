package route

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"delphi/commands"
	"delphi/commands/compare"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/storage/cache"
)

// ownKey identifies one user's questions in a place. Answers given in private are
// remembered only under it.
func ownKey(req *commands.Request) string { return req.PlaceKey() + "\x00" + string(req.User) }

// remember keeps the question of an answer for why and more, if there is one, and how
// much of it was shown: for its asker and, unless it was answered in private, for the place.
func (r *Router) remember(req *commands.Request, w *worked) {
	if req.Nobody || w.asked == "" {
		return
	}
	asked := cache.Asked{Line: w.asked, Nick: req.Nick, Private: req.Private}
	asked.Page, asked.Row = w.shown()
	if !req.At.IsZero() {
		asked.At = req.At.Unix()
	}
	r.opts.Asked.Put(ownKey(req), asked)
	if !req.Private && w.Asked == "" {
		r.opts.Asked.Put(req.PlaceKey(), asked)
		r.opts.Asked.Put(nickKey(req, req.Nick), asked)
	}
}

// nickKey identifies the last question that a nick asked publicly in a place.
func nickKey(req *commands.Request, nick string) string {
	return req.PlaceKey() + "\x00@" + strings.ToLower(nick)
}

// isNick matches a possible nick or name.
var isNick = regexp.MustCompile(`^@?[^\s@]{1,32}$`)

// of repeats the answer to somebody else's last question; ok is false if no question by
// that nick is remembered.
func (r *Router) of(ctx context.Context, c *commands.Call, nick string) (reply commands.Reply, asked cache.Asked, key string, ok bool, err error) {
	nick = strings.TrimPrefix(nick, "@")
	if c.Nobody || !isNick.MatchString(nick) {
		return reply, asked, "", false, nil
	}
	key = nickKey(&c.Request, nick)
	if asked, ok = r.opts.Asked.Last(ctx, key); !ok {
		return reply, asked, key, false, nil
	}
	reply, err = r.again(ctx, &c.Request, asked.Line)
	return reply, asked, key, true, err
}

// staleAfter is the age of a question from which the reply says when it was asked.
const staleAfter = time.Hour

// stale says whose question an answer is about, and how long ago it was asked if that
// was long ago. It is empty if the question is the asker's own and recent.
func stale(whose string, asked *cache.Asked, now time.Time) string {
	when := ""
	if ago := now.Sub(time.Unix(asked.At, 0)); asked.At > 0 && ago >= staleAfter && !now.IsZero() {
		when = ", " + hours(ago) + " ago"
	}
	switch {
	case whose != "":
		return "(" + whose + "'s question" + when + ") "
	case when != "":
		return "(your question" + when + ": " + asked.Line + ") "
	}
	return ""
}

// last repeats the answer to the question that why and more are about: the asker's own
// last one here, else the place's. key is where it is remembered, and whose the nick of
// whoever asked it if that was somebody else. What was answered in private is answered
// in private again, wherever its asker asks for more of it.
func (r *Router) last(ctx context.Context, c *commands.Call) (reply commands.Reply, asked cache.Asked, key, whose string, err error) {
	if c.Nobody {
		return reply, asked, "", "", problem.New("Which question? I remember none here.", "why fail wiz xl8 int16 force bolt")
	}
	key = ownKey(&c.Request)
	asked, ok := r.opts.Asked.Last(ctx, key)
	if !ok {
		key = c.PlaceKey()
		if asked, ok = r.opts.Asked.Last(ctx, key); ok {
			whose = asked.Nick
		}
	}
	if !ok {
		return reply, asked, key, "", problem.New("I have no answer here to go back to. I keep the question that each person asked last for a month.", "fail wiz xl8 int16 force bolt")
	}
	reply, err = r.again(ctx, &c.Request, asked.Line)
	reply.Private = reply.Private || asked.Private && !c.Private
	return reply, asked, key, whose, err
}

// again answers a question in full once more, with no character filled in.
func (r *Router) again(ctx context.Context, req *commands.Request, question string) (commands.Reply, error) {
	call, err := r.reread(ctx, req, question)
	switch {
	case err != nil:
		return commands.Reply{}, err
	case !call.Command.Cacheable:
		return call.Command.Run(ctx, call)
	}
	return r.lasting(ctx, call, question)
}

// Read parses a question in full, as Reply.Question is: what was said for each
// parameter of its command.
func (r *Router) Read(question string) (*commands.Call, error) {
	return r.reread(context.Background(), &commands.Request{Nobody: true}, question)
}

// reread parses a full question again.
func (r *Router) reread(ctx context.Context, req *commands.Request, question string) (*commands.Call, error) {
	cmd, rest, _ := r.find(question)
	if cmd == nil {
		return nil, problem.New("I can't answer the last question here any more.", "help")
	}
	text := ""
	if cmd.Pasted != nil {
		rest, text = cmd.Pasted(rest)
	}
	call, err := r.grammar.Parse(ctx, cmd, rest, r.fallback)
	if err != nil {
		return nil, err
	}
	if call.Request = *req; text != "" {
		call.Text, call.Pasted = text, true
	}
	return call, nil
}

// explained is a question that follows why.
var explained = commands.NewText(commands.Param{Name: "question", Summary: "A question to explain; without one, the last one asked here"})

// why answers with the steps of the last answer, or of the answer to the question that
// follows the word.
func (r *Router) why() *commands.Command {
	return &commands.Command{
		Name:     "why",
		Aliases:  []string{"steps"},
		Summary:  "Show the steps of the last answer, with the lines of the game's source",
		Params:   commands.Takes(explained),
		Examples: []string{"why", "why odds 1/12 20 tries"},
		Public:   true, // nobody's last question is kept, and none is told to nobody
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			if line := explained.In(c); line != "" {
				if word, _ := wording.CutWord(line); word == strings.ToLower(line) && r.byName[word] == nil {
					if last, asked, _, ok, err := r.of(ctx, c, line); ok {
						if err != nil {
							return commands.Reply{}, err
						}
						last.Question = ""
						last, err = r.explain(ctx, &c.Request, last, asked.Line)
						last.Summary = stale(asked.Nick, &asked, c.At) + last.Summary
						return last, err
					}
				}
				reply, err := r.toExplain(ctx, &c.Request, line)
				if err != nil || reply.Question == "" {
					return reply, err
				}
				return r.explain(ctx, &c.Request, reply, reply.Question)
			}
			last, asked, _, whose, err := r.last(ctx, c)
			if err != nil {
				return commands.Reply{}, err
			}
			last.Question = ""
			last, err = r.explain(ctx, &c.Request, last, asked.Line)
			last.Summary = stale(whose, &asked, c.At) + last.Summary
			return last, err
		},
	}
}

// toExplain answers a line that somebody wants explained. A command that would change
// something has no steps, and is not run.
func (r *Router) toExplain(ctx context.Context, req *commands.Request, line string) (commands.Reply, error) {
	if cmd, _, _ := r.find(line); cmd != nil && (cmd.Acts() || cmd == r.byName["why"]) {
		return commands.Reply{}, problem.Newf("I can explain how an answer was worked out, but %s has no steps.", cmd.Path()).Try("why", "why odds 1/12 20 tries")
	}
	p := r.plan(ctx, req, line)
	switch {
	case p.problem != nil:
		return commands.Reply{Silent: p.silent}, p.problem
	case p.reading == nil:
		return commands.Reply{Summary: p.say, Silent: p.silent}, nil
	case p.reading.acts():
		return commands.Reply{}, problem.Newf("I can explain how an answer was worked out, but %s has no steps.", p.reading.name()).Try("why", p.reading.lines[0])
	}
	return p.reading.reply(), nil
}

// explain turns the reply to a question into one that says how it came about.
func (r *Router) explain(ctx context.Context, req *commands.Request, reply commands.Reply, question string) (commands.Reply, error) {
	call, err := r.reread(ctx, req, question)
	if err != nil {
		return reply, err
	}
	out := commands.Reply{Question: reply.Question, Version: reply.Version, Tone: reply.Tone, Private: reply.Private, Data: reply.Data}
	if call.Command.Why != nil {
		why, err := call.Command.Why(ctx, call)
		if err != nil {
			return reply, err
		}
		out.Steps = why.Steps
		out.Summary = compare.Subject(reply.Summary) + ": " + steps.Line(reply.Version, why.Steps) + "."
		out.Data = map[string]any{"steps": why.Steps}
		return out, nil
	}
	out.Fields = reply.Fields
	out.Summary = "That answer was not worked out in steps: " + question
	if len(reply.Fields) == 0 {
		out.Hints = []string{"more"}
	} else {
		facts := make([]string, len(reply.Fields))
		for i, f := range reply.Fields {
			facts[i] = f.Name + " " + f.Value
		}
		out.Summary = compare.Subject(reply.Summary) + ": " + strings.Join(facts, "; ")
	}
	out.Summary += "."
	if cites := reply.Places(); len(cites) > 0 {
		out.Summary += " [" + strings.Join(cites, ", ") + "]"
	}
	return out, nil
}

// more shows the rest of the last answer, a few lines at a time.
func (r *Router) more() *commands.Command {
	who := commands.NewText(commands.Param{Name: "nick", Summary: "Whose question; yours without one"})
	return &commands.Command{
		Name:     "more",
		Summary:  "Show the rest of the last answer, or of the one to somebody else",
		Params:   commands.Takes(who),
		Examples: []string{"more"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			last, asked, key, whose, err := r.ofOrLast(ctx, c, who.In(c))
			if err != nil {
				return commands.Reply{}, err
			}
			out := commands.Reply{Version: last.Version, Data: last.Data, Private: last.Private}
			asked.Page++
			left := 0
			if last.Table != nil && c.Size != (commands.PageSize{}) {
				out.Table, out.Paged = part(last.Table, &out, c.Size, asked.Page, asked.Row, asked.Line)
				out.Summary, left = out.Table.Title, out.Paged.Left(out.Table)
				if out.Paged.Page < asked.Page && c.Size.Height == 0 || out.Paged.First < asked.Row {
					left = -1
				}
				asked.Row = out.Paged.First + len(out.Table.Rows)
			} else {
				out.Summary, left = detail(&last, asked.Page-1)
			}
			if left < 0 {
				asked.Page, asked.Row = 0, 0
				out = commands.Reply{Summary: "That was all of: " + asked.Line + ".", Version: last.Version, Private: last.Private}
			} else if left > 0 {
				out.Hints = []string{"more"}
			}
			r.opts.Asked.Put(key, asked)
			out.Summary = stale(whose, &asked, c.At) + out.Summary
			return out, nil
		},
	}
}

// ofOrLast returns what somebody of a nick asked last or, without one, the last question.
func (r *Router) ofOrLast(ctx context.Context, c *commands.Call, nick string) (reply commands.Reply, asked cache.Asked, key, whose string, err error) {
	if nick == "" {
		return r.last(ctx, c)
	}
	reply, asked, key, ok, err := r.of(ctx, c, nick)
	if err == nil && !ok {
		p := problem.New(fmt.Sprintf("I remember no question of %q here.", wording.Typed(nick)), "more")
		if err = p; strings.Contains(nick, " ") { // "more people than that" is not a question
			err = &muted{p}
		}
	}
	return reply, asked, key, asked.Nick, err
}

// hours returns a long time in words, rounded down.
func hours(d time.Duration) string {
	n, unit := int(d/time.Hour), "hour"
	if n >= 48 {
		n, unit = n/24, "day"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// detail returns a page of what a one-line network did not show of a reply, and how
// many lines are left after it, or -1 if there is no such page.
func detail(r *commands.Reply, page int) (text string, left int) {
	lines := r.Details()
	from := page * commands.DetailLines
	if from >= len(lines) {
		return "", -1
	}
	to := min(from+commands.DetailLines, len(lines))
	if r.Table != nil {
		text = "[" + strings.Join(r.Table.Columns, " ") + "] "
	}
	text += strings.Join(lines[from:to], " | ")
	if pages := (len(lines) + commands.DetailLines - 1) / commands.DetailLines; pages > 1 {
		text += fmt.Sprintf(" [page %d of %d]", page+1, pages)
	}
	return text, len(lines) - to
}
