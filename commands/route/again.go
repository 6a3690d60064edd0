package route

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/engine/problem"
	"delphi/storage"
)

// ownKey identifies one user's questions in a place, which answers given in
// private are remembered under alone.
func ownKey(req *commands.Request) string { return req.PlaceKey() + "\x00" + string(req.User) }

// remember keeps the question for why and more: for its asker and, unless it
// was answered in private, for the place.
func (r *Router) remember(req *commands.Request, question string) {
	asked := storage.Asked{Line: question, Nick: req.Nick, Private: req.Private}
	r.opts.Asked.Put(ownKey(req), asked)
	if !req.Private {
		r.opts.Asked.Put(req.PlaceKey(), asked)
	}
}

// last answers again the question that why and more are about: the asker's own
// last one here, else the place's. key is where it is remembered, whose the
// nick of whoever asked it if that was somebody else. What was answered in
// private is so again, wherever its asker asks for more of it.
func (r *Router) last(ctx context.Context, c *commands.Call) (reply commands.Reply, asked storage.Asked, key, whose string, err error) {
	key = ownKey(&c.Request)
	asked, ok := r.opts.Asked.Last(ctx, key)
	if !ok {
		key = c.PlaceKey()
		if asked, ok = r.opts.Asked.Last(ctx, key); ok {
			whose = asked.Nick
		}
	}
	if !ok {
		return reply, asked, key, "", problem.New("Nothing was asked here yet.", "fail wiz xl8 int16 force bolt")
	}
	reply, err = r.again(ctx, &c.Request, asked.Line)
	reply.Private = reply.Private || asked.Private && !c.Private
	return reply, asked, key, whose, err
}

// again answers a question in full once more, with no character filled in.
func (r *Router) again(ctx context.Context, req *commands.Request, question string) (commands.Reply, error) {
	cmd, rest, err := r.find(question)
	if err != nil {
		return commands.Reply{}, problem.New("I can't answer the last question here any more.", "help")
	}
	call, err := r.grammar.Parse(cmd, rest, r.fallback)
	if err != nil {
		return commands.Reply{}, err
	}
	call.Request = *req
	if !cmd.Lasting {
		return cmd.Run(ctx, call)
	}
	return r.lasting(ctx, call, question)
}

// why answers with the steps of the last answer.
func (r *Router) why() *commands.Command {
	return &commands.Command{
		Name:     "why",
		Aliases:  []string{"steps"},
		Summary:  "Show the steps of the last answer, with the lines of the game's source",
		Examples: []string{"why"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			last, asked, _, whose, err := r.last(ctx, c)
			if err != nil {
				return commands.Reply{}, err
			}
			last.Chart, last.Table, last.Hints, last.Question = nil, nil, nil, ""
			if len(last.Fields) == 0 {
				last.Hints = []string{"more"}
				last.Summary = by(whose) + "that answer has no steps of its own: " + asked.Line + "."
				return last, nil
			}
			steps := make([]string, len(last.Fields))
			for i, f := range last.Fields {
				steps[i] = f.Name + " " + f.Value
			}
			cites := last.Citations()
			last.Summary = by(whose) + subject(last.Summary) + ": " + strings.Join(steps, "; ") + "."
			for i := 1; i < len(cites); i++ { // the version is said once
				cites[i] = strings.TrimPrefix(cites[i], last.Version+" ")
			}
			if len(cites) > 0 {
				last.Summary += " [" + strings.Join(cites, ", ") + "]"
			}
			last.Headline, last.Notes = "", nil // the steps say it all
			return last, nil
		},
	}
}

// by says whose question an answer is about; empty: the asker's own.
func by(whose string) string {
	if whose == "" {
		return ""
	}
	return "(" + whose + "'s question) "
}

// subject is what a summary is about: all before its first colon, semicolon
// or bracket.
func subject(summary string) string {
	if i := strings.IndexAny(summary, ":;("); i >= 0 {
		summary = summary[:i]
	}
	return strings.Trim(summary, " .")
}

// more shows the rest of the last answer, a few lines at a time.
func (r *Router) more() *commands.Command {
	return &commands.Command{
		Name:     "more",
		Summary:  "Show the rest of the last answer",
		Examples: []string{"more"},
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			last, asked, key, whose, err := r.last(ctx, c)
			if err != nil {
				return commands.Reply{}, err
			}
			lines := last.Details()
			page := asked.Page
			from := page * commands.DetailLines
			if from >= len(lines) {
				asked.Page = 0
				r.opts.Asked.Put(key, asked)
				return commands.Reply{Summary: "That was all of: " + asked.Line, Hints: []string{"more"}, Version: last.Version, Private: last.Private}, nil
			}
			to := min(from+commands.DetailLines, len(lines))
			asked.Page = page + 1
			r.opts.Asked.Put(key, asked)
			heads := ""
			if last.Table != nil {
				heads = "[" + strings.Join(last.Table.Columns, " ") + "] "
			}
			out := commands.Reply{Summary: by(whose) + heads + strings.Join(lines[from:to], " | "), Version: last.Version, Data: last.Data, Private: last.Private}
			if to < len(lines) {
				out.Hints = []string{fmt.Sprintf("more (%d left)", len(lines)-to)}
			}
			return out, nil
		},
	}
}
