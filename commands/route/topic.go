package route

import (
	"context"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/problem"
)

// mostTopics is how many commands are offered to a line that asks nothing clearly.
const mostTopics = 3

// unasked is the problem of a line that names no command and asks nothing that is
// understood, with what can be asked instead: about the character that it describes,
// or about what its words are about. nil: it says nothing of either.
func (r *Router) unasked(ctx context.Context, req *commands.Request, line string) error {
	p, err := r.place(ctx, req)
	if err != nil {
		return err
	}
	if err := r.described(ctx, req, line, p); err != nil {
		return err
	}
	var hints []string
	for _, cmd := range r.hearer.Topics(ctx, line, p.version, mostTopics) {
		if len(cmd.Examples) > 0 && !slices.Contains(hints, cmd.Examples[0]) {
			hints = append(hints, cmd.Examples[0])
		}
		if len(hints) == 1 {
			hints = append(hints, "help "+cmd.Path())
		}
	}
	if len(hints) == 0 {
		return nil
	}
	return problem.New("I found no question in that. You can ask like this.", hints...)
}

// described is the problem of a line that is about a character and asks nothing; nil:
// it is not.
func (r *Router) described(ctx context.Context, req *commands.Request, line string, p *place) error {
	q, err := r.hearer.Read(ctx, line, p.version, r.hero)
	if err != nil || q == nil || len(q.Unused) > 0 || len(q.Calls) != 1 || !describes(q.Calls[0]) {
		return nil
	}
	said, role := characterLine(q.Calls[0]), "wiz "
	if hero.Role.One(q.Calls[0]) != nil {
		role = ""
	}
	var hints []string
	t := trial{r: r, ctx: ctx, req: req, left: mostTries}
	for _, h := range []string{"fail " + role + said + ", force bolt", "fail " + role + line + ", force bolt", "spells " + role + said, "spells " + role + line, "me " + role + said} {
		if first, _, _ := strings.Cut(h, " "); !slices.ContainsFunc(hints, func(o string) bool { return strings.HasPrefix(o, first+" ") }) && t.answered(h) {
			hints = append(hints, h)
		}
	}
	if role != "" {
		return problem.New("What do you want to know of that character? Say its role, too.", hints...)
	}
	return problem.New("What do you want to know of that character? I can also remember it for you.", hints...)
}

// describes reports whether a call of me says something besides the version.
func describes(c *commands.Call) bool {
	for i, p := range c.Command.Params {
		if p.Kind != commands.KindVersion && c.Values[i].Said {
			return true
		}
	}
	return false
}
